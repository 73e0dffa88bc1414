#pragma once

#include <string>
#include <string_view>

#include "core/play/game_record.h"

namespace gridlens {

// A kept game as text: {"format":"gridlens-game","version":1,"puzzle":{...},"steps":[...],...},
// where "puzzle" is a whole file of core/formats.
std::string game_json(const GameRecord& record);

// Throws NewerGame where a newer GridLens wrote it, else std::runtime_error with one clear line.
GameRecord read_game_json(std::string_view text);

}  // namespace gridlens
