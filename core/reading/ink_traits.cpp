#include "core/reading/ink_traits.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace gridlens {

namespace {

constexpr int kFrom = CellSheet::kMarginPx + 2;  // clear of the cell's lines
constexpr int kSide = CellSheet::kCropPx - 2 * kFrom;
constexpr int kEdge = 2;            // what stays this near to a side along all its way is a line
constexpr int kLineReach = 4;       // a line of the lattice lies at most so far inside
constexpr double kLineShare = 0.6;  // of a row or column that is dark: a line
constexpr double kStrokeInk = 0.5;  // of the cell's darkest ink: a stroke
constexpr double kPaperInk = 0.12;  // below it: paper
constexpr int kLeastPixels = 5;
constexpr int kLeastInk = 25;

// The strokes of a cell: connected dark parts but for remnants of lines.
struct Strokes {
  cv::Mat mask;  // CV_8U, kSide square
  cv::Rect box;
  int pixels = 0;
};

// Takes the lattice's own lines out of the mask: rows and columns near the sides that are mostly
// dark.
void clear_lines(cv::Mat& dark) {
  for (const int first : {0, kSide - kLineReach})
    for (int i = first; i < first + kLineReach; ++i) {
      if (cv::countNonZero(dark.row(i)) > kLineShare * kSide) dark.row(i).setTo(0);
      if (cv::countNonZero(dark.col(i)) > kLineShare * kSide) dark.col(i).setTo(0);
    }
}

Strokes find_strokes(const cv::Mat& middle, double darkest) {
  cv::Mat labels;
  cv::Mat stats;
  cv::Mat centroids;
  cv::Mat dark = middle >= kStrokeInk * darkest;
  clear_lines(dark);
  const int count = cv::connectedComponentsWithStats(dark, labels, stats, centroids, 8, CV_32S);
  Strokes strokes{cv::Mat::zeros(kSide, kSide, CV_8U), {}, 0};
  for (int label = 1; label < count; ++label) {
    const cv::Rect box(
        stats.at<int>(label, cv::CC_STAT_LEFT), stats.at<int>(label, cv::CC_STAT_TOP),
        stats.at<int>(label, cv::CC_STAT_WIDTH), stats.at<int>(label, cv::CC_STAT_HEIGHT));
    const bool along_a_side = box.br().x <= kEdge || box.br().y <= kEdge ||
                              box.x >= kSide - kEdge || box.y >= kSide - kEdge;
    const int area = stats.at<int>(label, cv::CC_STAT_AREA);
    if (along_a_side || area < kLeastPixels) continue;
    strokes.mask.setTo(255, labels == label);
    strokes.box = strokes.pixels == 0 ? box : strokes.box | box;
    strokes.pixels += area;
  }
  return strokes;
}

// Ink summed up over the strokes' surroundings against the steepness summed up: a bar of width w
// with soft edges has ink w and edges 2 for each pixel of its length.
struct Edges {
  double ink = 0;
  double slopes = 0;
  double steepest = 0;
};

Edges measure_edges(const cv::Mat& middle, const cv::Rect& box) {
  Edges edges;
  const cv::Rect around =
      (box + cv::Size(4, 4) - cv::Point(2, 2)) & cv::Rect(0, 0, kSide - 1, kSide - 1);
  for (int y = around.y; y < around.br().y; ++y) {
    const std::uint8_t* a = middle.ptr(y);
    const std::uint8_t* b = middle.ptr(y + 1);
    for (int x = around.x; x < around.br().x; ++x) {
      const double dx = (a[x + 1] - a[x] + b[x + 1] - b[x]) / 2.0;
      const double dy = (b[x] - a[x] + b[x + 1] - a[x + 1]) / 2.0;
      const double slope = std::hypot(dx, dy);
      edges.ink += (a[x] + a[x + 1] + b[x] + b[x + 1]) / 4.0;
      edges.slopes += slope;
      edges.steepest = std::max(edges.steepest, slope);
    }
  }
  return edges;
}

// Mean optical densities of blue, green and red over the strokes, against the cell's paper.
cv::Vec3d densities(const cv::Mat& colour, const cv::Mat& middle, const cv::Mat& strokes,
                    double darkest) {
  cv::Vec3d ink;
  cv::Vec3d paper;
  int ink_count = 0;
  int paper_count = 0;
  for (int y = 0; y < kSide; ++y)
    for (int x = 0; x < kSide; ++x) {
      const auto& pixel = colour.at<cv::Vec3b>(y, x);
      if (strokes.at<std::uint8_t>(y, x)) {
        for (int c = 0; c < 3; ++c) ink[c] += std::log(pixel[c] + 4.0);
        ++ink_count;
      } else if (middle.at<std::uint8_t>(y, x) < kPaperInk * darkest) {
        for (int c = 0; c < 3; ++c) paper[c] += std::log(pixel[c] + 4.0);
        ++paper_count;
      }
    }
  if (ink_count == 0 || paper_count == 0) return {};
  return paper / paper_count - ink / ink_count;
}

}  // namespace

