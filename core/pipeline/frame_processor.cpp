#include "core/pipeline/frame_processor.h"

#include <algorithm>
#include <limits>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "core/pipeline/clear_reading.h"
#include "core/pipeline/come_closer.h"
#include "core/pipeline/followed_board.h"
#include "core/pipeline/judge_board.h"
#include "core/pipeline/second_looks.h"
#include "core/pipeline/stage_timer.h"
#include "core/reading/evidence/orientation.h"
#include "core/vision/rectify.h"

namespace gridlens {

namespace {

// A large board's further looks are spread over the next frames, so that none waits for all: one
// frame looks at this many cells of a board, as far as whole looks go.
constexpr int kCellsAFrame = 450;

constexpr size_t kMostSymbolsLive = 150;

constexpr double kMuchBetter = 0.15;  // share of a lattice's segments seen

bool overlap(const Quad& a, const Quad& b) {
  return a.contains(b.centre()) || b.contains(a.centre());
}

// Which re-labelling of `found`'s corners comes closest to `before`, and how far it stays away.
std::pair<int, double> closest_turn(const Quad& found, const Quad& before) {
  std::pair<int, double> best{0, std::numeric_limits<double>::max()};
  for (int turns = 0; turns < 4; ++turns) {
    const double distance = max_corner_distance_px(found.rotated(turns), before);
    if (distance < best.second) best = {turns, distance};
  }
  return best;
}

std::vector<ShapeEvidence> turned(std::vector<ShapeEvidence> shapes, int quarter_turns) {
  if (quarter_turns % 2 != 0)
    for (ShapeEvidence& evidence : shapes)
      std::swap(evidence.shape.box_rows, evidence.shape.box_cols);
  return shapes;
}

}  // namespace

FrameProcessor::FrameProcessor(DigitNetwork& network, SolveService& solver,
                               const ProcessorOptions& options)
    : network_(network), solver_(solver), options_(options), memory_(options.remember_id_ms) {
  if (options_.search_in_background) background_ = std::make_unique<BackgroundSearch>();
}

FrameProcessor::~FrameProcessor() = default;

void FrameProcessor::forget() {
  if (background_) background_->drop();
  tracks_.clear();
  set_aside_.clear();
  memory_.forget();
}

std::vector<Quad> FrameProcessor::followed() const {
  std::vector<Quad> places;
  for (const auto& track : tracks_)
    if (!track->lost) places.push_back(track->board.corners());
  return places;
}

FrameResult FrameProcessor::process(const Frame& frame) {
  FrameResult result;
  result.frame = frame;
  StageTimes& stages = result.stages;

  FramePicture picture{frame.bgr, {}};
  cv::Mat& grey = picture.grey;
  cv::cvtColor(frame.bgr, grey, cv::COLOR_BGR2GRAY);
  follow(grey, frame.time_ms, stages);
  search(grey, frame.time_ms, stages);
  for (const auto& track : tracks_)
    if (!track->lost) read(*track, picture, stages);

  for (const auto& track : tracks_) {
    if (track->lost) continue;
    if (track->acceptable())
      track->id = memory_.id_for(track->reading, frame.time_ms, track->id, [&](int id) {
        return std::any_of(tracks_.begin(), tracks_.end(), [&](const auto& other) {
          return other != track && !other->lost && other->id == id;
        });
      });
    if (track->id == 0) continue;
    result.boards.push_back(track->result);
    result.boards.back().id = track->id;
    result.boards.back().lattice_score = track->board.lattice_score;
    result.boards.back().covered = track->covered_upright();
  }

  // A lattice that stays without symbols is no puzzle; looking at it again and again would cost
  // every frame.
  std::erase_if(tracks_, [&](const auto& track) {
    if (track->lost || track->id != 0 || track->reader.frames() < options_.frames_to_accept)
      return false;
    set_aside_.push_back({track->board.corners(), frames_ + options_.frames_set_aside});
    return true;
  });
  ++frames_;
  return result;
}

bool FrameProcessor::follow(FollowedBoard& track, const cv::Mat& grey, double time_ms) {
  const auto outcome = track.tracker.track(grey, time_ms);
  if (!outcome) return false;
  track.board.image_from_board = outcome->image_from_board;
  track.board.bend = outcome->bend;
  track.board.lattice_score = outcome->lattice_score;
  track.hidden = outcome->hidden;
  track.seen_ms = time_ms;
  return true;
}

void FrameProcessor::follow(const cv::Mat& grey, double time_ms, StageTimes& stages) {
  const StageTimer timer(stages.track);
  for (const auto& track : tracks_)
    if (!track->lost) track->lost = !follow(*track, grey, time_ms);
  // Two tracks that slid onto the same board: the older one stays.
  for (size_t i = 0; i < tracks_.size(); ++i)
    for (size_t j = i + 1; j < tracks_.size(); ++j)
      if (!tracks_[i]->lost && !tracks_[j]->lost &&
          overlap(tracks_[i]->board.corners(), tracks_[j]->board.corners()))
        tracks_[j]->lost = true;
}

FindOptions FrameProcessor::next_search(const cv::Mat& grey) {
  FindOptions options = searches_.next(grey, options_.find, options_.drawn_interval);
  for (const auto& track : tracks_)
    if (!track->lost && !worth_another_search(*track))
      options.known.push_back(track->board.corners());
  return options;
}

// Is there a track of it, or was it set aside?
bool FrameProcessor::known(const BoardCandidate& candidate) const {
  const Quad corners = candidate.corners();
  return std::any_of(
             tracks_.begin(), tracks_.end(),
             [&](const auto& t) { return !t->lost && overlap(t->board.corners(), corners); }) ||
         std::any_of(set_aside_.begin(), set_aside_.end(), [&](const SetAside& aside) {
           return closest_turn(aside.corners, corners).second < 0.1 * corners.shortest_side_px();
         });
}

// Boards found in a picture of a few frames ago: the tracker bridges what they moved since.
void FrameProcessor::take_background_search(const cv::Mat& grey, double time_ms,
                                            StageTimes& stages) {
  const auto found = background_->take();
  if (!found) return;
  stages.find += found->ms;
  const StageTimer timer(stages.track);
  for (const BoardCandidate& candidate : found->boards) {
    if (known(candidate) || tracks_.size() >= static_cast<size_t>(options_.find.max_boards))
      continue;
    auto track = std::make_unique<FollowedBoard>(network_, candidate);
    if (!follow(*track, found->grey, found->time_ms) || !follow(*track, grey, time_ms)) continue;
    if (!known(track->board)) tracks_.push_back(std::move(track));
  }
}

void FrameProcessor::search(const cv::Mat& grey, double time_ms, StageTimes& stages) {
  std::erase_if(set_aside_, [&](const SetAside& aside) { return aside.until_frame <= frames_; });
  const bool all_well =
      !tracks_.empty() && std::none_of(tracks_.begin(), tracks_.end(), [&](const auto& t) {
        return t->lost || worth_another_search(*t);
      });
  if (background_ && all_well)
    take_background_search(grey, time_ms, stages);
  else if (background_)
    background_->drop();  // it knows nothing of the board that was lost since
  if (all_well && frames_ % options_.search_interval != 0) return;
  if (all_well && background_) {
    background_->start(grey, time_ms, next_search(grey));
    return;
  }

  std::vector<BoardCandidate> found;
  {
    const StageTimer timer(stages.find);
    found = find_boards(grey, next_search(grey));
    if (found.empty() && tracks_.empty() && searches_.valleys_due()) {
      FindOptions again = options_.find;
      again.by_valleys = true;
      found = find_boards(grey, again);
      if (found.empty() && searches_.symbols_due()) {
        again.by_valleys = false;
        again.by_symbols = true;
        again.most_symbols = kMostSymbolsLive;
        found = find_boards(grey, again);
      }
    }
  }
  for (const auto& track : tracks_)
    if (worth_another_search(*track)) ++track->searched_again;
  for (const BoardCandidate& candidate : found) {
    give_way(candidate);
    if (known(candidate)) continue;
    FollowedBoard* track = resume_lost(candidate, time_ms);
    if (track == nullptr) {
      if (tracks_.size() >= static_cast<size_t>(options_.find.max_boards)) continue;
      track = tracks_.emplace_back(std::make_unique<FollowedBoard>(network_, candidate)).get();
      track->seen_ms = time_ms;
    }
    // The tracker gets to know what the board looks like: it may have moved by cells in the next
    // frame.
    track->tracker.track(grey, time_ms);
  }
  std::erase_if(tracks_, [&](const auto& track) {
    return track->lost && time_ms - track->seen_ms > options_.forget_after_ms;
  });
}

bool FrameProcessor::worth_another_search(const FollowedBoard& track) const {
  return frames_ % 2 == 0 && track.ill_founded() && track.searched_again < options_.searches_again;
}

// A lattice that is seen much better takes the place of an ill-founded one.
void FrameProcessor::give_way(const BoardCandidate& candidate) {
  std::erase_if(tracks_, [&](const auto& track) {
    return track->ill_founded() &&
           candidate.lattice_score > track->board.lattice_score + kMuchBetter &&
           overlap(track->board.corners(), candidate.corners());
  });
}

FollowedBoard* FrameProcessor::resume_lost(const BoardCandidate& candidate, double time_ms) {
  for (const auto& track : tracks_) {
    // What was lost before it was accepted had, as a rule, been seen smeared: its reader may have
    // settled on a wrong way up.
    if (!track->lost || track->id == 0 || track->board.n != candidate.n) continue;
    const Quad before = track->board.corners();
    const auto [turns, distance_px] = closest_turn(candidate.corners(), before);
    if (distance_px > 0.35 * before.shortest_side_px()) continue;
    track->board.image_from_board = candidate.image_from_board.rotated_board(turns, candidate.n);
    track->board.bend = candidate.bend.rotated_board(turns);
    track->board.lattice_score = candidate.lattice_score;
    track->board.doubled_frame = candidate.doubled_frame;
    track->board.boxes_only = candidate.boxes_only;
    track->board.symbols_only = candidate.symbols_only;
    track->board.shapes = turned(candidate.shapes, turns);
    track->tracker = BoardTracker(track->board);
    track->hidden.clear();
    if (!candidate.hidden.empty())
      for (const int cell : sheet_cells_of_upright(candidate.n, turns))
        track->hidden.push_back(candidate.hidden[static_cast<size_t>(cell)]);
    track->lost = false;
    track->seen_ms = time_ms;
    // Whether it still is the same page is for the very next reading to say.
    track->frames_since_read = options_.check_interval;
    return track.get();
  }
  return nullptr;
}

void FrameProcessor::read(FollowedBoard& track, const FramePicture& picture, StageTimes& stages) {
  ++track.frames_since_read;
  {
    const StageTimer timer(stages.warp);
    track.note_cover(picture.bgr);
  }
  track.hide_outside(picture.grey.size());
  CellSheet sheet;
  {
    const StageTimer timer(stages.warp);
    sheet = rectify(picture.grey, track.board, track.colour_for_reading(picture.bgr));
  }
  const bool due = !track.settled() || track.frames_since_read >= options_.check_interval ||
                   track.shows_more() || track.watch.changed(sheet);
  if (due) {
    const StageTimer timer(stages.read);
    SheetVerdict verdict = track.reader.add(track.next_look(picture, sheet), track.hidden);
    if (verdict == SheetVerdict::doubtful && take_other_page(track, sheet))
      verdict = SheetVerdict::restarted;
    track.take(track.reader.decode(), verdict, options_.blurred_checks);
    track.note_shown(verdict);
    if (verdict != SheetVerdict::doubtful) track.watch.remember(sheet);
    track.frames_since_read = 0;
    if (track.reader.frames() == 1) look_again(track, picture);
    if (verdict == SheetVerdict::agrees) {
      read_without_ground(track, sheet);
      recall(track);
    } else {
      track.without_ground.reset();
    }
    track.once_no_puzzle = track.once_no_puzzle || !track.reading.is_puzzle;
  }
  if (due || !track.settled()) {
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

// A sheet that contradicts what was gathered, and with nothing lying on it is surely read as
// another puzzle, is another page: no need to wait for more of it.
bool FrameProcessor::take_other_page(FollowedBoard& track, const CellSheet& sheet) {
  const bool was_sure = track.reading.state == ReadState::sure;
  const auto is_hidden = [](std::uint8_t hidden) { return hidden != 0; };
  if (!was_sure || std::any_of(track.hidden.begin(), track.hidden.end(), is_hidden)) return false;
  BoardReader fresh(network_, track.board);
  fresh.add(sheet, track.hidden);
  const BoardReading other = fresh.decode();
  if (other.state != ReadState::sure || !other.is_puzzle || same_puzzle(other, track.reading))
    return false;
  track.reader = std::move(fresh);
  return true;
}

// A board in doubt whose blank cells show stripes is read without them, too, at every other look;
// that reader takes over once it is clearly solved.
void FrameProcessor::read_without_ground(FollowedBoard& track, const CellSheet& sheet) {
  const bool puzzle = track.reading.is_puzzle;
  if (puzzle && track.reading.state != ReadState::reading) {
    track.without_ground.reset();
    return;
  }
  if (!track.reader.ground_shows() || (puzzle && !track.looked_aside()) ||
      (track.without_ground && track.reader.frames() % 2 != 0))
    return;
  if (!track.without_ground) track.without_ground.emplace(network_, track.board);
  BoardReader& reader = *track.without_ground;
  if (reader.frames() == 0) reader.take_off_ground();
  reader.add(sheet, track.hidden);
  BoardReading reading = reader.decode();
  if (!is_clearly_solved(reading)) return;
  track.reader = std::move(reader);
  track.without_ground.reset();
  track.take(std::move(reading), SheetVerdict::restarted, 0);
}

// A board that comes back, and is not surely read at once, may be known by what is.
void FrameProcessor::recall(FollowedBoard& track) const {
  const bool in_doubt = track.reading.is_puzzle && track.reading.state == ReadState::reading;
  if (!in_doubt || !track.new_here) return;
  if (const BoardReading* known = memory_.recall(track.reading, track.seen_ms))
    track.recall(*known);
}

// A board's first frame should do: further looks at it cost less than waiting for the next one.
void FrameProcessor::look_again(FollowedBoard& track, const FramePicture& picture) {
  const int cells = track.board.n * track.board.n;
  int looked_at = cells;
  for (const auto& aside : kSecondLooks) {
    if (!track.reading.is_puzzle || track.reading.state != ReadState::reading) return;
    if ((looked_at += cells) > kCellsAFrame) return;
    track.reader.add(track.look_aside(picture, aside), track.hidden);
    track.reading = track.reader.decode();
  }
}

}  // namespace gridlens
