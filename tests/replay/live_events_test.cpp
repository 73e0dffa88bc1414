// What happens to a board while it is followed, through the frame pipeline: a hand lies on it, it
// is taken away at once, it comes back.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <set>

#include "core/display/board_overlay.h"
#include "core/resources/resources.h"
#include "tests/replay/program.h"
#include "tests/simulator/scenarios.h"

namespace gridlens::generator {
namespace {

class LiveEvents : public testing::Test {
 protected:
  static Clip make_clip(const char* scenario, std::uint64_t seed, int frames, double fps = 15) {
    ClipOptions options;
    options.size = {1280, 720};
    options.seed = seed;
    options.frames = frames;
    options.fps = fps;
    return {scenario, options};
  }

  FrameResult process(const cv::Mat& bgr) {
    Frame picture;
    picture.bgr = bgr;
    picture.index = index_++;
    picture.time_ms = static_cast<double>(picture.index) * 1000 / 15;
    return processor_.process(picture);
  }

  // The picture with ever more clues smudged, until a processor that knows nothing is in doubt.
  std::optional<cv::Mat> doubtful_at_first_sight(const ClipFrame& frame) {
    const BoardTruth& board = frame.truth.boards[0];
    const int n = board.shape.n();
    const auto image_from_board = Homography::image_from_board(board.corners, n);
    const double cell_px = board.cell_px;
    cv::Mat smooth;
    cv::GaussianBlur(frame.bgr, smooth, {}, 0.13 * cell_px);
    Frame smudged;
    smudged.bgr = frame.bgr.clone();
    for (int cell = 0, clues = 0; cell < n * n && clues < 12; ++cell) {
      if (board.clues.at(cell) == 0) continue;
      ++clues;
      const cv::Point middle = image_from_board({cell % n + 0.5, cell / n + 0.5});
      const int half = static_cast<int>(0.4 * cell_px);
      const cv::Rect place(middle.x - half, middle.y - half, 2 * half, 2 * half);
      smooth(place).copyTo(smudged.bgr(place));
      FrameProcessor fresh(network_, solver_);
      FrameResult result;
      for (int i = 0; i < 4; ++i) {  // a doubt is not shown at once
        smudged.index = i;
        smudged.time_ms = 33.0 * i;
        result = fresh.process(smudged);
      }
      if (result.boards.size() == 1 && result.boards[0].state == BoardState::reading)
        return smudged.bgr;
    }
    return std::nullopt;
  }

