#include "core/pipeline/followed_board.h"

#include <algorithm>
#include <utility>

#include "core/pipeline/cells_outside.h"
#include "core/pipeline/clear_reading.h"
#include "core/pipeline/come_closer.h"
#include "core/pipeline/second_looks.h"
#include "core/reading/evidence/orientation.h"

namespace gridlens {

namespace {

constexpr std::uint8_t kCovered = 2;
constexpr std::uint8_t kSurelyCovered = 3;
constexpr int kFurtherFrames = 3;  // of a small board, before it is told to come closer
constexpr double kFirmScore = 0.8;
constexpr double kAcceptedScore = 0.88;  // covered boards have 0.91 and more
constexpr double kMuchSharper = 1.3;
constexpr double kMarked = 3;     // ShapeEvidence::marks; lattices without boxes reach 2.3
constexpr int kLooksFarAway = 3;  // that took it for a puzzle, if one did not

double detail_of(const CellSheet& sheet) {
  return sheet.sharpness * std::min(1.0, sheet.source_cell_px / CellSheet::kCellPx);
}

}  // namespace

void FollowedBoard::take(BoardReading decoded, SheetVerdict verdict, int most_blurred) {
  const bool was_sure = reading.state == ReadState::sure;
  if (verdict == SheetVerdict::doubtful) {
    if (decoded.state == ReadState::sure) {
      decoded.state = ReadState::reading;
      decoded.message = "reading";
    }
  } else if (verdict == SheetVerdict::agrees && was_sure && decoded.state != ReadState::sure &&
             ++blurred <= most_blurred) {
    return;
  }
  blurred = 0;
  recalled = false;
  reading = std::move(decoded);
  if (reading.state == ReadState::sure) new_here = false;
}

void FollowedBoard::recall(const BoardReading& sure) {
  const int quarter_turns = reading.quarter_turns;
  reading = sure;
  reading.quarter_turns = quarter_turns;
  recalled = true;
}

void FollowedBoard::hide_outside(cv::Size picture) {
  const std::vector<std::uint8_t> outside = cells_outside(board, picture, kCutInLive);
  hidden.resize(outside.size(), 0);
  for (size_t cell = 0; cell < outside.size(); ++cell) hidden[cell] |= outside[cell];
}

void FollowedBoard::note_cover(const cv::Mat& bgr) {
  const std::vector<std::uint8_t> other_hue = hand.covered(bgr, board.image_from_board, board.n);
  cover.resize(other_hue.size(), 0);
  for (size_t cell = 0; cell < cover.size(); ++cell) {
    if (other_hue[cell] != 0 || (cell < hidden.size() && hidden[cell] != 0))
      cover[cell] = std::min<std::uint8_t>(kSurelyCovered, cover[cell] + 1);
    else if (cover[cell] > 0)
      --cover[cell];
  }
}

std::vector<int> FollowedBoard::covered_upright() const {
  std::vector<int> covered;
  if (cover.empty()) return covered;
  int upright = 0;
  for (const int cell : sheet_cells_of_upright(board.n, reading.quarter_turns)) {
    if (cover[static_cast<size_t>(cell)] >= kCovered) covered.push_back(upright);
    ++upright;
  }
  return covered;
}

bool FollowedBoard::shows_more(int cells) const {
  int shown = 0;
  for (size_t cell = 0; cell < never_shown.size(); ++cell)
    shown += never_shown[cell] != 0 && hidden[cell] == 0;
  return shown >= cells;
}

void FollowedBoard::note_shown(SheetVerdict verdict) {
  if (verdict == SheetVerdict::doubtful) return;
  if (verdict == SheetVerdict::restarted) {  // another page
    never_shown.clear();
    hand = {};
  }
  never_shown.resize(hidden.size(), 1);
  for (size_t cell = 0; cell < hidden.size(); ++cell) never_shown[cell] &= hidden[cell];
}

void FollowedBoard::note_reading(SheetVerdict verdict, const CellSheet& sheet) {
  if (verdict == SheetVerdict::restarted) {
    readings = unaccepted = no_puzzle = puzzle_readings = 0;
    once_no_puzzle = once_refused = false;
  }
  ++readings;
  unaccepted += id == 0;
  if (reading.is_puzzle) {
    ++puzzle_readings;
    no_puzzle = 0;
    sharpest = 0;
    return;
  }
  once_no_puzzle = true;
  once_refused = once_refused || !reading.for_lack;
  ++no_puzzle;
  sharpest = std::max(sharpest, detail_of(sheet));
}

bool FollowedBoard::much_sharper(const CellSheet& sheet) const {
  return detail_of(sheet) > kMuchSharper * sharpest;
}

bool FollowedBoard::acceptable() const {
  if (readings == 0 || !reading.is_puzzle) return false;
  if (board.symbols_only && id == 0) return is_clearly_solved(reading);
  if (id != 0 || reading.state == ReadState::sure) return true;
  if (far_away()) return marks_boxes() && (!once_no_puzzle || puzzle_readings >= kLooksFarAway);
  return !once_no_puzzle || (!once_refused && board.lattice_score >= kAcceptedScore);
}

bool FollowedBoard::far_away() const {
  return board.shortest_cell_px() < kReadableCellPx;
}

bool FollowedBoard::marks_boxes() const {
  return board.boxes_only ||
         std::any_of(board.shapes.begin(), board.shapes.end(), [](const ShapeEvidence& shape) {
           return shape.marks.value_or(kMarked) >= kMarked;
         });
}

bool FollowedBoard::ill_founded() const {
  return !lost && reading.state != ReadState::sure && board.lattice_score < kFirmScore;
}

CellSheet FollowedBoard::look_aside(const FramePicture& picture,
                                    const std::array<double, 2>& aside) const {
  return rectify(picture.grey, looked_at_aside(board, aside), colour_for_reading(picture.bgr));
}

CellSheet FollowedBoard::next_look(const FramePicture& picture, const CellSheet& plain) const {
  return wants_looks() ? look_aside(picture, kSecondLooks[static_cast<size_t>(reader.frames()) - 1])
                       : plain;
}

bool FollowedBoard::wants_looks() const {
  const auto looks = static_cast<size_t>(reader.frames());
  const bool tells_little =
      reading.is_puzzle ? reading.state == ReadState::reading : id == 0 && boxes_far_away();
  return tells_little && looks > 0 && looks <= kSecondLooks.size();
}

bool FollowedBoard::looked_aside() const {
  return reader.frames() > static_cast<int>(kSecondLooks.size());
}

bool FollowedBoard::looked_enough() const {
  return reader.frames() > static_cast<int>(kSecondLooks.size()) && readings > kFurtherFrames;
}

}  // namespace gridlens
