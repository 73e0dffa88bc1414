#include "core/vision/unlined_board.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <set>
#include <utility>
#include <vector>

#include "core/vision/debug_sink.h"
#include "core/vision/ink_components.h"
#include "core/vision/lattice_search.h"
#include "core/vision/line_profile.h"
#include "core/vision/median.h"
#include "core/vision/symbol_lattice.h"

namespace gridlens {

namespace {

// Symbols are blobs of this size, on the level where they have it.
constexpr double kLeastSizePx = 5;
constexpr double kLeastUsualPx = 8;  // in the median: none shall be lost for its size
constexpr double kMostSizePx = 26;
constexpr double kDarkContrast = 0.2;
constexpr double kLightContrast = 0.5;  // light tiles of givens on a dark ground stand out, too
constexpr size_t kMostSpots = 250;      // a page of text has more
constexpr size_t kFewest = 14;          // symbols of a board
constexpr size_t kMostLattices = 16;    // looked at
constexpr int kMostCells = 30;          // that symbols span
constexpr int kBeyond = 3;              // cells around them that may be the board's
constexpr int kSizes[] = {6, 8, 9, 10, 12, 15, 16};
constexpr double kLeastShare = 0.6;  // of the symbols in the lattice, in the board

// Across a segment between two cells without symbols: the line, and the cells beside it, so far off
// it, in cells.
constexpr double kOnLine = 0.025;
constexpr double kBesideFrom = 0.09;
constexpr double kBesideTo = 0.22;
constexpr int kAcross = 3;
constexpr int kAlong = 9;
constexpr double kFromCrossing = 0.2;
constexpr int kFewestSegments = 10;  // each way
constexpr double kLeastT = 5;        // each way: median over its standard error
constexpr double kClearExtent = 5;   // log-odds over any other extent
constexpr int kUsual = 9;
constexpr double kUsualSize = 4;    // log-odds of such a board against one of another size
constexpr double kMidstFrom = 0.2;  // of the symbols lie to the left of their midst, and so on
constexpr double kLeastSpread = 1e-3;
constexpr double kMedianError = 1.25;   // of a normal distribution's median over its mean's
constexpr double kUnlike = 0.2;         // of a board's segments: lines of its boxes
constexpr double kUnlikeNothing = 0.1;  // of others: the rim of the screen, text
constexpr double kMostSay = 3;          // of one segment
constexpr double kSymbolOutside = 4;    // log-likelihood of each symbol that is left out

struct Segment {
  SegmentId id;
  double difference = 0;  // log of the grey on the line over that beside it
};

using Places = std::set<std::pair<int, int>>;  // column, row

bool sees(const cv::Mat& grey, cv::Point2d at) {
  return at.x >= 0 && at.y >= 0 && at.x <= grey.cols - 1.0 && at.y <= grey.rows - 1.0;
}

// The mean grey of a strip along a segment, `off` cells beside its line.
std::optional<double> strip(const cv::Mat& grey, const Homography& image_from_cells, SegmentId id,
                            double from, double to) {
  double sum = 0;
  for (int a = 0; a < kAcross; ++a)
    for (int s = 0; s < kAlong; ++s) {
      const double across = id.line + from + (to - from) * a / (kAcross - 1);
      const double along = id.cell + kFromCrossing + (1 - 2 * kFromCrossing) * s / (kAlong - 1);
      const cv::Point2d at = id.family == LineFamily::column_line
                                 ? image_from_cells({across, along})
                                 : image_from_cells({along, across});
      if (!sees(grey, at)) return std::nullopt;
      const int x = std::min(static_cast<int>(at.x), grey.cols - 2);
      const int y = std::min(static_cast<int>(at.y), grey.rows - 2);
      const double fx = at.x - x, fy = at.y - y;
      const std::uint8_t* p = grey.ptr(y) + x;
      const std::uint8_t* q = grey.ptr(y + 1) + x;
      sum += (1 - fy) * ((1 - fx) * p[0] + fx * p[1]) + fy * ((1 - fx) * q[0] + fx * q[1]);
    }
  return sum / (kAcross * kAlong);
}

std::optional<double> difference_at(const cv::Mat& grey, const Homography& image_from_cells,
                                    SegmentId id) {
  const auto on = strip(grey, image_from_cells, id, -kOnLine, kOnLine);
  const auto before = strip(grey, image_from_cells, id, -kBesideTo, -kBesideFrom);
  const auto after = strip(grey, image_from_cells, id, kBesideFrom, kBesideTo);
  if (!on || !before || !after) return std::nullopt;
  return std::log((*on + 4) / ((*before + *after) / 2 + 4));
}

// The cells on both sides of a segment, as column and row.
std::pair<std::pair<int, int>, std::pair<int, int>> cells_beside(SegmentId id) {
  if (id.family == LineFamily::column_line) return {{id.line - 1, id.cell}, {id.line, id.cell}};
  return {{id.cell, id.line - 1}, {id.cell, id.line}};
}

// All segments between cells without symbols, from `from` to `to` (columns and rows alike).
std::vector<Segment> bare_segments(const cv::Mat& grey, const Homography& image_from_cells,
                                   const Places& symbols, int from, int to) {
  std::vector<Segment> segments;
  for (const LineFamily family : {LineFamily::column_line, LineFamily::row_line})
    for (int line = from + 1; line < to; ++line)
      for (int cell = from; cell < to; ++cell) {
        const SegmentId id{family, line, cell};
        const auto [one, other] = cells_beside(id);
        if (symbols.contains(one) || symbols.contains(other)) continue;
        if (const auto difference = difference_at(grey, image_from_cells, id))
          segments.push_back({id, *difference});
      }
  return segments;
}

struct Extent {
  int left = 0, top = 0, n = 0;

