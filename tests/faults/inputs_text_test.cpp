// `gridlens solve` on good, odd and malformed puzzle texts.
#include "tests/faults/inputs_common.h"

namespace gridlens {
namespace {

const std::string kPuzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const std::string kSolution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const std::string kUnique = "^unique " + kSolution + "\n$";

// A text with the options that it is solved with.
struct TextCase {
  std::string name;
  std::function<std::string()> text;
  int status = 0;
  std::string result;      // regular expression: standard output; "^$": nothing
  std::string error = {};  // the one line on standard error; empty: none
  std::vector<std::string> options = {};
};

void PrintTo(const TextCase& text, std::ostream* out) {
  *out << text.name;
}

std::function<std::string()> just(const std::string& text) {
  return [text] { return text; };
}

std::string numbers(int n, const std::string& separator, const std::string& empty = "0") {
  std::string text;
  for (int i = 0; i < n * n; ++i) text += (i > 0 ? separator : "") + empty;
  return text;
}

std::string utf16(const std::string& ascii, bool big_endian) {
  std::string text = big_endian ? "\xfe\xff" : "\xff\xfe";
  for (const char c : ascii) text += big_endian ? std::string{'\0', c} : std::string{c, '\0'};
  return text;
}

std::string with(std::string text, size_t at, const std::string& part) {
  return text.replace(at, part.size(), part);
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TextCase fine(const std::string& name, const std::string& text) {
  return {name, just(text), 0, kUnique};
}

TextCase malformed(const std::string& name, const std::string& text, const std::string& reason) {
  return {name, just(text), 1, "^invalid line 1: .*" + reason + ".*\n$"};
}

TextCase wrong_option(const std::string& name, const std::vector<std::string>& options,
                      const std::string& error) {
  return {name, just(kPuzzle + "\n"), 1, "^$", error, options};
}

std::vector<TextCase> well_formed() {
  std::string zeros = kPuzzle;
  std::replace(zeros.begin(), zeros.end(), '.', '0');
  std::string spaced, commas;
  for (const char c : kPuzzle) {
    spaced += std::string(1, c) + " ";
    commas += (commas.empty() ? "" : ", ") + std::string(1, c);
  }
  return {
      fine("Plain", kPuzzle + "\n"),
      fine("NoLineEnd", kPuzzle),
      fine("WindowsLineEnd", kPuzzle + "\r\n"),
      fine("Zeros", zeros + "\n"),
      fine("Spaced", spaced + "\n"),
      fine("Commas", commas + "\n"),
      fine("Tabs", "\t" + kPuzzle + "\t\n"),
      fine("CommentBehind", kPuzzle + " # a puzzle\n"),
      fine("CommentInFront", "# a puzzle\n\n" + kPuzzle + "\n"),
      fine("EmptyLines", "\n\n" + kPuzzle + "\n\n\n"),
      fine("ByteOrderMark", "\xef\xbb\xbf" + kPuzzle + "\n"),
      fine("ByteOrderMarkAndWindowsLines", "\xef\xbb\xbf# a puzzle\r\n" + kPuzzle + "\r\n"),
      fine("ByteOrderMarkAlone", "\xef\xbb\xbf\n" + kPuzzle),
      {"FourByFour", just("1...\n....\n"), 1, "^invalid line 1: .*\ninvalid line 2: .*\n$"},
      {"SmallBoard", just("12343412214343.1\n"), 0, "^unique 1234341221434321\n$"},
      {"SmallLetters", just(std::string(256, '.') + "\n"), 0, "^multiple [^\n]*\n$"},
      {"Largest",
       [] { return numbers(36, " ") + "\n"; },
       0,
       "^(multiple|budget) ",
       "",
       {"--budget", "3"}},
      {"Solved", just(kSolution + "\n"), 0, kUnique},
      {"ClashInARow", just("55" + std::string(79, '.') + "\n"), 0,
       "^invalid line 1: row 1 column 1 and row 1 column 2 both hold 5.*\n$"},
      {"NoSolution",
       just("516849732307605000809700065135060907472591006968370050253186074684207500791050608\n"),
       0, "^none\n$"},
      {"Several", just(std::string(81, '.') + "\n"), 0, "^multiple [1-9]{81} [1-9]{81}\n$"},
      {"ManyPuzzles", [] { return repeated(kPuzzle + "\n", 2000); }, 0, "^(unique [1-9]{81}\n){3}"},
      {"Json",
       just(kPuzzle + "\n"),
       0,
       "^\\{\"line\":1,\"n\":9.*\"state\":\"unique\".*\\}\n$",
       "",
       {"--json"}},
      {"BoxOption",
       just("123456456123231564564231312645645312\n"),
       0,
       "^unique [1-6]{36}\n$",
       "",
       {"--box", "2x3"}},
  };
}

std::vector<TextCase> malformed_texts() {
  const std::string with_nul = with(kPuzzle, 10, std::string(1, '\0'));
  return {
      malformed("OneTooFew", kPuzzle.substr(1), "80 symbols: not a square board"),
      malformed("OneTooMany", kPuzzle + "1", "82 symbols: not a square board"),
      malformed("Dot", ".\n", "1 symbol: not a square board"),
      malformed("Word", "hello\n", "5 symbols"),
      malformed("SevenBySeven", std::string(49, '.'), "cannot be cut into equal boxes"),
      malformed("FiveByFive", std::string(25, '.'), "cannot be cut into equal boxes"),
      malformed("Nul", with_nul, "byte 0x00 at symbol 11"),
      malformed("HighByte", with(kPuzzle, 0, "\xff"), "byte 0xff at symbol 1"),
      malformed("Umlaut", with(kPuzzle, 4, "\xc3\xa4"), "byte 0xc3 at symbol 5"),
      malformed("ArabicDigits", repeated("\xd9\xa1", 81), "byte 0xd9 at symbol 1"),
      malformed("Punctuation", with(kPuzzle, 3, "!"), "'!' at symbol 4"),
      malformed("TooLargeSymbol", with(kPuzzle, 2, "A"), "means 10, too large"),
      malformed("TooLargeNumber", "10" + numbers(9, ",").substr(1), "too large"),
      malformed("HugeNumber", "99999999999999999999" + numbers(9, " ").substr(1), "larger than 36"),
      malformed("Negative", "-1" + numbers(9, " ").substr(1), "'-' is neither a number nor"),
      malformed("Fraction", "1.5" + numbers(9, " ").substr(1), "where a space or comma should be"),
      malformed("CommasAlone", std::string(81, ','), "nothing before the comma"),
      malformed("CommaAtTheEnd", numbers(9, ",") + ",", "nothing before the comma or end"),
      malformed("TooManyNumbers", numbers(9, " ") + " 1", "82 numbers"),
      malformed("ThirtySevenSquared", numbers(37, " "), "not a square board"),
      malformed("SymbolsOf36", std::string(1296, '.'), "not a square board"),
      {"LongLine", [] { return std::string(10'000'000, '1') + "\n"; }, 1,
       "^invalid line 1: longer than 65536 characters\n$"},
      {"LongNumbers", [] { return repeated("1 ", 2'000'000) + "\n"; }, 1,
       "^invalid line 1: longer than 65536 characters\n$"},
      {"LongLineThenAPuzzle", [] { return std::string(100'000, '1') + "\n" + kPuzzle; }, 1,
       "^invalid line 1: .*\nunique " + kSolution + "\n$"},
      {"Picture", sample_photo, 1, "^invalid line 1: .*byte 0xff .*"},
      {"BadAmongGood", just(kPuzzle + "\nnonsense\n" + kPuzzle + "\n"), 1,
       "^unique [1-9]{81}\ninvalid line 2: .*\nunique [1-9]{81}\n$"},
      {"ClashInAColumn", just("5........5" + std::string(71, '.')), 0,
       "^invalid line 1: row 1 column 1 and row 2 column 1 both hold 5 .*\n$"},
      {"ClashInABox", just("5.........5" + std::string(70, '.')), 0,
       "^invalid line 1: row 1 column 1 and row 2 column 2 both hold 5 .*\n$"},
  };
}

std::vector<TextCase> refused_texts() {
  return {
      {"Empty", just(""), 1, "^$", "gridlens: no puzzle in .*puzzles.txt"},
      {"LinesAlone", just("\n\n\r\n"), 1, "^$", "gridlens: no puzzle in .*puzzles.txt"},
      {"CommentsAlone", just("# one\n# two\n"), 1, "^$", "gridlens: no puzzle in"},
      {"ManyEmptyLines", [] { return std::string(5'000'000, '\n'); }, 1, "^$",
       "gridlens: no puzzle in"},
      {"Utf16", [] { return utf16(kPuzzle + "\n", false); }, 1, "^$",
       "gridlens: cannot read .*puzzles.txt: it is UTF-16 text; save it as UTF-8"},
      {"Utf16BigEndian", [] { return utf16(kPuzzle + "\n", true); }, 1, "^$",
       "it is UTF-16 text; save it as UTF-8"},
      wrong_option("BoxNonsense", {"--box", "axb"}, "gridlens: --box axb: not RxC"),
      wrong_option("BoxTooLarge", {"--box", "9x9"}, "gridlens: --box 9x9: not RxC"),
      wrong_option("BoxZero", {"--box", "0x3"}, "gridlens: --box 0x3: not RxC"),
      wrong_option("RulesNonsense", {"--rules", "chess"}, "gridlens: --rules chess: not one of"),
      wrong_option("RulesNeedAFile", {"--rules", "jigsaw"}, "needs a file"),
      wrong_option("RulesTakeNoFile", {"--rules", "x:file"}, "takes no file"),
      wrong_option("RegionsMissing", {"--rules", "jigsaw:nothing"}, "cannot open nothing"),
      wrong_option("RegionsOfAPuzzle", {"--rules", "jigsaw:puzzles.txt"}, "puzzles.txt: "),
      wrong_option("BoxWithRules", {"--rules", "jigsaw:regions.txt", "--box", "3x3"},
                   "these rules have no boxes"),
      wrong_option("UnknownOption", {"--nothing"}, "--nothing"),
      wrong_option("HintAndGrade", {"--hint", "--grade"}, "--hint|--grade"),
      wrong_option("HintAndCount", {"--hint", "--count"}, "--hint|--count"),
      wrong_option("SolutionsNoNumber", {"--max-solutions", "many"}, "max-solutions"),
      wrong_option("BudgetNoNumber", {"--budget", "soon"}, "budget"),
      {"OtherBoard",
       just(kPuzzle),
       1,
       "^invalid line 1: .*boxes of 2x3 make one of 6x6\n$",
       "",
       {"--box", "2x3"}},
      {"OtherRules",
       just(std::string(16, '.')),
       1,
       "^invalid line 1: .*the rules are for 9x9\n$",
       "",
       {"--rules", "jigsaw:regions.txt"}},
      {"RegionsWithByteOrderMark",
       just(std::string(81, '.')),
       0,
       "^multiple [^\n]*\n$",
       "",
       {"--rules", "jigsaw:regions.txt"}},
  };
}

class TextFaults : public MediaTest, public ::testing::WithParamInterface<TextCase> {};

TEST_P(TextFaults, AreToldInOneLine) {
  const TextCase& text = GetParam();
  write_file(path("puzzles.txt"), text.text());
  // Regions as a Windows program saves them.
  std::string regions = "\xef\xbb\xbf";
  for (int row = 0; row < 9; ++row) {
    for (int col = 0; col < 9; ++col) regions += static_cast<char>('A' + row / 3 * 3 + col / 3);
    regions += "\r\n";
  }
  write_file(path("regions.txt"), regions);
  std::vector<std::string> arguments{"solve", "puzzles.txt"};
  arguments.insert(arguments.end(), text.options.begin(), text.options.end());
  const ProgramEnd end = run_program({.arguments = arguments, .folder = folder_});
  EXPECT_FALSE(end.killed);
  EXPECT_EQ(end.status, text.status);
  expect_one_line(end.err, text.error);
  expect_found(end.out.substr(0, 4000), text.result);
}

std::string text_name(const ::testing::TestParamInfo<TextCase>& info) {
  return info.param.name;
}
INSTANTIATE_TEST_SUITE_P(WellFormed, TextFaults, ::testing::ValuesIn(well_formed()), text_name);
INSTANTIATE_TEST_SUITE_P(Malformed, TextFaults, ::testing::ValuesIn(malformed_texts()), text_name);
INSTANTIATE_TEST_SUITE_P(Refused, TextFaults, ::testing::ValuesIn(refused_texts()), text_name);

TEST(TextInputTest, StandardInput) {
  ProgramRun run{.arguments = {"solve"}};
  run.input = "\xef\xbb\xbf" + kPuzzle + "\n";
  ProgramEnd end = run_program(run);
  EXPECT_EQ(end.status, 0);
  expect_found(end.out, kUnique);
  run.input = utf16(kPuzzle, false);
  end = run_program(run);
  EXPECT_EQ(end.status, 1);
  expect_one_line(end.err, "it is UTF-16 text");
  end = run_program({.arguments = {"solve"}});  // /dev/null
  EXPECT_EQ(end.status, 1);
  expect_one_line(end.err, "no puzzle in standard input");
}

TEST(TextInputTest, MissingFileAndFolder) {
  ProgramEnd end = run_program({.arguments = {"solve", "/nothing/here.txt"}});
  EXPECT_EQ(end.status, 1);
  expect_one_line(end.err, "cannot open /nothing/here.txt: No such file");
  end = run_program({.arguments = {"solve", "/tmp"}});
  EXPECT_EQ(end.status, 1);
  expect_one_line(end.err, "cannot read /tmp: Is a directory");
}

}  // namespace
}  // namespace gridlens
