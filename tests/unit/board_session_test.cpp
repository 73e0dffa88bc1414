// One board through pictures of all kinds: what is known of it, and that nothing sticks.
#include "core/pipeline/board_session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <string>

#include "core/pipeline/frame_work.h"
#include "core/pipeline/read_still.h"
#include "tests/unit/board_page.h"
#include "tests/unit/reading_scene.h"
#include "tests/unit/sample_puzzle.h"

namespace gridlens {
namespace {

using namespace reading_scene;

const std::string kOther =
    "1.......9.5.3...2...7.4.6......8....2.4...9.1....6......3.5.7...8...2.4.6.......8";

// The page smeared sideways by so many pixels.
FramePicture smeared(const FramePicture& sharp, int length_px) {
  FramePicture picture;
  cv::blur(sharp.grey, picture.grey, {length_px, 1});
  cv::cvtColor(picture.grey, picture.bgr, cv::COLOR_GRAY2BGR);
  return picture;
}

class BoardSessionTest : public testing::Test {
 protected:
  void show(const FramePicture& picture) {
    session_.see(picture, false);
    if (!session_.due()) return;
    session_.look(picture);
    for (int further = 0; further < 4 && session_.wants_more(); ++further) session_.look(picture);
    session_.conclude(nullptr);
  }

  // Pictures until it is confirmed, `most` at most.
  int pictures_until_confirmed(const FramePicture& picture, int most) {
    int shown = 0;
    while (shown < most && session_.state() != TrackState::confirmed) {
      show(picture);
      ++shown;
    }
    return shown;
  }

