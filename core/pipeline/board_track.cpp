#include "core/pipeline/board_track.h"

#include <algorithm>
#include <utility>

#include "core/ablation/mechanism.h"
#include "core/pipeline/view_conditions.h"
#include "core/reading/observation/orientation.h"

namespace gridlens {

namespace {

constexpr int kOccluded = 2;
constexpr int kSurelyOccluded = 3;
constexpr double kMarked = 3;  // ShapeEvidence::box_evidence; lattices without boxes reach 2.3
constexpr double kSameLatticeCells = 0.3;  // between corners
constexpr int kPointsASide = 5;            // points of a cell's middle, a side
constexpr double kCellRim = 0.2;           // cells around the middle: lines and paper

// The corner that lies so many quarters on becomes the first, as in Quad::rotated.
BoardCandidate turned(BoardCandidate board, int quarter_turns) {
  board.image_from_board = board.image_from_board.rotated_board(quarter_turns, board.n);
  board.bend = board.bend.rotated_board(quarter_turns);
  if (quarter_turns % 2 != 0)
    for (ShapeEvidence& evidence : board.shapes)
      std::swap(evidence.shape.box_rows, evidence.shape.box_cols);
  if (!board.occluded.empty())
    board.occluded = board.occluded.reordered(rectified_cells_of_upright(board.n, quarter_turns));
  if (board.screenshot_quarter_turns)
    board.screenshot_quarter_turns = (*board.screenshot_quarter_turns - quarter_turns + 4) % 4;
  return board;
}

// Cut out so many cells aside.
BoardCandidate shifted(BoardCandidate board, double x, double y) {
  board.image_from_board = board.image_from_board * Homography::translation({x, y});
  return board;
}

}  // namespace

BoardTrack::BoardTrack(const BoardCandidate& found) : board_(found), tracker_(found) {}

void BoardTrack::start(const cv::Mat& grey, double time_ms) {
  tracker_.track(grey, time_ms);
  seen_ms_ = time_ms;
}

bool BoardTrack::follow(const cv::Mat& grey, double time_ms) {
  const auto outcome = tracker_.track(grey, time_ms);
  if (!outcome) return false;
  board_.image_from_board = outcome->image_from_board;
  board_.bend = outcome->bend;
  board_.lattice_score = outcome->lattice_score;
  board_.occluded = outcome->occluded;
  seen_ms_ = time_ms;
  return true;
}

void BoardTrack::resume(const BoardCandidate& found, const cv::Mat& grey, double time_ms) {
  board_ = turned(found, closest_turn(found.corners(), board_.corners()).quarter_turns);
  tracker_ = BoardTracker(board_);
  start(grey, time_ms);
}

CellFlags BoardTrack::occluded(cv::Size picture) const {
  CellFlags occluded = cells_outside(board_, picture);
  // In screenshots lines vanish where cells are marked; no hand lies there.
  if (!board_.screenshot_quarter_turns) add(occluded, board_.occluded);
  return occluded;
}

RectifiedBoard BoardTrack::rectified(const FramePicture& picture, bool colour,
                                     const std::array<double, 2>& jitter) const {
  return rectify(picture.grey, shifted(board_, jitter[0], jitter[1]),
                 colour ? picture.bgr : cv::Mat());
}

RectifiedBoard BoardTrack::surroundings(const FramePicture& picture) const {
  BoardCandidate around = shifted(board_, -1, -1);
  around.n = board_.n + 2;
  around.bend = BoardBend(around.n);  // the numbers outside lie where they lie to a quarter cell
  return rectify(picture.grey, around);
}

void BoardTrack::note_cover(const cv::Mat& bgr) {
  CellFlags occluded = in_use<"hand_by_colour">()
                           ? hand_.occluded(bgr, board_.image_from_board, board_.n)
                           : CellFlags(cells());
  add(occluded, board_.occluded);
  if (occluded_for_.empty()) occluded_for_ = CellMap<int>(cells());
  for (int cell = 0; cell < cells(); ++cell) {
    if (occluded[cell])
      occluded_for_[cell] = std::min(kSurelyOccluded, occluded_for_[cell] + 1);
    else if (occluded_for_[cell] > 0)
      --occluded_for_[cell];
  }
}

std::vector<int> BoardTrack::occluded_upright(int quarter_turns) const {
  std::vector<int> occluded;
  if (occluded_for_.empty()) return occluded;
  int upright = 0;
  for (const int cell : rectified_cells_of_upright(board_.n, quarter_turns)) {
    if (occluded_for_[cell] >= kOccluded) occluded.push_back(upright);
    ++upright;
  }
  return occluded;
}

void BoardTrack::forget_cover() {
  hand_ = {};
}

bool BoardTrack::far_away() const {
  return board_.shortest_cell_px() < kReadableCellPx;
}

bool BoardTrack::has_box_evidence() const {
  return board_.seen == LatticeSeen::box_lines ||
         std::any_of(board_.shapes.begin(), board_.shapes.end(), [](const ShapeEvidence& shape) {
           return shape.box_evidence.value_or(kMarked) >= kMarked;
         });
}

CellFlags cells_outside(const BoardCandidate& board, cv::Size picture) {
  const auto corners = board.corners().corners;
  const auto within = [&](const cv::Point2d& p) {
    return p.x >= 0 && p.y >= 0 && p.x <= picture.width - 1 && p.y <= picture.height - 1;
  };
  CellFlags outside(board.n * board.n);
  if (std::all_of(corners.begin(), corners.end(), within)) return outside;
  const double step = (1 - 2 * kCellRim) / (kPointsASide - 1);
  for (int row = 0; row < board.n; ++row)
    for (int col = 0; col < board.n; ++col) {
      int seen = 0;
      for (int i = 0; i < kPointsASide * kPointsASide; ++i)
        seen +=
            within(board.image_from_board(cv::Point2d(col + kCellRim + step * (i % kPointsASide),
                                                      row + kCellRim + step * (i / kPointsASide))));
      outside[row * board.n + col] = seen < kPointsASide * kPointsASide;
    }
  return outside;
}

bool same_lattice(const BoardCandidate& a, const BoardCandidate& b) {
  return a.n == b.n && closest_turn(a.corners(), b.corners()).distance_px <
                           kSameLatticeCells * a.shortest_cell_px();
}

bool is_piece_of_lattice(const BoardCandidate& part, const BoardCandidate& whole,
                         int least_lines_beyond) {
  if (part.n + std::max(1, 2 * least_lines_beyond) > whole.n) return false;
  const double least = least_lines_beyond - 0.5;
  const Homography whole_from_image = whole.image_from_board.inverse();
  for (const cv::Point2d& corner : part.corners().corners) {
    const cv::Point2d at = whole_from_image(corner);
    for (const double line : {at.x, at.y})
      if (std::abs(line - std::round(line)) > kSameLatticeCells || line < least ||
          line > whole.n - least)
        return false;
  }
  const double cells = part.n * whole.corners().shortest_side_px() / whole.n;
  return std::abs(part.corners().shortest_side_px() - cells) < cells / (2 * part.n);
}

bool shows_lines_much_better(const BoardCandidate& board, const BoardCandidate& than) {
  constexpr double kMuchBetter = 0.15;  // share of the lines
  return board.lattice_score > than.lattice_score + kMuchBetter;
}

}  // namespace gridlens
