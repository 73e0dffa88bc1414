#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/pipeline/frame_result.h"
#include "core/pipeline/solve_service.h"
#include "core/reading/board_reader.h"
#include "core/reading/digit_network.h"
#include "core/vision/board_finder.h"
#include "core/vision/board_tracker.h"

namespace gridlens {

struct ProcessorOptions {
  FindOptions find;
  // Frames between whole-picture searches while boards are tracked.
  int search_interval = 20;
  // Frames between readings of a board whose reading is settled.
  int check_interval = 5;
  // Readings in doubt, one after another, that a sure reading outlives.
  int blurred_checks = 4;
  // A candidate that is no puzzle after so many readings is set aside for so many frames.
  int frames_to_accept = 10;
  int frames_set_aside = 15;
  // A lost board that shows up in the same place within this time goes on as it was.
  double forget_after_ms = 500;
  // A lost board that is read again as the same puzzle within this time gets its id back.
  double remember_id_ms = 10000;
};

// The way of one frame: find or track, rectify, read, solve, as plain calls on the calling thread.
// With an InlineSolveService the same frames give the same results. Keeps what must be kept between
// frames (tracks, evidence). One object a stream, one thread; borrows the network and the solve
// service.
class FrameProcessor {
 public:
  FrameProcessor(DigitNetwork& network, SolveService& solver, const ProcessorOptions& options = {});
  ~FrameProcessor();

  FrameResult process(const Frame& frame);

  // Drops every board: everything is found and read afresh.
  void forget();

 private:
  struct Track;
  struct Picture {  // a frame's picture
    cv::Mat bgr;
    cv::Mat grey;
  };

  void follow(const cv::Mat& grey, double time_ms, StageTimes& stages);
  void search(const cv::Mat& grey, double time_ms, StageTimes& stages);
  bool resume_lost(const BoardCandidate& candidate, double time_ms);
  void read(Track& track, const Picture& picture, StageTimes& stages);
  static void look_again(Track& track, const Picture& picture);
  void settle_id(Track& track, double time_ms);

  DigitNetwork& network_;
  SolveService& solver_;
  ProcessorOptions options_;
  std::vector<std::unique_ptr<Track>> tracks_;

  struct SetAside {  // a lattice that turned out to be no puzzle
    Quad corners;
    std::int64_t until_frame = 0;
  };
  std::vector<SetAside> set_aside_;

  struct Remembered {  // a puzzle seen a while ago
    int id = 0;
    BoardReading reading;
    double seen_ms = 0;
  };
  std::vector<Remembered> remembered_;

  std::int64_t frames_ = 0;
  std::int64_t searches_ = 0;  // every other one looks for the smallest boards too
  int next_id_ = 1;
};

}  // namespace gridlens
