#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/solver/deduction/candidate_board.h"

namespace gridlens {

// Pieces of the sentences that give the reason of a deduction.

// "a 7", "an 8", "an F"
inline std::string one_of_value(const CandidateBoard& board, int value) {
  const std::string symbol = board.symbol(value);
  const bool letter_name =
      symbol.size() == 1 && std::string_view("AEFHILMNORSX").find(symbol) != std::string_view::npos;
  const bool vowel = letter_name || symbol == "8" || symbol == "11" || symbol == "18";
  return (vowel ? "an " : "a ") + symbol;
}

// "2, 5 and 7"
inline std::string list_of(const std::vector<std::string>& parts, const char* last = " and ") {
  std::string text;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? last : ", ";
    text += parts[i];
  }
  return text;
}

inline std::string list_of_values(const CandidateBoard& board, std::uint64_t values,
                                  const char* last = " and ") {
  std::vector<std::string> parts;
  for (std::uint64_t rest = values; rest != 0; rest &= rest - 1)
    parts.push_back(board.symbol(std::countr_zero(rest) + 1));
  return list_of(parts, last);
}

inline std::string list_of_cells(const CandidateBoard& board, const std::vector<int>& cells) {
  std::vector<std::string> parts;
  parts.reserve(cells.size());
  for (const int cell : cells) parts.push_back(board.name(cell));
  return list_of(parts);
}

// The candidates of one value in some cells that are still there.
inline std::vector<Candidate> live_candidates(const CandidateBoard& board,
                                              const std::vector<int>& cells, int value) {
  std::vector<Candidate> found;
  for (const int cell : cells)
    if (!board.is_placed(cell) && board.has({cell, value})) found.push_back({cell, value});
  return found;
}

// The units that hold all of the cells and at least one of the removed candidates.
inline std::vector<int> units_between(const CandidateBoard& board, const std::vector<int>& cells,
                                      const std::vector<Candidate>& removed) {
  std::vector<int> units;
  for (int unit = 0; unit < board.unit_count(); ++unit) {
    const std::vector<int>& own = board.unit_cells(unit);
    const auto holds = [&](int cell) {
      return std::find(own.begin(), own.end(), cell) != own.end();
    };
    if (std::all_of(cells.begin(), cells.end(), holds) &&
        std::any_of(removed.begin(), removed.end(),
                    [&](const Candidate& c) { return holds(c.cell); }))
      units.push_back(unit);
  }
  return units;
}

}  // namespace gridlens
