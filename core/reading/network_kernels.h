#pragma once

namespace gridlens {

// The inner loops of network_layers.h. Plain data and functions only: the files that define them
// are compiled for processors that not every machine has, so they must share no inline code with
// others.

// A convolution's 64 output pixels (4 groups of 16, of one or several samples) in all channels.
struct ConvolutionTile {
  static constexpr int kGroups = 4;
  static constexpr int kGroupPx = 16;

  // First input value of every group, for tap 0 of channel 0. 16 values are read from there on.
  const float* sources[kGroups];
  float* targets[kGroups];  // first output value of every group, in channel 0
  int valid[kGroups];       // so many values of a group are written, 0 to 16
  int target_stride;        // from one output channel to the next
  const int* taps;          // offsets from the first tap
  int tap_count;
  int channels;
  int channel_stride;    // from one input channel to the next
  const float* weights;  // [block][channel][tap][channel of the block]
  const float* bias;     // of whole blocks
  int outputs;
  bool relu;
};

struct ConvolutionKernel {
  void (*run)(const ConvolutionTile&) = nullptr;
  int block = 0;  // output channels at a time
};

// 2 x 2 maxima of `rows` pairs of rows that lie behind each other, `columns` outputs each.
struct PoolingRows {
  const float* source;
  float* target;
  int rows;
  int columns;
  int source_stride;  // from one row to the next
};

// A matrix times the samples, which lie `inputs` apart; `outputs` apart what comes of them.
struct DenseProduct {
  static constexpr int kBlock = 32;  // outputs at a time

  const float* source;
  float* target;
  int samples;
  int inputs;
  int outputs;
  const float* weights;  // [block][input][kBlock]
  const float* bias;     // a multiple of kBlock
  bool relu;
};

constexpr int kBlockAvx2 = 6;  // as many as its registers hold
constexpr int kBlockAvx512 = 4;
void convolve_avx2(const ConvolutionTile& tile);
void convolve_avx512(const ConvolutionTile& tile);
void pool_avx2(const PoolingRows& rows);
void pool_avx512(const PoolingRows& rows);
void multiply_avx2(const DenseProduct& product);
void multiply_avx512(const DenseProduct& product);

}  // namespace gridlens
