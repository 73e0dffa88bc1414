#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gridlens {

// Where a run's standard output goes.
enum class StandardOutput { captured = 1, full_disk, closed };

// A signal sent to the program once `when` holds; asked every 5 ms with what the program has
// written to standard output so far. `when` empty: at once.
struct SignalPlan {
  int number = 0;
  std::function<bool(const std::string& out)> when;
  double asleep_s = 0;  // and once the main thread has waited for something for so long
};

// One run of the real program, `gridlens ARGUMENTS`.
struct ProgramRun {
  std::vector<std::string> arguments = {};
  std::optional<std::string> input = {};  // standard input; nothing: /dev/null
  std::vector<std::pair<std::string, std::string>> environment = {};  // added to this process's own
  std::filesystem::path folder = {};  // working folder; empty: this one
  StandardOutput output = StandardOutput::captured;
  std::vector<int> ignored_signals = {};  // SIG_IGN at the start, as under nohup
  std::optional<SignalPlan> signal = {};
  std::uint64_t file_bytes = 0;  // RLIMIT_FSIZE; 0: none
  double limit_s = 60;           // the program is killed after that
};

struct ProgramEnd {
  int status = -1;      // exit status; 128 + N where signal N ended the program
  bool killed = false;  // by the runner, at limit_s
  std::string out, err;
  double seconds = 0;                    // from start to end
  std::optional<double> after_signal_s;  // from the signal to the end; nothing: not sent
};

// Throws std::runtime_error where the program cannot be started. The caller may be single-threaded
// only.
ProgramEnd run_program(const ProgramRun& run);

}  // namespace gridlens
