#include "app/cli/read_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "app/cli/csv_text.h"
#include "app/cli/progress.h"

namespace gridlens {
namespace {

BoardResult board_2x2() {
  BoardResult board;
  board.id = 1;
  board.n = 4;
  board.state = BoardState::solved;
  board.message = "solved";
  board.shape = Shape{2, 2};
  board.alphabet = Alphabet{AlphabetKind::letters, 4};
  board.clues = Grid(Shape{2, 2}, {1, 0, 3, 0, 0, 4, 0, 2, 2, 0, 4, 0, 0, 3, 0, 1});
  board.entries = Grid(Shape{2, 2});
  board.solution = Grid(Shape{2, 2}, {1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1});
  return board;
}

const std::string kGrids =
    "p.jpg: 4x4, boxes 2x2, symbols A-D, solved\n"
    "givens\nA . | C .\n. D | . B\n----+-----\nB . | D .\n. C | . A\n";
const std::string kSolution = "solution\nA B | C D\nC D | A B\n----+-----\nB A | D C\nD C | B A\n";

TEST(ReadTextTest, ASolvedBoardAndNone) {
  EXPECT_EQ(read_text("p.jpg", {board_2x2()}, {}), kGrids + kSolution);
  EXPECT_EQ(read_text("p.jpg", {}, {}), "p.jpg: no puzzle found\n");
}

TEST(ReadTextTest, DoubtfulCellsAreNamed) {
  BoardResult board = board_2x2();
  board.state = BoardState::unreadable;
  board.message = "2 doubtful cells";
  board.solution.reset();
  board.doubtful = {1, 3, 15};
  board.likeliest = CellMap<std::array<int, 2>>(16, {0, 1});
  board.likeliest[15] = {1, 4};
  board.likeliest[3] = {0, -1};
  const std::string text = read_text("p.jpg", {board}, {.check = true, .hint = true});
  EXPECT_NE(text.find("symbols A-D, unreadable (2 doubtful cells)\n"), std::string::npos) << text;
  EXPECT_NE(
      text.find(
          "doubtful r1c2: empty or A\ndoubtful r1c4: cannot be seen\ndoubtful r4c4: A or D\n"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("check there are no entries\nhint none: 2 doubtful cells\n"),
            std::string::npos)
      << text;
}

TEST(ReadTextTest, KindsInDoubtOnASolvedBoardAreNamed) {
  BoardResult board = board_2x2();
  board.doubtful = {1};
  board.likeliest = CellMap<std::array<int, 2>>(16, {2, 0});
  EXPECT_EQ(read_text("p.jpg", {board}, {}),
            kGrids + kSolution + "doubtful r1c2: given or entry\n");
}

TEST(ReadTextTest, WrongEntriesAndTheNextStep) {
  const ReadTextOptions all{.check = true, .hint = true};
  BoardResult board = board_2x2();
  board.entries->set(0, 1, 2);
  std::string text = read_text("p.jpg", {board}, all);
  EXPECT_NE(text.find("handwritten\n. B | . .\n"), std::string::npos) << text;
  EXPECT_NE(text.find("check the one entry is right\n"), std::string::npos) << text;
  EXPECT_NE(text.find("hint r"), std::string::npos) << text;
  board.entries->set(0, 3, 2);
  text = read_text("p.jpg", {board}, all);
  EXPECT_NE(text.find("check 1 of 2 is wrong\ncheck r1c4 is not B: column 4 has its B at r2c4, a "
                      "given\nhint r1c4 is not B: "),
            std::string::npos)
      << text;
  EXPECT_EQ(read_text("p.jpg", {board}, {}).find("check"), std::string::npos);
  board.solution.reset();
  board.message = "more than one solution";
  text = read_text("p.jpg", {board}, {.check = true, .hint = false});
  EXPECT_NE(text.find("check not possible: more than one solution\n"), std::string::npos);
}

TEST(ReadTextTest, LinesAreInSolvesNotation) {
  BoardResult board = board_2x2();
  EXPECT_EQ(read_line(board), "1.3..4.22.4..3.1");
  board.clues = Grid(Shape{3, 2});
  EXPECT_FALSE(read_line(board));
  board.clues->set(5, 5, 6);
  EXPECT_EQ(read_line(board), "3x2:" + std::string(35, '.') + "6");
  board.clues = Grid(Shape{2, 5});
  board.clues->set(0, 0, 10);
  std::string dots;
  for (int i = 1; i < 100; ++i) dots += ",.";
  EXPECT_EQ(read_line(board), "10" + dots);
  board.clues.reset();
  EXPECT_FALSE(read_line(board));
}

TEST(ReadTextTest, CsvRows) {
  BoardResult board = board_2x2();
  board.entries->set(0, 3, 2);
  EXPECT_EQ(csv_rows("a,\"b\".jpg", {board}, 12.34),
            "\"a,\"\"b\"\".jpg\",1,4,2x2,solved,1.3..4.22.4..3.1,...2............,"
            "1234341221434321,r1c4,12.3");
  EXPECT_EQ(csv_rows("a.jpg", {}, 1), "a.jpg,,,,no puzzle,,,,,1.0");
  const auto commas = [](const std::string& row) {
    return std::count(row.begin(), row.end(), ',');
  };
  EXPECT_EQ(commas(csv_rows("a.jpg", {}, 1)), commas(csv_header()));
  EXPECT_EQ(commas(csv_error_row("a.jpg")), commas(csv_header()));
}

TEST(ReadTextTest, AReportIsTakenUpWhereItsLastWholeRowEnds) {
  const auto path = std::filesystem::temp_directory_path() / "gridlens_csv_so_far.csv";
  const std::string whole = csv_header() + "\na.jpg,1\n\"b,\"\"c\"\"\n.jpg\",1\n";
  std::ofstream(path) << whole << "d.jpg,1,9";
  const CsvSoFar so_far = read_csv_so_far(path);
  EXPECT_EQ(so_far.header, csv_header());
  using Fields = std::vector<std::string>;
  EXPECT_EQ(so_far.rows, (std::vector<Fields>{{"a.jpg", "1"}, {"b,\"c\"\n.jpg", "1"}}));
  EXPECT_FALSE(csv_says_error(so_far.rows[0]));
  EXPECT_TRUE(csv_says_error({"a.jpg", "", "", "", "error"}));
  EXPECT_EQ(so_far.whole_bytes, static_cast<std::int64_t>(whole.size()));
  std::filesystem::remove(path);
  EXPECT_EQ(read_csv_so_far(path).header, "");
}

TEST(ReadTextTest, TimeLeft) {
  using Seconds = std::chrono::duration<double>;
  EXPECT_EQ(Progress::text(1, 3, Seconds(40)), "1 of 3, 1:20 left");
  EXPECT_EQ(Progress::text(3, 3, Seconds(40)), "3 of 3, 0:00 left");
  EXPECT_EQ(Progress::text(1, 1000, Seconds(10)), "1 of 1000, 2:46:30 left");
  EXPECT_EQ(Progress::text(0, 5, Seconds(0)), "0 of 5, 0:00 left");
}

}  // namespace
}  // namespace gridlens
