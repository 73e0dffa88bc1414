#include "app/views/panel_views.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "app/views/panel_picture.h"
#include "core/resources/resources.h"

namespace gridlens {

namespace {

constexpr int kPicturePx = 160;
constexpr double kMarginCells = 0.25;              // around the board
constexpr std::chrono::milliseconds kAtMost{500};  // a board's picture is made anew
constexpr std::chrono::seconds kPlotted{10};
constexpr std::size_t kMostPlotted = 600;

// The board as if looked at from above.
cv::Mat rectified(const cv::Mat& bgr, const BoardResult& board) {
  const double unit = kPicturePx / (board.n + 2 * kMarginCells);
  const cv::Matx33d board_from_picture(1 / unit, 0, 0.5 / unit - kMarginCells, 0, 1 / unit,
                                       0.5 / unit - kMarginCells, 0, 0, 1);
  cv::Mat picture;
  cv::warpPerspective(bgr, picture, board.image_from_board.matrix() * board_from_picture,
                      {kPicturePx, kPicturePx}, cv::INTER_LINEAR | cv::WARP_INVERSE_MAP,
                      cv::BORDER_REPLICATE);
  return picture;
}

// Of large boards in large pictures the pixels between the samples count, too.
cv::Mat picture_from(const cv::Mat& bgr, const BoardResult& board) {
  const auto outline = board.image_from_board.outline(board.n).corners;
  const double side_px = cv::norm(outline[1] - outline[0]);
  const int finer = std::clamp(static_cast<int>(side_px / kPicturePx), 1, 4);
  if (finer == 1) return rectified(bgr, board);
  cv::Mat smaller;
  cv::resize(bgr, smaller, {}, 1.0 / finer, 1.0 / finer, cv::INTER_AREA);
  BoardResult placed = board;
  const double by = 1.0 / finer;
  // Pixel centres are integers: the corner of all pixels stays where it is.
  placed.image_from_board =
      Homography(cv::Matx33d(by, 0, 0.5 * by - 0.5, 0, by, 0.5 * by - 0.5, 0, 0, 1) *
                 board.image_from_board.matrix());
  return rectified(smaller, placed);
}

}  // namespace

PanelViews::PanelViews() : debug_(find_resource("models/digits.onnx")) {}

void PanelViews::was_shown(const StageTimes& stages, double latency_ms, std::int64_t dropped,
                           Clock::time_point at) {
  Shown shown;
  shown.at = at;
  shown.stages_ms = static_cast<float>(stages.find + stages.track + stages.warp + stages.read +
                                       stages.solve + stages.draw + stages.readback);
  shown.latency_ms = static_cast<float>(latency_ms);
  shown.dropped = static_cast<float>(std::max<std::int64_t>(dropped - dropped_, 0));
  dropped_ = dropped;
  shown_.push_back(shown);
  while (shown_.size() > kMostPlotted || at - shown_.front().at > kPlotted) shown_.pop_front();
  const auto second = std::count_if(shown_.begin(), shown_.end(), [&](const Shown& one) {
    return at - one.at < std::chrono::seconds(1);
  });
  shown_.back().fps = static_cast<float>(second);
}

PanelPicture PanelViews::picture_of(const FrameResult& result, const BoardResult& board) {
  if (board.n <= 0 || result.frame.bgr.empty()) return {};
  Pictured& known = pictured_[board.id];
  const bool same = !known.picture.bgr.empty() && known.state == board.state &&
                    known.clues == board.clues && known.entries == board.entries;
  const Clock::time_point now = Clock::now();
  if (same || (!known.picture.bgr.empty() && now - known.made_at < kAtMost)) return known.picture;
  known = {panel_picture(picture_from(result.frame.bgr, board)), board.clues, board.entries,
           board.state, now};
  return known.picture;
}

void PanelViews::add_to(SessionView& view, bool debug) {
  for (const Shown& shown : shown_) {
    view.performance.stages_ms.push_back(shown.stages_ms);
    view.performance.latency_ms.push_back(shown.latency_ms);
    view.performance.fps.push_back(shown.fps);
    view.performance.dropped.push_back(shown.dropped);
  }
  if (!view.result) return;
  for (const BoardResult& board : view.result->boards)
    view.cards.push_back({picture_of(*view.result, board), grader_.grade(board)});
  std::erase_if(pictured_, [&](const auto& one) {
    return std::none_of(view.result->boards.begin(), view.result->boards.end(),
                        [&](const BoardResult& board) { return board.id == one.first; });
  });
  if (!debug) return;
  debug_.ask(view.result);
  view.debug = debug_.pictures();
}

}  // namespace gridlens
