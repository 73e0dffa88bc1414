#pragma once

#include <functional>
#include <vector>

#include "core/puzzle/cell_map.h"
#include "core/puzzle/grid.h"
#include "core/reading/ink/ink_features.h"

namespace gridlens {

// The form of the symbol in a cell, as numbers whose distance tells how unlike two symbols are
// drawn (GlyphPicture); empty where unknown. Cells are in the grid's order.
using FormOf = std::function<const std::vector<float>&(int cell)>;

// Distances between the forms of equal symbols, measured once, when first asked for.
class FormDistances {
 public:
  struct Copy {
    int cell = 0;
    double distance = 0;
    double thicker = 0;  // the strokes of the other cell than this one's: log of the ratio
  };

  // All outlive this; `form_of` may be empty: then nothing is known. The features are in the grid's
  // order.
  FormDistances(const Grid& all, const CellMap<InkFeatures>& features, const FormOf& form_of)
      : all_(all), features_(features), form_of_(form_of) {}

  // The other cells that hold the symbol, of known form.
  const std::vector<Copy>& copies(int cell);
  // Of the form to the most alike of the flagged cells with the same symbol; -1: unknown.
  double to_nearest(int cell, const CellFlags& of);

 private:
  void measure();

  const Grid& all_;
  const CellMap<InkFeatures>& features_;
  const FormOf& form_of_;
  CellMap<std::vector<Copy>> copies_;  // empty until measured
};

// In which typeface the symbols of two kinds are drawn, whatever ink and tile a mark gives them:
// entries may have one of their own. Of a symbol that no cell of a known kind holds, the copies of
// one typeface go with the kind that has as thick strokes beside the other's elsewhere.
class DrawingEvidence {
 public:
  // `undetermined`: symbols of either kind, `givens` and `entries` such as are known.
  DrawingEvidence(FormDistances& forms, const CellFlags& givens, const CellFlags& entries,
                  const CellFlags& undetermined);

  // Of an undetermined symbol being drawn as the entries are, against as the givens are.
  [[nodiscard]] double log_odds(int cell) const;

 private:
  // The log-odds if entries have a typeface of their own.
  [[nodiscard]] double by_copies(int cell) const;
  [[nodiscard]] double by_thickness(int cell) const;

  FormDistances& forms_;
  const CellFlags& givens_;
  const CellFlags& entries_;
  double copies_off_ = 0;       // how far copies usually are from each other; 0: unknown
  double two_faces_ = 0;        // probability that entries have a typeface of their own
  double entries_thicker_ = 0;  // than the givens: log of the strokes' ratio
  double thickness_off_ = 1;    // how far the single ratios usually are from that
};

}  // namespace gridlens
