#pragma once

#include <CLI/CLI.hpp>

namespace gridlens {

// `gridlens make [...]`: new puzzles on standard output. The command's exit status goes to
// `exit_status`.
CLI::App* add_make_command(CLI::App& app, int& exit_status);

}  // namespace gridlens
