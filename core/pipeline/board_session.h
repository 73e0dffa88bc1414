#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "core/pipeline/board_track.h"
#include "core/pipeline/frame_result.h"
#include "core/pipeline/page_change_by_image.h"
#include "core/pipeline/puzzle_memory.h"
#include "core/pipeline/solve_service.h"
#include "core/pipeline/track_state.h"
#include "core/reading/board_reader.h"

namespace gridlens {

struct SessionOptions {
  // Of each decoding; DecodeEffort::still, too, says that there will be no further picture.
  DecodeEffort effort = DecodeEffort::live;
  int check_interval = 5;  // pictures between readings of a confirmed board
  // A lattice is rejected if so many readings in a row call it no Sudoku, or if it was not shown
  // after so many. More readings are needed where blank cells show stripes, of boards far away, and
  // of shown ones.
  int readings_to_reject = 2;
  int readings_to_be_shown = 10;
};

// The knowledge of one board: its place (BoardTrack), its reading, the look that would tell more,
// and the claim. Live frames and stills are treated alike; a still is a stream of one picture. One
// thread (borrows the network).
//
// For every picture: track.follow(), then see(); where due(), look() as often as the time allows
// while wants_more(), and conclude() once after them.
class BoardSession {
 public:
  BoardSession(DigitNetwork& network, const BoardCandidate& found,
               const SessionOptions& options = {});

  BoardTrack track;
  int id = 0;  // that the board is reported by; 0: none yet

  // A new picture. `busy`: its time is short, so that rejected lattices are not read.
  void see(const FramePicture& picture, bool busy);
  // Is the picture to be read? Boards in doubt always, others now and then and when they change.
  [[nodiscard]] bool due() const { return due_; }
  // Before boards whose turn it just is: it is new, or changed, or half read.
  [[nodiscard]] bool urgent() const { return urgent_; }
  [[nodiscard]] int pictures_since_read() const { return pictures_since_read_; }

  // What the next look would cost, and did cost, in units of FrameWork.
  [[nodiscard]] double next_cost() const;
  double look(const FramePicture& picture);
  // A further look at the same picture would tell more: a jittered crop, or one with the background
  // subtracted.
  [[nodiscard]] bool wants_more() const;

  // What follows from the looks at this picture for the board's state. `memory`: boards of a moment
  // ago that it may be one of; none for a still.
  void conclude(const PuzzleMemory* memory);

  // A person's corrections, in place of all earlier ones, upright as the current reading. That
  // reading follows at once, without a further look. Corrections last until another page lies there
  // or the board is lost; then PuzzleMemory keeps them.
  void correct(const Corrections& corrections);
  [[nodiscard]] const Corrections& corrections() const { return reader_.corrections(); }

  void disappear();  // not seen in the picture
  void find_again(const BoardCandidate& found, const cv::Mat& grey, double time_ms);

  // What is told of the board. `solver` is asked only where the decoder's own search left the proof
  // open.
  BoardResult claim(SolveService& solver);

  // Should the place be searched afresh for another lattice? Now and then, so that no verdict from
  // poor pictures sticks, while no confirmed board with all its lines lies there. Where the board
  // is rejected or ill-founded, soon at first and then ever less often. note_challenge() tells of
  // such a search.
  [[nodiscard]] bool challenge_is_due() const;
  void note_challenge();

  [[nodiscard]] TrackState state() const { return state_; }
  [[nodiscard]] bool is_lost() const { return state_ == TrackState::lost; }
  [[nodiscard]] bool is_rejected() const { return state_ == TrackState::rejected; }
  [[nodiscard]] const char* why() const { return why_; }  // it is in that state, for people
  // Its transitions since they were last taken, for debugging.
  std::vector<const Transition*> take_steps() { return std::exchange(steps_, {}); }
  // The reading that is held: in TrackState::confirmed it outlives a few in doubt.
  [[nodiscard]] const BoardReading& reading() const { return reading_; }
  // Its own evidence or memory supports the state, and no later find takes it away.
  [[nodiscard]] bool settled() const {
    return state_ == TrackState::confirmed || state_ == TrackState::recalled;
  }
  [[nodiscard]] bool was_read() const { return record_.readings > 0; }
  [[nodiscard]] bool just_read() const { return was_read() && pictures_since_read_ == 0; }

