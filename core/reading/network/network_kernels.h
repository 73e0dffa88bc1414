#pragma once

namespace gridlens {

// The inner loops of network_layers.h. Plain data and functions only: the files that define them
// are compiled for processors that not every machine has, so they must share no inline code with
// others.

// A convolution's 64 output pixels (4 groups of 16, of one or several samples) in all channels.
struct ConvolutionTile {
  static constexpr int kGroups = 4;
  static constexpr int kGroupPx = 16;

  int groups;  // in use

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

struct GroupKernels;

struct ConvolutionKernel {
  void (*run)(const ConvolutionTile&) = nullptr;
  int block = 0;  // output channels at a time
  // For samples that lie side by side; may be none.
  const GroupKernels* grouped = nullptr;
};

// A convolution of 16 samples that lie side by side (batch_layout.h): a pixel is 16 values.
struct GroupTaps {
  const float* source;  // with the padding
  float* target;
  const int* taps;  // offsets from the first tap
  int tap_count;
  int channels;
  int channel_stride;  // from one input channel to the next
  int rows;            // of the output
  int columns;
  int row_step;  // from the first tap of an output to the one of the output below
  int column_step;
  const float* weights;  // [block][channel][tap][output of the block]
  const float* bias;     // of whole blocks
  int outputs;
  int lanes;  // samples that are worked out, 8 or 16
  bool relu;
};

// A convolution of 16 samples by minimal filtering (minimal_filter.h).
struct WinogradTile {
  static constexpr int kSamples = 16;
  static constexpr int kSide = 4;       // outputs of a tile, each way
  static constexpr int kWindow = 6;     // inputs that they need
  static constexpr int kProducts = 36;  // of window and kernel, once both are transformed
};

// The inner loops for samples that lie side by side. `lanes`: how many are worked out, 8 or 16.
struct GroupKernels {
  // Lays `samples` (at most 16, the others are taken for zeros) rows of `values` side by side.
  void (*side_by_side)(const float* source, long sample_stride, int samples, int values,
                       float* target) = nullptr;
  void (*convolve)(const GroupTaps&) = nullptr;
  int convolution_block = 0;  // output channels at a time
  // Maxima of 2 x 2 of so many planes; rows and columns are the output's.
  void (*pool)(const float* source, float* target, int planes, int source_rows, int source_columns,
               int rows, int columns) = nullptr;
  // Transforms a window, given by where its pixels lie; `stride` from one transformed value to the
  // next.
  void (*spread)(const float* const* window, int lanes, float* target, long stride) = nullptr;
  // Transforms products back to 16 outputs and writes those `rows` and `columns` of them that lie
  // in the plane, which is `row_px` wide.
  void (*gather)(const float* source, long stride, int lanes, float bias, bool relu, float* target,
                 int rows, int columns, int row_px) = nullptr;
  // With 1 or 2 groups of a tile, one tap.
  ConvolutionKernel multiply;
};

// 2 x 2 maxima of `rows` pairs of rows that lie behind each other, `columns` outputs each.
struct PoolingRows {
  const float* source;
  float* target;
  int rows;
  int columns;
  int source_stride;  // from one row to the next
};

struct PoolingKernel {
  void (*run)(const PoolingRows&) = nullptr;
  const GroupKernels* grouped = nullptr;  // as in ConvolutionKernel
};

// A matrix times the samples, which lie `inputs` apart; `outputs` apart what comes of them.
struct FullyConnectedProduct {
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

struct FullyConnectedKernel {
  void (*run)(const FullyConnectedProduct&) = nullptr;
  const GroupKernels* grouped = nullptr;
};

constexpr int kBlockAvx2 = 6;  // as many as its registers hold
constexpr int kBlockAvx512 = 4;
void convolve_avx2(const ConvolutionTile& tile);
void convolve_avx512(const ConvolutionTile& tile);
extern const GroupKernels kGroupedAvx2;
extern const GroupKernels kGroupedAvx512;
void pool_avx2(const PoolingRows& rows);
void pool_avx512(const PoolingRows& rows);
void multiply_avx2(const FullyConnectedProduct& product);
void multiply_avx512(const FullyConnectedProduct& product);

}  // namespace gridlens
