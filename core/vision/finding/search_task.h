#pragma once

#include <opencv2/core/mat.hpp>
#include <optional>
#include <vector>

#include "core/image/quad.h"
#include "core/vision/lattice/board_candidate.h"
#include "core/vision/lattice/pyramid.h"

namespace gridlens {

class DebugSink;

// Strategies that search one picture together, cheapest round first (search_strategies()).
enum class SearchRound { usual = 1, valleys, symbols };

// One search of a picture, as a BoardFinder planned it. The default: the usual round, whole.
struct SearchTask {
  SearchRound round = SearchRound::usual;
  // nullopt: the whole round. Else a share that a live frame can afford, a different one with each
  // turn: each strategy says beside its code which share that is.
  std::optional<int> turn;
  // Screenshots are searched for boards without lines, too.
  bool drawings = true;
  // Where boards are known to lie: nothing is looked for there, which saves most of the fitting.
  std::vector<Quad> known;

  // The largest levels of the picture are searched, too.
  [[nodiscard]] bool full_size() const { return !turn || *turn % 2 == 0; }
};

// A picture with what the strategies share of it.
struct SearchedPicture {
  explicit SearchedPicture(const cv::Mat& image);  // CV_8UC3 BGR or CV_8UC1 grey

  cv::Mat grey;         // CV_8UC1, as it is
  GreyPyramid pyramid;  // brightened and smoothed where light was bad
  bool screenshot;      // drawn by a program, without a camera's noise
};

// What the strategies of one round found so far.
struct SearchFindings {
  std::vector<BoardCandidate> boards;
  std::vector<Quad> outlines;  // all that were looked at as boards
};

// One way to find boards.
struct SearchStrategy {
  const char* name;
  SearchRound round;
  const char* finds;
  const char* cost;   // of the whole, on one core, 1280x720: median and worst (search_bench)
  const char* share;  // what a live frame waits for
  // Adds to the findings of the strategies before it in its round, or improves them.
  void (*search)(const SearchedPicture& picture, const SearchTask& task, SearchFindings& findings,
                 DebugSink* debug);
};

}  // namespace gridlens
