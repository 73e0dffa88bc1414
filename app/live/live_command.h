#pragma once

#include <CLI/CLI.hpp>

namespace gridlens {

// `gridlens live`, also the default. The command's exit status goes to `exit_status`.
CLI::App* add_live_command(CLI::App& app, int& exit_status);

// `gridlens play`: the window with the play view.
CLI::App* add_play_command(CLI::App& app, int& exit_status);

}  // namespace gridlens
