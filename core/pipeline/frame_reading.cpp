// The part of FrameProcessor that reads the boards found, within what a frame may cost.
#include <algorithm>
#include <utility>

#include "core/pipeline/clear_reading.h"
#include "core/pipeline/come_closer.h"
#include "core/pipeline/followed_board.h"
#include "core/pipeline/frame_processor.h"
#include "core/pipeline/frame_work.h"
#include "core/pipeline/judge_board.h"
#include "core/pipeline/second_looks.h"
#include "core/pipeline/stage_timer.h"

namespace gridlens {

namespace {

// What the readings of a frame may cost, and what things do, in units of FrameWork: a frame's time
// at 30 a second less following, warping and drawing.
constexpr double kFrameUnits = 22e3;
constexpr double kUnitsAFirstCell = 55;  // which way up and who wrote it are found out, too
constexpr double kUnitsACell = 35;
constexpr double kUnitsADecodingUnit = 0.7;  // of SearchBudget, which counts what costs most
constexpr double kUnitsAPixelSearched = 8e-3;
constexpr double kMostUnitsAtOnce = 20e3;  // of a sheet that is decoded in the same frame

double cells_of(const FollowedBoard& track) {
  return track.board.n * track.board.n;
}

double units_of_look(const FollowedBoard& track) {
  if (track.decoding_waits) return 0;
  return cells_of(track) * (track.reader.frames() == 0 ? kUnitsAFirstCell : kUnitsACell);
}

}  // namespace

// What a frame shows of one board.
struct FrameProcessor::Look {
  FollowedBoard* track = nullptr;
  CellSheet sheet;
  bool due = false;     // to be read
  bool urgent = false;  // before boards whose turn it just is
};

FrameProcessor::Look FrameProcessor::look_at(FollowedBoard& track, const FramePicture& picture,
                                             StageTimes& stages) const {
  const StageTimer timer(stages.warp);
  ++track.frames_since_read;
  if (!refused(track)) track.note_cover(picture.bgr);
  track.hide_outside(picture.grey.size());
  Look look{&track, rectify(picture.grey, track.board, track.colour_for_reading(picture.bgr))};
  const bool changed = track.watch.changed(look.sheet);
  look.urgent = changed || track.decoding_waits || track.readings == 0;
  look.due = look.urgent || due(track, look.sheet);
  return look;
}

bool FrameProcessor::due(const FollowedBoard& track, const CellSheet& sheet) const {
  if (refused(track)) return refused_is_due(track, sheet);
  return !track.settled() || track.frames_since_read >= options_.check_interval ||
         track.shows_more();
}

// Now and then, and where it may look otherwise than before; not in a frame that waited for a
// search.
bool FrameProcessor::refused_is_due(const FollowedBoard& track, const CellSheet& sheet) const {
  if (searched_) return false;
  const int again = std::max({0, track.no_puzzle - readings_to_refuse(track),
                              track.unaccepted - options_.readings_to_accept});
  const int interval =
      std::min(options_.refused_interval_most, options_.refused_interval << std::min(again, 10));
  return track.frames_since_read >= interval || track.much_sharper(sheet) ||
         track.shows_more(track.board.n);
}

// Boards whose page may have been exchanged and new ones come first, then who waited longest. What
// the frame's budget does not suffice for waits for the next one.
void FrameProcessor::read_boards(const FramePicture& picture, StageTimes& stages) {
  std::vector<Look> looks;
  for (const auto& track : tracks_)
    if (!track->lost) looks.push_back(look_at(*track, picture, stages));
  std::vector<const Look*> waiting;
  for (const Look& look : looks)
    if (look.due) waiting.push_back(&look);
  std::stable_sort(waiting.begin(), waiting.end(), [](const Look* a, const Look* b) {
    return std::pair(a->urgent, a->track->frames_since_read) >
           std::pair(b->urgent, b->track->frames_since_read);
  });

  FrameWork work(kFrameUnits);
  if (searched_) work.reserve(kUnitsAPixelSearched * static_cast<double>(picture.grey.total()));
  {
    const StageTimer timer(stages.read);
    for (const Look* look : waiting) {
      FollowedBoard& track = *look->track;
      if (!work.allows(units_of_look(track) + track.decode_units)) continue;
      if (without_ground_is_due(*look))
        read_without_ground(track, look->sheet, work);
      else
        read(track, look->sheet, picture, work);
    }
    for (const Look* look : waiting) {
      if (look->track->frames_since_read != 0) continue;
      look_again(*look->track, picture, work);
      recall(*look->track);
    }
  }
  for (const Look& look : looks)
    if (look.track->readings > 0) judge(*look.track, stages);
}

// Adds a sheet to the evidence and decodes it; of a large board that was read before, one in this
// frame and one in the next.
void FrameProcessor::read(FollowedBoard& track, const CellSheet& sheet, const FramePicture& picture,
                          FrameWork& work) {
  if (!track.decoding_waits) {
    const double units = units_of_look(track);
    work.spend(units);
    track.last_verdict = track.reader.add(track.next_look(picture, sheet), track.hidden);
    if (track.last_verdict == SheetVerdict::doubtful && take_other_page(track, sheet, work))
      track.last_verdict = SheetVerdict::restarted;
    track.note_shown(track.last_verdict);
    if (track.last_verdict != SheetVerdict::doubtful) track.watch.remember(sheet);
    track.decoding_waits = track.readings > 0 && units > kMostUnitsAtOnce;
    if (track.decoding_waits) return;
  }
  decode(track, sheet, work);
}

void FrameProcessor::decode(FollowedBoard& track, const CellSheet& sheet, FrameWork& work) const {
  BoardReading decoded = track.reader.decode();
  track.decode_units = kUnitsADecodingUnit * decoded.work;
  work.spend(track.decode_units);
  track.take(std::move(decoded), track.last_verdict, options_.blurred_checks);
  track.note_reading(track.last_verdict, sheet);
  if (track.last_verdict != SheetVerdict::agrees || track.reading.state == ReadState::sure)
    track.without_ground.reset();
  track.decoding_waits = false;
  track.frames_since_read = 0;
}

// A sheet that contradicts what was gathered, and with nothing lying on it is surely read as
// another puzzle, is another page: no need to wait for more of it.
bool FrameProcessor::take_other_page(FollowedBoard& track, const CellSheet& sheet,
                                     FrameWork& work) {
  const bool was_sure = track.reading.state == ReadState::sure;
  const auto is_hidden = [](std::uint8_t hidden) { return hidden != 0; };
  if (!was_sure || std::any_of(track.hidden.begin(), track.hidden.end(), is_hidden)) return false;
  BoardReader fresh(network_, track.board);
  fresh.add(sheet, track.hidden);
  const BoardReading other = fresh.decode();
  work.spend(kUnitsAFirstCell * cells_of(track) + kUnitsADecodingUnit * other.work);
  if (other.state != ReadState::sure || !other.is_puzzle || same_puzzle(other, track.reading))
    return false;
  track.reader = std::move(fresh);
  return true;
}

// A board that comes back, and is not surely read at once, may be known by what is.
void FrameProcessor::recall(FollowedBoard& track) const {
  const bool in_doubt = track.reading.is_puzzle && track.reading.state == ReadState::reading;
  if (!in_doubt || !track.new_here || track.last_verdict != SheetVerdict::agrees) return;
  if (const BoardReading* known = memory_.recall(track.reading, track.seen_ms))
    track.recall(*known);
}

// Further looks at the frames in which a board is seen first cost less than waiting for more.
void FrameProcessor::look_again(FollowedBoard& track, const FramePicture& picture,
                                FrameWork& work) {
  while (track.wants_looks() && work.allows(units_of_look(track) + track.decode_units)) {
    const auto& aside = kSecondLooks[static_cast<size_t>(track.reader.frames()) - 1];
    const double units = units_of_look(track);
    track.reader.add(track.look_aside(picture, aside), track.hidden);
    track.reading = track.reader.decode();
    track.puzzle_readings += track.reading.is_puzzle;
    track.decode_units = kUnitsADecodingUnit * track.reading.work;
    work.spend(units + track.decode_units);
  }
}

// A board in doubt whose blank cells show stripes is read without them, too, at every other look.
bool FrameProcessor::without_ground_is_due(const Look& look) {
  const FollowedBoard& track = *look.track;
  if (look.urgent || track.decoding_waits || !track.reader.ground_shows() ||
      track.readings % 2 == 0)
    return false;
  return !track.reading.is_puzzle ||
         (track.reading.state == ReadState::reading && track.looked_aside());
}

// By a second reader, which takes the place of the first once it is clearly solved.
void FrameProcessor::read_without_ground(FollowedBoard& track, const CellSheet& sheet,
                                         FrameWork& work) {
  const double units = cells_of(track) * (track.without_ground ? kUnitsACell : kUnitsAFirstCell);
  if (!track.without_ground) {
    track.without_ground.emplace(network_, track.board);
    track.without_ground->take_off_ground();
  }
  track.without_ground->add(sheet, track.hidden);
  BoardReading reading = track.without_ground->decode();
  work.spend(units + kUnitsADecodingUnit * reading.work);
  const bool takes_over = is_clearly_solved(reading);
  if (takes_over) {
    track.reader = std::move(*track.without_ground);
    track.without_ground.reset();
    track.take(std::move(reading), SheetVerdict::restarted, 0);
  }
  track.note_reading(takes_over ? SheetVerdict::restarted : SheetVerdict::agrees, sheet);
  track.frames_since_read = 0;
}

// What follows from the reading; the solver's answer may have come in since.
void FrameProcessor::judge(FollowedBoard& track, StageTimes& stages) {
  if (track.frames_since_read == 0 || !track.settled()) {
    Judgement judgement = judge_board(track.reading, track.board.image_from_board, solver_);
    track.result = std::move(judgement.board);
    if (judgement.answer && judgement.answer != track.answer) stages.solve += judgement.answer->ms;
    track.answer = std::move(judgement.answer);
    if (track.looked_enough())
      track.asked_closer =
          ask_to_come_closer(track.result, track.board.shortest_cell_px(), track.asked_closer);
  }
  track.result.image_from_board =
      track.board.image_from_board.rotated_board(track.reading.quarter_turns, track.board.n);
  track.result.bend = track.board.bend.rotated_board(track.reading.quarter_turns);
}

}  // namespace gridlens
