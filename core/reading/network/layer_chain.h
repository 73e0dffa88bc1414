#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/reading/network/layer_plan.h"
#include "core/reading/network/network_kernels.h"
#include "core/reading/network/planes.h"

namespace gridlens {

// The instruction sets of this machine, the fastest first. The plain one is always there.
std::vector<const NetworkKernels*> network_kernels();

// Runs the layers of a network on batches of samples. Results of a sample do not depend on the
// others. Holds scratch memory: one object a thread.
class LayerChain {
 public:
  static constexpr int kBatch = 16;  // what a larger one needs does not stay in the caches

  // The network's input is one plane of `side` x `side`.
  LayerChain(const std::vector<LayerPlan>& plans, int side, const NetworkKernels& kernels);
  LayerChain(const LayerChain&) = delete;  // the layers know where the planes are
  LayerChain& operator=(const LayerChain&) = delete;

  // Row `y` of the input of a sample; the caller fills the rows, then calls run().
  [[nodiscard]] float* input_row(int sample, int y) {
    return planes_.front().data() + planes_.front().place(sample, y, 0);
  }
  // The first `samples` of a batch.
  void run(int samples);
  [[nodiscard]] int outputs() const { return outputs_; }
  [[nodiscard]] std::span<const float> output(int sample) const {
    return {planes_.back().data() + planes_.back().place(sample, 0, 0),
            static_cast<size_t>(outputs_)};
  }

 private:
  std::vector<Planes> planes_;  // before, between and behind the layers
  std::vector<std::function<void(int samples)>> layers_;
  int outputs_ = 0;
};

}  // namespace gridlens
