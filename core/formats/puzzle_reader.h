#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "core/formats/grid_rows.h"
#include "core/formats/line_reader.h"
#include "core/formats/puzzle_line.h"
#include "core/formats/report_text.h"

namespace gridlens {

// Whether a command line argument is a puzzle itself: no file of that name, and mostly cells; one
// of less than 16 characters holds nothing else.
bool is_puzzle_text(const std::string& argument);

// The puzzles of a text, one after the other:
// - lines of which each is a puzzle, with or without its box in front;
// - the text that `gridlens read` prints: of each board the givens and what is handwritten;
// - grids over N lines of N cells, with a frame of | - + * or without. Lines of 16, 25 and 36
// symbols
//   without a frame are puzzles by themselves.
class PuzzleReader {
 public:
  // `lines` is borrowed.
  PuzzleReader(LineReader& lines, const BoardWish& wish) : lines_(lines), wish_(wish) {}

  // The next puzzle or what stands in the place of one; false at the end of the text.
  bool next(PuzzleLine& puzzle);

 private:
  using Line = LineReader::Line;
  struct Block {
    std::int64_t number = 0;  // of the first line
    std::vector<GridRow> rows;
    std::vector<size_t> rules;  // each before the row of that index
    bool framed = false;
    bool starred = false;  // Simple Sudoku's frame: X and * are empty cells, too
    std::vector<Line> lines;
  };

  bool take(Line& line);
  const Line* peek();
  bool read_report_line(std::string_view part, PuzzleLine& puzzle, bool& found);
  Block take_block(Line first);
  void skip_rows();
  void read_entries(PuzzleLine& puzzle);
  PuzzleLine puzzle_of_block(const Block& block, const std::optional<ReportHeading>& heading) const;
  bool read_grid(const Line& first, std::string_view part, PuzzleLine& puzzle);

  LineReader& lines_;
  BoardWish wish_;
  std::deque<Line> ahead_;
  std::optional<ReportHeading> report_;  // the board of `read`'s text that the lines belong to
};

}  // namespace gridlens
