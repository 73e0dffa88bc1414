#pragma once

namespace gridlens {

// The inner loop of a convolution: 64 output pixels (4 groups of 16, of one or several samples) of
// every output channel. Plain data and functions only: the files that define them are compiled for
// processors that not every machine has, so they must share no inline code with the others.
struct ConvolutionTile {
  static constexpr int kGroups = 4;
  static constexpr int kGroupPx = 16;
  static constexpr int kBlock = 4;  // output channels at a time

  // First input value of every group, for tap 0 of channel 0. 16 values are read from there on.
  const float* sources[kGroups];
  float* targets[kGroups];  // first output value of every group, in channel 0
  int valid[kGroups];       // so many values of a group are written, 0 to 16
  int target_stride;        // from one output channel to the next
  const int* taps;          // offsets from the first tap
  int tap_count;
  int channels;
  int channel_stride;    // from one input channel to the next
  const float* weights;  // [block][channel][tap][kBlock]
  const float* bias;     // a multiple of kBlock
  int outputs;
  bool relu;
};

// 2 x 2 maxima of `rows` pairs of rows that lie behind each other, `columns` outputs each.
struct PoolingRows {
  const float* source;
  float* target;
  int rows;
  int columns;
  int source_stride;  // from one row to the next
};

void convolve_tile_avx2(const ConvolutionTile& tile);
void convolve_tile_avx512(const ConvolutionTile& tile);
void pool_rows_avx2(const PoolingRows& rows);
void pool_rows_avx512(const PoolingRows& rows);

}  // namespace gridlens
