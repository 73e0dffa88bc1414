#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace gridlens {

// Starts another program, looked for in PATH. `words`: its name and arguments, at least one.
// `output_fd` becomes its standard output; it reads nothing, and its standard error is left out, as
// toolkits warn of what concerns nobody here. No signal is blocked in it. Returns its process id,
// which the caller waits for; -1: it could not be started.
pid_t start_child_program(const std::vector<std::string>& words, int output_fd);

}  // namespace gridlens
