#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/core.hpp>
#include <optional>

#include "core/image/statistics.h"
#include "core/reading/ink/glyph_similarity.h"
#include "core/reading/ink/ink_features.h"
#include "core/reading/ink/strokes.h"

namespace gridlens {

namespace {

constexpr int kSide = Strokes::kSide;
constexpr double kLeastTaken = 5;    // grey levels, the mean
constexpr double kPlainInk = 8;      // so much is paper at any rate
constexpr double kNoSymbolInk = 24;  // so much around the symbol's place
constexpr int kAroundPx = 4;
constexpr double kOpaqueInk = 0.8;  // of the darkest: hardly any paper shines through
constexpr int kLeastDarkest = 25;
constexpr double kFaintStroke = 0.4;  // against what else is a stroke

// Ink summed up over the strokes' surroundings against the steepness summed up: a bar of width w
// with soft edges has ink w and edges 2 for each pixel of its length.
struct Edges {
  double ink = 0;
  double slopes = 0;
  double steepest = 0;
};

Edges measure_edges(const cv::Mat& middle, const cv::Rect& box) {
  int ink = 0;
  double slopes = 0;
  int steepest = 0;
  const cv::Rect around =
      (box + cv::Size(4, 4) - cv::Point(2, 2)) & cv::Rect(0, 0, kSide - 1, kSide - 1);
  for (int y = around.y; y < around.br().y; ++y) {
    const std::uint8_t* a = middle.ptr(y);
    const std::uint8_t* b = middle.ptr(y + 1);
    for (int x = around.x; x < around.br().x; ++x) {
      const int dx = a[x + 1] - a[x] + b[x + 1] - b[x];
      const int dy = b[x] - a[x] + b[x + 1] - a[x + 1];
      const int squares = dx * dx + dy * dy;
      ink += a[x] + a[x + 1] + b[x] + b[x + 1];
      slopes += std::sqrt(static_cast<double>(squares));
      steepest = std::max(steepest, squares);
    }
  }
  return {ink / 4.0, slopes / 2, std::sqrt(static_cast<double>(steepest)) / 2};
}

// log(4 + level) of every grey level.
const std::array<double, 256>& log_levels() {
  static const std::array<double, 256> logs = [] {
    std::array<double, 256> all{};
    for (size_t i = 0; i < all.size(); ++i) all[i] = std::log(static_cast<double>(i) + 4.0);
    return all;
  }();
  return logs;
}

// Blue, green and red over the strokes and over the paper beside them.
struct Colours {
  std::optional<cv::Vec3d> densities;  // means of the strokes' optical densities
  std::optional<cv::Vec3d> full_ink;   // means over what is drawn fully
};

Colours measure_colours(const cv::Mat& colour, const cv::Mat& middle, const Strokes& strokes,
                        double darkest) {
  const auto& logs = log_levels();
  Colours colours;
  cv::Vec3d ink, full_ink, paper;
  int ink_count = 0;
  int paper_count = 0;
  int full_count = 0;
  for (int y = 0; y < kSide; ++y) {
    const auto* pixels = colour.ptr<cv::Vec3b>(y);
    const std::uint8_t* levels = middle.ptr(y);
    for (int x = 0; x < kSide; ++x) {
      if (strokes.at(x, y)) {
        for (int c = 0; c < 3; ++c) ink[c] += logs[pixels[x][c]];
        ++ink_count;
        if (levels[x] >= kOpaqueInk * darkest) {
          full_ink += cv::Vec3d(pixels[x]);
          ++full_count;
        }
      } else if (levels[x] < kPaperInk * darkest) {
        for (int c = 0; c < 3; ++c) paper[c] += logs[pixels[x][c]];
        ++paper_count;
      }
    }
  }
  if (full_count > 0) colours.full_ink = full_ink / full_count;
  if (ink_count > 0 && paper_count > 0) colours.densities = paper / paper_count - ink / ink_count;
  return colours;
}

// Mean grey level of the paper: where there is hardly any ink. 0 where there is none.
double mean_paper(const cv::Mat& grey, const cv::Mat& middle, double darkest) {
  const cv::Mat paper = middle < std::max(kPaperInk * darkest, kPlainInk);
  const int count = cv::countNonZero(paper);
  return count == 0 ? 0 : cv::sum(grey & paper)[0] / count;
}

// Medians of the colours around the symbol's place: in the same places of blank cells and others,
// for tiles may get darker downwards.
cv::Vec3d median_paper(const cv::Mat& colour, const cv::Mat& middle, double darkest,
                       bool screenshot) {
  const cv::Rect place(kAroundPx, kAroundPx, kSide - 2 * kAroundPx, kSide - 2 * kAroundPx);
  cv::Mat paper = middle < std::max(kPaperInk * darkest, kNoSymbolInk);
  paper(place).setTo(0);
  // Most of it is ink: a drawn tile that differs from what lies between the tiles.
  if (screenshot && 2 * cv::countNonZero(paper) < kSide * kSide - place.area()) {
    paper.setTo(255);
    paper(place).setTo(0);
  }
  const int count = cv::countNonZero(paper);
  if (count == 0) return {};
  std::array<LevelCounts, 3> counts{};
  for (int y = 0; y < kSide; ++y)
    for (int x = 0; x < kSide; ++x)
      for (int c = 0; c < 3 && paper.ptr(y)[x] != 0; ++c)
        ++counts[static_cast<size_t>(c)][colour.ptr<cv::Vec3b>(y)[x][c]];
  cv::Vec3d medians;
  for (int c = 0; c < 3; ++c)
    medians[c] = level_reached_by(count / 2 + 1, counts[static_cast<size_t>(c)]);
  return medians;
}

// Blue, green and red that the symbol takes of its paper, all of it, edges and all: its direction.
// nullopt where that is next to nothing.
std::optional<cv::Vec3d> taken_colours(const cv::Mat& colour, const Strokes& strokes,
                                       const cv::Vec3d& paper) {
  Strokes::Rows wide{};
  for (int y = 0; y < kSide; ++y) {
    std::uint32_t near = 0;
    for (int dy = -1; dy <= 1; ++dy)
      if (y + dy >= 0 && y + dy < kSide) near |= strokes.rows[static_cast<size_t>(y + dy)];
    wide[static_cast<size_t>(y)] = near | near << 1 | near << 2 | near >> 1 | near >> 2;
  }
  cv::Vec3d sum;
  int count = 0;
  for (int y = 0; y < kSide; ++y) {
    const auto* pixels = colour.ptr<cv::Vec3b>(y);
    for (int x = 0; x < kSide; ++x)
      if ((wide[static_cast<size_t>(y)] >> x & 1) != 0)
        sum += paper - cv::Vec3d(pixels[x]), ++count;
  }
  const double length = cv::norm(sum);
  if (count == 0 || length < kLeastTaken * count) return std::nullopt;
  return sum / length;
}

double mean_ink(const cv::Mat& middle, const Strokes& strokes) {
  int sum = 0;
  for (int y = 0; y < kSide; ++y) {
    const std::uint8_t* levels = middle.ptr(y);
    for (int x = 0; x < kSide; ++x) sum += strokes.at(x, y) ? levels[x] : 0;
  }
  return static_cast<double>(sum) / strokes.pixels;
}

}  // namespace

std::vector<InkFeatures> measure_features(const RectifiedBoard& rectified, const InkMap& ink,
                                          const std::vector<int>& cells,
                                          const std::vector<int>& symbols, bool screenshot) {
  std::vector<InkFeatures> all(cells.size());
  std::vector<GlyphCrop> crops(cells.size());
  for (size_t i = 0; i < cells.size(); ++i) {
    const int cell = cells[i];
    const cv::Rect place(cell % rectified.n * RectifiedBoard::kCellPx + Strokes::kFrom,
                         cell / rectified.n * RectifiedBoard::kCellPx + Strokes::kFrom, kSide,
                         kSide);
    InkFeatures& features = all[i];
    const cv::Mat middle = ink.ink(place);
    const double darkest = strongest_ink(ink, cell);
    const double paper = mean_paper(rectified.grey(place), middle, darkest);
    features.set(InkFeatures::background, std::log(4 + paper));
    cv::Mat colour;
    cv::Vec3d background;
    if (!rectified.colour.empty()) {
      colour = rectified.colour(place);
      background = median_paper(colour, middle, darkest, screenshot);
      features.set_colour(InkFeatures::background_red, background);
    }
    if (symbols[i] == 0 || darkest < kLeastDarkest) continue;
    const Strokes strokes = find_strokes(middle, darkest);
    if (strokes.pixels == 0) continue;
    crops[i] = {symbols[i], middle, strokes.box};
    features.set(InkFeatures::strength, std::log(mean_ink(middle, strokes)));
    if (!colour.empty()) {
      const Colours seen = measure_colours(colour, middle, strokes, darkest);
      if (seen.densities) {
        features.set(InkFeatures::blue, (*seen.densities)[1] - (*seen.densities)[0]);
        features.set(InkFeatures::red, (*seen.densities)[1] - (*seen.densities)[2]);
      }
      if (const auto taken = taken_colours(colour, strokes, background)) {
        features.set(InkFeatures::taken_blue, (*taken)[0]);
        features.set(InkFeatures::taken_green, (*taken)[1]);
        features.set(InkFeatures::taken_red, (*taken)[2]);
      }
      if (seen.full_ink) features.set_colour(InkFeatures::own_red, *seen.full_ink);
    }
    const Edges edges = measure_edges(middle, strokes.box);
    features.set(InkFeatures::stroke, std::log(2 * edges.ink / std::max(1.0, edges.slopes)));
    features.set(InkFeatures::steepness, std::log(std::max(1.0, edges.steepest) / darkest));
    constexpr double kCell = RectifiedBoard::kCellPx;
    features.set(InkFeatures::top, strokes.box.y / kCell);
    features.set(InkFeatures::bottom, strokes.box.br().y / kCell);
    features.set(InkFeatures::left, strokes.box.x / kCell);
    features.set(InkFeatures::right, strokes.box.br().x / kCell);
    const cv::Rect all_strokes = find_strokes(middle, kFaintStroke * darkest).box | strokes.box;
    features.set(InkFeatures::reach, std::max(all_strokes.width, all_strokes.height) / kCell);
  }
  const std::vector<double> copies = best_similarities(crops);
  for (size_t i = 0; i < copies.size(); ++i)
    if (copies[i] >= 0) all[i].set(InkFeatures::repeated, -std::log(1.02 - copies[i]));
  return all;
}

}  // namespace gridlens
