#pragma once

namespace gridlens {

// The inner loops of the network's layers. Plain data and functions only: each set is compiled for
// processors that not every machine has, so the sets share no inline code with other files.

// Channels are stored in multiples of this, so a vector of any instruction set fits.
inline constexpr int kChannelStep = 16;

// Every output of a pixel is a bias and a weighted sum of the pixel's inputs. The inputs lie in
// runs: a convolution of k rows has k runs, a dense layer has one.
struct WeightedSums {
  const float* source;
  float* target;
  const int* sources;  // of each pixel, where its first run begins
  const int* targets;  // of each pixel, where its outputs begin
  int pixels;
  int runs;
  int run_length;
  int run_step;          // from the begin of a run to the begin of the next
  const float* weights;  // as pack_weights() has them
  const float* bias;
  int outputs;  // a multiple of kChannelStep
  bool relu;
};

// Winograd convolution (Lavin and Gray 2016) of a kernel of 3 x 3. The kernel and a window of 6 x 6
// inputs are transformed; then 4 x 4 outputs take 36 products instead of 144.
inline constexpr int kWinogradSide = 4;
inline constexpr int kWinogradWindow = 6;
inline constexpr int kWinogradProducts = kWinogradWindow * kWinogradWindow;

// Transforms a window.
struct WinogradWindow {
  const float* source;
  int row_step;  // of the source
  int channels;  // also from a pixel to the next
  float* target;
  int product_step;  // from a transformed value to the next
};

// Transforms products back to outputs.
struct WinogradOutputs {
  const float* source;
  int product_step;
  const float* bias;
  float* target;
  int row_step;  // of the target
  int channels;  // also from a pixel to the next
  bool relu;
};

struct NetworkKernels {
  const char* name;
  int block;  // outputs whose weights lie together
  void (*sum)(const WeightedSums&);
  void (*transform_window)(const WinogradWindow&);
  void (*transform_products)(const WinogradOutputs&);
};

extern const NetworkKernels kPlainKernels;
extern const NetworkKernels kAvx2Kernels;
extern const NetworkKernels kAvx512Kernels;

}  // namespace gridlens
