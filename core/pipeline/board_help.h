#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/help/help.h"
#include "core/pipeline/frame_result.h"
#include "core/pipeline/settings.h"

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
};

// Works out the help of the boards in view, once for each reading. One thread.
class HelpDesk {
 public:
  // The first `count` steps and the mistakes. Valid until the next call.
  const BoardHelp& help_for(const BoardResult& board, int count);

 private:
  struct Told {
    int id = 0, count = 0;
    std::optional<Grid> clues, entries, solution;
    BoardHelp help;
  };
  std::vector<Told> told_;  // newest last
};

// The panel's lines on a board: the newest hint's reason, with the chain that leads to it where
// that is wished for; or the entries that are wrong. None where neither is shown.
std::vector<std::string> advice(const BoardResult& board, HelpDesk& desk, const Settings& settings);

// "3 of 31 entries are wrong"; of a board without entries, that there are none.
std::string check_text(const BoardResult& board, const BoardHelp& help);

}  // namespace gridlens
