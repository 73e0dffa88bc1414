#include "core/reading/ink/ink_colour_clusters.h"

#include <algorithm>
#include <cmath>
#include <opencv2/core/matx.hpp>

#include "core/ablation/mechanism.h"
#include "core/image/statistics.h"
#include "core/reading/ink/split_ink_clusters.h"

namespace gridlens {

namespace {

// Grey levels of 255 within which a colour is one with another's ink, mixed with paper.
constexpr double kLeastLink = 16;
constexpr double kLinkOfNearest = 3;  // of how far most colours are off their nearest
constexpr double kMostColours = 0.9;
constexpr double kOnePaper = 16;     // grey levels
constexpr double kUsualTaken = 300;  // grey levels, by a stroke from its paper
constexpr double kMostLink = 40;
constexpr double kThroughStep = 0.1;
constexpr double kMostOnOtherPaper = 40;  // grey levels
constexpr double kClearlyNearer = 0.5;
constexpr size_t kFewCells = 2;  // on a board of ...
constexpr size_t kManyCells = 16;
constexpr size_t kCompared = 48;
constexpr double kLinkOfFew = 60;
constexpr double kPalest = 0.3;  // share of ink in what is still seen as its colour

// Blue, green and red, each with the fading grey of the features added; of what the symbol takes
// its direction, 0 where it is not known.
struct SymbolColours {
  cv::Vec3d ink, paper, taken;
};

cv::Vec3d colour_of(double red, double blue, double light) {
  const double green = 3 * std::exp(light) / (1 + std::exp(red) + std::exp(blue));
  return {green * std::exp(blue), green, green * std::exp(red)};
}

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
  double least = 1e9;
  for (double through = 0; through <= 1 - kPalest; through += kThroughStep) {
    least = std::min(least, off_mixtures(of, other.ink + through * (of.paper - other.paper)));
  }
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
  std::vector<std::vector<int>> joined(std::vector<std::vector<int>> groups) const {
    std::stable_sort(groups.begin(), groups.end(),
                     [](const auto& a, const auto& b) { return a.size() > b.size(); });
    const auto few = std::find_if(groups.begin(), groups.end(),
                                  [this](const auto& group) { return group.size() <= few_cells_; });
    // What can be compared on its own paper first.
    const std::vector<std::vector<int>> many(groups.begin(), few);
    std::stable_partition(few, groups.end(), [&](const auto& group) {
      return std::any_of(many.begin(), many.end(),
                         [&](const auto& ink) { return on_its_paper(group, ink) < 1e9; });
    });
    std::vector<std::vector<int>> inks;
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
  [[nodiscard]] size_t ink_of(const std::vector<int>& group,
                              const std::vector<std::vector<int>>& inks) const {
    const bool few = group.size() <= few_cells_;
    size_t nearest = inks.size(), on_own = inks.size();
    double least = 1e9, second = 1e9, least_on_own = kLinkOfFew;
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
        least < kMostOnOtherPaper && (few || second < 1e9) && least < kClearlyNearer * second;
    return least < link_ || clear ? nearest : inks.size();
  }

  // The least distance of two cells on one paper; far away where there are none.
  [[nodiscard]] double on_its_paper(const std::vector<int>& group,
                                    const std::vector<int>& ink) const {
    double least = 1e9;
    for (const int cell : group)
      for (const int other : ink)
        if (on_one_paper(colours_[cell], colours_[other]))
          least = std::min(least, colour_distance(colours_[cell], colours_[other]));
    return least;
  }

  // The median over the group's cells; far away where cells of the ink lie on the group's paper:
  // those have been compared.
  [[nodiscard]] double distance(const std::vector<int>& group, const std::vector<int>& ink) const {
    std::vector<double> offs;
    for (const int cell : some_of(group)) {
      offs.push_back(1e9);
      for (const int other : some_of(ink)) {
        if (on_one_paper(colours_[cell], colours_[other])) return 1e9;
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

cv::Vec3d ink_colour(const InkFeatures& features) {
  const auto& values = features.values;
  return colour_of(values[InkFeatures::own_red], values[InkFeatures::own_blue],
                   values[InkFeatures::own_light]);
}

cv::Vec3d background_colour(const InkFeatures& features) {
  const auto& values = features.values;
  return colour_of(values[InkFeatures::background_red], values[InkFeatures::background_blue],
                   values[InkFeatures::background_light]);
}

cv::Vec3d taken_of(const InkFeatures& features) {
  if (!features.known[InkFeatures::taken_blue]) return {};
  return {features.values[InkFeatures::taken_blue], features.values[InkFeatures::taken_green],
          features.values[InkFeatures::taken_red]};
}

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

  std::vector<double> nearest(cells.size(), 1e9);
  for (size_t a = 0; a < cells.size(); ++a)
    for (size_t b = 0; b < cells.size(); ++b)
      if (a != b && on_one_paper(colours[cells[a]], colours[cells[b]]))
        nearest[a] = std::min(nearest[a], colour_distance(colours[cells[a]], colours[cells[b]]));
  std::erase_if(nearest, [](double off) { return off >= 1e9; });
  double link = kLeastLink;
  if (!nearest.empty())
    link = std::clamp(kLinkOfNearest * quantile(std::move(nearest), kMostColours), kLeastLink,
                      kMostLink);

  int count = 0;
  for (const int seed : cells) {
    if (group[seed] >= 0) continue;
    std::vector<int> its{seed};
    group[seed] = count;
    for (size_t next = 0; next < its.size(); ++next)
      for (const int cell : cells)
        if (group[cell] < 0 && on_one_paper(colours[its[next]], colours[cell]) &&
            colour_distance(colours[its[next]], colours[cell]) < link) {
          group[cell] = count;
          its.push_back(cell);
        }
    ++count;
  }
  split_ink_clusters(symbols, features, group);
  std::vector<std::vector<int>> groups;
  for (const int cell : cells) {
    if (group[cell] < 0) continue;
    groups.resize(std::max(groups.size(), static_cast<size_t>(group[cell]) + 1));
    groups[static_cast<size_t>(group[cell])].push_back(cell);
  }
  for (const int cell : cells)
    if (group[cell] < 0) groups.push_back({cell});
  std::erase_if(groups, [](const auto& its) { return its.empty(); });
  if (in_use<"joined_papers">())
    groups = PaperJoin(colours, cells.size(), link).joined(std::move(groups));
  std::stable_sort(groups.begin(), groups.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  for (size_t number = 0; number < groups.size(); ++number)
    for (const int cell : groups[number]) group[cell] = static_cast<int>(number);
  return group;
}

}  // namespace gridlens
