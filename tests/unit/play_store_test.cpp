// Saved games: whole at any time, whatever stops the program or stands in the folder.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <thread>

#include "core/play/game.h"
#include "core/play/game_json.h"
#include "core/play/game_store.h"
#include "sample_puzzle.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;

class Store : public testing::Test {
 protected:
  Store() {
    std::string name = (fs::temp_directory_path() / "gridlens-games-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  ~Store() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  [[nodiscard]] std::size_t files(const std::string& ending) const {
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator(folder_))
      count += entry.path().extension() == ending;
    return count;
  }

  fs::path folder_;
};

GameRecord sample_record() {
  GameRecord record;
  record.document = PuzzleDocument({3, 3});
  record.document.givens = grid_of(kSamplePuzzle);
  record.document.title = "a \"title\" with \xC3\xA4";
  record.played_s = 1'700'000'000;
  return record;
}

// A game in the middle, with undone steps.
GameRecord played_record() {
  GameRecord record = sample_record();
  record.document.symbols = {"A", "B", "C", "D", "E", "F", "G", "H", "I"};
  record.options = {true, false, false};
  record.grade = "easy";
  Game game(record);
  game.apply(play::Pause{false}, 0);
  game.apply(play::FillMarks{}, 100);
  game.apply(play::SetEntry{2, 4}, 200);
  game.apply(play::Restart{}, 300);
  game.apply(play::ToggleMark{3, 9}, 400);
  game.apply(play::Undo{}, 500);
  game.count_hint();
  return game.record(1234);
}

TEST_F(Store, AGameComesBackAsItWas) {
  for (const Shape shape : {Shape{2, 2}, Shape{3, 3}, Shape{6, 6}}) {
    GameRecord record = shape == Shape{3, 3} ? played_record() : GameRecord();
    if (record.document.shape != shape) {
      record.document = PuzzleDocument(shape);
      record.document.rules = RuleKind::x;
      record.document.marks.assign(static_cast<std::size_t>(shape.cells()),
                                   CellMarks{1} << (shape.n() - 1));
    }
    GameStore store(folder_);
    const std::string id = store.save("", record);
    EXPECT_EQ(GameStore(folder_).load(id), record);
  }
  EXPECT_EQ(GameStore(folder_).list().games.size(), 3u);
  EXPECT_EQ(files(".part"), 0u);
}

TEST_F(Store, ListsThePlayedLastFirst) {
  GameStore store(folder_);
  std::vector<std::string> ids;
  for (const int at : {500, 900, 700}) {
    GameRecord record = sample_record();
    record.played_s = at;
    ids.push_back(store.save("", record));
  }
  const GameStore::Listing listing = store.list();
  ASSERT_EQ(listing.games.size(), 3u);
  EXPECT_EQ(listing.games[0].id, ids[1]);
  EXPECT_EQ(listing.games[1].id, ids[2]);
  store.remove(ids[1]);
  EXPECT_EQ(store.list().games.front().id, ids[2]);
  EXPECT_TRUE(GameStore(folder_ / "none").list().games.empty());
}

TEST_F(Store, WhatIsNoGameIsKeptAside) {
  GameStore store(folder_);
  const std::string whole = game_json(played_record());
  store.save("", played_record());
  write("cut.json", whole.substr(0, whole.size() / 2));
  write("empty.json", "");
  write("other.json", "{\"format\":\"gridlens\"}");
  write("binary.json", std::string("\xFF\xD8\x00\x10", 4));
  write("steps.json", R"({"format":"gridlens-game","version":1,"puzzle":7})");
  write("notes.txt", "not ours");
  const GameStore::Listing listing = store.list();
  EXPECT_EQ(listing.games.size(), 1u);
  ASSERT_EQ(listing.troubles.size(), 5u);
  for (const std::string& trouble : listing.troubles) {
    EXPECT_EQ(trouble.find('\n'), std::string::npos) << trouble;
    EXPECT_EQ(trouble.find("json.exception"), std::string::npos) << trouble;
    EXPECT_NE(trouble.find(".bad"), std::string::npos) << trouble;
  }
  EXPECT_EQ(files(".bad"), 5u) << "nothing is lost";
  EXPECT_TRUE(store.list().troubles.empty()) << "told once";
  EXPECT_TRUE(fs::exists(folder_ / "notes.txt"));
}

TEST_F(Store, ANewerProgramsGameStaysAsItIs) {
  write("new.json", R"({"format":"gridlens-game","version":2,"puzzle":"other"})");
  const GameStore::Listing listing = GameStore(folder_).list();
  ASSERT_EQ(listing.troubles.size(), 1u);
  EXPECT_TRUE(fs::exists(folder_ / "new.json"));
}

