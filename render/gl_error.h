#pragma once

#include <stdexcept>

namespace gridlens {

// OpenGL cannot do what was asked: one clear line, with the driver's own words where it has any.
class GlError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Throws GlError naming `where` when the current context has recorded an error since the last call.
void check_gl(const char* where);

}  // namespace gridlens
