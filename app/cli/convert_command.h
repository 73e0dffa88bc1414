#pragma once

#include <CLI/CLI.hpp>

namespace gridlens {

// Adds `gridlens convert`. The callback sets `exit_status` and throws std::runtime_error with one
// clear line where nothing was written.
CLI::App* add_convert_command(CLI::App& app, int& exit_status);

}  // namespace gridlens
