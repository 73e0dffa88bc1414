#include "app/jsonl_writer.h"

#include <cerrno>
#include <cstring>
#include <iostream>
#include <stdexcept>

namespace gridlens {

JsonlWriter::JsonlWriter(const std::string& target) : target_(target) {
  if (target == "-") return;
  file_.open(target);
  if (!file_) throw std::runtime_error("cannot write " + target + ": " + std::strerror(errno));
}

void JsonlWriter::write(const std::string& line) {
  std::ostream& out = target_ == "-" ? std::cout : file_;
  out << line << '\n' << std::flush;
  if (!out)
    throw std::runtime_error("cannot write to " + (target_ == "-" ? "standard output" : target_) +
                             ": " + std::strerror(errno));
}

}  // namespace gridlens
