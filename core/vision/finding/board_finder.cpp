#include "core/vision/finding/board_finder.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/ablation/mechanism.h"
#include "core/vision/finding/board_by_symbols.h"
#include "core/vision/finding/box_tones.h"
#include "core/vision/finding/debug_sink.h"
#include "core/vision/finding/lattice_search.h"
#include "core/vision/finding/line_meshes.h"
#include "core/vision/finding/noise.h"
#include "core/vision/finding/screenshot_board.h"
#include "core/vision/finding/screenshot_lines.h"
#include "core/vision/finding/tile_edges.h"
#include "core/vision/lattice/board_check.h"
#include "core/vision/lattice/cell_background.h"
#include "core/vision/lattice/pyramid.h"

namespace gridlens {

namespace {

constexpr int kLevels = 4;
constexpr int kFaintLevels[] = {2, 1};
constexpr double kLeastFaintSidePx = 80;
constexpr int kUsualSize = 9;          // which no part of another board has
constexpr int kFewCells = 5;           // a side: perhaps the boxes of a larger board
constexpr size_t kMaxOutlines = 12;    // of a screenshot, looked at once more
constexpr double kSameOutline = 0.02;  // of its side
constexpr double kWider = 1.3;         // area of a mesh against the board's in it

// Edges do not tell black cells from white ones.
void drop_crosswords(const cv::Mat& full, std::vector<BoardCandidate>& found, bool drawing = true) {
  std::erase_if(found, [&](const BoardCandidate& b) {
    const auto black = [&](bool light_on_dark) {
      return drawing ? count_black_tiles(full, b.image_from_board, b.n, light_on_dark)
                     : count_black_groups(full, b.image_from_board, b.n, light_on_dark);
    };
    return std::max(black(false), black(true)) > kMaxBlackGroups && in_use<"drawn_crosswords">();
  });
}

// Edges are dark lines; a dark lattice may turn out to fit better as a light one.
void drop_light(std::vector<BoardCandidate>& boards) {
  std::erase_if(boards, [](const BoardCandidate& b) { return b.light_on_dark; });
}

// Photographed screens: tiles a few per cent darker than the gaps, many cells without one. Averaged
// over a few pixels the noise is less than their edges.
std::vector<BoardCandidate> search_faint_tiles(const cv::Mat& full, const GreyPyramid& pyramid,
                                               const FindOptions& options, DebugSink* debug) {
  for (const int level : kFaintLevels) {
    if (level >= pyramid.levels()) continue;
    const GreyPyramid edges(tile_edges(pyramid.level(level)), kLevels - 1);
    FindOptions smaller = options;
    smaller.min_side_px = std::max(kLeastFaintSidePx, options.min_side_px / (1 << level));
    std::vector<Quad> outlines;
    std::vector<BoardCandidate> boards =
        search_levels(edges, smaller, debug, outlines, false, LightLines::left_out);
    drop_light(boards);
    for (BoardCandidate& b : boards) {
      b.image_from_board = GreyPyramid::full_from_level(level) * b.image_from_board;
      b.occluded.clear();  // tiles as light as the gaps look like a border that a hand covers
    }
    drop_crosswords(full, boards, false);
    if (!boards.empty()) return boards;
  }
  return {};
}

// Makes a board of all the cells in the boxes that it was taken for, if their lattice is seen.
void take_boxes(const GreyPyramid& pyramid, const GreyPyramid& edges, BoardCandidate& boxes) {
  const int n = boxes.n * boxes.n;
  const Homography presumed = Homography::image_from_board(boxes.corners(), n);
  for (const auto& [picture, light_on_dark] :
       {std::pair(&pyramid, boxes.light_on_dark), std::pair(&edges, false)})
    if (auto board = check_board(*picture, presumed, n, light_on_dark)) {
      settle_screenshot_board(*picture, *board);
      boxes = std::move(*board);
      return;
    }
}

// The largest outlines of a screenshot after its meshes, nearly equal ones once.
std::vector<ScreenshotOutline> worth_a_look(std::vector<Quad> outlines,
                                            std::vector<ScreenshotOutline> meshes) {
  std::stable_sort(outlines.begin(), outlines.end(), [](const Quad& a, const Quad& b) {
    return a.signed_area_px2() > b.signed_area_px2();
  });
  for (const Quad& outline : outlines) {
    if (meshes.size() >= kMaxOutlines) break;
    const double side = std::sqrt(outline.signed_area_px2());
    const auto same = [&](const ScreenshotOutline& other) {
      return cv::norm(outline.centre() - other.quad.centre()) < kSameOutline * side &&
             std::abs(std::sqrt(other.quad.signed_area_px2()) - side) < kSameOutline * side;
    };
    if (std::none_of(meshes.begin(), meshes.end(), same)) meshes.push_back({outline, {}});
  }
  return meshes;
}

// A board may be a box, or a corner, of a larger one that a mesh shows, and the double lines around
// boxes may be taken for a board's.
void widen(const GreyPyramid& pyramid, const GreyPyramid& edges,
           const std::vector<ScreenshotOutline>& meshes, BoardCandidate& board) {
  const Quad quad = board.corners();
  for (const ScreenshotOutline& mesh : meshes) {
    if (!mesh.quad.contains(quad.centre())) continue;
    const bool wider = mesh.quad.signed_area_px2() > kWider * std::abs(quad.signed_area_px2());
    const bool finer = !mesh.sizes.empty() && mesh.sizes.front() > board.n;
    if (!finer && !(wider && board.n <= kFewCells)) continue;
    for (BoardCandidate& better : find_in_outlines(pyramid, edges, {mesh}))
      if (better.n > board.n && in_use<"widened">()) board = std::move(better);
  }
}

// The same for all of them; several may turn out to be parts of one.
void widen_all(const cv::Mat& full, const GreyPyramid& pyramid, const GreyPyramid& edges,
               const std::vector<ScreenshotOutline>& meshes, std::vector<BoardCandidate>& boards) {
  std::vector<BoardCandidate> whole;
  for (BoardCandidate& b : boards) {
    const auto holds_it = [&](const BoardCandidate& other) {
      return other.corners().contains(b.corners().centre());
    };
    if (std::any_of(whole.begin(), whole.end(), holds_it)) continue;
    const int n = b.n;
    std::vector<BoardCandidate> one{b};
    widen(pyramid, edges, meshes, one.front());
    if (one.front().n != n) drop_crosswords(full, one);
    whole.push_back(one.empty() ? b : std::move(one.front()));
  }
  boards = std::move(whole);
}

// Screenshots: tiles of several tones have no lines of one polarity, but edges.
std::vector<BoardCandidate> search_drawing(const cv::Mat& full, const GreyPyramid& pyramid,
                                           const FindOptions& options,
                                           std::vector<BoardCandidate> boards,
                                           std::vector<Quad> outlines, DebugSink* debug) {
  const auto few_cells = [](const BoardCandidate& b) { return b.n <= kFewCells; };
  const bool whole =
      !boards.empty() &&
      std::all_of(boards.begin(), boards.end(), [](const auto& b) { return b.n == kUsualSize; });
  if (whole || !options.screenshot || !options.known.empty()) {
    for (BoardCandidate& b : boards) settle_screenshot_board(pyramid, b);
    return boards;
  }
  const GreyPyramid edges(tile_edges(full), kLevels);
  std::vector<ScreenshotOutline> meshes;
  if (in_use<"ruled_meshes">()) meshes = line_meshes(full, options.min_side_px);
  FindOptions coarser = options;  // the rims of tiles are wider than lines
  coarser.full_size = false;
  if (!boards.empty()) {
    // Of a large board the lines of the boxes may be all that was seen.
    for (BoardCandidate& b : boards) settle_screenshot_board(pyramid, b);
    widen_all(full, pyramid, edges, meshes, boards);
    for (BoardCandidate& b : boards) {
      if (!few_cells(b) || !in_use<"boxes_of_drawing">()) continue;
      std::vector<BoardCandidate> finer = find_in_outlines(pyramid, edges, {{b.corners(), {}}});
      std::erase_if(finer, [&](const BoardCandidate& f) { return f.n % b.n != 0 || f.n == b.n; });
      drop_crosswords(full, finer);
      if (!finer.empty())
        b = finer.front();
      else if (cells_are_boxes(full, b) && in_use<"drawn_lines">())
        take_boxes(pyramid, edges, b);
    }
    return boards;
  }
  std::vector<Quad> of_edges;
  if (in_use<"tile_edges">())
    boards = search_levels(edges, coarser, debug, of_edges, false, LightLines::noted);
  drop_light(boards);
  for (BoardCandidate& b : boards) settle_screenshot_board(edges, b);
  widen_all(full, pyramid, edges, meshes, boards);
  if (boards.empty() && in_use<"drawn_outlines">()) {
    outlines.insert(outlines.end(), of_edges.begin(), of_edges.end());
    boards = find_in_outlines(pyramid, edges, worth_a_look(std::move(outlines), meshes));
  }
  if (boards.empty() && in_use<"flat_gaps">()) {
    // Tiles lighter and darker than the background by next to nothing: edges of digits drown
    // theirs.
    for (const cv::Mat& gaps : flat_gaps(full)) {
      const GreyPyramid lines(gaps, kLevels);
      boards = search_levels(lines, coarser, debug, of_edges, false, LightLines::left_out);
      drop_light(boards);
      for (BoardCandidate& b : boards) settle_screenshot_board(lines, b);
      if (!boards.empty()) break;
    }
  }
  drop_crosswords(full, boards);
  return boards;
}

// A lattice of symbols in a screenshot: its lines may be there in part (pages shown smaller than
// they were made for lose some), and the backgrounds of its boxes are.
void settle_by_symbols(const GreyPyramid& pyramid, const cv::Mat& full, BoardCandidate& board) {
  settle_screenshot_board(pyramid, board);
  if (!board.screenshot_quarter_turns && in_use<"laid_upright">()) lay_upright(board);
  if (board.screenshot_quarter_turns && in_use<"box_tones">()) weigh_box_tones(full, board);
}

FindNotes notes_of(const std::vector<Quad>& outlines) {
  FindNotes notes;
  for (const Quad& outline : outlines)
    notes.largest_outline_px = std::max(notes.largest_outline_px, outline.shortest_side_px());
  return notes;
}

}  // namespace

std::vector<BoardCandidate> find_boards(const cv::Mat& image, const FindOptions& options,
                                        DebugSink* debug, FindNotes* notes) {
  cv::Mat full = image;
  if (image.channels() == 3) cv::cvtColor(image, full, cv::COLOR_BGR2GRAY);
  const GreyPyramid pyramid(calmed(full), kLevels);
  if (options.by_symbols) {
    if (!in_use<"symbol_lattice">()) return {};
    auto board = find_board_by_symbols(pyramid, options, debug);
    if (board && is_screenshot(full)) settle_by_symbols(pyramid, full, *board);
    return board ? std::vector<BoardCandidate>{std::move(*board)} : std::vector<BoardCandidate>{};
  }
  if (options.by_ridges && !in_use<"valleys">()) return {};
  if (options.by_ridges) return search_ridges(pyramid, options, debug);
  const bool screenshot = is_screenshot(full) && in_use<"drawings">();
  std::vector<Quad> outlines;
  std::vector<BoardCandidate> boards =
      search_levels(pyramid, options, debug, outlines, !screenshot);
  if (notes) *notes = notes_of(outlines);
  if (screenshot) {
    boards = search_drawing(full, pyramid, options, std::move(boards), outlines, debug);
    for (BoardCandidate& b : boards)
      if (b.screenshot_quarter_turns && in_use<"box_tones">()) weigh_box_tones(full, b);
  } else if (boards.empty() && options.known.empty() && options.faint_tiles &&
             in_use<"faint_tiles">()) {
    boards = search_faint_tiles(full, pyramid, options, debug);
  }
  if (debug != nullptr) {
    cv::Mat picture;
    cv::cvtColor(pyramid.level(0), picture, cv::COLOR_GRAY2BGR);
    for (const BoardCandidate& b : boards)
      draw_lattice(picture, b.image_from_board, b.n, b.n, {0, 160, 0});
    debug->picture("lattices", picture);
  }
  return boards;
}

}  // namespace gridlens
