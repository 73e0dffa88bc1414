#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/pipeline/frame_result.h"

namespace gridlens {

// How hard puzzles are, as of `solve --grade`: each once, on a thread of its own ("gl-grade") that
// begins with the first. Calls are for one thread. Destruction waits for the deduction under way.
class BoardGrader {
 public:
  BoardGrader() = default;
  ~BoardGrader();
  BoardGrader(const BoardGrader&) = delete;
  BoardGrader& operator=(const BoardGrader&) = delete;

  // "hard"; empty: not known, not yet, or not to be known in a sensible time (above 16x16).
  std::string grade(const BoardResult& board);

 private:
  struct Graded {
    Shape shape;
    Grid givens;
    std::optional<std::string> grade;  // none: waits
  };
  void run(const std::stop_token& stop);

  std::mutex mutex_;  // guards the puzzles
  std::condition_variable_any asked_;
  std::deque<Graded> puzzles_;  // newest last
  std::jthread thread_;         // last: starts when all else stands
};

}  // namespace gridlens
