#pragma once

#include <algorithm>

namespace gridlens {

// How the samples of a batch lie in the stacks that pass from layer to layer. One after another, as
// cv::dnn has it; or, but for a few left over, in groups of 16 whose values lie side by side. In a
// group the value of each sample comes first, then the next value of each. A group takes the room
// of 16 samples, also where it holds fewer. What is done to one sample is so done to 16, whatever
// the size of the planes. Only layers that know of it (SingleLayer), or that treat every value
// alike, may come between.
struct BatchLayout {
  static constexpr int kGroup = 16;
  static constexpr int kHalf = 8;    // a last group of so many at most is worked out at half price
  static constexpr int kFewest = 7;  // fewer left over are worked out faster one by one

  int groups = 0;
  int count = 0;  // samples in all

  static BatchLayout apart(int count) { return {0, count}; }
  static BatchLayout side_by_side(int count) {
    return {count / kGroup + (count % kGroup >= kFewest ? 1 : 0), count};
  }

  // The first sample that lies by itself; `count` where there is none.
  [[nodiscard]] int first_apart() const { return std::min(groups * kGroup, count); }

  // So many of a group's 16 are worked out.
  [[nodiscard]] int lanes(int group) const {
    return count - group * kGroup <= kHalf ? kHalf : kGroup;
  }
};

// Says, while it lives, to this program's own layers on this thread how many samples of a batch
// count, and how they lie. The others are left as they are. As cv::dnn plans and allocates anew for
// every size of a batch, a batch keeps its size, a multiple of 16.
class SamplesInUse {
 public:
  explicit SamplesInUse(const BatchLayout& layout) { layout_ = layout; }
  ~SamplesInUse() { layout_ = BatchLayout::apart(kAll); }
  SamplesInUse(const SamplesInUse&) = delete;
  SamplesInUse& operator=(const SamplesInUse&) = delete;

  // Of a stack of so many.
  static BatchLayout of(int samples) {
    return samples < layout_.count ? BatchLayout::apart(samples) : layout_;
  }

 private:
  static constexpr int kAll = 1 << 30;
  static inline thread_local BatchLayout layout_ = BatchLayout::apart(kAll);
};

}  // namespace gridlens
