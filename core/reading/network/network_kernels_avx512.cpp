#include "core/reading/network/network_kernels_body.h"

namespace gridlens {

const NetworkKernels kAvx512Kernels{"AVX-512", kVectors* kLanes, sum, transform_window,
                                    transform_products};

}  // namespace gridlens
