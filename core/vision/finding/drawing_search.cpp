#include "core/vision/finding/drawing_search.h"

#include <algorithm>
#include <utility>

#include "core/ablation/mechanism.h"
#include "core/vision/finding/board_finder.h"
#include "core/vision/finding/box_tones.h"
#include "core/vision/finding/lattice_search.h"
#include "core/vision/finding/outline_check.h"
#include "core/vision/finding/screenshot_board.h"
#include "core/vision/finding/tile_edges.h"
#include "core/vision/lattice/cell_background.h"

namespace gridlens {

namespace {

bool is_crossword_of_edges(const GreyPyramid& picture, const BoardCandidate& board) {
  return (is_crossword(picture.positive(), board.image_from_board, board.n) ||
          is_crossword(picture.negative(), board.image_from_board, board.n)) &&
         in_use<"drawn_crosswords">();
}

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
  // No part of another board has the commonest size.
  const bool whole =
      !boards.empty() && std::all_of(boards.begin(), boards.end(),
                                     [](const auto& b) { return b.n == kCommonestSize; });
  for (BoardCandidate& b : boards) settle_screenshot_board(pyramid, b);
  if (whole || !task.drawings || !task.known.empty()) return boards;
  const GreyPyramid edges(
      tile_edges(full, has_flat_backgrounds(full) ? EdgeDepth::faint_too : EdgeDepth::by_contrast));
  if (!boards.empty()) {
    // Of a large board the lines of the boxes may be all that was seen.
    drop_parts(boards);
    for (BoardCandidate& b : boards) {
      if (b.n > kMostAsBoxes || !in_use<"boxes_of_drawing">()) continue;
      auto finer = find_in_outline(pyramid, edges, b.corners());
      if (finer && finer->n % b.n == 0 && finer->n != b.n &&
          !is_crossword_of_edges(GreyPyramid(full, 1), *finer))
        b = std::move(*finer);
    }
    return boards;
  }
  LatticeKinds rims{.light_lines = LightLines::noted, .full_size = false};  // wider than lines
  if (in_use<"tile_edges">()) boards = search_levels(edges, task, rims, debug).boards;
  for (BoardCandidate& b : boards) settle_screenshot_board(edges, b);
  drop_parts(boards);
  if (boards.empty() && in_use<"flat_gaps">()) {
    // Tiles lighter and darker than the background by next to nothing: edges of digits drown
    // theirs.
    rims.light_lines = LightLines::left_out;
    for (const cv::Mat& gaps : flat_gaps(full)) {
      const GreyPyramid lines(gaps);
      boards = search_levels(lines, task, rims, debug).boards;
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
  std::erase_if(found, [&](const BoardCandidate& b) { return is_crossword_of_edges(picture, b); });
}

void search_drawing(const SearchedPicture& picture, const SearchTask& task,
                    SearchFindings& findings, DebugSink* debug) {
  if (!picture.screenshot) return;
  findings.boards = boards_of_drawing(picture, task, std::move(findings.boards), debug);
  for (BoardCandidate& b : findings.boards)
    if (in_use<"box_tones">()) weigh_box_tones(picture.grey, b);
}

}  // namespace gridlens
