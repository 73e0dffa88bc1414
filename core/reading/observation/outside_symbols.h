#pragma once

#include <utility>
#include <vector>

#include "core/reading/network/digit_network.h"
#include "core/vision/rectify.h"

namespace gridlens {

// Symbols outside of a grid, each beside the middle of a row or column. Over frames. A skyscrapers
// puzzle has numbers there. Beside a piece of a larger grid stand the symbols of the rest. Symbols
// that count the rows or columns of a side are labels, and none of these.
class OutsideSymbols {
 public:
  explicit OutsideSymbols(int n);

  // Once numbers are found a blurred look takes nothing from them.
  [[nodiscard]] bool enough() const;

  // `around`: the board with a cell more on each side (n + 2 cells). `quarter_turns`: as of
  // DigitNetwork::classify.
  void add(DigitNetwork& network, const RectifiedBoard& around, int quarter_turns);

  // Do as many numbers as the grid has rows stand at two sides or more, and little else?
  [[nodiscard]] bool number_lines() const;

  // Do symbols stand beside rows and beside columns, as in a larger grid?
  [[nodiscard]] bool go_on_both_ways() const;

 private:
  // What the frames say of a place outside: sums over them.
  struct Place {
    int cell = 0;                 // of the board with a cell more on each side
    double blank = 0;             // probability that nothing stands there
    std::vector<double> symbols;  // probability of DigitNetwork::labels()
  };

  // What stands at the places of a side.
  struct Side {
    std::vector<std::pair<int, int>> symbols;  // that surely stand there: place, label
    double something_else = 0;                 // expected places with neither that nor a blank
  };
  enum class Kinds { numerals, all };
  [[nodiscard]] Side side(size_t which, Kinds kinds) const;

  int n_ = 0;
  int frames_ = 0;
  std::vector<std::vector<Place>> sides_;  // of the four: its places from end to end
};

}  // namespace gridlens
