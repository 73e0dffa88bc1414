#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "core/solver/deduction/candidate_board.h"

namespace gridlens {

// Pieces of the sentences that give the reason of a deduction.

// "a 7", "an 8"
inline std::string one_of_value(int value) {
  const bool vowel = value == 8 || value == 11 || value == 18;
  return (vowel ? "an " : "a ") + std::to_string(value);
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

inline std::string list_of_values(std::uint64_t values, const char* last = " and ") {
  std::vector<std::string> parts;
  for (std::uint64_t rest = values; rest != 0; rest &= rest - 1)
    parts.push_back(std::to_string(std::countr_zero(rest) + 1));
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

}  // namespace gridlens
