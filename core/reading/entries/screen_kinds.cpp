#include "core/reading/entries/screen_kinds.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/puzzle/rules.h"
#include "core/reading/entries/entry_parts.h"
#include "core/reading/entries/marked_clashes.h"
#include "core/reading/ink/ground_groups.h"
#include "core/reading/ink/ink_groups.h"
#include "core/reading/ink/lit_grounds.h"
#include "core/reading/ink/rare_grounds.h"

namespace gridlens {

namespace {

constexpr int kMostGroups[] = {4, 6};  // of inks, of tiles, that have a role of their own
constexpr size_t kSmallGroup = 2;      // cells: perhaps no group at all
constexpr int kSmallBoard = 4;         // where a few cells are equal by chance
// Costs of roles, as log-odds.
constexpr double kBothUnmarked = 6;     // givens and entries alike, and no mark
constexpr double kBothMarked = 0.7;     // the chosen symbol's, clashes'
constexpr double kSecondGivens = 6;     // a second ink of givens
constexpr double kSecondGivenTile = 2;  // lit tiles, shaded boxes
constexpr double kSecondEntries = 0.7;  // mistakes
constexpr double kMarkOfEntries =
    2.5;                               // what marks clashes, or a symbol, is the player's alone ...
constexpr double kNoOtherEntries = 3;  // ... who has entered nothing else
constexpr double kOnBlankTile = 1.5;   // givens alone on the tiles of blank cells
constexpr double kByTilesAlone = 1.5;  // programs that tell entries by their tiles, and not by inks
constexpr double kNearer = 2;          // to the other kind's tiles than to its own
constexpr double kSingleTile = 2;      // of one entry: perhaps of the cell
constexpr double kOtherInks = 12;      // tiles tell, and the inks do not
constexpr double kSymmetric = 0.5;     // of puzzles
constexpr double kSurelySymmetric = 6;  // log-odds
constexpr double kNothingUntold = 12;   // that would hide givens, where they have none
constexpr double kNoSolution = 6.5;     // of the givens
constexpr double kClash = 4;            // of two givens
// What programs usually do, as log-odds: givens in a less coloured, darker and bolder ink, entries
// on the tiles of blank cells.
constexpr double kPlainInk = 4;
constexpr double kStrongInk = 1;
constexpr double kBoldInk = 2;
constexpr double kBlankTile = 2.5;
constexpr double kOtherColour = 0.15;  // logs, between the inks' own colours
constexpr double kBolder = 0.1;        // logs of strength, and of the stroke's width
// Share of the cells that are givens, and how far it is from that.
constexpr double kUsualGivens = 0.36;
constexpr double kSpreadOfGivens = 0.07;  // at least; more on boards with less cells than
constexpr double kUsualCells = 81;
constexpr double kOddCell = 0.2;          // cells of the other kind that a pure tile may have
constexpr double kLeastDeviation = 0.03;  // of a stroke's log width
constexpr double kMostByStroke = 3;
// Of a puzzle's givens hardly any set of some can be left out.
constexpr double kNotNeeded = 0.7;    // each, ...
constexpr double kMostNotNeeded = 8;  // ... all together
constexpr double kLent = 1;           // the solution is that of the right entries and the givens
constexpr size_t kMostToTry = 10;     // symbols that may be givens or entries, for all sets of them
constexpr double kJustLit = 6;        // tiles of entries are those of a lit row, column and box
constexpr double kMisread = 4;        // one of the givens, and without it there is a solution
constexpr double kMostToMend = 9;     // cost of roles from which that is not looked for
constexpr double kLeast = 1e-3;       // probability
constexpr double kTold = 0.05;

enum class Role { givens, entries, both };

// Cells by an ink or a tile, with all that does not depend on roles.
struct Groups {
  std::vector<int> of_cell;     // -1: none
  std::vector<bool> marks;      // by group: clashes, the chosen symbol, or hardly a group
  std::vector<bool> clashes;    // whole ones
  std::vector<bool> of_blanks;  // blank cells have it as well
  std::vector<size_t> sizes;
  bool inks = true;

