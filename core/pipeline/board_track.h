#pragma once

#include <array>
#include <opencv2/core/mat.hpp>
#include <vector>

#include "core/pipeline/hand_watch.h"
#include "core/vision/board_tracker.h"
#include "core/vision/rectify.h"

namespace gridlens {

struct FramePicture {
  cv::Mat bgr;   // CV_8UC3
  cv::Mat grey;  // CV_8UC1, the same picture
};

// Where one board lies and what covers it, from picture to picture. It keeps the orientation in
// which the board was first found, and knows nothing of what is read there. One thread.
class BoardTrack {
 public:
  explicit BoardTrack(const BoardCandidate& found);

  // The picture that the board was found in: what it looks like there is known from then on.
  void start(const cv::Mat& grey, double time_ms);

  // Follows the board into the next picture. False: it is not seen there, and nothing changes.
  bool follow(const cv::Mat& grey, double time_ms);

  // The lost board was found again, its corners perhaps numbered from another one.
  void resume(const BoardCandidate& found, const cv::Mat& grey, double time_ms);

  // With the newest homography.
  [[nodiscard]] const BoardCandidate& board() const { return board_; }
  [[nodiscard]] int cells() const { return board_.n * board_.n; }
  [[nodiscard]] double seen_ms() const { return seen_ms_; }

  // Cells that something covers, or that the picture's edge cuts.
  [[nodiscard]] CellFlags occluded(cv::Size picture) const;

  // The rectified board with a cell more on each side (n + 2 cells), as if the page were flat.
  [[nodiscard]] RectifiedBoard surroundings(const FramePicture& picture) const;

  // The rectified board, cut out so many cells aside (x, y), with colour where wanted.
  [[nodiscard]] RectifiedBoard rectified(const FramePicture& picture, bool colour,
                                         const std::array<double, 2>& jitter = {}) const;

  // Keeps account of the cells that a hand or a pen lies on, by the lines that the tracker misses
  // and by their colour. A cell counts as covered once it was so in two pictures more than it was
  // not: a line missed in one picture takes no digit away.
  void note_cover(const cv::Mat& bgr);
  // Covered cells, row-major in the upright board.
  [[nodiscard]] std::vector<int> occluded_upright(int quarter_turns) const;
  void forget_cover();  // another page lies there

  // Its cells are too small to tell its symbols from others.
  [[nodiscard]] bool far_away() const;
  // Its lines and backgrounds mark boxes, or may do so where nobody looked.
  [[nodiscard]] bool has_box_evidence() const;

 private:
  BoardCandidate board_;
  BoardTracker tracker_;
  HandWatch hand_;
  CellMap<int> occluded_for_;  // how long it was covered of late: 0 to 3
  double seen_ms_ = 0;
};

// Cells with a middle that is not wholly in the picture. A symbol that the picture's edge cuts may
// be read as another one, or as none.
CellFlags cells_outside(const BoardCandidate& board, cv::Size picture);

// The same lattice: as many cells, and corners that fall together.
bool same_lattice(const BoardCandidate& a, const BoardCandidate& b);

// The part's lines are lines of the whole, which goes on by so many beyond all four sides of it.
bool is_piece_of_lattice(const BoardCandidate& part, const BoardCandidate& whole,
                         int least_lines_beyond);

// By their BoardCandidate::lattice_score: a lattice that was fitted beside the lines may hold
// another that lies on them.
bool shows_lines_much_better(const BoardCandidate& board, const BoardCandidate& than);

}  // namespace gridlens
