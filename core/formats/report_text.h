#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/puzzle/alphabet.h"
#include "core/puzzle/shape.h"

namespace gridlens {

// What the first line of a board in `gridlens read`'s text says of it: the board's size, boxes and
// symbols. `gridlens solve` reads the same line.
struct ReportHeading {
  Shape shape;
  Alphabet alphabet;
};

// "photo.jpg: 16x16, boxes 4x4, symbols 1-G, solved". The symbols are left out where they are
// numerals from 1. `outcome`: the state, and why.
std::string format_heading(const std::string& image, const ReportHeading& heading,
                           const std::string& outcome);

// Nothing where the line is no such heading.
std::optional<ReportHeading> parse_heading(std::string_view line);

// The lines above a board's grids, and the words that begin its other lines.
constexpr std::string_view kGivensLine = "givens";
constexpr std::string_view kEntriesLine = "handwritten";
constexpr std::string_view kSolutionLine = "solution";
constexpr std::string_view kNoPuzzle = ": no puzzle found";  // behind the image
constexpr std::string_view kDoubtful = "doubtful ";
constexpr std::string_view kCheck = "check ";
constexpr std::string_view kHint = "hint ";

}  // namespace gridlens
