#include "core/reading/ink_traits.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <optional>

namespace gridlens {

namespace {

constexpr int kFrom = CellSheet::kMarginPx + 2;  // clear of the cell's lines
constexpr int kSide = CellSheet::kCropPx - 2 * kFrom;
constexpr int kEdge = 2;            // what stays this near to a side along all its way is a line
constexpr int kLineReach = 4;       // a line of the lattice lies at most so far inside
constexpr double kLineShare = 0.6;  // of a row or column that is dark: a line
constexpr double kStrokeInk = 0.5;  // of the cell's darkest ink: a stroke
constexpr double kPaperInk = 0.12;  // below it: paper
constexpr double kPlainInk = 8;     // so much is paper at any rate
constexpr double kFullInk = 0.8;    // of the darkest: hardly any paper shines through
constexpr double kFadingGrey = 16;
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

// Blue, green and red over the strokes and over the paper beside them.
struct Colours {
  std::optional<cv::Vec3d> densities;  // means of the strokes' optical densities
  cv::Vec3d ink;                       // means over what is drawn fully
  bool full = false;                   // there are such parts
};

Colours measure_colours(const cv::Mat& colour, const cv::Mat& middle, const cv::Mat& strokes,
                        double darkest) {
  Colours colours;
  cv::Vec3d ink;
  cv::Vec3d paper;
  int ink_count = 0;
  int paper_count = 0;
  int full_count = 0;
  for (int y = 0; y < kSide; ++y)
    for (int x = 0; x < kSide; ++x) {
      const auto& pixel = colour.at<cv::Vec3b>(y, x);
      if (strokes.at<std::uint8_t>(y, x)) {
        for (int c = 0; c < 3; ++c) ink[c] += std::log(pixel[c] + 4.0);
        ++ink_count;
        if (middle.at<std::uint8_t>(y, x) >= kFullInk * darkest) {
          colours.ink += cv::Vec3d(pixel);
          ++full_count;
        }
      } else if (middle.at<std::uint8_t>(y, x) < kPaperInk * darkest) {
        for (int c = 0; c < 3; ++c) paper[c] += std::log(pixel[c] + 4.0);
        ++paper_count;
      }
    }
  colours.full = full_count > 0;
  if (colours.full) colours.ink /= full_count;
  if (ink_count > 0 && paper_count > 0) colours.densities = paper / paper_count - ink / ink_count;
  return colours;
}

// How a colour leans to red and to blue. Near black there is no telling: the logs fade out there.
double red_of(const cv::Vec3d& bgr) {
  return std::log((bgr[2] + kFadingGrey) / (bgr[1] + kFadingGrey));
}
double blue_of(const cv::Vec3d& bgr) {
  return std::log((bgr[0] + kFadingGrey) / (bgr[1] + kFadingGrey));
}

// What the top of a parabola through three neighbouring values adds to the middle one, the largest.
double above_middle(double before, double middle, double after) {
  const double curve = 2 * middle - before - after;
  return curve > 1e-9 ? (after - before) * (after - before) / (8 * curve) : 0;
}

// Correlation of two symbols' pictures, laid on each other by their strokes' boxes, at the best of
// nine places a pixel apart and between them. Boxes of clearly different size are no copies.
double correlation(const cv::Mat& a, const cv::Rect& box_a, const cv::Mat& b,
                   const cv::Rect& box_b) {
  constexpr int kSizeOff = 2;
  if (std::abs(box_a.width - box_b.width) > kSizeOff ||
      std::abs(box_a.height - box_b.height) > kSizeOff)
    return 0;
  const cv::Rect whole(0, 0, a.cols, a.rows);
  const cv::Rect inner = (box_a + cv::Size(2, 2) - cv::Point(1, 1)) & whole;
  const cv::Mat patch = a(inner);
  double sum_a = 0, aa = 0;
  for (int y = 0; y < patch.rows; ++y)
    for (int x = 0; x < patch.cols; ++x) {
      const double p = patch.ptr(y)[x];
      sum_a += p, aa += p * p;
    }
  double at[3][3] = {};
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      const cv::Rect there(inner.tl() - box_a.tl() + box_b.tl() + cv::Point(dx, dy), inner.size());
      if ((there & whole) != there) continue;
      const cv::Mat other = b(there);
      int sum_b = 0, bb = 0, ab = 0;  // whole numbers: exact, and fit for vectors
      for (int y = 0; y < patch.rows; ++y) {
        const std::uint8_t* row_a = patch.ptr(y);
        const std::uint8_t* row_b = other.ptr(y);
        for (int x = 0; x < patch.cols; ++x) {
          const int p = row_a[x];
          const int q = row_b[x];
          sum_b += q, bb += q * q, ab += p * q;
        }
      }
      const double count = static_cast<double>(patch.total());
      const double spread = (aa - sum_a * sum_a / count) * (bb - 1.0 * sum_b * sum_b / count);
      if (spread > 0) at[dy + 1][dx + 1] = (ab - sum_a * sum_b / count) / std::sqrt(spread);
    }
  double best = 0;
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 3; ++x) {
      double here = at[y][x];
      if (y == 1 && at[0][x] > 0 && at[2][x] > 0 && here >= std::max(at[0][x], at[2][x]))
        here += above_middle(at[0][x], at[1][x], at[2][x]);
      if (x == 1 && at[y][0] > 0 && at[y][2] > 0 && at[y][1] >= std::max(at[y][0], at[y][2]))
        here += above_middle(at[y][0], at[y][1], at[y][2]);
      best = std::max(best, here);
    }
  return std::min(best, 1.0);
}

