#include "core/record/file_watch.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <system_error>
#include <utility>

namespace gridlens {

FileWatch::FileWatch(const std::filesystem::path& path) : path_(path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return;
  file_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
}

FileWatch::~FileWatch() {
  if (file_ >= 0) ::close(file_);
}

FileWatch::FileWatch(FileWatch&& other) noexcept
    : path_(std::move(other.path_)), file_(std::exchange(other.file_, -1)) {}

FileWatch& FileWatch::operator=(FileWatch&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(file_, other.file_);
  return *this;
}

std::string FileWatch::lost(std::int64_t bytes) const {
  struct stat now {};
  if (file_ < 0 || fstat(file_, &now) != 0) return {};
  if (now.st_nlink == 0)
    return path_.string() + " was deleted or replaced while it was being written";
  if (now.st_size < bytes) return path_.string() + " was cut short while it was being written";
  return {};
}

bool FileWatch::named() const {
  struct stat opened {
  }, there{};
  return file_ >= 0 && fstat(file_, &opened) == 0 && ::stat(path_.c_str(), &there) == 0 &&
         opened.st_dev == there.st_dev && opened.st_ino == there.st_ino;
}

std::string FileWatch::gone(std::int64_t bytes) const {
  if (std::string trouble = lost(bytes); !trouble.empty() || file_ < 0) return trouble;
  return named() ? "" : path_.string() + " was moved while it was being written";
}

void FileWatch::cut_back(std::int64_t bytes) const {
  if (!named()) return;
  std::error_code ignored;
  if (bytes > 0)
    std::filesystem::resize_file(path_, static_cast<std::uintmax_t>(bytes), ignored);
  else
    std::filesystem::remove(path_, ignored);
}

}  // namespace gridlens
