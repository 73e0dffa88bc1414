#pragma once

#include <opencv2/core/mat.hpp>
#include <optional>
#include <vector>

#include "core/image/quad.h"
#include "core/vision/lattice/board_candidate.h"

namespace gridlens {

class DebugSink;

struct FindOptions {
  int max_boards = 6;       // at most so many candidates, best lattice first
  double min_side_px = 60;  // a board whose shorter side is smaller is not looked for
  // Large pictures (over 0.6 megapixels) are searched at full size too, which only boards with a
  // side below about 120 pixels need: a third of a search. A live view can do so now and then.
  bool full_size = true;
  // Where nothing is found: looks for tiles hardly darker than their gaps, as photographed screens
  // show them. A live view can do so now and then.
  bool faint_tiles = true;
  // Looks for nothing but a lattice of symbols (find_board_by_symbols): where the lines seen are
  // none, or no board's. What is found counts only where it is clearly solved.
  bool by_symbols = false;
  // With more of them a level is no board's but a page of text, which costs: large boards have 400,
  // and a still can wait for them.
  size_t most_symbols = 700;
  // Live such a search takes turns: this one looks at one level and polarity, the first from this
  // number on with as many symbols as a board's.
  std::optional<int> symbols_turn;
  // Looks for nothing but dark lines as ridges (search_ridges): under shadows and glare,
  // in noise and blur, where the usual search finds nothing or what is no board.
  // For stills, and for a live view now and then.
  bool by_ridges = false;
  // What a live view does not fit in one search where much looks like a board: more than so many
  // outlines as distant boards (half a millisecond each), ...
  int most_distant = 1000;
  // ... and, by ridges, more than so many lattices grown from single cells (1.5 ms each), after
  // the first ones that earlier searches have fitted.
  int most_grown = 1000;
  int grown_before = 0;
  int most_seeds = 60;  // of them, a level; cells with most cells of their size around them first
  // by ridges, the ink is looked at as it is, and with small gaps closed: both, or one of the two.
  enum class Ink { both = 1, as_it_is, closed } ridge_ink = Ink::both;
  // Pictures without a camera's noise in which nothing, or only what may be a large board's boxes,
  // is found are searched once more for boards drawn as tiles, without lines. A live view can do so
  // now and then.
  bool screenshot = true;
  // Where boards are known to lie: nothing is looked for there, which saves most of a search's
  // fitting.
  std::vector<Quad> known;
};

// What a search saw besides, for telling a person why nothing was found.
struct FindNotes {
  // Shorter side of the largest outline that was looked at as a board's; 0: there was none.
  double largest_outline_px = 0;
};

// Searches a whole picture (CV_8UC3 BGR or CV_8UC1 grey, full resolution) for Sudoku lattices of
// any rotation. Only quadrilaterals with lattice evidence are returned. Thread-safe: no state
// between calls. `notes`: written by searches of the usual kind alone.
std::vector<BoardCandidate> find_boards(const cv::Mat& image, const FindOptions& options = {},
                                        DebugSink* debug = nullptr, FindNotes* notes = nullptr);

}  // namespace gridlens
