#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/image/board_bend.h"
#include "core/image/frame.h"
#include "core/image/homography.h"
#include "core/overlay/page_look.h"
#include "core/pipeline/track_state.h"
#include "core/pipeline/view_conditions.h"
#include "core/puzzle/alphabet.h"
#include "core/puzzle/cell_map.h"
#include "core/puzzle/grid.h"
#include "core/reading/correction.h"

namespace gridlens {

enum class BoardState { reading = 1, solved, multiple, contradiction, unreadable, budget };

// The word of the JSON contract: "reading", "solved", ...
const char* to_string(BoardState state);

// " [margin, two_inks]", empty where there are none.
std::string objections_text(const std::vector<const char*>& objections);

// All that is known of one board on one frame. Matrices upright; values 1..N, 0 empty.
struct BoardResult {
  int id = 0;                   // stable while tracked
  Homography image_from_board;  // upright once read; before that, in the candidate's orientation
  BoardBend bend;               // of lens and paper: p lies at image_from_board(p + bend(p))
  int n = 0;
  BoardState state = BoardState::reading;
  std::string message;                  // for people: "solved", "two 7s in row 4", ...
  std::vector<const char*> objections;  // as in BoardReading
  bool solving = false;                 // surely read; the solver has not answered yet
  double lattice_score = 0;
  TrackState track = TrackState::candidate;
  const char* why = "";  // it is in that state, for people

  // Null until read.
  std::optional<Shape> shape;
  std::optional<Alphabet> alphabet;
  std::optional<Grid> clues;
  std::optional<Grid> entries;
  CellMap<float> confidence;  // 0..1
  std::vector<int> doubtful;  // as in BoardReading
  // Per cell: as in BoardReading.
  CellMap<std::array<int, 2>> likeliest;
  Corrections corrections;       // what a person has said of cells
  std::vector<int> clash;        // cells of clues that clash, with `contradiction`
  std::vector<int> occluded;     // cells that a hand or a pen lies on in this frame
  std::optional<Grid> solution;  // only with `solved`

  // For those who paint it. Null: not measured.
  std::shared_ptr<const PageLook> look;
  // Media time since the solution was first known; of a still, and where unknown, long ago.
  double solved_for_ms = std::numeric_limits<double>::infinity();
};

bool any_solved(const std::vector<BoardResult>& boards);

struct StageTimes {  // milliseconds; 0 where a stage did not run on this frame
  double find = 0, track = 0, warp = 0, read = 0, solve = 0, draw = 0, readback = 0;
};

// Adds the time until its end of scope to a number of milliseconds.
class StageTimer {
 public:
  explicit StageTimer(double& total_ms) : total_ms_(total_ms), started_(Clock::now()) {}
  ~StageTimer() { total_ms_ += milliseconds_between(started_, Clock::now()); }
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

 private:
  double& total_ms_;
  Clock::time_point started_;
};

// One immutable snapshot: what was measured, with the very frame it was measured on.
struct FrameResult {
  Frame frame;
  std::vector<BoardResult> boards;
  StageTimes stages;
  ViewConditions conditions = {};
};

}  // namespace gridlens
