#include "tests/faults/run_program.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace gridlens {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// One end of a pipe or file, closed with the object.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }
  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }
  [[nodiscard]] int get() const { return number_; }

 private:
  int number_;
};

struct Pipe {
  Descriptor read, write;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

// In the child, after fork. Never returns.
[[noreturn]] void become_program(const ProgramRun& run, int in, int out, int err) {
  if (in >= 0)
    dup2(in, STDIN_FILENO);
  else
    dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(err, STDERR_FILENO);
  if (run.output == StandardOutput::captured) dup2(out, STDOUT_FILENO);
  if (run.output == StandardOutput::full_disk) dup2(open("/dev/full", O_WRONLY), STDOUT_FILENO);
  if (run.output == StandardOutput::closed) ::close(STDOUT_FILENO);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) std::signal(number, SIG_DFL);
  for (const int number : run.ignored_signals) std::signal(number, SIG_IGN);
  if (run.file_bytes > 0) {
    const rlimit limit{run.file_bytes, run.file_bytes};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  if (!run.folder.empty() && chdir(run.folder.c_str()) != 0) _exit(127);
  // No test reads the person's settings.
  setenv("XDG_CONFIG_HOME", "/nonexistent", 1);
  for (const auto& [name, value] : run.environment) setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> arguments{const_cast<char*>("gridlens")};
  for (const std::string& argument : run.arguments)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  execv(GRIDLENS_PROGRAM, arguments.data());
  _exit(127);
}

// Appends what there is; closes the end when the program has.
void read_some(Descriptor& end, std::string& text) {
  std::array<char, 65536> buffer{};
  const ssize_t count = ::read(end.get(), buffer.data(), buffer.size());
  if (count > 0)
    text.append(buffer.data(), static_cast<size_t>(count));
  else if (count == 0 || errno != EINTR)
    end.close();
}

void write_some(Descriptor& end, const std::string& text, size_t& sent) {
  const ssize_t count = ::write(end.get(), text.data() + sent, text.size() - sent);
  if (count > 0) sent += static_cast<size_t>(count);
  if (sent == text.size() || (count < 0 && errno != EINTR && errno != EAGAIN)) end.close();
}

// Whether the main thread waits for something other than a core or the disk.
bool is_asleep(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string stat;
  std::getline(file, stat);
  const size_t name_end = stat.rfind(')');  // the name may hold anything
  return name_end != std::string::npos && stat.substr(name_end + 1, 2) == " S";
}

}  // namespace

ProgramEnd run_program(const ProgramRun& run) {
  std::signal(SIGPIPE, SIG_IGN);  // a program that does not read its input is no error of ours
  Pipe in = make_pipe(), out = make_pipe(), err = make_pipe();
  const Clock::time_point start = Clock::now();
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) {
    std::signal(SIGPIPE, SIG_DFL);
    become_program(run, run.input ? in.read.get() : -1, out.write.get(), err.write.get());
  }
  in.read.close();
  out.write.close();
  err.write.close();
  size_t sent = 0;
  if (!run.input || run.input->empty())
    in.write.close();
  else
    fcntl(in.write.get(), F_SETFL, O_NONBLOCK);

  ProgramEnd end;
  std::optional<Clock::time_point> signalled;
  Clock::time_point awake = start;  // when the program was last seen so
  int status = 0;
  for (bool running = true; running || out.read.get() >= 0 || err.read.get() >= 0;) {
    std::array<pollfd, 3> wanted{pollfd{out.read.get(), POLLIN, 0},
                                 pollfd{err.read.get(), POLLIN, 0},
                                 pollfd{in.write.get(), POLLOUT, 0}};
    poll(wanted.data(), wanted.size(), 5);
    if (wanted[0].revents != 0) read_some(out.read, end.out);
    if (wanted[1].revents != 0) read_some(err.read, end.err);
    if (wanted[2].revents != 0) write_some(in.write, *run.input, sent);
    if (running && waitpid(child, &status, WNOHANG) == child) {
      running = false;
      end.seconds = seconds_since(start);
      if (signalled) end.after_signal_s = seconds_since(*signalled);
      in.write.close();
    }
    if (!running) continue;
    if (run.signal && run.signal->asleep_s > 0 && !is_asleep(child)) awake = Clock::now();
    if (run.signal && !signalled && seconds_since(awake) >= run.signal->asleep_s &&
        (!run.signal->when || run.signal->when(end.out))) {
      ::kill(child, run.signal->number);
      signalled = Clock::now();
    }
    if (!end.killed && seconds_since(start) > run.limit_s) {
      end.killed = true;
      ::kill(child, SIGKILL);
    }
  }
  end.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (end.status == 127 && end.err.empty())
    throw std::runtime_error("cannot run " GRIDLENS_PROGRAM);
  return end;
}

}  // namespace gridlens
