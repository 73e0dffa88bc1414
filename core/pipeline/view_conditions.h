#pragma once

#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

namespace gridlens {

// Cells of fewer pixels are too small to read, as a rule. A board that was told to come closer must
// come a little closer than that, so that the message does not flicker.
inline constexpr double kReadableCellPx = 12;
inline constexpr double kReadableAgainPx = 13;

// A lattice that was found but is not shown as a board.
struct UnshownLattice {
  int n = 0;                  // cells a side
  double cell_px = 0;         // a cell on its shortest side
  bool rejected = false;      // its readings say that it is no Sudoku; else it is still being read
  bool other_puzzle = false;  // by the signs of another puzzle (BoardReading::other_puzzle)
  std::string message;  // of its newest reading, for people: "no symbols in the grid"; or empty
};

// What may keep a frame's puzzle from being found or read: for telling a person what would help.
// Nothing is found or read by it.
struct ViewConditions {
  bool measured = false;   // the next three hold, of this frame or one shortly before
  double bright_grey = 0;  // one pixel in twenty is at least so bright, 0..255
  double edge_px = 0;      // width of the sharper edges; 0: hardly an edge in the picture
  double moved_grey = 0;   // mean difference from the frame measured before
  // Shorter side of the largest outline that the newest search took for a possible board's; 0: of
  // none.
  double largest_outline_px = 0;
  std::vector<UnshownLattice> lattices;
};

// Measures light, blur and motion on a small part of a frame's pixels: less than a millisecond.
// One stream, one thread.
class ViewMeter {
 public:
  // `bgr`: CV_8UC3. Fills the measures alone.
  void measure(const cv::Mat& bgr, ViewConditions& conditions);

 private:
  cv::Mat before_;  // a few pixels of the frame measured last
};

}  // namespace gridlens