  BoardSession session_{network(), where_it_lies()};
};

TEST_F(BoardSessionTest, TheFirstSurePictureConfirmsAndCarriesTheProof) {
  show(page(kSamplePuzzle));
  EXPECT_EQ(session_.state(), TrackState::confirmed);
  EXPECT_EQ(session_.reading().proof, SolveState::unique);
  ASSERT_TRUE(session_.reading().solution);
  EXPECT_TRUE(is_solution(classic_rules({3, 3}), *session_.reading().solution));
  EXPECT_TRUE(session_.reading().clues.is_within(*session_.reading().solution));

  // The proof is the answer: no solver is asked.
  struct NoSolver : SolveService {
    std::shared_ptr<const SolveResult> ask(const Grid&) override {
      ADD_FAILURE() << "the solver was asked";
      return nullptr;
    }
  } solver;
  const BoardResult claim = session_.claim(solver);
  EXPECT_EQ(claim.state, BoardState::solved);
  EXPECT_EQ(claim.solution, session_.reading().solution);
}

// Without AVX2 a board of 25 x 25 is read in one picture and decoded in the next.
TEST(LargeBoardTest, IsDecodedAtOnceOnlyOnAFastMachine) {
  constexpr int kSide = 25;
  std::string puzzle;
  for (int row = 0; row < kSide; ++row)
    for (int column = 0; column < kSide; ++column)
      puzzle += (row * 7 + column * 3) % 5 < 2
                    ? '.'
                    : static_cast<char>('A' + (row % 5 * 5 + row / 5 + column) % kSide);
  const FramePicture picture = page(puzzle, kSide);
  BoardSession session(network(), where_it_lies(0, kSide));
  const auto look = [&] {
    session.see(picture, false);
    EXPECT_TRUE(session.due());
    const double cost = session.look(picture);
    session.conclude(nullptr);
    return cost;
  };
  EXPECT_GT(look(), 0);
  EXPECT_EQ(session.was_read(), us_per_work_unit() == 1);
  look();
  EXPECT_TRUE(session.was_read());
  EXPECT_TRUE(session.reading().is_puzzle);
}

TEST(FrameWorkTest, AllowsLessWhereAUnitTakesLonger) {
  for (const double us_per_unit : {1.0, 2.0}) {
    FrameWork work(100, us_per_unit);
    EXPECT_TRUE(work.allows(1000));  // the first
    work.spend(30);
    EXPECT_TRUE(work.allows(20));
    EXPECT_EQ(work.allows(70), us_per_unit == 1);
    work.reserve(60);
    EXPECT_FALSE(work.allows(11));
  }
}

TEST_F(BoardSessionTest, ASmearedFirstSightDoesNotStick) {
  // So long that every symbol is gone, while the lines along the motion stay sharp.
  const FramePicture sharp = page(kSamplePuzzle);
  for (int i = 0; i < 6; ++i) show(smeared(sharp, 25));
  EXPECT_NE(session_.state(), TrackState::confirmed);
  EXPECT_LE(pictures_until_confirmed(sharp, 30), 10) << session_.why();
}

TEST_F(BoardSessionTest, ADoubtIsShownOnceItLasts) {
  const FramePicture picture = page_in_doubt();
  for (int i = 0; i < 3; ++i) {
    show(picture);
    ASSERT_EQ(session_.reading().state, ReadState::reading);
    EXPECT_FALSE(is_shown(session_.state())) << i << ": " << session_.why();
  }
  show(picture);
  EXPECT_EQ(session_.state(), TrackState::tentative) << session_.why();
}

TEST_F(BoardSessionTest, ABlankPageIsRejectedAndAPuzzleInItsPlaceIsRead) {
  const FramePicture blank = page(std::string(81, '.'));
  for (int i = 0; i < 20; ++i) show(blank);
  EXPECT_EQ(session_.state(), TrackState::rejected);
  EXPECT_LE(pictures_until_confirmed(page(kSamplePuzzle), 30), 4) << session_.why();
}

TEST_F(BoardSessionTest, AnotherPageTakesThePlaceOfASureOne) {
  for (int i = 0; i < 8; ++i) show(page(kSamplePuzzle));
  int pictures = 0;
  for (; pictures < 10 && session_.reading().clues != grid_of(kOther); ++pictures)
    show(page(kOther));
  EXPECT_LE(pictures, 4);
}

TEST_F(BoardSessionTest, ASureReadingOutlivesAFewBlurredPictures) {
  const FramePicture sharp = page(kSamplePuzzle);
  for (int i = 0; i < 3; ++i) show(sharp);
  for (int i = 0; i < 4; ++i) {
    show(smeared(sharp, 9));
    EXPECT_EQ(session_.state(), TrackState::confirmed) << i << ": " << session_.why();
  }
}

TEST_F(BoardSessionTest, LiveAndStillEndInTheSameClaim) {
  const FramePicture picture = smeared(page(kSamplePuzzle), 5);
  for (int i = 0; i < 5; ++i) show(picture);
  BoardSession still(network(), where_it_lies(), {DecodeEffort::still});
  still.see(picture, false);
  do still.look(picture);
  while (still.wants_more());
  still.conclude(nullptr);
  InlineSolveService solver;
  const BoardResult live_claim = session_.claim(solver), still_claim = still.claim(solver);
  EXPECT_EQ(live_claim.state, still_claim.state);
  EXPECT_EQ(live_claim.clues, still_claim.clues);
  EXPECT_EQ(live_claim.solution, still_claim.solution);
  EXPECT_EQ(session_.state(), still.state());
}

// 5 x 5 cells, and beside two of their sides three rows of clue boxes: an 8 x 8 lattice but for one
// corner.
cv::Mat nonogram(bool numbers) {
  constexpr int kCell = 50, kLeft = 300, kTop = 120, kCells = 8, kClues = 3;
  cv::Mat image(640, 1000, CV_8UC3, cv::Scalar::all(225));
  for (int row = 0; row < kCells; ++row)
    for (int col = 0; col < kCells; ++col) {
      if (std::max(row, col) < kClues) continue;
      const cv::Rect cell(kLeft + col * kCell, kTop + row * kCell, kCell + 1, kCell + 1);
      cv::rectangle(image, cell, cv::Scalar::all(40), 2);
      if (numbers && std::min(row, col) < kClues)
        cv::putText(image, std::to_string(1 + (row * 3 + col * 2) % 5),
                    cell.tl() + cv::Point(15, 37), cv::FONT_HERSHEY_DUPLEX, 1, cv::Scalar::all(30),
                    2, cv::LINE_AA);
    }
  return image;
}

TEST(ReadStillTest, ANonogramIsNoSudoku) {
  InlineSolveService solver;
  for (const bool numbers : {false, true})
    EXPECT_TRUE(read_still(nonogram(numbers), network(), solver).empty()) << numbers;
}

}  // namespace
}  // namespace gridlens
