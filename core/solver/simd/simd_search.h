#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/solver/cover/cover_model.h"
#include "core/solver/cover/search_engine.h"
#include "core/solver/simd/simd_tables.h"

namespace gridlens {

// Exact cover search for boards of up to 16 cells a side whose whole state lies in a few vector
// registers. As in CoverSearch an item is the bit set of its live options. Here choosing an option
// masks all items at once, without looking for what there is to remove, and all items are looked
// through for singles at once. Undone by copying the state (0.8 kB for 9x9).
//
// Allocates in the constructor only. Runs the kernel for the best instruction set of the processor.
class SimdSearch : public SearchEngine {
 public:
  enum class Kernel { best = 1, baseline, avx2, avx512 };

  static bool can_take(const CoverModel& model);
  static bool available(Kernel kernel);  // on this processor, in this build

  // For measuring what each part is worth; the defaults are what is best for the board's size.
  struct Options {
    Kernel kernel = Kernel::best;
    std::optional<SimdLocked> locked{};
    std::optional<SimdGuess> guess{};
  };

  explicit SimdSearch(const CoverModel& model) : SimdSearch(model, Options{}) {}
  SimdSearch(const CoverModel& model, Options options);

  SearchOutcome search(std::span<const std::uint8_t> givens, const SearchLimits& limits,
                       const SolutionSink& sink) override;

 private:
  struct alignas(64) Line {
    std::uint16_t lanes[32];
  };

  std::uint16_t* take(size_t lanes);

  SimdTables tables_;
  SimdKernel kernel_;
  std::vector<Line> memory_;
  size_t used_ = 0;
  std::vector<std::uint32_t> own_units_;
  std::vector<std::uint32_t> peer_cells_;
  std::vector<std::uint16_t> cell_at_;
};

}  // namespace gridlens
