#include "core/vision/lattice/occluded_side.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/image/statistics.h"
#include "core/vision/lattice/cell_background.h"
#include "core/vision/lattice/line_continuity.h"

namespace gridlens {

namespace {

constexpr int kMinSidesSeen = 3;         // of a cell that lies open
constexpr int kMaxSidesSeen = 1;         // of one that may be occluded
constexpr double kMinOpen = 0.55;        // of the cells
constexpr double kOtherTone = 0.10;      // of what covers against the paper nearby
constexpr double kMinOtherTone = 0.85;   // of the cells without lines
constexpr double kMinMissingTone = 0.4;  // of all cells that were not found: some may show
constexpr double kMinSeenBeside = 0.92;  // of the segments beside no occluded cell
constexpr double kMinSideSeen = 0.75;    // of each other side's border line
constexpr double kWholeLine = 0.85;      // seen of a line that ends a lattice
constexpr double kPartOfLine = 0.33;     // seen of a line that something covers in part
constexpr double kOuterEdge = 0.15;      // cells from a cell's edge towards the occluded side
constexpr int kNearby = 3;               // cells around, for the paper's grey

class Cells {
 public:
  Cells(int n, const std::vector<LatticeSample>& samples) : n_(n), sides_(n * n) {
    for (const LatticeSample& s : samples)
      if (is_line(s))
        for (const int cell : cell_numbers_beside(s.segment, n_))
          if (cell >= 0) ++sides_[cell];
  }

  static bool is_line(const LatticeSample& s) {
    return s.reading.inside && (s.reading.seen || s.reading.step);
  }
  [[nodiscard]] bool open(int cell) const { return sides_[cell] >= kMinSidesSeen; }
  [[nodiscard]] bool blank(int cell) const { return sides_[cell] <= kMaxSidesSeen; }
  // A segment beside a cell without lines.
  [[nodiscard]] bool beside_blank(const SegmentId& segment) const {
    for (const int cell : cell_numbers_beside(segment, n_))
      if (cell >= 0 && blank(cell)) return true;
    return false;
  }

 private:
  int n_;
  CellMap<int> sides_;
};

// The brightest of three points of a cell beside its edge towards a side of the board, below 0
// outside the picture. What reaches in from there may end within the cell.
double outer_background(const cv::Mat& grey, const Homography& image_from_board, int row, int col,
                        LatticeSide side) {
  double brightest = -1;
  for (const double along : {0.22, 0.5, 0.78}) {
    const double across = side.last ? 1 - kOuterEdge : kOuterEdge;
    const bool column = side.family == LineFamily::column_line;
    const cv::Point2d p = image_from_board(column ? cv::Point2d(col + across, row + along)
                                                  : cv::Point2d(col + along, row + across));
    if (const auto level = grey_at(grey, p)) brightest = std::max<double>(brightest, *level);
  }
  return brightest;
}

// Are the cells without lines of another tone than the open ones nearby? `outer`: their backgrounds
// towards the occluded side.
bool blank_cells_differ(const CellMap<double>& backgrounds, const CellMap<double>& outer,
                        const Cells& cells, int n) {
  int blank = 0, differ = 0, open = 0;
  for (int row = 0; row < n; ++row)
    for (int col = 0; col < n; ++col) {
      const int cell = row * n + col;
      open += cells.open(cell);
      if (!cells.blank(cell) || outer[cell] < 0) continue;
      ++blank;
      std::vector<double> paper;
      for (int reach = kNearby; paper.empty() && reach <= n; reach += kNearby)
        for (int r = std::max(0, row - reach); r <= std::min(n - 1, row + reach); ++r)
          for (int c = std::max(0, col - reach); c <= std::min(n - 1, col + reach); ++c)
            if (const int i = r * n + c; cells.open(i) && backgrounds[i] >= 0)
              paper.push_back(backgrounds[i]);
      if (paper.empty()) return false;
      const double level = median(paper);
      differ += differ_in_tone(outer[cell], level, kOtherTone);
    }
  return open >= kMinOpen * n * n && blank > 0 && differ >= kMinOtherTone * blank;
}

// How a lattice goes on towards one of its sides.
class Way {
 public:
  Way(const LinePicture& picture, const LatticeWarp& image_from_board, int n,
      const std::vector<LatticeSample>& samples, LatticeSide side)
      : picture_(picture),
        map_(image_from_board),
        n_(n),
        side_(side),
        seen_(static_cast<std::size_t>(n), 0) {
    for (const LatticeSample& s : samples) {
      // What a shadow's or a finger's edge makes is a step, but no line.
      if (!s.reading.seen || s.segment.family != side_.family) continue;
      const int missing = side_.last ? n - s.segment.line : s.segment.line;
      if (missing < n) ++seen_[static_cast<std::size_t>(missing)];
    }
    least_depth_ = least_line_depth(median(seen_depths(samples)));
  }

