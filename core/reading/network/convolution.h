#pragma once

#include <functional>

#include "core/reading/network/layer_plan.h"
#include "core/reading/network/network_kernels.h"
#include "core/reading/network/planes.h"

namespace gridlens {

// Runs the first `samples` of a batch.
using RunLayer = std::function<void(int samples)>;

// A convolution: by Winograd's transforms (network_kernels.h) where they suit it, a quarter of the
// products, or sum by sum. `from`, `to`: planes of `batch` samples as they will lie when run. Both
// stay where they are.
RunLayer convolution(const NetworkKernels& kernels, const LayerPlan& plan, const Planes& from,
                     Planes& to, int batch);

}  // namespace gridlens
