#pragma once

#include <fstream>
#include <string>

namespace gridlens {

// Where --jsonl lines go: a file or, with "-", standard output. Each line is flushed, so that a
// reader at the other end of a pipe sees it at once and a killed program loses none.
class JsonlWriter {
 public:
  // Empties the file: check_outputs() first. Throws std::runtime_error when it cannot be made.
  explicit JsonlWriter(const std::string& target);

  // Throws std::runtime_error when the line cannot be written (disk full).
  void write(const std::string& line);

 private:
  std::string target_;
  std::ofstream file_;
};

}  // namespace gridlens
