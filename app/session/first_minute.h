#pragma once

#include <array>
#include <string>

#include "core/pipeline/frame_result.h"

namespace gridlens {

// To whom a tip is told.
enum class TipFor {
  camera = 1,  // who can move the puzzle, the camera and the light
  clip,        // a video file's viewer: the next frame may be better
  picture,     // nothing will change but by another picture
};

enum class TipKind {
  none = 0,
  too_small,      // cells of too few pixels
  contradiction,  // surely read, no solution
  multiple,       // surely read, more than one solution
  doubtful,       // read, with cells in doubt
  too_dark,
  other_puzzle,  // lines or signs of another kind of puzzle
  no_sudoku,     // a grid whose readings say that it is no Sudoku
  being_read,    // a grid that is not judged yet
  moving,
  blurred,
  far_away,  // a small outline, no grid in it
  no_grid,
};
inline constexpr int kTipKinds = static_cast<int>(TipKind::no_grid) + 1;

// What keeps a frame from a solution, as far as the stages know.
struct Tip {
  TipKind kind = TipKind::none;
  std::string detail;  // "two 7s clash in row 4", "the cells are 6 pixels wide"
};

// The first row of the table that applies. `told`: what is told now; its measures must get a little
// better than what brought it up, so that it does not flicker. None where a board is solved.
Tip tip_for(const FrameResult& result, TipKind told = TipKind::none);

// One sentence that says what would help; empty for `none`.
std::string tip_text(const Tip& tip, TipFor who);

// Tells a tip once nothing was solved for three seconds, and another one, or none, after as long.
// Of a still, and once a board is solved, at once. Times must not run backwards.
class FirstMinute {
 public:
  // A result that is shown. The same tip's figures change no faster than a person reads.
  void see(const FrameResult& result, TipFor who, double now_ms);
  void forget();  // another source

  [[nodiscard]] const std::string& text() const { return text_; }  // empty: nothing to tell
  // A board was shown since the source was opened.
  [[nodiscard]] bool any_board() const { return any_board_; }

 private:
  void tell(const Tip& tip, TipFor who, double now_ms);

  std::array<double, kTipKinds> held_{};  // 0..1: share of the last seconds, a fading mean
  double seen_ms_ = -1;
  Tip told_;
  double told_ms_ = -1e9;
  std::string text_;
  bool any_board_ = false;
};

}  // namespace gridlens
