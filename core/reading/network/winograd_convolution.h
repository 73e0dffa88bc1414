#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "core/reading/network/convolution.h"

namespace gridlens {

// A convolution of 3 x 3 by Winograd's transforms (network_kernels.h): a quarter of the products.
class WinogradConvolution {
 public:
  [[nodiscard]] static bool suits(const LayerPlan& plan, const Planes& from);

  // As Convolution.
  WinogradConvolution(const NetworkKernels& kernels, const LayerPlan& plan, const Planes& from,
                      Planes& to);
  void operator()(int samples);

 private:
  struct Tile {
    int source;
    int target;
  };

  void run_tiles(const std::vector<Tile>& tiles);

  const NetworkKernels& kernels_;
  const Planes& from_;
  Planes& to_;
  bool relu_;
  std::vector<cv::Mat> weights_;  // of each product
  cv::Mat bias_;
  cv::Mat no_bias_;
  cv::Mat windows_;   // [product][tile][channel]
  cv::Mat products_;  // likewise
  std::vector<int> window_places_;
  std::vector<int> product_places_;
};

}  // namespace gridlens
