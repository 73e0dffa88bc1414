// Boards too small to read, through the frame pipeline.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/display/board_overlay.h"
#include "core/pipeline/board_session.h"
#include "core/pipeline/read_still.h"
#include "core/resources/resources.h"
#include "tests/replay/program.h"
#include "tests/simulator/scenarios.h"

namespace gridlens::generator {
namespace {

class ComeCloser : public testing::Test {
 protected:
  Clip make_clip(const char* scenario, std::uint64_t seed, int frames) {
    ClipOptions options;
    options.size = {640, 480};
    options.seed = seed;
    options.frames = frames;
    return {scenario, options};
  }

  FrameResult process(const ClipFrame& frame) {
    Frame picture;
    picture.bgr = frame.bgr;
    picture.index = frame.truth.frame;
    picture.time_ms = frame.truth.time_ms;
    return processor_.process(picture);
  }

  static double corner_error_px(const BoardResult& board, const BoardTruth& truth) {
    return closest_turn(board.image_from_board.outline(board.n), truth.corners).distance_px;
  }

  DigitNetwork network_{find_resource("models/digits.onnx").string()};
  InlineSolveService solver_;
  FrameProcessor processor_{network_, solver_};
};

TEST_F(ComeCloser, IsAskedOfABoardThatIsTooSmallToRead) {
  int asked = 0;
  for (const std::uint64_t seed : {508, 513}) {  // a better reader may read some of them
    processor_.forget();
    const Clip clip = make_clip("far_board", seed, 8);
    for (int i = 0; i < clip.frames(); ++i) {
      const ClipFrame frame = clip.frame(i);
      const FrameResult result = process(frame);
      ASSERT_EQ(result.boards.size(), 1U) << seed << ' ' << i;
      const BoardResult& board = result.boards.front();
      // It is outlined where it lies.
      EXPECT_LT(corner_error_px(board, frame.truth.boards[0]), 1.5) << seed << ' ' << i;
      if (i < 4 || board.state == BoardState::solved) continue;
      ++asked;
      EXPECT_EQ(board.state, BoardState::unreadable) << seed << ' ' << i;
      EXPECT_EQ(board.message, "come closer") << seed << ' ' << i;
      EXPECT_FALSE(board.solution) << seed << ' ' << i;
      EXPECT_TRUE(board.doubtful.empty()) << seed << ' ' << i;
      const BoardOverlay overlay = overlay_for(board, {});
      EXPECT_EQ(overlay.strokes.size(), 1U);
      ASSERT_TRUE(overlay.label);
      EXPECT_EQ(overlay.label->text, "come closer");
    }
  }
  EXPECT_GT(asked, 0) << "all of them are read: choose others";
}

TEST_F(ComeCloser, IsNeverAskedOfABoardThatIsRead) {
  const Clip clip = make_clip("small_board", 915, 8);  // cells of 11 px, through a good camera
  for (int i = 0; i < clip.frames(); ++i) {
    const ClipFrame frame = clip.frame(i);
    EXPECT_LT(frame.truth.boards[0].cell_px, kReadableCellPx);
    const FrameResult result = process(frame);
    ASSERT_EQ(result.boards.size(), 1U) << i;
    EXPECT_NE(result.boards.front().message, "come closer") << i;
    if (i < 2) continue;
    EXPECT_EQ(result.boards.front().state, BoardState::solved) << i;
  }
}

TEST_F(ComeCloser, IsSaidOfAPictureToo) {
  const std::vector<BoardResult> boards =
      read_still(make_clip("far_board", 513, 1).frame(0).bgr, network_, solver_);
  ASSERT_EQ(boards.size(), 1U);
  EXPECT_EQ(boards.front().message, "come closer");
}

TEST(ComeCloserRule, LooksAtTheStateAndTheSize) {
  const auto asked = [](BoardState state, double cell_px, bool before = false,
                        bool solving = false) {
    BoardResult board;
    board.state = state;
    board.solving = solving;
    board.message = "3 doubtful cells";
    board.doubtful = {1, 2, 3};
    const bool told = hint_too_small(board, cell_px, before);
    EXPECT_EQ(told, board.message == "come closer");
    EXPECT_EQ(told, board.doubtful.empty());
    EXPECT_EQ(board.state, told ? BoardState::unreadable : state);
    return told;
  };
  EXPECT_TRUE(asked(BoardState::reading, 11));
  EXPECT_TRUE(asked(BoardState::unreadable, 8));
  EXPECT_FALSE(asked(BoardState::reading, 12.5));
  EXPECT_TRUE(asked(BoardState::reading, 12.5, true));  // it must come a little closer than that
  EXPECT_FALSE(asked(BoardState::reading, 13.5, true));
  EXPECT_FALSE(asked(BoardState::reading, 8, false, true));
  for (const BoardState read :
       {BoardState::solved, BoardState::multiple, BoardState::contradiction, BoardState::budget})
    EXPECT_FALSE(asked(read, 8));
}

}  // namespace
}  // namespace gridlens::generator
