#pragma once

#include <vector>

#include "core/reading/network/digit_network.h"
#include "core/vision/rectify.h"

namespace gridlens {

// Numbers outside of a grid, each beside the middle of a row or column, as a skyscrapers puzzle has
// them. Over frames. Numbers that count the rows or columns of a side are labels, and none of
// these.
class OutsideNumbers {
 public:
  explicit OutsideNumbers(int n);

  // Once they are found a blurred look takes nothing from them.
  [[nodiscard]] bool enough() const;

  // `around`: the board with a cell more on each side (n + 2 cells). `quarter_turns`: as of
  // DigitNetwork::classify.
  void add(DigitNetwork& network, const RectifiedBoard& around, int quarter_turns);

  // Do as many of them as the grid has rows stand at two sides or more, and little else?
  [[nodiscard]] bool found() const;

 private:
  // What the frames say of a place outside: sums over them.
  struct Place {
    int cell = 0;                  // of the board with a cell more on each side
    double blank = 0;              // probability that nothing stands there
    std::vector<double> numerals;  // probability of 0, 1, ... 9
  };

  // The number that surely stands at a place, or -1.
  [[nodiscard]] int number_at(const Place& place) const;

  int n_ = 0;
  int frames_ = 0;
  std::vector<std::vector<Place>> sides_;  // of the four: its places from end to end
};

}  // namespace gridlens
