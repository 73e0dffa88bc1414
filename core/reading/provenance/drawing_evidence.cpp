#include "core/reading/provenance/drawing_evidence.h"

#include <algorithm>
#include <cmath>

#include "core/ablation/mechanism.h"
#include "core/image/statistics.h"
#include "core/reading/ink/log_odds.h"

namespace gridlens {

namespace {

constexpr double kDrawingFreedom = 4;  // of the t distributions
constexpr size_t kFewestCopies = 4;
constexpr double kLeastOff = 0.04;   // distance of two copies of a glyph
constexpr double kOtherFace = 0.2;   // of the same symbol in two typefaces, ...
constexpr double kOtherFaces = 0.5;  // ... and the deviation of its log
constexpr double kTwoFaces = 0.2;    // of programs
constexpr double kMostByForm = 6;
constexpr double kToldByCopies = 4;          // log-odds of a symbol whose kind its copies tell
constexpr double kLeastThicknessOff = 0.05;  // logs, of a stroke's ratio to another typeface's

// A Student t, but for a constant factor: what is unlike both kinds tells nothing.
double log_t(double off, double deviation) {
  const double z = off / deviation;
  return -(kDrawingFreedom + 1) / 2 * std::log1p(z * z / kDrawingFreedom) - std::log(deviation);
}

// The log of the distance of two typefaces is normal.
double log_other(double off) {
  const double z = std::log(std::max(off, 1e-4) / kOtherFace) / kOtherFaces;
  return -z * z / 2 - std::log(kOtherFaces * std::max(off, 1e-4));
}

double log_mix(double share, double log_odds) {
  return std::log(1 - share + share * std::exp(std::min(log_odds, 50.0)));
}

}  // namespace

void FormDistances::measure() {
  const int cells = all_.shape().cells();
  copies_ = CellMap<std::vector<Copy>>(cells);
  if (!form_of_) return;
  for (int a = 0; a < cells; ++a)
    for (int b = 0; b < a; ++b) {
      if (all_.at(a) == 0 || all_.at(a) != all_.at(b)) continue;
      const std::vector<float>& one = form_of_(a);
      const std::vector<float>& other = form_of_(b);
      if (one.empty() || other.empty()) continue;
      double squares = 0;
      for (size_t k = 0; k < one.size(); ++k) squares += (one[k] - other[k]) * (one[k] - other[k]);
      const double distance = std::sqrt(squares);
      const double thicker =
          features_[b].values[InkFeatures::stroke] - features_[a].values[InkFeatures::stroke];
      copies_[a].push_back({b, distance, thicker});
      copies_[b].push_back({a, distance, -thicker});
    }
}

const std::vector<FormDistances::Copy>& FormDistances::copies(int cell) {
  if (copies_.empty()) measure();
  return copies_[cell];
}

double FormDistances::to_nearest(int cell, const CellFlags& of) {
  double nearest = -1;
  for (const Copy& copy : copies(cell))
    if (of[copy.cell] && (nearest < 0 || copy.distance < nearest)) nearest = copy.distance;
  return nearest;
}

DrawingEvidence::DrawingEvidence(FormDistances& forms, const CellFlags& givens,
                                 const CellFlags& entries, const CellFlags& undetermined)
    : forms_(forms), givens_(givens), entries_(entries) {
  std::vector<double> copies;
  for (int cell = 0; cell < givens.size(); ++cell)
    for (const CellFlags* kind : {&givens, &entries}) {
      const double off = (*kind)[cell] ? forms.to_nearest(cell, *kind) : -1;
      if (off >= 0) copies.push_back(off);
    }
  if (copies.size() < kFewestCopies || !in_use<"told_by_form">()) return;
  copies_off_ = std::max(kLeastOff, median(std::move(copies)));
  // Each symbol of the player's speaks for a typeface of its own or against it.
  double log_odds = logit(kTwoFaces);
  for (int cell = 0; cell < givens.size(); ++cell) {
    if (!entries[cell] && !undetermined[cell]) continue;
    const double off = forms.to_nearest(cell, givens);
    if (off < 0) continue;
    const double unlike =
        std::clamp(log_other(off) - log_t(off, copies_off_), -kMostByForm, kMostByForm);
    log_odds += entries[cell] ? unlike : log_mix(0.5, unlike);
  }
  two_faces_ = sigmoid(std::clamp(log_odds, -20.0, 20.0));

  // By cells of a known kind, and those that their copies tell.
  CellFlags like_givens = givens;
  CellFlags like_entries = entries;
  for (int cell = 0; cell < givens.size(); ++cell) {
    const double odds = undetermined[cell] ? by_copies(cell) : 0;
    like_givens[cell] = like_givens[cell] || odds < -kToldByCopies;
    like_entries[cell] = like_entries[cell] || odds > kToldByCopies;
  }
  std::vector<double> thicker;
  for (int cell = 0; cell < givens.size(); ++cell) {
    if (!like_givens[cell]) continue;
    for (const FormDistances::Copy& copy : forms.copies(cell))
      if (like_entries[copy.cell]) thicker.push_back(copy.thicker);
  }
  if (thicker.empty() || !in_use<"told_by_thickness">()) return;
  entries_thicker_ = median(thicker);
  for (double& off : thicker) off = std::abs(off - entries_thicker_);
  thickness_off_ = std::max(kLeastThicknessOff, median(std::move(thicker)));
}

double DrawingEvidence::by_copies(int cell) const {
  const auto log_p = [&](const CellFlags& of, const CellFlags& others) {
    const double off = forms_.to_nearest(cell, of);
    if (off >= 0) return log_t(off, copies_off_);
    // The symbol in the other typeface alone can be compared.
    const double other = forms_.to_nearest(cell, others);
    return other < 0 ? 0 : log_other(other);
  };
  return std::clamp(log_p(entries_, givens_) - log_p(givens_, entries_), -kMostByForm, kMostByForm);
}

double DrawingEvidence::by_thickness(int cell) const {
  double thicker = 0;
  int others = 0;
  for (const FormDistances::Copy& copy : forms_.copies(cell)) {
    if (log_other(copy.distance) < log_t(copy.distance, copies_off_)) continue;
    thicker -= copy.thicker;
    ++others;
  }
  if (others == 0) return 0;
  thicker /= others;
  return std::clamp(log_t(thicker - entries_thicker_, thickness_off_) -
                        log_t(thicker + entries_thicker_, thickness_off_),
                    -kMostByForm, kMostByForm);
}

double DrawingEvidence::log_odds(int cell) const {
  if (copies_off_ <= 0) return 0;
  const bool comparable =
      forms_.to_nearest(cell, givens_) >= 0 || forms_.to_nearest(cell, entries_) >= 0;
  return log_mix(two_faces_, comparable ? by_copies(cell) : by_thickness(cell));
}

}  // namespace gridlens
