#include "core/reading/board_decoder.h"

#include <algorithm>
#include <cmath>

#include "core/reading/orientation.h"
#include "core/reading/typed_entries.h"

namespace gridlens {

namespace {

constexpr double kLeastShapeWeight = 1e-3;

}  // namespace

BoardDecoder::BoardDecoder(int n, std::vector<ShapeEvidence> shapes)
    : n_(n), shapes_(std::move(shapes)) {
  std::erase_if(shapes_, [n](const ShapeEvidence& evidence) { return evidence.shape.n() != n; });
  if (!shapes_.empty()) return;
  std::vector<Shape> possible = possible_shapes(n);
  if (possible.empty()) possible.push_back(squarest_shape(n));
  for (const Shape& shape : possible)
    shapes_.push_back({shape, 1.0 / static_cast<double>(possible.size())});
}

ClueSearch& BoardDecoder::search_for(Shape shape) {
  const auto key = std::pair(shape.box_rows, shape.box_cols);
  auto search = searches_.find(key);
  if (search == searches_.end()) search = searches_.emplace(key, ClueSearch(shape)).first;
  return search->second;
}

void BoardDecoder::search_shapes(Decoded& decoded, SearchBudget& budget) {
  double second = -1e9;
  bool first = true;
  size_t left = shapes_.size();
  for (const ShapeEvidence& suggestion : shapes_) {
    Shape shape = suggestion.shape;
    SearchBudget share = budget.share(left--);
    if (decoded.quarter_turns % 2 != 0) std::swap(shape.box_rows, shape.box_cols);
    ClueSearchResult result = search_for(shape).run(
        decoded.choices, std::log(std::max(kLeastShapeWeight, suggestion.weight)), share);
    budget.give_back(share);
    if (first || result.best.score > decoded.search.best.score) {
      if (!first) second = std::max(second, decoded.search.best.score);
      decoded.shape = shape;
      decoded.search = std::move(result);
    } else {
      second = std::max(second, result.best.score);
    }
    first = false;
  }
  decoded.search.margin =
      std::max(0.0, std::min(decoded.search.margin, decoded.search.best.score - second));
}

Decoded BoardDecoder::decode(const CellEvidence& evidence, const std::vector<InkTraits>& traits,
                             int quarter_turns, SearchBudget& budget) {
  Decoded best;
  best.quarter_turns = quarter_turns;
  const std::vector<int> sheet_cells = sheet_cells_of_upright(n_, quarter_turns);
  best.choices = make_choices(evidence, traits, n_, sheet_cells);
  for (const int cell : sheet_cells) best.unseen.push_back(!evidence.seen(cell));
  search_shapes(best, budget);
  if (best.choices.writing == Writing::printed) {
    std::vector<InkTraits> upright;
    for (const int cell : sheet_cells) upright.push_back(traits[static_cast<size_t>(cell)]);
    ClueSearch& search = search_for(best.shape);
    if (const auto entries = find_typed_entries(
            best.search.best.clues, upright,
            [&](const Grid& clues) { return search.only_solution(clues, budget); })) {
      set_entries(best.choices, *entries);
      search_shapes(best, budget);
    }
  }
  best.log_likelihood = best.choices.log_likelihood + best.search.best.score;
  return best;
}

}  // namespace gridlens
