#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/pipeline/background_search.h"
#include "core/pipeline/frame_result.h"
#include "core/pipeline/puzzle_memory.h"
#include "core/pipeline/search_plan.h"
#include "core/pipeline/solve_service.h"
#include "core/reading/board_reader.h"
#include "core/reading/network/digit_network.h"
#include "core/vision/board_tracker.h"
#include "core/vision/finding/board_finder.h"

namespace gridlens {

class FrameWork;
struct FollowedBoard;
struct FramePicture;

struct ProcessorOptions {
  FindOptions find;
  // Frames between whole-picture searches while boards are tracked.
  int search_interval = 20;
  // Those searches run on a thread of their own, and no frame waits for them: for live pictures.
  // Which frame their boards come in with is then a matter of chance.
  bool search_in_background = false;
  // Searches of much the same picture between those that look for drawn boards without lines, too:
  // a search of its own.
  int drawn_interval = 8;
  // Searches for a better lattice, one every other frame, where a board is ill founded.
  int searches_again = 10;
  // Frames between readings of a board whose reading is settled.
  int check_interval = 5;
  // Readings in doubt, one after another, that a sure reading outlives.
  int blurred_checks = 4;
  // A lattice that so many readings in a row call no puzzle, or that was not accepted after so
  // many, is refused: it is followed, so that it need not be looked at again, and read now and
  // then.
  int readings_to_refuse = 2;
  int readings_to_accept = 10;
  // More of them where blank cells show ink, which a reading may do without, and of boards
  // far away.
  int more_to_refuse_unclear = 4;
  // Frames between readings of a refused one: twice as many after each, up to the second number.
  int refused_interval = 2;
  int refused_interval_most = 16;
  // A lost board that shows up in the same place within this time goes on as it was.
  double forget_after_ms = 500;
  // A lost board that is read again as the same puzzle within this time gets its id back.
  double remember_id_ms = 10000;
};

// The way of one frame: find or track, rectify, read, solve, as plain calls on the calling thread.
// With an InlineSolveService and no search in the background the same frames give the same results.
// Keeps what must be kept between frames (tracks, evidence). One object a stream, one thread;
// borrows the network and the solve service.
class FrameProcessor {
 public:
  FrameProcessor(DigitNetwork& network, SolveService& solver, const ProcessorOptions& options = {});
  ~FrameProcessor();

  FrameResult process(const Frame& frame);

  // Where the lattices lie that are followed now, accepted as puzzles or not; oldest first.
  [[nodiscard]] std::vector<Quad> followed() const;

  // Drops every board: everything is found and read afresh.
  void forget();

 private:
  void follow(const cv::Mat& grey, double time_ms, StageTimes& stages);
  static bool follow(FollowedBoard& track, const cv::Mat& grey, double time_ms);
  void search(const cv::Mat& grey, double time_ms, StageTimes& stages);
  [[nodiscard]] bool worth_another_search(const FollowedBoard& track) const;
  [[nodiscard]] int readings_to_refuse(const FollowedBoard& track) const;
  [[nodiscard]] bool refused(const FollowedBoard& track) const;
  [[nodiscard]] std::size_t refused_count() const;
  [[nodiscard]] bool has_room() const;
  void give_way(const BoardCandidate& candidate);
  void make_room(const BoardCandidate& candidate);
  [[nodiscard]] FindOptions next_search(const cv::Mat& grey);
  void take_background_search(const cv::Mat& grey, double time_ms, StageTimes& stages);
  [[nodiscard]] bool known(const BoardCandidate& candidate) const;
  FollowedBoard* resume_lost(const BoardCandidate& candidate, double time_ms);  // null: none

  // Reading, in frame_reading.cpp.
  struct Look;
  void read_boards(const FramePicture& picture, StageTimes& stages);
  [[nodiscard]] Look look_at(FollowedBoard& track, const FramePicture& picture,
                             StageTimes& stages) const;
  [[nodiscard]] bool due(const FollowedBoard& track, const CellSheet& sheet) const;
  [[nodiscard]] bool refused_is_due(const FollowedBoard& track, const CellSheet& sheet) const;
  void read(FollowedBoard& track, const CellSheet& sheet, const FramePicture& picture,
            FrameWork& work);
  void decode(FollowedBoard& track, const CellSheet& sheet, FrameWork& work) const;
  [[nodiscard]] bool take_other_page(FollowedBoard& track, const CellSheet& sheet, FrameWork& work);
  [[nodiscard]] static bool without_ground_is_due(const Look& look);
  void read_without_ground(FollowedBoard& track, const CellSheet& sheet, FrameWork& work);
  void recall(FollowedBoard& track) const;
  static void look_again(FollowedBoard& track, const FramePicture& picture, FrameWork& work);
  void judge(FollowedBoard& track, StageTimes& stages);

  DigitNetwork& network_;
  SolveService& solver_;
  ProcessorOptions options_;
  std::vector<std::unique_ptr<FollowedBoard>> tracks_;
  std::unique_ptr<BackgroundSearch> background_;  // null: searches in the frame's own thread

  PuzzleMemory memory_;
  std::int64_t frames_ = 0;
  bool searched_ = false;  // this frame waited for a search
  SearchPlan searches_;
};

}  // namespace gridlens
