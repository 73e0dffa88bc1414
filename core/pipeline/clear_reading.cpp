#include "core/pipeline/clear_reading.h"

#include <cstdint>

#include "core/puzzle/rules.h"
#include "core/solver/solver.h"

namespace gridlens {

namespace {

constexpr float kClearClue = 0.97F;
constexpr std::uint64_t kMostNodes = 20'000;

}  // namespace

bool clues_are_clear(const Grid& clues, const std::vector<float>& confidence) {
  for (size_t cell = 0; cell < confidence.size(); ++cell)
    if (clues.values()[cell] != 0 && confidence[cell] < kClearClue) return false;
  return true;
}

bool is_clearly_solved(const BoardReading& reading) {
  return reading.state == ReadState::sure && reading.is_puzzle &&
         clues_are_clear(reading.clues, reading.confidence) &&
         Solver(classic_rules(reading.shape)).solve(reading.clues, {2, kMostNodes}).state ==
             SolveState::unique;
}

}  // namespace gridlens
