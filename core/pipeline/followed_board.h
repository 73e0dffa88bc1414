#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <vector>

#include "core/pipeline/frame_result.h"
#include "core/pipeline/hand_watch.h"
#include "core/pipeline/page_watch.h"
#include "core/pipeline/solve_service.h"
#include "core/reading/board_reader.h"
#include "core/vision/board_tracker.h"
#include "core/vision/rectify.h"

namespace gridlens {

struct FramePicture {
  cv::Mat bgr;   // CV_8UC3
  cv::Mat grey;  // CV_8UC1, the same picture
};

// One board that is followed. Its lattice, evidence and reading stay in the orientation in which it
// was first found.
struct FollowedBoard {
  FollowedBoard(DigitNetwork& network, const BoardCandidate& found)
      : board(found), tracker(found), reader(network, found), hidden(found.hidden) {}

  BoardCandidate board;  // with the newest homography
  BoardTracker tracker;
  BoardReader reader;
  // Where stripes may keep `reader` from a sure reading: one that takes them off.
  std::optional<BoardReader> without_ground;
  PageWatch watch;
  HandWatch hand;
  std::vector<std::uint8_t> hidden;       // cells that something covers, or the picture cuts off
  std::vector<std::uint8_t> never_shown;  // cells that were hidden in every reading
  BoardReading reading;
  BoardResult result;                         // of the newest judgement
  std::shared_ptr<const SolveAnswer> answer;  // that the result rests on; null while solving
  int id = 0;                                 // 0: not accepted as a puzzle yet
  int frames_since_read = 0;
  SheetVerdict last_verdict = SheetVerdict::agrees;  // on the last sheet read
  bool decoding_waits = false;                       // of a large board's sheet, for the next frame
  int blurred = 0;  // readings in a row that left a sure reading in doubt
  bool lost = false;
  int searched_again = 0;           // searches for a better lattice in its place
  std::vector<std::uint8_t> cover;  // per cell, how long it was hidden of late: 0 to 3
  bool new_here = true;             // not surely read by its own evidence yet
  bool recalled = false;            // the reading is remembered of a board seen a moment ago
  bool asked_closer = false;        // told to come closer
  bool once_no_puzzle = false;      // a reading of it said so, ...
  bool once_refused = false;        // ... and not for lack of what it saw
  int readings = 0;                 // since it was found, or its page exchanged
  int no_puzzle = 0;                // readings in a row that said so
  int puzzle_readings = 0;          // and further looks, that took it for a puzzle
  int unaccepted = 0;               // readings while it was not accepted
  double sharpest = 0;              // detail of the sheets read while it was no puzzle, the most
  double decode_units = 0;          // what the last decoding took (FrameWork)
  double seen_ms = 0;

  // The newest decoding takes the place of the last one, but for two cases. A sheet that
  // contradicts the evidence may be another page: nothing is claimed until the next frames tell. A
  // sure reading outlives a few blurred frames that agree with it and yet leave the new decoding in
  // doubt.
  void take(BoardReading decoded, SheetVerdict verdict, int most_blurred);

  // Cells that the picture cuts off hide their symbols as a hand does.
  void hide_outside(cv::Size picture);

  // Keeps account of what the tracker just saw hidden, or the colours tell. A cell counts as
  // covered once it was hidden in two frames more than it was seen, so that a line missed in one
  // frame takes no digit away.
  void note_cover(const cv::Mat& bgr);
  [[nodiscard]] std::vector<int> covered_upright() const;  // row-major cells of the upright board

  // So many cells lie open that were hidden in every reading so far: a further one tells more.
  [[nodiscard]] bool shows_more(int cells = 1) const;
  void note_shown(SheetVerdict verdict);

  // Keeps account of readings, and of those that call it no puzzle.
  void note_reading(SheetVerdict verdict, const CellSheet& sheet);
  // Than all sheets that were read while it was no puzzle.
  [[nodiscard]] bool much_sharper(const CellSheet& sheet) const;

  // Colour costs a warp of its own: only as long as it tells the reader anything.
  [[nodiscard]] cv::Mat colour_for_reading(const cv::Mat& bgr) const {
    return reader.wants_colour() ? bgr : cv::Mat();
  }

  [[nodiscard]] CellSheet look_aside(const FramePicture& picture,
                                     const std::array<double, 2>& aside) const;

  // Are further looks due that the frames so far had no time for?
  [[nodiscard]] bool wants_looks() const;
  // One of them, while they are due; else the plain sheet.
  [[nodiscard]] CellSheet next_look(const FramePicture& picture, const CellSheet& plain) const;

  // The further looks that one picture allows are done.
  [[nodiscard]] bool looked_aside() const;

  // They are, and a few more frames have not helped.
  [[nodiscard]] bool looked_enough() const;

  // A sure reading of the same puzzle takes the place of one in doubt, until the board's own
  // evidence is sure. The way up stays as it was just seen.
  void recall(const BoardReading& sure);

  // May it be shown as a board from now on? What was seen to be no puzzle must be surely read as
  // one: that more frames leave a doubt is no evidence for it. Where a reading saw too little, its
  // lines must be clear while its symbols are in doubt: a table's columns with text in their
  // middles make half of a lattice's lines. Far away single readings say little, and it must mark
  // boxes.
  [[nodiscard]] bool acceptable() const;

  // Its symbols are too small to be told from others.
  [[nodiscard]] bool far_away() const;
  // Its lines and grounds mark boxes, or where nobody looked may do so.
  [[nodiscard]] bool marks_boxes() const;
  // Both: single readings say little of it.
  [[nodiscard]] bool boxes_far_away() const { return far_away() && marks_boxes(); }

  // Neither its lines nor its symbols bear it out: something else may lie there, or this lattice
  // aside of where it is thought.
  [[nodiscard]] bool ill_founded() const;

  [[nodiscard]] bool settled() const {
    return reading.state == ReadState::sure && answer != nullptr && !recalled;
  }
};

}  // namespace gridlens
