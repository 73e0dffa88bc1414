// One board through pictures of all kinds: what is known of it, and that nothing sticks.
#include "core/pipeline/board_session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <string>

#include "core/pipeline/board_sessions.h"
#include "core/pipeline/frame_work.h"
#include "core/pipeline/read_still.h"
#include "tests/unit/reading_scene.h"
#include "tests/unit/sample_puzzle.h"

namespace gridlens {
namespace {

using namespace reading_scene;

constexpr int kAround_px = 60;
const std::string kOther =
    "1.......9.5.3...2...7.4.6......8....2.4...9.1....6......3.5.7...8...2.4.6.......8";

// A page with the puzzle, the board kAround_px inside.
FramePicture page(const std::string& puzzle, int n = 9) {
  const cv::Mat board = draw_rectified(puzzle, n).grey;
  FramePicture picture;
  picture.grey =
      cv::Mat(board.rows + 2 * kAround_px, board.cols + 2 * kAround_px, CV_8U, cv::Scalar(225));
  board.copyTo(picture.grey(cv::Rect(kAround_px, kAround_px, board.cols, board.rows)));
  cv::cvtColor(picture.grey, picture.bgr, cv::COLOR_GRAY2BGR);
  return picture;
}

// The same smeared sideways by so many pixels.
FramePicture smeared(const FramePicture& sharp, int length_px) {
  FramePicture picture;
  cv::blur(sharp.grey, picture.grey, {length_px, 1});
  cv::cvtColor(picture.grey, picture.bgr, cv::COLOR_GRAY2BGR);
  return picture;
}

BoardCandidate where_it_lies(int cells_aside = 0, int n = 9) {
  BoardCandidate found = candidate(n);
  const double at =
      kAround_px + RectifiedBoard::kMarginPx - 0.5 + cells_aside * RectifiedBoard::kCellPx;
  const double end = at + n * RectifiedBoard::kCellPx;
  found.image_from_board = Homography::image_from_board(
      Quad{{cv::Point2d(at, at), {end, at}, {end, end}, {at, end}}}, n);
  return found;
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

// One clue is overwritten, so that the reading stays in doubt.
TEST_F(BoardSessionTest, ADoubtIsShownOnceItLasts) {
  std::string other = kSamplePuzzle;
  other[0] = '2';
  FramePicture picture = page(kSamplePuzzle);
  cv::min(picture.grey, page(other).grey, picture.grey);
  cv::cvtColor(picture.grey, picture.bgr, cv::COLOR_GRAY2BGR);
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

class BoardSessionsTest : public testing::Test {
 protected:
  // A session that has seen the page so often.
  BoardSession& add(const BoardCandidate& found, const FramePicture& picture, int times) {
    auto session = std::make_unique<BoardSession>(network(), found);
    for (int i = 0; i < times; ++i) {
      session->see(picture, false);
      session->look(picture);
      session->conclude(nullptr);
    }
    return sessions_.add(std::move(session));
  }

  BoardSessions sessions_{2};
};

TEST_F(BoardSessionsTest, NothingTakesThePlaceOfASettledBoard) {
  add(where_it_lies(), page(kSamplePuzzle), 1);
  EXPECT_FALSE(sessions_.admits(where_it_lies()));
  EXPECT_FALSE(sessions_.admits(where_it_lies(1)));
  EXPECT_TRUE(sessions_.admits(where_it_lies(12)));
}

TEST_F(BoardSessionsTest, ARejectedLatticeGivesWayToTheBoardInItsPlace) {
  const FramePicture puzzle = page(kSamplePuzzle);
  const BoardSession& blank = add(where_it_lies(1), page(std::string(81, '.')), 3);
  ASSERT_EQ(blank.state(), TrackState::rejected);
  ASSERT_TRUE(sessions_.admits(where_it_lies()));
  const BoardSession& board = add(where_it_lies(), puzzle, 1);
  sessions_.settle_places(false);
  ASSERT_EQ(sessions_.all().size(), 1U);
  EXPECT_EQ(sessions_.all().front().get(), &board);
  EXPECT_TRUE(sessions_.is_shown(board));
}

// A larger lattice beside the lines holds the place of the board that lies within it.
TEST_F(BoardSessionsTest, ARejectedLatticeAroundTheBoardGivesWayWhereItsLinesAreHardlySeen) {
  BoardCandidate around = where_it_lies(-1, 11);
  const BoardCandidate board = where_it_lies();
  around.lattice_score = board.lattice_score;
  add(around, page(std::string(81, '.')), 3);
  EXPECT_FALSE(sessions_.admits(board)) << "a part of a larger one";
  sessions_.clear();
  around.lattice_score = board.lattice_score - 0.25;
  add(around, page(std::string(81, '.')), 3);
  EXPECT_TRUE(sessions_.admits(board));
}

TEST_F(BoardSessionsTest, APieceOfABoardThatWasJustLostIsNone) {
  BoardSession& board = add(where_it_lies(), page(kSamplePuzzle), 1);
  ASSERT_EQ(board.state(), TrackState::confirmed);
  board.disappear();
  EXPECT_FALSE(sessions_.admits(where_it_lies(0, 6))) << "from its corner on";
  EXPECT_FALSE(sessions_.admits(where_it_lies(2, 4)));
  EXPECT_TRUE(sessions_.admits(where_it_lies()));
  EXPECT_TRUE(sessions_.admits(where_it_lies(-1, 11))) << "another, around it";
}

TEST_F(BoardSessionsTest, AFreshLookAtARejectedLatticeMustBeSure) {
  add(where_it_lies(), page(std::string(81, '.')), 3);
  ASSERT_TRUE(sessions_.admits(where_it_lies()));
  add(where_it_lies(), page(std::string(81, '.')), 3);
  sessions_.settle_places(false);
  EXPECT_EQ(sessions_.all().size(), 1U);
  EXPECT_FALSE(sessions_.is_shown(*sessions_.all().front()));
  add(where_it_lies(), page(kSamplePuzzle), 1);
  sessions_.settle_places(false);
  ASSERT_EQ(sessions_.all().size(), 1U);
  EXPECT_EQ(sessions_.all().front()->state(), TrackState::confirmed);
}

// kSamplePuzzle with a misprint has no solution, which symbols alone are not believed.
TEST_F(BoardSessionsTest, ALatticeOfSymbolsAloneGivesWayToTheSameWithLines) {
  std::string misprinted = kSamplePuzzle;
  misprinted[2] = '8';
  const FramePicture picture = page(misprinted);
  BoardCandidate symbols = where_it_lies();
  symbols.seen = LatticeSeen::symbols;
  const BoardSession& waiting = add(symbols, picture, 2);
  ASSERT_FALSE(is_shown(waiting.state()));
  EXPECT_FALSE(sessions_.admits(symbols)) << "the same once more";
  ASSERT_TRUE(sessions_.admits(where_it_lies()));
  const BoardSession& lined = add(where_it_lies(), picture, 1);
  sessions_.settle_places(false);
  ASSERT_EQ(sessions_.all().size(), 1U);
  EXPECT_EQ(sessions_.all().front().get(), &lined);
  EXPECT_TRUE(sessions_.is_shown(lined));
}

// Few lines may be those of other boxes: a settled board of which no more was seen gives way to a
// settled one with all its lines, and to nothing else.
TEST_F(BoardSessionsTest, ASettledBoardByItsBoxLinesGivesWayToTheSameWithAllLines) {
  const FramePicture picture = page(kSamplePuzzle);
  BoardCandidate distant = where_it_lies();
  distant.seen = LatticeSeen::box_lines;
  BoardSession& boxes = add(distant, picture, 1);
  ASSERT_TRUE(boxes.settled());
  EXPECT_FALSE(sessions_.admits(distant)) << "the same once more";
  for (int i = 0; i < 20 && !boxes.challenge_is_due(); ++i) boxes.see(picture, false);
  EXPECT_TRUE(boxes.challenge_is_due());
  ASSERT_TRUE(sessions_.admits(where_it_lies()));
  add(where_it_lies(), page(std::string(81, '.')), 3);
  sessions_.settle_places(false);
  ASSERT_EQ(sessions_.all().size(), 1U);
  EXPECT_EQ(sessions_.all().front().get(), &boxes) << "what was read there is no Sudoku";
  const BoardSession& lined = add(where_it_lies(), picture, 1);
  sessions_.settle_places(false);
  ASSERT_EQ(sessions_.all().size(), 1U);
  EXPECT_EQ(sessions_.all().front().get(), &lined);
  EXPECT_FALSE(sessions_.admits(distant));
}

// A window's edge was taken for the border of a lattice with a blank rim.
TEST_F(BoardSessionsTest, ABoardBySymbolsReplacesALargerRejectedLatticeThatIsBlankAroundIt) {
  const BoardSession& around = add(where_it_lies(-1, 11), page(std::string(81, '.')), 3);
  ASSERT_EQ(around.state(), TrackState::rejected);
  BoardCandidate symbols = where_it_lies();
  symbols.seen = LatticeSeen::symbols;
  const BoardSession& board = add(symbols, page(kSamplePuzzle), 1);
  ASSERT_EQ(board.state(), TrackState::confirmed);
  EXPECT_FALSE(sessions_.is_shown(board));
  sessions_.settle_places(false);
  ASSERT_EQ(sessions_.all().size(), 1U);
  EXPECT_TRUE(sessions_.is_shown(*sessions_.all().front()));
}

// The same where nothing was read yet, and where symbols go on around it: a piece of a larger grid.
TEST_F(BoardSessionsTest, ABoardBySymbolsReplacesNoLargerLatticeThatMayHoldMore) {
  std::string larger(11, '5');
  for (int row = 0; row < 9; ++row)
    larger += "5" + std::string(kSamplePuzzle).substr(9 * row, 9) + "5";
  larger += std::string(11, '5');
  const FramePicture grid = page(larger, 11);
  BoardCandidate symbols = where_it_lies(1);
  symbols.seen = LatticeSeen::symbols;
  for (const int looks : {0, 4}) {
    sessions_.clear();
    const BoardSession& around = add(where_it_lies(0, 11), grid, looks);
    ASSERT_EQ(around.is_rejected(), looks > 0);
    const BoardSession& board = add(symbols, grid, 1);
    ASSERT_EQ(board.state(), TrackState::confirmed);
    sessions_.settle_places(false);
    EXPECT_FALSE(sessions_.is_shown(board)) << looks;
  }
}

TEST_F(BoardSessionsTest, ALatticeOfSymbolsAloneIsSoonSearchedAfresh) {
  std::string misprinted = kSamplePuzzle;
  misprinted[2] = '8';
  BoardCandidate symbols = where_it_lies();
  symbols.seen = LatticeSeen::symbols;
  EXPECT_TRUE(add(symbols, page(misprinted), 3).challenge_is_due());
}

// A rejected lattice may be a smeared look's: at first its place is searched again with the next
// pictures, then ever less often.
TEST_F(BoardSessionsTest, ThePlaceOfARejectedLatticeIsSoonSearchedAfresh) {
  const FramePicture blank = page(std::string(81, '.'));
  BoardSession& rejected = add(where_it_lies(), blank, 3);
  ASSERT_EQ(rejected.state(), TrackState::rejected);
  const auto pictures_until_due = [&] {
    int pictures = 0;
    while (!rejected.challenge_is_due() && pictures < 20) {
      rejected.see(blank, false);
      ++pictures;
    }
    return pictures;
  };
  std::vector<int> waits;
  for (int i = 0; i < 6; ++i) {
    rejected.note_challenge();
    waits.push_back(pictures_until_due());
  }
  EXPECT_EQ(waits, (std::vector<int>{3, 5, 7, 8, 8, 8}));
}

TEST_F(BoardSessionsTest, ThereIsRoomForSoManyBoards) {
  add(where_it_lies(), page(kSamplePuzzle), 1);
  add(where_it_lies(12), page(kSamplePuzzle), 0);
  EXPECT_FALSE(sessions_.admits(where_it_lies(24)));
}

}  // namespace
}  // namespace gridlens
