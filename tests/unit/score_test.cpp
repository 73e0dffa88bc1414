#include "tests/simulator/score.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/simulator/scenarios.h"

namespace gridlens::generator {
namespace {

std::vector<std::vector<int>> rows_of(const Grid& grid) {
  std::vector<std::vector<int>> rows;
  for (int r = 0; r < grid.n(); ++r) {
    rows.emplace_back();
    for (int c = 0; c < grid.n(); ++c) rows.back().push_back(grid.at(r, c));
  }
  return rows;
}

BoardPrediction perfect(const BoardTruth& truth, int id) {
  return {
      id, truth.corners, "solved", truth.alphabet, rows_of(truth.clues), rows_of(truth.solution)};
}

struct Case {
  std::vector<FrameTruth> truth;
  std::vector<FramePrediction> predictions;
};

Case perfect_case(const char* scenario, int frames = 12, std::optional<Shape> shape = {}) {
  ClipOptions options;
  options.size = {640, 360};
  options.frames = frames;
  options.seed = 4;
  options.shape = shape;
  const Clip clip(scenario, options);
  Case made;
  for (int i = 0; i < frames; ++i) {
    made.truth.push_back(clip.truth(i));
    FramePrediction frame{i, {}};
    for (const BoardTruth& board : made.truth.back().boards)
      frame.boards.push_back(perfect(board, int(frame.boards.size()) + 1));
    made.predictions.push_back(frame);
  }
  return made;
}

TEST(Score, ACoveredClueNeedNotBeKnown) {
  Case c = perfect_case("hand_held", 1);
  BoardTruth& board = c.truth[0].boards[0];
  auto& clues = c.predictions[0].boards[0].clues;
  const auto& values = board.clues.values();
  const auto cell =
      std::find_if(values.begin(), values.end(), [](auto v) { return v != 0; }) - values.begin();
  int& said = clues[size_t(cell / 9)][size_t(cell % 9)];
  const int real = std::exchange(said, 0);
  EXPECT_EQ(score(c.truth, c.predictions).misreadings, 1);
  c.predictions[0].boards[0].doubtful = {int(cell)};  // may be an entry
  EXPECT_EQ(score(c.truth, c.predictions).misreadings, 0);
  c.predictions[0].boards[0].doubtful = {};
  board.covered = {int(cell)};
  EXPECT_EQ(score(c.truth, c.predictions).misreadings, 0);
  said = real % 9 + 1;  // but what is said of it must be right
  EXPECT_EQ(score(c.truth, c.predictions).misreadings, 1);
}

TEST(Score, PerfectIsPerfect) {
  for (const char* scenario : {"hand_held", "four_boards", "sizes"}) {
    const Case c = perfect_case(scenario);
    const Score s = score(c.truth, c.predictions);
    EXPECT_EQ(s.frames, 12) << scenario;
    EXPECT_GE(s.asked, 12) << scenario;
    EXPECT_EQ(s.found, s.asked) << scenario;
    EXPECT_EQ(s.solved, s.asked) << scenario;
    EXPECT_EQ(s.first_solved, 0) << scenario;
    EXPECT_EQ(s.corner_worst_px, 0) << scenario;
    EXPECT_EQ(s.jitter_px, 0) << scenario;
    EXPECT_EQ(s.missing_frames + s.false_boards + s.wrong_solutions + s.misreadings +
                  s.wrong_orientations + s.id_changes,
              0)
        << scenario;
  }
}

TEST(Score, ConstantOffsetIsErrorButNotJitter) {
  Case c = perfect_case("hand_held");
  for (auto& frame : c.predictions)
    for (auto& corner : frame.boards[0].corners.corners) corner += cv::Point2d(0.3, 0.4);
  const Score s = score(c.truth, c.predictions);
  EXPECT_NEAR(s.corner_median_px, 0.5, 1e-9);
  EXPECT_NEAR(s.corner_p95_px, 0.5, 1e-9);
  EXPECT_NEAR(s.jitter_px, 0, 1e-9);
}

TEST(Score, IndependentErrorsGiveTheirOwnSizeAsJitter) {
  Case c = perfect_case("hand_held", 150);
  Random random(3);
  for (auto& frame : c.predictions)
    for (auto& corner : frame.boards[0].corners.corners)
      corner += cv::Point2d(random.normal(), random.normal()) * 0.5;
  const Score s = score(c.truth, c.predictions);
  EXPECT_NEAR(s.jitter_px, 0.5 * std::sqrt(2), 0.05);
}

TEST(Score, SlowDriftIsNoJitter) {
  Case c = perfect_case("still", 30);
  for (auto& frame : c.predictions)
    for (auto& corner : frame.boards[0].corners.corners) corner.x += 0.1 * frame.frame;
  EXPECT_NEAR(score(c.truth, c.predictions).jitter_px, 0, 1e-9);
}

TEST(Score, MissedFramesAndBoardsCount) {
  Case c = perfect_case("hand_held", 20);
  c.predictions[3].boards.clear();
  c.predictions.erase(c.predictions.begin() + 10);
  const Score s = score(c.truth, c.predictions);
  EXPECT_EQ(s.missing_frames, 1);
  EXPECT_EQ(s.asked, 20);
  EXPECT_EQ(s.found, 18);
  EXPECT_EQ(s.solved, 18);
  EXPECT_EQ(s.jitter_px, 0);  // no triple spans a gap
}

TEST(Score, FirstSolutionIsCountedFromFirstSight) {
  Case c = perfect_case("hand_held");
  for (int i = 0; i < 4; ++i) {
    c.predictions[size_t(i)].boards[0].state = "reading";
    c.predictions[size_t(i)].boards[0].solution.clear();
  }
  EXPECT_EQ(score(c.truth, c.predictions).first_solved, 4);
  for (auto& frame : c.predictions) frame.boards[0].solution.clear();
  const Score never = score(c.truth, c.predictions);
  EXPECT_FALSE(never.first_solved);
  EXPECT_EQ(never.solved, 0);
  EXPECT_EQ(never.wrong_solutions, 0);
}

TEST(Score, FirstSolutionOfEachPageOfASwap) {
  Case c = perfect_case("page_swap");
  EXPECT_EQ(score(c.truth, c.predictions).first_solved, 0);
  // The old solution sticks to the new page for three frames: stale, and late.
  for (size_t i = 6; i < 9; ++i) c.predictions[i].boards[0] = perfect(c.truth[5].boards[0], 1);
  Score s = score(c.truth, c.predictions);
  EXPECT_EQ(s.stale_solutions, 3);
  EXPECT_EQ(s.wrong_solutions + s.misreadings, 0);
  EXPECT_EQ(s.first_solved, 3);
  // For all six: the sixth comes too late to be called stale.
  for (size_t i = 6; i < 12; ++i) c.predictions[i].boards[0] = perfect(c.truth[5].boards[0], 1);
  s = score(c.truth, c.predictions);
  EXPECT_EQ(s.stale_solutions, 5);
  EXPECT_EQ(s.wrong_solutions, 1);
  EXPECT_EQ(s.misreadings, 1);
  EXPECT_FALSE(s.first_solved);
  // A wrong digit on the old page's solution is wrong at once.
  int& value = c.predictions[7].boards[0].solution[0][0];
  value = value % 9 + 1;
  EXPECT_EQ(score(c.truth, c.predictions).wrong_solutions, 2);
}

TEST(Score, WrongDigitInTheSolution) {
  Case c = perfect_case("hand_held");
  int& value = c.predictions[5].boards[0].solution[4][4];
  value = value % 9 + 1;
  const Score s = score(c.truth, c.predictions);
  EXPECT_EQ(s.wrong_solutions, 1);
  EXPECT_EQ(s.solved, 11);
}

TEST(Score, SolutionTurnedByAQuarterIsWrong) {
  Case c = perfect_case("hand_held");
  for (auto& frame : c.predictions) frame.boards[0].corners = frame.boards[0].corners.rotated(1);
  const Score s = score(c.truth, c.predictions);
  EXPECT_EQ(s.wrong_orientations, 12);
  EXPECT_EQ(s.wrong_solutions, 12);
  EXPECT_EQ(s.solved, 0);
  EXPECT_EQ(s.found, 12);
  EXPECT_EQ(s.corner_worst_px, 0);  // the place is right
}

TEST(Score, FalseAndDoubleBoards) {
  Case c = perfect_case("hand_held");
  BoardPrediction ghost = c.predictions[0].boards[0];
  for (auto& corner : ghost.corners.corners) corner += cv::Point2d(400, 0);
  ghost.solution.clear();
  c.predictions[0].boards.push_back(ghost);
  c.predictions[1].boards.push_back(c.predictions[1].boards[0]);
  Score s = score(c.truth, c.predictions);
  EXPECT_EQ(s.false_boards, 2);
  EXPECT_EQ(s.wrong_solutions, 1);  // the double shows one
  Case none = perfect_case("no_sudoku");
  EXPECT_EQ(none.truth[0].boards.size(), 0u);
  none.predictions[2].boards.push_back(ghost);
  s = score(none.truth, none.predictions);
  EXPECT_EQ(s.false_boards, 1);
  EXPECT_EQ(s.found_share(), 1);
}

TEST(Score, ATinyOffsetIsTheSameBoard) {
  Case c = perfect_case("hand_held", 1);
  c.truth[0].boards[0].corners.corners = {
      {{184.811, 93.2761}, {459.4318, 70.3419}, {468.9609, 333.4652}, {218.9804, 342.1442}}};
  // OpenCV's intersectConvexConvex says that these two have nothing in common.
  c.predictions[0].boards[0].corners.corners = {{{184.726174, 93.2334209},
                                                 {459.430568, 70.3082508},
                                                 {468.973362, 333.518454},
                                                 {218.959139, 342.173017}}};
  const Score s = score(c.truth, c.predictions);
  EXPECT_EQ(s.found, 1);
  EXPECT_EQ(s.false_boards, 0);
  EXPECT_LT(s.corner_worst_px, 0.1);
}

TEST(Score, HalfHiddenBoardsAreNeitherAskedNorFalse) {
  Case c = perfect_case("leave_and_return", 60);
  int partly = 0;
  for (const FrameTruth& frame : c.truth) partly += frame.boards[0].inside < 0.99;
  ASSERT_GT(partly, 5);
  Score s = score(c.truth, c.predictions);
  EXPECT_EQ(s.asked, 60 - partly);
  EXPECT_EQ(s.false_boards, 0);
}

TEST(Score, IdentityChangesCount) {
  Case c = perfect_case("two_boards");
  for (auto& frame : c.predictions)
    if (frame.frame >= 6) std::swap(frame.boards[0].id, frame.boards[1].id);
  EXPECT_EQ(score(c.truth, c.predictions).id_changes, 2);
}

TEST(Score, AlphabetsAreComparedBySymbol) {
  Case c = perfect_case("still", 3, Shape{2, 2});
  BoardTruth& truth = c.truth[0].boards[0];
  truth.alphabet = {"1", "2", "3", "4"};
  BoardPrediction shown = perfect(truth, 1);
  EXPECT_TRUE(same_solution(shown, truth));
  // The same symbols under shifted values: still the same.
  shown.alphabet = {"0", "1", "2", "3", "4"};
  for (auto& row : shown.solution)
    for (int& v : row) ++v;
  for (auto& row : shown.clues)
    for (int& v : row)
      if (v != 0) ++v;
  EXPECT_TRUE(same_solution(shown, truth));
  EXPECT_TRUE(same_clues(shown, truth));
  // The same values under other symbols: not.
  shown = perfect(truth, 1);
  shown.alphabet = {"A", "B", "C", "D"};
  EXPECT_FALSE(same_solution(shown, truth));
  EXPECT_FALSE(same_clues(shown, truth));
}

TEST(Score, ReadsTheProgramsLines) {
  const FramePrediction frame = prediction_from_json(
      R"({"frame":7,"time_ms":233.3,"grids":[{"id":2,"corners":[[1,2],[3.5,2],[3.5,4],[1,4]],"n":null,)"
      R"("box":null,"alphabet":null,"clues":null,"entries":null,"confidence":null,"state":"reading",)"
      R"("solution":null}],"stages_ms":{"find":1.2}})");
  EXPECT_EQ(frame.frame, 7);
  ASSERT_EQ(frame.boards.size(), 1u);
  EXPECT_EQ(frame.boards[0].id, 2);
  EXPECT_EQ(frame.boards[0].corners.corners[1].x, 3.5);
  EXPECT_TRUE(frame.boards[0].solution.empty());
  EXPECT_THROW(prediction_from_json("{\"frame\":1}"), std::exception);
}

}  // namespace
}  // namespace gridlens::generator
