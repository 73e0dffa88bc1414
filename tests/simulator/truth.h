#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "core/image/quad.h"
#include "core/puzzle/grid.h"

namespace gridlens::generator {

// What a perfect program would report, and how hard it is to see.
struct BoardTruth {
  Quad corners;  // TL TR BR BL as read upright, picture pixels (integers are centres)
  Shape shape;
  std::vector<std::string> alphabet;  // alphabet[v - 1] is printed for value v
  Grid clues, entries, solution;
  double visible = 1;        // share of the board inside the picture and not covered
  std::vector<int> covered;  // cells (row-major) with something over them or outside the picture:
                             // what is printed there cannot be known
  double inside = 1;         // share of the board inside the picture, covered or not
  double cell_px = 0;        // side of the middle cell in the picture
  double tilt_deg = 0;
  double blur_px = 0;  // way of the board's middle in the picture during the exposure
  // Of sequences: cells of 14 px and more, blur of 1 px and less, lit, whole in the picture,
  // uncovered. None: not judged.
  std::optional<bool> readable;
};

struct FrameTruth {
  int frame = 0;
  double time_ms = 0;
  int width = 0, height = 0;
  std::string scenario;  // empty for pages
  std::uint64_t seed = 0;
  std::vector<BoardTruth> boards;
};

// One JSON object without a line break; the format is described in tests/simulator/README.md.
std::string to_json(const FrameTruth& truth);

// Throws std::runtime_error naming the line where one is malformed.
FrameTruth truth_from_json(const std::string& line);
std::vector<FrameTruth> read_truth(const std::filesystem::path& jsonl);

}  // namespace gridlens::generator
