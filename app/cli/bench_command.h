#pragma once

#include <CLI/CLI.hpp>

namespace gridlens {

// `gridlens bench [--input CLIP] [--json]`. The command's exit status goes to `exit_status`.
CLI::App* add_bench_command(CLI::App& app, int& exit_status);

}  // namespace gridlens
