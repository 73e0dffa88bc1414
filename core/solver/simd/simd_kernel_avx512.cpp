#define GRIDLENS_SIMD_NAMESPACE simd_avx512
#include "core/solver/simd/simd_kernel.inc"