  [[nodiscard]] int count() const { return static_cast<int>(sizes.size()); }
};

bool only_on_rare(const Cells& its, const Cells& rare) {
  for (size_t i = 0; i < its.size(); ++i)
    if (its[i] && !rare[i]) return false;
  return true;
}

// All cells of one symbol, and no others.
bool holds_all_equals(const Grid& all, const Cells& its) {
  int symbol = 0;
  for (size_t i = 0; i < its.size(); ++i)
    if (its[i]) symbol = all.values()[i];
  for (size_t i = 0; i < its.size(); ++i)
    if ((all.values()[i] == symbol) != its[i]) return false;
  return true;
}

Groups groups_of(const Grid& all, const std::vector<int>& of_cell, const Cells& rare, bool inks) {
  Groups groups;
  groups.inks = inks;
  const int most = kMostGroups[inks ? 0 : 1];
  const auto all_blanks = std::count(all.values().begin(), all.values().end(), 0);
  for (int number = 0; number < most; ++number) {
    Cells its(of_cell.size(), false);
    size_t size = 0;
    int blanks = 0;
    for (size_t i = 0; i < of_cell.size(); ++i) {
      if (of_cell[i] != number) continue;
      its[i] = all.values()[i] != 0;
      size += its[i] ? 1 : 0;
      blanks += its[i] ? 0 : 1;
    }
    if (size == 0) break;
    const bool chosen = size == 1 && only_on_rare(its, rare);
    groups.clashes.push_back(size > 1 && holds_whole_clashes(all, its, Cells(its.size(), true)));
    groups.marks.push_back(groups.clashes.back() || chosen ||
                           (size > 1 && all.n() > kSmallBoard && holds_all_equals(all, its)));
    groups.of_blanks.push_back(blanks >= 2 && 4 * blanks >= all_blanks);
    groups.sizes.push_back(size);
  }
  for (size_t i = 0; i < of_cell.size(); ++i)
    groups.of_cell.push_back(of_cell[i] < groups.count() && all.values()[i] != 0 ? of_cell[i] : -1);
  return groups;
}

// One story of who wrote what.
struct Story {
  Cells givens, entries, untold;
  std::vector<double> by_hand;  // of the untold: probabilities
  double score = 0;
  bool solved = false;
};

class Board {
 public:
  Board(const Grid& all, const std::vector<InkTraits>& traits, const OnlySolution& only_solution)
      : all_(all),
        traits_(traits),
        only_solution_(only_solution),
        rare_(on_rare_ground(traits)),
        off_(off_lit_blanks(all, traits, rare_)),
        inks_(groups_of(all, ink_groups(all, traits), rare_, true)),
        tiles_(groups_of(all, ground_groups(all, traits, off_), rare_, false)) {
    tile_colours_.resize(tiles_.sizes.size());
    for (size_t i = 0; i < traits.size(); ++i)
      if (tiles_.of_cell[i] >= 0)
        tile_colours_[static_cast<size_t>(tiles_.of_cell[i])] += off_.beside[i];
    for (size_t k = 0; k < tile_colours_.size(); ++k)
      tile_colours_[k] /= static_cast<double>(tiles_.sizes[k]);
  }

  [[nodiscard]] std::vector<Story> stories() {
    std::vector<Story> all;
    if (unmarked(inks_) > 1 || unmarked(tiles_) <= 1) add_stories(inks_, all);
    add_stories(tiles_, all);
    return all;
  }

 private:
  [[nodiscard]] static std::ptrdiff_t unmarked(const Groups& groups) {
    return std::count(groups.marks.begin(), groups.marks.end(), false);
  }

  void add_stories(const Groups& groups, std::vector<Story>& stories) {
    if (groups.count() == 0) return;
    std::vector<Role> roles(static_cast<size_t>(groups.count()), Role::givens);
    const auto combinations = static_cast<int>(std::pow(3, groups.count()) + 0.5);
    for (int number = 0; number < combinations; ++number) {
      int rest = number;
      for (Role& role : roles) role = static_cast<Role>(rest % 3), rest /= 3;
      auto story = tell(groups, roles);
      if (!story) continue;
      if (!story->solved && -cost_of(groups, roles) > -kMostToMend)
        add_with_some(groups, roles, *story, stories);
      stories.push_back(std::move(*story));
    }
  }

