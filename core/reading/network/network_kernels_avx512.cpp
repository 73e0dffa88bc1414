#include "core/reading/network/network_kernels_body.h"

namespace gridlens {

void convolve_avx512(const ConvolutionTile& tile) {
  convolve<16, 4, kBlockAvx512>(tile);
}

namespace {

void multiply_groups(const ConvolutionTile& tile) {
  if (tile.groups == 1)
    convolve<16, 1, 8>(tile);
  else
    convolve<16, 2, 8>(tile);
}

}  // namespace

const GroupKernels kGroupedAvx512{
    side_by_side<16>, convolve_group<16, 2, 8>,     8, pool_group<16>, spread<16>,
    gather<16>,       {multiply_groups, 8, nullptr}};

void pool_avx512(const PoolingRows& rows) {
  pool(rows);
}

void multiply_avx512(const FullyConnectedProduct& product) {
  multiply<16, 8>(product);
}

}  // namespace gridlens
