#include "core/reading/ink/ink_groups.h"

#include <algorithm>
#include <cmath>
#include <opencv2/core/matx.hpp>

#include "core/reading/ink/copy_inks.h"

namespace gridlens {

namespace {

// Grey levels of 255 within which a colour is one with another's ink, mixed with paper.
constexpr double kLeastLink = 16;
constexpr double kLinkOfNearest = 3;  // of how far most colours are off their nearest
constexpr double kMostColours = 0.9;
constexpr double kMostUnlikePapers = 110;  // a lit cell's and another's
constexpr double kThroughStep = 0.05;
constexpr double kMostOnOtherPaper = 40;  // grey levels
constexpr double kClearlyNearer = 0.5;
constexpr double kPalest = 0.3;  // share of ink in what is still seen as its colour

// Blue, green and red, each with the fading grey of the traits added.
struct Drawn {
  cv::Vec3d ink, paper;
};

cv::Vec3d colour_of(double red, double blue, double light) {
  const double green = 3 * std::exp(light) / (1 + std::exp(red) + std::exp(blue));
  return {green * std::exp(blue), green, green * std::exp(red)};
}

// How far a colour is from all mixtures of an ink with its own paper: thin strokes are pale.
double off_mixtures(const Drawn& of, const cv::Vec3d& ink) {
  const cv::Vec3d way = ink - of.paper;
  const double length = way.dot(way);
  const double share =
      length > 0 ? std::clamp((of.ink - of.paper).dot(way) / length, kPalest, 1.0) : 1;
  return cv::norm(of.ink - of.paper - share * way);
}

// How far a colour is from another's ink as it would look on the first one's paper, where the same
// strokes let as much of it through; other symbols may be paler still.
double off_on_its_paper(const Drawn& of, const Drawn& other, bool same_symbol) {
  double least = 1e9;
  for (double through = 0; through <= 1 - kPalest; through += kThroughStep) {
    const cv::Vec3d ink = other.ink + through * (of.paper - other.paper);
    least = std::min(least, same_symbol ? cv::norm(of.ink - ink) : off_mixtures(of, ink));
  }
  return least;
}

double colour_distance(const Drawn& a, const Drawn& b) {
  double least = std::min(off_mixtures(a, b.ink), off_mixtures(b, a.ink));
  const double papers = cv::norm(a.paper - b.paper);
  if (papers > kLeastLink && papers < kMostUnlikePapers)
    least = std::min({least, off_on_its_paper(a, b, true), off_on_its_paper(b, a, true)});
  return least;
}

// Inks that one cell alone has, and those left open, by the ink that comes nearest on their paper,
// if it is clearly nearer than any other.
void join_on_other_papers(const Grid& symbols, const std::vector<Drawn>& drawn,
                          const std::vector<size_t>& cells, std::vector<int>& group) {
  std::vector<int> count;
  for (const size_t cell : cells) {
    if (group[cell] < 0) continue;
    count.resize(std::max(count.size(), static_cast<size_t>(group[cell]) + 1), 0);
    ++count[static_cast<size_t>(group[cell])];
  }
  const std::vector<int> before = group;
  for (const size_t cell : cells) {
    const int own = before[cell];
    if (own >= 0 && count[static_cast<size_t>(own)] > 1) continue;
    std::vector<double> off(count.size(), 1e9);
    bool copies = false;
    for (const bool same : {true, false}) {
      if (copies) break;
      for (const size_t other : cells) {
        const int its = before[other];
        if (its < 0 || count[static_cast<size_t>(its)] < 2 ||
            (same && symbols.values()[other] != symbols.values()[cell]))
          continue;
        double& least = off[static_cast<size_t>(its)];
        least = std::min(least, off_on_its_paper(drawn[cell], drawn[other], same));
      }
      // Copies tell if every ink has some.
      copies = true;
      for (size_t g = 0; g < off.size(); ++g) copies = copies && (count[g] < 2 || off[g] < 1e9);
    }
    const auto nearest = std::min_element(off.begin(), off.end());
    if (nearest == off.end()) continue;
    double second = 1e9;
    for (auto it = off.begin(); it != off.end(); ++it)
      if (it != nearest) second = std::min(second, *it);
    if (*nearest < kMostOnOtherPaper && *nearest < kClearlyNearer * second)
      group[cell] = static_cast<int>(nearest - off.begin());
  }
}

}  // namespace

cv::Vec3d ink_colour(const InkTraits& traits) {
  const auto& values = traits.values;
  return colour_of(values[InkTraits::own_red], values[InkTraits::own_blue],
                   values[InkTraits::own_light]);
}

cv::Vec3d ground_colour(const InkTraits& traits) {
  const auto& values = traits.values;
  return colour_of(values[InkTraits::ground_red], values[InkTraits::ground_blue],
                   values[InkTraits::ground_light]);
}

std::vector<int> ink_groups(const Grid& symbols, const std::vector<InkTraits>& traits) {
  std::vector<size_t> cells;
  std::vector<Drawn> drawn(traits.size());
  for (size_t i = 0; i < traits.size(); ++i)
    if (symbols.values()[i] != 0 && traits[i].known[InkTraits::own_red] &&
        traits[i].known[InkTraits::ground_red]) {
      cells.push_back(i);
      drawn[i] = {ink_colour(traits[i]), ground_colour(traits[i])};
    }
  std::vector<int> group(traits.size(), -1);
  if (cells.size() < 2) return group;

  std::vector<double> nearest(cells.size(), 1e9);
  for (size_t a = 0; a < cells.size(); ++a)
    for (size_t b = 0; b < cells.size(); ++b)
      if (a != b)
        nearest[a] = std::min(nearest[a], colour_distance(drawn[cells[a]], drawn[cells[b]]));
  const auto most = nearest.begin() + static_cast<std::ptrdiff_t>(
                                          kMostColours * static_cast<double>(nearest.size() - 1));
  std::nth_element(nearest.begin(), most, nearest.end());
  const double link = std::max(kLeastLink, kLinkOfNearest * *most);

  std::vector<std::vector<size_t>> groups;
  for (const size_t seed : cells) {
    if (group[seed] >= 0) continue;
    const int number = static_cast<int>(groups.size());
    groups.push_back({seed});
    group[seed] = number;
    for (size_t next = 0; next < groups.back().size(); ++next)
      for (const size_t cell : cells)
        if (group[cell] < 0 && colour_distance(drawn[groups.back()[next]], drawn[cell]) < link) {
          group[cell] = number;
          groups.back().push_back(cell);
        }
  }
  split_inks_by_copies(symbols, traits, group);
  join_on_other_papers(symbols, drawn, cells, group);
  groups.clear();
  for (size_t cell = 0; cell < group.size(); ++cell) {
    if (group[cell] < 0) continue;
    groups.resize(std::max(groups.size(), static_cast<size_t>(group[cell]) + 1));
    groups[static_cast<size_t>(group[cell])].push_back(cell);
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  for (size_t number = 0; number < groups.size(); ++number)
    for (const size_t cell : groups[number]) group[cell] = static_cast<int>(number);
  return group;
}

}  // namespace gridlens
