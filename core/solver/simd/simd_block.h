// Thirty-two 16-bit lanes in the widest registers that the including file is compiled for. Only for
// the simd_kernel_*.cpp files, each of which is compiled for another processor. All that they share
// by source lives in a namespace of its own per processor (GRIDLENS_SIMD_NAMESPACE). No inline
// function of the standard library is used.
#include <cstdint>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace gridlens::GRIDLENS_SIMD_NAMESPACE {

inline constexpr int kLanes = 32;

#if defined(__AVX512BW__)

struct Block {
  __m512i v;
};
inline Block load(const std::uint16_t* p) {
  return {_mm512_load_si512(p)};
}
inline void store(std::uint16_t* p, Block a) {
  _mm512_store_si512(p, a.v);
}
inline Block spread(std::uint16_t x) {
  return {_mm512_set1_epi16(static_cast<short>(x))};
}
inline Block both(Block a, Block b) {
  return {_mm512_and_si512(a.v, b.v)};
}
inline Block without(Block a, Block b) {
  return {a.v & ~b.v};  // GCC 12 warns about its own _mm512_andnot_si512
}
// Every lane less its lowest bit.
inline Block drop_lowest(Block a) {
  return {_mm512_and_si512(a.v, _mm512_add_epi16(a.v, _mm512_set1_epi16(-1)))};
}
// Bit i: lane i is zero.
inline std::uint32_t zero_lanes(Block a) {
  return _mm512_testn_epi16_mask(a.v, a.v);
}

#elif defined(__AVX2__)

struct Block {
  __m256i v[2];
};
inline Block load(const std::uint16_t* p) {
  return {{_mm256_load_si256(reinterpret_cast<const __m256i*>(p)),
           _mm256_load_si256(reinterpret_cast<const __m256i*>(p) + 1)}};
}
inline void store(std::uint16_t* p, Block a) {
  _mm256_store_si256(reinterpret_cast<__m256i*>(p), a.v[0]);
  _mm256_store_si256(reinterpret_cast<__m256i*>(p) + 1, a.v[1]);
}
inline Block spread(std::uint16_t x) {
  const __m256i v = _mm256_set1_epi16(static_cast<short>(x));
  return {{v, v}};
}
inline Block both(Block a, Block b) {
  return {{_mm256_and_si256(a.v[0], b.v[0]), _mm256_and_si256(a.v[1], b.v[1])}};
}
inline Block without(Block a, Block b) {
  return {{_mm256_andnot_si256(b.v[0], a.v[0]), _mm256_andnot_si256(b.v[1], a.v[1])}};
}
inline Block drop_lowest(Block a) {
  const __m256i ones = _mm256_set1_epi16(-1);
  return {{_mm256_and_si256(a.v[0], _mm256_add_epi16(a.v[0], ones)),
           _mm256_and_si256(a.v[1], _mm256_add_epi16(a.v[1], ones))}};
}
inline std::uint32_t zero_lanes(Block a) {
  const __m256i zero = _mm256_setzero_si256();
  const __m256i packed =
      _mm256_packs_epi16(_mm256_cmpeq_epi16(a.v[0], zero), _mm256_cmpeq_epi16(a.v[1], zero));
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_permute4x64_epi64(packed, 0xd8)));
}

#elif defined(__SSE2__)

struct Block {
  __m128i v[4];
};
inline Block load(const std::uint16_t* p) {
  const auto* q = reinterpret_cast<const __m128i*>(p);
  return {{_mm_load_si128(q), _mm_load_si128(q + 1), _mm_load_si128(q + 2), _mm_load_si128(q + 3)}};
}
inline void store(std::uint16_t* p, Block a) {
  for (int i = 0; i < 4; ++i) _mm_store_si128(reinterpret_cast<__m128i*>(p) + i, a.v[i]);
}
inline Block spread(std::uint16_t x) {
  const __m128i v = _mm_set1_epi16(static_cast<short>(x));
  return {{v, v, v, v}};
}
inline Block both(Block a, Block b) {
  for (int i = 0; i < 4; ++i) a.v[i] = _mm_and_si128(a.v[i], b.v[i]);
  return a;
}
inline Block without(Block a, Block b) {
  for (int i = 0; i < 4; ++i) a.v[i] = _mm_andnot_si128(b.v[i], a.v[i]);
  return a;
}
inline Block drop_lowest(Block a) {
  const __m128i ones = _mm_set1_epi16(-1);
  for (int i = 0; i < 4; ++i) a.v[i] = _mm_and_si128(a.v[i], _mm_add_epi16(a.v[i], ones));
  return a;
}
inline std::uint32_t zero_lanes(Block a) {
  const __m128i zero = _mm_setzero_si128();
  for (int i = 0; i < 4; ++i) a.v[i] = _mm_cmpeq_epi16(a.v[i], zero);
  const auto low = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(a.v[0], a.v[1])));
  const auto high = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(a.v[2], a.v[3])));
  return low | high << 16;
}

#else

struct Block {
  std::uint16_t v[kLanes];
};
inline Block load(const std::uint16_t* p) {
  Block a;
  for (int i = 0; i < kLanes; ++i) a.v[i] = p[i];
  return a;
}
inline void store(std::uint16_t* p, const Block& a) {
  for (int i = 0; i < kLanes; ++i) p[i] = a.v[i];
}
inline Block spread(std::uint16_t x) {
  Block a;
  for (int i = 0; i < kLanes; ++i) a.v[i] = x;
  return a;
}
inline Block both(Block a, const Block& b) {
  for (int i = 0; i < kLanes; ++i) a.v[i] &= b.v[i];
  return a;
}
inline Block without(Block a, const Block& b) {
  for (int i = 0; i < kLanes; ++i) a.v[i] &= static_cast<std::uint16_t>(~b.v[i]);
  return a;
}
inline Block drop_lowest(Block a) {
  for (int i = 0; i < kLanes; ++i) a.v[i] &= static_cast<std::uint16_t>(a.v[i] - 1);
  return a;
}
inline std::uint32_t zero_lanes(const Block& a) {
  std::uint32_t mask = 0;
  for (int i = 0; i < kLanes; ++i) mask |= static_cast<std::uint32_t>(a.v[i] == 0) << i;
  return mask;
}

#endif

}  // namespace gridlens::GRIDLENS_SIMD_NAMESPACE
