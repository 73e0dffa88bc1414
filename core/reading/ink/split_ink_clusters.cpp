#include "core/reading/ink/split_ink_clusters.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <opencv2/core.hpp>
#include <optional>
#include <set>

#include "core/ablation/mechanism.h"
#include "core/image/statistics.h"

namespace gridlens {

namespace {

constexpr double kSameBackground = 0.1;     // logs: inks are compared on one background
constexpr size_t kFewestOfInk = 4;          // cells, as a rule
constexpr size_t kFewestWithBoth = 3;       // that show both inks
constexpr double kLeastInkStep = 18;        // grey levels of 255, ...
constexpr double kLeastHue = 0.04;          // ... between what they take of the paper's colours
constexpr double kMuchPaler = 0.65;         // takes so much of what the other takes of the paper
constexpr double kMostStepSpread = 1 / 8.;  // of the step, root mean square
constexpr double kMostOffStep = 0.35;       // of the step, any cell
constexpr int kSplitRounds = 6;
// Two hues that are clear without their symbols: apart by so much of what they take of the paper's
// colours, and by so many spreads (halves of one bell have 2.7, of one even spread 3.5).
constexpr double kLeastHueApart = 0.1;
constexpr double kHueSpreadsApart = 4.2;

struct Member {
  int cell;
  int symbol;
  cv::Vec3d colour;
  cv::Vec3d taken;
  double at = 0;  // along the step, in steps
  int side = -1;  // 0 or 1, -1 not known
};

// The two inks that the copies show: a step, and where each symbol's darker ink lies along it.
struct Step {
  cv::Vec3d way;
  double usual = 0;   // where symbols lie, as a rule
  double spread = 1;  // of that
};

// The widest gap between the copies of one symbol, against their spread on both sides of it.
std::optional<cv::Vec3d> first_step(const std::vector<Member>& members, int n) {
  std::optional<cv::Vec3d> best;
  double clearest = 0;
  for (int symbol = 1; symbol <= n; ++symbol) {
    std::vector<const Member*> copies;
    for (const Member& member : members)
      if (member.symbol == symbol) copies.push_back(&member);
    if (copies.size() < 3) continue;
    // From dark to light, which two inks differ in as a rule.
    std::sort(copies.begin(), copies.end(), [](const Member* a, const Member* b) {
      return a->colour.dot({1, 1, 1}) < b->colour.dot({1, 1, 1});
    });
    for (size_t i = 1; i < copies.size(); ++i) {
      cv::Vec3d low, high;
      for (size_t j = 0; j < copies.size(); ++j) (j < i ? low : high) += copies[j]->colour;
      low /= static_cast<double>(i);
      high /= static_cast<double>(copies.size() - i);
      double off = 0;
      for (size_t j = 0; j < copies.size(); ++j)
        off = std::max(off, cv::norm(copies[j]->colour - (j < i ? low : high)));
      const double clear = cv::norm(high - low) / (off + 2);
      if (clear > clearest) clearest = clear, best = high - low;
    }
  }
  return best;
}

// Puts every symbol's copies on their sides of the step.
void take_sides(std::vector<Member>& members, int n, const Step& step) {
  const double length = step.way.dot(step.way);
  for (Member& member : members) member.at = member.colour.dot(step.way) / length;
  for (int symbol = 1; symbol <= n; ++symbol) {
    std::vector<Member*> copies;
    for (Member& member : members)
      if (member.symbol == symbol) copies.push_back(&member);
    if (copies.empty()) continue;
    std::sort(copies.begin(), copies.end(),
              [](const Member* a, const Member* b) { return a->at < b->at; });
    double least = 1e18;
    size_t best = 0;
    for (size_t from = 0; from <= copies.size(); ++from) {  // the first on the far side
      double mean = 0;
      for (size_t i = 0; i < copies.size(); ++i) mean += copies[i]->at - (i >= from ? 1 : 0);
      mean /= static_cast<double>(copies.size());
      double cost = (mean - step.usual) * (mean - step.usual) / (step.spread * step.spread);
      for (size_t i = 0; i < copies.size(); ++i) {
        const double off = copies[i]->at - (i >= from ? 1 : 0) - mean;
        cost += off * off / (kMostStepSpread * kMostStepSpread);
      }
      if (cost < least) least = cost, best = from;
    }
    for (size_t i = 0; i < copies.size(); ++i) copies[i]->side = i >= best ? 1 : 0;
  }
}

// Symbols whose copies lie on both sides, with the mean colour of each side.
struct Both {
  int symbol;
  cv::Vec3d near, far;
  double weight;
};

std::vector<Both> symbols_with_both(const std::vector<Member>& members, int n) {
  std::vector<Both> both;
  for (int symbol = 1; symbol <= n; ++symbol) {
    cv::Vec3d sums[2];
    double counts[2] = {0, 0};
    for (const Member& member : members)
      if (member.symbol == symbol) sums[member.side] += member.colour, ++counts[member.side];
    if (counts[0] > 0 && counts[1] > 0)
      both.push_back({symbol, sums[0] / counts[0], sums[1] / counts[1],
                      counts[0] * counts[1] / (counts[0] + counts[1])});
  }
  return both;
}

// Both inks stand in one row and in one column: a glyph's place between the pixels, which changes
// from column to column and from row to row, changes its colour, too.
bool mixed_in_lines(const std::vector<Member>& members, int n) {
  std::set<int> rows[2], cols[2];
  for (const Member& member : members) {
    rows[member.side].insert(member.cell / n);
    cols[member.side].insert(member.cell % n);
  }
  const auto shared = [](const std::set<int>& a, const std::set<int>& b) {
    return std::count_if(a.begin(), a.end(), [&](int line) { return b.contains(line); });
  };
  return shared(rows[0], rows[1]) >= 2 && shared(cols[0], cols[1]) >= 2;
}

// The inks differ in hue as well: a thin stroke between two pixels is paler than one on a pixel.
bool other_hues(const std::vector<Member>& members) {
  cv::Vec3d sums[2];
  double counts[2] = {0, 0};
  for (const Member& member : members) sums[member.side] += member.taken, ++counts[member.side];
  return counts[0] > 0 && counts[1] > 0 &&
         cv::norm(sums[0] / counts[0] - sums[1] / counts[1]) > kLeastHue;
}

// One ink is much paler than the other, grey beside black: more than a stroke's place does.
bool much_paler(const std::vector<Both>& both, const cv::Vec3d& paper) {
  double near = 0, far = 0;
  for (const Both& of : both)
    near += of.weight * cv::norm(of.near - paper), far += of.weight * cv::norm(of.far - paper);
  return std::min(near, far) < kMuchPaler * std::max(near, far);
}

// Puts the members on two sides by their hue alone, where all fall into two clear ones.
bool split_by_hue(std::vector<Member>& members, int n) {
  cv::Mat hues(static_cast<int>(members.size()), 3, CV_64F);
  for (size_t i = 0; i < members.size(); ++i) {
    if (members[i].taken == cv::Vec3d()) return false;
    cv::Mat(members[i].taken.t()).copyTo(hues.row(static_cast<int>(i)));
  }
  const cv::Mat along = cv::PCA(hues, cv::noArray(), cv::PCA::DATA_AS_ROW, 1).project(hues);
  std::vector<double> sorted(along.begin<double>(), along.end<double>());
  std::sort(sorted.begin(), sorted.end());
  const auto squares_of = [&](size_t from, size_t to, double& mean) {
    mean = std::accumulate(sorted.begin() + from, sorted.begin() + to, 0.0) / (to - from);
    double squares = 0;
    for (size_t i = from; i < to; ++i) squares += (sorted[i] - mean) * (sorted[i] - mean);
    return squares;
  };
  const size_t split = otsu_split(sorted, kFewestOfInk);
  if (split == 0) return false;
  double low = 0, high = 0;
  const double squares = squares_of(0, split, low) + squares_of(split, sorted.size(), high);
  const double spread = std::sqrt(squares / static_cast<double>(sorted.size()));
  if (high - low < std::max(kLeastHueApart, kHueSpreadsApart * spread)) return false;
  const double middle = (sorted[split - 1] + sorted[split]) / 2;
  for (size_t i = 0; i < members.size(); ++i)
    members[i].side = along.at<double>(static_cast<int>(i)) > middle ? 1 : 0;
  return mixed_in_lines(members, n);
}

bool split_by_copies(std::vector<Member>& members, const cv::Vec3d& paper, int n) {
  const auto first = first_step(members, n);
  if (!first) return false;
  Step step{*first, 0, 1e3};
  for (int round = 0; round < kSplitRounds; ++round) {
    take_sides(members, n, step);
    const std::vector<Both> both = symbols_with_both(members, n);
    if (both.size() < kFewestWithBoth) return false;
    cv::Vec3d way;
    double weight = 0;
    for (const Both& of : both) way += of.weight * (of.far - of.near), weight += of.weight;
    step.way = way / weight;
    const double length = step.way.dot(step.way);
    if (std::sqrt(length) < kLeastInkStep) return false;
    double mean = 0, squares = 0;
    for (const Both& of : both) {
      const double at = of.near.dot(step.way) / length;
      mean += at, squares += at * at;
    }
    const auto count = static_cast<double>(both.size());
    step.usual = mean / count;
    step.spread = 0.1 + std::sqrt(std::max(0.0, squares / count - step.usual * step.usual));
  }
  take_sides(members, n, step);
  // How clear it is: cells off their symbol's colour on their side.
  double squares = 0;
  for (const Member& member : members) {
    double mean = 0;
    double count = 0;
    for (const Member& other : members)
      if (other.symbol == member.symbol) mean += other.at - other.side, ++count;
    const double off = member.at - member.side - mean / count;
    if (std::abs(off) > kMostOffStep) return false;
    squares += off * off;
  }
  if (std::sqrt(squares / static_cast<double>(members.size())) > kMostStepSpread) return false;
  // A symbol all of whose copies have one ink: which one, by where symbols lie as a rule.
  const std::vector<Both> both = symbols_with_both(members, n);
  if (both.size() < kFewestWithBoth) return false;
  for (Member& member : members) {
    if (std::any_of(both.begin(), both.end(),
                    [&](const Both& of) { return of.symbol == member.symbol; }))
      continue;
    const double off = member.at - step.usual;
    member.side = std::abs(off) < kMostOffStep ? 0 : std::abs(off - 1) < kMostOffStep ? 1 : -1;
  }
  std::erase_if(members, [](const Member& member) { return member.side < 0; });
  const bool told = other_hues(members) || (much_paler(both, paper) && in_use<"grey_entries">());
  return told && mixed_in_lines(members, n);
}

// The side of a symbol outside the group, on a highlighted background: by the colours that its
// copies have on both sides. Other symbols' colours stand in where those are not known. -1: of
// neither ink.
int side_of(const InkFeatures& features, int symbol, const std::vector<Both>& both) {
  cv::Vec3d near, far;
  double weight = 0;
  for (const Both& of : both) {
    const double share = of.symbol == symbol ? 1e6 : of.weight;
    near += share * of.near, far += share * of.far, weight += share;
  }
  near /= weight, far /= weight;
  const cv::Vec3d colour = ink_colour(features);
  const double most = kMostOffStep * cv::norm(far - near);
  return cv::norm(colour - near) < most ? 0 : cv::norm(colour - far) < most ? 1 : -1;
}

}  // namespace

void split_ink_clusters(const Grid& symbols, const CellMap<InkFeatures>& features,
                        CellMap<int>& group) {
  if (group.empty()) return;
  const int groups = *std::max_element(group.begin(), group.end()) + 1;
  int next = groups;
  for (int number = 0; number < groups; ++number) {
    CellFlags its(features.size());
    for (int i = 0; i < features.size(); ++i) its[i] = group[i] == number;
    const InkFeatures usual = median_features(features, its);
    std::vector<Member> members;
    for (int i = 0; i < features.size(); ++i)
      if (its[i] && background_distance(features[i], usual) < kSameBackground)
        members.push_back({i, symbols.at(i), ink_colour(features[i]), taken_of(features[i])});
    if (members.size() < 2 * kFewestOfInk) continue;
    std::vector<Member> told = members;
    if (split_by_copies(told, background_colour(usual), symbols.n()) && in_use<"copy_inks">())
      members = std::move(told);
    else if (!split_by_hue(members, symbols.n()) || !in_use<"split_by_hue">())
      continue;
    for (int i = 0; i < features.size(); ++i)
      if (its[i]) group[i] = -1;
    const auto far = std::count_if(members.begin(), members.end(),
                                   [](const Member& member) { return member.side == 1; });
    const int larger = 2 * far > static_cast<std::ptrdiff_t>(members.size()) ? 1 : 0;
    const auto number_of = [&](int side) { return side == larger ? number : next; };
    for (const Member& member : members) group[member.cell] = number_of(member.side);
    const std::vector<Both> both = symbols_with_both(members, symbols.n());
    for (int i = 0; i < features.size(); ++i) {
      if (its[i] || symbols.at(i) == 0 || !features[i].known[InkFeatures::own_red]) continue;
      const int side = side_of(features[i], symbols.at(i), both);
      if (side >= 0 && in_use<"inks_on_highlights">()) group[i] = number_of(side);
    }
    ++next;
  }
}

}  // namespace gridlens
