#include "core/vision/finding/board_by_symbols.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>
#include <utility>
#include <vector>

#include "core/ablation/mechanism.h"
#include "core/vision/finding/board_finder.h"
#include "core/vision/finding/box_tones.h"
#include "core/vision/finding/debug_sink.h"
#include "core/vision/finding/screenshot_board.h"
#include "core/vision/finding/symbol_extent.h"
#include "core/vision/finding/symbol_lattice.h"
#include "core/vision/finding/symbol_spots.h"
#include "core/vision/lattice/box_shapes.h"

namespace gridlens {

namespace {

constexpr double kSymbolOnTile = 0.35;  // of the tile's side at least
constexpr double kOffMiddle = 0.25;     // of its cell: a symbol among tiles
constexpr size_t kMostLattices = 16;    // looked at
// More of them are no board but a page of text, which costs; large boards have 400.
constexpr size_t kMostSymbols = 700;
constexpr size_t kMostSymbolsLive = 650;  // 25x25 cells; on a thread of its own where there is one
constexpr int kMostSpanned = 36;          // that symbols span
constexpr int kBeyond = 3;                // cells around them that may be the board's
constexpr double kLeastT = 3.5;           // each way: median over its standard error
constexpr double kClearExtent = 5;        // log-odds over any other extent
// Symbols need not stand in the middle of their cells: where the lines may lie aside of half-way
// between them, in cells. Looked for in the lattice that most symbols agree with.
constexpr double kAside[] = {-0.12, -0.08, -0.04, 0.04, 0.08, 0.12};

// The cells of a lattice that hold a spot of which it is made, and those among them that hold any.
struct FilledCells {
  SymbolPlaces made_of, any;
  int last = 0;  // column or row

