#pragma once

#include <cstdint>
#include <fstream>
#include <string>

#include "core/record/file_watch.h"

namespace gridlens {

// Where --jsonl lines go: a file or, with "-", standard output. Each line is flushed, so that a
// reader at the other end of a pipe sees it at once and a killed program loses none.
class JsonlWriter {
 public:
  // Empties the file, but for one that the caller opened, and unless `append`: check_outputs()
  // first. Throws std::runtime_error when it cannot be made.
  explicit JsonlWriter(const std::string& target, bool append = false);

  // Throws std::runtime_error when the line cannot be written (disk full), or the file with the
  // lines before was deleted or cut short.
  void write(const std::string& line);

 private:
  void check_file() const;

  std::string target_;
  std::ofstream file_;
  FileWatch watch_;
  std::int64_t bytes_ = 0;  // that the file must hold
};

}  // namespace gridlens
