#define GRIDLENS_WIDE_NAMESPACE wide_avx512
#include "core/solver/wide/wide_kernel.inc"
