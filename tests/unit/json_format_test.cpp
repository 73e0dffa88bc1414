#include <gtest/gtest.h>

#include <random>
#include <string>

#include "core/formats/formats.h"

namespace gridlens {
namespace {

// Any document of a shape, all of its fields filled.
PuzzleDocument random_document(Shape shape, RuleKind rules, std::mt19937& random) {
  PuzzleDocument document(shape);
  const int n = shape.n();
  document.rules = rules;
  for (int row = 0; row < n; ++row)
    for (int col = 0; col < n; ++col) {
      const auto value = static_cast<int>(random() % static_cast<unsigned>(n)) + 1;
      if (random() % 3 == 0)
        document.givens.set(row, col, value);
      else if (random() % 2 == 0)
        document.entries.set(row, col, value);
      const CellMarks all = n == 64 ? ~CellMarks{0} : (CellMarks{1} << n) - 1;
      document.marks.push_back((CellMarks{random()} << 32 | random()) & all);
      if (rules == RuleKind::jigsaw)
        document.regions.push_back(static_cast<std::uint8_t>(shape.box_of(row, col)));
    }
  for (int value = 1; value <= n; ++value)
    document.symbols.push_back(std::string("s").append(std::to_string(value)));
  document.title = "Tuesday's \"hard\" one \\ \xc3\xa4";
  document.author = "A. Nyone";
  document.comment = "first line\nsecond\tline";
  document.source = "photo 1.jpg";
  document.created_s = 1'795'000'000;
  document.elapsed_ms = 123'456;
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

TEST(JsonFormat, HoldsEveryFieldOfEverySize) {
  std::mt19937 random(1);
  std::vector<PuzzleDocument> documents;
  for (const Shape shape :
       {Shape{2, 2}, Shape{3, 2}, Shape{3, 3}, Shape{1, 7}, Shape{4, 4}, Shape{5, 5}, Shape{6, 6}})
    for (const RuleKind rules : {RuleKind::classic, RuleKind::x, RuleKind::jigsaw})
      documents.push_back(random_document(shape, rules, random));
  documents.emplace_back();  // and one that is empty
  const WrittenPuzzles written = write_puzzles(documents, FormatKind::json);
  EXPECT_TRUE(written.lost.empty());
  EXPECT_EQ(read_puzzles(written.bytes), documents);
}

TEST(JsonFormat, NamesBytesThatAreNoText) {
  PuzzleDocument document;
  document.title = "\xff";
  const WrittenPuzzles written = write_puzzles({&document, 1}, FormatKind::json);
  ASSERT_EQ(written.lost.size(), 1U);
  EXPECT_EQ(written.lost[0], "puzzle 1: bytes of the title that are not UTF-8 text");
  EXPECT_EQ(read_puzzles(written.bytes).size(), 1U);
}

TEST(JsonFormat, RefusesADocumentThatDoesNotFitItself) {
  PuzzleDocument document;
  document.marks.resize(3);
  EXPECT_THROW(write_puzzles({&document, 1}, FormatKind::json), std::invalid_argument);
}

TEST(JsonFormat, FieldsMayStandInAnyOrder) {
  const std::string puzzle = R"({"givens":[[0,0,0,1],[0,0,0,0],[0,0,0,0],[0,0,0,0]],"box":[2,2]})";
  const auto read =
      read_puzzles("{\"puzzles\":[" + puzzle + "],\"version\":1,\"format\":\"gridlens\"}");
  ASSERT_EQ(read.size(), 1U);
  EXPECT_EQ(read[0].givens.at(0, 3), 1);
}

TEST(JsonFormat, MalformedFilesGiveOneLineThatSaysWhere) {
  const std::string start = "{\"format\":\"gridlens\",\"version\":1,\n\"puzzles\":[\n";
  const std::string grid = "\"givens\":[[0,0,0,1],[0,0,0,0],[0,0,0,0],[0,0,0,0]]";
  const std::string box = "\"box\":[2,2],\n";
  std::string zeros;
  for (int i = 0; i < 200'000; ++i) zeros += ",0";
  const std::vector<std::pair<std::string, std::string>> files = {
      {"", "the file is empty"},
      {" \n ", "the file is empty"},
      {"{", "line 1: not JSON: "},
      {start + "{" + box + grid + "\n,,}]}", "line 5: not JSON: "},
      {"{}", "line 1: JSON, but no GridLens puzzle file"},
      {R"({"format":"gridlens","version":2,"puzzles":[{"new":1}]})",
       "line 1: version 2 of the file is newer than this program's (1)"},
      {R"({"format":"gridlens","version":-1,"puzzles":[]})", "line 1: \"version\" is missing"},
      {R"({"format":"gridlens","version":1})", "line 1: \"puzzles\" is missing"},
      {R"({"format":"gridlens","version":1,"puzzles":[]})", "the file holds no puzzle"},
      {start + "7]}", "line 3: a puzzle that is no object"},
      {start + "{" + grid + "}]}", "line 3: a puzzle without \"box\""},
      {start + "{" + box + "\"title\":\"x\"}]}", "line 3: a puzzle without \"givens\""},
      {start + "{\n\"box\":[2,1],\n" + grid + "}]}", "line 4: \"box\" is not [R,C]"},
      {start + "{\n\"box\":[2000000000,2000000000],\n" + grid + "}]}", "line 4: \"box\" is not"},
      {start + "{\n\"box\":[1e300,2],\n" + grid + "}]}", "line 4: \"box\" is not [R,C]"},
      {start + "{\"box\":[3,3],\n" + grid + "}]}", "line 4: \"givens\" is not a list of 9 rows"},
      {start + "{" + box + "\"givens\":[[0,0,0,5],[0,0,0,0],[0,0,0,0],[0,0,0,0]]}]}",
       "line 4: \"givens\" row 1 column 4 is not a whole number from 0 to 4"},
      {start + "{" + box + "\"givens\":[[0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]}]}",
       "line 4: \"givens\" row 1 is not a list of 4 cells"},
      {start + "{" + box + grid + ",\n\"entries\":[[0,0,0,1],[0,0,0,0],[0,0,0,0],[0,0,0,0]]}]}",
       "line 5: \"entries\" row 1 column 4 holds a given already"},
      {start + "{" + box + grid + ",\n\"marks\":[[0]]}]}", "line 5: \"marks\" is not a list of 4"},
      {start + "{" + box + grid + ",\n\"rules\":\"killer\"}]}", "line 5: \"rules\" is not"},
      {start + "{" + box + grid + ",\n\"rules\":\"jigsaw\"}]}",
       "line 3: \"regions\" belong to the rules \"jigsaw\""},
      {start + "{" + box + grid +
           ",\"rules\":\"jigsaw\",\n\"regions\":[[1,1,1,1],[1,2,2,2],[3,3,3,3],[4,4,4,4]]}]}",
       "line 5: regions: region 1 has 5 cells instead of 4"},
      {start + "{" + box + grid + ",\n\"symbols\":[\"a\",\"a\",\"b\",\"c\"]}]}",
       "line 5: \"symbols\" holds the same symbol twice"},
      {start + "{" + box + grid + ",\n\"title\":7}]}", "line 5: \"title\" is not a text"},
      {start + "{" + box + grid + ",\n\"elapsed_ms\":-1}]}", "line 5: \"elapsed_ms\" is not"},
      {start + "{" + box + grid + ",\n\"created_s\":99999999999999999999}]}",
       "line 5: \"created_s\" is not"},
      {start + "{" + box + grid + ",\n\"colour\":1}]}",
       "line 5: the field \"colour\" is not known"},
      {std::string(1'000'000, '['), ""},
      {"{\"a\":" + std::string(1'000'000, '['), "line 1: nested too deeply"},
      {start + "{\"marks\":[" + std::string(1'000'000, '0'), "line 3: not JSON: "},
      {start + "{\"marks\":[0" + zeros, "line 3: more values than a puzzle has"},
      {"{\"\xff\":1}", "line 1: not JSON: "},
      {"{\"other\":[0" + zeros + "]}", "line 1: more values than a puzzle has"},
  };
  for (const auto& [file, error] : files) {
    const std::string told = read_error(file);
    EXPECT_FALSE(told.empty()) << file.substr(0, 100);
    EXPECT_EQ(told.substr(0, error.size()), error) << file.substr(0, 300);
    EXPECT_EQ(told.find('\n'), std::string::npos);
    EXPECT_LT(told.size(), 250U);
  }
}

}  // namespace
}  // namespace gridlens
