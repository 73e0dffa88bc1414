#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/display/settings.h"
#include "core/help/help.h"
#include "core/pipeline/frame_result.h"
#include "core/pipeline/mailbox_thread.h"

namespace gridlens {

// What help sees of a board; nothing where the board is not surely read, or has no solution: no
// hint may rest on a misread digit.
std::optional<HelpBoard> help_board(const BoardResult& board);

// What a person may be told of one board beside its solution.
struct BoardHelp {
  std::vector<HelpHint> hints;     // the steps from here on, each after the one before
  std::vector<HelpStep> mistakes;  // entries that are wrong
  std::vector<Unit> units;         // that the steps' indices mean
  std::string text;                // one line for people: the newest hint
  bool looking = false;            // for more steps than `hints` has so far
};

// A game as it is painted on the board that has its givens.
struct PaintedGame {
  Grid givens;
  Grid filled;  // givens and entries, right or wrong
};

// Works out the help of the boards in view, once for each reading. Hints come at once, or from a
// thread of their own ("gl-help"), so that no picture waits for a long search. Of several boards
// that wait the newest asking counts; the others ask again with the next picture. Calls are for one
// thread. Destruction waits for the step under way (a tenth of a second on a large board).
class HelpDesk {
 public:
  enum class Work { at_once = 1, on_a_thread };
  explicit HelpDesk(Work work = Work::at_once);
  ~HelpDesk();
  HelpDesk(const HelpDesk&) = delete;
  HelpDesk& operator=(const HelpDesk&) = delete;

  // The first `count` steps, or those known so far, and the mistakes. Valid until the next call.
  const BoardHelp& help_for(const BoardResult& board, int count);

  // The game whose entries stand in place of a board's solution, whatever is shown.
  void set_game(std::optional<PaintedGame> game);
  // What stands on this board; null: its givens are not those of a game.
  [[nodiscard]] const Grid* game_on(const BoardResult& board) const;

  // More is known than help_for() said before, since this was last asked.
  bool has_news();

 private:
  struct HelpState;
  struct Job;
  using Thread = MailboxThread<Job, Job>;
  static Job walk_on(Job job, const std::stop_token& stop);
  HelpState& state_of(const BoardResult& board);
  void take_answers();

  std::vector<std::unique_ptr<HelpState>> states_;  // newest last
  std::optional<PaintedGame> game_;
  int serial_ = 0;
  bool news_ = false;
  bool on_a_thread_ = false;
  std::unique_ptr<Thread> thread_;  // from the first hint on that is asked for
};

// The panel's lines on a board: the newest hint's reason, with the chain that leads to it where
// that is wished for; or the entries that are wrong. None where neither is shown.
std::vector<std::string> advice(const BoardResult& board, HelpDesk& desk, const Settings& settings);

// What stands where the steps are at an end, or are still looked for.
constexpr const char* kAllFilledIn = "all is filled in rightly";
constexpr const char* kLooking = "looking for the next step";

// "3 of 31 entries are wrong"; of a board without entries, that there are none.
std::string check_text(const BoardResult& board, const BoardHelp& help);

}  // namespace gridlens
