#pragma once

#include <functional>
#include <vector>

#include "core/puzzle/grid.h"
#include "core/reading/ink/ink_features.h"

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

// How the symbols of two kinds are drawn, whatever ink and tile a mark gives them: how wide their
// strokes are, and in which typeface.
class DrawingEvidence {
 public:
  // `undetermined`: symbols of either kind, `givens` and `entries` such as are known.
  DrawingEvidence(const CellMap<InkFeatures>& features, FormDistances& forms,
                  const CellFlags& givens, const CellFlags& entries, const CellFlags& undetermined);

  // Of an undetermined symbol being drawn as the entries are, against as the givens are.
  [[nodiscard]] double log_odds(int cell) const;

 private:
  struct Strokes {
    double mean = 0, deviation = 0;  // of the log width
    int count = 0;
  };
  static Strokes strokes_of(const CellMap<InkFeatures>& features, const CellFlags& of);
  [[nodiscard]] double by_stroke(int cell) const;
  // Of a symbol in the entries' typeface, if that is another one than the givens'.
  [[nodiscard]] double by_form(int cell) const;

  const CellMap<InkFeatures>& features_;
  FormDistances& forms_;
  const CellFlags& givens_;
  const CellFlags& entries_;
  Strokes of_givens_, of_entries_;
  double copies_off_ = 0;  // how far copies usually are from each other; 0: unknown
  double two_faces_ = 0;   // probability that entries have a typeface of their own
};

}  // namespace gridlens
