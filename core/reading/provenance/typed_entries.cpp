#include "core/reading/provenance/typed_entries.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/ablation/mechanism.h"
#include "core/reading/provenance/screen_evidence.h"

namespace gridlens {

namespace {

// Costs, as log-odds.
constexpr double kMostToMend = 9;        // cost of roles from which that is not tried
constexpr size_t kMostToTry = 10;        // undetermined symbols that may be givens, one by one ...
constexpr size_t kMostSetsToTry = 1024;  // ... and in sets that do not clash

constexpr double kLeast = 1e-3;  // probability
constexpr double kTold = 0.05;
constexpr double kLeastOfSolution = 1e-9;  // probability

class Stories {
 public:
  Stories(const Grid& all, const CellMap<InkFeatures>& features, const FormOf& form_of,
          const OnlySolution& only_solution)
      : look_(all, features),
        forms_(all, features, form_of),
        only_solution_(only_solution),
        clashes_(clashes_of(all)) {}

  [[nodiscard]] std::vector<ScreenStory> told() {
    if (look_.inks.unmarked() > 1 || look_.tiles.unmarked() <= 1) add_all(look_.inks);
    if (in_use<"entry_tiles">()) add_all(look_.tiles);
    return std::move(stories_);
  }

 private:
  // One for each way to give the groups their roles.
  void add_all(const ScreenGroups& groups) {
    constexpr Role kRoles[] = {Role::givens, Role::entries, Role::both};
    if (groups.count() == 0) return;
    size_t ways = 1;
    for (int k = 0; k < groups.count(); ++k) ways *= std::size(kRoles);
    for (size_t way = 0; way < ways; ++way) {
      std::vector<Role> roles;
      for (size_t rest = way; roles.size() < groups.sizes.size(); rest /= std::size(kRoles))
        roles.push_back(kRoles[rest % std::size(kRoles)]);
      add(groups, roles);
    }
  }

  void add(const ScreenGroups& groups, const std::vector<Role>& roles) {
    ScreenStory story;
    story.givens = story.entries = story.undetermined = CellFlags(look_.cells());
    story.by_hand = CellMap<double>(look_.cells());
    for (int i = 0; i < look_.cells(); ++i) {
      if (look_.all.at(i) == 0) continue;
      const int group = groups.of_cell[i];
      const Role role = group < 0 ? Role::both : roles[static_cast<size_t>(group)];
      (role == Role::givens    ? story.givens
       : role == Role::entries ? story.entries
                               : story.undetermined)[i] = true;
    }
    if (count_of(story.givens) == 0) return;
    story.score = roles_score(look_, groups, roles);
    weigh_undetermined(look_, groups, forms_, story);
    const ScreenStory start = story;
    story.solution = solve(story.givens);
    if (!story.solution && in_use<"likely_givens">()) story.solution = with_likely(story);
    if (!story.solution && start.score > -kMostToMend && in_use<"some_untold_givens">())
      add_with_some(groups, start);
    if (story.solution)
      weigh_undetermined(look_, groups, forms_, story);
    else
      story.score -= kHardly + kHardly * clashes(story.givens) +
                     (count_of(story.undetermined) == 0 ? kNever : 0);
    story.score += story_score(look_, groups, story);
    stories_.push_back(std::move(story));
  }

  // With the undetermined that look like givens: those are then told that the solution needs, or
  // all where they are too many to try.
  std::optional<Grid> with_likely(ScreenStory& story) {
    CellFlags more = story.givens;
    std::vector<int> added;
    for (int i = 0; i < more.size(); ++i) {
      if (!story.undetermined[i] || story.by_hand[i] >= 0.5) continue;
      more[i] = true;
      added.push_back(i);
    }
    if (added.empty()) return std::nullopt;
    std::optional<Grid> solution = solve(more);
    if (!solution) return std::nullopt;
    std::stable_sort(added.begin(), added.end(),
                     [&](int a, int b) { return story.by_hand[a] > story.by_hand[b]; });
    for (const int i : added) {
      more[i] = false;
      if (added.size() <= kMostToTry && solve(more) == solution) continue;
      more[i] = true;
      story.score += std::log(1 - story.by_hand[i]);
      story.undetermined[i] = false;
    }
    story.givens = std::move(more);
    return solution;
  }

