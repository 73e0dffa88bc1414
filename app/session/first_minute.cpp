#include "app/session/first_minute.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/pipeline/view_conditions.h"
#include "core/vision/lattice/board_candidate.h"

namespace gridlens {
namespace {

// Grey levels that one pixel in twenty reaches.
constexpr double kDarkGrey = 55, kLightAgainGrey = 70;
// Frames between which a picture changes by so many grey levels are a hand's movement.
constexpr double kMovingGrey = 22, kStillAgainGrey = 15;
// Widths of the sharper edges in pixels; a board in focus has 3 to 6.
constexpr double kBlurredPx = 10, kSharpAgainPx = 8;

constexpr double kMemoryMs = 1500;  // of what was seen
constexpr double kLongestStepMs = 500;
constexpr double kTrouble = 0.85;   // share of the last seconds without an answer: three seconds
constexpr double kClearLead = 0.4;  // of one tip among them, over the one that is told, if one is
constexpr double kNoTrouble = 0.7;
constexpr double kSameTextMs = 1500;  // figures in it do not change faster

std::string pixels(double cell_px) {
  return std::to_string(std::lround(cell_px));
}

std::string small_cells(double cell_px) {
  return "the cells are " + pixels(cell_px) + " pixels wide, and " + pixels(kReadableAgainPx) +
         " are needed";
}

double cell_px(const BoardResult& board) {
  return board.n > 0 ? board.image_from_board.outline(board.n).shortest_side_px() / board.n : 0;
}

// Else it repeats what the tip itself says.
bool says_why(const std::string& message) {
  return message != "reading" && message.find("cannot be read") == std::string::npos;
}

Tip tip_for_board(const BoardResult& board, TipKind told) {
  switch (board.state) {
    case BoardState::solved:
    case BoardState::budget:  // its own message says all
      return {};
    case BoardState::contradiction:
      return {TipKind::contradiction, board.message};
    case BoardState::multiple:
      return {TipKind::multiple, board.message};
    case BoardState::reading:
    case BoardState::unreadable:
      break;
  }
  if (board.solving) return {};
  const double least = told == TipKind::too_small ? kReadableAgainPx : kReadableCellPx;
  if (const double px = cell_px(board); px > 0 && px < least)
    return {TipKind::too_small, small_cells(px)};
  return {TipKind::doubtful, says_why(board.message) ? board.message : ""};
}

Tip tip_for_lattice(const UnshownLattice& lattice) {
  if (lattice.cell_px < kReadableCellPx) return {TipKind::too_small, small_cells(lattice.cell_px)};
  if (!lattice.rejected) return {TipKind::being_read, lattice.message};
  return {lattice.other_puzzle ? TipKind::other_puzzle : TipKind::no_sudoku, lattice.message};
}

struct Sentence {
  TipKind kind;
  bool with_detail;  // ": " and the detail follow the first part
  const char* what;
  const char* for_camera;
  const char* for_picture;
};

// What is the case, and what would help: on a camera, and on a picture or clip.
constexpr std::array<Sentence, 12> kSentences{{
    {TipKind::too_small, true, "Too small to read", "bring it closer",
     "a larger picture of it would help"},
    {TipKind::contradiction, true, "The numbers contradict each other",
     "click a misread one and type the right one", "click a misread one and type the right one"},
    {TipKind::multiple, false, "It has more than one solution",
     "a number may be hidden or misread: click its cell and type it",
     "a number may be hidden or misread: click its cell and type it"},
    {TipKind::doubtful, true, "Not surely read",
     "hold it still and flat, or press C and type what stands there",
     "press C for a doubtful cell and type what stands there"},
    {TipKind::too_dark, false, "It is too dark", "more light would help",
     "a brighter picture would help"},
    {TipKind::other_puzzle, true, "Another puzzle, such as a jigsaw",
     "only Sudokus with the usual boxes are solved",
     "only Sudokus with the usual boxes are solved"},
    {TipKind::no_sudoku, true, "A grid is seen, but no Sudoku", "", ""},
    {TipKind::being_read, false, "A grid is seen", "hold it still and flat",
     "it cannot be read as a Sudoku"},
    {TipKind::moving, false, "The picture moves", "hold still for a moment", ""},
    {TipKind::blurred, false, "The picture is blurred",
     "hold still, or move back until it gets sharp", "a sharper one would help"},
    {TipKind::far_away, false, "No grid is seen", "bring the puzzle closer",
     "if there is a puzzle, it is too small"},
    {TipKind::no_grid, false, "No grid is seen", "show the whole puzzle, flat and from the front",
     ""},
}};

}  // namespace

Tip tip_for(const FrameResult& result, TipKind told) {
  if (any_solved(result.boards)) return {};
  Tip of_boards;
  for (const BoardResult& board : result.boards)
    if (of_boards.kind == TipKind::none) of_boards = tip_for_board(board, told);
  if (!result.boards.empty()) return of_boards;

  const ViewConditions& seen = result.conditions;
  const auto limit = [&](TipKind kind, double usual, double once_told) {
    return told == kind ? once_told : usual;
  };
  if (seen.measured && seen.bright_grey < limit(TipKind::too_dark, kDarkGrey, kLightAgainGrey))
    return {TipKind::too_dark, ""};
  const auto largest = std::max_element(
      seen.lattices.begin(), seen.lattices.end(),
      [](const auto& a, const auto& b) { return a.n * a.cell_px < b.n * b.cell_px; });
  if (largest != seen.lattices.end()) return tip_for_lattice(*largest);
  if (seen.measured && seen.moved_grey > limit(TipKind::moving, kMovingGrey, kStillAgainGrey))
    return {TipKind::moving, ""};
  if (seen.measured && seen.edge_px > limit(TipKind::blurred, kBlurredPx, kSharpAgainPx))
    return {TipKind::blurred, ""};
  if (seen.largest_outline_px > 0 && seen.largest_outline_px < kCommonestSize * kReadableCellPx)
    return {TipKind::far_away, ""};
  return {TipKind::no_grid, ""};
}

std::string tip_text(const Tip& tip, TipFor who) {
  if (tip.kind == TipKind::none) return "";
  const auto* row =
      std::find_if(kSentences.begin(), kSentences.end(),
                   [&](const Sentence& sentence) { return sentence.kind == tip.kind; });
  std::string text = row->what;
  if (who != TipFor::camera && (tip.kind == TipKind::no_grid || tip.kind == TipKind::far_away))
    text = who == TipFor::clip ? "No Sudoku is seen in this clip" : "No Sudoku in this picture";
  if (row->with_detail && !tip.detail.empty()) text += ": " + tip.detail;
  const std::string help = who == TipFor::camera ? row->for_camera : row->for_picture;
  if (!help.empty()) text += "; " + help;
  return text;
}

void FirstMinute::see(const FrameResult& result, TipFor who, double now_ms) {
  any_board_ = any_board_ || !result.boards.empty();
  const Tip tip = tip_for(result, told_.kind);
  if (who == TipFor::picture || any_solved(result.boards)) {
    held_ = {};
    told_ms_ = now_ms - kSameTextMs;
    seen_ms_ = now_ms;
    return tell(tip, who, now_ms);
  }
  const double step_ms = seen_ms_ < 0 ? 0 : std::clamp(now_ms - seen_ms_, 0.0, kLongestStepMs);
  seen_ms_ = now_ms;
  const double kept = std::exp(-step_ms / kMemoryMs);
  for (double& share : held_) share *= kept;
  held_[static_cast<std::size_t>(tip.kind)] += 1 - kept;

  const auto held = [&](TipKind kind) { return held_[static_cast<std::size_t>(kind)]; };
  const auto most = std::max_element(held_.begin() + 1, held_.end());
  const auto often = static_cast<TipKind>(most - held_.begin());
  const double trouble = std::accumulate(held_.begin() + 1, held_.end(), 0.0);
  const double needed = kClearLead + (told_.kind == TipKind::none ? 0 : held(told_.kind));
  if (held(TipKind::none) >= kNoTrouble)
    tell({}, who, now_ms);
  else if (tip.kind == often &&
           (tip.kind == told_.kind || (trouble >= kTrouble && *most >= needed)))
    tell(tip, who, now_ms);
}

void FirstMinute::tell(const Tip& tip, TipFor who, double now_ms) {
  if (tip.kind == told_.kind && now_ms - told_ms_ < kSameTextMs) return;
  told_ = tip;
  text_ = tip_text(tip, who);
  told_ms_ = now_ms;
}

void FirstMinute::forget() {
  *this = {};
}

}  // namespace gridlens