  DigitNetwork network_{find_resource("models/digits.onnx").string()};
  InlineSolveService solver_;
  FrameProcessor processor_{network_, solver_};
  std::int64_t index_ = 0;
};

TEST_F(LiveEvents, NoDigitIsPaintedOverAHandThatShallStayFree) {
  Settings spare;
  spare.spare_hands = true;
  int covered = 0, rightly = 0, painted = 0, left_out = 0, touched_digits = 0;
  for (const std::uint64_t seed : {77, 81}) {
    processor_.forget();
    const Clip clip = make_clip("finger", seed, 20);
    for (int i = 0; i < clip.frames(); ++i) {
      const ClipFrame frame = clip.frame(i);
      const FrameResult result = process(frame.bgr);
      if (result.boards.size() != 1 || result.boards[0].state != BoardState::solved) continue;
      const BoardResult& board = result.boards[0];
      const auto& touched = frame.truth.boards[0].covered;
      const std::set<int> under(touched.begin(), touched.end());
      for (const int cell : board.occluded) ++covered, rightly += under.count(cell) == 1;
      const size_t all = overlay_for(board, {}).glyphs.size();
      for (const OverlayGlyphs& glyph : overlay_for(board, {}).glyphs)
        touched_digits +=
            under.count(static_cast<int>(glyph.y) * 9 + static_cast<int>(glyph.x)) == 1;
      const BoardOverlay overlay = overlay_for(board, spare);
      painted += static_cast<int>(all);
      left_out += static_cast<int>(all - overlay.glyphs.size());
      for (const OverlayGlyphs& glyph : overlay.glyphs)
        EXPECT_FALSE(std::count(board.occluded.begin(), board.occluded.end(),
                                static_cast<int>(glyph.y) * 9 + static_cast<int>(glyph.x)));
    }
  }
  RecordProperty("left_out", left_out);
  RecordProperty("touched", touched_digits);
  // Of the cells that the hand touches, if only at their rim.
  EXPECT_GE(left_out, 0.45 * touched_digits) << touched_digits;
  EXPECT_GT(painted, 500);
  EXPECT_GE(rightly, 0.95 * covered);
}

// Moire over a photographed screen, half as dark as the print.
TEST_F(LiveEvents, StripesAllOverTheBoardAreReadThrough) {
  const Clip clip = make_clip("hand_held", 83, 30);
  bool solved = false;
  for (int index = 0; index < 30; ++index) {
    ClipFrame frame = clip.frame(index);
    for (int y = 0; y < frame.bgr.rows; ++y)
      for (int x = 0; x < frame.bgr.cols; ++x) {
        const double stripe = 0.5 + 0.5 * std::sin(0.5 * x + 0.25 * y + 6 * std::sin(0.01 * y));
        frame.bgr.at<cv::Vec3b>(y, x) *= 1 - 0.5 * stripe;
      }
    const FrameResult result = process(frame.bgr);
    for (const BoardResult& board : result.boards) {
      if (!board.solution) continue;
      solved = true;
      EXPECT_EQ(*board.solution, frame.truth.boards[0].solution);
    }
  }
  EXPECT_TRUE(solved);
}

TEST_F(LiveEvents, ABoardThatIsTakenAwayIsGoneWithinTwoFrames) {
  for (const char* next_page : {"no_sudoku", ""}) {  // another page, or nothing but a table
    processor_.forget();
    const Clip clip = make_clip("hand_held", 4711, 8);
    cv::Mat last;
    for (int i = 0; i < clip.frames(); ++i) {
      last = clip.frame(i).bgr;
      ASSERT_EQ(process(last).boards.size(), 1U) << i;
    }
    std::optional<Clip> after;
    if (*next_page != 0) after.emplace(make_clip(next_page, 4712, 4));
    const cv::Mat table(last.size(), CV_8UC3, cv::mean(last));
    for (int i = 0; i < 4; ++i) {
      const FrameResult result = process(after ? after->frame(i).bgr : table);
      if (i < 1) continue;
      EXPECT_TRUE(result.boards.empty()) << next_page << ' ' << i;
    }
  }
}

// The board is away for longer than its track is kept. The first picture after that is smeared.
TEST_F(LiveEvents, ABoardThatComesBackIsKnownBySight) {
  const Clip clip = make_clip("still", 4713, 6);
  const std::optional<cv::Mat> smeared = doubtful_at_first_sight(clip.frame(0));
  ASSERT_TRUE(smeared);
  int id = 0;
  std::optional<Grid> solution;
  for (int i = 0; i < clip.frames(); ++i) {
    const FrameResult result = process(clip.frame(i).bgr);
    ASSERT_EQ(result.boards.size(), 1U);
    id = result.boards[0].id;
    solution = result.boards[0].solution;
  }
  ASSERT_TRUE(solution);
  const cv::Mat table(clip.frame(0).bgr.size(), CV_8UC3, cv::mean(clip.frame(0).bgr));
  for (int i = 0; i < 15; ++i) process(table);
  ASSERT_TRUE(processor_.followed().empty());
  const FrameResult back = process(*smeared);
  ASSERT_EQ(back.boards.size(), 1U);
  EXPECT_EQ(back.boards[0].id, id);
  EXPECT_EQ(back.boards[0].solution, solution);
  // Its own evidence takes over, to the same end.
  for (int i = 1; i < clip.frames(); ++i) {
    const FrameResult result = process(clip.frame(i).bgr);
    ASSERT_EQ(result.boards.size(), 1U) << i;
    EXPECT_EQ(result.boards[0].id, id) << i;
    EXPECT_EQ(result.boards[0].solution, solution) << i;
  }
}

}  // namespace
}  // namespace gridlens::generator
