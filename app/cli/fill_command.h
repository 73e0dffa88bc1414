#pragma once

#include <CLI/CLI.hpp>

namespace gridlens {

// `gridlens fill`: types the missing entries into a board in another program's window.
// `exit_status` gets the status of the run.
CLI::App* add_fill_command(CLI::App& app, int& exit_status);

}  // namespace gridlens
