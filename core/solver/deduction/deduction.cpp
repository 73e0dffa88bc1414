#include "core/solver/deduction/deduction.h"

#include <algorithm>
#include <array>

#include "core/solver/deduction/deduction_finders.h"

namespace gridlens {

namespace {

using Finder = bool (*)(const CandidateBoard&, const DeductionSink&);

template <bool (*kFind)(const CandidateBoard&, int, const DeductionSink&), int kSize>
bool of_size(const CandidateBoard& board, const DeductionSink& sink) {
  return kFind(board, kSize, sink);
}

struct Row {
  Technique technique;
  const char* name;
  Finder find;
};

// The list of techniques, easiest first.
constexpr std::array kRows{
    Row{Technique::hidden_single, "hidden-single", find_hidden_singles},
    Row{Technique::naked_single, "naked-single", find_naked_singles},
    Row{Technique::locked_candidates, "locked-candidates", find_locked_candidates},
    Row{Technique::naked_pair, "naked-pair", of_size<find_naked_subsets, 2>},
    Row{Technique::hidden_pair, "hidden-pair", of_size<find_hidden_subsets, 2>},
    Row{Technique::naked_triple, "naked-triple", of_size<find_naked_subsets, 3>},
    Row{Technique::hidden_triple, "hidden-triple", of_size<find_hidden_subsets, 3>},
    Row{Technique::x_wing, "x-wing", of_size<find_fish, 2>},
    Row{Technique::naked_quad, "naked-quad", of_size<find_naked_subsets, 4>},
    Row{Technique::hidden_quad, "hidden-quad", of_size<find_hidden_subsets, 4>},
    Row{Technique::xy_wing, "xy-wing", find_xy_wings},
    Row{Technique::swordfish, "swordfish", of_size<find_fish, 3>},
    Row{Technique::simple_colouring, "simple-colouring", find_simple_colourings},
    Row{Technique::jellyfish, "jellyfish", of_size<find_fish, 4>},
};

constexpr auto kTechniques = [] {
  std::array<Technique, kRows.size()> techniques{};
  for (size_t i = 0; i < kRows.size(); ++i) techniques[i] = kRows[i].technique;
  return techniques;
}();

const Row* row_of(Technique technique) {
  const auto found = std::find_if(kRows.begin(), kRows.end(),
                                  [&](const Row& row) { return row.technique == technique; });
  return found == kRows.end() ? nullptr : &*found;
}

}  // namespace

const char* technique_name(Technique technique) {
  const Row* row = row_of(technique);
  return row == nullptr ? "search" : row->name;
}

std::span<const Technique> all_techniques() {
  return kTechniques;
}

bool find_deductions(const CandidateBoard& board, Technique technique, const DeductionSink& sink) {
  const Row* row = row_of(technique);
  return row != nullptr && row->find(board, sink);
}

bool apply(const Deduction& deduction, CandidateBoard& board) {
  for (const Candidate& candidate : deduction.placed)
    if (!board.place(candidate)) return false;
  for (const Candidate& candidate : deduction.removed)
    if (board.has(candidate) && !board.remove(candidate)) return false;
  return true;
}

}  // namespace gridlens