// What is needed of a cell to compare it with others.
struct Drawn {
  cv::Mat picture;
  cv::Rect box;
};

void measure_repeats(const std::vector<Drawn>& drawn, const std::vector<int>& symbols,
                     std::vector<InkTraits>& traits) {
  std::vector<double> best(drawn.size(), -1);
  for (size_t i = 0; i < drawn.size(); ++i) {
    if (!traits[i].measured()) continue;
    for (size_t j = i + 1; j < drawn.size(); ++j) {
      if (symbols[i] != symbols[j] || !traits[j].measured()) continue;
      const double alike =
          correlation(drawn[i].picture, drawn[i].box, drawn[j].picture, drawn[j].box);
      best[i] = std::max(best[i], alike);
      best[j] = std::max(best[j], alike);
    }
  }
  for (size_t i = 0; i < drawn.size(); ++i)
    if (best[i] >= 0) traits[i].set(InkTraits::repeated, -std::log(1.02 - best[i]));
}

}  // namespace

std::vector<InkTraits> measure_traits(const CellSheet& sheet, const InkSheet& ink,
                                      const std::vector<int>& cells,
                                      const std::vector<int>& symbols) {
  std::vector<InkTraits> all(cells.size());
  std::vector<Drawn> drawn(cells.size());
  const cv::Rect window(kFrom, kFrom, kSide, kSide);
  for (size_t i = 0; i < cells.size(); ++i) {
    const int cell = cells[i];
    const int row = cell / sheet.n;
    const int col = cell % sheet.n;
    InkTraits& traits = all[i];
    const cv::Mat middle = ink.crop(cell)(window);
    const double darkest = strongest_ink(ink, cell);
    const cv::Mat paper = sheet.crop(row, col)(window);
    const cv::Mat plain = middle < std::max(kPaperInk * darkest, kPlainInk);
    traits.set(InkTraits::ground, std::log(4 + cv::mean(paper, plain)[0]));
    const cv::Rect crop(col * CellSheet::kCellPx, row * CellSheet::kCellPx, CellSheet::kCropPx,
                        CellSheet::kCropPx);
    cv::Mat colour;
    if (!sheet.colour.empty()) {
      colour = sheet.colour(crop)(window);
      const cv::Scalar bgr = cv::mean(colour, plain);
      traits.set(InkTraits::ground_red, red_of({bgr[0], bgr[1], bgr[2]}));
      traits.set(InkTraits::ground_blue, blue_of({bgr[0], bgr[1], bgr[2]}));
    }
    if (symbols[i] == 0 || darkest < kLeastInk) continue;
    const Strokes strokes = find_strokes(middle, darkest);
    if (strokes.pixels < kLeastPixels) continue;
    drawn[i] = {middle, strokes.box};
    traits.set(InkTraits::strength, std::log(cv::mean(middle, strokes.mask)[0]));
    if (!colour.empty()) {
      const Colours seen = measure_colours(colour, middle, strokes.mask, darkest);
      if (seen.densities) {
        traits.set(InkTraits::blue, (*seen.densities)[1] - (*seen.densities)[0]);
        traits.set(InkTraits::red, (*seen.densities)[1] - (*seen.densities)[2]);
      }
      if (seen.full) {
        traits.set(InkTraits::own_red, red_of(seen.ink));
        traits.set(InkTraits::own_blue, blue_of(seen.ink));
        traits.set(InkTraits::own_light,
                   std::log((seen.ink[0] + seen.ink[1] + seen.ink[2]) / 3 + kFadingGrey));
      }
    }
    const Edges edges = measure_edges(middle, strokes.box);
    traits.set(InkTraits::stroke, std::log(2 * edges.ink / std::max(1.0, edges.slopes)));
    traits.set(InkTraits::steepness, std::log(std::max(1.0, edges.steepest) / darkest));
    constexpr double kCell = CellSheet::kCellPx;
    traits.set(InkTraits::top, strokes.box.y / kCell);
    traits.set(InkTraits::bottom, strokes.box.br().y / kCell);
    traits.set(InkTraits::left, strokes.box.x / kCell);
    traits.set(InkTraits::right, strokes.box.br().x / kCell);
  }
  measure_repeats(drawn, symbols, all);
  return all;
}

void TraitEvidence::add(const std::vector<int>& cells, const std::vector<InkTraits>& traits,
                        double weight) {
  ++frames_;
  for (size_t i = 0; i < cells.size(); ++i) {
    Sum& sum = sums_[static_cast<size_t>(cells[i])];
    for (size_t t = 0; t < InkTraits::kCount; ++t) {
      if (!traits[i].known[t]) continue;
      sum.weights[t] += weight;
      sum.values[t] += weight * traits[i].values[t];
    }
  }
}

std::vector<InkTraits> TraitEvidence::means() const {
  std::vector<InkTraits> means(sums_.size());
  for (size_t cell = 0; cell < sums_.size(); ++cell) {
    const Sum& sum = sums_[cell];
    for (size_t t = 0; t < InkTraits::kCount; ++t)
      if (sum.weights[t] > 0)
        means[cell].set(static_cast<InkTraits::Trait>(t), sum.values[t] / sum.weights[t]);
  }
  return means;
}

}  // namespace gridlens
