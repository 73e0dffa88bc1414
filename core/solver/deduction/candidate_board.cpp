#include "core/solver/deduction/candidate_board.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace gridlens {

bool CellSet::empty() const {
  return std::all_of(words_.begin(), words_.end(), [](std::uint64_t word) { return word == 0; });
}

std::vector<int> CellSet::cells() const {
  std::vector<int> found;
  for (size_t i = 0; i < words_.size(); ++i)
    for (std::uint64_t rest = words_[i]; rest != 0; rest &= rest - 1)
      found.push_back(static_cast<int>(i) * 64 + std::countr_zero(rest));
  return found;
}

CandidateBoard::CandidateBoard(const Rules& rules, std::vector<std::string> symbols)
    : rules_(rules),
      symbols_(std::move(symbols)),
      model_(rules_),
      state_(model_),
      peers_(static_cast<size_t>(rules.shape.cells()), CellSet(rules.shape.cells())),
      placed_(static_cast<size_t>(rules.shape.cells()), 0) {
  for (const Unit& unit : rules_.units)
    for (const int cell : unit.cells)
      for (const int other : unit.cells)
        if (other != cell) peers_[static_cast<size_t>(cell)].add(other);
}

bool CandidateBoard::start(const Grid& givens) {
  state_.clear();
  order_.clear();
  std::fill(placed_.begin(), placed_.end(), std::uint8_t{0});
  for (int cell = 0; cell < cells(); ++cell) {
    const int value = givens.at(cell);
    if (value != 0 && !place({cell, value})) return false;
  }
  return true;
}

bool CandidateBoard::place(Candidate candidate) {
  placed_[static_cast<size_t>(candidate.cell)] = 1;
  order_.push_back(candidate.cell);
  return state_.choose(static_cast<size_t>(candidate.cell),
                       static_cast<size_t>(candidate.value - 1));
}

bool CandidateBoard::remove(Candidate candidate) {
  return state_.remove(static_cast<size_t>(candidate.cell),
                       static_cast<size_t>(candidate.value - 1));
}

void CandidateBoard::undo(Mark mark) {
  state_.undo_to(mark.state);
  for (; order_.size() > mark.placed; order_.pop_back())
    placed_[static_cast<size_t>(order_.back())] = 0;
}

std::string CandidateBoard::name(int cell) const {
  std::string text = "r";
  text += std::to_string(cell / n() + 1);
  text += 'c';
  text += std::to_string(cell % n() + 1);
  return text;
}

std::string CandidateBoard::symbol(int value) const {
  const auto index = static_cast<size_t>(value - 1);
  return index < symbols_.size() ? symbols_[index] : std::to_string(value);
}

}  // namespace gridlens
