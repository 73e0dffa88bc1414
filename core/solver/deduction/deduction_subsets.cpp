#include <array>
#include <bit>

#include "core/solver/deduction/deduction_finders.h"
#include "core/solver/deduction/deduction_words.h"

namespace gridlens {

namespace {

struct Member {
  int index = 0;           // of a cell in its unit, a value, a line
  std::uint64_t mask = 0;  // what it may take
};

// Every choice of `size` members whose masks together have just `size` bits. `visit` gets the
// members' bit set (by index) and the united mask, and returns true to end the search.
template <typename Visit>
bool for_each_locked_set(const std::vector<Member>& members, int size, Visit visit) {
  const auto extend = [&](const auto& self, size_t from, int left, std::uint64_t chosen,
                          std::uint64_t mask) -> bool {
    if (left == 0) return std::popcount(mask) == size && visit(chosen, mask);
    for (size_t i = from; i + static_cast<size_t>(left) <= members.size(); ++i) {
      const std::uint64_t united = mask | members[i].mask;
      if (std::popcount(united) <= size &&
          self(self, i + 1, left - 1, chosen | std::uint64_t{1} << members[i].index, united))
        return true;
    }
    return false;
  };
  return extend(extend, 0, size, 0, 0);
}

Technique by_size(const std::array<Technique, 3>& techniques, int size) {
  return techniques[static_cast<size_t>(size - 2)];
}

std::vector<int> cells_at(const CandidateBoard& board, int unit, std::uint64_t positions) {
  std::vector<int> cells;
  for (std::uint64_t rest = positions; rest != 0; rest &= rest - 1)
    cells.push_back(board.unit_cells(unit)[static_cast<size_t>(std::countr_zero(rest))]);
  return cells;
}

// "rows 2 and 5"
std::string lines_text(const char* kind, std::uint64_t lines) {
  std::vector<std::string> numbers;
  for (std::uint64_t rest = lines; rest != 0; rest &= rest - 1)
    numbers.push_back(std::to_string(std::countr_zero(rest) + 1));
  return std::string(kind) + "s " + list_of(numbers);
}

// The rules list rows first, then columns.
int line_unit(int line, bool row, int n) {
  return row ? line : n + line;
}

}  // namespace

// So many cells of a unit that share so many values: no other cell of the unit has them.
bool find_naked_subsets(const CandidateBoard& board, int size, const DeductionSink& sink) {
  const Technique technique =
      by_size({Technique::naked_pair, Technique::naked_triple, Technique::naked_quad}, size);
  for (int unit = 0; unit < board.unit_count(); ++unit) {
    const std::vector<int>& cells = board.unit_cells(unit);
    std::vector<Member> members;
    for (int p = 0; p < board.n(); ++p) {
      const int cell = cells[static_cast<size_t>(p)];
      const std::uint64_t values = board.values_at(cell);
      if (!board.is_placed(cell) && std::popcount(values) <= size) members.push_back({p, values});
    }
    const bool ended =
        for_each_locked_set(members, size, [&](std::uint64_t positions, std::uint64_t values) {
          std::vector<Candidate> removed;
          for (int p = 0; p < board.n(); ++p) {
            const int cell = cells[static_cast<size_t>(p)];
            if ((positions >> p & 1) != 0 || board.is_placed(cell)) continue;
            for (std::uint64_t rest = board.values_at(cell) & values; rest != 0; rest &= rest - 1)
              removed.push_back({cell, std::countr_zero(rest) + 1});
          }
          if (removed.empty()) return false;
          std::vector<int> takers = cells_at(board, unit, positions);
          std::string reason = list_of_cells(board, takers) + " take " +
                               list_of_values(board, values) + " in " + board.unit_name(unit) +
                               ", so its other cells do not";
          return sink(
              {technique, {}, std::move(removed), std::move(reason), std::move(takers), {unit}});
        });
    if (ended) return true;
  }
  return false;
}

// So many values of a unit that share so many places: nothing else goes there.
bool find_hidden_subsets(const CandidateBoard& board, int size, const DeductionSink& sink) {
  const Technique technique =
      by_size({Technique::hidden_pair, Technique::hidden_triple, Technique::hidden_quad}, size);
  for (int unit = 0; unit < board.unit_count(); ++unit) {
    std::vector<Member> members;
    for (int value = 1; value <= board.n(); ++value) {
      const std::uint64_t places = board.places_in(unit, value);
      const int count = std::popcount(places);
      if (count >= 1 && count <= size &&
          !(count == 1 && board.is_placed(cells_at(board, unit, places)[0])))
        members.push_back({value - 1, places});
    }
    const bool ended =
        for_each_locked_set(members, size, [&](std::uint64_t values, std::uint64_t positions) {
          std::vector<Candidate> removed;
          const std::vector<int> cells = cells_at(board, unit, positions);
          for (const int cell : cells)
            for (std::uint64_t rest = board.values_at(cell) & ~values; rest != 0; rest &= rest - 1)
              removed.push_back({cell, std::countr_zero(rest) + 1});
          if (removed.empty()) return false;
          return sink({technique,
                       {},
                       std::move(removed),
                       list_of_values(board, values) + " have only " + list_of_cells(board, cells) +
                           " in " + board.unit_name(unit) + ", so nothing else goes there",
                       cells,
                       {unit}});
        });
    if (ended) return true;
  }
  return false;
}

// So many rows in which a value has places in so many columns only: these columns hold it nowhere
// else; and with rows and columns exchanged.
bool find_fish(const CandidateBoard& board, int size, const DeductionSink& sink) {
  const Technique technique =
      by_size({Technique::x_wing, Technique::swordfish, Technique::jellyfish}, size);
  const int n = board.n();
  for (int value = 1; value <= n; ++value)
    for (const bool by_rows : {true, false}) {
      std::vector<Member> members;
      for (int line = 0; line < n; ++line) {
        const std::uint64_t places = board.places_in(line_unit(line, by_rows, n), value);
        const int count = std::popcount(places);
        if (count >= 2 && count <= size) members.push_back({line, places});
      }
      const bool ended =
          for_each_locked_set(members, size, [&](std::uint64_t lines, std::uint64_t across) {
            std::vector<int> outside, inside;
            std::vector<int> units;
            for (int line = 0; line < n; ++line)
              if ((lines >> line & 1) != 0) units.push_back(line_unit(line, by_rows, n));
            for (std::uint64_t rest = across; rest != 0; rest &= rest - 1) {
              const int other = std::countr_zero(rest);
              units.push_back(line_unit(other, !by_rows, n));
              for (int line = 0; line < n; ++line)
                ((lines >> line & 1) == 0 ? outside : inside)
                    .push_back(by_rows ? line * n + other : other * n + line);
            }
            std::vector<Candidate> removed = live_candidates(board, outside, value);
            if (removed.empty()) return false;
            std::vector<int> because;
            for (const Candidate& fin : live_candidates(board, inside, value))
              because.push_back(fin.cell);
            return sink({technique,
                         {},
                         std::move(removed),
                         "in " + lines_text(by_rows ? "row" : "column", lines) + " the " +
                             board.symbol(value) + " is in " +
                             lines_text(by_rows ? "column" : "row", across) +
                             " only, so these hold it nowhere else",
                         std::move(because),
                         std::move(units)});
          });
      if (ended) return true;
    }
  return false;
}

}  // namespace gridlens
