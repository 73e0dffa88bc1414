// How a learning search sets up its variables and items.
#include <algorithm>
#include <bit>

#include "core/solver/learning/learning_search.h"

namespace gridlens {

namespace {

// Below, segments, trying options and Hall sets cost more than they save.
constexpr int kSegmentsFromN = 18;
// Boards with more live options than this are far from any contradiction that trying would find.
constexpr size_t kMostOptionsToTry = 5000;

}  // namespace

LearningSearch::LearningSearch(const CoverModel& model, LearningOptions options)
    : model_(model),
      state_(model),
      tries_options_(options.try_options.value_or(model.n >= kSegmentsFromN)),
      uses_halls_(options.hall_sets.value_or(model.n >= kSegmentsFromN)),
      look_ahead_(options.look_ahead) {
  solution_.resize(static_cast<size_t>(model.cells));
  if (options.segments.value_or(model.n >= kSegmentsFromN))
    find_segments();
  else
    families_.resize(static_cast<size_t>(model.units));
}

// Each unit's segments are sorted into families of segments that do not overlap.
void LearningSearch::find_segments() {
  const auto n = static_cast<size_t>(model_.n);
  const auto units = static_cast<size_t>(model_.units);
  std::vector<Segment> of_other(units);
  families_.resize(units);
  const auto add_to_family = [&](size_t unit, std::uint32_t segment) {
    const auto positions = [&](std::uint32_t s) {
      return segments_[s].unit_a == unit ? segments_[s].positions_a : segments_[s].positions_b;
    };
    for (auto& family : families_[unit])
      if (std::none_of(family.begin(), family.end(),
                       [&](std::uint32_t s) { return (positions(s) & positions(segment)) != 0; })) {
        family.push_back(segment);
        return;
      }
    families_[unit].push_back({segment});
  };
  for (size_t a = 0; a < units; ++a) {
    of_other.assign(units, {});
    for (size_t p = 0; p < n; ++p)
      for (const auto& place : model_.places_of(model_.cell_at[a * n + p])) {
        of_other[place.unit].positions_a |= std::uint64_t{1} << p;
        of_other[place.unit].positions_b |= std::uint64_t{1} << place.position;
      }
    for (size_t b = a + 1; b < units; ++b) {
      const int shared = std::popcount(of_other[b].positions_a);
      if (shared < 2 || shared == model_.n) continue;
      segments_.push_back({static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b),
                           of_other[b].positions_a, of_other[b].positions_b});
      add_to_family(a, static_cast<std::uint32_t>(segments_.size() - 1));
      add_to_family(b, static_cast<std::uint32_t>(segments_.size() - 1));
    }
  }
}

void LearningSearch::add_item() {
  Item item;
  item.begin = items_.empty() ? 0 : items_.back().end;
  item.end = static_cast<std::uint32_t>(item_lits_.size());
  Open open;
  for (std::uint32_t i = item.begin; i < item.end; ++i) {
    ++open.count;
    open.sum += item_lits_[i];
  }
  items_.push_back(item);
  open_.push_back(open);
}

// A unit's value lies in one of the unit's options, and as well in one segment of each family (or
// in an option outside of the family). A segment is a variable of its own: "the value is in these
// cells". So a value that is locked into a segment leaves the other unit by propagation alone, and
// what is learned is said about segments, in shorter clauses.
void LearningSearch::build_units(const std::vector<Var>& var_of, std::uint32_t& vars) {
  const auto n = static_cast<size_t>(model_.n);
  constexpr Lit kNone = ~Lit{0};
  std::vector<Lit> lit_of(segments_.size() * n, kNone);
  const auto option_lit = [&](size_t unit, size_t position, size_t value) {
    return 2 * var_of[model_.cell_at[unit * n + position] * n + value];
  };
  for (size_t s = 0; s < segments_.size(); ++s)
    for (size_t v = 0; v < n; ++v) {
      const Segment& segment = segments_[s];
      const std::uint64_t in_unit = state_.item(state_.unit_item(segment.unit_a, v));
      const std::uint64_t live = in_unit & segment.positions_a;
      if (live == 0 || is_single(in_unit)) continue;
      if (is_single(live)) {
        lit_of[s * n + v] =
            option_lit(segment.unit_a, static_cast<size_t>(std::countr_zero(live)), v);
        continue;
      }
      const Lit lit = 2 * vars++;
      lit_of[s * n + v] = lit;
      item_lits_.push_back(lit ^ 1);
      for (std::uint64_t rest = live; rest != 0; rest &= rest - 1)
        item_lits_.push_back(
            option_lit(segment.unit_a, static_cast<size_t>(std::countr_zero(rest)), v));
      add_item();
    }
  for (size_t unit = 0; unit < static_cast<size_t>(model_.units); ++unit)
    for (size_t v = 0; v < n; ++v) {
      const std::uint64_t live = state_.item(state_.unit_item(unit, v));
      if (is_single(live)) continue;
      for (size_t f = 0; f < std::max<size_t>(1, families_[unit].size()); ++f) {
        std::uint64_t rest = live;
        if (!families_[unit].empty())
          for (const std::uint32_t s : families_[unit][f]) {
            if (lit_of[s * n + v] != kNone) item_lits_.push_back(lit_of[s * n + v]);
            rest &= ~(segments_[s].unit_a == unit ? segments_[s].positions_a
                                                  : segments_[s].positions_b);
          }
        for (; rest != 0; rest &= rest - 1)
          item_lits_.push_back(option_lit(unit, static_cast<size_t>(std::countr_zero(rest)), v));
        add_item();
      }
    }
}

