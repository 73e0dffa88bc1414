#include "core/vision/lattice/occluded_cells.h"

#include <algorithm>
#include <cstddef>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "core/ablation/mechanism.h"
#include "core/image/statistics.h"
#include "core/vision/lattice/cell_background.h"

namespace gridlens {

namespace {

constexpr double kMinSeenAround = 0.95;  // of the segments of cells that are not occluded
constexpr double kMostOccluded = 0.4;    // of the cells
constexpr double kMinBorderShare = 0.4;
constexpr double kLineDepth = 0.5;  // of the usual line's: a line that lies a little aside

constexpr int kSamples = 16;      // a cell side, between its lines
constexpr int kWidestStroke = 5;  // samples: what is no wider is a symbol's
// Against the cell's usual background: a hand's shadow is softer.
constexpr double kHandTone = 0.15;
constexpr double kLeastPart = 0.03;  // of the cell
// A cell in part occluded, and the one behind it that is hardly touched.
constexpr int kCellsDeep = 2;

// The cell's background without symbols, kSamples x kSamples; outside the picture its edge goes on.
cv::Mat background_of(const cv::Mat& grey, const LatticeWarp& map, int row, int col) {
  cv::Mat cell(kSamples, kSamples, CV_8UC1);
  for (int i = 0; i < kSamples; ++i)
    for (int j = 0; j < kSamples; ++j) {
      const auto at = [](int k) {
        return kMiddle.from + (1 - 2 * kMiddle.from) * (k + 0.5) / kSamples;
      };
      const cv::Point2d p = map({col + at(j), row + at(i)});
      const int x = std::clamp(cvRound(p.x), 0, grey.cols - 1);
      const int y = std::clamp(cvRound(p.y), 0, grey.rows - 1);
      cell.at<std::uint8_t>(i, j) = grey.at<std::uint8_t>(y, x);
    }
  cv::morphologyEx(cell, cell, cv::MORPH_CLOSE,
                   cv::Mat::ones(kWidestStroke, kWidestStroke, CV_8UC1));
  return cell;
}

bool has_two_tones(const cv::Mat& background) {
  std::vector<std::uint8_t> levels(background.begin<std::uint8_t>(),
                                   background.end<std::uint8_t>());
  const double usual = median(levels);
  const auto other = std::count_if(levels.begin(), levels.end(), [usual](std::uint8_t level) {
    return differ_in_tone(level, usual, kHandTone);
  });
  return static_cast<double>(other) >= kLeastPart * static_cast<double>(levels.size());
}

}  // namespace

CellFlags unobserved_cells(const std::vector<LatticeSample>& samples, int n) {
  CellMap<int> seen_sides(n * n);
  for (const LatticeSample& s : samples) {
    if (!s.reading.seen && !s.reading.at_ends && !s.reading.step) continue;
    for (const int cell : cell_numbers_beside(s.segment, n))
      if (cell >= 0) ++seen_sides[cell];
  }
  CellFlags unobserved;
  for (const int sides : seen_sides) unobserved.push_back(sides <= 1);
  return unobserved;
}

CellFlags occluded_cells(const std::vector<LatticeSample>& samples, int n) {
  CellFlags occluded(n * n);
  const double line_depth = kLineDepth * median(seen_depths(samples));
  // What is no line where one is expected, nor near it.
  const auto is_covered = [line_depth](const LatticeSample& s) {
    return s.reading.inside && !s.reading.seen && !s.reading.at_ends && !s.reading.step &&
           s.reading.depth < line_depth;
  };
  // A board without a border is open on all sides.
  int border = 0, border_seen = 0;
  for (const LatticeSample& s : samples)
    if (s.segment.on_border(n)) ++border, border_seen += !is_covered(s);
  if (border_seen < kMinBorderShare * border) return {};

  const CellFlags unobserved = unobserved_cells(samples, n);
  int count = 0;
  bool wholly = false;
  for (bool grown = true; grown;) {
    grown = false;
    for (const LatticeSample& s : samples) {
      if (!is_covered(s)) continue;
      const auto [before, after] = cell_numbers_beside(s.segment, n);
      for (const auto& [from, to] : {std::pair(before, after), std::pair(after, before)}) {
        if (to < 0 || occluded[to]) continue;
        if (from >= 0 && !occluded[from]) continue;
        occluded[to] = true;
        wholly = wholly || unobserved[to];
        ++count;
        grown = true;
      }
    }
  }
  // What covers a board covers some cell wholly; single lines are missed now and then.
  if (!wholly || count > kMostOccluded * n * n) return {};
  int around = 0, seen = 0;
  for (const LatticeSample& s : samples) {
    if (!s.reading.inside) continue;
    bool touched = false;
    for (const int cell : cell_numbers_beside(s.segment, n))
      touched = touched || (cell >= 0 && occluded[cell]);
    if (touched) continue;
    ++around;
    seen += !is_covered(s);
  }
  if (seen < kMinSeenAround * around) return {};
  return occluded;
}

void add_partly_occluded(const cv::Mat& grey, const LatticeWarp& image_from_board, int n,
                         CellFlags& occluded) {
  CellFlags looked_at = occluded;
  for (int round = 0; round < kCellsDeep; ++round) {
    const CellFlags beside = with_neighbours(occluded, n);
    for (int cell = 0; cell < occluded.size(); ++cell) {
      if (looked_at[cell] || !beside[cell]) continue;
      looked_at[cell] = true;
      occluded[cell] = has_two_tones(background_of(grey, image_from_board, cell / n, cell % n)) &&
                       in_use<"partly_covered">();
    }
  }
}

}  // namespace gridlens
