#include "core/vision/finding/outline_check.h"

#include <algorithm>
#include <vector>

#include "core/ablation/mechanism.h"
#include "core/image/statistics.h"
#include "core/vision/finding/distant_board.h"
#include "core/vision/finding/line_count.h"
#include "core/vision/finding/outlines.h"
#include "core/vision/lattice/board_check.h"

namespace gridlens {

namespace {

constexpr double kCountedSidePx = 220;
constexpr double kSurePolarity = 0.999;
constexpr double kDarkBoard = 0.6;  // of the grey around it

// Is the background of a board with dark lines darker than what lies around it?
bool darker_than_around(const GreyPyramid& pyramid, const BoardCandidate& board) {
  const cv::Mat& grey = pyramid.level(0);
  std::vector<double> inside, around;
  const auto note = [&](cv::Point2d at, std::vector<double>& into) {
    if (const auto level = grey_at(grey, board.image_from_board(at))) into.push_back(*level);
  };
  const double n = board.n;
  for (int i = 0; i < board.n; ++i) {
    const double along = i + 0.5;
    for (const double off : {0.0, n}) {
      const double out = off == 0 ? -0.4 : n + 0.4;
      const double in = off == 0 ? 0.25 : n - 0.25;
      note({along, out}, around);
      note({out, along}, around);
      note({along, in}, inside);
      note({in, along}, inside);
    }
  }
  return !around.empty() && !inside.empty() && median(inside) < kDarkBoard * median(around);
}

}  // namespace

std::optional<BoardCandidate> check_outline(const GreyPyramid& pyramid, const Quad& outline,
                                            int* distant) {
  const int counting = pyramid.level_for(outline.shortest_side_px(), kCountedSidePx);
  const auto counts = count_lines(pyramid.level(counting),
                                  mapped(outline, GreyPyramid::level_from_full(counting)), 2);
  std::optional<BoardCandidate> best;
  for (const LineCount& count : counts) {
    const auto board =
        check_board(pyramid, Homography::image_from_board(outline, count.n), count.n);
    if (!board) continue;
    const bool finer = best && board->n % best->n == 0;
    const bool coarser = best && best->n % board->n == 0;
    if (!best || (finer && board->lattice_score > kFinerWins * best->lattice_score) ||
        (!coarser && board->lattice_score > best->lattice_score))
      best = board;
  }
  const int boxes = best ? best->n : counts.empty() ? 0 : counts.front().n;
  if (boxes > 0 && boxes <= kMostAsBoxes && in_use<"boxes_of_outline">()) {
    // A coarse picture may have shown the lines of the boxes alone. In the fine picture they are no
    // board's then: finer lines lie between them.
    const int n = boxes * boxes;
    const Quad border = best ? best->corners() : outline;
    if (auto finer = check_board(pyramid, Homography::image_from_board(border, n), n);
        finer && (!best || finer->lattice_score > kFinerWins * best->lattice_score))
      best = std::move(finer);
  }
  const bool as_taken = !pyramid.is_negative();
  if (best && best->lattice_score < kSurePolarity && as_taken &&
      darker_than_around(pyramid, *best) && in_use<"other_polarity">()) {
    // Beside the light lines of a dark board run darker rims.
    auto other =
        check_board(pyramid.negative(), Homography::image_from_board(outline, best->n), best->n);
    if (other && worth_of(*other) > worth_of(*best)) best = std::move(other);
  }
  // In the distance nothing but the boxes' lines may be seen: those of 16 x 16 look like 4 x 4.
  if (distant && as_taken && (!best || best->n == kFewestCells) && in_use<"distant_boards">())
    if (auto board = find_distant_board(pyramid.level(0), outline, distant))
      if (!best || board->n == best->n * best->n) best = std::move(board);
  return best;
}

}  // namespace gridlens
