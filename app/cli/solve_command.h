#pragma once

namespace CLI {
class App;
}

namespace gridlens {

// Adds `solve` to the program's commands: puzzles as text in, answers as text or JSON out. Its
// callback does the work and sets `exit_status`, which must outlive `app`'s parsing: 0 when every
// line was well-formed (whatever the answers), 1 otherwise.
CLI::App* add_solve_command(CLI::App& app, int& exit_status);

}  // namespace gridlens
