// Included by network_kernels_avx*.cpp alone, once each, and compiled for their processors. No
// standard headers here: see network_kernels.h.
#pragma once

#include "core/reading/network_kernels.h"

namespace gridlens {

namespace {

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
  for (int first = 0; first < ConvolutionTile::kGroups; first += kAtOnce) {
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
void multiply(const DenseProduct& product) {
  using Vector = typename Lanes<kLanes>::Vector;
  using Loose = typename Lanes<kLanes>::Loose;
  constexpr int kBlock = DenseProduct::kBlock;
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
