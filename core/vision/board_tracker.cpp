#include "core/vision/board_tracker.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/ablation/mechanism.h"
#include "core/vision/appearance_template.h"
#include "core/vision/finding/distant_board.h"
#include "core/vision/lattice/doubled_frame.h"
#include "core/vision/lattice/lattice_evidence.h"
#include "core/vision/lattice/lattice_fit.h"
#include "core/vision/lattice/line_continuity.h"
#include "core/vision/lattice/occluded_cells.h"

namespace gridlens {

namespace {

constexpr double kMinScore = 0.40;       // of the visible segments; a hand may cover the rest
constexpr double kMinInnerScore = 0.30;  // of the weaker family's inner lines
constexpr double kMinSmearedInner =
    0.12;  // the boxes' lines, where the board's picture bears it out
constexpr double kMinOverControl = 0.20;  // seen lines over "lines" seen between them
constexpr double kMinVisible = 0.35;      // share of the lattice inside the picture
constexpr double kMaxResidual = 0.08;     // cells
constexpr double kMostOccluded = 0.88;    // share of the cells
constexpr double kLongestGapMs = 500;     // older velocities predict nothing
constexpr double kSearchReach = 0.45;     // of the board's side: how far a lost board is looked for
constexpr double kSlipMargin = 0.05;      // a neighbour place must correlate better by so much
constexpr double kScoreDrop =
    0.15;  // from frame to frame: a hand came, or the wrong lines were met
constexpr double kSearchedCorrelation = 0.35;
constexpr double kMostScore = 1.001;  // a correlation, rounded
// A board looked for elsewhere must show its lines or its content there: other pages and patterns
// reach a score of 0.6 and a correlation of 0.7.
constexpr double kClearScore = 0.9;
constexpr double kClearLikeness = 0.75;
constexpr double kFewLines = 0.75;
constexpr double kUnlike = 0.3;
constexpr double kBoxesDrop = 0.03;  // as kScoreDrop, of a board in the distance
// A board of which few lines are seen hardly changes its form from one frame to the next.
constexpr double kMostBent = 0.03;     // of the board's side ...
constexpr double kMostBentPx = 0.5;    // ... and so much more
constexpr double kTrackedCellPx = 36;  // enough pixels a cell for the last fit
constexpr double kBendGain = 0.15;
// A picture that stays as it was (a captured screen, a tripod): noise and tremor leave less.
constexpr double kUnchanged = 0.995;

// How far off a corner is from where the others take it, by turning, scaling and moving alone.
double form_change_px(const Quad& before, const Quad& after) {
  const cv::Point2d middle = before.centre();
  const cv::Point2d new_middle = after.centre();
  double along = 0, across = 0, size = 0;
  for (size_t i = 0; i < 4; ++i) {
    const cv::Point2d a = before.corners[i] - middle, b = after.corners[i] - new_middle;
    along += a.dot(b), across += a.cross(b), size += a.dot(a);
  }
  double most = 0;
  for (size_t i = 0; i < 4; ++i) {
    const cv::Point2d a = before.corners[i] - middle;
    const cv::Point2d turned(along * a.x - across * a.y, across * a.x + along * a.y);
    most = std::max(most, cv::norm(after.corners[i] - new_middle - turned / size));
  }
  return most;
}

}  // namespace

BoardTracker::BoardTracker(const BoardCandidate& found)
    : board_(found),
      previous_(board_.image_from_board),
      bend_(board_.image_from_board, board_.bend.flat() ? BoardBend(board_.n) : board_.bend),
      last_{board_.image_from_board, board_.bend, board_.lattice_score, 0, board_.occluded} {}

Homography BoardTracker::predict(double time_ms) const {
  if (!previous_time_ms_) return previous_;
  const double passed_ms = time_ms - *previous_time_ms_;
  if (passed_ms <= 0 || passed_ms > kLongestGapMs) return previous_;
  Quad quad = previous_.outline(board_.n);
  for (int i = 0; i < 4; ++i) quad.corners[i] += velocity_px_per_ms_.corners[i] * passed_ms;
  if (!quad.is_convex()) return previous_;
  return Homography::image_from_board(quad, board_.n);
}

// Looks for the board's thumbnail around a predicted place.
std::optional<Homography> BoardTracker::locate(const BoardCutout& cutout,
                                               const Homography& image_from_board) const {
  if (seen_.empty()) return std::nullopt;
  const double cell = BoardCutout::thumbnail_cell_px(board_.n);
  const auto margin_px = static_cast<int>(std::lround(kSearchReach * board_.n * cell));
  const cv::Mat around = cutout.square_on(image_from_board, board_.n, cell, margin_px);
  cv::Mat score;
  // What was never seen of it does not count, nor what lay outside the picture.
  cv::matchTemplate(around, seen_.look().grey, score, cv::TM_CCOEFF_NORMED, seen_.look().inside);
  if (!seen_.look().inside.empty())
    score.setTo(0, ~(score <= kMostScore));  // flat places divide by zero
  double best = 0;
  cv::Point at;
  cv::minMaxLoc(score, nullptr, &best, nullptr, &at);
  if (best < kSearchedCorrelation) return std::nullopt;
  return image_from_board *
         Homography::translation({(at.x - margin_px) / cell, (at.y - margin_px) / cell});
}

// With what the board looked like as last seen.
double BoardTracker::likeness_at(const BoardCutout& cutout,
                                 const Homography& image_from_board) const {
  return likeness(seen_.look(), cutout.appearance_at(image_from_board, board_.n));
}

// False where the board as last seen agrees better with a place one cell aside than with this one.
bool BoardTracker::same_content(const BoardCutout& cutout,
                                const Homography& image_from_board) const {
  if (seen_.empty()) return true;
  const double here = likeness_at(cutout, image_from_board);
  if (here > kClearLikeness) return true;
  // Few lines tell where a board in the distance lies: its picture must bear them out.
  if (board_.seen == LatticeSeen::box_lines && here < kSearchedCorrelation) return false;
  for (const cv::Point2d step : {cv::Point2d{1, 0}, {-1, 0}, {0, 1}, {0, -1}})
    if (likeness_at(cutout, image_from_board * Homography::translation(step)) >
            here + kSlipMargin &&
        in_use<"slipped_content">())
      return false;
  return true;
}

// Few lines may be met wrongly: each box for itself, or those of a smeared page.
bool BoardTracker::changes_form(const TrackOutcome& seen) const {
  const bool few_lines = board_.seen == LatticeSeen::box_lines || seen.lattice_score < kFewLines;
  if (!few_lines || !previous_time_ms_) return false;
  const Quad before = previous_.outline(board_.n);
  return form_change_px(before, seen.image_from_board.outline(board_.n)) >
             kMostBent * before.shortest_side_px() + kMostBentPx &&
         in_use<"changed_form">();
}

// Do lines run on the lattice rather than between its lines, where a full board has its digits?
bool BoardTracker::runs_on(const LinePicture& picture, const LatticeWarp& image_from_board,
                           const LatticeEvidence& evidence) const {
  ContinuityOptions lines{board_.n, 1, 0, 0.3 * evidence.median_depth};
  const double on = continuity_share(picture, image_from_board, lines).less();
  for (const double shift : kBetweenLines) {
    lines.shift = shift;
    if (on - continuity_share(picture, image_from_board, lines).more() < kMinOverControl)
      return false;
  }
  return true;
}

// A fast motion smears the thin lines across it away; then the board must look as it did.
bool BoardTracker::enough_inner(const BoardCutout& cutout, const Homography& image_from_board,
                                double inner_score) const {
  if (inner_score >= kMinInnerScore) return true;
  return inner_score >= kMinSmearedInner && !seen_.empty() && in_use<"smeared_lines">() &&
         likeness_at(cutout, image_from_board) >= kClearLikeness;
}

std::optional<TrackOutcome> BoardTracker::settle(const BoardCutout& cutout,
                                                 Homography image_from_board,
                                                 const std::vector<double>& search_cells) const {
  const int n = board_.n;
  const double cell_px = image_from_board.mean_cell_px(n);
  ProfileOptions options{.max_points = points_along(n)};
  if (board_.doubled_frame) options.border_search_cells = -1;

  const GreyPyramid lines = cutout.pyramid().with_dark_lines(board_.light_on_dark);
  const int fine = lines.level_for(cell_px, kTrackedCellPx);
  int coarse = lines.level_for(cell_px, 12);
  const auto fit_at = [&](int level) {
    return refine_lattice(lines.level(level), cutout.level_from_image(level) * image_from_board, n,
                          search_cells, options);
  };
  LatticeFit rough = fit_at(coarse);
  // Thin lines of large cells are gone from the small picture.
  while (!rough.solved && coarse > fine) rough = fit_at(--coarse);
  if (!rough.solved) return std::nullopt;
  image_from_board = cutout.image_from_level(coarse) * rough.image_from_board;

  const std::vector<double> narrow =
      coarse > fine + 1 ? std::vector<double>{0.14, 0.10} : std::vector<double>{0.10};
  if (board_.doubled_frame) options.border_search_cells = kBesideFrame;
  const LatticeFit fit = refine_lattice(
      lines.level(fine), cutout.level_from_image(fine) * image_from_board, n, narrow, options);
  if (!fit.solved) return std::nullopt;

  const LinePicture& picture = lines.level(fine);
  const LatticeWarp warp = bend_.on(fit.image_from_board);
  TrackOutcome out;
  out.image_from_board = cutout.image_from_level(fine) * fit.image_from_board;
  std::vector<LatticeSample> samples;
  const LatticeEvidence evidence = weigh_lattice(picture, warp, n, true, &samples);
  if (evidence.visible < kMinVisible || evidence.score < kMinScore ||
      !enough_inner(cutout, out.image_from_board, evidence.inner_score) || evidence.goes_on() ||
      ((evidence.inner_score < evidence.finer_score ||
        evidence.score - evidence.control_score < kMinOverControl) &&
       !runs_on(picture, warp, evidence)))
    return std::nullopt;
  out.lattice_score = evidence.score;
  out.residual_px = fit.residual_px * (1 << fine);
  if (out.residual_px > kMaxResidual * cell_px) return std::nullopt;
  if (!out.image_from_board.outline(n).is_convex()) return std::nullopt;
  out.occluded = unobserved_cells(samples, n);
  add(out.occluded, occluded_cells(samples, n));
  add_partly_occluded(picture, warp, n, out.occluded);
  // Lines that are met here and there, and nowhere around a cell, or around a few, are others.
  if ((count_of(with_neighbours(out.occluded, n)) == n * n ||
       count_of(out.occluded) > kMostOccluded * n * n) &&
      in_use<"nothing_in_view">())
    return std::nullopt;
  return out;
}

// The bend changes slowly while the board moves: it is averaged, so that it adds no tremble.
void BoardTracker::bend(const BoardCutout& cutout, TrackOutcome& outcome) {
  const int n = board_.n;
  const GreyPyramid lines = cutout.pyramid().with_dark_lines(board_.light_on_dark);
  const int level = lines.level_for(outcome.image_from_board.mean_cell_px(n), kTrackedCellPx);
  LatticeWarp warp = bend_.on(cutout.level_from_image(level) * outcome.image_from_board);
  const double gain = std::max(kBendGain, 1.0 / ++bend_rounds_);
  if (!refine_warp(lines.level(level), n, 0.14, gain, warp, SegmentParts::middle,
                   board_.doubled_frame ? std::optional(kBesideFrame) : std::nullopt))
    return;
  bend_ = warp;
  outcome.image_from_board = cutout.image_from_level(level) * warp.through_corners();
  outcome.bend = warp.bend_between_corners();
}

// A find by the edges of tiles says nothing of lines in the picture itself: they may be light ones,
// or none, and then the symbols are followed.
void BoardTracker::follow_otherwise(const BoardCutout& cutout) {
  if (board_.seen != LatticeSeen::all_lines) return;
  const int level = cutout.pyramid().level_for(previous_.mean_cell_px(board_.n), kTrackedCellPx);
  const LatticeWarp place = bend_.on(cutout.level_from_image(level) * previous_);
  const auto shows_lines = [&](const GreyPyramid& lines) {
    return weigh_lattice(lines.level(level), place, board_.n, false).score >= kMinScore;
  };
  bool& light = board_.light_on_dark;
  light = !light;
  if (settle(cutout, previous_, {0.25})) return;
  light = !light;
  // Lines that are there and do not settle are those of another place.
  if (!shows_lines(cutout.pyramid()) && !shows_lines(cutout.pyramid().negative()))
    symbols_.remember(cutout, previous_, board_.n);
}

// By its symbols, all its lines, or, of a board in the distance, the boxes' lines at full size.
std::optional<TrackOutcome> BoardTracker::settle_as_found(
    const BoardCutout& cutout, const Homography& image_from_board,
    const std::vector<double>& search_cells) const {
  if (!symbols_.empty()) return symbols_.find(cutout, image_from_board);
  if (board_.seen != LatticeSeen::box_lines) return settle(cutout, image_from_board, search_cells);
  auto out =
      follow_distant_board(cutout.pyramid().level(0), cutout.level_from_image(0) * image_from_board,
                           board_.shapes.front().shape, search_cells);
  if (out) out->image_from_board = cutout.image_from_level(0) * out->image_from_board;
  return out;
}

// Of tiles that a search found by their edges the lines may tell nothing. Where the picture stays
// as it was, so does the board; what it looked like is kept, so that nothing drifts.
std::optional<TrackOutcome> BoardTracker::as_before(const BoardCutout& cutout, double time_ms) {
  AppearanceTemplate look = cutout.appearance_at(previous_, board_.n);
  if (seen_.empty()) {  // it was found here
    seen_.remember(std::move(look), board_.n, board_.occluded);
    previous_time_ms_ = time_ms;
    return std::nullopt;
  }
  if (likeness(seen_.look(), look) < kUnchanged || !in_use<"unchanged_picture">())
    return std::nullopt;
  velocity_px_per_ms_ = {};
  previous_time_ms_ = time_ms;
  return last_;
}

std::optional<TrackOutcome> BoardTracker::track(const cv::Mat& grey, double time_ms) {
  const int n = board_.n;
  const Homography predicted = predict(time_ms);
  const Quad quad = predicted.outline(n);
  const double reach = 0.5 * predicted.mean_cell_px(n) * n;
  cv::Point2d lo = quad.corners[0];
  cv::Point2d hi = quad.corners[0];
  for (const cv::Point2d& c : quad.corners) {
    lo = {std::min(lo.x, c.x), std::min(lo.y, c.y)};
    hi = {std::max(hi.x, c.x), std::max(hi.y, c.y)};
  }
  const cv::Rect around(cv::Point(cvFloor(lo.x - reach), cvFloor(lo.y - reach)),
                        cv::Point(cvCeil(hi.x + reach), cvCeil(hi.y + reach)));
  const cv::Rect region = around & cv::Rect(0, 0, grey.cols, grey.rows);
  if (std::min(region.width, region.height) < BoardCutout::kLeastSidePx) return std::nullopt;
  const BoardCutout cutout(grey, region);
  if (board_.seen == LatticeSeen::symbols && symbols_.empty())
    symbols_.remember(cutout, predicted, n);

  // Nothing of what was there: another page, or another place of this one.
  const auto unlike = [&](const TrackOutcome& seen) {
    return !seen_.empty() && likeness_at(cutout, seen.image_from_board) < kUnlike;
  };
  // With few lines it is another page.
  const auto strange = [&](const TrackOutcome& seen) {
    return seen.lattice_score < kFewLines && unlike(seen) && in_use<"strange_page">();
  };
  // First where it is expected; then, in doubt, where its picture is found again.
  double refused_score = 0;  // of lines that hold other content
  const auto settled = [&](const Homography& place, const std::vector<double>& search_cells) {
    auto seen = settle_as_found(cutout, place, search_cells);
    if (seen &&
        (!same_content(cutout, seen->image_from_board) || strange(*seen) || changes_form(*seen))) {
      refused_score = seen->lattice_score;
      seen.reset();
    }
    return seen;
  };
  std::optional<TrackOutcome> outcome = settled(predicted, {0.25});
  if (!outcome && seen_.empty()) {
    follow_otherwise(cutout);
    outcome = settled(predicted, {0.25});
  }
  const double drop = board_.seen == LatticeSeen::box_lines ? kBoxesDrop : kScoreDrop;
  if (!outcome || outcome->lattice_score < previous_score_ - drop || unlike(*outcome))
    if (const auto located = locate(cutout, predicted); located && in_use<"thumbnail_search">()) {
      auto other = settled(*located, {0.35, 0.20});
      // A hand that lay on the board is found again where it went: with fewer lines than here.
      if (other && (other->lattice_score < refused_score - kScoreDrop ||
                    (other->lattice_score < kClearScore &&
                     likeness_at(cutout, other->image_from_board) < kClearLikeness)))
        other.reset();
      if (other && (!outcome || other->lattice_score > outcome->lattice_score))
        outcome = std::move(other);
    }
  if (!outcome) return as_before(cutout, time_ms);

  const Quad before = previous_.outline(n);
  const Quad after = outcome->image_from_board.outline(n);
  if (previous_time_ms_ && time_ms > *previous_time_ms_) {
    const double passed_ms = time_ms - *previous_time_ms_;
    for (int i = 0; i < 4; ++i)
      velocity_px_per_ms_.corners[i] = (after.corners[i] - before.corners[i]) / passed_ms;
  }
  previous_ = outcome->image_from_board;
  previous_score_ = outcome->lattice_score;
  previous_time_ms_ = time_ms;
  seen_.remember(cutout.appearance_at(previous_, n), n, outcome->occluded);
  if (board_.seen != LatticeSeen::box_lines && symbols_.empty()) bend(cutout, *outcome);
  last_ = *outcome;
  return outcome;
}

}  // namespace gridlens
