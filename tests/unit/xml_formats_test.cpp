#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/formats/formats.h"
#include "core/puzzle/notation.h"

namespace gridlens {
namespace {

const char* const kDigits =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

PuzzleDocument nine() {
  PuzzleDocument document({3, 3});
  document.givens = Grid({3, 3}, parse_puzzle(kDigits).values);
  return document;
}

// nine() with an entry and marks, as cells of `version`.
std::string cells(int version) {
  std::string text = "version: " + std::to_string(version) + "\n";
  for (int cell = 0; cell < 81; ++cell) {
    std::string value(1, kDigits[cell]);
    std::string_view marks = version == 1 ? "-" : "0";
    std::string editable = value == "0" ? "1" : "0";
    if (cell == 2) value = "4";
    if (cell == 3) marks = version == 1 ? "2,6," : "34";
    text.append(value).append("|").append(marks).append("|");
    if (version == 2) text += "|";  // a fault of that version
    if (version >= 4) text += cell == 5 ? "7|" : "0|";
    if (version == 5) text += "0|";
    text.append(editable).append("|");
  }
  return text;
}

PuzzleDocument played() {
  PuzzleDocument document = nine();
  document.entries.set(0, 2, 4);
  document.marks.assign(81, 0);
  document.marks[3] = 34;
  return document;
}

std::string read_error(const std::string& bytes) {
  try {
    read_puzzles(bytes);
  } catch (const FormatError& error) {
    return error.what();
  }
  return "";
}

TEST(OpenSudoku, VersionOneTellsOfTheWholeFile) {
  const std::string xml =
      std::string("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n") +
      "<name>Very &amp; easy</name><author>A</author><description>d</description>"
      "<source>s</source><level>1</level>\n<game data=\"" +
      kDigits + "\" />\n<game data=\"" + kDigits + "\"/>\n</opensudoku>\n";
  PuzzleDocument wanted = nine();
  wanted.title = "Very & easy";
  wanted.author = "A";
  wanted.source = "s";
  wanted.comment = "d\n1";
  EXPECT_EQ(read_puzzles(xml), (std::vector{wanted, wanted}));
}

TEST(OpenSudoku, LaterVersionsHoldGamesInPlay) {
  for (int version = 1; version <= 5; ++version) {
    const std::string xml =
        "<opensudoku version=\"2\"><folder name=\"Mine\" created=\"5\">\n<game "
        "created=\"1700000000123\""
        " state=\"0\" time=\"65000\" last_played=\"0\" note=\"hm\" command_stack=\"3|1|\" data=\"" +
        cells(version) + "\"/></folder></opensudoku>";
    PuzzleDocument wanted = played();
    wanted.title = "Mine";
    wanted.comment = "hm";
    wanted.created_s = 1'700'000'000;
    wanted.elapsed_ms = 65'000;
    std::vector<std::string> skipped;
    EXPECT_EQ(read_puzzles(xml, &skipped), std::vector{wanted}) << version;
    EXPECT_EQ(skipped.size(), version >= 4 ? 2U : 1U);
    EXPECT_EQ(skipped.back(), "the moves that led to the entries");
  }
}

TEST(OpenSudoku, WritesWhatItReads) {
  std::vector<PuzzleDocument> documents(5, played());
  documents[0].title = documents[1].title = "One \"&\" <two>";
  documents[1].comment = "first\nsecond";
  documents[2].created_s = 1'700'000'000;
  documents[3].elapsed_ms = 7;
  documents[4] = nine();
  const WrittenPuzzles written = write_puzzles(documents, FormatKind::opensudoku);
  EXPECT_TRUE(written.lost.empty());
  EXPECT_EQ(read_puzzles(written.bytes), documents);
  EXPECT_NE(written.bytes.find(std::string("data=\"") + kDigits + "\""), std::string::npos);
}

// KSudoku counts down the columns and writes 1 as b.
std::string ksudoku_values() {
  std::string text;
  for (int col = 0; col < 9; ++col)
    for (int row = 0; row < 9; ++row) {
      const char digit = kDigits[row * 9 + col];
      text += digit == '0' ? '_' : static_cast<char>('a' + digit - '0');
    }
  return text;
}

TEST(KSudoku, AGameWithItsHistory) {
  const std::string xml =
      "<!DOCTYPE ksudoku>\n<ksudoku>\n<game had-help=\"0\">\n<puzzle>\n"
      "<graph order=\"9\" type=\"sudoku\" specific-type=\"Plain\"/>\n<values>" +
      ksudoku_values() +
      "</values>\n</puzzle>\n<history>\n"
      "<simple-event index=\"18\" value=\"7\"/>\n"  // r1c3
      "<simple-event index=\"18\" value=\"4\"/>\n"
      "<simple-event index=\"0\" value=\"9\"/>\n"             // a given
      "<simple-event index=\"27\" markers=\"010001000\"/>\n"  // r1c4
      "<simple-event index=\"80\" value=\"1\"/>\n"            // a given
      "</history>\n</game>\n</ksudoku>\n";
  EXPECT_EQ(read_puzzles(xml), std::vector{played()});
}

TEST(KSudoku, WritesWhatItReadsWithEveryRule) {
  for (const Shape shape :
       {Shape{2, 2}, Shape{2, 3}, Shape{3, 2}, Shape{3, 3}, Shape{4, 4}, Shape{5, 5}, Shape{2, 5}})
    for (const RuleKind rules : {RuleKind::classic, RuleKind::x, RuleKind::jigsaw}) {
      PuzzleDocument document(shape);
      const int n = shape.n();
      document.rules = rules;
      if (rules == RuleKind::jigsaw) {
        document = PuzzleDocument(squarest_shape(n));
        document.rules = rules;
        // Slanted bands: no boxes.
        for (int cell = 0; cell < n * n; ++cell)
          document.regions.push_back(static_cast<std::uint8_t>((cell + cell / n / 2) / n % n));
        for (int row = 0; row < n; ++row)
          for (int col = 0; col < n; ++col)
            document.regions[static_cast<std::size_t>(row * n + col)] =
                static_cast<std::uint8_t>((row * n + col + 1) / n % n);
      }
      for (int i = 0; i < n; ++i) document.givens.set(i, (3 * i + 1) % n, i + 1);
      document.entries.set(n - 1, 0, n);
      document.givens.set(n - 1, 0, 0);
      document.marks.assign(static_cast<std::size_t>(n * n), 0);
      document.givens.set(0, 0, 0);
      document.marks[0] = CellMarks{1} << (n - 1) | 1;
      const WrittenPuzzles written = write_puzzles({&document, 1}, FormatKind::ksudoku);
      EXPECT_TRUE(written.lost.empty());
      EXPECT_EQ(read_puzzles(written.bytes), std::vector{document}) << written.bytes;
    }
}

TEST(KSudoku, HoldsMarksInEmptyCellsOnly) {
  PuzzleDocument document = played();
  document.marks[2] = 1;  // where an entry stands
  document.author = "x";
  EXPECT_EQ(write_puzzles({&document, 1}, FormatKind::ksudoku).lost,
            (std::vector<std::string>{"the author", "pencil marks in filled cells"}));
}

TEST(XmlFormats, MalformedFilesGiveOneLineThatSaysWhere) {
  const std::string open = "<opensudoku version=\"2\">\n<folder name=\"x\">\n";
  const std::string graph = "<ksudoku><game><puzzle>\n";
  const std::string custom =
      graph + "<graph order=\"9\" type=\"custom\" sizeX=\"9\" sizeY=\"9\" sizeZ=\"1\">\n";
  std::string short_cells = cells(3);
  short_cells.resize(short_cells.size() - 6);
  std::string bad_value = cells(3);
  bad_value[11] = 'x';
  const std::vector<std::pair<std::string, std::string>> files = {
      {"<", "line 1: not XML: "},
      {"<a>\n<b>\n</a>", "line 3: not XML: "},
      {"<!-- -->", "line 1: not XML: "},
      {"<html><body/></html>", "line 1: XML of another kind: <html> is neither"},
      {"<opensudoku/>", "line 1: the file holds no game"},
      {open + "<game state=\"0\"/></folder></opensudoku>", "line 3: a game without data"},
      {open + "<game data=\"123\"/></folder></opensudoku>", "line 3: data: 3 symbols: not a"},
      {open + "\n<game data=\"1234123412341234\"/></folder></opensudoku>",
       "line 4: data: not a 9x9 board"},
      {open + "<game data=\"" + short_cells + "\"/></folder></opensudoku>",
       "line 3: data of 240 fields instead of 243"},
      {open + "<game data=\"" + bad_value + "\"/></folder></opensudoku>",
       "line 3: data: row 1 column 1 is not a digit"},
      {open + "<game data=\"version: 99\n1|0|0|\"/></folder></opensudoku>",
       "line 3: version 99 of the cells is not known"},
      {open + "<game time=\"-5\" data=\"" + kDigits + "\"/></folder></opensudoku>",
       "line 3: time=\"-5\" is not a whole number from 0"},
      {open + "<game created=\"99999999999999999999\" data=\"" + kDigits +
           "\"/></folder></opensudoku>",
       "line 3: created=\"99999999999999999999\" is not a whole number"},
      {"<ksudoku/>", "line 1: no <game>"},
      {"<ksudoku><game/></ksudoku>", "line 1: no <puzzle>"},
      {graph + "</puzzle></game></ksudoku>", "line 1: no <graph>"},
      {graph + "<graph/></puzzle></game></ksudoku>", "line 2: no order"},
      {graph + "<graph order=\"1000000\" type=\"sudoku\"/></puzzle></game></ksudoku>",
       "line 2: order=\"1000000\" is not a whole number from 4 to 25"},
      {graph + "<graph order=\"6\" type=\"sudoku\"/></puzzle></game></ksudoku>",
       "line 2: order 6 has no square boxes"},
      {graph + "<graph order=\"9\" type=\"roxdoku\"/></puzzle></game></ksudoku>",
       "line 2: boards of the type \"roxdoku\" are not read"},
      {graph +
           "<graph order=\"9\" type=\"sudoku\"/>\n<values>bcd</values></puzzle></game></ksudoku>",
       "line 3: 3 values instead of 81"},
      {graph + "<graph order=\"9\" type=\"sudoku\"/>\n<values>" + std::string(80, '_') +
           "z</values></puzzle></game></ksudoku>",
       "line 3: row 9 column 9 is no symbol of the board"},
      {custom + "<cage/></graph></puzzle></game></ksudoku>", "line 3: <cage> is not read"},
      {custom + "<clique size=\"9\">1 2 3</clique></graph></puzzle></game></ksudoku>",
       "line 3: a group of 3 cells instead of 9"},
      {custom + "<clique size=\"9\">1 2 81</clique></graph></puzzle></game></ksudoku>",
       "line 3: a group with what is no cell"},
      {custom + "</graph></puzzle></game></ksudoku>",
       "line 2: not all rows and columns are groups"},
      {custom + "<sudokugroups at=\"0\" withblocks=\"0\"/></graph></puzzle></game></ksudoku>",
       "line 2: rules that are not known"},
  };
  for (const auto& [file, error] : files) {
    const std::string told = read_error(file);
    EXPECT_EQ(told.substr(0, error.size()), error) << file.substr(0, 300);
    EXPECT_EQ(told.find('\n'), std::string::npos);
  }
}

TEST(XmlFormats, HugeAndDeepFilesEndSoon) {
  std::string deep;
  for (int i = 0; i < 500'000; ++i) deep += "<a>";
  EXPECT_NE(read_error(deep), "");
  for (int i = 0; i < 500'000; ++i) deep += "</a>";
  EXPECT_NE(read_error(deep), "");
  EXPECT_EQ(read_error("<opensudoku>" + std::string(17 << 20, ' ') + "</opensudoku>"),
            "XML of more than 16 MiB");
  // Entities are not expanded.
  EXPECT_NE(read_error("<!DOCTYPE a [<!ENTITY b \"ccccc\"><!ENTITY d \"&b;&b;\">]><a>&d;</a>"), "");
}

}  // namespace
}  // namespace gridlens