std::vector<InkTraits> measure_traits(const CellSheet& sheet, const InkSheet& ink,
                                      const std::vector<int>& cells) {
  std::vector<InkTraits> all;
  all.reserve(cells.size());
  for (const int cell : cells) {
    InkTraits& traits = all.emplace_back();
    const cv::Rect window(kFrom, kFrom, kSide, kSide);
    const cv::Mat middle = ink.crop(cell)(window);
    const double darkest = strongest_ink(ink, cell);
    if (darkest < kLeastInk) continue;
    const Strokes strokes = find_strokes(middle, darkest);
    if (strokes.pixels < kLeastPixels) continue;
    traits.measured = true;
    auto& values = traits.values;
    values[InkTraits::strength] = static_cast<float>(std::log(cv::mean(middle, strokes.mask)[0]));
    if (!sheet.colour.empty()) {
      const cv::Mat colour = sheet.colour(cv::Rect(cell % sheet.n * CellSheet::kCellPx,
                                                   cell / sheet.n * CellSheet::kCellPx,
                                                   CellSheet::kCropPx, CellSheet::kCropPx))(window);
      const cv::Vec3d density = densities(colour, middle, strokes.mask, darkest);
      values[InkTraits::blue] = static_cast<float>(density[1] - density[0]);
      values[InkTraits::red] = static_cast<float>(density[1] - density[2]);
    }
    const Edges edges = measure_edges(middle, strokes.box);
    values[InkTraits::stroke] =
        static_cast<float>(std::log(2 * edges.ink / std::max(1.0, edges.slopes)));
    values[InkTraits::steepness] =
        static_cast<float>(std::log(std::max(1.0, edges.steepest) / darkest));
    constexpr double kCell = CellSheet::kCellPx;
    values[InkTraits::top] = static_cast<float>(strokes.box.y / kCell);
    values[InkTraits::bottom] = static_cast<float>(strokes.box.br().y / kCell);
    values[InkTraits::left] = static_cast<float>(strokes.box.x / kCell);
    values[InkTraits::right] = static_cast<float>(strokes.box.br().x / kCell);
  }
  return all;
}

void TraitEvidence::add(const std::vector<int>& cells, const std::vector<InkTraits>& traits,
                        double weight) {
  ++frames_;
  for (size_t i = 0; i < cells.size(); ++i) {
    if (!traits[i].measured) continue;
    Sum& sum = sums_[static_cast<size_t>(cells[i])];
    sum.weight += weight;
    for (size_t t = 0; t < sum.values.size(); ++t) sum.values[t] += weight * traits[i].values[t];
  }
}

std::vector<InkTraits> TraitEvidence::means() const {
  std::vector<InkTraits> means(sums_.size());
  for (size_t cell = 0; cell < sums_.size(); ++cell) {
    const Sum& sum = sums_[cell];
    if (sum.weight <= 0) continue;
    means[cell].measured = true;
    for (size_t t = 0; t < sum.values.size(); ++t)
      means[cell].values[t] = static_cast<float>(sum.values[t] / sum.weight);
  }
  return means;
}

}  // namespace gridlens
