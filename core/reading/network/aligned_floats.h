#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace gridlens {

// Zeros at first; on the boundary of a cache line, which whole registers are read and written
// across at half the speed.
class AlignedFloats {
 public:
  AlignedFloats() = default;
  explicit AlignedFloats(std::size_t count) : values_(new (kLine) float[count]()) {}

  [[nodiscard]] float* data() { return values_.get(); }
  [[nodiscard]] const float* data() const { return values_.get(); }

 private:
  static constexpr std::align_val_t kLine{64};
  struct Release {
    void operator()(float* values) const { operator delete[](values, kLine); }
  };
  std::unique_ptr<float[], Release> values_;
};

}  // namespace gridlens
