#include "core/pipeline/board_session.h"

#include <algorithm>
#include <utility>

#include "core/ablation/mechanism.h"
#include "core/reading/observation/orientation.h"

namespace gridlens {

namespace {

constexpr int kMoreToReject = 4;  // readings, of what is shown or unclear
// Pictures between readings of a rejected one at first: twice as many after each.
constexpr int kRejectedInterval = 2;
constexpr int kMostInterval = 8;  // between these at most, and between searches of a place in doubt
// The same for a settled board of which not all lines were seen: they would place it better.
constexpr int kLinesInterval = 20;
constexpr double kWellSeenScore = 0.88;  // BoardCandidate's; covered boards have 0.91 and more
constexpr int kReadingsFarAway = 3;      // that took it for a Sudoku, if one did not
// Pictures that were read before a doubt is shown, if the lattice is well founded: pieces of a
// board under a hand, and lines that shine through a turning page, last for less.
constexpr int kReadingsInDoubt = 4;
constexpr int kConflictsToOverrule = 8;  // readings that differ in a clue or two from a known one

// Were symbols read in a rejected lattice outside the place (pixels)? Then what lies in that place
// is a piece of a larger grid.
bool holds_symbols_beside(const BoardSession& rejected, const Quad& place) {
  const BoardReading& reading = rejected.reading();
  const BoardCandidate& board = rejected.track.board();
  int upright = 0;
  for (const int cell : rectified_cells_of_upright(board.n, reading.quarter_turns)) {
    const bool symbol = reading.clues.at(upright) + reading.entries.at(upright) != 0;
    ++upright;
    const cv::Point2d middle(cell % board.n + 0.5, cell / board.n + 0.5);
    if (symbol && !place.contains(board.image_from_board(middle))) return true;
  }
  return false;
}

}  // namespace

BoardSession::BoardSession(DigitNetwork& network, const BoardCandidate& found,
                           const SessionOptions& options)
    : track(found), network_(&network), options_(options), reader_(network, found) {}

// ---- A new picture

void BoardSession::see(const FramePicture& picture, bool busy) {
  ++pictures_since_read_;
  ++pictures_since_challenge_;
  looks_ = 0;
  subtracted_background_ = false;
  if (!is_rejected()) track.note_cover(picture.bgr);
  occluded_ = track.occluded(picture.grey.size());
  rectified_ = track.rectified(picture, reader_.wants_colour());
  const bool changed = watch_.changed(rectified_) && in_use<"page_change_by_image">();
  urgent_ = changed || decoding_waits_ || !was_read();
  if (urgent_)
    due_ = true;
  else if (is_rejected())
    due_ = !busy && rejected_is_due();
  else
    due_ = state_ != TrackState::confirmed || pictures_since_read_ >= options_.check_interval ||
           (shows_more(1) && in_use<"shows_more">());
}

// Now and then, and where it may look otherwise than before.
bool BoardSession::rejected_is_due() const {
  const int again = std::max({0, record_.against - readings_to_reject(),
                              record_.readings - options_.readings_to_be_shown});
  const int interval = std::min(kMostInterval, kRejectedInterval << std::min(again, 10));
  return pictures_since_read_ >= interval ||
         (rectified_.detail() > kSharperThanRejected * record_.sharpest_against &&
          in_use<"rejected_sharper">()) ||
         (shows_more(track.board().n) && in_use<"rejected_shows_more">());
}

// So many cells lie open that were occluded in every reading so far: a further one tells more.
bool BoardSession::shows_more(int cells) const {
  int shown = 0;
  for (int cell = 0; cell < never_observed_.size(); ++cell)
    shown += never_observed_[cell] && !occluded_[cell];
  return shown >= cells;
}

// ---- What follows

bool BoardSession::may_be_shown_in_doubt() const {
  if (!corrections().empty()) return true;  // a person has seen that it is one
  if (track.board().seen == LatticeSeen::symbols) return false;
  if (track.far_away())
    return track.has_box_evidence() && (!record_.contested || record_.for_it >= kReadingsFarAway ||
                                        !in_use<"readings_far_away">());
  const int enough = ill_founded() && in_use<"ill_founded_later">()
                         ? options_.readings_to_be_shown - 1
                         : kReadingsInDoubt;
  if (!still() && !is_shown(state_) && record_.readings < enough && in_use<"lasting_doubts">())
    return false;
  return !record_.contested || (!record_.refuted && track.board().lattice_score >= kWellSeenScore);
}

int BoardSession::readings_to_reject() const {
  const bool unclear = (reader_.background_shows() && in_use<"stripes_to_reject">()) ||
                       (track.far_away() && track.has_box_evidence() && in_use<"far_to_reject">());
  return options_.readings_to_reject + (unclear || is_shown(state_) ? kMoreToReject : 0);
}

TrackEvent BoardSession::event() const {
  if (!reading_.is_puzzle)
    return record_.against >= readings_to_reject() || still() ? TrackEvent::looks_like_none
                                                              : TrackEvent::unproven;
  if (reading_.state == ReadState::sure) {
    if (track.board().seen == LatticeSeen::symbols && !is_shown(state_) &&
        reading_.proof != SolveState::unique)
      return TrackEvent::unproven;
    // Else a sure reading outlives one in doubt.
    return standing_ == Standing::sure ? TrackEvent::read_surely : TrackEvent::unproven;
  }
  if (state_ == TrackState::confirmed || state_ == TrackState::recalled)
    return TrackEvent::doubts_outlast;
  if (may_be_shown_in_doubt()) return TrackEvent::read_in_doubt;
  return record_.readings >= options_.readings_to_be_shown ? TrackEvent::looks_like_none
                                                           : TrackEvent::unproven;
}

// Of two sure readings that differ in a clue or two one is misread, and nobody knows which: nothing
// is claimed until more looks bear the newer one out.
bool BoardSession::in_conflict(const PuzzleMemory& memory) {
  if (!reading_.is_puzzle || reading_.state != ReadState::sure) return false;
  std::vector<int> cells = memory.cells_in_conflict(reading_, track.seen_ms());
  record_.conflicts = cells.empty() ? 0 : record_.conflicts + 1;
  if (cells.empty() || record_.conflicts > kConflictsToOverrule || !in_use<"known_puzzle">())
    return false;
  reading_.object("known_puzzle_differs", "it differs from what was read before");
  reading_.doubtful = std::move(cells);
  standing_ = Standing::open;
  return true;
}

void BoardSession::conclude(const PuzzleMemory* memory) {
  const bool conflicts = memory && in_conflict(*memory);
  const bool in_doubt = reading_.is_puzzle && reading_.state != ReadState::sure;
  if (memory && !conflicts && in_doubt && standing_ == Standing::open &&
      verdict_ == LookVerdict::agrees) {
    // Until the board's own evidence is sure. The orientation stays as it was just seen.
    const BoardReading* known = memory->recall(reading_, track.seen_ms());
    if (known && in_use<"recall">()) {
      const int quarter_turns = reading_.quarter_turns;
      reading_ = *known;
      reading_.quarter_turns = quarter_turns;
      apply(TrackEvent::remembered);
      return;
    }
  }
  apply(event());
}

void BoardSession::apply(TrackEvent event) {
  const Transition* row = transition(state_, event);
  if (!row) return;
  state_ = row->to;
  why_ = row->why;
  steps_.push_back(row);
}

void BoardSession::disappear() {
  apply(TrackEvent::disappeared);
}

void BoardSession::find_again(const BoardCandidate& found, const cv::Mat& grey, double time_ms) {
  track.resume(found, grey, time_ms);
  // Another page may lie there by now, and a blurred look does not tell: the evidence begins
  // afresh, and memory knows the puzzle if it is the same.
  reader_ = BoardReader(*network_, track.board());
  reading_ = {};
  watch_ = {};
  start_page();
  apply(TrackEvent::found_again);
}

bool BoardSession::ill_founded() const {
  return track.board().seen == LatticeSeen::symbols ||
         (reading_.state != ReadState::sure && track.board().lattice_score < kWellSeenScore);
}

bool BoardSession::challenge_is_due() const {
  if (!was_read() || (settled() && track.board().seen == LatticeSeen::all_lines)) return false;
  const int most = settled() ? kLinesInterval : kMostInterval;
  const bool soon = ill_founded() || is_rejected();
  return pictures_since_challenge_ >= (soon ? std::min(most, 2 * challenges_ + 1) : most);
}

void BoardSession::note_challenge() {
  pictures_since_challenge_ = 0;
  ++challenges_;
}

bool better_founded(const BoardCandidate& board, const BoardCandidate& other) {
  if (board.seen != other.seen) return board.seen > other.seen;
  return board.screenshot_quarter_turns && !other.screenshot_quarter_turns;
}

bool supersedes(const BoardSession& newer, const BoardSession& older) {
  // The signs of another puzzle lie in its lattice, which symbols alone do not show.
  if (older.is_rejected() && older.reading().other_puzzle &&
      newer.track.board().seen == LatticeSeen::symbols)
    return false;
  if (older.settled())
    return newer.state() == TrackState::confirmed &&
           better_founded(newer.track.board(), older.track.board());
  if (newer.state() == TrackState::confirmed)
    return newer.track.board().seen != LatticeSeen::symbols ||
           newer.track.board().n >= older.track.board().n ||
           (older.is_rejected() && !holds_symbols_beside(older, newer.track.board().corners()));
  if (better_founded(newer.track.board(), older.track.board())) return is_shown(newer.state());
  if (older.is_rejected())
    return is_shown(newer.state()) && !same_lattice(newer.track.board(), older.track.board());
  return !newer.is_rejected() && older.ill_founded() &&
         shows_lines_much_better(newer.track.board(), older.track.board());
}

}  // namespace gridlens
