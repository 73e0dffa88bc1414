// Included by network_kernels_avx*.cpp alone, once each, and compiled for their processors. No
// standard headers here: see network_kernels.h.
#pragma once

#include "core/reading/network/network_kernels.h"

namespace gridlens {

namespace {

template <int... kAll>
struct Indices {};
template <int kCount, int... kAll>
struct Upto : Upto<kCount - 1, kCount - 1, kAll...> {};
template <int... kAll>
struct Upto<0, kAll...> {
  using All = Indices<kAll...>;
};

template <int kLanes>
struct Lanes {
  using Vector [[gnu::vector_size(kLanes * sizeof(float))]] = float;
  // The same, anywhere in memory.
  using Loose [[gnu::vector_size(kLanes * sizeof(float)), gnu::aligned(4), gnu::may_alias]] = float;
};

// `kAtOnce` groups of 16 pixels times `kBlock` channels are kept in registers.
template <int kLanes, int kAtOnce, int kBlock>
void convolve(const ConvolutionTile& tile) {
  using Vector = typename Lanes<kLanes>::Vector;
  using Loose = typename Lanes<kLanes>::Loose;
  constexpr int kParts = ConvolutionTile::kGroupPx / kLanes;
  constexpr int kVectors = kAtOnce * kParts;
  for (int first = 0; first < tile.groups; first += kAtOnce) {
    const float* weight = tile.weights;
    for (int output = 0; output < tile.outputs; output += kBlock) {
      Vector sums[kBlock][kVectors];
      for (int o = 0; o < kBlock; ++o)
        for (int v = 0; v < kVectors; ++v) sums[o][v] = Vector{} + tile.bias[output + o];
      long channel_offset = 0;
      for (int channel = 0; channel < tile.channels; ++channel) {
        for (int tap = 0; tap < tile.tap_count; ++tap) {
          const long offset = channel_offset + tile.taps[tap];
          Vector values[kVectors];
          for (int v = 0; v < kVectors; ++v)
            values[v] = *reinterpret_cast<const Loose*>(tile.sources[first + v / kParts] + offset +
                                                        v % kParts * kLanes);
          for (int o = 0; o < kBlock; ++o) {
            for (int v = 0; v < kVectors; ++v) sums[o][v] += values[v] * weight[o];
          }
          weight += kBlock;
        }
        channel_offset += tile.channel_stride;
      }
      for (int o = 0; o < kBlock && output + o < tile.outputs; ++o)
        for (int v = 0; v < kVectors; ++v) {
          Vector sum = sums[o][v];
          if (tile.relu) sum = sum > Vector{} ? sum : Vector{};
          const int group = first + v / kParts;
          const int from = v % kParts * kLanes;
          float* target =
              tile.targets[group] + static_cast<long>(output + o) * tile.target_stride + from;
          if (tile.valid[group] >= from + kLanes)
            *reinterpret_cast<Loose*>(target) = sum;
          else
            for (int i = 0; from + i < tile.valid[group]; ++i) target[i] = sum[i];
        }
    }
  }
}

// `kAtOnce` samples times the outputs of a block are kept in registers.
template <int kLanes, int kAtOnce>
void multiply(const FullyConnectedProduct& product) {
  using Vector = typename Lanes<kLanes>::Vector;
  using Loose = typename Lanes<kLanes>::Loose;
  constexpr int kBlock = FullyConnectedProduct::kBlock;
  constexpr int kVectors = kBlock / kLanes;
  for (int first = 0; first < product.samples; first += kAtOnce) {
    const float* sources[kAtOnce];
    for (int s = 0; s < kAtOnce; ++s)  // what is missing is worked out twice
      sources[s] =
          product.source +
          static_cast<long>(first + s < product.samples ? first + s : first) * product.inputs;
    const float* weight = product.weights;
    for (int output = 0; output < product.outputs; output += kBlock) {
      Vector sums[kAtOnce][kVectors];
      for (int s = 0; s < kAtOnce; ++s)
        for (int v = 0; v < kVectors; ++v)
          sums[s][v] = *reinterpret_cast<const Loose*>(product.bias + output + v * kLanes);
      for (int input = 0; input < product.inputs; ++input, weight += kBlock) {
        Vector weights[kVectors];
        for (int v = 0; v < kVectors; ++v)
          weights[v] = *reinterpret_cast<const Loose*>(weight + v * kLanes);
        for (int s = 0; s < kAtOnce; ++s) {
          for (int v = 0; v < kVectors; ++v) sums[s][v] += weights[v] * sources[s][input];
        }
      }
      for (int s = 0; s < kAtOnce && first + s < product.samples; ++s) {
        float* target = product.target + static_cast<long>(first + s) * product.outputs + output;
        for (int v = 0; v < kVectors; ++v) {
          Vector sum = sums[s][v];
          if (product.relu) sum = sum > Vector{} ? sum : Vector{};
          const int left = product.outputs - output - v * kLanes;
          if (left >= kLanes)
            *reinterpret_cast<Loose*>(target + v * kLanes) = sum;
          else
            for (int i = 0; i < left; ++i) target[v * kLanes + i] = sum[i];
        }
      }
    }
  }
}

// One step of transposing: exchanges the lanes with bit `kBit` set of one row for those without of
// the row `kBit` further on.
template <int kBit, class Vector, int... kLane>
void exchange(Vector& a, Vector& b, Indices<kLane...>) {
  constexpr int kLanes = sizeof...(kLane);
  const Vector old = a;
  a = __builtin_shufflevector(old, b, (kLane & kBit ? kLanes + (kLane ^ kBit) : kLane)...);
  b = __builtin_shufflevector(old, b, (kLane & kBit ? kLanes + kLane : (kLane ^ kBit))...);
}

template <int kLanes, int kBit = 1>
void transpose(typename Lanes<kLanes>::Vector* rows) {
  for (int i = 0; i < kLanes; ++i)
    if ((i & kBit) == 0) exchange<kBit>(rows[i], rows[i + kBit], typename Upto<kLanes>::All{});
  if constexpr (2 * kBit < kLanes) transpose<kLanes, 2 * kBit>(rows);
}

template <int kLanes>
void side_by_side(const float* source, long sample_stride, int samples, int values, float* target) {
  using Vector = typename Lanes<kLanes>::Vector;
  using Loose = typename Lanes<kLanes>::Loose;
  constexpr int kSamples = WinogradTile::kSamples;
  for (int part = 0; part < kSamples; part += kLanes) {
    int v = 0;
    for (; v + kLanes <= values; v += kLanes) {
      Vector rows[kLanes];
      for (int s = 0; s < kLanes; ++s)
        rows[s] = part + s < samples
                      ? *reinterpret_cast<const Loose*>(source + (part + s) * sample_stride + v)
                      : Loose{};
      transpose<kLanes>(rows);
      for (int i = 0; i < kLanes; ++i)
        *reinterpret_cast<Loose*>(target + (v + i) * kSamples + part) = rows[i];
    }
    for (; v < values; ++v)
      for (int s = 0; s < kLanes; ++s)
        target[v * kSamples + part + s] =
            part + s < samples ? source[(part + s) * sample_stride + v] : 0;
  }
}

// The transforms of minimal filtering for 4 outputs and 3 taps.
template <class Vector>
void spread_line(const Vector& d0, const Vector& d1, const Vector& d2, const Vector& d3,
                 const Vector& d4, const Vector& d5, Vector* to, int step) {
  const Vector even = d4 - d2 * 4.0F, odd = d3 - d1 * 4.0F;
  const Vector near_even = d4 - d2, near_odd = (d3 - d1) * 2.0F;
  to[0] = d0 * 4.0F - d2 * 5.0F + d4;
  to[step] = even + odd;
  to[2 * step] = even - odd;
  to[3 * step] = near_even + near_odd;
  to[4 * step] = near_even - near_odd;
  to[5 * step] = d1 * 4.0F - d3 * 5.0F + d5;
}

template <class Vector>
void gather_line(const Vector* from, int step, Vector* to, int to_step) {
  const Vector sum = from[step] + from[2 * step], difference = from[step] - from[2 * step];
  const Vector far_sum = from[3 * step] + from[4 * step];
  const Vector far_difference = from[3 * step] - from[4 * step];
  to[0] = from[0] + sum + far_sum;
  to[to_step] = difference + far_difference * 2.0F;
  to[2 * to_step] = sum + far_sum * 4.0F;
  to[3 * to_step] = difference + far_difference * 8.0F + from[5 * step];
}

template <int kLanes>
void spread_part(const float* const* window, int part, float* target, long stride) {
  using Vector = typename Lanes<kLanes>::Vector;
  using Loose = typename Lanes<kLanes>::Loose;
  constexpr int kSide = WinogradTile::kWindow;
  Vector half[kSide * kSide];
  for (int x = 0; x < kSide; ++x) {
    Vector d[kSide];
    for (int y = 0; y < kSide; ++y)
      d[y] = *reinterpret_cast<const Loose*>(window[y * kSide + x] + part);
    spread_line(d[0], d[1], d[2], d[3], d[4], d[5], half + x, kSide);
  }
  for (int y = 0; y < kSide; ++y) {
    const Vector* d = half + y * kSide;
    Vector whole[kSide];
    spread_line(d[0], d[1], d[2], d[3], d[4], d[5], whole, 1);
    for (int x = 0; x < kSide; ++x)
      *reinterpret_cast<Loose*>(target + (y * kSide + x) * stride + part) = whole[x];
  }
}

template <int kLanes>
void gather_part(const float* source, int part, long stride, float bias, bool relu, float* target,
                 int rows, int columns, int row_px) {
  using Vector = typename Lanes<kLanes>::Vector;
  using Loose = typename Lanes<kLanes>::Loose;
  constexpr int kWindow = WinogradTile::kWindow;
  constexpr int kSide = WinogradTile::kSide;
  Vector half[kSide * kWindow];
  for (int x = 0; x < kWindow; ++x) {
    Vector column[kWindow];
    for (int y = 0; y < kWindow; ++y)
      column[y] = *reinterpret_cast<const Loose*>(source + (y * kWindow + x) * stride + part);
    gather_line(column, 1, half + x, kWindow);
  }
  for (int y = 0; y < rows; ++y) {
    Vector pixels[kSide];
    gather_line(half + y * kWindow, 1, pixels, 1);
    for (int x = 0; x < columns; ++x) {
      pixels[x] += bias;
      if (relu) pixels[x] = pixels[x] > Vector{} ? pixels[x] : Vector{};
      *reinterpret_cast<Loose*>(target + (y * row_px + x) * WinogradTile::kSamples + part) =
          pixels[x];
    }
  }
}

// `kPx` neighbouring outputs times `kBlock` channels are kept in registers.
template <int kLanes, int kPx, int kBlock>
void convolve_part(const GroupTaps& work, int part) {
  using Vector = typename Lanes<kLanes>::Vector;
  using Loose = typename Lanes<kLanes>::Loose;
  constexpr int kSamples = WinogradTile::kSamples;
  for (int y = 0; y < work.rows; ++y) {
    const float* weights = work.weights;
    for (int output = 0; output < work.outputs; output += kBlock) {
      for (int x = 0; x < work.columns; x += kPx) {
        const float* sources[kPx];
        for (int p = 0; p < kPx; ++p) {  // what is missing is worked out twice
          const int column = x + p < work.columns ? x + p : x;
          sources[p] = work.source + static_cast<long>(y) * work.row_step +
                       static_cast<long>(column) * work.column_step + part;
        }
        Vector sums[kBlock][kPx];
        for (int o = 0; o < kBlock; ++o)
          for (int p = 0; p < kPx; ++p) sums[o][p] = Vector{} + work.bias[output + o];
        const float* weight = weights;
        for (int channel = 0; channel < work.channels; ++channel) {
          const long channel_offset = static_cast<long>(channel) * work.channel_stride;
          for (int tap = 0; tap < work.tap_count; ++tap, weight += kBlock) {
            Vector values[kPx];
            for (int p = 0; p < kPx; ++p)
              values[p] =
                  *reinterpret_cast<const Loose*>(sources[p] + channel_offset + work.taps[tap]);
            for (int o = 0; o < kBlock; ++o) {
              for (int p = 0; p < kPx; ++p) sums[o][p] += values[p] * weight[o];
            }
          }
        }
        for (int o = 0; o < kBlock && output + o < work.outputs; ++o)
          for (int p = 0; p < kPx && x + p < work.columns; ++p) {
            Vector sum = sums[o][p];
            if (work.relu) sum = sum > Vector{} ? sum : Vector{};
            const long pixel =
                (static_cast<long>(output + o) * work.rows + y) * work.columns + x + p;
            *reinterpret_cast<Loose*>(work.target + pixel * kSamples + part) = sum;
          }
      }
      weights += static_cast<long>(kBlock) * work.channels * work.tap_count;
    }
  }
}

// All `lanes` in registers of kLanes at most.
template <int kLanes>
void spread(const float* const* window, int lanes, float* target, long stride) {
  if (lanes == 8)
    spread_part<8>(window, 0, target, stride);
  else
    for (int part = 0; part < lanes; part += kLanes)
      spread_part<kLanes>(window, part, target, stride);
}

template <int kLanes>
void gather(const float* source, long stride, int lanes, float bias, bool relu, float* target,
            int rows, int columns, int row_px) {
  if (lanes == 8)
    gather_part<8>(source, 0, stride, bias, relu, target, rows, columns, row_px);
  else
    for (int part = 0; part < lanes; part += kLanes)
      gather_part<kLanes>(source, part, stride, bias, relu, target, rows, columns, row_px);
}

template <int kLanes, int kPx, int kBlock>
void convolve_group(const GroupTaps& work) {
  if (work.lanes == 8)
    convolve_part<8, kPx, kBlock>(work, 0);
  else
    for (int part = 0; part < work.lanes; part += kLanes)
      convolve_part<kLanes, kPx, kBlock>(work, part);
}

template <int kLanes>
void pool_group(const float* source, float* target, int planes, int source_rows, int source_columns,
                int rows, int columns) {
  using Vector = typename Lanes<kLanes>::Vector;
  using Loose = typename Lanes<kLanes>::Loose;
  constexpr int kSamples = WinogradTile::kSamples;
  const auto larger = [](const Vector& a, const Vector& b) { return a > b ? a : b; };
  for (int plane = 0; plane < planes; ++plane) {
    for (int y = 0; y < rows; ++y)
      for (int x = 0; x < columns; ++x, target += kSamples) {
        const float* above = source + (2L * y * source_columns + 2L * x) * kSamples;
        const float* below = above + static_cast<long>(source_columns) * kSamples;
        for (int part = 0; part < kSamples; part += kLanes) {
          const auto at = [part](const float* from) -> Vector {
            return *reinterpret_cast<const Loose*>(from + part);
          };
          *reinterpret_cast<Loose*>(target + part) = larger(
              larger(at(above), at(below)), larger(at(above + kSamples), at(below + kSamples)));
        }
      }
    source += static_cast<long>(source_rows) * source_columns * kSamples;
  }
}

void pool(const PoolingRows& rows) {
  const float* above = rows.source;
  float* target = rows.target;
  for (int y = 0; y < rows.rows; ++y) {
    const float* below = above + rows.source_stride;
    for (int x = 0; x < rows.columns; ++x) {
      const float left = above[2 * x] > below[2 * x] ? above[2 * x] : below[2 * x];
      const float right = above[2 * x + 1] > below[2 * x + 1] ? above[2 * x + 1] : below[2 * x + 1];
      target[x] = left > right ? left : right;
    }
    above = below + rows.source_stride;
    target += rows.columns;
  }
}

}  // namespace

}  // namespace gridlens
