// What brings puzzles to the play view: boards, words of the command line, the clipboard, the
// history.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "app/window_play/clipboard_picture.h"
#include "app/window_play/solved_history.h"
#include "app/window_play/window_play.h"
#include "core/formats/formats.h"
#include "sample_puzzle.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;

BoardResult board() {
  BoardResult board;
  board.id = 3;
  board.n = 9;
  board.state = BoardState::solved;
  board.shape = Shape{3, 3};
  board.alphabet = Alphabet{};
  board.clues = grid_of(kSamplePuzzle);
  board.entries = Grid(Shape{3, 3});
  board.entries->set(0, 2, 4);
  return board;
}

class Folder : public testing::Test {
 protected:
  Folder() {
    std::string name = (fs::temp_directory_path() / "gridlens-ways-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~Folder() override { fs::remove_all(path_); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return (path_ / name).string();
  }
  fs::path path_;
};

TEST(DocumentOf, ABoardAsItWasRead) {
  const auto document = document_of(board(), "/home/me/newspaper.jpg");
  ASSERT_TRUE(document.has_value());
  EXPECT_EQ(document->givens, grid_of(kSamplePuzzle));
  EXPECT_EQ(document->entries.at(0, 2), 4);
  EXPECT_TRUE(document->symbols.empty());
  EXPECT_EQ(document->source, "newspaper.jpg");
  BoardResult letters = board();
  letters.alphabet = Alphabet{AlphabetKind::letters, 9};
  EXPECT_EQ(document_of(letters, "")->symbols.at(8), "I");
  letters.clues.reset();
  EXPECT_FALSE(document_of(letters, "").has_value());
  letters.clues = Grid(Shape{3, 3});
  EXPECT_FALSE(document_of(letters, "").has_value()) << "a blank grid is no puzzle";
}

using PlayWord = Folder;

TEST_F(PlayWord, TextsFilesPicturesAndNonsense) {
  EXPECT_TRUE(play_start_for("").open);
  EXPECT_EQ(play_start_for(kSamplePuzzle).puzzles.at(0).givens, grid_of(kSamplePuzzle));
  const std::string file = write("puzzles.txt", std::string("# two\n") + kSamplePuzzle + "\n");
  const PlayStart start = play_start_for(file);
  EXPECT_EQ(start.puzzles.at(0).givens, grid_of(kSamplePuzzle));
  EXPECT_EQ(start.puzzles.at(0).source, "puzzles.txt");
  EXPECT_TRUE(play_start_for(write("photo.jpg", "not really")).when_read);
  EXPECT_TRUE(play_start_for(write("photo", std::string("\x89PNG\0\0", 6))).when_read);
  for (const std::string& bad :
       {std::string("no such file"), std::string("53..7....6..19"), path_.string(),
        write("words.txt", "this is no puzzle at all\n"), write("empty.txt", "")}) {
    try {
      play_start_for(bad);
      ADD_FAILURE() << bad;
    } catch (const std::exception& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    }
  }
}

using CopiedText = Folder;

// A jigsaw without its regions would be another puzzle.
TEST_F(CopiedText, HoldsTheRules) {
  ::setenv("XDG_DATA_HOME", path_.c_str(), 1);
  PuzzleDocument puzzle;
  puzzle.givens = grid_of(kSamplePuzzle);
  WindowPlay play;
  EXPECT_EQ(play.text(), "") << "none is open";
  const auto copied = [&](const PuzzleDocument& wanted) {
    EXPECT_TRUE(play.play_text(write_puzzles({&wanted, 1}, FormatKind::json).bytes, "a test"));
    std::vector<PuzzleDocument> read;
    for (int tries = 0; tries < 1000; ++tries) {  // the games' thread takes its time
      play.poll();
      if (!play.text().empty()) read = read_puzzles(play.text());
      if (!read.empty() && read[0].rules == wanted.rules) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return read.at(0);
  };
  EXPECT_EQ(copied(puzzle).givens, puzzle.givens);
  EXPECT_EQ(play.text(), std::string(kSamplePuzzle) + "\n");
  puzzle.rules = RuleKind::jigsaw;
  for (int cell = 0; cell < 81; ++cell)
    puzzle.regions.push_back(static_cast<std::uint8_t>(cell / 9));
  EXPECT_EQ(copied(puzzle).regions, puzzle.regions);
  ::unsetenv("XDG_DATA_HOME");
}

TEST(History, EachPuzzleOnceNewestFirst) {
  SolvedHistory history;
  SessionView view;
  view.source.name = "a.jpg";
  auto result = std::make_shared<FrameResult>();
  result->boards = {board()};
  view.result = result;
  for (int frame = 0; frame < 3; ++frame) history.see(view);
  BoardResult reading = board();
  reading.state = BoardState::reading;
  reading.clues->set(0, 0, 0);
  result->boards = {reading};
  history.see(view);
  result->boards = {board()};
  result->boards[0].clues->set(0, 0, 0);
  view.source.name = "b.jpg";
  history.see(view);
  SessionView shown;
  history.fill(shown);
  ASSERT_EQ(shown.solved.size(), 2u);
  EXPECT_EQ(shown.solved[0].source, "b.jpg");
  EXPECT_EQ(shown.solved[1].source, "a.jpg");
  ASSERT_NE(history.document(shown.solved[1].number), nullptr);
  EXPECT_EQ(history.document(shown.solved[1].number)->givens, grid_of(kSamplePuzzle));
  EXPECT_EQ(history.document(99), nullptr);
  const auto exported = read_puzzles(history.text());
  ASSERT_EQ(exported.size(), 2u);
  EXPECT_EQ(exported[0], *history.document(shown.solved[1].number));
}

// The desktop's program is one of ours in front of PATH.
class Clipboard : public Folder {
 protected:
  Clipboard() : before_(std::getenv("PATH")) {
    ::setenv("PATH", path_.c_str(), 1);
    ::unsetenv("WAYLAND_DISPLAY");
  }
  ~Clipboard() override { ::setenv("PATH", before_.c_str(), 1); }
  void program(const std::string& text) const {
    fs::permissions(write("xclip", "#!/bin/sh\n" + text), fs::perms::owner_all);
  }
  std::string before_;
};

TEST_F(Clipboard, ThePictureOfXclip) {
  program("printf '\\211PNG a picture'\n");
  const ClipboardPicture picture = picture_of_clipboard();
  EXPECT_EQ(std::string(picture.png.begin(), picture.png.end()), "\x89PNG a picture");
  EXPECT_EQ(picture.trouble, "");
}

// xclip that holds text itself answers with that, whatever kind is asked for.
TEST_F(Clipboard, TextIsNoPicture) {
  program("printf 'hello'\n");
  const ClipboardPicture picture = picture_of_clipboard();
  EXPECT_TRUE(picture.png.empty());
  EXPECT_EQ(picture.trouble, "The clipboard holds no puzzle and no picture");
}

TEST_F(Clipboard, NoneAndNoProgram) {
  EXPECT_NE(picture_of_clipboard().trouble.find("xclip"), std::string::npos);
  program("echo 'target not available' >&2\nexit 1\n");
  const ClipboardPicture picture = picture_of_clipboard();
  EXPECT_TRUE(picture.png.empty());
  EXPECT_EQ(picture.trouble, "The clipboard holds no puzzle and no picture");
}

TEST_F(Clipboard, AProgramThatHangsIsLeft) {
  program("while true; do /bin/sleep 1; done\n");
  std::stop_source stop;
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    stop.request_stop();
  });
  EXPECT_TRUE(picture_of_clipboard(stop.get_token()).png.empty());
  later.join();
}

}  // namespace
}  // namespace gridlens
