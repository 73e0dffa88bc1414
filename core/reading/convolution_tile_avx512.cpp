#include "core/reading/convolution_tile_body.h"

namespace gridlens {

void convolve_tile_avx512(const ConvolutionTile& tile) {
  convolve_tile<16, 4>(tile);
}

void pool_rows_avx512(const PoolingRows& rows) {
  pool_rows(rows);
}

}  // namespace gridlens
