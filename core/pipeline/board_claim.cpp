// The part of BoardSession that tells what is known of the board.
#include "core/pipeline/board_session.h"

namespace gridlens {

namespace {

// `solution`: the only one, with SolveState::unique.
void set_proof(SolveState proof, const Grid* solution, const std::optional<Clash>& clash,
               BoardResult& board) {
  if (proof == SolveState::unique) {
    board.state = BoardState::solved;
    board.message = "solved";
    board.solution = *solution;
  } else if (proof == SolveState::multiple) {
    board.state = BoardState::multiple;
    board.message = "more than one solution";
  } else {
    board.state = BoardState::contradiction;
    board.message = "no solution";
    if (proof != SolveState::invalid || !clash) return;
    board.message =
        "two of your " + board.alphabet->symbol(clash->value) + "s clash in " + clash->unit;
    board.clash = {clash->cell_a, clash->cell_b};
  }
}

// The decoder's search did not come to an end: the solver has more time.
void ask(const Grid& clues, SolveService& solver, BoardResult& board) {
  const auto answer = solver.ask(clues);
  if (!answer) {
    board.state = BoardState::reading;
    board.message = "solving";
    board.solving = true;
    return;
  }
  if (answer->state != SolveState::budget)
    return set_proof(answer->state, answer->solutions.data(), answer->clash, board);
  board.state = BoardState::budget;
  board.message = answer->solutions.empty() ? "too hard to solve in time"
                                            : "solution found, but perhaps not the only one";
}

// Clues, state, message and, where exactly one solution is proven, the solution. The decoder's
// search has the proof as a rule; `solver` is asked only where that search ran out of budget, and
// `solving` is set while the answer is not there yet.
BoardResult claim_of(const BoardReading& reading, SolveService& solver) {
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
  } else if (reading.proof == SolveState::budget) {
    ask(reading.clues, solver, board);
  } else {
    set_proof(reading.proof, reading.solution ? &*reading.solution : nullptr, reading.clash, board);
  }
  return board;
}

}  // namespace

bool hint_too_small(BoardResult& board, double cell_px, bool asked_before) {
  const bool in_doubt = board.state == BoardState::unreadable ||
                        (board.state == BoardState::reading && !board.solving);
  if (!in_doubt || cell_px >= (asked_before ? kReadableAgainPx : kReadableCellPx)) return false;
  board.state = BoardState::unreadable;
  board.message = "come closer";
  board.doubtful.clear();  // all of them
  return true;
}

BoardResult BoardSession::claim(SolveService& solver) {
  BoardResult board = claim_of(reading_, solver);
  const BoardCandidate& place = track.board();
  board.id = id;
  board.image_from_board = place.image_from_board.rotated_board(reading_.quarter_turns, place.n);
  board.bend = place.bend.rotated_board(reading_.quarter_turns);
  board.lattice_score = place.lattice_score;
  board.occluded = track.occluded_upright(reading_.quarter_turns);
  board.track = state_;
  board.why = why_;
  if (still() && board.state == BoardState::reading && !board.solving) {
    board.state = BoardState::unreadable;  // there will be no further picture
    if (board.message == "reading") board.message = "cannot be read with certainty";
  }
  if (still() || looked_enough())
    hinted_too_small_ = hint_too_small(board, place.shortest_cell_px(), hinted_too_small_);
  return board;
}

}  // namespace gridlens
