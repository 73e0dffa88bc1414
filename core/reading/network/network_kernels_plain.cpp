#include "core/reading/network/network_kernels_body.h"

namespace gridlens {

const NetworkKernels kPlainKernels{"plain", kVectors* kLanes, sum, transform_window,
                                   transform_products};

}  // namespace gridlens
