#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/help/help.h"
#include "core/pipeline/frame_result.h"
#include "core/pipeline/help_desk.h"
#include "core/pipeline/settings.h"

namespace gridlens {

// What help sees of a board; nothing where the board is not surely read, or has no solution: no
// hint may rest on a misread digit.
std::optional<HelpBoard> help_board(const BoardResult& board);

// The panel's lines on a board: the newest hint's reason, with the chain that leads to it where
// that is wished for; or the entries that are wrong. None where neither is shown.
std::vector<std::string> advice(const BoardResult& board, HelpDesk& desk, const Settings& settings);

// What stands where the steps are at an end, or are still looked for.
constexpr const char* kAllFilledIn = "all is filled in rightly";
constexpr const char* kLooking = "looking for the next step";

// "3 of 31 entries are wrong"; of a board without entries, that there are none.
std::string check_text(const BoardResult& board, const BoardHelp& help);

}  // namespace gridlens
