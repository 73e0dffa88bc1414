#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/puzzle/puzzle_document.h"

namespace gridlens {

enum class PageFormat {
  pdf = 1,  // one page a puzzle
  svg,      // one puzzle
};

struct PrintOptions {
  bool entries = true;   // what a person wrote, and pencil marks
  bool solution = true;  // small and upside down at the foot, where there is exactly one
  // Search for that solution; repeatable. A puzzle that needs more is printed without it.
  std::uint64_t max_nodes = 200'000;
};

// Clean A4 pages: the title, what the rules are, the board, its solution. Classic boards, diagonals
// drawn lightly, jigsaw regions; any N. Letters are outlines or embedded: a page looks the same on
// every machine. Throws std::invalid_argument with one clear line: no puzzle, several for SVG, a
// jigsaw without fitting regions; std::runtime_error where the typeface is missing.
std::string print_pages(std::span<const PuzzleDocument> documents, PageFormat format,
                        const PrintOptions& options = {});

// A page as a picture, rows of B, G, R, 8 bits each.
struct PagePicture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> bgr;  // 3 * width * height
};

// The same page drawn at `dpi` dots an inch (10 to 600).
PagePicture print_picture(const PuzzleDocument& document, double dpi,
                          const PrintOptions& options = {});

}  // namespace gridlens
