#pragma once

#include <cstdint>
#include <vector>

namespace gridlens {

// Neighbouring set pixels of a row.
struct PixelRun {
  int y, x0, x1;  // x1 inclusive
};

// Appends the runs of a row of `width` pixels, all 0 or 255, left to right.
void append_runs(const std::uint8_t* row, int width, int y, std::vector<PixelRun>& runs);

}  // namespace gridlens
