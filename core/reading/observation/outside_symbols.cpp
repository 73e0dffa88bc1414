#include "core/reading/observation/outside_symbols.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/reading/ink/ink_features.h"
#include "core/reading/observation/cell_evidence.h"

namespace gridlens {

namespace {

constexpr int kFewestLabels = 3;   // two symbols follow each other by chance
constexpr int kFewestBeside = 2;   // symbols beside rows, and beside columns
constexpr double kMostElse = 0.5;  // places with something else, a symbol

// Do the symbols of a side, with their places, count its rows or columns, up or down?
bool are_labels(const std::vector<std::pair<int, int>>& symbols) {
  if (static_cast<int>(symbols.size()) < kFewestLabels) return false;
  const auto [first_place, first] = symbols.front();
  const auto count = [&, first = first, first_place = first_place](int step) {
    return std::all_of(symbols.begin(), symbols.end(), [&](const auto& one) {
      return one.second - first == step * (one.first - first_place);
    });
  };
  return count(1) || count(-1);
}

bool is_numeral(int label) {
  return label >= DigitNetwork::label_of("0") && label <= DigitNetwork::label_of("9");
}

}  // namespace

OutsideSymbols::OutsideSymbols(int n) : n_(n), sides_(4) {
  const int wide = n + 2;
  for (int k = 1; k <= n; ++k) {
    const int cells[4] = {k, k * wide + wide - 1, (wide - 1) * wide + k, k * wide};
    for (size_t side = 0; side < 4; ++side)
      sides_[side].push_back({cells[side], 0, std::vector<double>(DigitNetwork::labels().size())});
  }
}

bool OutsideSymbols::enough() const {
  return frames_ >= kEnoughFrames || number_lines();
}

void OutsideSymbols::add(DigitNetwork& network, const RectifiedBoard& around, int quarter_turns) {
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
    for (size_t label = 1; label < scores[i].symbols.size(); ++label)
      inked[i]->symbols[label] += std::exp(scores[i].symbols[label]);
  }
  ++frames_;
}

OutsideSymbols::Side OutsideSymbols::side(size_t which, Kinds kinds) const {
  Side out;
  if (frames_ == 0) return out;
  for (int k = 0; k < n_; ++k) {
    const Place& place = sides_[which][static_cast<size_t>(k)];
    const auto likeliest = std::max_element(place.symbols.begin(), place.symbols.end());
    const auto label = static_cast<int>(likeliest - place.symbols.begin());
    const double symbol = kinds == Kinds::all || is_numeral(label) ? *likeliest / frames_ : 0;
    if (symbol > kClearlyRead)
      out.symbols.emplace_back(k, label);
    else
      out.something_else += 1 - place.blank / frames_ - symbol;
  }
  return out;
}

bool OutsideSymbols::number_lines() const {
  int count = 0, sides = 0;
  double something_else = 0;
  for (size_t which = 0; which < sides_.size(); ++which) {
    const Side its = side(which, Kinds::numerals);
    something_else += its.something_else;
    if (its.symbols.empty() || are_labels(its.symbols)) continue;
    ++sides;
    count += static_cast<int>(its.symbols.size());
  }
  return sides >= 2 && count >= n_ && something_else <= kMostElse * count;
}

bool OutsideSymbols::go_on_both_ways() const {
  const auto goes_on = [&](size_t which) {
    const Side its = side(which, Kinds::all);
    const auto count = static_cast<int>(its.symbols.size());
    return count >= kFewestBeside && its.something_else <= kMostElse * count &&
           !are_labels(its.symbols);
  };
  return (goes_on(0) || goes_on(2)) && (goes_on(1) || goes_on(3));
}

}  // namespace gridlens
