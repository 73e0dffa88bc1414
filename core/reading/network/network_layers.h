#pragma once

#include <vector>

#include "core/reading/network/network_kernels.h"

namespace gridlens {

// The inner loops for one instruction set.
struct NetworkKernels {
  ConvolutionKernel convolve;
  PoolingKernel pool;
  FullyConnectedKernel multiply;
};

// Those that this processor runs, fastest first; maybe none.
std::vector<NetworkKernels> network_kernels();

// While one of these lives, cv::dnn takes this program's own convolution, 2 x 2 pooling and dense
// layer for networks that are loaded and first run. They are custom layers in its layer factory,
// where they fit and the processor has AVX2 or AVX-512. Everything else stays with OpenCV's layers.
// OpenCV 4.6 gathers each pixel's surroundings one value at a time, which on planes of 16 x 16 or
// less costs as much as the arithmetic. Results differ from OpenCV's in the last digits only: sums
// are taken in another order. Several may live at a time, in any threads.
class OwnNetworkLayers {
 public:
  OwnNetworkLayers();
  ~OwnNetworkLayers();
  OwnNetworkLayers(const OwnNetworkLayers&) = delete;
  OwnNetworkLayers& operator=(const OwnNetworkLayers&) = delete;
};

}  // namespace gridlens