  FilledCells(const SymbolLattice& lattice, const std::vector<SymbolSpot>& others) {
    for (const cv::Point& place : lattice.places) {
      made_of.emplace(place.x, place.y);
      last = std::max({last, place.x, place.y});
    }
    any = made_of;
    const cv::Rect among = cv::boundingRect(lattice.places);
    const Homography cells_from_image = lattice.image_from_cells.inverse();
    for (const SymbolSpot& spot : others) {
      if (spot.size_px > lattice.size_px || spot.size_px < kSymbolOnTile * lattice.size_px)
        continue;
      const cv::Point2d at = cells_from_image(spot.at) - cv::Point2d(0.5, 0.5);
      const cv::Point cell(cvRound(at.x), cvRound(at.y));
      if (among.contains(cell) &&
          std::max(std::abs(at.x - cell.x), std::abs(at.y - cell.y)) < kOffMiddle)
        any.emplace(cell.x, cell.y);
    }
  }
};

// A lattice of symbols with what its lines show.
struct Seen {
  WeighedExtent weighed;
  BoardCandidate board;
};

std::optional<Seen> look_at(const cv::Mat& grey, const SymbolLattice& lattice,
                            const FilledCells& places, const Spots& spots) {
  const int from = -kBeyond;
  const int to = places.last + 1 + kBeyond;
  const bool tiles = spots.kind == SpotKind::tiles;
  auto segments = unlined_segments(grey, lattice.image_from_cells, places.made_of, tiles, from, to);
  // Every cell of a board of tiles holds one, or a symbol: any other lies outside.
  std::erase_if(segments, [&](const UnlinedSegment& segment) {
    const auto [one, other] = cells_beside(segment.id);
    return tiles && !(places.any.contains(one) && places.any.contains(other));
  });
  const auto weigh = [&](SegmentsWeighed which) {
    return weigh_extents(segments, which, places.any, spots.fewest(), from, to);
  };
  auto best = weigh(SegmentsWeighed::between_blanks);
  if (!best || best->blank.t() < kLeastT) best = weigh(SegmentsWeighed::all);
  if (!best) return std::nullopt;
  const UsualLines& lines = best->clearer();
  // Beside tiles of two tones, some lighter and some darker than the gaps, lines show by turns
  // light and dark. Where a symbol stands in each cell, and in none around them, no line is needed.
  const bool full =
      !tiles && best->symbols == best->extent.n * best->extent.n && in_use<"full_of_symbols">();
  if (best->lead < kClearExtent || (lines.t() < kLeastT && !full)) return std::nullopt;
  int agree = 0, all = 0;
  for (const UnlinedSegment& s : segments)
    if (best->extent.holds(s.id) && s.filled == best->filled_is_clearer()) {
      ++all;
      agree += s.difference * lines.columns.middle() > 0;
    }
  Seen seen{*best, {}};
  BoardCandidate& board = seen.board;
  board.n = best->extent.n;
  board.image_from_board = lattice.image_from_cells *
                           Homography::translation(cv::Point(best->extent.left, best->extent.top));
  board.seen = LatticeSeen::symbols;
  board.lattice_score = static_cast<double>(agree) / all;
  board.bend = BoardBend(board.n);
  return seen;
}

// The same with the lines where they show most, each way.
std::optional<Seen> look_aside(const cv::Mat& grey, SymbolLattice lattice,
                               const FilledCells& places, const Spots& spots) {
  double most_across = 0, most_down = 0, x = 0, y = 0;
  for (const double aside : kAside) {
    UsualDifference columns, rows;
    for (const UnlinedSegment& s :
         unlined_segments(grey, lattice.image_from_cells * Homography::translation({aside, aside}),
                          places.made_of, false, 0, places.last + 1))
      if (!s.filled) (s.id.family == LineFamily::column_line ? columns : rows).add(s.difference);
    if (std::min(columns.count(), rows.count()) == 0) return std::nullopt;
    if (std::abs(columns.t()) > most_across) most_across = std::abs(columns.t()), x = aside;
    if (std::abs(rows.t()) > most_down) most_down = std::abs(rows.t()), y = aside;
  }
  lattice.image_from_cells = lattice.image_from_cells * Homography::translation({x, y});
  return look_at(grey, lattice, places, spots);
}

std::optional<Seen> board_among(const cv::Mat& grey, const Spots& spots) {
  std::optional<Seen> best;
  bool first = true;
  for (const SymbolLattice& lattice :
       symbol_lattices(spots.spots, static_cast<size_t>(spots.fewest()), kMostLattices)) {
    const FilledCells places(lattice, spots.others);
    if (places.last >= kMostSpanned || lattice.size_px < kLeastUsualPx) continue;
    auto seen = look_at(grey, lattice, places, spots);
    if (first && spots.kind != SpotKind::tiles &&
        (!seen || seen->weighed.weighed == SegmentsWeighed::all) && in_use<"symbols_aside">()) {
      auto aside = look_aside(grey, lattice, places, spots);
      if (aside && (!seen || aside->weighed.weighed == SegmentsWeighed::between_blanks))
        seen = std::move(aside);
    }
    first = false;
    if (seen && (!best || seen->weighed.is_better_than(best->weighed))) best = std::move(seen);
  }
  return best;
}

struct Part {
  int level;
  Spots spots;
};

// Which part a live search looks at. Where there are more symbols a board is likelier; and each
// part's turn must come, though in the next picture there may be one part more or less. Multiples
// of the golden ratio fall evenly on all shares (Weyl sequence).
size_t due_part(int turn, const std::vector<Part>& parts) {
  double all = 0;
  for (const Part& part : parts) all += std::sqrt(part.spots.spots.size());
  double left = std::fmod(turn * std::numbers::phi, 1.0) * all;
  size_t due = 0;
  while (due + 1 < parts.size() && left >= std::sqrt(parts[due].spots.spots.size()))
    left -= std::sqrt(parts[due++].spots.spots.size());
  return due;
}

std::optional<BoardCandidate> find_board_by_symbols(const GreyPyramid& pyramid,
                                                    const SearchTask& task, DebugSink* debug) {
  std::vector<Part> parts;  // each level, each kind
  for (int level = 0; level < pyramid.levels(); ++level)
    for (const SpotKind kind : {SpotKind::dark_symbols, SpotKind::light_symbols, SpotKind::tiles}) {
      if (kind == SpotKind::tiles && !in_use<"tile_spots">()) continue;
      Spots spots = spots_of(kind, pyramid.level(level));
      if (spots.may_be_a_board(task.turn ? kMostSymbolsLive : kMostSymbols))
        parts.push_back({level, std::move(spots)});
    }
  if (task.turn && !parts.empty()) {
    const size_t due = due_part(*task.turn, parts);
    parts = {std::move(parts[due])};
  }
  std::optional<Seen> best;
  for (const auto& [level, spots] : parts) {
    auto seen = board_among(pyramid.level(level), spots);
    if (!seen || (best && !seen->weighed.is_better_than(best->weighed))) continue;
    BoardCandidate& board = seen->board;
    board.light_on_dark = spots.kind == SpotKind::tiles
                              ? has_light_symbols(pyramid.level(level), board.corners())
                              : spots.kind == SpotKind::light_symbols;
    board.image_from_board = GreyPyramid::full_from_level(level) * board.image_from_board;
    if (board.corners().shortest_side_px() >= kLeastSidePx) best = std::move(seen);
  }
  if (!best) return std::nullopt;
  // Its boxes may be of any shape.
  for (const Shape& shape : possible_shapes(best->board.n))
    best->board.shapes.push_back({shape, 1, {}});
  normalise_weights(best->board.shapes);
  if (debug != nullptr) {
    cv::Mat picture;
    cv::cvtColor(pyramid.level(0).grey, picture, cv::COLOR_GRAY2BGR);
    draw_lattice(picture, best->board.image_from_board, best->board.n, best->board.n, {0, 200, 0});
    debug->picture("symbol_lattice", picture);
  }
  return best->board;
}

// In a screenshot a lattice of symbols may have its lines in part (pages shown smaller than they
// were made for lose some), and the backgrounds of its boxes.
void settle(const SearchedPicture& picture, BoardCandidate& board) {
  settle_screenshot_board(picture.pyramid, board);
  if (!board.screenshot_quarter_turns && in_use<"laid_upright">()) lay_upright(board);
  if (board.screenshot_quarter_turns && in_use<"box_tones">()) weigh_box_tones(picture.grey, board);
}

}  // namespace

void search_symbols(const SearchedPicture& picture, const SearchTask& task,
                    SearchFindings& findings, DebugSink* debug) {
  if (!in_use<"symbol_lattice">()) return;
  auto board = find_board_by_symbols(picture.pyramid, task, debug);
  if (!board) return;
  if (picture.screenshot) settle(picture, *board);
  findings.boards.push_back(std::move(*board));
}

}  // namespace gridlens
