#include "core/reading/convolution_tile_body.h"

namespace gridlens {

void convolve_tile_avx2(const ConvolutionTile& tile) {
  convolve_tile<8, 1>(tile);
}

void pool_rows_avx2(const PoolingRows& rows) {
  pool_rows(rows);
}

}  // namespace gridlens
