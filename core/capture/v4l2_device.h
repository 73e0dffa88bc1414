#pragma once

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace gridlens {

// An open V4L2 node; Linux only. Several may be open on one device, in several programs.
class V4l2Device {
 public:
  explicit V4l2Device(const std::filesystem::path& path)
      : value_(::open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC)), error_(errno) {}
  ~V4l2Device() {
    if (value_ >= 0) ::close(value_);
  }
  V4l2Device(const V4l2Device&) = delete;
  V4l2Device& operator=(const V4l2Device&) = delete;

  [[nodiscard]] bool is_open() const { return value_ >= 0; }
  [[nodiscard]] int error() const { return error_; }  // of opening it

  // False: refused, errno tells why.
  bool ask(unsigned long request, void* argument) const {
    int result = 0;
    do result = ::ioctl(value_, request, argument);
    while (result < 0 && errno == EINTR);
    return result == 0;
  }

  // False: not taken, errno tells why.
  bool write(const void* data, std::size_t size) const {
    ssize_t written = 0;
    do written = ::write(value_, data, size);
    while (written < 0 && errno == EINTR);
    return written >= 0;
  }

  // MAP_FAILED: refused, errno tells why.
  [[nodiscard]] void* map(std::size_t size, std::int64_t offset) const {
    return ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, value_, offset);
  }

 private:
  int value_;
  int error_;
};

}  // namespace gridlens
