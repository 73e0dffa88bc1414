#include "core/reading/provenance/screen_evidence.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/ablation/mechanism.h"
#include "core/image/statistics.h"
#include "core/reading/ink/log_odds.h"
#include "core/reading/provenance/provenance.h"

namespace gridlens {

namespace {

constexpr size_t kSmallGroup = 2;         // cells: perhaps no group at all
constexpr double kOtherInkColour = 0.15;  // logs, between the inks' own colours
constexpr double kBolder = 0.1;           // logs of strength, and of the stroke's width
// Share of the cells that are givens, and how far it is from that.
constexpr double kUsualGivens = 0.36;
constexpr double kSpreadOfGivens = 0.07;  // at least; more on boards with less cells than
constexpr double kUsualCells = 81;
constexpr double kOddCell = 0.2;  // cells of the other kind that a pure tile may have
constexpr double kMostTold = 14;  // log-odds

// Log-odds of the givens and the entries looking as they do against the other way round.
double look_of(const ScreenLook& look, const ScreenStory& story) {
  if (count_of(story.entries) == 0 || !in_use<"look_of_entries">()) return 0;
  CellFlags plain[2] = {story.givens, story.entries};
  for (CellFlags& part : plain)
    for (int i = 0; i < part.size(); ++i) part[i] = part[i] && !look.is_marked(i);
  if (count_of(plain[0]) == 0 || count_of(plain[1]) == 0) return 0;
  const InkFeatures givens = median_features(look.features, plain[0]);
  const InkFeatures entries = median_features(look.features, plain[1]);
  const auto sign = [](double more, double least) {
    return std::abs(more) < least ? 0.0 : more > 0 ? 1.0 : -1.0;
  };
  const auto colour = [](const InkFeatures& t) {
    return std::hypot(t.values[InkFeatures::own_red], t.values[InkFeatures::own_blue]);
  };
  const auto more = [&](InkFeatures::Feature feature) {
    return sign(givens.values[feature] - entries.values[feature], kBolder);
  };
  const auto on_blank_tiles = [&](const CellFlags& of) {
    double its = 0;
    for (int i = 0; i < of.size(); ++i) {
      const int tile = look.tiles.of_cell[i];
      its += of[i] && tile >= 0 && look.tiles.of_blanks[static_cast<size_t>(tile)] ? 1 : 0;
    }
    return its / count_of(of);
  };
  // Programs draw givens in a less coloured, darker and bolder ink, entries on blank cells' tiles.
  return kHardly * sign(colour(entries) - colour(givens), kOtherInkColour) +
         kSometimes * more(InkFeatures::strength) + kSeldom * more(InkFeatures::stroke) +
         kSeldom * (on_blank_tiles(plain[1]) - on_blank_tiles(plain[0]));
}

// Log-probability of what the player entered, however many of each group are right (a program may
// draw mistakes alone in one), and of what may be a given or entered. Without a solution every
// entry is as likely as any.
double values_of(const ScreenLook& look, const ScreenGroups& groups, const ScreenStory& story) {
  const ScreenGroups& others = groups.inks ? look.tiles : look.inks;
  const double entry =
      (count_of(story.entries) + 0.5) / (count_of(story.entries) + count_of(story.givens) + 1);
  std::map<std::pair<int, int>, std::pair<double, double>> shares[2];  // right and wrong
  double log_p = 0;
  for (int i = 0; i < look.cells(); ++i) {
    if (!story.entries[i] && !story.undetermined[i]) continue;
    if (!story.solution) {
      log_p -= std::log(look.all.n());
      continue;
    }
    const bool right = look.all.at(i) == story.solution->at(i);
    for (int k = 0; k < 2; ++k) {
      auto& share = shares[k][{groups.of_cell[i], k == 0 ? 0 : others.of_cell[i]}];
      (right ? share.first : share.second) += right && story.undetermined[i] ? story.by_hand[i] : 1;
    }
    if (!right)
      log_p +=
          (story.undetermined[i] ? std::log(entry) : 0) - std::log(std::max(1, look.all.n() - 1));
  }
  double best = -1e18;
  for (const auto& by : shares) {
    double sum = 0;
    for (const auto& [group, share] : by) sum += log_any_share(share.first, share.second);
    best = std::max(best, sum);
  }
  return log_p + best;
}

// How much better givens opposite each other explain where the givens lie: log-odds.
double symmetry_of(const ScreenStory& story) {
  if (!in_use<"story_symmetry">()) return 0;
  const double share =
      std::clamp(count_of(story.givens) / static_cast<double>(story.givens.size()), 0.05, 0.95);
  double gain = 0;
  for (int i = 0; i < story.givens.size() / 2; ++i) {
    const int j = story.givens.size() - 1 - i;
    if (story.undetermined[i] || story.undetermined[j]) continue;
    if (story.givens[i] != story.givens[j]) return std::log(1 - kSymmetric);
    gain -= std::log(story.givens[i] ? share : 1 - share);
  }
  return std::log(1 - kSymmetric + kSymmetric * std::exp(gain));
}

double number_of(const ScreenStory& story) {
  if (!in_use<"number_of_givens">()) return 0;
  double givens = 0;
  for (int i = 0; i < story.givens.size(); ++i)
    givens += story.givens[i] ? 1 : story.undetermined[i] ? 1 - story.by_hand[i] : 0;
  const auto cells = static_cast<double>(story.givens.size());
  const double spread = kSpreadOfGivens * std::max(1.0, std::sqrt(kUsualCells / cells));
  const double off = (givens / cells - kUsualGivens) / spread;
  return -std::min(off * off / 2, kHardly);  // printed solutions are given as a whole
}

// Log-odds, by group, of a symbol of it being an entry.
std::vector<double> odds_by(const ScreenGroups& groups, const ScreenStory& story) {
  std::vector<double> givens(groups.sizes.size(), 0);
  std::vector<double> entries(groups.sizes.size(), 0);
  double all_givens = 0;
  double all_entries = 0;
  for (int i = 0; i < groups.of_cell.size(); ++i) {
    if (groups.of_cell[i] < 0) continue;
    const auto group = static_cast<size_t>(groups.of_cell[i]);
    if (story.givens[i]) ++givens[group], ++all_givens;
    if (story.entries[i]) ++entries[group], ++all_entries;
  }
  std::vector<double> odds(groups.sizes.size(), 0);
  if (all_givens == 0 || all_entries == 0 || !in_use<"untold_by_group">()) return odds;
  const double more = kOddCell * (groups.count() + 1);
  for (size_t k = 0; k < odds.size(); ++k)
    odds[k] = std::log((entries[k] + kOddCell) / (all_entries + more)) -
              std::log((givens[k] + kOddCell) / (all_givens + more));
  return odds;
}

}  // namespace

double roles_score(const ScreenLook& look, const ScreenGroups& groups,
                   const std::vector<Role>& roles) {
  double cost = 0;
  int givens = 0;
  int entries = 0;
  bool only_marked = true;
  for (size_t k = 0; k < roles.size(); ++k) {
    const bool small = groups.sizes[k] <= kSmallGroup;
    switch (roles[k]) {
      case Role::givens:
        // A second ink of givens; second tiles may be lit, or boxes shaded.
        if (givens++ > 0) cost += groups.inks && !small ? kHardly : kSeldom;
        if (!groups.inks && groups.of_blanks[k]) cost += kSeldom;  // theirs, as blank cells'
        break;
      case Role::entries:
        if (entries++ > 0) cost += kSometimes;       // mistakes
        if (!groups.inks && small) cost += kHardly;  // perhaps the light's
        if (groups.marks[k]) cost += kSeldom;  // a mark of clashes or of a symbol: theirs alone
        only_marked = only_marked && groups.marks[k];
        break;
      case Role::both:
        cost += groups.marks[k] ? kSometimes : kHardly;
        break;
    }
  }
  if (entries > 0 && only_marked) cost += kHardly;               // and nothing else entered
  if (!groups.inks && entries > 0) cost += kSeldom;              // inks tell, as a rule
  if (!groups.inks && look.inks.unmarked() > 1) cost += kNever;  // inks of no meaning
  return -cost;
}

double story_score(const ScreenLook& look, const ScreenGroups& groups, const ScreenStory& story) {
  return look_of(look, story) + values_of(look, groups, story) + number_of(story) +
         symmetry_of(story);
}

void weigh_undetermined(const ScreenLook& look, const ScreenGroups& groups, FormDistances& forms,
                        ScreenStory& story) {
  const std::optional<Grid>& solution = story.solution;
  if (count_of(story.undetermined) == 0) return;
  const double givens = count_of(story.givens);
  const double entries = count_of(story.entries);
  double right = 0;
  for (int i = 0; i < look.cells() && solution; ++i)
    right += story.entries[i] && look.all.at(i) == solution->at(i) ? 1 : 0;
  const ScreenGroups& others = groups.inks ? look.tiles : look.inks;
  const std::vector<double> by_group = odds_by(others, story);
  const DrawingEvidence drawing(forms, story.givens, story.entries, story.undetermined);
  const bool symmetric = symmetry_of(story) > kHardly;
  for (int i = 0; i < look.cells(); ++i) {
    if (!story.undetermined[i]) continue;
    const int group = others.of_cell[i];
    double odds = std::log((entries + 0.5) / (givens + 0.5)) +
                  (group < 0 ? 0 : by_group[static_cast<size_t>(group)]) + drawing.log_odds(i);
    const int opposite = look.cells() - 1 - i;
    if (symmetric && !story.undetermined[opposite])
      odds += story.givens[opposite] ? -kHardly : kHardly;
    if (solution)
      odds = look.all.at(i) == solution->at(i)
                 ? odds + std::log((right + 0.5) / (entries + 1)) + kSometimes
                 : kMostTold;
    story.by_hand[i] = sigmoid(std::clamp(odds, -kMostTold, kMostTold));
  }
}

}  // namespace gridlens
