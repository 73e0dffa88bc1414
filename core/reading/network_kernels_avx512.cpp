#include "core/reading/network_kernels_body.h"

namespace gridlens {

void convolve_avx512(const ConvolutionTile& tile) {
  convolve<16, 4, kBlockAvx512>(tile);
}

void pool_avx512(const PoolingRows& rows) {
  pool(rows);
}

void multiply_avx512(const DenseProduct& product) {
  multiply<16, 8>(product);
}

}  // namespace gridlens
