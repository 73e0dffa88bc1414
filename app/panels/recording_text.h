#pragma once

#include <cstdint>
#include <string>

namespace gridlens {

std::string clock_text(double elapsed_ms);  // "0:07", "12:34", "1:02:03"
std::string size_text(std::int64_t bytes);  // "812 B", "3.4 MB"

}  // namespace gridlens
