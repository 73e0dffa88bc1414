// Help of a board as it is painted and told: what changes in the picture, and in words.
#include "core/display/help_desk.h"

#include <gtest/gtest.h>

#include <chrono>
#include <opencv2/core.hpp>
#include <thread>

#include "core/display/board_overlay.h"
#include "core/solver/solver.h"
#include "tests/unit/render_fixture.h"
#include "tests/unit/sample_board.h"

namespace gridlens {
namespace {

TEST(BoardHelp, AWrongEntryIsToldFirst) {
  HelpDesk desk;
  Settings settings;
  settings.show = Show::hint;
  const std::vector<std::string> lines = advice(sample_board(), desk, settings);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_NE(lines[0].find('9'), std::string::npos) << lines[0];
  EXPECT_EQ(desk.help_for(sample_board(), 1).text, "r5c5 is wrong");
}

TEST(BoardHelp, StepsWalkOn) {
  HelpDesk desk;
  BoardResult board = sample_board();
  board.entries->set(4, 4, 0);
  Grid filled = board.clues->filled_from(*board.entries);
  Settings settings;
  settings.show = Show::hint;
  std::vector<HelpStep> steps;
  for (settings.hints = 1; settings.hints <= 50; ++settings.hints) {
    const BoardHelp& help = desk.help_for(board, settings.hints);
    ASSERT_EQ(help.hints.size(), static_cast<std::size_t>(settings.hints));
    const HelpStep& step = help.hints.back().step;
    ASSERT_EQ(filled.at(step.cell), 0) << "a cell is told twice";
    filled.set(step.cell, step.value);
    EXPECT_EQ(advice(board, desk, settings).front(), step.reason);
  }
  EXPECT_EQ(filled, *board.solution);
}

// Its 30th step is an XY-wing: a candidate falls, then a column has one place.
TEST(BoardHelp, TheChainIsToldOnDemand) {
  BoardResult board = sample_board();
  board.clues =
      grid_of("....148..1......627..56..1.4..19..2...8...6...7..43..8.2..81..784......6..723....");
  board.entries = Grid(Shape{3, 3});
  Solver solver(classic_rules(Shape{3, 3}));
  board.solution = solver.solve(*board.clues).solutions.at(0);
  HelpDesk desk;
  Settings settings;
  settings.show = Show::hint;
  settings.hints = 30;
  const HelpStep step = desk.help_for(board, 30).hints.back().step;
  EXPECT_EQ(step.technique, "xy wing");
  const std::vector<std::string> brief = advice(board, desk, settings);
  EXPECT_EQ(brief,
            std::vector<std::string>{"column 2 has only one place for a 9, after 1 elimination"});
  settings.how = true;
  const std::vector<std::string> chain = advice(board, desk, settings);
  ASSERT_EQ(chain.size(), 2u);
  EXPECT_EQ(chain[0].substr(0, 26), "1. whichever r2c2 (3 or 5)") << chain[0];
  EXPECT_EQ(chain[1], "2. column 2 has only one place for a 9");
  settings.hints = 1;  // a single step is a chain by itself
  EXPECT_EQ(advice(board, desk, settings).size(), 1u);
}

TEST(BoardHelp, TheCheckSaysHowManyAreWrong) {
  HelpDesk desk;
  BoardResult board = sample_board();
  EXPECT_EQ(check_text(board, desk.help_for(board, 1)), "1 of 2 is wrong");
  board.entries->set(4, 4, 5);
  EXPECT_EQ(check_text(board, desk.help_for(board, 1)), "all 2 are right");
  board.entries = Grid(Shape{3, 3});
  EXPECT_EQ(check_text(board, desk.help_for(board, 1)), "no entries to check");
}

TEST(BoardHelp, NothingRestsOnWhatIsNotSurelyRead) {
  HelpDesk desk;
  BoardResult board = sample_board();
  board.state = BoardState::unreadable;
  board.solution.reset();
  const BoardHelp& help = desk.help_for(board, 1);
  EXPECT_TRUE(help.hints.empty());
  EXPECT_TRUE(help.mistakes.empty());
}

// ---- On a thread

BoardResult right_board(int id) {
  BoardResult board = sample_board();
  board.id = id;
  board.entries->set(4, 4, 0);
  return board;
}

// Asks as pictures do, until all boards have their help.
bool wait_for(HelpDesk& desk, const std::vector<BoardResult>& boards, int count) {
  const auto begun = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - begun < std::chrono::seconds(60)) {
    bool looking = false;
    for (const BoardResult& board : boards) looking |= desk.help_for(board, count).looking;
    if (!looking) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

TEST(HelpDeskThread, TellsTheSameStepsALittleLater) {
  HelpDesk at_once;
  HelpDesk desk(HelpDesk::Work::on_a_thread);
  const BoardResult board = right_board(1);
  for (const int count : {1, 2, 20, 3, 1000}) {
    const std::vector<HelpHint> expected = at_once.help_for(board, count).hints;
    ASSERT_TRUE(wait_for(desk, {board}, count));
    const BoardHelp& help = desk.help_for(board, count);
    ASSERT_EQ(help.hints.size(), expected.size()) << count;
    EXPECT_EQ(help.text, at_once.help_for(board, count).text);
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_EQ(help.hints[i].step.reason, expected[i].step.reason);
  }
}

TEST(HelpDeskThread, SaysThatItLooksAndThenThatThereAreNews) {
  HelpDesk desk(HelpDesk::Work::on_a_thread);
  Settings settings;
  settings.show = Show::hint;
  const BoardResult board = right_board(1);
  EXPECT_FALSE(desk.has_news());
  EXPECT_EQ(advice(board, desk, settings), std::vector<std::string>{kLooking});
  const BoardHelp& help = desk.help_for(board, 1);
  if (help.looking) {  // the thread may have answered by now
    EXPECT_EQ(overlay_for(board, settings, &help).label->text, kLooking);
  }
  bool news = false;
  for (int i = 0; i < 60'000 && !news; ++i) {
    news = desk.has_news();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_TRUE(news);
  EXPECT_FALSE(desk.has_news());
  EXPECT_NE(advice(board, desk, settings), std::vector<std::string>{kLooking});
}

TEST(HelpDeskThread, EveryBoardInViewGetsItsHelp) {
  HelpDesk desk(HelpDesk::Work::on_a_thread);
  std::vector<BoardResult> boards;
  for (int id = 1; id <= 6; ++id) boards.push_back(right_board(id));
  ASSERT_TRUE(wait_for(desk, boards, 5));
  for (const BoardResult& board : boards) EXPECT_EQ(desk.help_for(board, 5).hints.size(), 5u);
}

TEST(HelpDeskThread, AnAnswerOnAnOlderReadingIsDropped) {
  for (int round = 0; round < 50; ++round) {
    HelpDesk desk(HelpDesk::Work::on_a_thread);
    BoardResult board = right_board(1);
    desk.help_for(board, 30);
    std::this_thread::sleep_for(std::chrono::microseconds(100 * round));
    const HelpStep first = HelpDesk().help_for(board, 1).hints[0].step;
    board.entries->set(first.cell, first.value);
    ASSERT_TRUE(wait_for(desk, {board}, 1));
    EXPECT_NE(desk.help_for(board, 1).hints[0].step.cell, first.cell);
  }
}

TEST(HelpDeskThread, EndsInTheMiddleOfAWalk) {
  HelpDesk desk(HelpDesk::Work::on_a_thread);
  desk.help_for(right_board(1), 1000);
}

TEST(HelpDeskThread, ACheckWaitsForNothing) {
  HelpDesk desk(HelpDesk::Work::on_a_thread);
  Settings settings;
  settings.show = Show::check;
  EXPECT_EQ(advice(sample_board(), desk, settings).front(), "1 of 2 is wrong");
}

class HelpOnPaper : public RenderTest {
 protected:
  // Cells of which a drawing differs from the bare picture.
  static std::vector<int> changed_cells(const BoardResult& board, const Settings& settings) {
    const cv::Mat bare(400, 400, CV_8UC3, cv::Scalar(230, 235, 240));
    HelpDesk desk;
    const BoardHelp& help = desk.help_for(board, settings.hints);
    const cv::Mat drawn = draw(
        bare, {{board.image_from_board, board.n, overlay_for(board, settings, &help), board.bend}});
    cv::Mat difference;
    cv::absdiff(drawn, bare, difference);
    std::vector<int> cells;
    for (int cell = 0; cell < 81; ++cell) {
      const cv::Rect place(20 + cell % 9 * 40, 20 + cell / 9 * 40, 40, 40);
      if (cv::norm(difference(place), cv::NORM_INF) > 8) cells.push_back(cell);
    }
    difference(cv::Rect(19, 19, 362, 362)).setTo(cv::Scalar());  // the rim is anti-aliased
    EXPECT_LE(cv::norm(difference, cv::NORM_INF), 8) << "outside of the board";
    return cells;
  }
};

// Pixels on the lines between cells belong to the cell at the right, or below.
std::vector<int> with_neighbours(const std::vector<int>& cells) {
  std::vector<int> all;
  for (int cell = 0; cell < 81; ++cell)
    for (const int of : cells)
      if (const int down = cell / 9 - of / 9, right = cell % 9 - of % 9;
          down >= 0 && down <= 1 && right >= 0 && right <= 1) {
        all.push_back(cell);
        break;
      }
  return all;
}

TEST_F(HelpOnPaper, NothingButTheHintsCellsChange) {
  BoardResult board = sample_board();
  board.entries->set(4, 4, 0);
  Settings settings;
  settings.outline = false;
  settings.show = Show::hint;
  HelpDesk desk;
  const BoardHelp& help = desk.help_for(board, 1);
  std::vector<int> expected = help.hints[0].step.because;
  expected.push_back(help.hints[0].step.cell);
  for (const int unit : help.hints[0].step.units)
    for (const int cell : help.units[static_cast<std::size_t>(unit)].cells)
      expected.push_back(cell);
  const std::vector<int> changed = changed_cells(board, settings);
  for (const int cell : expected)
    EXPECT_NE(std::find(changed.begin(), changed.end(), cell), changed.end()) << cell;
  const std::vector<int> allowed = with_neighbours(expected);
  for (const int cell : changed)
    EXPECT_NE(std::find(allowed.begin(), allowed.end(), cell), allowed.end()) << cell;
  EXPECT_LT(changed.size(), 60u);
}

TEST_F(HelpOnPaper, ACheckChangesTheEntriesCellsOnly) {
  Settings settings;
  settings.outline = false;
  settings.show = Show::check;
  const std::vector<int> changed = changed_cells(sample_board(), settings);
  const std::vector<int> allowed = with_neighbours({2, 40});
  for (const int cell : changed)
    EXPECT_NE(std::find(allowed.begin(), allowed.end(), cell), allowed.end()) << cell;
  EXPECT_NE(std::find(changed.begin(), changed.end(), 2), changed.end());
  EXPECT_NE(std::find(changed.begin(), changed.end(), 40), changed.end());
  settings.show = Show::none;
  EXPECT_TRUE(changed_cells(sample_board(), settings).empty());
}

}  // namespace
}  // namespace gridlens
