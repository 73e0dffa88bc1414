// libFuzzer target for everything that decodes pictures from outside.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "picture_check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  gridlens::check_picture({reinterpret_cast<const char*>(data), size});
  return 0;
}
