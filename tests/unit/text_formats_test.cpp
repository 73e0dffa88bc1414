#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/formats/formats.h"
#include "core/puzzle/alphabet.h"
#include "core/puzzle/notation.h"

namespace gridlens {
namespace {

const char* const kLine =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

PuzzleDocument nine() {
  PuzzleDocument document({3, 3});
  document.givens = Grid({3, 3}, parse_puzzle(kLine).values);
  return document;
}

std::string rows(const std::string& line) {
  std::string text;
  for (std::size_t row = 0; row < 9; ++row) text += line.substr(row * 9, 9) + "\n";
  return text;
}

std::string read_error(const std::string& bytes) {
  try {
    read_puzzles(bytes);
  } catch (const FormatError& error) {
    return error.what();
  }
  return "";
}

TEST(TextFormats, SadManFilesWithWordsAndSections) {
  const std::string words =
      "#ARuud\n#DA random puzzle\n#CJust start\n#C plugging in\r\n#B03-08-2006\n#SSudoCue\n#LEasy\n"
      "#Uhttp://www.sudocue.net/\n";
  PuzzleDocument wanted = nine();
  wanted.author = "Ruud";
  wanted.title = "A random puzzle";
  wanted.comment =
      "Just start\nplugging in\nDate: 03-08-2006\nLevel: Easy\nAddress: http://www.sudocue.net/";
  wanted.source = "SudoCue";
  EXPECT_EQ(read_puzzles(words + rows(kLine)), std::vector{wanted});
  EXPECT_EQ(read_puzzles(words + "[Puzzle]\n" + rows(kLine)), std::vector{wanted});

  wanted.entries.set(0, 2, 4);
  wanted.entries.set(8, 0, 3);
  std::string state = kLine;
  state[2] = '4';
  state[72] = '3';
  std::vector<std::string> skipped;
  EXPECT_EQ(read_puzzles(words + "[Puzzle]\r\n" + rows(kLine) + "[State]\r\n" + rows(state) +
                             "[PencilMarks]\nanything\n",
                         &skipped),
            std::vector{wanted});
  EXPECT_EQ(skipped, std::vector<std::string>{"line 29: the section [pencilmarks]"});
}

TEST(TextFormats, ACommentIsNoWordOfSadMan) {
  const auto read = read_puzzles("#Sudoku of the day\n# A nice one\n" + rows(kLine));
  EXPECT_EQ(read, std::vector{nine()});
}

TEST(TextFormats, SadManWritesWhatItReads) {
  PuzzleDocument document = nine();
  EXPECT_EQ(write_puzzles({&document, 1}, FormatKind::sdk).bytes, rows(kLine));
  document.author = "ruud";
  document.title = "a title";
  document.comment = "one\ntwo";
  document.source = "x.jpg";
  document.entries.set(0, 2, 4);
  document.elapsed_ms = 5;
  document.marks.assign(81, 0);
  document.marks[3] = 6;
  const WrittenPuzzles written = write_puzzles({&document, 1}, FormatKind::sdk);
  EXPECT_EQ(written.lost, (std::vector<std::string>{"pencil marks", "the time spent"}));
  document.elapsed_ms = 0;
  document.marks.clear();
  EXPECT_EQ(read_puzzles(written.bytes), std::vector{document});
}

TEST(TextFormats, SimpleSudokuInItsForms) {
  PuzzleDocument document = nine();
  const WrittenPuzzles written = write_puzzles({&document, 1}, FormatKind::ss);
  EXPECT_EQ(written.bytes.substr(0, 28), "*-----------*\n|53.|.7.|...|\n");
  EXPECT_EQ(read_puzzles(written.bytes), std::vector{document});
  for (const char empty : {'X', 'x', '*'}) {
    std::string other = written.bytes;
    for (char& c : other)
      if (c == '.') c = empty;
    EXPECT_EQ(read_puzzles(other), std::vector{document}) << other;
  }
}

TEST(TextFormats, AListOf81Digits) {
  const std::vector<PuzzleDocument> documents(3, nine());
  const WrittenPuzzles written = write_puzzles(documents, FormatKind::sdm);
  EXPECT_EQ(written.bytes.substr(0, 10), "5300700006");
  EXPECT_EQ(written.bytes.size(), 3U * 82);
  EXPECT_EQ(read_puzzles(written.bytes), documents);
}

TEST(TextFormats, GridsHoldEntriesAndSymbols) {
  std::vector<PuzzleDocument> documents;
  for (const Shape shape : {Shape{2, 3}, Shape{3, 2}, Shape{3, 3}, Shape{4, 4}, Shape{5, 5}})
    for (const Alphabet& alphabet : possible_alphabets(shape.n())) {
      PuzzleDocument document(shape);
      const int n = shape.n();
      for (int i = 0; i < n; ++i) document.givens.set(i, (3 * i + 1) % n, i + 1);
      for (int i = 0; i < n; ++i)
        if (document.givens.at(i, i) == 0) document.entries.set(i, i, n - i);
      if (alphabet.kind != AlphabetKind::numerals) document.symbols = alphabet.symbols();
      documents.push_back(document);
    }
  const WrittenPuzzles written = write_puzzles(documents, FormatKind::grid);
  EXPECT_TRUE(written.lost.empty());
  EXPECT_EQ(read_puzzles(written.bytes), documents);
}

TEST(TextFormats, WhatALineDoesNotHoldIsNamed) {
  std::vector<PuzzleDocument> documents(4, nine());
  documents[1].entries.set(0, 2, 4);
  documents[2].entries.set(0, 2, 4);
  documents[2].title = "x";
  documents[3].rules = RuleKind::x;
  documents[3].created_s = 1;
  documents[0].symbols = Alphabet{AlphabetKind::letters, 9}.symbols();
  documents[1].symbols = Alphabet{AlphabetKind::numerals, 9}.symbols();
  const WrittenPuzzles written = write_puzzles(documents, FormatKind::lines);
  EXPECT_EQ(written.lost, (std::vector<std::string>{
                              "the diagonals of the rules \"x\" of puzzle 4",
                              "entries of 2 puzzles, from puzzle 2 on", "the symbols of puzzle 1",
                              "the title of puzzle 3", "the date of puzzle 4"}));
}

TEST(TextFormats, LinesKeepTheBox) {
  std::vector<PuzzleDocument> documents;
  for (const Shape shape :
       {Shape{2, 3}, Shape{3, 2}, Shape{1, 7}, Shape{7, 1}, Shape{5, 2}, Shape{6, 6}, Shape{1, 36}})
    documents.emplace_back(shape);
  EXPECT_EQ(read_puzzles(write_puzzles(documents, FormatKind::lines).bytes), documents);
}

TEST(TextFormats, FormatsThatHoldLessRefuse) {
  const std::vector<PuzzleDocument> two(2, nine());
  const PuzzleDocument small({2, 2});
  for (const FormatKind kind : {FormatKind::sdk, FormatKind::ss, FormatKind::ksudoku})
    EXPECT_THROW(write_puzzles(two, kind), FormatError);
  for (const FormatKind kind :
       {FormatKind::sdk, FormatKind::ss, FormatKind::sdm, FormatKind::opensudoku})
    EXPECT_THROW(write_puzzles({&small, 1}, kind), FormatError);
  EXPECT_THROW(write_puzzles({}, FormatKind::sdk), FormatError);
}

TEST(TextFormats, MalformedFilesGiveOneLineThatSaysWhere) {
  const std::vector<std::pair<std::string, std::string>> files = {
      {"# only a comment\n", "the file holds no puzzle"},
      {std::string(kLine) + "\n" + kLine + "1\n", "line 2: 82 symbols: not a square board"},
      {"\n\n1,2,3\n", "line 3: 3 numbers: not a square board"},
      {"5x7:" + std::string(kLine), "line 1: a 9x9 board, but boxes of 5x7 make one of 35x35"},
      {"0x9:" + std::string(kLine), "line 1: '0x9' before the puzzle is not RxC"},
      {"9x99999999999:" + std::string(kLine), "line 1: '9x99999999999' before the puzzle"},
      {std::string(25, '.'), "line 1: a 5x5 board cannot be cut into equal boxes (1x5: in front"},
      {"1234\n12X4\n1234\n1234\n", "line 1: row 2 column 3 holds 'X'"},
      {rows(kLine).substr(0, 70), "line 1: "},
      {"[Puzzle]\n", "line 1: [Puzzle] has 0 puzzles instead of one"},
      {"[State]\n" + rows(kLine), "there is no [Puzzle]"},
      {"[Puzzle]\n" + rows(kLine) + "[Puzzle]\n" + rows(kLine), "line 11: a second [Puzzle]"},
      {"[Puzzle]\n" + rows(kLine) + "[State]\n" + kLine + "5\n", "line 12: 82 symbols"},
      {"[Puzzle]\n" + rows(kLine) + "[State]\n................\n", "line 11: [State] is not one"},
      {"*-----------*\n|53.|.7.|...|\n", "line 1: a grid of 9 columns with 1 rows"},
      {std::string("\x89PNG\r\n\x1a\n", 8), "line 1: byte 0x89"},
      {std::string("\xff\xfe"
                   "1\0",
                   4),
       "cannot read the file: it is UTF-16 text"},
      {std::string(100'000, '1'), "line 1: longer than 65536 characters"},
      {std::string("\0\0\0", 3), "line 1: byte 0x00"},
  };
  for (const auto& [file, error] : files) {
    const std::string told = read_error(file);
    EXPECT_EQ(told.substr(0, error.size()), error) << file.substr(0, 300);
    EXPECT_FALSE(told.empty()) << file.substr(0, 100);
    EXPECT_EQ(told.find('\n'), std::string::npos);
  }
}

TEST(TextFormats, HugeFilesEndWithOneLine) {
  std::string rules;
  for (int i = 0; i < 300'000; ++i) rules += "---\n";
  EXPECT_EQ(read_error(rules), "line 1: a grid of 0 columns with 0 rows");
  std::string puzzles;
  for (std::size_t i = 0; i <= kMaxPuzzles; ++i) puzzles += "1...............\n";
  EXPECT_EQ(read_error(puzzles), "line 500001: more than 500000 puzzles");
  EXPECT_EQ(read_error(std::string(kMaxPuzzleFileBytes + 1, '#')),
            "larger than 64 MiB: no puzzle file");
}

}  // namespace
}  // namespace gridlens
