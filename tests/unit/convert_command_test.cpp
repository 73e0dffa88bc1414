#include "app/cli/convert_command.h"

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/formats/formats.h"
#include "core/puzzle/notation.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;

const char* const kLine =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

struct Answer {
  int status = -1;
  std::string out;
  std::string errors;  // what main would print last as well
};

class ConvertCommandTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() /
              ("gridlens_convert_" +
               std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }

  std::string write(const std::string& text, const std::string& name = "in.txt") {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }

  [[nodiscard]] std::string content(const std::string& name) const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  static Answer run(std::vector<std::string> arguments) {
    CLI::App app;
    Answer answer;
    add_convert_command(app, answer.status);
    arguments.insert(arguments.begin(), "convert");
    std::reverse(arguments.begin(), arguments.end());
    ::testing::internal::CaptureStdout();
    ::testing::internal::CaptureStderr();
    std::string thrown;
    try {
      app.parse(arguments);
    } catch (const std::exception& error) {
      thrown = error.what();
      answer.status = 1;
    }
    answer.out = ::testing::internal::GetCapturedStdout();
    answer.errors = ::testing::internal::GetCapturedStderr() + thrown;
    return answer;
  }

  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
};

TEST_F(ConvertCommandTest, EveryEndingIsWrittenAndReadAgain) {
  std::string from = write(std::string(kLine) + "\n");
  for (const char* name :
       {"a.sdk", "b.opensudoku", "c.SS", "d.ksudoku", "e.json", "f.sdm", "g.grid", "h.txt"}) {
    const Answer answer = run({from, path(name)});
    EXPECT_EQ(answer.status, 0) << name;
    EXPECT_EQ(answer.errors, "") << name;
    from = path(name);
  }
  EXPECT_EQ(content("h.txt"), std::string(kLine) + "\n");
  EXPECT_EQ(content("b.opensudoku").substr(0, 5), "<?xml");
}

TEST_F(ConvertCommandTest, PagesToPrint) {
  const std::string in = write(std::string(kLine) + "\n" + kLine + "\n");
  EXPECT_EQ(run({in, path("two.pdf")}).status, 0);
  EXPECT_EQ(content("two.pdf").substr(0, 5), "%PDF-");
  EXPECT_EQ(run({in, path("two.svg")}).errors,
            path("two.svg") + ": an SVG file holds one puzzle, not 2");
  EXPECT_EQ(run({write(kLine, "one.txt"), path("one.svg")}).status, 0);
  EXPECT_NE(content("one.svg").find("<svg"), std::string::npos);
}

TEST_F(ConvertCommandTest, WhatIsLostIsNamed) {
  PuzzleDocument document({3, 3});
  document.givens = Grid({3, 3}, parse_puzzle(kLine).values);
  document.entries.set(0, 2, 4);
  document.title = "x";
  const std::string in = write(write_puzzles({&document, 1}, FormatKind::json).bytes, "in.json");
  const Answer answer = run({in, path("out.txt")});
  EXPECT_EQ(answer.status, 0);
  const std::string start = "gridlens: " + path("out.txt") + ": txt does not hold ";
  EXPECT_EQ(answer.errors, start + "entries\n" + start + "the title\n");
  const std::string sdk = write("[Puzzle]\n" + std::string(kLine) + "\n[Colours]\nx\n", "in.sdk");
  EXPECT_EQ(run({sdk, path("out2.txt")}).errors,
            "gridlens: " + sdk + ": not taken over: line 3: the section [colours]\n");
}

TEST_F(ConvertCommandTest, ToNamesTheFormat) {
  const std::string in = write(kLine);
  const Answer answer = run({in, "-", "--to", "sdm"});
  EXPECT_EQ(answer.status, 0);
  EXPECT_EQ(answer.out.substr(0, 10), "5300700006");
  EXPECT_EQ(run({in, path("x.sdk"), "--to", "json"}).status, 0);
  EXPECT_EQ(content("x.sdk").front(), '{');
  EXPECT_EQ(run({in, "-"}).errors.substr(0, 44), "standard output needs --to FORMAT: json, txt");
  EXPECT_EQ(run({in, path("x.y"), "--to", "doc"}).errors.substr(0, 22), "--to doc: not one of j");
  EXPECT_EQ(run({in, path("x.y")}).errors.substr(0, path("x.y").size() + 13),
            path("x.y") + ": its ending ");
}

TEST_F(ConvertCommandTest, ExistingFilesAndTheInputAreSafe) {
  const std::string in = write(std::string(kLine) + "\n");
  const std::string out = write("mine", "out.sdk");
  EXPECT_EQ(run({in, out}).errors, "OUT " + out + " exists already (--overwrite replaces it)");
  EXPECT_EQ(content("out.sdk"), "mine");
  EXPECT_EQ(run({in, out, "--overwrite"}).status, 0);
  EXPECT_NE(content("out.sdk"), "mine");
  for (const char* name : {"in.txt", "link.txt", "hard.txt"}) {
    fs::remove(path("link.txt"));
    fs::remove(path("hard.txt"));
    fs::create_symlink(in, path("link.txt"));
    fs::create_hard_link(in, path("hard.txt"));
    EXPECT_EQ(run({in, path(name), "--overwrite"}).errors,
              "OUT " + path(name) + " is the input " + in + ", which is never replaced");
    EXPECT_EQ(content("in.txt"), std::string(kLine) + "\n");
  }
}

TEST_F(ConvertCommandTest, BadInputWritesNothing) {
  const std::string in = write(std::string(kLine) + "\n12345\n");
  const std::size_t before = files();
  EXPECT_EQ(run({in, path("out.json")}).errors.substr(0, in.size() + 23),
            in + ": line 2: 5 symbols: no");
  EXPECT_EQ(run({path("none"), path("out.json")}).errors,
            "cannot open " + path("none") + ": No such file or directory");
  EXPECT_EQ(run({folder_.string(), path("out.json")}).errors, folder_.string() + " is a folder");
  EXPECT_EQ(run({in, path("no/out.json")}).errors,
            "OUT " + path("no/out.json") + ": there is no folder " + path("no"));
  EXPECT_EQ(files(), before);
  const std::string two = write(std::string(kLine) + "\n" + kLine + "\n", "two.txt");
  EXPECT_EQ(run({two, path("out.sdk")}).errors, path("out.sdk") + ": .sdk holds one puzzle, not 2");
  EXPECT_EQ(files(), before + 1);
}

TEST_F(ConvertCommandTest, APictureIsSentToRead) {
  const std::string picture = write("\x89PNG\r\n\x1a\n and more than that", "p.png");
  EXPECT_EQ(run({picture, path("out.txt")}).errors,
            picture + " is a picture: gridlens read --line prints its puzzles");
}

}  // namespace
}  // namespace gridlens
