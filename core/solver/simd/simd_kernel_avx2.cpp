#define GRIDLENS_SIMD_NAMESPACE simd_avx2
#include "core/solver/simd/simd_kernel.inc"