  // Tiles of one kind are nearer to each other than to the other kind's: where light is mixed in.
  [[nodiscard]] double cost_of_nearness(const std::vector<Role>& roles) const {
    double cost = 0;
    for (size_t k = 1; k < roles.size(); ++k) {
      if (roles[k] == Role::both || tiles_.marks[k]) continue;
      double same = 0;
      double other = 0;
      for (size_t j = 0; j < k; ++j) {
        if (roles[j] == Role::both) continue;
        const double off = std::max(1.0, cv::norm(tile_colours_[k] - tile_colours_[j]));
        double& nearest = roles[j] == roles[k] ? same : other;
        nearest = nearest == 0 ? off : std::min(nearest, off);
      }
      if (same > 0 && other > 0)
        cost += std::clamp(kNearer * std::log(same / other), -kNearer, kNearer);
    }
    return cost;
  }

  // The same where just some of the untold symbols are givens, for all such sets of a few.
  void add_with_some(const Groups& groups, const std::vector<Role>& roles, const Story& start,
                     std::vector<Story>& stories) {
    std::vector<size_t> untold;
    Story told = start;
    told.score = -cost_of(groups, roles);
    for (size_t i = 0; i < start.untold.size(); ++i) {
      if (!start.untold[i]) continue;
      if (clashes_with(start.givens, i)) {  // an entry, whatever else is
        told.score += std::log(start.by_hand[i]);
        told.untold[i] = false;
        told.entries[i] = true;
      } else {
        untold.push_back(i);
      }
    }
    if (untold.empty() || untold.size() > kMostToTry) return;
    for (unsigned set = 1; set < 1U << untold.size(); ++set) {
      Story story = told;
      for (size_t k = 0; k < untold.size(); ++k) {
        const size_t cell = untold[k];
        const bool given = (set >> k & 1) != 0;
        story.score += std::log(given ? 1 - story.by_hand[cell] : story.by_hand[cell]);
        story.untold[cell] = false;
        (given ? story.givens : story.entries)[cell] = true;
      }
      const Grid clues = only(all_, story.givens);
      if (count_clashes(clues) > 0) continue;
      const std::optional<Grid> solution = solve(clues);
      if (!solution) continue;
      story.solved = true;
      story.score += look_of(story) + values_of(groups, story, solution) + number_of(story) +
                     symmetry_of(story);
      stories.push_back(std::move(story));
    }
  }

  [[nodiscard]] double cost_of(const Groups& groups, const std::vector<Role>& roles) const {
    double cost = 0;
    int givens = 0;
    int entries = 0;
    bool only_marked = true;
    for (size_t k = 0; k < roles.size(); ++k) {
      const bool small = groups.sizes[k] <= kSmallGroup;
      switch (roles[k]) {
        case Role::givens:
          if (givens++ > 0) cost += groups.inks && !small ? kSecondGivens : kSecondGivenTile;
          if (!groups.inks && groups.of_blanks[k]) cost += kOnBlankTile;
          break;
        case Role::entries:
          if (entries++ > 0) cost += kSecondEntries;
          if (!groups.inks && groups.sizes[k] == 1) cost += kSingleTile;
          if (groups.marks[k]) cost += kMarkOfEntries;
          only_marked = only_marked && groups.marks[k];
          break;
        case Role::both:
          cost += groups.marks[k] ? kBothMarked : kBothUnmarked;
          break;
      }
    }
    if (entries > 0 && only_marked) cost += kNoOtherEntries;
    if (!groups.inks && entries > 0) cost += kByTilesAlone;
    if (!groups.inks && unmarked(inks_) > 1) cost += kOtherInks;
    if (!groups.inks) cost += cost_of_nearness(roles);
    return cost;
  }

