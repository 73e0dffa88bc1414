#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/play/play_view.h"
#include "app/play/play_wish.h"
#include "app/play/worker.h"
#include "core/display/help_desk.h"
#include "core/play/puzzle_study.h"

namespace gridlens {

// The game that a person plays, what they have selected and typed, what help told, and the saved
// games. Knows no window. Window thread; the disk and long thoughts have threads of their own
// ("gl-games", "gl-play"). Times are passed in: milliseconds of a clock that does not run
// backwards.
class PlaySession {
 public:
  explicit PlaySession(std::filesystem::path folder);
  ~PlaySession();  // saves what is not saved yet
  PlaySession(const PlaySession&) = delete;
  PlaySession& operator=(const PlaySession&) = delete;

  // Plays the puzzle in the play view. Where a game of the same puzzle is kept that is not
  // finished, that goes on, and entries of `document` come into its blank cells. The document's
  // `source` and `title` are shown. `others`: puzzles of the same file, which join the saved games,
  // kMostOthers at most.
  void start(PuzzleDocument document, std::int64_t now_ms, std::vector<PuzzleDocument> others = {});
  static constexpr std::size_t kMostOthers = 200;
  // Takes up the game that was played last, if any; with `open` in the play view.
  void resume_last(bool open, std::int64_t now_ms);

  void execute(const PlayWish& wish, std::int64_t now_ms);
  // Takes what the threads have done, and saves a running clock now and then; true: something
  // changed.
  bool poll(std::int64_t now_ms);
  // The window goes: the clock stops, and what is open stays so for the next run.
  void leave(std::int64_t now_ms);
  // Waits for the threads. For tests and the end of a run.
  void drain();

  [[nodiscard]] bool is_open() const { return open_; }
  [[nodiscard]] PlayView view(std::int64_t now_ms) const;
  // What is to be painted on the board in view that has its givens; nothing: the switch is off.
  [[nodiscard]] std::optional<PaintedGame> painting() const;
  void set_on_paper(bool on_paper) { on_paper_ = on_paper; }
  [[nodiscard]] const Game* game() const { return game_ ? &*game_ : nullptr; }
  // One line for the person, e.g. of a file that was no game.
  void tell(const std::string& message, PlayMood mood = PlayMood::quiet);

 private:
  struct Carry;
  // Of one game, shared with the games' thread: of several savings that wait, the newest counts.
  struct Slot {
    std::mutex mutex;
    std::optional<GameRecord> waiting;
    std::string id;  // empty: not saved yet
  };

  void begin(GameRecord record, std::string id, std::int64_t now_ms);
  void select_first_blank();
  [[nodiscard]] std::string saved_id() const;  // of the game; empty: not saved yet
  bool change(const play::Command& command, std::int64_t now_ms);
  void drop_game();  // nothing of it is saved any more
  void forget_help();
  void save(std::int64_t now_ms);
  void study();
  void ask_hint();
  void show_hint(std::optional<HelpHint> hint);
  void check();
  void put(int value, bool mark, std::int64_t now_ms);
  void type(char symbol, bool mark, std::int64_t now_ms);
  void ask_games();
  void choose_game(const wish::Move& move);
  [[nodiscard]] const GameStore::Entry* chosen_game() const;
  void make_new_game(const wish::NewGame& wanted);
  void open(std::int64_t now_ms);
  void close(std::int64_t now_ms);
  [[nodiscard]] std::vector<std::string> symbols() const;
  [[nodiscard]] std::optional<Grid> only_solution() const;
  [[nodiscard]] std::string about() const;

  std::optional<Game> game_;
  int number_ = 0;  // of the game in this run: what belongs to another one is out of date
  std::shared_ptr<Slot> slot_;
  std::optional<PuzzleStudy> study_;
  bool open_ = false;
  std::int64_t now_ms_ = 0;  // of the newest call
  std::int64_t saved_ms_ = 0;

  int selected_ = -1, last_value_ = 0;
  std::string typed_;
  bool typed_mark_ = false;
  bool notes_ = false;
  std::optional<HelpStep> hint_;
  std::vector<int> wrong_;
  std::string message_;
  PlayMood mood_ = PlayMood::quiet;
  bool thinking_ = false;
  bool to_paper_ = false, on_paper_ = false;
  bool finish_card_ = false;
  std::optional<std::stop_source> making_;  // a puzzle is being made
  bool games_open_ = false;
  std::shared_ptr<const GameStore::Listing> games_;
  int game_at_ = 0;  // of the list: chosen by the keys
  std::string trouble_;

  std::shared_ptr<GameStore> store_;  // of the games' thread alone
  Worker maker_{"gl-make", Worker::AtEnd::drop};
  Worker thinker_{"gl-play", Worker::AtEnd::drop};
  Worker keeper_{"gl-games", Worker::AtEnd::finish};
};

}  // namespace gridlens
