#include "core/reading/network/network_kernels_body.h"

namespace gridlens {

void convolve_avx2(const ConvolutionTile& tile) {
  convolve<8, 1, kBlockAvx2>(tile);
}

const GroupKernels kGroupedAvx2{side_by_side<8>,
                                convolve_group<8, 1, 8>,
                                8,
                                pool_group<8>,
                                spread<8>,
                                gather<8>,
                                {convolve<8, 1, kBlockAvx2>, kBlockAvx2, nullptr}};

void pool_avx2(const PoolingRows& rows) {
  pool(rows);
}

void multiply_avx2(const FullyConnectedProduct& product) {
  multiply<8, 2>(product);
}

}  // namespace gridlens
