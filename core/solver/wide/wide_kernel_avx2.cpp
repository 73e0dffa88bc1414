#define GRIDLENS_WIDE_NAMESPACE wide_avx2
#include "core/solver/wide/wide_kernel.inc"
