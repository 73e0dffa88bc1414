#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/pipeline/frame_result.h"

namespace gridlens {

struct ReadTextOptions {
  bool check = false;  // tells which entries are wrong
  bool hint = false;   // tells the next step
};

// What `gridlens read` prints of a picture: a heading and the grids of each board, in the board's
// own symbols, and the cells in doubt. `gridlens solve` reads this text.
std::string read_text(const std::string& image, const std::vector<BoardResult>& boards,
                      const ReadTextOptions& options);

// The board's clues as one line of `solve`'s notation, without line end. Nothing where it has none.
std::optional<std::string> read_line(const BoardResult& board);

// The rows of a picture in the CSV report, without the last line end.
std::string csv_header();
std::string csv_rows(const std::string& image, const std::vector<BoardResult>& boards, double ms);
std::string csv_error_row(const std::string& image);
bool csv_says_error(const std::vector<std::string>& row);

}  // namespace gridlens
