#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace gridlens {

// Notices what others do to a file while it is written: deleted, replaced, cut short, moved.
// Pipes and devices are not watched.
class FileWatch {
 public:
  FileWatch() = default;
  explicit FileWatch(const std::filesystem::path& path);  // opened for writing just now
  ~FileWatch();
  FileWatch(FileWatch&& other) noexcept;
  FileWatch& operator=(FileWatch&& other) noexcept;

  // One clear line when the file is lost or shorter than `bytes`, which were written; else empty.
  [[nodiscard]] std::string lost(std::int64_t bytes) const;
  // One clear line when the file is no longer what its name names, or lost(); else empty.
  [[nodiscard]] std::string gone(std::int64_t bytes) const;

  // Leaves the first `bytes` of the file, or removes it when they are none. Only where the name
  // still names it.
  void cut_back(std::int64_t bytes) const;

 private:
  [[nodiscard]] bool named() const;

  std::filesystem::path path_;
  int file_ = -1;  // reading end; -1: not watched
};

}  // namespace gridlens
