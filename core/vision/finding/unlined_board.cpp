#include "core/vision/finding/unlined_board.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <utility>
#include <vector>

#include "core/vision/finding/debug_sink.h"
#include "core/vision/finding/ink_components.h"
#include "core/vision/finding/symbol_extent.h"
#include "core/vision/finding/symbol_lattice.h"

namespace gridlens {

namespace {

// Symbols are blobs of this size, on the level where they have it.
constexpr double kLeastSizePx = 5;
constexpr double kLeastUsualPx = 8;  // in the median: none shall be lost for its size
constexpr double kMostSizePx = 26;
constexpr double kDarkContrast = 0.2;
constexpr double kLightContrast = 0.5;  // light tiles of givens on a dark ground stand out, too
constexpr int kFewest = 14;             // symbols of a board
constexpr size_t kMostLattices = 16;    // looked at
constexpr int kMostCells = 36;          // that symbols span
constexpr int kBeyond = 3;              // cells around them that may be the board's
constexpr double kLeastT = 5;           // each way: median over its standard error
constexpr double kClearExtent = 5;      // log-odds over any other extent

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
  WeighedExtent weighed;
  BoardCandidate board;
};

std::optional<Seen> look_at(const cv::Mat& grey, bool light, const SymbolLattice& lattice) {
  SymbolPlaces symbols;
  int last = 0;
  for (const cv::Point& place : lattice.places) {
    symbols.emplace(place.x, place.y);
    last = std::max({last, place.x, place.y});
  }
  if (last >= kMostCells || lattice.size_px < kLeastUsualPx) return std::nullopt;
  const int from = -kBeyond;
  const int to = last + 1 + kBeyond;
  const auto segments = bare_segments(grey, lattice.image_from_cells, symbols, from, to);
  const auto best = weigh_extents(segments, symbols, kFewest, from, to);
  if (!best) return std::nullopt;
  const double across = best->columns.t();
  const double down = best->rows.t();
  if (best->lead < kClearExtent || across * down <= 0 ||
      std::min(std::abs(across), std::abs(down)) < kLeastT)
    return std::nullopt;
  int agree = 0, all = 0;
  for (const BareSegment& s : segments)
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
  board.symbols_only = true;
  board.lattice_score = static_cast<double>(agree) / all;
  board.bend = BoardBend(board.n);
  for (const Shape& shape : possible_shapes(board.n))
    board.shapes.push_back(
        {shape, 1.0 / static_cast<double>(possible_shapes(board.n).size()), std::nullopt});
  return seen;
}

std::optional<Seen> board_among(const cv::Mat& grey, bool light, size_t most_symbols) {
  const std::vector<SymbolSpot> spots = symbol_spots(grey, light);
  if (spots.size() < static_cast<size_t>(kFewest) || spots.size() > most_symbols)
    return std::nullopt;
  std::optional<Seen> best;
  for (const SymbolLattice& lattice : symbol_lattices(spots, kFewest, kMostLattices)) {
    auto seen = look_at(grey, light, lattice);
    if (seen && (!best || seen->weighed.log_likelihood > best->weighed.log_likelihood))
      best = std::move(seen);
  }
  return best;
}

}  // namespace

std::optional<BoardCandidate> find_unlined_board(const GreyPyramid& pyramid,
                                                 const FindOptions& options, DebugSink* debug) {
  const int parts = 2 * pyramid.levels();  // each level, dark and light
  std::optional<Seen> best;
  for (int part = 0; part < parts; ++part) {
    if (options.symbols_turn && *options.symbols_turn % parts != part) continue;
    const int level = part / 2;
    auto seen = board_among(pyramid.level(level), part % 2 == 1, options.most_symbols);
    if (!seen || (best && seen->weighed.log_likelihood <= best->weighed.log_likelihood)) continue;
    BoardCandidate& board = seen->board;
    board.image_from_board = GreyPyramid::full_from_level(level) * board.image_from_board;
    if (board.corners().shortest_side_px() >= options.min_side_px) best = std::move(seen);
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
