// libFuzzer target for everything that reads text from outside: puzzle lines, shapes, regions.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "notation_check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  gridlens::check_notation({reinterpret_cast<const char*>(data), size});
  return 0;
}
