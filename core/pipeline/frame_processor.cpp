#include "core/pipeline/frame_processor.h"

#include <algorithm>
#include <limits>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "core/pipeline/followed_board.h"
#include "core/pipeline/stage_timer.h"
#include "core/reading/evidence/orientation.h"
#include "core/vision/rectify.h"

namespace gridlens {

namespace {

constexpr double kMuchBetter = 0.15;  // share of a lattice's segments seen
constexpr double kSameLattice = 0.1;  // corners apart, of a side
constexpr std::size_t kMostRefused = 6;

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
  memory_.forget();
  searches_ = {};
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
  read_boards(picture, stages);

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
  // Two tracks that slid onto the same board: the older one stays, but for what was refused.
  for (size_t i = 0; i < tracks_.size(); ++i)
    for (size_t j = i + 1; j < tracks_.size(); ++j)
      if (!tracks_[i]->lost && !tracks_[j]->lost &&
          overlap(tracks_[i]->board.corners(), tracks_[j]->board.corners()))
        tracks_[refused(*tracks_[i]) ? i : j]->lost = true;
  std::erase_if(tracks_, [&](const auto& track) { return track->lost && refused(*track); });
}

int FrameProcessor::readings_to_refuse(const FollowedBoard& track) const {
  return options_.readings_to_refuse + (track.reader.ground_shows() || track.boxes_far_away()
                                            ? options_.more_to_refuse_unclear
                                            : 0);
}

bool FrameProcessor::refused(const FollowedBoard& track) const {
  return track.id == 0 && (track.no_puzzle >= readings_to_refuse(track) ||
                           track.unaccepted >= options_.readings_to_accept);
}

FindOptions FrameProcessor::next_search(const cv::Mat& grey) {
  const bool afresh = searches_.looks_afresh();
  const bool no_board = refused_count() == tracks_.size();
  FindOptions options;
  if (no_board && searches_.symbols_due())
    options = searches_.next_by_symbols(options_.find);
  else if (no_board && searches_.valleys_due())
    options = searches_.next_by_valleys(grey, options_.find);
  else
    options = searches_.next(grey, options_.find, options_.drawn_interval);
  for (const auto& track : tracks_)
    if (!track->lost && (refused(*track) ? !afresh : !worth_another_search(*track)))
      options.known.push_back(track->board.corners());
  return options;
}

// Is there a track of it? Where another lattice was refused it may be a board.
bool FrameProcessor::known(const BoardCandidate& candidate) const {
  const Quad corners = candidate.corners();
  return std::any_of(tracks_.begin(), tracks_.end(), [&](const auto& t) {
    if (t->lost || !overlap(t->board.corners(), corners)) return false;
    return !refused(*t) ||
           (t->board.n == candidate.n && closest_turn(t->board.corners(), corners).second <
                                             kSameLattice * corners.shortest_side_px());
  });
}

std::size_t FrameProcessor::refused_count() const {
  return static_cast<std::size_t>(std::count_if(
      tracks_.begin(), tracks_.end(), [&](const auto& track) { return refused(*track); }));
}

bool FrameProcessor::has_room() const {
  return tracks_.size() - refused_count() < static_cast<std::size_t>(options_.find.max_boards);
}

// What was refused goes where a candidate is found in its place, and where there are many of its
// kind.
void FrameProcessor::make_room(const BoardCandidate& candidate) {
  std::erase_if(tracks_, [&](const auto& track) {
    return !track->lost && refused(*track) && overlap(track->board.corners(), candidate.corners());
  });
  if (refused_count() >= kMostRefused)
    tracks_.erase(std::find_if(tracks_.begin(), tracks_.end(),
                               [&](const auto& track) { return refused(*track); }));
}

// Boards found in a picture of a few frames ago: the tracker bridges what they moved since.
void FrameProcessor::take_background_search(const cv::Mat& grey, double time_ms,
                                            StageTimes& stages) {
  const auto found = background_->take();
  if (!found) return;
  stages.find += found->ms;
  const StageTimer timer(stages.track);
  for (const BoardCandidate& candidate : found->boards) {
    if (known(candidate) || !has_room()) continue;
    auto track = std::make_unique<FollowedBoard>(network_, candidate);
    if (!follow(*track, found->grey, found->time_ms) || !follow(*track, grey, time_ms)) continue;
    if (known(track->board)) continue;
    make_room(track->board);
    tracks_.push_back(std::move(track));
  }
}

void FrameProcessor::search(const cv::Mat& grey, double time_ms, StageTimes& stages) {
  searched_ = false;
  const bool nothing_but_refused = !tracks_.empty() && refused_count() == tracks_.size();
  if (nothing_but_refused && frames_ % 2 != 0) return;  // a frame for reading them
  const bool all_well = !tracks_.empty() && !nothing_but_refused &&
                        std::none_of(tracks_.begin(), tracks_.end(), [&](const auto& t) {
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

  searched_ = true;
  std::vector<BoardCandidate> found;
  {
    const StageTimer timer(stages.find);
    found = find_boards(grey, next_search(grey));
  }
  for (const auto& track : tracks_)
    if (worth_another_search(*track)) ++track->searched_again;
  for (const BoardCandidate& candidate : found) {
    give_way(candidate);
    if (known(candidate)) continue;
    FollowedBoard* track = resume_lost(candidate, time_ms);
    if (track == nullptr) {
      if (!has_room()) continue;
      make_room(candidate);
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
  return frames_ % 2 == 0 && !refused(track) && track.ill_founded() &&
         track.searched_again < options_.searches_again;
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

}  // namespace gridlens
