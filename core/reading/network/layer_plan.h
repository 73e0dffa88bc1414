#pragma once

#include <opencv2/dnn/dnn.hpp>
#include <string>
#include <vector>

namespace gridlens {

// A layer as the file has it. A dense layer is a convolution whose kernel covers all of the planes.
struct LayerPlan {
  enum class Kind { convolution, max_pool_2x2 };

  std::string name;
  Kind kind = Kind::convolution;
  cv::Mat weights;  // a row an output; in it channel, row, column of the kernel
  cv::Mat bias;     // a column
  int channels = 0;
  int kernel = 0;  // its side
  int stride = 1;
  int border = 0;
  bool relu = false;
};

// The layers from the input, one plane of `side` x `side`, to the named outputs. The outputs share
// all layers but the last dense ones, which become one: its outputs follow each other. Throws
// std::runtime_error naming a layer that does not fit.
std::vector<LayerPlan> plan_layers(cv::dnn::Net& net, const std::vector<std::string>& outputs,
                                   int side);

}  // namespace gridlens
