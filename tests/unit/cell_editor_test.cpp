// From a place of the view to the cell, and from keys to corrections.
#include "app/views/cell_editor.h"

#include <gtest/gtest.h>

#include "app/views/cell_picking.h"

namespace gridlens {
namespace {

using Key = CellEditor::Key;
using Kind = Correction::Kind;

BoardResult board_of(int id, Shape shape, AlphabetKind kind) {
  BoardResult board;
  board.id = id;
  board.n = shape.n();
  board.shape = shape;
  board.alphabet = Alphabet{kind, shape.n()};
  board.clues = Grid(shape);
  board.entries = Grid(shape);
  return board;
}

// ---- Picking

// A board in perspective whose paper is bent.
BoardResult bent_board() {
  BoardResult board = board_of(3, {3, 3}, AlphabetKind::numerals);
  board.image_from_board = Homography::image_from_board(
      Quad{{cv::Point2d(210, 90), {520, 140}, {560, 430}, {150, 380}}}, 9);
  board.bend = BoardBend(9);
  BoardBend::Terms x{};
  BoardBend::Terms y{};
  x[3] = 0.08;
  y[4] = -0.1;
  board.bend.add(x, y, 1);
  EXPECT_GT(board.bend.largest(), 0.05);
  return board;
}

TEST(CellPicking, FindsEveryCellMirroredOrNot) {
  const BoardResult board = bent_board();
  for (const bool mirror : {false, true})
    for (const cv::Size target : {cv::Size(1280, 900), cv::Size(700, 900), cv::Size(2000, 500)}) {
      const View view{target, {40, 10, target.width - 300, target.height - 10}, mirror, false, 1};
      const Placement placement = place_picture({640, 480}, view);
      for (int cell = 0; cell < 81; ++cell)
        for (const double off : {0.1, 0.5, 0.9}) {
          const cv::Point2d at(cell % 9 + off, cell / 9 + 1 - off);
          const cv::Point2d image = board.image_from_board(at + board.bend(at));
          const cv::Point2d shown = Homography(placement.view_from_image)(image);
          const auto picked = pick_cell({board}, placement, shown);
          ASSERT_TRUE(picked) << cell << " mirrored " << mirror;
          EXPECT_EQ(*picked, (SelectedCell{3, cell}));
        }
      for (const cv::Point2d beside : {cv::Point2d(100, 60), {620, 300}, {20, 470}})
        EXPECT_FALSE(pick_cell({board}, placement, Homography(placement.view_from_image)(beside)));
    }
}

TEST(CellPicking, TakesNoBoardThatIsNotReadAndTheUpperOneOfTwo) {
  const Placement placement = place_picture({640, 480}, View::of_picture({640, 480}));
  const cv::Point2d middle = bent_board().image_from_board({4.5, 4.5});
  BoardResult unread = bent_board();
  unread.id = 7;
  unread.clues.reset();
  EXPECT_FALSE(pick_cell({unread}, placement, middle));
  EXPECT_EQ(pick_cell({bent_board(), unread}, placement, middle)->board_id, 3);
  BoardResult upper = bent_board();
  upper.id = 8;
  EXPECT_EQ(pick_cell({bent_board(), upper}, placement, middle)->board_id, 8);
  EXPECT_FALSE(pick_cell({}, placement, middle));
}

// ---- Typing

struct Typed {
  const char* what;
  AlphabetKind alphabet;
  Shape shape;
  // Characters; '\n' Enter, '\b' erase, '\t' the other kind, '\x1b' escape.
  std::string keys;
  std::vector<std::pair<int, Kind>> set;  // values and kinds, in order
  std::string pending;
  bool selected = true;
};

const Shape k9{3, 3};
const Shape k16{4, 4};
constexpr auto kNumerals = AlphabetKind::numerals;
constexpr auto kG = Kind::given;
constexpr auto kE = Kind::entry;

const std::vector<Typed> kTable = {
    {"a digit is set at once", kNumerals, k9, "7", {{7, kG}}, ""},
    {"the newest digit counts", kNumerals, k9, "73", {{7, kG}, {3, kG}}, ""},
    {"0 is blank", kNumerals, k9, "0", {{0, kG}}, ""},
    {"erase is blank", kNumerals, k9, "\b", {{0, kG}}, ""},
    {"letters mean nothing to digits", kNumerals, k9, "xq", {}, ""},
    {"Enter alone ends it", kNumerals, k9, "\n", {}, "", false},
    {"escape ends it", kNumerals, k9, "\x1b", {}, "", false},
    {"nothing is typed after the end", kNumerals, k9, "\n7", {}, "", false},
    {"an entry", kNumerals, k9, "\t7", {{7, kE}}, ""},
    {"an entry after all a given", kNumerals, k9, "\t\t7", {{7, kG}}, ""},
    {"1 may go on", kNumerals, k16, "1", {}, "1"},
    {"1 with Enter", kNumerals, k16, "1\n", {{1, kG}}, "", false},
    {"two digits", kNumerals, k16, "12", {{12, kG}}, ""},
    {"0 as the second digit", kNumerals, k16, "10", {{10, kG}}, ""},
    {"what does not go on begins anew", kNumerals, k16, "19", {{9, kG}}, ""},
    {"erase takes a typed digit back", kNumerals, k16, "1\b", {}, ""},
    {"and then blanks", kNumerals, k16, "1\b\b", {{0, kG}}, ""},
    {"escape drops what is typed", kNumerals, k16, "1\x1b", {}, "", false},
    {"letters in either case", AlphabetKind::letters, k9, "cI", {{3, kG}, {9, kG}}, ""},
    {"0 beside letters", AlphabetKind::letters, k9, "0", {{0, kG}}, ""},
    {"hexadecimal 0 is a symbol", AlphabetKind::hexadecimal, k16, "0f", {{1, kG}, {16, kG}}, ""},
    {"so is one of 0..15", AlphabetKind::zero_based, k16, "0", {{1, kG}}, ""},
    {"digits, then letters", AlphabetKind::digits_then_letters, k16, "9a", {{9, kG}, {10, kG}}, ""},
};

TEST(CellEditor, KeysAskForCorrections) {
  for (const Typed& row : kTable) {
    const CellEditor::Boards boards = {board_of(1, k9, kNumerals),
                                       board_of(5, row.shape, row.alphabet)};
    CellEditor editor;
    editor.select({5, 20});
    std::vector<std::pair<int, Kind>> set;
    for (const char key : row.keys) {
      const auto correct = key == '\n'     ? editor.press(Key::enter, boards)
                           : key == '\b'   ? editor.press(Key::erase, boards)
                           : key == '\t'   ? editor.press(Key::other_kind, boards)
                           : key == '\x1b' ? editor.press(Key::escape, boards)
                                           : editor.type(key, boards);
      if (!correct) continue;
      EXPECT_EQ(correct->board_id, 5) << row.what;
      EXPECT_EQ(correct->correction.cell, 20) << row.what;
      set.emplace_back(correct->correction.value, correct->correction.kind);
    }
    EXPECT_EQ(set, row.set) << row.what;
    EXPECT_EQ(editor.typed(), row.pending) << row.what;
    EXPECT_EQ(editor.selected().has_value(), row.selected) << row.what;
  }
}

TEST(CellEditor, TheOtherKindIsOfWhatStandsThere) {
  CellEditor::Boards boards = {board_of(1, k9, kNumerals)};
  boards[0].clues->set(0, 4, 6);
  boards[0].entries->set(1, 4, 8);
  CellEditor editor;
  editor.select({1, 4});
  EXPECT_EQ(editor.kind(boards[0]), kG);
  EXPECT_EQ(editor.press(Key::other_kind, boards)->correction, (Correction{4, 6, kE}));
  editor.select({1, 13});
  EXPECT_EQ(editor.kind(boards[0]), kE);
  EXPECT_EQ(editor.type('3', boards)->correction, (Correction{13, 3, kE})) << "an entry stays one";
  EXPECT_EQ(editor.press(Key::other_kind, boards)->correction, (Correction{13, 8, kG}));
  EXPECT_EQ(editor.reset(boards)->correction.kind, Kind::as_read);
}

TEST(CellEditor, ABlankCellOfASolvedBoardIsRevealed) {
  CellEditor::Boards boards = {board_of(1, k9, kNumerals)};
  CellEditor editor;
  EXPECT_FALSE(editor.reveal(boards)) << "nothing is selected";
  editor.select({1, 4});
  EXPECT_FALSE(editor.reveal(boards)) << "no solution";
  boards[0].solution = Grid(k9);
  ASSERT_TRUE(editor.reveal(boards));
  EXPECT_EQ(editor.reveal(boards)->board_id, 1);
  EXPECT_EQ(editor.reveal(boards)->cell, 4);
  boards[0].entries->set(0, 4, 8);
  EXPECT_FALSE(editor.reveal(boards)) << "the person's own";
  EXPECT_FALSE(editor.reveal({})) << "not in view";
}

TEST(CellEditor, KnowsWhichLettersAreTyped) {
  CellEditor editor;
  editor.select({1, 4});
  const CellEditor::Boards digits = {board_of(1, k9, kNumerals)};
  EXPECT_TRUE(editor.takes('7', digits));
  EXPECT_FALSE(editor.takes('v', digits));
  const CellEditor::Boards letters = {board_of(1, {5, 5}, AlphabetKind::letters)};
  EXPECT_TRUE(editor.takes('v', letters));
  EXPECT_TRUE(editor.takes('V', letters));
  editor.cancel();
  EXPECT_FALSE(editor.takes('V', letters));
}

TEST(CellEditor, ArrowsStayOnTheBoard) {
  const CellEditor::Boards boards = {board_of(1, k9, kNumerals)};
  CellEditor editor;
  editor.select({1, 0});
  editor.press(Key::left, boards);
  editor.press(Key::up, boards);
  EXPECT_EQ(editor.selected()->cell, 0);
  editor.press(Key::right, boards);
  editor.press(Key::down, boards);
  EXPECT_EQ(editor.selected()->cell, 10);
}

TEST(CellEditor, ABoardOutOfViewIsWaitedFor) {
  const CellEditor::Boards boards = {board_of(1, k9, kNumerals)};
  CellEditor editor;
  editor.select({2, 4});
  EXPECT_FALSE(editor.type('7', boards));
  EXPECT_FALSE(editor.press(Key::erase, boards));
  EXPECT_FALSE(editor.press(Key::other_kind, boards));
  EXPECT_TRUE(editor.selected());
  EXPECT_FALSE(editor.type('7', {}));
  EXPECT_TRUE(editor.type('7', {board_of(2, k9, kNumerals)}));
  // A smaller board by the same id has no such cell.
  editor.select({2, 80});
  EXPECT_FALSE(editor.type('1', {board_of(2, {2, 2}, kNumerals)}));
}

TEST(CellEditor, WalksFromDoubtToDoubt) {
  CellEditor::Boards boards = {board_of(1, k9, kNumerals), board_of(2, k9, kNumerals),
                               board_of(4, k9, AlphabetKind::letters)};
  CellEditor editor;
  EXPECT_FALSE(editor.select_next_doubt(boards));
  EXPECT_FALSE(editor.selected());
  boards[0].doubtful = {5, 60};
  boards[1].clash = {33, 30};
  boards[2].doubtful = {7};
  std::vector<SelectedCell> walk;
  for (int step = 0; step < 6; ++step) {
    ASSERT_TRUE(editor.select_next_doubt(boards));
    walk.push_back(*editor.selected());
  }
  EXPECT_EQ(walk, (std::vector<SelectedCell>{{1, 5}, {1, 60}, {2, 30}, {2, 33}, {4, 7}, {1, 5}}));
  // One that was set is no doubt any more; the walk goes on after it.
  editor.type('3', boards);
  boards[0].doubtful = {60};
  editor.press(Key::enter, boards);
  ASSERT_TRUE(editor.select_next_doubt(boards));
  EXPECT_EQ(*editor.selected(), (SelectedCell{1, 60}));
  // C is no symbol here, and goes on ...
  editor.type('c', boards);
  EXPECT_EQ(*editor.selected(), (SelectedCell{2, 30}));
  // ... but is one there.
  editor.select({4, 7});
  EXPECT_EQ(editor.type('c', boards)->correction.value, 3);
}

TEST(CellEditor, NamesCellsByRowAndColumn) {
  EXPECT_EQ(name_of_cell(0, 9), "r1c1");
  EXPECT_EQ(name_of_cell(33, 9), "r4c7");
  EXPECT_EQ(name_of_cell(255, 16), "r16c16");
}

}  // namespace
}  // namespace gridlens
