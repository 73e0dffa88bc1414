#include "core/pipeline/board_claim.h"

#include <utility>

namespace gridlens {

namespace {

void set_solved(const Grid& solution, BoardResult& board) {
  board.state = BoardState::solved;
  board.message = "solved";
  board.solution = solution;
}

void set_clash(const std::optional<Clash>& clash, BoardResult& board) {
  board.state = BoardState::contradiction;
  board.message = "no solution";
  if (!clash) return;
  board.message =
      "two of your " + board.alphabet->symbol(clash->value) + "s clash in " + clash->unit;
  board.clash = {clash->cell_a, clash->cell_b};
}

void set_proven(SolveState proof, BoardResult& board) {
  board.state = proof == SolveState::multiple ? BoardState::multiple : BoardState::contradiction;
  board.message = proof == SolveState::multiple ? "more than one solution" : "no solution";
}

// The decoder's search did not come to an end: the solver has more time.
void ask(const Grid& clues, SolveService& solver, BoardResult& board, double& solve_ms) {
  const auto answer = solver.ask(clues);
  if (!answer) {
    board.state = BoardState::reading;
    board.message = "solving";
    board.solving = true;
    return;
  }
  solve_ms += answer->ms;
  const SolveResult& solved = answer->result;
  if (solved.state == SolveState::unique) {
    set_solved(solved.solutions.front(), board);
  } else if (solved.state == SolveState::invalid) {
    set_clash(solved.clash, board);
  } else if (solved.state != SolveState::budget) {
    set_proven(solved.state, board);
  } else {
    board.state = BoardState::budget;
    board.message = solved.solutions.empty() ? "too hard to solve in time"
                                             : "solution found, but perhaps not the only one";
  }
}

}  // namespace

BoardResult claim_of(const BoardReading& reading, SolveService& solver, double& solve_ms) {
  BoardResult board;
  board.n = reading.shape.n();
  board.shape = reading.shape;
  board.alphabet = reading.alphabet;
  board.clues = reading.clues;
  board.entries = reading.entries;
  board.confidence = reading.confidence;
  board.likeliest = reading.likeliest;
  board.corrections = reading.corrections;
  board.message = reading.message;
  board.objections = reading.objections;
  board.doubtful = reading.doubtful;
  if (reading.state != ReadState::sure) {
    const bool unreadable = reading.state == ReadState::unreadable;
    board.state = unreadable ? BoardState::unreadable : BoardState::reading;
    if (board.message.empty()) board.message = unreadable ? "cannot be read" : "reading";
  } else if (reading.proof == SolveState::unique) {
    set_solved(*reading.solution, board);
  } else if (reading.proof == SolveState::invalid) {
    set_clash(reading.clash, board);
  } else if (reading.proof == SolveState::budget) {
    ask(reading.clues, solver, board, solve_ms);
  } else {
    set_proven(reading.proof, board);
  }
  return board;
}

}  // namespace gridlens