  // Does the lattice end with a whole line before the side? That is a border of its own; what lies
  // over a board cuts through cells.
  [[nodiscard]] bool ends_before() const {
    for (int missing = 1; missing <= n_ / 2; ++missing)
      if (seen(missing) >= kWholeLine && runs_on(missing) <= kLatticeEnds) return true;
    return false;
  }

  // Do lines cross the outermost line that is seen before the side? They do not cross a border.
  [[nodiscard]] bool goes_on() const {
    for (int missing = 1; missing <= n_ / 2; ++missing)
      if (seen(missing) >= kPartOfLine) return runs_on(missing) >= kLatticeGoesOn;
    return false;
  }

 private:
  [[nodiscard]] double seen(int missing) const {
    return static_cast<double>(seen_[static_cast<std::size_t>(missing)]) / n_;
  }

  // Share of the lines that cross a line which are seen just beyond it; text stands farther off.
  [[nodiscard]] double runs_on(int missing) const {
    SeenCount ends;
    const int cell = side_.last ? n_ - missing : missing - 1;
    for (int line = 0; line <= n_; ++line) {
      const SegmentEnd end =
          end_of(picture_, map_, {crossing(side_.family), line, cell}, !side_.last, least_depth_);
      ends.add(end.inside, end.seen);
    }
    return ends.share();
  }

  const LinePicture& picture_;
  const LatticeWarp& map_;
  int n_;
  LatticeSide side_;
  std::vector<int> seen_;  // segments of the lines that run along the side, by their distance
  double least_depth_ = 0;
};

}  // namespace

bool has_occluded_side(const LinePicture& picture, const LatticeWarp& image_from_board, int n,
                       const std::vector<LatticeSample>& samples) {
  const Cells cells(n, samples);
  SeenCount beside;
  std::array<SeenCount, std::size(kLatticeSides)> sides{};
  for (const LatticeSample& s : samples) {
    // The ends of the sides beside the occluded one are occluded, too.
    if (cells.beside_blank(s.segment)) continue;
    beside.add(s.reading.inside, Cells::is_line(s));
    if (s.segment.on_border(n)) sides[s.segment.side(n)].add(true, Cells::is_line(s));
  }
  if (beside.seen < kMinSeenBeside * beside.inside) return false;
  // The one of which least is seen may be occluded.
  const auto less = [](const SeenCount& a, const SeenCount& b) { return a.seen < b.seen; };
  const auto least_seen = std::min_element(sides.begin(), sides.end(), less);
  for (const SeenCount& side : sides)
    if (&side != &*least_seen && (2 * side.inside <= n || side.seen < kMinSideSeen * side.inside))
      return false;
  const LatticeSide occluded = kLatticeSides[least_seen - sides.begin()];
  if (Way(picture, image_from_board, n, samples, occluded).goes_on()) return true;
  const Homography flat = image_from_board.image_from_board();
  const auto backgrounds = cell_backgrounds(picture, flat, n, PointRank::brightest);
  CellMap<double> outer = backgrounds;
  for (int cell = 0; cell < n * n; ++cell)
    if (cells.blank(cell))
      outer[cell] = outer_background(picture, flat, cell / n, cell % n, occluded);
  return blank_cells_differ(backgrounds, outer, cells, n);
}

bool reaches_beyond_border(const LinePicture& picture, const LatticeWarp& image_from_board, int n,
                           const std::vector<LatticeSample>& samples) {
  for (const LatticeSide side : kLatticeSides)
    if (Way(picture, image_from_board, n, samples, side).ends_before()) return true;
  return false;
}

bool may_be_occluded(const cv::Mat& grey, const Homography& image_from_board, int n,
                     const MissingLines& missing) {
  const auto backgrounds = cell_backgrounds(grey, image_from_board, n, PointRank::brightest);
  std::vector<double> paper, unseen;
  for (int row = 0; row < n; ++row)
    for (int col = 0; col < n; ++col) {
      const double background = backgrounds[row * n + col];
      if (background < 0) continue;
      const int at = missing.side.family == LineFamily::column_line ? col : row;
      const bool found = missing.side.last ? at < n - missing.count : at >= missing.count;
      (found ? paper : unseen).push_back(background);
    }
  if (paper.empty() || unseen.empty()) return false;
  const double level = median(paper);
  const auto differ = std::count_if(unseen.begin(), unseen.end(), [&](double background) {
    return differ_in_tone(background, level, kOtherTone);
  });
  return static_cast<double>(differ) >= kMinMissingTone * static_cast<double>(unseen.size());
}

}  // namespace gridlens
