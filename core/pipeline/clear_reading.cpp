#include "core/pipeline/clear_reading.h"

#include <cstdint>

#include "core/puzzle/rules.h"
#include "core/solver/solver.h"

namespace gridlens {

namespace {

constexpr int kSmallBoard = 9;
constexpr float kClearClue = 0.97F;
constexpr std::uint64_t kMostNodes = 20'000;

// The value read in a cell, 0 for none.
int symbol_in(const BoardReading& reading, size_t cell) {
  const int clue = reading.clues.values()[cell];
  return clue != 0 ? clue : reading.entries.values()[cell];
}

}  // namespace

bool clues_are_clear(const Grid& clues, const std::vector<float>& confidence) {
  // More than half of a small board full: a player's entries may be among the clues.
  if (clues.n() <= kSmallBoard && 2 * clues.count_filled() > clues.n() * clues.n()) return false;
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

void doubt_contradicted(const BoardReading& other, BoardReading& reading) {
  if (!other.is_puzzle || other.shape.n() != reading.shape.n() ||
      other.quarter_turns != reading.quarter_turns || other.alphabet.kind != reading.alphabet.kind)
    return;
  std::vector<int> doubtful;
  for (size_t cell = 0; cell < reading.confidence.size(); ++cell) {
    const int here = reading.clues.values()[cell];
    const int there = symbol_in(other, cell);
    if (here != 0 && there != 0 && here != there) doubtful.push_back(static_cast<int>(cell));
  }
  if (doubtful.empty()) return;
  reading.state = ReadState::reading;
  reading.message = "two looks at it differ";
  reading.doubtful = std::move(doubtful);
}

}  // namespace gridlens