TEST_F(Store, EveryCutOfAFileIsAnErrorOrAGame) {
  const std::string whole = game_json(played_record());
  for (std::size_t length = 0; length + 1 < whole.size(); length += 7)
    EXPECT_THROW(read_game_json(whole.substr(0, length)), std::runtime_error) << length;
  std::mt19937 random(5);
  for (int i = 0; i < 500; ++i) {
    std::string bent = whole;
    for (int k = 0; k < 3; ++k) bent[random() % bent.size()] = static_cast<char>(random() % 128);
    try {
      Game game(read_game_json(bent));
    } catch (const std::exception&) {
    }
  }
}

TEST_F(Store, TwoProgramsLoseNothing) {
  GameStore one(folder_), other(folder_);
  const std::string id = one.save("", sample_record());
  GameRecord mine = one.load(id), theirs = other.load(id);
  mine.document.entries.set(0, 2, 1);
  theirs.document.entries.set(0, 2, 2);
  EXPECT_EQ(one.save(id, mine), id);
  const std::string fork = other.save(id, theirs);
  EXPECT_NE(fork, id);
  EXPECT_EQ(other.save(fork, theirs), fork);
  EXPECT_EQ(one.save(id, mine), id);
  EXPECT_EQ(GameStore(folder_).load(id), mine);
  EXPECT_EQ(GameStore(folder_).load(fork), theirs);
}

// Many saves at once by several processes: each game is whole and none overwrites another.
TEST_F(Store, ManyProgramsAtOnce) {
  std::vector<pid_t> children;
  for (int child = 0; child < 4; ++child) {
    const pid_t process = ::fork();
    ASSERT_GE(process, 0);
    if (process == 0) {
      GameStore store(folder_);
      GameRecord record = sample_record();
      record.hints = child;
      std::string id;
      for (int i = 0; i < 25; ++i) id = store.save(id, record);
      ::_exit(0);
    }
    children.push_back(process);
  }
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  const GameStore::Listing listing = GameStore(folder_).list();
  EXPECT_TRUE(listing.troubles.empty());
  std::vector<int> hints;
  for (const GameStore::Entry& entry : listing.games) hints.push_back(entry.record.hints);
  std::sort(hints.begin(), hints.end());
  EXPECT_EQ(hints, (std::vector<int>{0, 1, 2, 3}));
}

// A process that plays is killed at any moment: what it had reported as entered is there, but for
// the entry that it was at, and the file is whole.
TEST_F(Store, AKilledPlayerLosesAtMostOneEntry) {
  std::mt19937 random(11);
  for (int round = 0; round < 12; ++round) {
    const fs::path folder = folder_ / std::to_string(round);
    int pipe[2];
    ASSERT_EQ(::pipe(pipe), 0);
    const pid_t process = ::fork();
    ASSERT_GE(process, 0);
    if (process == 0) {
      GameStore store(folder);
      Game game(sample_record());
      game.apply(play::Pause{false}, 0);
      std::string id;
      unsigned char entered = 0;
      for (int i = 0; i < 4000; ++i) {
        const int cell = i % 81;
        if (!game.apply(play::ToggleMark{cell, i / 81 % 9 + 1}, i)) continue;
        id = store.save(id, game.record(i));
        if (++entered == 255 || ::write(pipe[1], &entered, 1) != 1) ::_exit(0);
      }
      ::_exit(0);
    }
    ::close(pipe[1]);
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 60'000));
    ::kill(process, SIGKILL);
    ::waitpid(process, nullptr, 0);
    unsigned char told = 0;
    while (::read(pipe[0], &told, 1) == 1) continue;
    ::close(pipe[0]);
    const GameStore::Listing listing = GameStore(folder).list();
    EXPECT_TRUE(listing.troubles.empty());
    if (told == 0) continue;
    ASSERT_EQ(listing.games.size(), 1u);
    const GameRecord kept = GameStore(folder).load(listing.games[0].id);
    EXPECT_GE(kept.steps.size(), static_cast<std::size_t>(told));
    EXPECT_LE(kept.steps.size(), static_cast<std::size_t>(told) + 1);
    EXPECT_EQ(Game(kept).can_undo(), true);
  }
}

TEST_F(Store, AFolderThatCannotBeWrittenIsTold) {
  write("file", "");
  EXPECT_THROW(GameStore(folder_ / "file").save("", sample_record()), std::runtime_error);
  EXPECT_THROW(GameStore({}).save("", sample_record()), std::runtime_error);
  EXPECT_THROW(GameStore(folder_).load("nothing"), std::runtime_error);
}

}  // namespace
}  // namespace gridlens
