#include "core/reading/network/network_layers.h"

#include <mutex>
#include <opencv2/core/utility.hpp>
#include <opencv2/dnn/all_layers.hpp>
#include <opencv2/dnn/layer.hpp>

#include "core/reading/network/fully_connected.h"
#include "core/reading/network/max_pool_2x2.h"
#include "core/reading/network/plane_convolution.h"

namespace gridlens {

namespace {

using cv::dnn::Layer;
using cv::dnn::LayerParams;

NetworkKernels best_kernels() {
  const auto all = network_kernels();
  return all.empty() ? NetworkKernels{} : all.front();
}

cv::Ptr<Layer> make_convolution(LayerParams& params) {
  if (const auto own = make_plane_convolution(params, best_kernels().convolve)) return own;
  return cv::dnn::ConvolutionLayer::create(params);
}

cv::Ptr<Layer> make_pooling(LayerParams& params) {
  if (const auto own = make_max_pool_2x2(params, best_kernels().pool)) return own;
  return cv::dnn::PoolingLayer::create(params);
}

cv::Ptr<Layer> make_dense(LayerParams& params) {
  if (const auto own = make_fully_connected(params, best_kernels().multiply)) return own;
  return cv::dnn::InnerProductLayer::create(params);
}

constexpr struct {
  const char* type;
  cv::dnn::LayerFactory::Constructor make;
} kLayers[] = {
    {"Convolution", make_convolution}, {"Pooling", make_pooling}, {"InnerProduct", make_dense}};

// OpenCV's factory refuses to take a layer twice.
std::mutex living_mutex;
int living = 0;  // OwnNetworkLayers

}  // namespace

std::vector<NetworkKernels> network_kernels() {
  std::vector<NetworkKernels> all;
#ifdef GRIDLENS_AVX_KERNELS
  if (cv::checkHardwareSupport(CV_CPU_AVX512_SKX))
    all.push_back({{convolve_avx512, kBlockAvx512, &kGroupedAvx512},
                   {pool_avx512, &kGroupedAvx512},
                   {multiply_avx512, &kGroupedAvx512}});
  if (cv::checkHardwareSupport(CV_CPU_AVX2) && cv::checkHardwareSupport(CV_CPU_FMA3))
    all.push_back({{convolve_avx2, kBlockAvx2, &kGroupedAvx2},
                   {pool_avx2, &kGroupedAvx2},
                   {multiply_avx2, &kGroupedAvx2}});
#endif
  return all;
}

OwnNetworkLayers::OwnNetworkLayers() {
  const std::scoped_lock lock(living_mutex);
  if (living++ > 0) return;
  for (const auto& layer : kLayers) cv::dnn::LayerFactory::registerLayer(layer.type, layer.make);
}

OwnNetworkLayers::~OwnNetworkLayers() {
  const std::scoped_lock lock(living_mutex);
  if (--living > 0) return;
  for (const auto& layer : kLayers) cv::dnn::LayerFactory::unregisterLayer(layer.type);
}

}  // namespace gridlens
