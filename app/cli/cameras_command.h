#pragma once

#include <CLI/CLI.hpp>

namespace gridlens {

// `gridlens cameras [--json]`. No camera is no error: `exit_status` is 0 then, too.
CLI::App* add_cameras_command(CLI::App& app, int& exit_status);

}  // namespace gridlens