  [[nodiscard]] std::optional<Story> tell(const Groups& groups, const std::vector<Role>& roles) {
    Story story;
    story.givens = story.entries = story.untold = Cells(traits_.size(), false);
    story.by_hand.assign(traits_.size(), 0);
    for (size_t i = 0; i < traits_.size(); ++i) {
      if (all_.values()[i] == 0) continue;
      const int group = groups.of_cell[i];
      const Role role = group < 0 ? Role::both : roles[static_cast<size_t>(group)];
      (role == Role::givens    ? story.givens
       : role == Role::entries ? story.entries
                               : story.untold)[i] = true;
    }
    const auto givens = std::count(story.givens.begin(), story.givens.end(), true);
    if (givens == 0) return std::nullopt;
    story.score = -cost_of(groups, roles);
    const Grid clues = only(all_, story.givens);
    const int clashes = count_clashes(clues);
    std::optional<Grid> solution;
    if (clashes == 0) solution = solve(clues);
    weigh_untold(groups, story, nullptr);
    if (!solution && clashes == 0) {
      // What the look of the untold makes givens of them.
      Cells more = story.givens;
      for (size_t i = 0; i < more.size(); ++i)
        more[i] = more[i] || (story.untold[i] && story.by_hand[i] < 0.5);
      if (more != story.givens) {
        const Grid with_them = only(all_, more);
        if (count_clashes(with_them) == 0) solution = solve(with_them);
        if (solution)
          for (size_t i = 0; i < more.size(); ++i) {
            if (!more[i] || !story.untold[i]) continue;
            story.score += std::log(1 - story.by_hand[i]);
            story.givens[i] = true;
            story.untold[i] = false;
          }
      }
    }
    if (!solution && story.score > -kMostToMend && clashes <= 2) {
      solution = without_one(clues);
      if (solution) story.score -= kMisread;
    }
    if (!solution && clashes == 0) {
      // Givens may be among the untold; all the rest is right.
      const Grid rest = clues.filled_from(only(all_, story.entries));
      if (rest != clues && count_clashes(rest) == 0) solution = solve(rest);
      if (solution) story.score -= kLent;
    } else if (solution) {
      story.score -= not_needed(groups, roles, story);
    }
    story.solved = solution.has_value();
    if (solution)
      weigh_untold(groups, story, &*solution);
    else
      story.score -=
          kNoSolution + kClash * clashes + (count(story.untold) == 0 ? kNothingUntold : 0);
    story.score +=
        look_of(story) + values_of(groups, story, solution) + number_of(story) + symmetry_of(story);
    return story;
  }

  // Cost of tiles that light would explain: those of the entries, or of the givens, are just a row,
  // a column and a box, or lie within these.
  [[nodiscard]] double lit_by_chance(const Story& story) const {
    double cost = 0;
    for (const Cells& part : {story.entries, story.givens}) {
      if (count(part) == 0) continue;
      if (is_just_lit(all_, rare_, part, true)) cost = std::max(cost, kJustLit);
      const double n = all_.n();
      const double share = (3 * n - all_.shape().box_rows - all_.shape().box_cols) / (n * n);
      if (is_a_cross(all_, part))
        cost = std::max(cost, -count(part) * std::log(share) - 2 * std::log(n));
    }
    return cost;
  }

  [[nodiscard]] static double count(const Cells& cells) {
    return static_cast<double>(std::count(cells.begin(), cells.end(), true));
  }

  [[nodiscard]] bool clashes_with(const Cells& cells, size_t cell) const {
    Cells with_it = cells;
    with_it[cell] = true;
    return count_clashes(only(all_, with_it)) > count_clashes(only(all_, cells));
  }

  [[nodiscard]] int count_clashes(const Grid& clues) const {
    int clashes = 0;
    for (const Unit& unit : classic_rules(clues.shape()).units) {
      std::vector<int> seen(static_cast<size_t>(clues.n()) + 1, 0);
      for (const int cell : unit.cells) {
        const auto value = clues.values()[static_cast<size_t>(cell)];
        if (value != 0 && ++seen[value] > 1) ++clashes;
      }
    }
    return clashes;
  }

