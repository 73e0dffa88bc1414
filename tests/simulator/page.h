#pragma once

#include <opencv2/core/mat.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tests/simulator/app_board.h"
#include "tests/simulator/clutter.h"
#include "tests/simulator/odd_boards.h"

namespace gridlens::generator {

enum class PageKind {
  puzzle = 1,  // one board with a title on an otherwise bare sheet
  newspaper,   // one board among columns, adverts, crosswords, tables
  two_boards,
  four_boards,
  six_boards,
  app,         // a game program's window with one board, as a screenshot
  played_app,  // the same in the middle of a game, `game` of the options or a random one
  phone,       // a phone's upright screen with a game in the middle: phone_page.cpp
  negative,    // no Sudoku: `negative` of the options, or newspaper clutter without a board
  odd,         // boards with more than the rules, or less than one answer: `odd` of the options
};

struct PageOptions {
  PageKind kind = PageKind::puzzle;
  Shape shape{3, 3};
  StyleRanges style;
  std::optional<BoardStyle> exact_style;  // instead of a random one
  PuzzleOptions puzzle;
  std::optional<Clutter> negative;  // one thing filling the page; else a mixed page
  std::optional<OddBoard> odd;      // with PageKind::odd
  std::optional<AppGame> game;      // with PageKind::played_app
  double board_px = 0;              // side of the board on the page; 0: about 1000
  bool aged_paper = false;          // cream paper with soft mottling
};

// A printed sheet and the truth about it.
struct Page {
  cv::Mat bgr;  // CV_8UC3, sRGB; page coordinates are its pixels
  std::vector<PrintedBoard> boards;
};

// A page of PageKind::odd, as printed: odd_boards.cpp.
Page paint_odd_page(OddBoard kind, Colour paper, Random& random);

// A page of PageKind::phone: 720x1280 to 1440x3200, in one of several looks.
Page paint_phone_page(Shape shape, const PuzzleOptions& puzzle, Random& random);

Page make_page(const PageOptions& options, Random& random);

const char* to_string(PageKind kind);
const char* to_string(Clutter clutter);
std::optional<PageKind> page_kind_named(const std::string& name);
std::optional<Clutter> clutter_named(const std::string& name);
const std::vector<Clutter>& negative_kinds();  // what a negative page may hold alone

}  // namespace gridlens::generator
