#include "core/reading/board_reading.h"

#include "core/puzzle/rules.h"
#include "core/solver/solver.h"

namespace gridlens {

namespace {

constexpr int kSmallBoard = 9;
constexpr float kClearClue = 0.97F;
constexpr std::uint64_t kProofNodes = 1000;

}  // namespace

void BoardReading::object(const char* objection, const char* why) {
  state = ReadState::reading;
  message = why;
  objections.push_back(objection);
}

bool has_more_than_givens(const Grid& clues, double most_givens) {
  const int n = clues.n();
  return n <= kSmallBoard && clues.count_filled() > most_givens * n * n;
}

bool is_clearly_solved(const BoardReading& reading) {
  if (reading.state != ReadState::sure || !reading.is_puzzle || reading.proof != SolveState::unique)
    return false;
  Grid clear = reading.clues;
  for (int cell = 0; cell < reading.confidence.size(); ++cell)
    if (reading.confidence[cell] < kClearClue) clear.set(cell, 0);
  return clear == reading.clues ||
         Solver(classic_rules(reading.shape)).solve(clear, {.max_nodes = kProofNodes}).state ==
             SolveState::unique;
}

std::vector<int> contradicted_clues(const BoardReading& reading, const BoardReading& other) {
  std::vector<int> cells;
  if (!other.is_puzzle || other.shape.n() != reading.shape.n() ||
      other.quarter_turns != reading.quarter_turns || other.alphabet.kind != reading.alphabet.kind)
    return cells;
  const Grid symbols = other.clues.filled_from(other.entries);
  for (int cell = 0; cell < reading.confidence.size(); ++cell) {
    const int here = reading.clues.at(cell);
    const int there = symbols.at(cell);
    if (here != 0 && there != 0 && here != there) cells.push_back(cell);
  }
  return cells;
}

}  // namespace gridlens