  std::optional<Grid> solve(const Grid& clues) {
    const auto known = solved_.find(clues.values());
    if (known != solved_.end()) return known->second;
    return solved_.emplace(clues.values(), only_solution_(clues)).first->second;
  }

  // A solution that one of the clues, misread, stands against; the same for all that do.
  std::optional<Grid> without_one(const Grid& clues) {
    std::optional<Grid> solution;
    for (int cell = 0; cell < clues.shape().cells(); ++cell) {
      if (clues.values()[static_cast<size_t>(cell)] == 0) continue;
      Grid others = clues;
      others.set(cell / clues.n(), cell % clues.n(), 0);
      if (count_clashes(others) > 0) continue;
      auto its = solve(others);
      if (!its) continue;
      if (solution && *solution != *its) return std::nullopt;
      solution = std::move(its);
    }
    return solution;
  }

  // Cost of the groups of givens that the others do without.
  double not_needed(const Groups& groups, const std::vector<Role>& roles, const Story& story) {
    double cost = 0;
    for (int k = 0; k < groups.count(); ++k) {
      const auto at = static_cast<size_t>(k);
      if (roles[at] != Role::givens) continue;
      Cells others = story.givens;
      for (size_t i = 0; i < others.size(); ++i)
        if (groups.of_cell[i] == k) others[i] = false;
      if (std::find(others.begin(), others.end(), true) == others.end()) continue;
      if (solve(only(all_, others))) cost += kNotNeeded * static_cast<double>(groups.sizes[at]);
    }
    return std::min(cost, kMostNotNeeded);
  }

  // Log-odds by which a cell's group in `groups` is the entries'.
  [[nodiscard]] static double told_by(const Groups& groups, const Story& story, size_t cell) {
    const int group = groups.of_cell[cell];
    if (group < 0) return 0;
    double givens[2] = {0, 0};
    double entries[2] = {0, 0};
    for (size_t i = 0; i < groups.of_cell.size(); ++i) {
      if (groups.of_cell[i] < 0) continue;
      const bool here = groups.of_cell[i] == group;
      if (story.givens[i]) ++givens[here ? 0 : 1];
      if (story.entries[i]) ++entries[here ? 0 : 1];
    }
    if (givens[0] + givens[1] == 0 || entries[0] + entries[1] == 0) return 0;
    const auto share = [&](const double* of) {
      return (of[0] + kOddCell) / (of[0] + of[1] + kOddCell * (groups.count() + 1));
    };
    return std::log(share(entries) / share(givens));
  }

  // The same by the width of its stroke.
  [[nodiscard]] double told_by_stroke(const Story& story, size_t cell) const {
    constexpr auto kStroke = InkTraits::stroke;
    if (!traits_[cell].known[kStroke]) return 0;
    double mean[2] = {0, 0};
    double squares[2] = {0, 0};
    double count[2] = {0, 0};
    for (size_t i = 0; i < traits_.size(); ++i) {
      if (!traits_[i].known[kStroke] || (!story.givens[i] && !story.entries[i])) continue;
      const int kind = story.givens[i] ? 0 : 1;
      const double width = traits_[i].values[kStroke];
      mean[kind] += width, squares[kind] += width * width, ++count[kind];
    }
    if (count[0] < 3 || count[1] < 3) return 0;
    double log_p[2];
    for (int kind = 0; kind < 2; ++kind) {
      mean[kind] /= count[kind];
      const double deviation =
          std::max(kLeastDeviation,
                   std::sqrt(std::max(0.0, squares[kind] / count[kind] - mean[kind] * mean[kind])));
      const double off = (traits_[cell].values[kStroke] - mean[kind]) / deviation;
      log_p[kind] = -off * off / 2 - std::log(deviation);
    }
    return std::clamp(log_p[1] - log_p[0], -kMostByStroke, kMostByStroke);
  }