// A square a unit: its open cells and open values.
void LearningSearch::build_halls(const std::vector<Var>& var_of) {
  halls_.reset();
  if (!uses_halls_) return;
  const auto n = static_cast<size_t>(model_.n);
  std::vector<size_t> open_cells;
  std::vector<size_t> open_values;
  std::vector<Lit> lits;
  for (size_t unit = 0; unit < static_cast<size_t>(model_.units); ++unit) {
    open_cells.clear();
    open_values.clear();
    for (size_t i = 0; i < n; ++i) {
      const size_t cell = model_.cell_at[unit * n + i];
      if (!is_single(state_.item(cell))) open_cells.push_back(cell);
      if (!is_single(state_.item(state_.unit_item(unit, i)))) open_values.push_back(i);
    }
    if (open_cells.size() > HallSets::kMostRows) continue;
    lits.clear();
    for (const size_t cell : open_cells)
      for (const size_t value : open_values)
        lits.push_back((state_.item(cell) >> value & 1) != 0 ? 2 * var_of[cell * n + value]
                                                             : HallSets::kNoLit);
    halls_.add_square(static_cast<std::uint32_t>(open_cells.size()), lits);
  }
}

void LearningSearch::build() {
  const auto n = static_cast<size_t>(model_.n);
  const auto cells = static_cast<size_t>(model_.cells);
  option_of_.clear();
  items_.clear();
  item_lits_.clear();
  open_.clear();
  std::vector<Var> var_of(cells * n, 0);
  for (size_t cell = 0; cell < cells; ++cell) {
    const std::uint64_t live = state_.item(cell);
    if (is_single(live)) continue;
    for (std::uint64_t rest = live; rest != 0; rest &= rest - 1) {
      const size_t option = cell * n + static_cast<size_t>(std::countr_zero(rest));
      var_of[option] = static_cast<Var>(option_of_.size());
      item_lits_.push_back(2 * var_of[option]);
      option_of_.push_back(static_cast<std::uint32_t>(option));
    }
    add_item();
  }
  auto vars = static_cast<std::uint32_t>(option_of_.size());
  build_units(var_of, vars);
  build_halls(var_of);
  halls_.finish(vars);

  // The items of each literal, by counting.
  lit_items_begin_.assign(2 * vars + 1, 0);
  for (const Lit lit : item_lits_) ++lit_items_begin_[lit + 1];
  for (size_t i = 1; i < lit_items_begin_.size(); ++i)
    lit_items_begin_[i] += lit_items_begin_[i - 1];
  lit_items_.resize(item_lits_.size());
  std::vector<std::uint32_t> next(lit_items_begin_.begin(), lit_items_begin_.end() - 1);
  for (size_t item = 0; item < items_.size(); ++item)
    for (std::uint32_t i = items_[item].begin; i < items_[item].end; ++i)
      lit_items_[next[item_lits_[i]]++] = static_cast<std::uint32_t>(item);

  values_.assign(2 * vars, 0);
  facts_.assign(vars, {});
  trail_.clear();
  level_begin_.clear();
  head_ = 0;
  hall_head_ = 0;
  root_simplified_ = 0;
  order_.reset(static_cast<std::uint32_t>(option_of_.size()));
  bump_ = 1;
  losses_.assign(items_.size(), 0);
  // Until conflicts tell better: options of small items first.
  for (Var var = 0; var < option_of_.size(); ++var) {
    std::uint32_t smallest = ~std::uint32_t{0};
    for (std::uint32_t i = lit_items_begin_[2 * var]; i < lit_items_begin_[2 * var + 1]; ++i)
      smallest = std::min(smallest, open_[lit_items_[i]].count);
    order_.set_score(var, 1.0 / smallest);
    order_.insert(var);
  }
  arena_.clear();
  learned_clauses_.clear();
  for (auto& watch : watches_) watch.clear();
  watches_.resize(2 * vars);
  seen_.assign(vars, 0);
  level_stamp_.assign(vars + 1, 0);
  stamp_ = 0;
  statistics_ = {};
  statistics_.options = static_cast<std::uint32_t>(option_of_.size());
}

size_t LearningSearch::live_options() const {
  size_t count = 0;
  for (size_t cell = 0; cell < static_cast<size_t>(model_.cells); ++cell)
    count += static_cast<size_t>(std::popcount(state_.item(cell)));
  return count;
}

// Tries every option at the root and removes those that contradict at once (failed literals), until
// none does. False when the board has no solution. An interrupted try leaves a valid state.
bool LearningSearch::try_options(const SearchLimits& limits) {
  if (live_options() > kMostOptionsToTry) return true;
  const auto cells = static_cast<size_t>(model_.cells);
  for (bool again = true; again;) {
    again = false;
    for (size_t cell = 0; cell < cells; ++cell) {
      if (is_single(state_.item(cell))) continue;
      if (limits.interrupted()) return true;
      for (std::uint64_t rest = state_.item(cell); rest != 0; rest &= rest - 1) {
        const auto value = static_cast<size_t>(std::countr_zero(rest));
        if (!(state_.item(cell) >> value & 1)) continue;
        const size_t mark = state_.mark();
        const bool possible = state_.choose(cell, value) && state_.propagate();
        state_.undo_to(mark);
        if (possible) continue;
        again = true;
        if (!state_.remove(cell, value) || !state_.propagate()) return false;
        if (is_single(state_.item(cell))) break;
      }
    }
  }
  return true;
}

}  // namespace gridlens
