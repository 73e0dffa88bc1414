#include "core/reading/ink/colour_clusters.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/ablation/mechanism.h"
#include "core/image/statistics.h"
#include "core/reading/ink/split_ink_clusters.h"

namespace gridlens {

namespace {

// A colour joins another's group within some times how far most colours are off their nearest, but
// for so many grey levels of 255 at least and at most: inks, mixed with paper; backgrounds.
constexpr double kLinkOfNearest = 3;
constexpr double kMostColours = 0.9;
constexpr double kInkLink[] = {16, 40};
constexpr double kBackgroundLink[] = {3, 20};
constexpr double kOnePaper = 16;     // grey levels
constexpr double kUsualTaken = 300;  // grey levels, by a stroke from its paper
constexpr double kThroughStep = 0.1;
constexpr double kMostOnOtherPaper = 40;  // grey levels
constexpr double kClearlyNearer = 0.5;
constexpr size_t kFewCells = 2;  // on a board of ...
constexpr size_t kManyCells = 16;
constexpr size_t kCompared = 48;
constexpr double kLinkOfFew = 60;
constexpr double kPalest = 0.3;  // share of ink in what is still seen as its colour
constexpr double kFar = 1e9;     // what cannot be compared

// Cells of each colour.
using Groups = std::vector<std::vector<int>>;

template <class Distance>
double link_of(const std::vector<int>& cells, const Distance& distance, const double (&limits)[2]) {
  std::vector<double> nearest;
  for (const int a : cells) {
    double least = kFar;
    for (const int b : cells)
      if (a != b) least = std::min(least, distance(a, b));
    if (least < kFar) nearest.push_back(least);
  }
  const double usual = quantile(std::move(nearest), kMostColours);
  return std::clamp(kLinkOfNearest * usual, limits[0], limits[1]);
}

template <class Distance>
Groups linked(std::vector<int> cells, const Distance& distance, double link) {
  Groups groups;
  while (!cells.empty()) {
    std::vector<int> its{cells.front()};
    cells.erase(cells.begin());
    for (size_t next = 0; next < its.size(); ++next) {
      const auto near = std::stable_partition(cells.begin(), cells.end(), [&](int cell) {
        return !(distance(its[next], cell) < link);
      });
      its.insert(its.end(), near, cells.end());
      cells.erase(near, cells.end());
    }
    groups.push_back(std::move(its));
  }
  return groups;
}

void sort_by_size(Groups& groups) {
  std::stable_sort(groups.begin(), groups.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
}

void number_groups(const Groups& groups, CellMap<int>& numbers) {
  for (size_t number = 0; number < groups.size(); ++number)
    for (const int cell : groups[number]) numbers[cell] = static_cast<int>(number);
}

// Blue, green and red, each with the fading grey of the features added; of what the symbol takes
// its direction, 0 where it is not known.
struct SymbolColours {
  cv::Vec3d ink, paper, taken;
};

// How far a colour is from all mixtures of an ink with its own paper: thin strokes are pale.
double off_mixtures(const SymbolColours& of, const cv::Vec3d& ink) {
  const cv::Vec3d way = ink - of.paper;
  const double length = way.dot(way);
  const double share =
      length > 0 ? std::clamp((of.ink - of.paper).dot(way) / length, kPalest, 1.0) : 1;
  return cv::norm(of.ink - of.paper - share * way);
}

// How far a colour is from another's ink as it would look on the first one's paper, where strokes
// let some of it through; thinner ones are paler still.
double off_on_its_paper(const SymbolColours& of, const SymbolColours& other) {
  double least = kFar;
  for (double through = 0; through <= 1 - kPalest; through += kThroughStep)
    least = std::min(least, off_mixtures(of, other.ink + through * (of.paper - other.paper)));
  return least;
}

// A stroke takes of the paper's colours in one proportion, however thin it is; the other part is
// how pale a thin stroke may be.
double colour_distance(const SymbolColours& a, const SymbolColours& b) {
  if (a.taken == cv::Vec3d() || b.taken == cv::Vec3d())
    return std::min(off_mixtures(a, b.ink), off_mixtures(b, a.ink));
  const double of_a = cv::norm(a.ink - a.paper);
  const double of_b = cv::norm(b.ink - b.paper);
  const double too_pale = kPalest * std::max(of_a, of_b) - std::min(of_a, of_b);
  return std::max(kUsualTaken * cv::norm(a.taken - b.taken), too_pale);
}

bool on_one_paper(const SymbolColours& a, const SymbolColours& b) {
  return cv::norm(a.paper - b.paper) < kOnePaper;
}

double distance_on_one_paper(const SymbolColours& a, const SymbolColours& b) {
  return on_one_paper(a, b) ? colour_distance(a, b) : kFar;
}

// A large board has more cells of an ink than it takes.
std::vector<int> some_of(const std::vector<int>& cells) {
  const size_t step = 1 + cells.size() / kCompared;
  std::vector<int> some;
  for (size_t i = 0; i < cells.size(); i += step) some.push_back(cells[i]);
  return some;
}

// Inks of the cells on one paper and another: single inks of lit cells are taken for those that
// come nearest on the other papers, if clearly nearer than any other.
class PaperJoin {
 public:
  PaperJoin(const CellMap<SymbolColours>& colours, size_t cells, double link)
      : colours_(colours), link_(link), few_cells_(cells < kManyCells ? 0 : kFewCells) {}

  // `groups`: cells of each ink on its paper, any order. Joins those of other papers to them, and
  // one or two cells to an ink on their own paper that is not clearly another.
  Groups joined(Groups groups) const {
    sort_by_size(groups);
    const auto few = std::find_if(groups.begin(), groups.end(),
                                  [this](const auto& group) { return group.size() <= few_cells_; });
    // What can be compared on its own paper first.
    const Groups many(groups.begin(), few);
    std::stable_partition(few, groups.end(), [&](const auto& group) {
      return std::any_of(many.begin(), many.end(),
                         [&](const auto& ink) { return on_its_paper(group, ink) < kFar; });
    });
    Groups inks;
    for (auto& group : groups) {
      const size_t its = ink_of(group, inks);
      if (its < inks.size())
        inks[its].insert(inks[its].end(), group.begin(), group.end());
      else
        inks.push_back(std::move(group));
    }
    return inks;
  }

 private:
  // Which of the inks; their number: none.
  [[nodiscard]] size_t ink_of(const std::vector<int>& group, const Groups& inks) const {
    const bool few = group.size() <= few_cells_;
    size_t nearest = inks.size(), on_own = inks.size();
    double least = kFar, second = kFar, least_on_own = kLinkOfFew;
    for (size_t k = 0; k < inks.size(); ++k) {
      if (const double off = on_its_paper(group, inks[k]); few && off < least_on_own)
        least_on_own = off, on_own = k;
      const double off = distance(group, inks[k]);
      if (off < least)
        second = least, least = off, nearest = k;
      else
        second = std::min(second, off);
    }
    // One or two cells do not make an ink that stands on no other paper.
    if (on_own < inks.size() && least >= kClearlyNearer * least_on_own) return on_own;
    const bool clear =
        least < kMostOnOtherPaper && (few || second < kFar) && least < kClearlyNearer * second;
    return least < link_ || clear ? nearest : inks.size();
  }

  // The least distance of two cells on one paper; far away where there are none.
  [[nodiscard]] double on_its_paper(const std::vector<int>& group,
                                    const std::vector<int>& ink) const {
    double least = kFar;
    for (const int cell : group)
      for (const int other : ink)
        least = std::min(least, distance_on_one_paper(colours_[cell], colours_[other]));
    return least;
  }

  // The median over the group's cells; far away where cells of the ink lie on the group's paper:
  // those have been compared.
  [[nodiscard]] double distance(const std::vector<int>& group, const std::vector<int>& ink) const {
    std::vector<double> offs;
    for (const int cell : some_of(group)) {
      offs.push_back(kFar);
      for (const int other : some_of(ink)) {
        if (on_one_paper(colours_[cell], colours_[other])) return kFar;
        offs.back() = std::min({offs.back(), off_on_its_paper(colours_[cell], colours_[other]),
                                off_on_its_paper(colours_[other], colours_[cell])});
      }
    }
    return median(std::move(offs));
  }

  const CellMap<SymbolColours>& colours_;
  double link_;
  size_t few_cells_;  // of a group that hardly is an ink of its own
};

}  // namespace

CellMap<int> ink_colour_clusters(const Grid& symbols, const CellMap<InkFeatures>& features) {
  std::vector<int> cells;
  CellMap<SymbolColours> colours(features.size());
  for (int i = 0; i < features.size(); ++i)
    if (symbols.at(i) != 0 && features[i].known[InkFeatures::own_red] &&
        features[i].known[InkFeatures::background_red]) {
      cells.push_back(i);
      colours[i] = {ink_colour(features[i]), background_colour(features[i]), taken_of(features[i])};
    }
  CellMap<int> group(features.size(), -1);
  if (cells.size() < 2) return group;
  const auto distance = [&](int a, int b) { return distance_on_one_paper(colours[a], colours[b]); };
  const double link = link_of(cells, distance, kInkLink);
  number_groups(linked(cells, distance, link), group);
  split_ink_clusters(symbols, features, group);
  std::map<int, std::vector<int>> split;  // what is in no group any more comes last, cell by cell
  for (const int cell : cells)
    split[group[cell] >= 0 ? group[cell] : 2 * features.size() + cell].push_back(cell);
  Groups groups;
  for (auto& [number, its] : split) groups.push_back(std::move(its));
  if (in_use<"joined_papers">())
    groups = PaperJoin(colours, cells.size(), link).joined(std::move(groups));
  sort_by_size(groups);
  number_groups(groups, group);
  return group;
}

CellMap<int> background_clusters(const Grid& all, const CellMap<InkFeatures>& features,
                                 const CellMap<cv::Vec3d>& off) {
  std::vector<int> cells;
  for (int i = 0; i < features.size(); ++i)
    if (features[i].known[InkFeatures::background_light]) cells.push_back(i);
  CellMap<int> group(features.size(), -1);
  if (cells.size() < 2) return group;
  const auto distance = [&](int a, int b) { return cv::norm(off[a] - off[b]); };
  Groups groups = linked(cells, distance, link_of(cells, distance, kBackgroundLink));
  const auto symbols = [&](const std::vector<int>& its) {
    return std::count_if(its.begin(), its.end(), [&](int cell) { return all.at(cell) != 0; });
  };
  std::stable_sort(groups.begin(), groups.end(),
                   [&](const auto& a, const auto& b) { return symbols(a) > symbols(b); });
  number_groups(groups, group);
  return group;
}

}  // namespace gridlens
