#include "core/reading/observation/outside_numbers.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/reading/ink/ink_features.h"

namespace gridlens {

namespace {

constexpr double kSurely = 0.9;  // probability of a number
constexpr int kNumerals = 10;
constexpr int kFewestLabels = 3;  // two numbers follow each other by chance
constexpr int kFewestSides = 2;
constexpr double kMostElse = 0.5;  // places with something else, a number

// Do the numbers of a side, with their places, count its rows or columns, up or down?
bool are_labels(const std::vector<std::pair<int, int>>& numbers) {
  if (static_cast<int>(numbers.size()) < kFewestLabels) return false;
  const auto [first_place, first] = numbers.front();
  const auto count = [&, first = first, first_place = first_place](int step) {
    return std::all_of(numbers.begin(), numbers.end(), [&](const auto& one) {
      return one.second - first == step * (one.first - first_place);
    });
  };
  return count(1) || count(-1);
}

}  // namespace

OutsideNumbers::OutsideNumbers(int n) : n_(n), sides_(4) {
  const int wide = n + 2;
  for (int k = 1; k <= n; ++k) {
    const int cells[4] = {k, k * wide + wide - 1, (wide - 1) * wide + k, k * wide};
    for (size_t side = 0; side < 4; ++side)
      sides_[side].push_back({cells[side], 0, std::vector<double>(kNumerals)});
  }
}

bool OutsideNumbers::enough() const {
  return frames_ >= kEnoughFrames || found();
}

void OutsideNumbers::add(DigitNetwork& network, const RectifiedBoard& around, int quarter_turns) {
  const InkMap ink = normalise(around);
  std::vector<int> cells;
  std::vector<Place*> inked;
  for (std::vector<Place>& side : sides_)
    for (Place& place : side) {
      if (surely_blank(ink, place.cell)) {
        place.blank += 1;
        continue;
      }
      cells.push_back(place.cell);
      inked.push_back(&place);
    }
  const std::vector<CellScores> scores = network.classify(ink, cells, quarter_turns);
  for (size_t i = 0; i < inked.size(); ++i) {
    inked[i]->blank += std::exp(scores[i].symbols[0]);
    for (int numeral = 0; numeral < kNumerals; ++numeral)
      inked[i]->numerals[static_cast<size_t>(numeral)] += std::exp(
          scores[i].symbols[static_cast<size_t>(DigitNetwork::label_of(std::to_string(numeral)))]);
  }
  ++frames_;
}

int OutsideNumbers::number_at(const Place& place) const {
  const auto likeliest = std::max_element(place.numerals.begin(), place.numerals.end());
  return *likeliest > kSurely * frames_ ? static_cast<int>(likeliest - place.numerals.begin()) : -1;
}

bool OutsideNumbers::found() const {
  int count = 0, sides = 0;
  double something_else = 0;
  for (const std::vector<Place>& side : sides_) {
    std::vector<std::pair<int, int>> numbers;
    for (int k = 0; k < n_; ++k) {
      const Place& place = side[static_cast<size_t>(k)];
      if (const int number = number_at(place); number >= 0)
        numbers.emplace_back(k, number);
      else if (frames_ > 0)
        something_else += 1 - place.blank / frames_;
    }
    if (numbers.empty() || are_labels(numbers)) continue;
    ++sides;
    count += static_cast<int>(numbers.size());
  }
  return sides >= kFewestSides && count >= n_ && something_else <= kMostElse * count;
}

}  // namespace gridlens
