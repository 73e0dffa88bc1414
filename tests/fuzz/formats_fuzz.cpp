// libFuzzer target for everything that reads puzzle files: JSON, XML and text, told by content.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "formats_check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  gridlens::check_formats({reinterpret_cast<const char*>(data), size});
  return 0;
}
