#include "core/vision/board_tracker.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/vision/board_sight.h"
#include "core/vision/finding/distant_board.h"
#include "core/vision/lattice/doubled_frame.h"
#include "core/vision/lattice/hidden_cells.h"
#include "core/vision/lattice/lattice_evidence.h"
#include "core/vision/lattice/lattice_fit.h"
#include "core/vision/lattice/median.h"
#include "core/vision/lattice/partly_covered.h"
#include "core/vision/lattice/through_lines.h"

namespace gridlens {

namespace {

constexpr double kMinScore = 0.40;       // of the visible segments; a hand may cover the rest
constexpr double kMinInnerScore = 0.30;  // of the weaker family's inner lines
constexpr double kMinSmearedInner =
    0.12;  // the boxes' lines, where the board's picture bears it out
constexpr double kMinOverControl = 0.20;  // seen lines over "lines" seen between them
constexpr double kMinVisible = 0.35;      // share of the lattice inside the picture
constexpr double kMaxResidual = 0.08;     // cells
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
// Of a board in the distance, of which few lines are seen: from one frame to the next it hardly
// changes its form.
constexpr double kBoxesDrop = 0.03;  // as kScoreDrop
constexpr double kMostBent = 0.03;   // of the board's side ...
constexpr double kMostBentPx = 0.5;  // ... and so much more
constexpr double kFineCellPx = 36;   // enough pixels a cell for the last fit
constexpr double kBendGain = 0.15;
// A cell whose mean grey changes so much more than the others' is covered by something, unless it
// stays so; where most cells change another page lies there.
constexpr double kSuddenGrey = 24;
constexpr int kSuddenFrames = 15;

Homography shifted_board(const Homography& image_from_board, cv::Point2d cells) {
  return image_from_board * Homography(cv::Matx33d(1, 0, cells.x, 0, 1, cells.y, 0, 0, 1));
}

double cell_px_of(const Homography& image_from_board, int n) {
  return std::sqrt(std::abs(image_from_board.outline(n).signed_area_px2())) / n;
}

// How far off a corner is from where the others take it, by turning, scaling and moving alone.
double form_change_px(const Quad& before, const Quad& after) {
  const auto from = before.corners;
  const auto to = after.corners;
  const cv::Point2d middle = (from[0] + from[1] + from[2] + from[3]) / 4;
  const cv::Point2d new_middle = (to[0] + to[1] + to[2] + to[3]) / 4;
  double along = 0, across = 0, size = 0;
  for (size_t i = 0; i < 4; ++i) {
    const cv::Point2d a = from[i] - middle, b = to[i] - new_middle;
    along += a.dot(b), across += a.cross(b), size += a.dot(a);
  }
  double most = 0;
  for (size_t i = 0; i < 4; ++i) {
    const cv::Point2d a = from[i] - middle;
    const cv::Point2d turned(along * a.x - across * a.y, across * a.x + along * a.y);
    most = std::max(most, cv::norm(to[i] - new_middle - turned / size));
  }
  return most;
}

}  // namespace

BoardTracker::BoardTracker(const BoardCandidate& found)
    : board_(found),
      previous_(board_.image_from_board),
      bend_(board_.image_from_board, board_.bend.flat() ? BoardBend(board_.n) : board_.bend) {}

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
std::optional<Homography> BoardTracker::locate(const BoardSight& sight,
                                               const Homography& image_from_board) const {
  if (seen_.grey.empty()) return std::nullopt;
  const double cell = BoardSight::thumbnail_cell_px(board_.n);
  const double margin_cells = kSearchReach * board_.n;
  const cv::Mat around = sight.thumbnail(image_from_board, board_.n, margin_cells);
  cv::Mat score;
  // What was never seen of it does not count, nor what lay outside the picture.
  cv::matchTemplate(around, seen_.grey, score, cv::TM_CCOEFF_NORMED, seen_.inside);
  if (!seen_.inside.empty()) score.setTo(0, ~(score <= kMostScore));  // flat places divide by zero
  double best = 0;
  cv::Point at;
  cv::minMaxLoc(score, nullptr, &best, nullptr, &at);
  if (best < kSearchedCorrelation) return std::nullopt;
  const double margin_px = std::lround(margin_cells * cell);
  return shifted_board(image_from_board, {(at.x - margin_px) / cell, (at.y - margin_px) / cell});
}

// False where the board as last seen agrees better with a place one cell aside than with this one.
bool BoardTracker::same_content(const BoardSight& sight, const Homography& image_from_board) const {
  if (seen_.grey.empty()) return true;
  const auto likeness_at = [&](const Homography& place) {
    return likeness(seen_, sight.look_at(place, board_.n));
  };
  const double here = likeness_at(image_from_board);
  if (here > 0.75) return true;
  // Few lines tell where a board in the distance lies: its picture must bear them out.
  if (board_.boxes_only && here < kSearchedCorrelation) return false;
  for (const cv::Point2d step : {cv::Point2d{1, 0}, {-1, 0}, {0, 1}, {0, -1}})
    if (likeness_at(shifted_board(image_from_board, step)) > here + kSlipMargin) return false;
  return true;
}

// Few lines may be met wrongly, each box for itself.
bool BoardTracker::changes_form(const Homography& image_from_board) const {
  if (!board_.boxes_only || !previous_time_ms_) return false;
  const Quad before = previous_.outline(board_.n);
  return form_change_px(before, image_from_board.outline(board_.n)) >
         kMostBent * before.shortest_side_px() + kMostBentPx;
}

// Do lines run on the lattice rather than between its lines, where a full board has its digits?
bool BoardTracker::runs_on(const cv::Mat& grey, const LatticeWarp& image_from_board,
                           const LatticeEvidence& evidence) const {
  ThroughLines lines{board_.n, 1, 0, 0.3 * evidence.median_depth, board_.light_on_dark};
  const double on = through_share(grey, image_from_board, lines).less();
  for (const double shift : {0.5, 1.0 / 3, 2.0 / 3}) {
    lines.shift = shift;
    if (on - through_share(grey, image_from_board, lines).more() < kMinOverControl) return false;
  }
  return true;
}

// A fast motion smears the thin lines across it away; then the board must look as it did.
bool BoardTracker::enough_inner(const BoardSight& sight, const Homography& image_from_board,
                                double inner_score) const {
  if (inner_score >= kMinInnerScore) return true;
  return inner_score >= kMinSmearedInner && !seen_.grey.empty() &&
         likeness(seen_, sight.look_at(image_from_board, board_.n)) >= kClearLikeness;
}

std::optional<TrackOutcome> BoardTracker::settle(const BoardSight& sight,
                                                 Homography image_from_board,
                                                 const std::vector<double>& search_cells) const {
  const int n = board_.n;
  const double cell_px = cell_px_of(image_from_board, n);
  ProfileOptions options;
  options.light_on_dark = board_.light_on_dark;
  if (n > 16) options.max_points = 4;
  if (board_.doubled_frame) options.border_search_cells = -1;

  const int coarse = sight.pyramid().level_for(cell_px, 12);
  const LatticeFit rough =
      refine_lattice(sight.pyramid().level(coarse),
                     sight.level_from_image(coarse) * image_from_board, n, search_cells, options);
  if (!rough.solved) return std::nullopt;
  image_from_board = sight.image_from_level(coarse) * rough.image_from_board;

  const int fine = sight.pyramid().level_for(cell_px, kFineCellPx);
  const std::vector<double> narrow =
      coarse > fine + 1 ? std::vector<double>{0.14, 0.10} : std::vector<double>{0.10};
  if (board_.doubled_frame) options.border_search_cells = kBesideFrame;
  const LatticeFit fit =
      refine_lattice(sight.pyramid().level(fine), sight.level_from_image(fine) * image_from_board,
                     n, narrow, options);
  if (!fit.solved) return std::nullopt;

  std::vector<LatticeSample> samples;
  const LatticeEvidence evidence =
      weigh_lattice(sight.pyramid().level(fine), bend_.on(fit.image_from_board), n,
                    board_.light_on_dark, true, &samples);
  if (evidence.visible < kMinVisible || evidence.score < kMinScore ||
      !enough_inner(sight, sight.image_from_level(fine) * fit.image_from_board,
                    evidence.inner_score) ||
      evidence.goes_on() ||
      ((evidence.inner_score < evidence.finer_score ||
        evidence.score - evidence.control_score < kMinOverControl) &&
       !runs_on(sight.pyramid().level(fine), bend_.on(fit.image_from_board), evidence)))
    return std::nullopt;
  TrackOutcome out;
  out.image_from_board = sight.image_from_level(fine) * fit.image_from_board;
  out.lattice_score = evidence.score;
  out.residual_px = fit.residual_px * (1 << fine);
  if (out.residual_px > kMaxResidual * cell_px) return std::nullopt;
  if (!out.image_from_board.outline(n).is_convex()) return std::nullopt;
  out.hidden = hidden_cells(samples, n);
  const std::vector<std::uint8_t> covered = covered_cells(samples, n);
  for (std::size_t cell = 0; cell < covered.size(); ++cell) out.hidden[cell] |= covered[cell];
  add_partly_covered(sight.pyramid().level(fine), bend_.on(fit.image_from_board), n,
                     board_.light_on_dark, out.hidden);
  return out;
}

// The bend changes slowly while the board moves: it is averaged, so that it adds no tremble.
void BoardTracker::bend(const BoardSight& sight, TrackOutcome& outcome) {
  const int n = board_.n;
  const int level = sight.pyramid().level_for(cell_px_of(outcome.image_from_board, n), kFineCellPx);
  LatticeWarp warp = bend_.on(sight.level_from_image(level) * outcome.image_from_board);
  const double gain = std::max(kBendGain, 1.0 / ++bend_rounds_);
  std::optional<double> border_search_cells;
  if (board_.doubled_frame) border_search_cells = kBesideFrame;
  if (!refine_warp(sight.pyramid().level(level), n, board_.light_on_dark, 0.14, gain, warp,
                   SegmentParts::middle, border_search_cells))
    return;
  bend_ = warp;
  outcome.image_from_board = sight.image_from_level(level) * warp.through_corners();
  outcome.bend = warp.bend_between_corners();
}

// Of a board in the distance the boxes' lines alone are followed, at full size.
std::optional<TrackOutcome> BoardTracker::settle_boxes(
    const BoardSight& sight, const Homography& image_from_board,
    const std::vector<double>& search_boxes) const {
  auto out =
      follow_distant_board(sight.pyramid().level(0), sight.level_from_image(0) * image_from_board,
                           board_.shapes.front().shape, search_boxes);
  if (out) out->image_from_board = sight.image_from_level(0) * out->image_from_board;
  return out;
}

// By what it was found by: its symbols, its boxes' lines, or all its lines.
std::optional<TrackOutcome> BoardTracker::settle_as_found(
    const BoardSight& sight, const Homography& image_from_board,
    const std::vector<double>& search_cells) const {
  if (board_.symbols_only) return symbols_.find(sight, image_from_board);
  return board_.boxes_only ? settle_boxes(sight, image_from_board, search_cells)
                           : settle(sight, image_from_board, search_cells);
}

// Cells that look otherwise than they did, for a few frames at most: lines of what covers them may
// pass for the board's.
std::vector<std::uint8_t> BoardTracker::changed_cells(const BoardLook& look) {
  const int n = board_.n;
  std::vector<std::uint8_t> changed(static_cast<size_t>(n * n), 0);
  sudden_frames_.resize(changed.size(), 0);
  if (seen_.grey.size() != look.grey.size()) return changed;
  cv::Mat before, now;
  cv::resize(seen_.grey, before, {n, n}, 0, 0, cv::INTER_AREA);
  cv::resize(look.grey, now, {n, n}, 0, 0, cv::INTER_AREA);
  std::vector<double> change;
  for (int cell = 0; cell < n * n; ++cell)
    change.push_back(now.at<std::uint8_t>(cell / n, cell % n) -
                     before.at<std::uint8_t>(cell / n, cell % n));
  const double usual = median(change);
  for (size_t cell = 0; cell < changed.size(); ++cell)
    changed[cell] = std::abs(change[cell] - usual) > kSuddenGrey;
  const auto count = std::count(changed.begin(), changed.end(), 1);
  for (size_t cell = 0; cell < changed.size(); ++cell) {
    if (2 * count > n * n || sudden_frames_[cell] >= kSuddenFrames) changed[cell] = 0;
    sudden_frames_[cell] = changed[cell] ? sudden_frames_[cell] + 1 : 0;
  }
  return changed;
}

// What covers the board moves by itself: hidden cells keep the look that they had, and have none
// until they were seen.
void BoardTracker::remember(BoardLook look, const std::vector<std::uint8_t>& hidden) {
  const int n = board_.n;
  const bool known = seen_.grey.size() == look.grey.size();
  const auto all_inside = [&] { return cv::Mat(look.grey.size(), CV_8U, cv::Scalar(255)); };
  for (size_t cell = 0; cell < hidden.size(); ++cell) {
    if (hidden[cell] == 0) continue;
    const int row = static_cast<int>(cell) / n, col = static_cast<int>(cell) % n;
    const cv::Point from(col * look.grey.cols / n, row * look.grey.rows / n);
    const cv::Point to((col + 1) * look.grey.cols / n, (row + 1) * look.grey.rows / n);
    const cv::Rect there(from, to);
    if (known) seen_.grey(there).copyTo(look.grey(there));
    if (look.inside.empty() && known && seen_.inside.empty()) continue;
    if (look.inside.empty()) look.inside = all_inside();
    if (!known)
      look.inside(there).setTo(0);
    else if (seen_.inside.empty())
      look.inside(there).setTo(255);
    else
      seen_.inside(there).copyTo(look.inside(there));
  }
  seen_ = std::move(look);
}

std::optional<TrackOutcome> BoardTracker::track(const cv::Mat& grey, double time_ms) {
  const int n = board_.n;
  const Homography predicted = predict(time_ms);
  const Quad quad = predicted.outline(n);
  const double reach = 0.5 * cell_px_of(predicted, n) * n;
  cv::Point2d lo = quad.corners[0];
  cv::Point2d hi = quad.corners[0];
  for (const cv::Point2d& c : quad.corners) {
    lo = {std::min(lo.x, c.x), std::min(lo.y, c.y)};
    hi = {std::max(hi.x, c.x), std::max(hi.y, c.y)};
  }
  const cv::Rect around(cv::Point(cvFloor(lo.x - reach), cvFloor(lo.y - reach)),
                        cv::Point(cvCeil(hi.x + reach), cvCeil(hi.y + reach)));
  const cv::Rect region = around & cv::Rect(0, 0, grey.cols, grey.rows);
  if (region.width < 24 || region.height < 24) return std::nullopt;
  const BoardSight sight(grey, region);
  if (board_.symbols_only && symbols_.empty()) symbols_.remember(sight, predicted, n);

  // Few lines, and nothing of what was there: another page's.
  const auto strange = [&](const TrackOutcome& seen) {
    return !seen_.grey.empty() && seen.lattice_score < kFewLines &&
           likeness(seen_, sight.look_at(seen.image_from_board, n)) < kUnlike;
  };
  // First where it is expected; then, in doubt, where its picture is found again.
  const auto settled = [&](const Homography& place, const std::vector<double>& search_cells) {
    auto seen = settle_as_found(sight, place, search_cells);
    if (seen && (!same_content(sight, seen->image_from_board) || strange(*seen) ||
                 changes_form(seen->image_from_board)))
      seen.reset();
    return seen;
  };
  std::optional<TrackOutcome> outcome = settled(predicted, {0.25});
  const double drop = board_.boxes_only ? kBoxesDrop : kScoreDrop;
  if (!outcome || outcome->lattice_score < previous_score_ - drop)
    if (const auto located = locate(sight, predicted)) {
      auto other = settled(*located, {0.35, 0.20});
      if (other && other->lattice_score < kClearScore &&
          likeness(seen_, sight.look_at(other->image_from_board, n)) < kClearLikeness)
        other.reset();
      if (other && (!outcome || other->lattice_score > outcome->lattice_score))
        outcome = std::move(other);
    }
  if (!outcome) return std::nullopt;

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
  BoardLook look = sight.look_at(previous_, n);
  std::vector<std::uint8_t> covered = changed_cells(look);
  for (size_t cell = 0; cell < outcome->hidden.size(); ++cell)
    covered[cell] |= outcome->hidden[cell];
  remember(std::move(look), covered);
  if (!board_.boxes_only && !board_.symbols_only) bend(sight, *outcome);
  return outcome;
}

}  // namespace gridlens
