#include "core/reading/network/layer_chain.h"

#include <algorithm>
#include <opencv2/core/utility.hpp>

#include "core/reading/network/convolution.h"

namespace gridlens {

namespace {

void max_pool_2x2(const Planes& from, Planes& to, int samples) {
  for (int sample = 0; sample < samples; ++sample)
    for (int y = 0; y < to.side; ++y)
      for (int x = 0; x < to.side; ++x) {
        const float* upper = from.data() + from.place(sample, 2 * y, 2 * x);
        const float* lower = upper + from.row_step();
        float* target = to.data() + to.place(sample, y, x);
        for (int c = 0; c < to.channels; ++c)
          target[c] = std::max(std::max(upper[c], upper[c + to.channels]),
                               std::max(lower[c], lower[c + to.channels]));
      }
}

int stored_channels(int channels) {
  return (channels + kChannelStep - 1) / kChannelStep * kChannelStep;
}

}  // namespace

std::vector<const NetworkKernels*> network_kernels() {
  std::vector<const NetworkKernels*> all;
#ifdef GRIDLENS_AVX_KERNELS
  if (cv::checkHardwareSupport(CV_CPU_AVX512_SKX)) all.push_back(&kAvx512Kernels);
  if (cv::checkHardwareSupport(CV_CPU_AVX2) && cv::checkHardwareSupport(CV_CPU_FMA3))
    all.push_back(&kAvx2Kernels);
#endif
  all.push_back(&kPlainKernels);
  return all;
}

LayerChain::LayerChain(const std::vector<LayerPlan>& plans, int side,
                       const NetworkKernels& kernels) {
  planes_.push_back({side, 1});
  for (const LayerPlan& plan : plans) {
    Planes& from = planes_.back();
    from.border = plan.border;
    if (plan.kind == LayerPlan::Kind::max_pool_2x2) {
      planes_.push_back({from.side / 2, from.channels});
      continue;
    }
    planes_.push_back({(from.side + 2 * plan.border - plan.kernel) / plan.stride + 1,
                       stored_channels(plan.weights.rows)});
  }
  for (Planes& planes : planes_) planes.allocate(kBatch);
  for (size_t i = 0; i < plans.size(); ++i) {
    const Planes& from = planes_[i];
    Planes& to = planes_[i + 1];
    if (plans[i].kind == LayerPlan::Kind::max_pool_2x2)
      layers_.emplace_back([&from, &to](int samples) { max_pool_2x2(from, to, samples); });
    else
      layers_.push_back(convolution(kernels, plans[i], from, to, kBatch));
  }
  outputs_ = plans.back().weights.rows;
}

void LayerChain::run(int samples) {
  for (const auto& layer : layers_) layer(samples);
}

}  // namespace gridlens
