#include "core/vision/lattice/blank_corner.h"

#include <algorithm>
#include <cmath>

#include "core/image/statistics.h"
#include "core/vision/lattice/cell_background.h"

namespace gridlens {

namespace {

constexpr double kMostLines = 0.10;  // seen of the block's own segments
constexpr double kLeastRim = 0.85;   // of those that part it from the rest
constexpr double kMostTone = 0.10;   // the block's background against the one beside it
constexpr int kFewestInside = 4;     // segments in the picture, for the block to tell something

struct Seen {
  int inside = 0;
  int seen = 0;

  void add(const SegmentReading& reading) {
    inside += reading.inside;
    seen += reading.inside && (reading.seen || reading.step || reading.edge);
  }
  [[nodiscard]] double share() const {
    return inside == 0 ? 0 : static_cast<double>(seen) / inside;
  }
};

// A block of `side` cells in the corner given by two ends of the axes.
struct CornerBlock {
  int n, side;
  bool right, bottom;

  // Cells from the corner, along either axis.
  [[nodiscard]] int across(int col) const { return right ? n - 1 - col : col; }
  [[nodiscard]] int down(int row) const { return bottom ? n - 1 - row : row; }
  [[nodiscard]] bool lacks_lines(const std::vector<LatticeSample>& samples) const {
    Seen own, rim;
    for (const LatticeSample& s : samples) {
      const bool column = s.segment.family == LineFamily::column_line;
      const int along = column ? down(s.segment.cell) : across(s.segment.cell);
      const bool far = column ? right : bottom;
      const int line = far ? n - s.segment.line : s.segment.line;
      if (along >= side || line > side) continue;
      (line == side ? rim : own).add(s.reading);
    }
    return own.inside >= kFewestInside && rim.inside >= kFewestInside &&
           own.share() <= kMostLines && rim.share() >= kLeastRim;
  }
  // The block's background, and that of the cells beside it, in the middle of each.
  [[nodiscard]] bool on_same_background(const std::vector<double>& backgrounds) const {
    std::vector<double> own, beside;
    for (int row = 0; row < n; ++row)
      for (int col = 0; col < n; ++col) {
        const int far = std::max(across(col), down(row));
        const double background = backgrounds[static_cast<std::size_t>(row * n + col)];
        if (background < 0 || far > side + 1) continue;
        (far < side ? own : beside).push_back(background);
      }
    if (own.empty() || beside.empty()) return false;
    const double background = median(own), other = median(beside);
    return std::abs(background - other) <= kMostTone * std::max(background, other);
  }
};

}  // namespace

bool has_blank_corner(const cv::Mat& grey, const Homography& image_from_board, int n,
                      const std::vector<LatticeSample>& samples) {
  std::vector<double> backgrounds;
  for (int side = 2; side <= n / 2; ++side)
    for (const bool right : {false, true})
      for (const bool bottom : {false, true}) {
        const CornerBlock block{n, side, right, bottom};
        if (!block.lacks_lines(samples)) continue;
        if (backgrounds.empty())
          backgrounds = cell_backgrounds(grey, image_from_board, n, PointRank::brightest);
        if (block.on_same_background(backgrounds)) return true;
      }
  return false;
}

}  // namespace gridlens
