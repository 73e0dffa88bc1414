#pragma once

#include <exception>
#include <string>

namespace gridlens {

// What an exception says, as one line for people. OpenCV's own texts have two, with the place in
// its sources; a lack of memory is called that.
std::string one_line(const std::exception& error);

}  // namespace gridlens
