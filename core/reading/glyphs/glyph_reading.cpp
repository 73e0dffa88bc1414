#include "core/reading/glyphs/glyph_reading.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/ablation/mechanism.h"
#include "core/image/statistics.h"
#include "core/reading/decoding/alphabet_fit.h"
#include "core/reading/glyphs/glyph_classes.h"
#include "core/reading/glyphs/glyph_space.h"

namespace gridlens {

namespace {

constexpr double kMostByHand = 0.1;  // probability; handwriting has no copies
constexpr double kFilled = 0.25;     // probability of a symbol from which a cell joins a class
// One of two symbols that look alike is a symbol, one of any is a smudge: it has no glyph, which
// would take the place of a symbol's.
constexpr double kSomeSymbol = 0.3;
constexpr double kNoDoubtLogP = -0.01;  // log-probability of a value that is in no doubt
constexpr double kMostByPicture = 14;   // log-odds
// What sorting takes, in units of the budget: the directions go with the third power of the smaller
// of pictures and numbers a picture.
constexpr double kMostDimensions = 82;
constexpr double kUnitsADimensionCubed = 1.6e-3;
constexpr double kUnitsAPicture = 12;

double units_of_sorting(size_t pictures) {
  const auto count = static_cast<double>(pictures);
  return kUnitsADimensionCubed * std::pow(std::min(kMostDimensions, count), 3) +
         kUnitsAPicture * count;
}

// Squared distance to the likest copy, times what clear cells have. Up to kCopy it is a copy. From
// kNoCopy on (something lies over it, or it is a smudge) the class tells nothing of the cell.
constexpr double kCopy = 6;
constexpr double kNoCopy = 12;
// What the network cannot name, and is unlike all glyphs of the board, is rather a smudge where it
// may be one by itself.
constexpr double kNamedAlone = 0.6;
constexpr double kPerhapsBlank = 0.15;
constexpr double kBlankIfUnlike = 0.08;   // odds of a symbol, times
constexpr double kLeastDistance = 0.006;  // of clear cells, however exact their copies are

// Probability that it is one of the two likeliest, of log-probabilities.
double of_two_likeliest(std::span<const double> log_p) {
  std::vector<double> all(log_p.begin(), log_p.end());
  std::partial_sort(all.begin(), all.begin() + 2, all.end(), std::greater<>());
  return std::min(1.0, std::exp(all[0]) + std::exp(all[1]));
}

double squared_distance(const GlyphPicture& a, const GlyphPicture& b) {
  double sum = 0;
  for (size_t k = 0; k < a.size(); ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

// How far each picture may be what its class is, 0 to 1, by all of the picture. The space that the
// classes are told in leaves out what glyphs do not differ in. `trust`: how surely it is its
// symbol, which is what counts where it has no copy.
struct Likeness {
  std::vector<double> of_copies;
  double scale = 0;  // the squared distance that clear cells have
};
Likeness copy_likeness(const std::vector<GlyphPicture>& glyphs, const std::vector<int>& classes,
                       const std::vector<double>& trust) {
  constexpr double kNone = -1;
  std::vector<double> nearest(glyphs.size(), kNone);
  for (size_t i = 0; i < glyphs.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      if (classes[i] != classes[j]) continue;
      const double distance = squared_distance(glyphs[i], glyphs[j]);
      for (const size_t k : {i, j})
        if (nearest[k] == kNone || distance < nearest[k]) nearest[k] = distance;
    }
  std::vector<double> usual;
  for (size_t i = 0; i < glyphs.size(); ++i)
    if (nearest[i] != kNone && std::log(trust[i]) > kNoDoubtLogP) usual.push_back(nearest[i]);
  if (usual.empty())
    for (const double distance : nearest)
      if (distance != kNone) usual.push_back(distance);
  const double scale = usual.empty() ? 1 : std::max(kLeastDistance, median(std::move(usual)));
  Likeness likeness{{}, scale};
  for (size_t i = 0; i < glyphs.size(); ++i)
    likeness.of_copies.push_back(
        nearest[i] == kNone
            ? trust[i]
            : std::clamp((kNoCopy - nearest[i] / scale) / (kNoCopy - kCopy), 0.0, 1.0));
  return likeness;
}

// What a picture tells of a value, where it may as well be unlike all glyphs for what spoils it
// (smear, a mark): with the odds of `likeness`.
double unless_spoilt(double told, double likeness) {
  return std::log(likeness * std::exp(std::max(-kMostByPicture, told)) +
                  std::max(0.0, 1 - likeness));
}

}  // namespace

bool settle_glyphs(CellChoices& choices, GlyphPictures& pictures,
                   const std::vector<int>& rectified_cell_of, bool drawing, SearchBudget& budget) {
  const auto picture_of = [&](int cell) -> const GlyphPicture& {
    return pictures.of(rectified_cell_of[static_cast<size_t>(cell)]);
  };
  std::vector<int> named, unnamed;
  bool in_doubt = false;
  for (int cell = 0; cell < choices.n * choices.n; ++cell) {
    const auto values = choices.values_of(cell);
    const double filled = 1 - std::exp(values[0]);
    if (filled < kFilled || choices.by_hand[cell] > kMostByHand) continue;
    const double either = of_two_likeliest(values.subspan(1));
    if (either < kNamedAlone) unnamed.push_back(cell);
    if (either < kSomeSymbol) continue;
    in_doubt = in_doubt || *std::max_element(values.begin() + 1, values.end()) < kNoDoubtLogP;
    named.push_back(cell);
  }
  if (!in_doubt || !in_use<"glyphs">()) return false;
  const double units = units_of_sorting(named.size());
  if (budget.left() < units) return false;
  budget.spend(units);
  const auto width = static_cast<size_t>(choices.n + 1);
  std::vector<int> cells;
  std::vector<int> symbols;
  std::vector<double> trust;
  std::vector<double> log_p;
  std::vector<GlyphPicture> glyphs;
  for (const int cell : named) {
    if (picture_of(cell).empty()) continue;  // cells without a picture stay as they are
    const auto values = choices.values_of(cell);
    const auto best = std::max_element(values.begin() + 1, values.end());
    cells.push_back(cell);
    symbols.push_back(static_cast<int>(best - values.begin()));
    trust.push_back(of_two_likeliest(values.subspan(1)));
    log_p.insert(log_p.end(), values.begin(), values.end());
    glyphs.push_back(picture_of(cell));
  }

  const GlyphSpace space = fit_glyph_space(glyphs, symbols, trust);
  if (space.directions() == 0) return false;
  const GlyphClasses classes = sort_glyphs(space, log_p, choices.alphabet.n);
  const auto [likeness, scale] = copy_likeness(glyphs, classes.values, trust);
  choices.glyph_margin = classes.margin;
  const double reliable = in_use<"reliable_classes">() ? classes.reliable : 1;
  if (reliable < 1) choices.reliable_values = choices.values;
  for (size_t i = 0; i < cells.size(); ++i) {
    const auto values = choices.values_of(cells[i]);
    const double* told = &classes.log_likelihoods[i * width];
    const double top = *std::max_element(values.begin() + 1, values.end());
    double after = 0;
    for (size_t v = 1; v < width; ++v) {
      const bool spoilt = likeness[i] < 1 && in_use<"spoilt_pictures">();
      const double alike = spoilt ? likeness[i] : 1;
      const double by_picture = unless_spoilt(told[v], alike);
      if (reliable < 1)
        choices.reliable_values[static_cast<size_t>(cells[i]) * width + v] +=
            unless_spoilt(told[v], std::min(reliable, alike));
      // Without a copy what makes the picture unlike others is what the cell was read by: no second
      // witness.
      values[v] =
          classes.copies[i] > 0 ? values[v] + by_picture : std::min(values[v], top + by_picture);
      after += std::exp(values[v]);
    }
    const double shift = std::log((1 - std::exp(values[0])) / after);
    for (size_t v = 1; v < width; ++v) values[v] = std::max(kLeastLogOfChoice, values[v] + shift);
  }
  for (const int cell : unnamed) {
    const double blank = std::exp(choices.value(cell, 0));
    const GlyphPicture& picture = picture_of(cell);
    if (drawing || blank < kPerhapsBlank || picture.empty()) continue;
    double nearest = 1e9;
    for (size_t i = 0; i < cells.size(); ++i)
      if (cells[i] != cell) nearest = std::min(nearest, squared_distance(picture, glyphs[i]));
    if (nearest < kNoCopy * scale || !in_use<"unlike_any_glyph">()) continue;
    choices.set_blank(cell, std::log(blank / (blank + (1 - blank) * kBlankIfUnlike)));
  }
  choices.set_clues();
  return true;
}

}  // namespace gridlens
