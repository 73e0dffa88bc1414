// Boards in one place: what gives way to what.
#include "core/pipeline/board_sessions.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/unit/board_page.h"
#include "tests/unit/reading_scene.h"
#include "tests/unit/sample_puzzle.h"

namespace gridlens {
namespace {

using namespace reading_scene;

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

// A window that faded over a screen's board hid that it is one; nor does a photo's find take the
// place of a screenshot's.
TEST_F(BoardSessionsTest, ABoardInDoubtGivesWayToTheSameOfAScreenshot) {
  BoardCandidate screenshot = where_it_lies();
  screenshot.screenshot_quarter_turns = 0;
  const BoardSession& waiting = add(where_it_lies(), page_in_doubt(), 2);
  ASSERT_FALSE(waiting.settled());
  EXPECT_FALSE(sessions_.admits(where_it_lies())) << "the same once more";
  ASSERT_TRUE(sessions_.admits(screenshot));
  const BoardSession& known = add(screenshot, page(kSamplePuzzle), 1);
  sessions_.settle_places(false);
  ASSERT_EQ(sessions_.all().size(), 1U);
  EXPECT_EQ(sessions_.all().front().get(), &known);
  EXPECT_FALSE(better_founded(where_it_lies(), screenshot));
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
