// The game behind the play view: typing, help, saved games, the paper.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <tuple>

#include "app/play/play_session.h"
#include "sample_puzzle.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;

class Session : public testing::Test {
 protected:
  Session() {
    std::string name = (fs::temp_directory_path() / "gridlens-play-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  ~Session() override { fs::remove_all(folder_); }

  static PuzzleDocument puzzle(int variant = 0) {
    PuzzleDocument document({3, 3});
    document.givens = grid_of(kSamplePuzzle);
    if (variant > 0) document.givens.set(8, 8, 0);
    return document;
  }
  static PuzzleDocument large(std::vector<std::string> symbols = {}) {
    PuzzleDocument document({4, 4});
    document.givens.set(0, 0, 16);
    document.symbols = std::move(symbols);
    return document;
  }
  void play(PlaySession& session, const PuzzleDocument& document) const {
    session.start(document, 0);
    session.drain();
    ASSERT_NE(session.game(), nullptr);
  }
  static void type(PlaySession& session, const std::string& text, bool mark = false) {
    for (const char symbol : text) session.execute(wish::Type{symbol, mark}, 10);
  }

  fs::path folder_;
};

TEST_F(Session, SymbolsAreTyped) {
  PlaySession session(folder_);
  play(session, puzzle());
  EXPECT_TRUE(session.view(0).open);
  EXPECT_EQ(session.view(0).selected, 2) << "the first blank cell";
  type(session, "1");
  EXPECT_EQ(session.game()->value_at(2), 1);
  type(session, "4");
  EXPECT_EQ(session.game()->value_at(2), 4) << "another one";
  type(session, "0");
  EXPECT_EQ(session.game()->value_at(2), 0);
  type(session, "x");
  EXPECT_EQ(session.game()->value_at(2), 0);
  type(session, "47", true);
  EXPECT_EQ(session.game()->marks_at(2), 0b1001000u);
  session.execute(wish::Notes{}, 0);
  type(session, "4");
  EXPECT_EQ(session.game()->marks_at(2), 0b1000000u);
  session.execute(wish::Erase{}, 0);
  EXPECT_EQ(session.game()->marks_at(2), 0u);
}

TEST_F(Session, TwoDigitsAndLetters) {
  PlaySession session(folder_);
  play(session, large());
  type(session, "1");
  EXPECT_EQ(session.view(0).typed, "1");
  EXPECT_EQ(session.game()->value_at(1), 0) << "it waits: 10 to 16";
  type(session, "2");
  EXPECT_EQ(session.game()->value_at(1), 12);
  type(session, "1");
  session.execute(wish::Enter{}, 0);
  EXPECT_EQ(session.game()->value_at(1), 1);
  type(session, "1");
  session.execute(wish::Erase{}, 0);
  EXPECT_EQ(session.view(0).typed, "");
  EXPECT_EQ(session.game()->value_at(1), 1);
  type(session, "19");
  EXPECT_EQ(session.game()->value_at(1), 9) << "there is no 19";
  std::vector<std::string> letters;
  for (char c = 'A'; c <= 'P'; ++c) letters.emplace_back(1, c);
  play(session, large(letters));
  type(session, "g");
  EXPECT_EQ(session.game()->value_at(1), 7);
  std::vector<std::string> hexadecimal;
  for (const char c : std::string("0123456789ABCDEF")) hexadecimal.emplace_back(1, c);
  PuzzleDocument other = large(hexadecimal);
  other.givens.set(0, 0, 15);
  play(session, other);
  type(session, "0");
  EXPECT_EQ(session.game()->value_at(1), 1) << "0 is a symbol there";
}

TEST_F(Session, Moves) {
  PlaySession session(folder_);
  play(session, puzzle());
  session.execute(wish::Move{1, 0, false}, 0);
  EXPECT_EQ(session.view(0).selected, 11);
  session.execute(wish::Move{0, 1, true}, 0);
  EXPECT_EQ(session.view(0).selected, 17);
  session.execute(wish::Move{0, 1, false}, 0);
  EXPECT_EQ(session.view(0).selected, 17) << "the edge";
  session.execute(wish::Move{-1, -1, true}, 0);
  EXPECT_EQ(session.view(0).selected, 0);
  session.execute(wish::Select{999}, 0);
  EXPECT_EQ(session.view(0).selected, 0);
}

TEST_F(Session, HintsLeadToTheFinish) {
  PlaySession session(folder_);
  play(session, puzzle());
  session.drain();
  EXPECT_EQ(session.view(0).about, "9x9, easy");
  for (int step = 0; step < 51; ++step) {
    ASSERT_FALSE(session.game()->finished());
    session.execute(wish::Hint{}, 0);
    session.drain();
    const PlayView view = session.view(0);
    ASSERT_TRUE(view.hint.has_value()) << view.message;
    EXPECT_EQ(view.selected, view.hint->cell);
    EXPECT_FALSE(view.message.empty());
    session.execute(wish::Hint{}, 0);
    EXPECT_FALSE(session.view(0).hint.has_value());
  }
  EXPECT_TRUE(session.game()->finished());
  EXPECT_EQ(session.game()->hints(), 51);
}

TEST_F(Session, ChecksAndSolves) {
  PlaySession session(folder_);
  play(session, puzzle());
  session.execute(wish::Check{}, 0);
  EXPECT_EQ(session.view(0).message, "Nothing is entered yet");
  type(session, "9");
  session.execute(wish::Check{}, 0);
  EXPECT_EQ(session.view(0).wrong, std::vector<int>{2});
  EXPECT_NE(session.view(0).message.find("r1c3 is not 9"), std::string::npos);
  type(session, "4");
  EXPECT_TRUE(session.view(0).wrong.empty()) << "out of date";
  session.execute(wish::Check{}, 0);
  EXPECT_EQ(session.view(0).message, "The entry is right");
  session.execute(wish::SolveAll{}, 0);
  EXPECT_TRUE(session.game()->finished() && session.game()->was_solved());
  session.execute(play::Undo{}, 0);
  EXPECT_EQ(session.game()->value_at(2), 4);
}

TEST_F(Session, GamesGoOnInTheNextRun) {
  {
    PlaySession session(folder_);
    play(session, puzzle());
    type(session, "4");
    session.execute(wish::Close{}, 5000);
    EXPECT_TRUE(session.game()->paused());
  }
  PlaySession session(folder_);
  session.resume_last(true, 0);
  session.drain();
  ASSERT_NE(session.game(), nullptr);
  EXPECT_EQ(session.game()->value_at(2), 4);
  EXPECT_EQ(session.view(100).elapsed_ms, 5100);
  session.execute(play::Undo{}, 0);
  EXPECT_EQ(session.game()->value_at(2), 0) << "the steps were kept, too";
}

// A killed program loses at most half a minute of a game's time.
TEST_F(Session, ARunningClockIsSavedNowAndThen) {
  PlaySession session(folder_);
  play(session, puzzle());
  const auto saved_ms = [&] {
    session.drain();
    const GameStore::Listing kept = GameStore(folder_).list();
    return kept.games.at(0).record.document.elapsed_ms;
  };
  session.poll(29'000);
  EXPECT_EQ(saved_ms(), 0);
  session.poll(31'000);
  EXPECT_EQ(saved_ms(), 31'000);
  session.execute(wish::Pause{}, 40'000);
  session.poll(90'000);
  EXPECT_EQ(saved_ms(), 40'000) << "a paused clock stands";
}

TEST_F(Session, TheOtherPuzzlesOfAFileJoinTheSavedGames) {
  PlaySession session(folder_);
  std::vector<PuzzleDocument> others;
  for (int hole = 0; hole < 3; ++hole) {
    others.push_back(puzzle());
    others.back().givens.set(0, hole, 0);
  }
  session.start(puzzle(1), 0, others);
  session.drain();
  ASSERT_NE(session.game(), nullptr);
  EXPECT_EQ(session.game()->document().givens, puzzle(1).givens);
  EXPECT_EQ(session.view(0).message, "4 puzzles: the others are in the list of games");
  session.start(others[1], 0, {puzzle(1), others[0]});  // all of them are known
  session.drain();
  EXPECT_EQ(GameStore(folder_).list().games.size(), 4u);
}

TEST_F(Session, TheSamePuzzleGoesOnWithWhatWasWrittenMeanwhile) {
  PlaySession session(folder_);
  play(session, puzzle());
  type(session, "4");
  PuzzleDocument read = puzzle();
  read.entries.set(0, 2, 1);  // the game's own stays
  read.entries.set(0, 3, 6);
  session.execute(wish::Select{40}, 0);
  play(session, read);
  EXPECT_EQ(session.view(0).selected, 40) << "a person goes on where they were";
  EXPECT_EQ(session.game()->value_at(2), 4);
  EXPECT_EQ(session.game()->value_at(3), 6);
  session.execute(play::Undo{}, 0);
  EXPECT_EQ(session.game()->value_at(3), 0);
  play(session, puzzle(1));
  session.execute(wish::Games{}, 0);
  session.drain();
  ASSERT_EQ(session.view(0).games->games.size(), 2u);
  for (const GameStore::Entry& entry : session.view(0).games->games)
    if (entry.id != session.view(0).game_id) session.execute(wish::OpenGame{entry.id}, 0);
  session.drain();
  EXPECT_EQ(session.game()->document().givens, puzzle().givens);
  EXPECT_FALSE(session.view(0).games_open);
  session.execute(wish::RemoveGame{session.view(0).game_id}, 0);
  session.drain();
  EXPECT_EQ(session.game(), nullptr);
  EXPECT_EQ(session.view(0).games->games.size(), 1u);
}

TEST_F(Session, LeaveClosesOneThingAtATime) {
  PlaySession session(folder_);
  play(session, large());
  type(session, "1");
  session.execute(wish::Games{}, 0);
  type(session, "2");
  session.execute(wish::Leave{}, 0);
  EXPECT_FALSE(session.view(0).games_open);
  EXPECT_EQ(session.view(0).typed, "1");
  session.execute(wish::Leave{}, 0);
  EXPECT_EQ(session.view(0).typed, "");
  session.execute(wish::Check{}, 0);
  session.execute(wish::Leave{}, 0);
  EXPECT_EQ(session.view(0).message, "");
  EXPECT_TRUE(session.is_open());
  session.execute(wish::Leave{}, 0);
  EXPECT_FALSE(session.is_open());
}

TEST_F(Session, OnlyTheSameBoardGetsTheEntries) {
  PlaySession session(folder_);
  play(session, puzzle());
  type(session, "4");
  EXPECT_FALSE(session.painting().has_value()) << "not switched on";
  session.execute(wish::ToPaper{true}, 0);
  HelpDesk desk;
  desk.set_game(session.painting());
  BoardResult board;
  EXPECT_EQ(desk.game_on(board), nullptr) << "not read";
  board.clues = puzzle(1).givens;
  EXPECT_EQ(desk.game_on(board), nullptr) << "another puzzle";
  board.clues = puzzle().givens;
  ASSERT_NE(desk.game_on(board), nullptr);
  EXPECT_EQ(desk.game_on(board)->at(0, 2), 4);
  desk.set_game({});
  EXPECT_EQ(desk.game_on(board), nullptr);
}

TEST_F(Session, ANewPuzzleIsMadeAndPlayed) {
  PlaySession session(folder_);
  for (const auto& [shape, rules, about] :
       {std::tuple(Shape{2, 2}, RuleKind::classic, "4x4, easy"),
        std::tuple(Shape{3, 3}, RuleKind::x, "9x9 X, easy"),
        std::tuple(Shape{2, 3}, RuleKind::jigsaw, "6x6 jigsaw, easy")}) {
    session.execute(wish::NewGame{shape, rules, Grade::easy}, 0);
    EXPECT_TRUE(session.view(0).making);
    session.drain();
    ASSERT_NE(session.game(), nullptr);
    EXPECT_FALSE(session.view(0).making);
    EXPECT_EQ(session.view(0).about, about);
  }
}

TEST_F(Session, MakingCanBeStopped) {
  PlaySession session(folder_);
  session.execute(wish::NewGame{Shape{5, 5}, RuleKind::classic, Grade::extreme}, 0);
  session.execute(wish::NewGame{Shape{5, 5}, RuleKind::classic, Grade::extreme}, 0);
  session.drain();
  EXPECT_FALSE(session.view(0).making);
  EXPECT_EQ(session.game(), nullptr);
}

TEST_F(Session, WhatCannotBeSavedIsTold) {
  std::ofstream(folder_ / "file") << "x";
  PlaySession session(folder_ / "file");
  play(session, puzzle());
  type(session, "4");
  session.drain();
  EXPECT_FALSE(session.view(0).trouble.empty());
  EXPECT_EQ(session.game()->value_at(2), 4);
}

TEST_F(Session, ABadFileIsToldAndTheNextGameOpens) {
  {
    PlaySession session(folder_);
    play(session, puzzle());
  }
  std::ofstream(folder_ / "zz.json") << "{";
  PlaySession session(folder_);
  session.resume_last(true, 0);
  session.drain();
  EXPECT_NE(session.game(), nullptr);
  EXPECT_NE(session.view(0).message.find("zz.json"), std::string::npos);
}

}  // namespace
}  // namespace gridlens
