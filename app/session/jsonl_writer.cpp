#include "app/session/jsonl_writer.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <system_error>

#include "app/files/output_file.h"
#include "app/files/standard_output.h"

namespace gridlens {

JsonlWriter::JsonlWriter(const std::string& target, bool append) : target_(target) {
  if (target == "-") return;
  // /dev/stdout may be a file of the caller's that holds other lines, too.
  append = append || names_open_descriptor(target);
  std::error_code failure;
  if (!append && std::filesystem::is_regular_file(target, failure)) {
    std::filesystem::resize_file(target, 0, failure);
    if (failure) throw std::runtime_error("cannot write " + target + ": " + failure.message());
  }
  // Lines go to the file's end, wherever that is: one that is cut short stays too short.
  file_.open(target, std::ios::app);
  if (!file_) throw std::runtime_error("cannot write " + target + ": " + std::strerror(errno));
  watch_ = FileWatch(target);
  std::error_code error;
  const auto before = std::filesystem::file_size(target, error);
  if (!error && std::filesystem::is_regular_file(target, error))
    bytes_ = static_cast<std::int64_t>(before);
}

void JsonlWriter::check_file() const {
  if (const std::string trouble = watch_.lost(bytes_); !trouble.empty())
    throw std::runtime_error(trouble);
}

void JsonlWriter::write(const std::string& line) {
  if (target_ == "-") {
    std::cout << line << '\n';
    flush_standard_output();
    return;
  }
  check_file();  // a later line would hide that earlier ones were cut off
  file_ << line << '\n' << std::flush;
  if (!file_) throw std::runtime_error("cannot write to " + target_ + ": " + std::strerror(errno));
  bytes_ += static_cast<std::int64_t>(line.size()) + 1;
  check_file();
}

}  // namespace gridlens
