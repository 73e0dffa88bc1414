#define GRIDLENS_WIDE_NAMESPACE wide_baseline
#include "core/solver/wide_kernel.inc"
