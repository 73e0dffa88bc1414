#pragma once

#include <opencv2/dnn/all_layers.hpp>
#include <vector>

#include "core/reading/network/batch_layout.h"

namespace gridlens {

// What this program's own layers of cv::dnn share: one picture stack in, one out.
class SingleLayer : public cv::dnn::Layer {
 public:
  using Layer::forward;
  void forward(cv::InputArrayOfArrays input, cv::OutputArrayOfArrays output,
               cv::OutputArrayOfArrays) final {
    std::vector<cv::Mat> inputs;
    std::vector<cv::Mat> outputs;
    input.getMatVector(inputs);
    output.getMatVector(outputs);
    run(inputs[0], outputs[0], SamplesInUse::of(inputs[0].size[0]));
  }

 protected:
  explicit SingleLayer(const cv::dnn::LayerParams& params) : Layer(params) {}

  // CV_32F, samples first, of which those of `layout` are worked out and lie as it says; `to` has
  // the shape that getMemoryShapes told.
  virtual void run(const cv::Mat& from, cv::Mat& to, const BatchLayout& layout) = 0;
};

// One that cuts off negative outputs itself, where a plain ReLU follows it.
class RectifyingLayer : public SingleLayer {
 public:
  bool setActivation(const cv::Ptr<cv::dnn::ActivationLayer>& layer) final {
    const auto relu = layer.dynamicCast<cv::dnn::ReLULayer>();
    if (relu_ || !relu || relu->negativeSlope != 0) return false;
    relu_ = true;
    return true;
  }

 protected:
  using SingleLayer::SingleLayer;
  [[nodiscard]] bool rectifies() const { return relu_; }

 private:
  bool relu_ = false;
};

}  // namespace gridlens
