#include "core/vision/finding/drawing_search.h"

#include <algorithm>
#include <utility>

#include "core/ablation/mechanism.h"
#include "core/vision/finding/board_finder.h"
#include "core/vision/finding/box_tones.h"
#include "core/vision/finding/lattice_search.h"
#include "core/vision/finding/screenshot_board.h"
#include "core/vision/finding/tile_edges.h"
#include "core/vision/lattice/cell_background.h"

namespace gridlens {

namespace {

constexpr int kEdgeLevels = 4;  // of the pyramids
constexpr int kUsualSize = 9;   // which no part of another board has
constexpr int kFewCells = 5;    // a side: perhaps the boxes of a larger board

// Several boards may have turned out to be parts of one.
void drop_parts(std::vector<BoardCandidate>& boards) {
  std::vector<BoardCandidate> whole;
  for (BoardCandidate& b : boards) {
    const auto holds_it = [&](const BoardCandidate& other) {
      return other.corners().contains(b.corners().centre());
    };
    if (std::none_of(whole.begin(), whole.end(), holds_it)) whole.push_back(std::move(b));
  }
  boards = std::move(whole);
}

std::vector<BoardCandidate> boards_of_drawing(const SearchedPicture& picture,
                                              const SearchTask& task,
                                              std::vector<BoardCandidate> boards,
                                              DebugSink* debug) {
  const cv::Mat& full = picture.grey;
  const GreyPyramid& pyramid = picture.pyramid;
  const auto few_cells = [](const BoardCandidate& b) { return b.n <= kFewCells; };
  const bool whole =
      !boards.empty() &&
      std::all_of(boards.begin(), boards.end(), [](const auto& b) { return b.n == kUsualSize; });
  if (whole || !task.drawings || !task.known.empty()) {
    for (BoardCandidate& b : boards) settle_screenshot_board(pyramid, b);
    return boards;
  }
  const GreyPyramid edges(
      tile_edges(full, has_flat_backgrounds(full) ? EdgeDepth::faint_too : EdgeDepth::by_contrast),
      kEdgeLevels);
  LatticeKinds rims;  // which are wider than lines
  rims.full_size = false;
  rims.light_lines = LightLines::noted;
  std::vector<Quad> outlines_of_edges;
  std::vector<BoardCandidate> of_edges;
  if (in_use<"tile_edges">()) of_edges = search_levels(edges, task, rims, outlines_of_edges, debug);
  drop_light(of_edges);
  for (BoardCandidate& b : of_edges) settle_screenshot_board(edges, b);
  if (!boards.empty()) {
    // Of a large board the lines of the boxes may be all that was seen.
    for (BoardCandidate& b : boards) settle_screenshot_board(pyramid, b);
    drop_crosswords_of_edges(full, of_edges);
    drop_parts(boards);
    for (BoardCandidate& b : boards) {
      if (!few_cells(b) || !in_use<"boxes_of_drawing">()) continue;
      std::vector<BoardCandidate> finer = find_in_outlines(pyramid, edges, {b.corners()});
      std::erase_if(finer, [&](const BoardCandidate& f) { return f.n % b.n != 0 || f.n == b.n; });
      drop_crosswords_of_edges(full, finer);
      if (!finer.empty()) b = finer.front();
    }
    return boards;
  }
  boards = std::move(of_edges);
  drop_parts(boards);
  if (boards.empty() && in_use<"flat_gaps">()) {
    // Tiles lighter and darker than the background by next to nothing: edges of digits drown
    // theirs.
    rims.light_lines = LightLines::left_out;
    for (const cv::Mat& gaps : flat_gaps(full)) {
      const GreyPyramid lines(gaps, kEdgeLevels);
      boards = search_levels(lines, task, rims, outlines_of_edges, debug);
      drop_light(boards);
      for (BoardCandidate& b : boards) settle_screenshot_board(lines, b);
      if (!boards.empty()) break;
    }
  }
  drop_crosswords_of_edges(full, boards);
  return boards;
}

}  // namespace

void drop_crosswords_of_edges(const cv::Mat& grey, std::vector<BoardCandidate>& found) {
  const GreyPyramid picture(grey, 1);
  std::erase_if(found, [&](const BoardCandidate& b) {
    return (is_crossword(picture, 0, b.image_from_board, b.n) ||
            is_crossword(picture.negative(), 0, b.image_from_board, b.n)) &&
           in_use<"drawn_crosswords">();
  });
}

void drop_light(std::vector<BoardCandidate>& boards) {
  std::erase_if(boards, [](const BoardCandidate& b) { return b.light_on_dark; });
}

void search_drawing(const SearchedPicture& picture, const SearchTask& task,
                    SearchFindings& findings, DebugSink* debug) {
  if (!picture.screenshot) return;
  findings.boards = boards_of_drawing(picture, task, std::move(findings.boards), debug);
  for (BoardCandidate& b : findings.boards)
    if (in_use<"box_tones">()) weigh_box_tones(picture.grey, b);
}

}  // namespace gridlens