  // Of what both have: by the other group, the stroke, and, where it is known, the solution.
  void weigh_untold(const Groups& groups, Story& story, const Grid* solution) const {
    const auto givens =
        static_cast<double>(std::count(story.givens.begin(), story.givens.end(), true));
    const auto entries =
        static_cast<double>(std::count(story.entries.begin(), story.entries.end(), true));
    double right = 0;
    for (size_t i = 0; i < traits_.size() && solution; ++i)
      right += story.entries[i] && all_.values()[i] == solution->values()[i] ? 1 : 0;
    const Groups& others = groups.inks ? tiles_ : inks_;
    const bool symmetric = symmetry_of(story) > kSurelySymmetric;
    for (size_t i = 0; i < traits_.size(); ++i) {
      if (!story.untold[i]) continue;
      const size_t opposite = traits_.size() - 1 - i;
      double odds = (!symmetric || story.untold[opposite] ? 0
                     : story.givens[opposite]             ? -kSurelySymmetric
                                                          : kSurelySymmetric) +
                    std::log((entries + 0.5) / (givens + 0.5)) + told_by(others, story, i) +
                    told_by_stroke(story, i);
      if (solution)
        odds = all_.values()[i] != solution->values()[i]
                   ? 1e3
                   : odds + std::log((right + 0.5) / (entries + 1)) + kNotNeeded;
      story.by_hand[i] = 1 / (1 + std::exp(-odds));
    }
  }

  [[nodiscard]] bool is_marked(size_t cell) const {
    for (const Groups* groups : {&inks_, &tiles_})
      if (groups->of_cell[cell] >= 0 && groups->marks[static_cast<size_t>(groups->of_cell[cell])])
        return true;
    return false;
  }

  // Log-odds of the givens and the entries looking as they do against the other way round.
  [[nodiscard]] double look_of(const Story& story) const {
    if (count(story.entries) == 0) return 0;
    Cells plain[2] = {story.givens, story.entries};
    for (Cells& part : plain)
      for (size_t i = 0; i < part.size(); ++i) part[i] = part[i] && !is_marked(i);
    if (count(plain[0]) == 0 || count(plain[1]) == 0) return 0;
    const InkTraits givens = median_traits(traits_, plain[0]);
    const InkTraits entries = median_traits(traits_, plain[1]);
    const auto sign = [](double more, double least) {
      return std::abs(more) < least ? 0.0 : more > 0 ? 1.0 : -1.0;
    };
    const auto colour = [](const InkTraits& t) {
      return std::hypot(t.values[InkTraits::own_red], t.values[InkTraits::own_blue]);
    };
    const auto more = [&](InkTraits::Trait trait) {
      return sign(givens.values[trait] - entries.values[trait], kBolder);
    };
    const auto on_blank_tiles = [&](const Cells& of) {
      double its = 0;
      for (size_t i = 0; i < of.size(); ++i) {
        const int tile = tiles_.of_cell[i];
        its += of[i] && tile >= 0 && tiles_.of_blanks[static_cast<size_t>(tile)] ? 1 : 0;
      }
      return its / count(of);
    };
    return kPlainInk * sign(colour(entries) - colour(givens), kOtherColour) +
           kStrongInk * more(InkTraits::strength) + kBoldInk * more(InkTraits::stroke) +
           kBlankTile * (on_blank_tiles(plain[1]) - on_blank_tiles(plain[0]));
  }

  // Log-probability of what the player entered, however many of each group are right (a program may
  // draw mistakes alone in one), and of what may be a given or entered. Without a solution every
  // entry is as likely as any.
  [[nodiscard]] double values_of(const Groups& groups, const Story& story,
                                 const std::optional<Grid>& solution) const {
    const Groups& others = groups.inks ? tiles_ : inks_;
    const double entry =
        (count(story.entries) + 0.5) / (count(story.entries) + count(story.givens) + 1);
    std::map<std::pair<int, int>, std::pair<double, double>> shares[2];  // right and wrong
    double log_p = 0;
    for (size_t i = 0; i < traits_.size(); ++i) {
      if (!story.entries[i] && !story.untold[i]) continue;
      if (!solution) {
        log_p -= std::log(all_.n());
        continue;
      }
      const bool right = all_.values()[i] == solution->values()[i];
      for (int k = 0; k < 2; ++k) {
        auto& share = shares[k][{groups.of_cell[i], k == 0 ? 0 : others.of_cell[i]}];
        (right ? share.first : share.second) += right && story.untold[i] ? story.by_hand[i] : 1;
      }
      if (!right)
        log_p += (story.untold[i] ? std::log(entry) : 0) - std::log(std::max(1, all_.n() - 1));
    }
    double best = -1e18;
    for (const auto& by : shares) {
      double sum = 0;
      for (const auto& [group, share] : by)
        sum += std::lgamma(share.first + 1) + std::lgamma(share.second + 1) -
               std::lgamma(share.first + share.second + 2);
      best = std::max(best, sum);
    }
    return log_p + best;
  }

