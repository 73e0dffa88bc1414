#include "core/reading/network/network_kernels_body.h"

namespace gridlens {

const NetworkKernels kAvx2Kernels{"AVX2", kVectors* kLanes, sum, transform_window,
                                  transform_products};

}  // namespace gridlens
