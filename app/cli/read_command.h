#pragma once

#include <CLI/CLI.hpp>

namespace gridlens {

// `gridlens read IMAGE... [--json] [--annotate DIR]`. The command's exit status goes to
// `exit_status`.
CLI::App* add_read_command(CLI::App& app, int& exit_status);

}  // namespace gridlens
