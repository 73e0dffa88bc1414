#include "app/files/standard_output.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <stdexcept>
#include <string>

namespace gridlens {

void prepare_standard_streams() {
  // In this order: open() takes the lowest free number. What is written to a reading end fails.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    (void)::open("/dev/null", stream == STDOUT_FILENO ? O_RDONLY : O_RDWR);
  }
  std::signal(SIGXFSZ, SIG_IGN);
}

void flush_standard_output() {
  // Where a write has failed already, errno still is its reason.
  if (std::ferror(stdout) == 0) errno = 0;
  std::cout.flush();
  const bool flushed = std::fflush(stdout) == 0;
  if (flushed && std::cout && std::ferror(stdout) == 0) return;
  std::string reason;
  if (errno == EBADF)
    reason = ": it is closed";
  else if (errno != 0)
    reason = std::string(": ") + std::strerror(errno);
  throw std::runtime_error("cannot write to standard output" + reason);
}

}  // namespace gridlens
