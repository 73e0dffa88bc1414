#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/help/help.h"
#include "core/play/game.h"
#include "core/play/game_store.h"

namespace gridlens {

enum class PlayMood { quiet = 1, good, bad };

// All that the play view shows, made once a window frame by PlaySession. What it points to holds
// until the session's next call.
struct PlayView {
  bool open = false;           // the play view covers the picture
  const Game* game = nullptr;  // null: none yet
  std::int64_t elapsed_ms = 0;
  std::string about;       // "9x9 X, hard", "25x25, several solutions"
  int selected = -1;       // cell
  std::string typed;       // of a symbol that is not whole yet
  bool notes = false;      // symbols are noted
  int highlighted = 0;     // value of the selected cell, or put last
  std::vector<int> wrong;  // cells that a check told
  std::optional<HelpStep> hint;
  std::vector<int> shaded;  // cells of the hint's units
  std::string message;
  PlayMood mood = PlayMood::quiet;
  bool thinking = false;     // a hint is on its way
  bool can_solve = false;    // a solution is known
  bool to_paper = false;     // the switch
  bool on_paper = false;     // the board is in view, too
  bool finish_card = false;  // the game was just finished
  bool making = false;       // a new puzzle is on its way
  bool games_open = false;
  std::shared_ptr<const GameStore::Listing> games;
  int game_at = 0;      // of the list: chosen by the keys
  std::string game_id;  // of the game that is open
  std::string trouble;  // of saving, one clear line
};

}  // namespace gridlens
