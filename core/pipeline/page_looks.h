#pragma once

#include <memory>
#include <opencv2/core/mat.hpp>
#include <vector>

#include "core/overlay/page_look.h"
#include "core/pipeline/frame_result.h"

namespace gridlens {

// Print and paper of a board whose clues are known, as one picture (CV_8UC3) shows them.
PageLook look_at_page(const cv::Mat& bgr, const BoardResult& board);

// How the boards in view are printed and lit, from picture to picture: the print is the middle of
// what several pictures show and then stays, the light follows slowly. One thread.
class PageLooks {
 public:
  // Sets what a frame's boards are painted by: `look` and `solved_for_ms`. Its time is of the warp
  // stage.
  void see(FrameResult& result);
  void forget() { known_.clear(); }

 private:
  struct Known {
    int id = 0;
    std::optional<Grid> clues;
    double seen_ms = 0;
    std::optional<double> solved_ms;     // when the solution was first known
    int pictures = 0;                    // since the last measurement
    std::vector<PrintLook> prints;       // measured so far
    double print_cell_px = 0;            // largest of the pictures that they were measured in
    std::vector<CellBackground> newest;  // of the last measurement
    std::shared_ptr<const PageLook> look;
  };

  Known& known_for(const BoardResult& board, double time_ms);
  static void measure(const cv::Mat& bgr, const BoardResult& board, Known& known);

  std::vector<Known> known_;
};

}  // namespace gridlens
