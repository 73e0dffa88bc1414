#include "core/pipeline/frame_processor.h"

#include <fmt/format.h>

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "core/pipeline/frame_work.h"
#include "core/pipeline/read_still.h"
#include "core/pipeline/reading_picture.h"
#include "core/vision/finding/debug_sink.h"

namespace gridlens {

namespace {

// What the readings of a frame may take: a frame's time at 30 a second less following, warping and
// drawing.
constexpr double kReadingUs = 22e3;
constexpr double kCostAPixelSearched = 8e-3;  // units of FrameWork
constexpr double kSamePlace = 0.35;           // of a lost board's side, between corners
// A lost board that shows up in the same place within this time goes on as it was.
constexpr double kForgetAfterMs = 500;
constexpr int kConditionsInterval = 6;  // frames between measurements of light, blur and motion

}  // namespace

FrameProcessor::FrameProcessor(DigitNetwork& network, SolveService& solver,
                               const ProcessorOptions& options)
    : network_(network), solver_(solver), options_(options), sessions_(kMostFound) {
  if (options_.search_in_background) background_ = std::make_unique<BackgroundSearch>();
}

FrameProcessor::~FrameProcessor() = default;

// A further picture shows them elsewhere; the puzzles may come back.
void FrameProcessor::forget_places() {
  if (background_) background_->drop();
  sessions_.clear();
  looks_.forget();
  finder_ = {};
}

std::vector<Quad> FrameProcessor::followed() const {
  std::vector<Quad> places;
  for (const auto& session : sessions_.all())
    if (!session->is_lost()) places.push_back(session->track.board().corners());
  return places;
}

FrameResult FrameProcessor::process(const Frame& frame) {
  FrameResult result;
  result.frame = frame;
  // A camera may have been opened again with another size.
  const bool other_size = !newest_.bgr.empty() && newest_.bgr.size() != frame.bgr.size();
  if (frame.still || newest_.still || other_size) forget_places();
  newest_ = frame;
  if (frame.still) {
    sessions_ =
        read_still_sessions(frame.bgr, network_, result.stages, options_.debug, {}, &found_);
    name_boards(frame.time_ms);
  } else {
    FramePicture picture{frame.bgr, {}};
    cv::cvtColor(frame.bgr, picture.grey, cv::COLOR_BGR2GRAY);
    follow(picture.grey, frame.time_ms, result.stages);
    search(picture.grey, frame.time_ms, result.stages);
    read_boards(picture, result.stages);
    sessions_.settle_places(/*last_picture=*/false);
    name_boards(frame.time_ms);
    describe(frame, picture);
  }
  tell(result);
  looks_.see(result);
  ++frames_;
  return result;
}

FrameResult FrameProcessor::report_again(const StageTimes& stages) {
  FrameResult result{newest_, {}, stages};
  tell(result);
  looks_.see(result);
  return result;
}

// ---- Telling

// A puzzle that comes back gets its id, and with it what a person said of its cells.
void FrameProcessor::name_boards(double time_ms) {
  for (const auto& session : sessions_.all()) {
    if (!sessions_.is_shown(*session)) continue;
    session->id = memory_.id_for(session->reading(), time_ms, session->id, [&](int id) {
      return std::any_of(sessions_.all().begin(), sessions_.all().end(), [&](const auto& other) {
        return other != session && sessions_.is_shown(*other) && other->id == id;
      });
    });
    if (const Corrections* known = memory_.corrections_of(session->id, session->reading());
        known && *known != session->corrections())
      session->correct(*known);
  }
}

void FrameProcessor::tell(FrameResult& result) {
  const StageTimer timer(result.stages.solve);
  for (const auto& session : sessions_.all())
    if (sessions_.is_shown(*session)) result.boards.push_back(session->claim(solver_));
  note_conditions(result);
}

// What hinders a person's puzzle is of no interest once one is settled.
void FrameProcessor::note_conditions(FrameResult& result) {
  if (sessions_.any_settled()) return;
  if (newest_.still || frames_ % kConditionsInterval == 0) meter_.measure(newest_.bgr, conditions_);
  result.conditions = conditions_;
  result.conditions.largest_outline_px = found_.largest_outline_px;
  for (const auto& session : sessions_.all()) {
    if (sessions_.is_shown(*session) || session->is_lost()) continue;
    const BoardCandidate& place = session->track.board();
    result.conditions.lattices.push_back({place.n, place.shortest_cell_px(), session->is_rejected(),
                                          session->reading().other_puzzle,
                                          session->reading().message});
  }
}

// ---- Corrections

void FrameProcessor::correct(int id, const Correction& correction) {
  for (const auto& session : sessions_.all()) {
    if (session->id != id || !session->was_read()) continue;
    if (!correction.is_valid(session->track.board().n)) return;
    session->correct(with(session->corrections(), correction));
    memory_.correct(id, session->reading(), newest_.time_ms);
    return;
  }
  memory_.correct_unseen(id, correction);
}

void FrameProcessor::continue_from(const std::vector<BoardResult>& shown) {
  int next_id = 1;
  for (const BoardResult& board : shown) next_id = std::max(next_id, board.id + 1);
  for (const auto& session : sessions_.all()) {
    if (!sessions_.is_shown(*session)) continue;
    const BoardCandidate& place = session->track.board();
    const Quad upright = place.corners().rotated(session->reading().quarter_turns);
    const auto before = std::find_if(shown.begin(), shown.end(), [&](const BoardResult& board) {
      return board.n == place.n && share_a_place(board.image_from_board.outline(board.n), upright);
    });
    session->id = before != shown.end() ? before->id : next_id++;
    if (before == shown.end()) continue;
    // Cells are told of the board as it stands upright.
    const Quad corners = before->image_from_board.outline(before->n);
    if (closest_turn(corners, upright).quarter_turns == 0 &&
        session->corrections() != before->corrections)
      session->correct(before->corrections);
  }
}

// For debugging, where wanted: every transition, with the board as it was seen and read.
void FrameProcessor::describe(const Frame& frame, const FramePicture& picture) {
  for (const auto& session : sessions_.all()) {
    const std::vector<const Transition*> steps = session->take_steps();
    if (!options_.debug || steps.empty()) continue;
    const int n = session->track.board().n;
    for (const Transition* step : steps)
      options_.debug->text(
          "boards.txt", fmt::format("frame {}: board {}, {}x{}: {} to {}: {}; {}", frame.index,
                                    session->id, n, n, to_string(step->from), to_string(step->to),
                                    step->why, session->reading().message));
    if (session->is_lost() || !session->was_read()) continue;
    const RectifiedBoard rectified = session->track.rectified(picture, false);
    options_.debug->picture(fmt::format("frame{}_reading", frame.index),
                            reading_picture(rectified, session->reading()));
  }
}

// ---- Following

// A board that was never shown is not waited for: what was seen of it was smeared, as a rule.
void FrameProcessor::follow(const cv::Mat& grey, double time_ms, StageTimes& stages) {
  const StageTimer timer(stages.track);
  for (const auto& session : sessions_.all())
    if (!session->is_lost() && !session->track.follow(grey, time_ms)) session->disappear();
  sessions_.erase_if([&](const BoardSession& session) {
    return session.track.seen_ms() < time_ms && (!session.is_lost() || session.id == 0);
  });
}

// ---- Searching

void FrameProcessor::search(const cv::Mat& grey, double time_ms, StageTimes& stages) {
  searched_ = false;
  const bool all_rejected = sessions_.all_rejected();
  if (!sessions_.empty() && all_rejected && frames_ % 2 != 0) return;  // a frame for reading them
  const bool any_lost = sessions_.any(&BoardSession::is_lost);
  const bool in_background =
      background_ && !any_lost &&
      (!all_rejected || finder_.next_outlasts_a_frame(sessions_.any_settled()));
  if (background_ && any_lost)
    background_->drop();  // it knows nothing of the board that was lost since
  else if (background_)
    take_background_search(grey, time_ms, stages);
  const bool challenge = sessions_.any(&BoardSession::challenge_is_due);
  if (!all_rejected && !any_lost && !challenge && frames_ % options_.search_interval != 0) return;
  if (in_background) {
    if (background_->is_free())
      background_->start(grey, time_ms, finder_.plan(grey, SearchBudget::frame, known_boards()));
    return;
  }

  searched_ = true;
  std::vector<BoardCandidate> found;
  {
    const StageTimer timer(stages.find);
    found = finder_.search(grey, SearchBudget::frame, known_boards(), options_.debug, &found_);
  }
  for (const BoardCandidate& candidate : found) {
    if (!sessions_.admits(candidate)) continue;
    if (BoardSession* lost = find_lost(candidate)) {
      // Whether it still is the same page is for the very next reading to say.
      lost->find_again(candidate, grey, time_ms);
      continue;
    }
    auto session = std::make_unique<BoardSession>(network_, candidate, options_.session);
    // The tracker gets to know what the board looks like: it may have moved by cells in the next
    // frame.
    session->track.start(grey, time_ms);
    sessions_.add(std::move(session));
  }
  sessions_.erase_if([&](const BoardSession& session) {
    return session.is_lost() && time_ms - session.track.seen_ms() > kForgetAfterMs;
  });
}

// A place whose board is challenged is searched afresh.
KnownBoards FrameProcessor::known_boards() {
  KnownBoards known{{}, sessions_.any_settled()};
  for (const auto& session : sessions_.all()) {
    if (session->is_lost()) continue;
    if (session->challenge_is_due())
      session->note_challenge();
    else
      known.places.push_back(session->track.board().corners());
  }
  return known;
}

// Boards found in a picture of a few frames ago: the tracker bridges what they moved since.
void FrameProcessor::take_background_search(const cv::Mat& grey, double time_ms,
                                            StageTimes& stages) {
  const auto found = background_->take();
  if (!found) return;
  stages.find += found->ms;
  const StageTimer timer(stages.track);
  for (const BoardCandidate& candidate : found->boards) {
    if (!sessions_.admits(candidate)) continue;
    auto session = std::make_unique<BoardSession>(network_, candidate, options_.session);
    if (session->track.follow(found->grey, found->time_ms) &&
        session->track.follow(grey, time_ms) && sessions_.admits(session->track.board()))
      sessions_.add(std::move(session));
  }
}

BoardSession* FrameProcessor::find_lost(const BoardCandidate& candidate) const {
  for (const auto& session : sessions_.all()) {
    const BoardCandidate& board = session->track.board();
    if (session->is_lost() && board.n == candidate.n &&
        closest_turn(candidate.corners(), board.corners()).distance_px <=
            kSamePlace * board.corners().shortest_side_px())
      return session.get();
  }
  return nullptr;
}

// ---- Reading

// Boards whose page may have been exchanged and new ones come first, then who waited longest. What
// the frame's budget does not suffice for waits for the next one. Further looks at a picture cost
// less than waiting for the next.
void FrameProcessor::read_boards(const FramePicture& picture, StageTimes& stages) {
  std::vector<BoardSession*> waiting;
  {
    const StageTimer timer(stages.warp);
    for (const auto& session : sessions_.all()) {
      if (session->is_lost()) continue;
      session->see(picture, searched_);
      if (session->due()) waiting.push_back(session.get());
    }
  }
  std::stable_sort(waiting.begin(), waiting.end(), [](const auto* a, const auto* b) {
    return std::pair(a->urgent(), a->pictures_since_read()) >
           std::pair(b->urgent(), b->pictures_since_read());
  });

  const StageTimer timer(stages.read);
  FrameWork work(kReadingUs);
  if (searched_) work.reserve(kCostAPixelSearched * static_cast<double>(picture.grey.total()));
  for (BoardSession* session : waiting)
    if (work.allows(session->next_cost())) work.spend(session->look(picture));
  for (BoardSession* session : waiting) {
    if (!session->just_read()) continue;
    while (session->wants_more() && work.allows(session->next_cost()))
      work.spend(session->look(picture));
    session->conclude(&memory_);
  }
}

}  // namespace gridlens
