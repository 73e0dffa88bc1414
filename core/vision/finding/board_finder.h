#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <span>
#include <vector>

#include "core/image/quad.h"
#include "core/vision/finding/search_task.h"
#include "core/vision/lattice/board_candidate.h"

namespace gridlens {

class DebugSink;

// At most so many candidates of one search, best lattice first.
constexpr int kMostFound = 6;
// A board whose shorter side is smaller is not looked for.
constexpr double kLeastSidePx = 60;

// What a search saw besides, for telling a person why nothing was found.
struct FindNotes {
  // Shorter side of the largest outline that was looked at as a board's; 0: there was none.
  double largest_outline_px = 0;
};

// All strategies, in the order in which a still is searched.
std::span<const SearchStrategy> search_strategies();

// Searches a picture (CV_8UC3 BGR or CV_8UC1 grey, full resolution) for Sudoku lattices of any
// rotation by all strategies of the task's round. Only quadrilaterals with lattice evidence are
// returned. Thread-safe: no state between calls. `notes`: written by the usual round alone.
std::vector<BoardCandidate> find_boards(const cv::Mat& image, const SearchTask& task = {},
                                        DebugSink* debug = nullptr, FindNotes* notes = nullptr);

// What one search may cost.
enum class SearchBudget {
  frame = 1,  // a live frame waits: a share of the round whose turn it is
  round,      // a still: the next round, whole
};

struct KnownBoards {
  std::vector<Quad> places;
  bool any_settled = false;  // a puzzle is: the symbols round is not due
};

// Spends the budget of one stream's searches, or of one still's: says which round is due and, live,
// which share of it. Rounds that cost much and find what is rare take turns. One object, one
// thread; a planned task may be carried out on another one.
class BoardFinder {
 public:
  std::vector<BoardCandidate> search(const cv::Mat& image, SearchBudget budget,
                                     const KnownBoards& known, DebugSink* debug = nullptr,
                                     FindNotes* notes = nullptr);

  // The next task alone, for `grey` (CV_8UC1); it counts as carried out.
  [[nodiscard]] SearchTask plan(const cv::Mat& grey, SearchBudget budget, const KnownBoards& known);

  // Live: no frame should wait for the next task.
  [[nodiscard]] bool next_outlasts_a_frame(bool any_settled) const {
    return live_round(any_settled) == SearchRound::symbols;
  }

  // A still: every round was planned.
  [[nodiscard]] bool is_through() const;

 private:
  [[nodiscard]] SearchRound live_round(bool any_settled) const;
  [[nodiscard]] bool drawings_due(const cv::Mat& grey);

  std::int64_t searches_ = 0;
  int ridge_searches_ = 0;
  int symbol_searches_ = 0;
  cv::Mat
      screenshot_search_;  // the picture last searched for screenshots' boards, a few pixels of it
  int searches_since_screenshot_ = 0;
};

}  // namespace gridlens
