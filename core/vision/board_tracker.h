#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <vector>

#include "core/image/homography.h"
#include "core/vision/appearance_template.h"
#include "core/vision/lattice/board_candidate.h"
#include "core/vision/lattice/lattice_warp.h"
#include "core/vision/lattice/track_outcome.h"
#include "core/vision/symbol_tracker.h"
#include "core/vision/unoccluded_appearance.h"

namespace gridlens {

struct LatticeEvidence;

// Follows one board from frame to frame at a fraction of a search's cost. One object a board, one
// thread. The lattice fit alone would be content one whole cell aside; a thumbnail of the board as
// last seen (its digits) and the lines just outside the border tell such places apart.
class BoardTracker {
 public:
  explicit BoardTracker(const BoardCandidate& found);

  // `grey`: CV_8UC1, full resolution, the next frame; the first call should get the frame that the
  // board was found in, or the one after. nullopt: lost (nothing is kept; search again).
  std::optional<TrackOutcome> track(const cv::Mat& grey, double time_ms);

 private:
  [[nodiscard]] Homography predict(double time_ms) const;
  [[nodiscard]] std::optional<TrackOutcome> settle(const BoardCutout& cutout,
                                                   Homography image_from_board,
                                                   const std::vector<double>& search_cells) const;
  [[nodiscard]] bool enough_inner(const BoardCutout& cutout, const Homography& image_from_board,
                                  double inner_score) const;
  [[nodiscard]] std::optional<TrackOutcome> settle_as_found(
      const BoardCutout& cutout, const Homography& image_from_board,
      const std::vector<double>& search_cells) const;
  [[nodiscard]] bool runs_on(const LinePicture& picture, const LatticeWarp& image_from_board,
                             const LatticeEvidence& evidence) const;
  [[nodiscard]] std::optional<Homography> locate(const BoardCutout& cutout,
                                                 const Homography& image_from_board) const;
  void bend(const BoardCutout& cutout, TrackOutcome& outcome);
  [[nodiscard]] double likeness_at(const BoardCutout& cutout,
                                   const Homography& image_from_board) const;
  [[nodiscard]] bool same_content(const BoardCutout& cutout,
                                  const Homography& image_from_board) const;
  std::optional<TrackOutcome> as_before(const BoardCutout& cutout, double time_ms);
  [[nodiscard]] bool changes_form(const TrackOutcome& seen) const;
  void follow_otherwise(const BoardCutout& cutout);

  BoardCandidate board_;
  Homography previous_;  // the plain lattice fit, without bend
  double previous_score_ = 0;
  LatticeWarp bend_;  // of lens and paper, averaged over the frames
  int bend_rounds_ = 0;
  std::optional<double> previous_time_ms_;
  Quad velocity_px_per_ms_;    // of the four corners
  UnoccludedAppearance seen_;  // the board as last seen
  TrackOutcome last_;          // as told
  SymbolTracker symbols_;      // empty unless the board is followed by them
};

}  // namespace gridlens
