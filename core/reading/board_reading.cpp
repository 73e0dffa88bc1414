#include "core/reading/board_reading.h"

namespace gridlens {

namespace {

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
  return n <= 9 && clues.count_filled() > most_givens * n * n;
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

}  // namespace gridlens
