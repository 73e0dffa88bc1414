#include "core/pipeline/judge_board.h"

#include "core/puzzle/rules.h"

namespace gridlens {

namespace {

void tell_answer(const SolveAnswer& answer, BoardResult& board) {
  const SolveResult& solved = answer.result;
  switch (solved.state) {
    case SolveState::unique:
      board.state = BoardState::solved;
      board.message = "solved";
      board.solution = solved.solutions.front();
      return;
    case SolveState::multiple:
      board.state = BoardState::multiple;
      board.message = "more than one solution";
      return;
    case SolveState::none:
      board.state = BoardState::contradiction;
      board.message = "no solution";
      return;
    case SolveState::invalid:
      board.state = BoardState::contradiction;
      board.message = "no solution";
      if (solved.clash) {
        const std::string symbol = board.alphabet->symbol(solved.clash->value);
        board.message = "two of your " + symbol + "s clash in " + solved.clash->unit;
        board.clash = {solved.clash->cell_a, solved.clash->cell_b};
      }
      return;
    case SolveState::budget:
      board.state = BoardState::budget;
      board.message = solved.solutions.empty() ? "too hard to solve in time"
                                               : "solution found, but perhaps not the only one";
      return;
  }
}

}  // namespace

Judgement judge_board(const BoardReading& reading, const Homography& image_from_board,
                      SolveService& solver) {
  Judgement judgement;
  BoardResult& board = judgement.board;
  board.n = reading.shape.n();
  board.image_from_board = image_from_board.rotated_board(reading.quarter_turns, board.n);
  board.shape = reading.shape;
  board.alphabet = reading.alphabet;
  board.clues = reading.clues;
  board.entries = reading.entries;
  board.confidence = reading.confidence;
  board.doubtful = reading.doubtful;
  board.message = reading.message;
  switch (reading.state) {
    case ReadState::reading:
      board.state = BoardState::reading;
      if (board.message.empty()) board.message = "reading";
      break;
    case ReadState::unreadable:
      board.state = BoardState::unreadable;
      if (board.message.empty()) board.message = "cannot be read";
      break;
    case ReadState::sure:
      board.doubtful.clear();
      judgement.answer = solver.ask(reading.clues);
      if (judgement.answer) {
        tell_answer(*judgement.answer, board);
      } else {
        board.state = BoardState::reading;
        board.message = "solving";
        board.solving = true;
      }
      break;
  }
  return judgement;
}

}  // namespace gridlens
