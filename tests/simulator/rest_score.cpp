#include "tests/simulator/rest_score.h"

#include <algorithm>
#include <utility>

namespace gridlens::generator {

bool is_shown_right(const BoardPrediction& shown, const BoardTruth& board, double min_overlap) {
  return !shown.solution.empty() && overlap(shown.corners, board.corners) >= min_overlap &&
         best_turn(shown.corners, board.corners) == 0 && same_solution(shown, board);
}

RestScorer::RestScorer(int rest_from, std::vector<int> readable, const RestRules& rules)
    : rules_(rules), rest_from_(rest_from), readable_(std::move(readable)) {}

void RestScorer::add(const FrameTruth& truth, const std::vector<BoardFacts>& facts,
                     const std::vector<BoardPrediction>& shown) {
  const bool rest = truth.frame >= rest_from_;
  for (size_t b = 0; b < facts.size(); ++b) {
    boards_[facts[b].board] = truth.boards[b];
    if (!rest) continue;
    if (facts[b].uncovered >= rules_.least_uncovered) in_rest_.insert(facts[b].board);
    right_[facts[b].board].push_back(false);
    last_[facts[b].board] = "nothing shown";
  }
  std::vector<bool> used(truth.boards.size(), false);
  for (const BoardPrediction& board : shown) judge(board, truth, facts, used);
  std::vector<Lying> now;
  for (size_t b = 0; b < facts.size(); ++b)
    if (facts[b].uncovered >= rules_.least_uncovered)
      now.push_back({truth.boards[b], facts[b].board});
  recent_.push_back(std::move(now));
  if (int(recent_.size()) > rules_.grace_frames) recent_.pop_front();
}

bool RestScorer::lay_here(const BoardPrediction& shown, bool with_its_solution) const {
  for (const auto& frame : recent_)
    for (const Lying& lying : frame)
      if (with_its_solution ? is_shown_right(shown, lying.truth, rules_.min_overlap)
                            : overlap(shown.corners, lying.truth.corners) >= rules_.min_overlap)
        return true;
  return false;
}

bool RestScorer::is_of_the_sequence(const BoardPrediction& shown) const {
  return std::any_of(boards_.begin(), boards_.end(),
                     [&](const auto& board) { return same_solution(shown, board.second); });
}

void RestScorer::note_trouble(const char* what, int frame, const BoardPrediction& shown) {
  if (!score_.first_trouble.empty()) return;
  score_.first_trouble = std::string(what) + " in frame " + std::to_string(frame) + ": " +
                         shown.state + " \"" + shown.message + "\"";
}

void RestScorer::judge(const BoardPrediction& shown, const FrameTruth& truth,
                       const std::vector<BoardFacts>& facts, std::vector<bool>& used) {
  // A board that lies free before one that is covered by another sheet.
  int match = -1;
  double most = 0;
  for (size_t b = 0; b < facts.size(); ++b) {
    if (used[b]) continue;
    double share = overlap(shown.corners, truth.boards[b].corners);
    if (share < rules_.min_overlap) continue;
    if (facts[b].uncovered >= rules_.least_uncovered) share += 1;
    if (share > most) most = share, match = int(b);
  }
  const bool has_solution = !shown.solution.empty();
  if (match < 0) {
    if (lay_here(shown, has_solution)) {
      score_.stale += has_solution ? 1 : 0;
      return;
    }
    ++score_.false_boards;
    score_.wrong += has_solution ? 1 : 0;
    score_.ghosts += has_solution && is_of_the_sequence(shown) ? 1 : 0;
    return note_trouble("false board", truth.frame, shown);
  }
  used[size_t(match)] = true;
  const BoardTruth& board = truth.boards[size_t(match)];
  const int number = facts[size_t(match)].board;
  ids_[number].insert(shown.id);
  const bool free = facts[size_t(match)].uncovered >= rules_.least_uncovered;
  const bool right = free && is_shown_right(shown, board, rules_.min_overlap);
  if (truth.frame >= rest_from_) {
    right_[number].back() = right && shown.state == "solved";
    last_[number] = shown.state + " \"" + shown.message + "\"";
  }
  if (!has_solution || right) return;
  if (lay_here(shown, true)) {
    ++score_.stale;
    return;
  }
  ++score_.wrong;
  score_.ghosts += is_of_the_sequence(shown) ? 1 : 0;
  note_trouble(free ? "wrong solution" : "solution of a board under another sheet", truth.frame,
               shown);
}

SequenceScore RestScorer::finish() const {
  SequenceScore score = score_;
  for (const int board : readable_) {
    BoardRest rest;
    rest.board = board;
    rest.shape = boards_.at(board).shape;
    rest.last = last_.at(board);
    if (const auto ids = ids_.find(board); ids != ids_.end())
      rest.identities = int(ids->second.size());
    const std::vector<bool>& right = right_.at(board);
    int steady = 0;
    for (size_t i = 0; i < right.size(); ++i) {
      steady = right[i] ? steady + 1 : 0;
      const bool ends = i + 1 == right.size();
      if (!rest.wait && right[i] && (steady > rules_.steady_frames || ends))
        rest.wait = int(i) + 1 - steady;
    }
    if (rest.wait)
      for (size_t i = size_t(*rest.wait) + 1; i < right.size(); ++i)
        rest.flickers += right[i] != right[i - 1] ? 1 : 0;
    score.boards.push_back(rest);
  }
  score.unreadable = int(in_rest_.size()) - int(readable_.size());
  return score;
}

}  // namespace gridlens::generator
