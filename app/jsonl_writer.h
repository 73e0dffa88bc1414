#pragma once

#include <fstream>
#include <string>

namespace gridlens {

// Where --jsonl lines go: a file or, with "-", standard output. Each line is flushed, so that a
// reader at the other end of a pipe sees it at once and a killed program loses none.
class JsonlWriter {
 public:
  explicit JsonlWriter(
      const std::string& target);  // throws std::runtime_error when the file cannot be made

  void write(
      const std::string& line);  // throws std::runtime_error when it cannot be written (disk full)

 private:
  std::string target_;
  std::ofstream file_;
};

}  // namespace gridlens
