#define GRIDLENS_WIDE_NAMESPACE wide_baseline
#include "core/solver/wide/wide_kernel.inc"