  [[nodiscard]] bool holds(std::pair<int, int> cell) const {
    return cell.first >= left && cell.first < left + n && cell.second >= top &&
           cell.second < top + n;
  }
  [[nodiscard]] bool holds(SegmentId id) const {
    const auto [one, other] = cells_beside(id);
    return holds(one) && holds(other);
  }
};

// What segments of one family show, robustly: the lines of the boxes may be of the other polarity.
struct Usual {
  std::vector<double> values;

  void add(double value) { values.push_back(value); }
  [[nodiscard]] int count() const { return static_cast<int>(values.size()); }
  [[nodiscard]] double middle() const { return median(values); }
  [[nodiscard]] double spread() const {
    const double m = middle();
    std::vector<double> off;
    for (const double v : values) off.push_back(std::abs(v - m));
    return std::max(kLeastSpread, 1.48 * median(std::move(off)));
  }
  // Of the middle against nothing.
  [[nodiscard]] double t() const {
    return middle() / (kMedianError * spread() / std::sqrt(std::max(1, count())));
  }
};

// A family's line in the midst of the board.
struct KnownLine {
  double middle = 0;
  double spread = 1;

  // Log-odds that a segment that shows `difference` is the board's rather than no line at all. Some
  // lines are unlike the others.
  [[nodiscard]] double log_odds(double difference) const {
    const auto normal = [&](double mean) {
      const double off = (difference - mean) / spread;
      return std::exp(-off * off / 2) / spread;
    };
    constexpr double kBroad = 1 / 0.5;
    return std::log((1 - kUnlike) * normal(middle) + kUnlike * kBroad) -
           std::log((1 - kUnlikeNothing) * normal(0) + kUnlikeNothing * kBroad);
  }
};

struct Weighed {
  Extent extent;
  double log_likelihood = -1e18;
  double lead = 0;  // over the next extent
  Usual columns, rows;
};

// Of so many cells, `filled` hold symbols, any of them as likely.
double log_filled(int filled, int cells) {
  const double share = static_cast<double>(filled) / cells;
  const auto term = [](double count, double p) { return count > 0 ? count * std::log(p) : 0.0; };
  return term(filled, share) + term(cells - filled, 1 - share);
}

// What the segments in the midst of the symbols show, which surely lie inside: by family.
std::pair<KnownLine, KnownLine> midst(const std::vector<Segment>& segments, const Places& symbols) {
  std::vector<int> cols, rows;
  for (const auto& [col, row] : symbols) {
    cols.push_back(col);
    rows.push_back(row);
  }
  std::sort(cols.begin(), cols.end());
  std::sort(rows.begin(), rows.end());
  const auto at = [](const std::vector<int>& sorted, double share) {
    return sorted[static_cast<size_t>(share * static_cast<double>(sorted.size() - 1))];
  };
  Usual columns, all_rows;
  for (const Segment& s : segments) {
    const auto [one, other] = cells_beside(s.id);
    if (std::min(one.first, other.first) < at(cols, kMidstFrom) ||
        std::max(one.first, other.first) > at(cols, 1 - kMidstFrom) ||
        std::min(one.second, other.second) < at(rows, kMidstFrom) ||
        std::max(one.second, other.second) > at(rows, 1 - kMidstFrom))
      continue;
    (s.id.family == LineFamily::column_line ? columns : all_rows).add(s.difference);
  }
  return {{columns.middle(), columns.spread()}, {all_rows.middle(), all_rows.spread()}};
}

// Every extent that holds most symbols, by its likelihood: its segments look like those in the
// midst of the symbols rather than like nothing, and symbols are spread over all of its cells.
std::optional<Weighed> weigh_extents(const std::vector<Segment>& segments, const Places& symbols,
                                     int from, int to) {
  std::optional<Weighed> best;
  const auto [columns, rows] = midst(segments, symbols);
  for (const int n : kSizes)
    for (int left = from; left + n <= to; ++left)
      for (int top = from; top + n <= to; ++top) {
        Weighed its{{left, top, n}, 0, 0, {}, {}};
        const auto inside =
            static_cast<int>(std::count_if(symbols.begin(), symbols.end(), [&](const auto& cell) {
              return its.extent.holds(cell);
            }));
        const int all = static_cast<int>(symbols.size());
        if (inside < static_cast<int>(kFewest) || inside < kLeastShare * all) continue;
        its.log_likelihood = log_filled(inside, n * n) - kSymbolOutside * (all - inside) +
                             (n == kUsual ? kUsualSize : 0);
        for (const Segment& s : segments) {
          if (!its.extent.holds(s.id)) continue;
          const bool column = s.id.family == LineFamily::column_line;
          (column ? its.columns : its.rows).add(s.difference);
          its.log_likelihood +=
              std::clamp((column ? columns : rows).log_odds(s.difference), -kMostSay, kMostSay);
        }
        if (std::min(its.columns.count(), its.rows.count()) < kFewestSegments) continue;
        if (!best || its.log_likelihood > best->log_likelihood) {
          its.lead = best ? its.log_likelihood - best->log_likelihood : 1e9;
          best = its;
        } else {
          best->lead = std::min(best->lead, best->log_likelihood - its.log_likelihood);
        }
      }
  return best;
}

std::vector<SymbolSpot> symbol_spots(const cv::Mat& grey, bool light) {
  InkOptions ink;
  ink.contrast = light ? kLightContrast : kDarkContrast;
  const cv::Mat mask =
      ink_mask(grey, local_ground(grey, ink), light ? InkPolarity::light : InkPolarity::dark, ink);
  BlobLimits limits;
  limits.min_extent_px = 2;
  limits.max_extent_px = static_cast<int>(kMostSizePx);
  std::vector<SymbolSpot> spots;
  for (const InkComponent& blob : ink_components(mask, limits)) {
    const double size = std::max(blob.box.width, blob.box.height);
    if (size < kLeastSizePx) continue;
    spots.push_back({cv::Point2d(blob.box.x + (blob.box.width - 1) / 2.0,
                                 blob.box.y + (blob.box.height - 1) / 2.0),
                     size});
  }
  return spots;
}

// A lattice of symbols with what its lines show.
struct Seen {
  Weighed weighed;
  BoardCandidate board;
};

std::optional<Seen> look_at(const cv::Mat& grey, bool light, const SymbolLattice& lattice) {
  Places symbols;
  int last = 0;
  for (const cv::Point& place : lattice.places) {
    symbols.emplace(place.x, place.y);
    last = std::max({last, place.x, place.y});
  }
  if (last >= kMostCells || lattice.size_px < kLeastUsualPx) return std::nullopt;
  const int from = -kBeyond;
  const int to = last + 1 + kBeyond;
  const auto segments = bare_segments(grey, lattice.image_from_cells, symbols, from, to);
  const auto best = weigh_extents(segments, symbols, from, to);
  if (!best) return std::nullopt;
  const double across = best->columns.t();
  const double down = best->rows.t();
  if (best->lead < kClearExtent || across * down <= 0 ||
      std::min(std::abs(across), std::abs(down)) < kLeastT)
    return std::nullopt;
  int agree = 0, all = 0;
  for (const Segment& s : segments)
    if (best->extent.holds(s.id)) {
      ++all;
      agree += s.difference * across > 0;
    }
  Seen seen{*best, {}};
  BoardCandidate& board = seen.board;
  board.n = best->extent.n;
  board.image_from_board =
      lattice.image_from_cells *
      Homography(cv::Matx33d(1, 0, best->extent.left, 0, 1, best->extent.top, 0, 0, 1));
  board.light_on_dark = light;
  board.lattice_score = static_cast<double>(agree) / all;
  board.bend = BoardBend(board.n);
  for (const Shape& shape : possible_shapes(board.n))
    board.shapes.push_back(
        {shape, 1.0 / static_cast<double>(possible_shapes(board.n).size()), std::nullopt});
  return seen;
}

std::optional<Seen> board_among(const cv::Mat& grey, bool light) {
  const std::vector<SymbolSpot> spots = symbol_spots(grey, light);
  if (spots.size() < kFewest || spots.size() > kMostSpots) return std::nullopt;
  std::optional<Seen> best;
  for (const SymbolLattice& lattice : symbol_lattices(spots, kFewest, kMostLattices)) {
    auto seen = look_at(grey, light, lattice);
    if (seen && (!best || seen->weighed.log_likelihood > best->weighed.log_likelihood))
      best = std::move(seen);
  }
  return best;
}

}  // namespace

std::optional<BoardCandidate> find_unlined_board(const GreyPyramid& pyramid, double min_side_px,
                                                 DebugSink* debug) {
  std::optional<Seen> best;
  for (int level = 0; level < pyramid.levels(); ++level)
    for (const bool light : {false, true}) {
      auto seen = board_among(pyramid.level(level), light);
      if (!seen || (best && seen->weighed.log_likelihood <= best->weighed.log_likelihood)) continue;
      BoardCandidate& board = seen->board;
      board.image_from_board = GreyPyramid::full_from_level(level) * board.image_from_board;
      const auto sides = board.corners().side_lengths_px();
      if (*std::min_element(sides.begin(), sides.end()) >= min_side_px) best = std::move(seen);
    }
  if (!best) return std::nullopt;
  if (debug != nullptr) {
    cv::Mat picture;
    cv::cvtColor(pyramid.level(0), picture, cv::COLOR_GRAY2BGR);
    draw_lattice(picture, best->board.image_from_board, best->board.n, best->board.n, {0, 200, 0});
    debug->picture("symbol_lattice", picture);
  }
  return best->board;
}

}  // namespace gridlens