  // The same where just some of the undetermined symbols are givens, for all such sets of a few.
  void add_with_some(const ScreenGroups& groups, ScreenStory told) {
    std::vector<int> undetermined;
    for (int i = 0; i < told.undetermined.size(); ++i) {
      if (!told.undetermined[i]) continue;
      if (clashes_with(told.givens, i)) {  // an entry, whatever else is
        told.score += std::log(told.by_hand[i]);
        told.undetermined[i] = false;
        told.entries[i] = true;
      } else {
        undetermined.push_back(i);
      }
    }
    std::vector<ScreenStory> sets{std::move(told)};
    for (const int cell : undetermined) {
      const size_t before = sets.size();
      for (size_t k = 0; k < before; ++k) {
        ScreenStory given = sets[k];
        given.undetermined[cell] = sets[k].undetermined[cell] = false;
        sets[k].score += std::log(given.by_hand[cell]);
        sets[k].entries[cell] = true;
        if (clashes_with(given.givens, cell)) continue;
        given.score += std::log(1 - given.by_hand[cell]);
        given.givens[cell] = true;
        sets.push_back(std::move(given));
      }
      if (sets.size() > kMostSetsToTry) return;
    }
    for (ScreenStory& story : sets) {
      story.solution = solve(story.givens);
      if (!story.solution) continue;
      story.score += story_score(look_, groups, story);
      stories_.push_back(std::move(story));
    }
  }

  [[nodiscard]] int clashes(const CellFlags& of) const {
    return static_cast<int>(std::count_if(clashes_.begin(), clashes_.end(), [&](const auto& pair) {
      return of[pair.first] && of[pair.second];
    }));
  }

  [[nodiscard]] bool clashes_with(const CellFlags& of, int cell) const {
    return std::any_of(clashes_.begin(), clashes_.end(), [&](const auto& pair) {
      return (pair.first == cell && of[pair.second]) || (pair.second == cell && of[pair.first]);
    });
  }

  std::optional<Grid> solve(const CellFlags& clues) {
    if (clashes(clues) > 0) return std::nullopt;
    const auto known = solved_.find(clues);
    if (known != solved_.end()) return known->second;
    Grid grid(look_.all.shape());
    for (int cell = 0; cell < clues.size(); ++cell)
      if (clues[cell]) grid.set(cell, look_.all.at(cell));
    return solved_.emplace(clues, only_solution_(grid)).first->second;
  }

  ScreenLook look_;
  FormDistances forms_;
  const OnlySolution& only_solution_;
  std::vector<std::pair<int, int>> clashes_;
  std::map<CellFlags, std::optional<Grid>> solved_;
  std::vector<ScreenStory> stories_;
};

}  // namespace

double TypedEntries::log_odds_of(const Grid& solution) const {
  double its = kLeastOfSolution, others = kLeastOfSolution;
  for (const auto& [other, weight] : solutions) (other == solution ? its : others) += weight;
  return std::log(its / others);
}

std::optional<TypedEntries> find_typed_entries(const Grid& all,
                                               const CellMap<InkFeatures>& features,
                                               const OnlySolution& only_solution,
                                               const FormOf& form_of) {
  const std::vector<ScreenStory> stories = Stories(all, features, form_of, only_solution).told();
  if (stories.empty()) return std::nullopt;
  double most = -1e18;
  for (const ScreenStory& story : stories) most = std::max(most, story.score);
  TypedEntries told;
  told.by_hand = CellMap<double>(features.size());
  CellMap<double>& by_hand = told.by_hand;
  double sum = 0;
  for (const ScreenStory& story : stories) {
    const double weight = std::exp(story.score - most);
    sum += weight;
    told.solutions.emplace_back(story.solution, weight);
    for (int i = 0; i < by_hand.size(); ++i)
      by_hand[i] += weight * (story.entries[i] ? 1 : story.undetermined[i] ? story.by_hand[i] : 0);
  }
  double likeliest = 0;
  for (double& p : by_hand) {
    p = std::clamp(p / sum, kLeast, 1 - kLeast);
    likeliest = std::max(likeliest, p);
  }
  if (likeliest < kTold) return std::nullopt;
  for (auto& [solution, weight] : told.solutions) weight /= sum;
  return told;
}

InkSplit split_of_inks(const Grid& all, const CellMap<InkFeatures>& features) {
  const ScreenLook look(all, features);
  if (look.inks.unmarked() > 1) return InkSplit::mixed;
  return look.inks.count() > 1 || look.tiles.count() > 1 ? InkSplit::lit : InkSplit::none;
}

}  // namespace gridlens
