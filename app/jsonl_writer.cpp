#include "app/jsonl_writer.h"

#include <cerrno>
#include <cstring>
#include <iostream>
#include <stdexcept>

#include "app/standard_output.h"

namespace gridlens {

JsonlWriter::JsonlWriter(const std::string& target) : target_(target) {
  if (target == "-") return;
  file_.open(target);
  if (!file_) throw std::runtime_error("cannot write " + target + ": " + std::strerror(errno));
}

void JsonlWriter::write(const std::string& line) {
  if (target_ == "-") {
    std::cout << line << '\n';
    flush_standard_output();
    return;
  }
  file_ << line << '\n' << std::flush;
  if (!file_) throw std::runtime_error("cannot write to " + target_ + ": " + std::strerror(errno));
}

}  // namespace gridlens
