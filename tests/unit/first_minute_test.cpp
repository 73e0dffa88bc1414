// What is told a person whose puzzle is not solved: the table, its steadiness, and pictures.
#include "app/session/first_minute.h"

#include <gtest/gtest.h>

#include <functional>

namespace gridlens {
namespace {

FrameResult in_good_light() {
  FrameResult result;
  result.conditions.measured = true;
  result.conditions.bright_grey = 200;
  result.conditions.edge_px = 4;
  return result;
}

BoardResult board(BoardState state, const std::string& message, double cell_px = 40) {
  BoardResult board;
  board.n = 9;
  board.state = state;
  board.message = message;
  const double side = 9 * cell_px;
  board.image_from_board =
      Homography::image_from_board(Quad{{{{0, 0}, {side, 0}, {side, side}, {0, side}}}}, 9);
  return board;
}

FrameResult with_board(BoardState state, const std::string& message, double cell_px = 40) {
  FrameResult result = in_good_light();
  result.boards.push_back(board(state, message, cell_px));
  return result;
}

FrameResult with_lattice(const std::string& message, bool rejected = true, double cell_px = 40) {
  FrameResult result = in_good_light();
  result.conditions.lattices.push_back({9, cell_px, rejected, false, message});
  return result;
}

FrameResult with_other_puzzle(const std::string& message) {
  FrameResult result = with_lattice(message);
  result.conditions.lattices.back().other_puzzle = true;
  return result;
}

FrameResult with(const std::function<void(ViewConditions&)>& change) {
  FrameResult result = in_good_light();
  change(result.conditions);
  return result;
}

struct Row {
  const char* name;
  FrameResult result;
  TipKind kind;
  const char* for_camera;
  const char* for_picture;
};

std::vector<Row> table() {
  return {
      {"solved", with_board(BoardState::solved, "solved"), TipKind::none, "", ""},
      {"one of two solved",
       [] {
         FrameResult result = with_board(BoardState::unreadable, "3 doubtful cells");
         result.boards.push_back(board(BoardState::solved, "solved"));
         return result;
       }(),
       TipKind::none, "", ""},
      {"solving",
       [] {
         FrameResult result = with_board(BoardState::reading, "solving");
         result.boards[0].solving = true;
         return result;
       }(),
       TipKind::none, "", ""},
      {"contradiction", with_board(BoardState::contradiction, "two of your 7s clash in row 4"),
       TipKind::contradiction,
       "The numbers contradict each other: two of your 7s clash in row 4; click a misread one and "
       "type the right one",
       "The numbers contradict each other: two of your 7s clash in row 4; click a misread one and "
       "type the right one"},
      {"two solutions", with_board(BoardState::multiple, "more than one solution"),
       TipKind::multiple,
       "It has more than one solution; a number may be hidden or misread: click its cell and type "
       "it",
       "It has more than one solution; a number may be hidden or misread: click its cell and type "
       "it"},
      {"in doubt", with_board(BoardState::reading, "3 doubtful cells"), TipKind::doubtful,
       "Not surely read: 3 doubtful cells; hold it still and flat, or press C and type what stands "
       "there",
       "Not surely read: 3 doubtful cells; press C for a doubtful cell and type what stands "
       "there"},
      {"not read yet", with_board(BoardState::reading, "reading"), TipKind::doubtful,
       "Not surely read; hold it still and flat, or press C and type what stands there",
       "Not surely read; press C for a doubtful cell and type what stands there"},
      {"small cells", with_board(BoardState::unreadable, "come closer", 6), TipKind::too_small,
       "Too small to read: the cells are 6 pixels wide, and 13 are needed; bring it closer",
       "Too small to read: the cells are 6 pixels wide, and 13 are needed; a larger picture of it "
       "would help"},
      {"small cells of a lattice", with_lattice("", false, 7), TipKind::too_small,
       "Too small to read: the cells are 7 pixels wide, and 13 are needed; bring it closer",
       "Too small to read: the cells are 7 pixels wide, and 13 are needed; a larger picture of it "
       "would help"},
      {"dark", with([](ViewConditions& seen) { seen.bright_grey = 30; }), TipKind::too_dark,
       "It is too dark; more light would help", "It is too dark; a brighter picture would help"},
      {"jigsaw", with_other_puzzle("the lines mark other regions than a Sudoku's boxes"),
       TipKind::other_puzzle,
       "Another puzzle, such as a jigsaw: the lines mark other regions than a Sudoku's boxes; only "
       "Sudokus with the usual boxes are solved",
       "Another puzzle, such as a jigsaw: the lines mark other regions than a Sudoku's boxes; only "
       "Sudokus with the usual boxes are solved"},
      {"futoshiki", with_other_puzzle("there are signs between the cells, and no boxes"),
       TipKind::other_puzzle,
       "Another puzzle, such as a jigsaw: there are signs between the cells, and no boxes; only "
       "Sudokus with the usual boxes are solved",
       "Another puzzle, such as a jigsaw: there are signs between the cells, and no boxes; only "
       "Sudokus with the usual boxes are solved"},
      {"blank grid", with_lattice("no symbols in the grid"), TipKind::no_sudoku,
       "A grid is seen, but no Sudoku: no symbols in the grid",
       "A grid is seen, but no Sudoku: no symbols in the grid"},
      {"a grid not judged yet", with_lattice("reading", false), TipKind::being_read,
       "A grid is seen; hold it still and flat", "A grid is seen; it cannot be read as a Sudoku"},
      {"moving", with([](ViewConditions& seen) { seen.moved_grey = 40; }), TipKind::moving,
       "The picture moves; hold still for a moment", "The picture moves"},
      {"blurred", with([](ViewConditions& seen) { seen.edge_px = 15; }), TipKind::blurred,
       "The picture is blurred; hold still, or move back until it gets sharp",
       "The picture is blurred; a sharper one would help"},
      {"small outline", with([](ViewConditions& seen) { seen.largest_outline_px = 80; }),
       TipKind::far_away, "No grid is seen; bring the puzzle closer",
       "No Sudoku in this picture; if there is a puzzle, it is too small"},
      {"nothing", in_good_light(), TipKind::no_grid,
       "No grid is seen; show the whole puzzle, flat and from the front",
       "No Sudoku in this picture"},
  };
}

TEST(FirstMinuteTest, EachRowOfTheTable) {
  for (const Row& row : table()) {
    const Tip tip = tip_for(row.result);
    EXPECT_EQ(tip.kind, row.kind) << row.name;
    EXPECT_EQ(tip_text(tip, TipFor::camera), row.for_camera) << row.name;
    EXPECT_EQ(tip_text(tip, TipFor::picture), row.for_picture) << row.name;
  }
}

// Of a picture or clip nobody can hold anything.
TEST(FirstMinuteTest, OnlyACameraIsAskedToBeShownSomething) {
  for (const Row& row : table())
    for (const TipFor who : {TipFor::picture, TipFor::clip}) {
      const std::string text = tip_text(tip_for(row.result), who);
      for (const char* word : {"hold", "closer", "move back", "more light", "show the"})
        EXPECT_EQ(text.find(word), std::string::npos) << text;
    }
}

TEST(FirstMinuteTest, MeasuresMustGetALittleBetterThanWhatBroughtTheTip) {
  const FrameResult dim = with([](ViewConditions& seen) { seen.bright_grey = 60; });
  EXPECT_EQ(tip_for(dim).kind, TipKind::no_grid);
  EXPECT_EQ(tip_for(dim, TipKind::too_dark).kind, TipKind::too_dark);
  const FrameResult soft = with([](ViewConditions& seen) { seen.edge_px = 9; });
  EXPECT_EQ(tip_for(soft).kind, TipKind::no_grid);
  EXPECT_EQ(tip_for(soft, TipKind::blurred).kind, TipKind::blurred);
  const FrameResult near = with_board(BoardState::reading, "3 doubtful cells", 12.5);
  EXPECT_EQ(tip_for(near).kind, TipKind::doubtful);
  EXPECT_EQ(tip_for(near, TipKind::too_small).kind, TipKind::too_small);
}

// Frames of 33 ms; what is told after each second.
class Stream {
 public:
  std::string after(double seconds, const FrameResult& result, const FrameResult* other = nullptr) {
    for (double ms = 0; ms < 1000 * seconds; ms += 33) {
      minute.see(other != nullptr && ++frames % 2 == 0 ? *other : result, TipFor::camera, now_ms);
      if (minute.text() != last) ++changes;
      last = minute.text();
      now_ms += 33;
    }
    return minute.text();
  }
  FirstMinute minute;
  double now_ms = 0;
  int frames = 0, changes = 0;
  std::string last;
};

TEST(FirstMinuteTest, ToldAfterThreeSecondsAndGoneOnceSolved) {
  Stream stream;
  EXPECT_EQ(stream.after(2.5, in_good_light()), "");
  EXPECT_NE(stream.after(1, in_good_light()), "");
  EXPECT_EQ(stream.after(0.05, with_board(BoardState::solved, "solved")), "");
  EXPECT_EQ(stream.after(2.5, in_good_light()), "");
  EXPECT_TRUE(stream.minute.any_board());
  stream.minute.forget();
  EXPECT_FALSE(stream.minute.any_board());
}

TEST(FirstMinuteTest, ItDoesNotFlickerBetweenTwoReasons) {
  Stream stream;
  const FrameResult dark = with([](ViewConditions& seen) { seen.bright_grey = 30; });
  const FrameResult nothing = in_good_light();
  stream.after(4, dark);
  EXPECT_EQ(stream.changes, 1);
  stream.after(10, dark, &nothing);
  EXPECT_EQ(stream.changes, 1) << "what was told first stays";
  EXPECT_EQ(stream.minute.text(), "It is too dark; more light would help");
  EXPECT_NE(stream.after(5, nothing), "It is too dark; more light would help");
  EXPECT_EQ(stream.changes, 2);
}

TEST(FirstMinuteTest, TwoReasonsByTurnsAreToldAsOne) {
  Stream stream;
  const FrameResult table = with_lattice("no symbols in the grid");
  const FrameResult nothing = in_good_light();
  EXPECT_NE(stream.after(5, table, &nothing), "");
  EXPECT_EQ(stream.changes, 1);
}

TEST(FirstMinuteTest, ABriefTroubleIsNotTold) {
  Stream stream;
  const FrameResult solved = with_board(BoardState::solved, "solved");
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(stream.after(1, solved), "");
    EXPECT_EQ(stream.after(1.5, in_good_light()), "");
  }
}

TEST(FirstMinuteTest, APictureIsToldAtOnce) {
  FirstMinute minute;
  minute.see(in_good_light(), TipFor::picture, 0);
  EXPECT_EQ(minute.text(), "No Sudoku in this picture");
  minute.see(with_board(BoardState::solved, "solved"), TipFor::picture, 10);
  EXPECT_EQ(minute.text(), "");
}

TEST(FirstMinuteTest, FiguresChangeNoFasterThanOneReads) {
  Stream stream;
  stream.after(4, with_board(BoardState::unreadable, "come closer", 6));
  stream.changes = 0;
  const FrameResult seven = with_board(BoardState::unreadable, "come closer", 7);
  const FrameResult six = with_board(BoardState::unreadable, "come closer", 6);
  stream.after(6, seven, &six);
  EXPECT_LE(stream.changes, 4);
}

}  // namespace
}  // namespace gridlens
