#include "core/reading/observation/frame_observation.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/ablation/mechanism.h"
#include "core/image/statistics.h"
#include "core/reading/ink/inverted_cells.h"
#include "core/reading/ink/line_clarity.h"
#include "core/reading/ink/log_odds.h"
#include "core/reading/observation/missing_lines.h"
#include "core/reading/observation/soft_or_small_symbols.h"

namespace gridlens {

namespace {

// Ink of a cell against the median of the board's symbols: below kVeryFaint times what counts as
// faint the log-odds of blank grow by kFaintIsBlank, above that not at all. Faint is what is 0.35
// of the symbols'. Where all symbols are about equally dark and several cells are in question,
// faint is also what is many times their spread lighter: stripes of a photographed screen, print
// showing through.
constexpr double kFaint = 0.35;
constexpr double kMostFaint = 0.45;
constexpr double kSpreads = 5;
constexpr double kLeastInkSpread = 0.06;  // of the inks' logs
constexpr double kLeastClarity = 0.2;
constexpr double kVeryFaint = 0.57;
constexpr double kFaintIsBlank = 4;
constexpr float kPerhapsSymbol = -0.3F;  // log p(blank) below it
constexpr size_t kFewestStripes = 4;
constexpr double kEven = 0.38;  // RectifiedBoard::evenness without motion: 0.6 and more
// In stills the network overrates what it sees in cells of fewer pixels than kLegiblePx. Of symbols
// to which it gives 0.98 to 0.995, 16 % are wrong at 8 px and 7 % at 9 px.
constexpr double kLegiblePx = 12;
constexpr double kIllegiblePx = 5;
constexpr double kLeastLegibility = 0.2;

void discount_faint(const FrameObservation& observed, std::vector<CellScores>& scores) {
  std::vector<double> symbol_ink;
  std::vector<double> all_ink;
  for (size_t i = 0; i < observed.inked.size(); ++i) {
    const int cell = observed.inked[i];
    // What is faint where the lines are faint, too, is no smudge.
    const double clarity = observed.screenshot || !in_use<"line_clarity">()
                               ? 1.0
                               : std::max(kLeastClarity, observed.clarity[cell]);
    all_ink.push_back(strongest_ink(observed.ink, cell) / clarity);
    if (scores[i].symbols[0] < kSurelySymbol) symbol_ink.push_back(all_ink.back());
  }
  if (symbol_ink.size() < kEnoughSymbols) return;
  const double usual = std::max(1.0, median(symbol_ink));
  std::vector<double> darker;  // log
  for (const double ink : symbol_ink) darker.push_back(std::log(std::max(1.0, ink) / usual));
  const double spread = std::max(kLeastInkSpread, robust_spread(std::move(darker)));
  // A smeared symbol or two are no stripes.
  const double lighter = std::clamp(std::exp(-kSpreads * spread), kFaint, kMostFaint);
  size_t stripes = 0;
  for (size_t i = 0; i < observed.inked.size(); ++i)
    if (all_ink[i] < lighter * usual && scores[i].symbols[0] < kPerhapsSymbol) ++stripes;
  // A screenshot has none; its player may write in a paler ink.
  const double faint =
      !observed.screenshot && stripes >= kFewestStripes && in_use<"faint_stripes">() ? lighter
                                                                                     : kFaint;
  const double very_faint = kVeryFaint * faint;
  for (size_t i = 0; i < observed.inked.size(); ++i) {
    const double ratio = all_ink[i] / usual;
    const double share = share_between(ratio, faint, very_faint);
    if (share > 0 && in_use<"faint_symbols">()) scores[i].add_blank_log_odds(share * kFaintIsBlank);
  }
}

// A screenshot's lines vanish where cells are marked.
CellVisibility visibility_of(const InkMap& ink, const CellFlags& occluded, bool screenshot) {
  CellVisibility visibility(ink.n * ink.n, Visibility::clear);
  const CellFlags without_lines = screenshot ? CellFlags() : cells_without_lines(ink);
  for (int cell = 0; cell < without_lines.size(); ++cell)
    if (without_lines[cell] && in_use<"missing_lines">()) visibility[cell] = Visibility::saturated;
  for (int cell = 0; cell < occluded.size(); ++cell)
    if (occluded[cell]) visibility[cell] = Visibility::unobserved;
  return visibility;
}

}  // namespace

FrameObservation observe(const RectifiedBoard& rectified, const CellFlags& occluded,
                         bool screenshot, bool background_subtracted) {
  FrameObservation observed;
  observed.ink = normalise(with_one_polarity(rectified, screenshot));
  observed.screenshot = screenshot;
  observed.visibility = visibility_of(observed.ink, occluded, screenshot);
  observed.clarity = line_clarity(rectified);
  if (!screenshot)
    observed.background = background_ink(observed.ink);  // a screenshot has no stripes
  observed.background_subtracted = background_subtracted;
  if (background_subtracted) subtract_background(observed.ink, observed.background);
  for (int cell = 0; cell < observed.cells(); ++cell)
    if (observed.visibility[cell] != Visibility::unobserved && !surely_blank(observed.ink, cell))
      observed.inked.push_back(cell);
  observed.weight = std::max(1e-4, rectified.detail());
  observed.trust =
      rectified.evenness < kEven && in_use<"smeared_trust">() ? rectified.evenness / kEven : 1.0;
  if (!screenshot && rectified.source_cell_px < kLegiblePx && in_use<"legibility">())
    observed.legibility = std::max(
        kLeastLegibility, (rectified.source_cell_px - kIllegiblePx) / (kLegiblePx - kIllegiblePx));
  return observed;
}

std::vector<CellScores> read_cells(DigitNetwork& network, const FrameObservation& observed,
                                   int quarter_turns) {
  return read_cells(network, observed, OrientationTrial{quarter_turns, 0, 0, {}, {}});
}

std::vector<CellScores> read_cells(DigitNetwork& network, const FrameObservation& observed,
                                   OrientationTrial trial) {
  std::map<int, CellScores> known;
  for (size_t i = 0; i < trial.cells.size(); ++i)
    known[trial.cells[i]] = std::move(trial.scores[i]);
  std::vector<int> rest;
  for (const int cell : observed.inked)
    if (!known.contains(cell)) rest.push_back(cell);
  std::vector<CellScores> scores = network.classify(observed.ink, rest, trial.quarter_turns);
  for (size_t i = 0; i < rest.size(); ++i) known[rest[i]] = std::move(scores[i]);
  std::vector<CellScores> all;
  for (const int cell : observed.inked) all.push_back(std::move(known[cell]));
  discount_faint(observed, all);
  if (observed.screenshot || observed.background_subtracted)
    discount_soft_or_small(observed.ink, observed.inked, trial.quarter_turns % 2 != 0, all);
  return all;
}

}  // namespace gridlens
