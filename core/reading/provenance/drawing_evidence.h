#pragma once

#include <functional>
#include <vector>

#include "core/puzzle/cell_map.h"
#include "core/puzzle/grid.h"

namespace gridlens {

// The form of the symbol in a cell, as numbers whose distance tells how unlike two symbols are
// drawn (GlyphPicture); empty where unknown. Cells are in the grid's order.
using FormOf = std::function<const std::vector<float>&(int cell)>;

// Distances between the forms of equal symbols, measured once, when first asked for.
class FormDistances {
 public:
  // Both outlive this; `form_of` may be empty: then nothing is known.
  FormDistances(const Grid& all, const FormOf& form_of) : all_(all), form_of_(form_of) {}

  // Of the form to the most alike of the flagged cells with the same symbol; -1: unknown.
  double to_nearest(int cell, const CellFlags& of);

 private:
  struct Copy {
    int cell = 0;
    double distance = 0;
  };
  void measure();

  const Grid& all_;
  const FormOf& form_of_;
  CellMap<std::vector<Copy>> copies_;  // the other cells with the symbol; empty until measured
};

// In which typeface the symbols of two kinds are drawn, whatever ink and tile a mark gives them:
// entries may have one of their own.
class DrawingEvidence {
 public:
  // `undetermined`: symbols of either kind, `givens` and `entries` such as are known.
  DrawingEvidence(FormDistances& forms, const CellFlags& givens, const CellFlags& entries,
                  const CellFlags& undetermined);

  // Of an undetermined symbol being drawn as the entries are, against as the givens are.
  [[nodiscard]] double log_odds(int cell) const;

 private:
  FormDistances& forms_;
  const CellFlags& givens_;
  const CellFlags& entries_;
  double copies_off_ = 0;  // how far copies usually are from each other; 0: unknown
  double two_faces_ = 0;   // probability that entries have a typeface of their own
};

}  // namespace gridlens