  // All looks that one picture allows have been taken, and a few more pictures have not helped.
  [[nodiscard]] bool looked_enough() const;
  // Neither lines nor a sure reading support it: the place may hold something else, or the lattice
  // may lie aside.
  [[nodiscard]] bool ill_founded() const;

 private:
  // What the readings of the page that lies there have said, a picture each.
  struct Record {
    int readings = 0;
    int for_it = 0;               // took it for a Sudoku
    int against = 0;              // said that it is none, one after another
    int doubts = 0;               // left a doubt, one after another
    int conflicts = 0;            // sure, but in conflict with a known puzzle, one after another
    bool contested = false;       // one said that it is none ...
    bool refuted = false;         // ... and not for lack of what it saw
    double sharpest_against = 0;  // detail of the rectified boards behind that, the most
  };
  // Of rectified boards: detail that is worth another verdict.
  static constexpr double kSharperThanRejected = 1.3;

  struct Look {
    bool background_subtracted = false;
    std::array<double, 2> jitter{};  // cells
  };

  [[nodiscard]] bool still() const { return options_.effort == DecodeEffort::still; }
  [[nodiscard]] bool wants_jittered_look() const;
  [[nodiscard]] bool wants_background_subtracted() const;
  [[nodiscard]] int subtracted_looks() const;
  [[nodiscard]] Look next_look() const;
  [[nodiscard]] bool rejected_is_due() const;
  [[nodiscard]] bool shows_more(int cells) const;
  bool in_conflict(const PuzzleMemory& memory);
  double decode();
  BoardReading decode_evidence();
  double look_with_background_subtracted(const RectifiedBoard& rectified);
  double take_other_page(const FramePicture& picture);
  // What stands around a board that is not surely read, or whose boxes nothing marks: the reader
  // asks for it a few times. Returns what it cost.
  double look_around(const FramePicture& picture, BoardReader& reader) const;
  void hold(BoardReading decoded);
  void note_shown();
  void count_picture();
  void start_page();
  [[nodiscard]] TrackEvent event() const;
  [[nodiscard]] bool may_be_shown_in_doubt() const;
  [[nodiscard]] int readings_to_reject() const;
  void apply(TrackEvent event);

  DigitNetwork* network_;
  SessionOptions options_;
  BoardReader reader_;
  // Where stripes may keep `reader_` from a sure reading: one that takes them off.
  std::optional<BoardReader> without_background_;
  BoardReading reading_;
  Standing standing_ = Standing::open;
  LookVerdict verdict_ = LookVerdict::agrees;  // on the last rectified board added
  Record record_;
  TrackState state_ = TrackState::candidate;
  const char* why_ = "found";
  std::vector<const Transition*> steps_;

  // Of the newest picture.
  RectifiedBoard rectified_;
  CellFlags occluded_;
  bool due_ = false;
  bool urgent_ = false;
  int looks_ = 0;                       // at it
  bool subtracted_background_ = false;  // in one of them

  PageChangeByImage watch_;
  CellFlags never_observed_;  // cells that were occluded in every reading
  int pictures_since_read_ = 0;
  int pictures_since_challenge_ = 0;
  int challenges_ = 0;
  bool decoding_waits_ = false;    // of a large rectified board, for the next picture
  bool hinted_too_small_ = false;  // the last claim asked to come closer
  double decode_cost_ = 0;         // of the last decoding
};

// Turns what is known of a board whose cells are too small to read into the wish to see it from
// nearer: `unreadable`, with the message "come closer". Leaves a board alone that is read all the
// same, or whose cells are large enough. `cell_px`: of its shortest side. True: told so.
bool hint_too_small(BoardResult& board, double cell_px, bool asked_before);

// More of the one's lines was seen than of the other's, or the same and that it is a screenshot's:
// a window that fades or moves over it hides that.
bool better_founded(const BoardCandidate& board, const BoardCandidate& other);

// Two sessions in one place: does the newer one take the place of the older? In doubt it does not.
bool supersedes(const BoardSession& newer, const BoardSession& older);

}  // namespace gridlens
