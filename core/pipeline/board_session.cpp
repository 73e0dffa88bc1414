#include "core/pipeline/board_session.h"

#include <algorithm>
#include <utility>

#include "core/pipeline/board_claim.h"
#include "core/pipeline/come_closer.h"

namespace gridlens {

namespace {

// Looks at one picture after the first: where the cells are cut out a little aside, lines and
// neighbours lie elsewhere in each crop, and what was doubtful by chance mostly settles.
constexpr std::array<std::array<double, 2>, 4> kAside{
    {{0.04, 0.04}, {-0.04, 0.04}, {0.04, -0.04}, {-0.04, -0.04}}};  // cells, x and y

// Units of FrameWork.
constexpr double kCostAFirstCell = 55;  // which way up and who wrote it are found out, too
constexpr double kCostACell = 35;
constexpr double kCostADecodingUnit = 0.7;  // of SearchBudget, which counts what costs most
constexpr double kMostCostAtOnce = 20e3;    // of a sheet that is decoded with the same picture

constexpr int kDoubtsOutlived = 4;  // by a sure reading, one after another
constexpr int kMoreToReject = 4;    // readings, of what is shown or unclear
// Pictures between readings of a rejected one: twice as many after each, up to the second number.
constexpr int kRejectedInterval = 2;
constexpr int kRejectedIntervalMost = 8;
constexpr int kChallengeInterval = 8;    // pictures between fresh searches of a place in doubt
constexpr int kFurtherPictures = 3;      // of a board in doubt, until it was looked at enough
constexpr double kFirmScore = 0.8;       // BoardCandidate::lattice_score
constexpr double kWellSeenScore = 0.88;  // covered boards have 0.91 and more
constexpr double kMuchBetterScore = 0.15;
constexpr double kMuchSharper = 1.3;
constexpr int kReadingsFarAway = 3;  // that took it for a Sudoku, if one did not

double detail_of(const CellSheet& sheet) {
  return sheet.sharpness * std::min(1.0, sheet.source_cell_px / CellSheet::kCellPx);
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
  took_background_off_ = false;
  steps_.clear();
  if (state_ != TrackState::rejected) track.note_cover(picture.bgr);
  hidden_ = track.hidden(picture.grey.size());
  sheet_ = track.rectified(picture, reader_.wants_colour());
  const bool changed = watch_.changed(sheet_);
  urgent_ = changed || decoding_waits_ || !was_read();
  if (urgent_)
    due_ = true;
  else if (state_ == TrackState::rejected)
    due_ = !busy && rejected_is_due();
  else
    due_ = state_ != TrackState::confirmed || pictures_since_read_ >= options_.check_interval ||
           shows_more(1);
}

// Now and then, and where it may look otherwise than before.
bool BoardSession::rejected_is_due() const {
  const int again = std::max({0, record_.against - readings_to_reject(),
                              record_.readings - options_.readings_to_be_shown});
  const int interval = std::min(kRejectedIntervalMost, kRejectedInterval << std::min(again, 10));
  return pictures_since_read_ >= interval || detail_of(sheet_) > kMuchSharper * sharpest_ ||
         shows_more(track.board().n);
}

// So many cells lie open that were hidden in every reading so far: a further one tells more.
bool BoardSession::shows_more(int cells) const {
  int shown = 0;
  for (size_t cell = 0; cell < never_shown_.size(); ++cell)
    shown += never_shown_[cell] != 0 && hidden_[cell] == 0;
  return shown >= cells;
}

// ---- Looks

bool BoardSession::wants_aside() const {
  const bool tells_little = reading_.is_puzzle
                                ? reading_.state == ReadState::reading
                                : !is_shown(state_) && track.far_away() && track.marks_boxes();
  return tells_little && reader_.frames() > 0 &&
         reader_.frames() <= static_cast<int>(kAside.size());
}

// Where the blank cells show ink, a reading in doubt is tried without it. What a single picture
// surely says must not be contradicted so; with more of them stripes lie elsewhere in each.
bool BoardSession::wants_background_off() const {
  if (decoding_waits_ || !was_read() || !reader_.ground_shows()) return false;
  if (reading_.is_puzzle && reading_.state == ReadState::sure)
    return !background_checked_ && record_.readings == 1;
  const int looks = background_off_ ? background_off_->frames() : 0;
  return !wants_aside() && (!still() || looks <= static_cast<int>(kAside.size()));
}

bool BoardSession::wants_more() const {
  if (decoding_waits_) return still();
  return wants_aside() || (wants_background_off() && (still() || !took_background_off_));
}

BoardSession::Look BoardSession::next_look() const {
  Look look;
  look.background_off = looks_ > 0 && wants_background_off();
  const int before = look.background_off ? (background_off_ ? background_off_->frames() : 0)
                                         : (wants_aside() ? reader_.frames() : 0);
  if (before > 0 && before <= static_cast<int>(kAside.size()))
    look.aside = kAside[static_cast<size_t>(before) - 1];
  return look;
}

double BoardSession::next_cost() const {
  const bool first = reader_.frames() == 0;
  return (decoding_waits_ ? 0 : track.cells() * (first ? kCostAFirstCell : kCostACell)) +
         decode_cost_;
}

double BoardSession::look(const FramePicture& picture) {
  const Look look = next_look();
  const bool first_look = looks_++ == 0;
  if (decoding_waits_) return decode();
  const bool plain = look.aside == std::array<double, 2>{};
  const CellSheet sheet =
      plain ? sheet_ : track.rectified(picture, reader_.wants_colour(), look.aside);
  took_background_off_ = took_background_off_ || look.background_off;
  if (look.background_off) return look_with_background_off(sheet);
  const bool known = was_read();
  double cost = track.cells() * (reader_.frames() == 0 ? kCostAFirstCell : kCostACell);
  verdict_ = reader_.add(sheet, hidden_, standing_);
  if (verdict_ == SheetVerdict::doubtful && first_look) cost += take_other_page();
  if (verdict_ == SheetVerdict::restarted) start_page();
  if (reader_.frames() == 1) standing_ = Standing::open;  // it may have begun afresh by itself
  note_shown();
  if (first_look && verdict_ != SheetVerdict::doubtful) watch_.remember(sheet_);
  decoding_waits_ = !still() && known && cost > kMostCostAtOnce;
  return decoding_waits_ ? cost : cost + decode();
}

double BoardSession::decode() {
  decoding_waits_ = false;
  BoardReading decoded = reader_.decode(options_.effort);
  decode_cost_ = kCostADecodingUnit * decoded.work;
  if (decoded.state == ReadState::sure)
    standing_ = Standing::sure;
  else if (standing_ == Standing::sure)
    standing_ = Standing::once_sure;
  hold(std::move(decoded));
  return decode_cost_;
}

// The newest decoding takes the place of the last one, but for two cases. A sheet that contradicts
// the evidence may be another page: nothing is claimed until the next pictures tell. A sure reading
// outlives a few blurred pictures that agree with it and yet leave the new decoding in doubt.
void BoardSession::hold(BoardReading decoded) {
  pictures_since_read_ = 0;
  const bool sure = decoded.state == ReadState::sure;
  if (verdict_ == SheetVerdict::doubtful) {
    if (sure) {
      decoded.state = ReadState::reading;
      decoded.message = "reading";
    }
  } else if (!sure) {
    background_checked_ = false;
    const bool outlives = reading_.state == ReadState::sure && standing_ == Standing::once_sure;
    if (outlives && record_.doubts < kDoubtsOutlived) {
      if (looks_ <= 1) count_picture();
      ++record_.doubts;
      return;
    }
  } else {
    record_.doubts = 0;
  }
  reading_ = std::move(decoded);
  if (looks_ <= 1)
    count_picture();
  else
    record_.for_it += reading_.is_puzzle;
}

void BoardSession::count_picture() {
  ++record_.readings;
  if (reading_.is_puzzle) {
    ++record_.for_it;
    record_.against = 0;
    sharpest_ = 0;
    return;
  }
  record_.contested = true;
  record_.refuted = record_.refuted || !reading_.for_lack;
  ++record_.against;
  sharpest_ = std::max(sharpest_, detail_of(sheet_));
}

void BoardSession::note_shown() {
  if (verdict_ == SheetVerdict::doubtful) return;
  never_shown_.resize(hidden_.size(), 1);
  for (size_t cell = 0; cell < hidden_.size(); ++cell) never_shown_[cell] &= hidden_[cell];
}

void BoardSession::start_page() {
  record_ = {};
  never_shown_.clear();
  track.forget_cover();
  background_off_.reset();
  background_checked_ = false;
  standing_ = Standing::open;
  sharpest_ = 0;
  apply(TrackEvent::page_exchanged);
}

// A sheet that contradicts what was surely read, and with nothing lying on it is surely read as
// another puzzle, is another page: no need to wait for more of it.
double BoardSession::take_other_page() {
  const bool covered = std::any_of(hidden_.begin(), hidden_.end(), [](auto h) { return h != 0; });
  if (reading_.state != ReadState::sure || covered) return 0;
  BoardReader fresh(*network_, track.board());
  fresh.add(sheet_, hidden_);
  const BoardReading other = fresh.decode(options_.effort);
  if (other.state == ReadState::sure && other.is_puzzle && !same_puzzle(other, reading_)) {
    reader_ = std::move(fresh);
    verdict_ = SheetVerdict::restarted;
  }
  return track.cells() * kCostAFirstCell + kCostADecodingUnit * other.work;
}

double BoardSession::look_with_background_off(const CellSheet& sheet) {
  double cost = track.cells() * (background_off_ ? kCostACell : kCostAFirstCell);
  if (!background_off_) {
    background_off_.emplace(*network_, track.board());
    background_off_->take_off_ground();
  }
  background_off_->add(sheet, hidden_);
  BoardReading without = background_off_->decode(options_.effort);
  cost += kCostADecodingUnit * without.work;
  pictures_since_read_ = 0;
  if (reading_.state == ReadState::sure && reading_.is_puzzle) {
    std::vector<int> differing = contradicted_clues(reading_, without);
    background_checked_ = differing.empty();
    background_off_.reset();
    if (!background_checked_) {
      reading_.state = ReadState::reading;
      reading_.message = "two looks at it differ";
      reading_.doubtful = std::move(differing);
      if (standing_ == Standing::sure) standing_ = Standing::once_sure;
    }
  } else if (is_clearly_solved(without)) {
    reader_ = std::move(*background_off_);
    background_off_.reset();
    background_checked_ = true;
    standing_ = Standing::sure;
    verdict_ = SheetVerdict::agrees;
    record_ = {};
    reading_ = std::move(without);
    count_picture();
  }
  return cost;
}

// ---- What follows

bool BoardSession::may_be_shown_in_doubt() const {
  if (track.board().symbols_only) return false;
  if (track.far_away())
    return track.marks_boxes() && (!record_.contested || record_.for_it >= kReadingsFarAway);
  return !record_.contested || (!record_.refuted && track.board().lattice_score >= kWellSeenScore);
}

int BoardSession::readings_to_reject() const {
  const bool unclear = reader_.ground_shows() || (track.far_away() && track.marks_boxes());
  return options_.readings_to_reject + (unclear || is_shown(state_) ? kMoreToReject : 0);
}

TrackEvent BoardSession::event() const {
  if (!reading_.is_puzzle)
    return record_.against >= readings_to_reject() || still() ? TrackEvent::looks_like_none
                                                              : TrackEvent::unproven;
  if (reading_.state == ReadState::sure) {
    if (track.board().symbols_only && !is_shown(state_) && !is_clearly_solved(reading_))
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

void BoardSession::conclude(const PuzzleMemory* memory) {
  const bool in_doubt = reading_.is_puzzle && reading_.state == ReadState::reading;
  if (memory && in_doubt && standing_ == Standing::open && verdict_ == SheetVerdict::agrees) {
    // Until the board's own evidence is sure. The way up stays as it was just seen.
    if (const BoardReading* known = memory->recall(reading_, track.seen_ms())) {
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
  apply(reading_.state == ReadState::sure ? TrackEvent::remembered : TrackEvent::found_again);
}

bool BoardSession::looked_enough() const {
  return reader_.frames() > static_cast<int>(kAside.size()) && record_.readings > kFurtherPictures;
}

bool BoardSession::ill_founded() const {
  return reading_.state != ReadState::sure && track.board().lattice_score < kFirmScore;
}

bool BoardSession::challenge_is_due() const {
  if (settled() || !was_read()) return false;
  const int interval =
      ill_founded() ? std::min(kChallengeInterval, 2 * (challenges_ + 1)) : kChallengeInterval;
  return pictures_since_challenge_ >= interval;
}

void BoardSession::note_challenge() {
  pictures_since_challenge_ = 0;
  ++challenges_;
}

BoardResult BoardSession::claim(SolveService& solver, double& solve_ms) {
  BoardResult board = claim_of(reading_, solver, solve_ms);
  const BoardCandidate& place = track.board();
  board.id = id;
  board.image_from_board = place.image_from_board.rotated_board(reading_.quarter_turns, place.n);
  board.bend = place.bend.rotated_board(reading_.quarter_turns);
  board.lattice_score = place.lattice_score;
  board.covered = track.covered(reading_.quarter_turns);
  board.track = state_;
  board.why = why_;
  if (still() && board.state == BoardState::reading && !board.solving) {
    board.state = BoardState::unreadable;  // there will be no further picture
    if (board.message == "reading") board.message = "cannot be read with certainty";
  }
  if (still() || looked_enough())
    asked_closer_ = ask_to_come_closer(board, place.shortest_cell_px(), asked_closer_);
  return board;
}

bool supersedes(const BoardSession& newer, const BoardSession& older) {
  if (older.settled()) return false;
  if (newer.state() == TrackState::confirmed)
    return !newer.track.board().symbols_only || newer.track.board().n >= older.track.board().n;
  if (older.state() == TrackState::rejected)
    return is_shown(newer.state()) && !same_lattice(newer.track.board(), older.track.board());
  return newer.state() != TrackState::rejected && older.ill_founded() &&
         newer.track.board().lattice_score > older.track.board().lattice_score + kMuchBetterScore;
}

}  // namespace gridlens