  // How much better givens opposite each other explain where the givens lie: log-odds.
  [[nodiscard]] double symmetry_of(const Story& story) const {
    const double share =
        std::clamp(count(story.givens) / static_cast<double>(traits_.size()), 0.05, 0.95);
    double gain = 0;
    for (size_t i = 0; i < traits_.size() / 2; ++i) {
      const size_t j = traits_.size() - 1 - i;
      if (story.untold[i] || story.untold[j]) continue;
      if (story.givens[i] != story.givens[j]) return std::log(1 - kSymmetric);
      gain -= std::log(story.givens[i] ? share : 1 - share);
    }
    return std::log(1 - kSymmetric + kSymmetric * std::exp(gain));
  }

  [[nodiscard]] double number_of(const Story& story) const {
    double givens = 0;
    for (size_t i = 0; i < traits_.size(); ++i)
      givens += story.givens[i] ? 1 : story.untold[i] ? 1 - story.by_hand[i] : 0;
    const auto cells = static_cast<double>(traits_.size());
    const double spread = kSpreadOfGivens * std::max(1.0, std::sqrt(kUsualCells / cells));
    const double off = (givens / cells - kUsualGivens) / spread;
    return -off * off / 2;
  }

  const Grid& all_;
  const std::vector<InkTraits>& traits_;
  const OnlySolution& only_solution_;
  Cells rare_;
  OffBlanks off_;
  Groups inks_, tiles_;
  std::vector<cv::Vec3d> tile_colours_;  // beside a blank one in its place

  std::map<std::vector<std::uint8_t>, std::optional<Grid>> solved_;
};

}  // namespace

std::optional<std::vector<double>> find_screen_entries(const Grid& all,
                                                       const std::vector<InkTraits>& traits,
                                                       const OnlySolution& only_solution) {
  const std::vector<Story> stories = Board(all, traits, only_solution).stories();
  if (stories.empty()) return std::nullopt;
  double most = -1e18;
  for (const Story& story : stories) most = std::max(most, story.score);
  std::vector<double> by_hand(traits.size(), 0);
  double sum = 0;
  for (const Story& story : stories) {
    const double weight = std::exp(story.score - most);
    sum += weight;
    for (size_t i = 0; i < by_hand.size(); ++i)
      by_hand[i] += weight * (story.entries[i] ? 1 : story.untold[i] ? story.by_hand[i] : 0);
  }
  double likeliest = 0;
  for (double& p : by_hand) {
    p = std::clamp(p / sum, kLeast, 1 - kLeast);
    likeliest = std::max(likeliest, p);
  }
  if (likeliest < kTold) return std::nullopt;
  return by_hand;
}

void weigh_by_solution(const Grid& all, const Grid& solution, std::vector<double>& by_hand) {
  double right = 0.5;
  double entries = 1;
  const auto agrees = [&](size_t i) { return all.values()[i] == solution.values()[i]; };
  for (size_t i = 0; i < by_hand.size(); ++i) {
    if (all.values()[i] == 0 || by_hand[i] < 1 - kTold) continue;
    ++entries;
    right += agrees(i) ? 1 : 0;
  }
  for (size_t i = 0; i < by_hand.size(); ++i) {
    if (all.values()[i] == 0 || by_hand[i] < kTold || by_hand[i] > 1 - kTold) continue;
    const double entry = by_hand[i] * right / entries;
    by_hand[i] = agrees(i) ? entry / (entry + 1 - by_hand[i]) : 1 - kLeast;
  }
}

}  // namespace gridlens
