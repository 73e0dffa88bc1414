#include "core/pipeline/frame_processor.h"

namespace gridlens {

namespace {

constexpr int kMeasureInterval = 6;  // frames

}  // namespace

// What hinders a person's puzzle is of no interest once one is settled.
void FrameProcessor::note_conditions(FrameResult& result) {
  if (sessions_.any_settled()) return;
  if (newest_.still || frames_ % kMeasureInterval == 0) meter_.measure(newest_.bgr, conditions_);
  result.conditions = conditions_;
  result.conditions.largest_outline_px = found_.largest_outline_px;
  for (const auto& session : sessions_.all()) {
    if (sessions_.is_shown(*session) || session->state() == TrackState::lost) continue;
    const BoardCandidate& place = session->track.board();
    result.conditions.lattices.push_back(
        {place.n, place.shortest_cell_px(), session->state() == TrackState::rejected,
         session->reading().other_puzzle, session->reading().message});
  }
}

}  // namespace gridlens
