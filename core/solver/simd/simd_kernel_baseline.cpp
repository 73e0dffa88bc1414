#define GRIDLENS_SIMD_NAMESPACE simd_baseline
#include "core/solver/simd/simd_kernel.inc"
