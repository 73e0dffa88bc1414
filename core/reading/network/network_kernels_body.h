// Included by network_kernels_*.cpp alone, once each, and compiled for their processors. No
// standard headers here: see network_kernels.h.
#pragma once

#include "core/reading/network/network_kernels.h"

namespace gridlens {

namespace {

#if defined(__AVX512F__)
constexpr int kLanes = 16;
#elif defined(__AVX2__)
constexpr int kLanes = 8;
#else
constexpr int kLanes = 4;
#endif
constexpr int kVectors = 2;  // of outputs at once, for four pixels: their sums stay in registers

using Vector [[gnu::vector_size(kLanes * sizeof(float))]] = float;
// The same, anywhere in memory.
using Loose [[gnu::vector_size(kLanes * sizeof(float)), gnu::aligned(4), gnu::may_alias]] = float;

inline const Loose& at(const float* place) {
  return *reinterpret_cast<const Loose*>(place);
}

inline void store(const Vector& values, bool relu, float* place) {
  *reinterpret_cast<Loose*>(place) = relu ? (values > Vector{} ? values : Vector{}) : values;
}

// `kCount` vectors of outputs of all pixels, `kPixels` at once. A function of its own: GCC 12 keeps
// fewer sums in registers where both kinds are inlined into one.
template <int kCount, int kPixels>
[[gnu::noinline]] void sum_block(const WeightedSums& sums, const float* block, int first_output) {
  for (int first = 0; first < sums.pixels; first += kPixels) {
    // What is missing of the last pixels is the very last one, again.
    const float* sources[kPixels];
    float* targets[kPixels];
    for (int p = 0; p < kPixels; ++p) {
      const int pixel = first + p < sums.pixels ? first + p : sums.pixels - 1;
      sources[p] = sums.source + sums.sources[pixel];
      targets[p] = sums.target + sums.targets[pixel] + first_output;
    }
    Vector values[kPixels][kCount];
    for (int v = 0; v < kCount; ++v)
      for (int p = 0; p < kPixels; ++p) values[p][v] = at(sums.bias + first_output + v * kLanes);
    const float* weight = block;
    for (int run = 0; run < sums.runs; ++run) {
      for (int i = 0; i < sums.run_length; ++i, weight += kCount * kLanes) {
        Vector weights[kCount];
        for (int v = 0; v < kCount; ++v) weights[v] = at(weight + v * kLanes);
        for (int p = 0; p < kPixels; ++p)
          for (int v = 0; v < kCount; ++v) values[p][v] += sources[p][i] * weights[v];
      }
      for (int p = 0; p < kPixels; ++p) sources[p] += sums.run_step;
    }
    for (int p = 0; p < kPixels; ++p)
      for (int v = 0; v < kCount; ++v) store(values[p][v], sums.relu, targets[p] + v * kLanes);
  }
}

void sum(const WeightedSums& sums) {
  const long inputs = static_cast<long>(sums.runs) * sums.run_length;
  for (int output = 0; output < sums.outputs; output += kVectors * kLanes) {
    const float* block = sums.weights + inputs * output;
    if (sums.outputs - output >= kVectors * kLanes)
      sum_block<kVectors, 4>(sums, block, output);
    else
      sum_block<1, 8>(sums, block, output);
  }
}

// Transforms six values that lie `step` apart, in place.
inline void transform_line(Vector* v, int step) {
  const Vector a = v[0];
  const Vector b = v[step];
  const Vector c = v[2 * step];
  const Vector d = v[3 * step];
  const Vector e = v[4 * step];
  const Vector f = v[5 * step];
  v[0] = 4.0F * a - 5.0F * c + e;
  v[step] = (e - 4.0F * c) + (d - 4.0F * b);
  v[2 * step] = (e - 4.0F * c) - (d - 4.0F * b);
  v[3 * step] = (e - c) + 2.0F * (d - b);
  v[4 * step] = (e - c) - 2.0F * (d - b);
  v[5 * step] = 4.0F * b - 5.0F * d + f;
}

void transform_window(const WinogradWindow& window) {
  constexpr int kSide = kWinogradWindow;
  for (int channel = 0; channel < window.channels; channel += kLanes) {
    Vector values[kWinogradProducts];
    for (int y = 0; y < kSide; ++y)
      for (int x = 0; x < kSide; ++x)
        values[y * kSide + x] =
            at(window.source + y * window.row_step + x * window.channels + channel);
    for (int x = 0; x < kSide; ++x) transform_line(values + x, kSide);
    for (int y = 0; y < kSide; ++y) transform_line(values + y * kSide, 1);
    for (int i = 0; i < kWinogradProducts; ++i)
      store(values[i], false, window.target + i * window.product_step + channel);
  }
}

// Transforms six products that lie `step` apart back to four outputs, `step` apart, too.
inline void transform_back(const Vector* v, int step, Vector* out) {
  const Vector even = v[step] + v[2 * step];
  const Vector odd = v[step] - v[2 * step];
  const Vector even2 = v[3 * step] + v[4 * step];
  const Vector odd2 = v[3 * step] - v[4 * step];
  out[0] = v[0] + even + even2;
  out[step] = odd + 2.0F * odd2;
  out[2 * step] = even + 4.0F * even2;
  out[3 * step] = odd + 8.0F * odd2 + v[5 * step];
}

void transform_products(const WinogradOutputs& outputs) {
  constexpr int kSide = kWinogradWindow;
  for (int channel = 0; channel < outputs.channels; channel += kLanes) {
    Vector products[kWinogradProducts];
    for (int i = 0; i < kWinogradProducts; ++i)
      products[i] = at(outputs.source + i * outputs.product_step + channel);
    Vector lines[kWinogradSide * kSide];
    for (int x = 0; x < kSide; ++x) transform_back(products + x, kSide, lines + x);
    const Vector bias = at(outputs.bias + channel);
    for (int y = 0; y < kWinogradSide; ++y) {
      Vector row[kWinogradSide];
      transform_back(lines + y * kSide, 1, row);
      for (int x = 0; x < kWinogradSide; ++x)
        store(row[x] + bias, outputs.relu,
              outputs.target + y * outputs.row_step + x * outputs.channels + channel);
    }
  }
}

}  // namespace

}  // namespace gridlens
