#include "core/reading/board_reader.h"

#include <algorithm>

#include "core/ablation/mechanism.h"
#include "core/reading/board_decoder.h"
#include "core/reading/ink/enlarged_ink.h"
#include "core/reading/observation/entry_change_detector.h"
#include "core/reading/observation/frame_observation.h"
#include "core/reading/observation/line_signs.h"
#include "core/reading/observation/outside_symbols.h"
#include "core/reading/observation/page_change_by_reading.h"
#include "core/reading/observation/regions.h"
#include "core/reading/reading_judge.h"

namespace gridlens {

namespace {

// Frames after which an unsettled reading is called unreadable.
constexpr int kPatienceFrames = 40;
// Work that a decoding may spend, about microseconds; live, a cell. Sure 9x9 boards take 1000 at
// most, of 25x25 cells up to 10000.
constexpr double kLiveUnitsACell = 80;
constexpr double kStillUnits = 500e3;
// Log p(blank) from which a cell under glare tells nothing: there may be a symbol underneath.
constexpr float kNothingSeen = -0.7F;
constexpr double kWorthEnlarging = 1.08;
constexpr double kBackgroundShows = 16;  // ink of blank cells, of 255
// Odds of other regions than boxes (a piece of line) from which a board has them. Printed and
// photographed Sudokus reach 0.16, screenshots 0.1. Jigsaws and cages begin at 0.55.
constexpr double kOtherRegions = 0.35;
// The same where nothing marks boxes: of Sudokus whose lines are all alike nearly 0.
constexpr double kPerhapsRegions = 0.1;
// Of the pieces of line: printed and filled Sudokus reach 0.06, futoshikis begin at 0.08.
constexpr double kManySigns = 0.07;

// People do not turn screenshots: what a screenshot's board that lies upright in its picture is
// ahead of each other orientation. Far less than what the digits of a turned one say.
constexpr double kScreenshotUpright = 8;

OrientationPrior prior_of(const BoardCandidate& found) {
  OrientationPrior prior{};
  if (!found.screenshot_quarter_turns || !in_use<"drawn_upright">()) return prior;
  prior.fill(-kScreenshotUpright);
  prior[static_cast<size_t>(*found.screenshot_quarter_turns)] = 0;
  return prior;
}

// Cells that show at most so much.
CellFlags seen_at_most(const FrameObservation& observed, Visibility most) {
  CellFlags cells;
  for (const Visibility its : observed.visibility) cells.push_back(its <= most);
  return cells;
}

// One orientation in which the board may be read, with its evidence.
struct Hypothesis {
  int quarter_turns = 0;
  double head_log_likelihood = 0;  // as in OrientationTrial
  CellEvidence evidence;

  void add(const FrameObservation& observed, const std::vector<CellScores>& scores,
           const EntryChangeDetector& entry_changes) {
    evidence.begin_frame(observed.weight, observed.trust);
    size_t next = 0;
    for (int cell = 0; cell < observed.cells(); ++cell) {
      const bool inked = next < observed.inked.size() && observed.inked[next] == cell;
      const CellScores* read = inked ? &scores[next++] : nullptr;
      const Visibility seen = observed.visibility[cell];
      if (seen == Visibility::unobserved || entry_changes.waits(cell)) continue;
      if (seen == Visibility::saturated && (!read || read->symbols[0] > kNothingSeen)) continue;
      if (read)
        evidence.add(cell, *read);
      else
        evidence.add_blank(cell);
    }
  }
};

}  // namespace

struct BoardReader::Impl {
  DigitNetwork& network;
  int n = 0;
  BoardDecoder decoder;
  bool screenshot = false;
  OrientationPrior prior;
  std::vector<Hypothesis> hypotheses;  // the leading one first
  InkFeatureEvidence features;
  LineWeights lines;
  LineSigns signs;
  OutsideSymbols outside;
  GlyphPictures pictures;
  PageChangeByReading page;
  EntryChangeDetector entry_changes;
  CellVisibility seen;    // the best of all frames
  double legibility = 0;  // the same
  int frames = 0;
  double trial_weight = 0;        // of the rectified board that the orientations were tried on
  bool background_shows = false;  // in the last rectified board
  bool background_subtracted = false;
  CorrectedBoard corrected;

  Impl(DigitNetwork& digit_network, const BoardCandidate& found)
      : network(digit_network),
        n(found.n),
        decoder(found.n, found.shapes, found.screenshot_quarter_turns.has_value()),
        screenshot(found.screenshot_quarter_turns.has_value()),
        prior(prior_of(found)),
        features(found.n * found.n),
        lines(found.n),
        signs(found.n),
        outside(found.n),
        entry_changes(found.n * found.n),
        seen(found.n * found.n) {}

  // After the rectified board was added to the evidence.
  void add_features(const RectifiedBoard& rectified, const FrameObservation& observed) {
    const bool measures = !features.enough();  // else the rectified board may have no colour
    const double weight = observed.weight;
    std::vector<int> cells;
    std::vector<int> symbols;
    for (int cell = 0; cell < n * n; ++cell) {
      if (observed.visibility[cell] == Visibility::unobserved) continue;
      cells.push_back(cell);
      symbols.push_back(hypotheses.front().evidence.best_label(cell));
    }
    features.expect(cells, symbols, weight);
    if (measures)
      features.add(cells, measure_features(rectified, observed.ink, cells, symbols, screenshot),
                   weight);
  }

  // The orientations to decode: where a person has corrected cells, the one that they saw.
  [[nodiscard]] std::vector<const Hypothesis*> likely() const {
    std::vector<const Hypothesis*> all;
    for (const Hypothesis& one : hypotheses) all.push_back(&one);
    for (const Hypothesis* one : all)
      if (!corrected.cells.empty() && one->quarter_turns == corrected.quarter_turns) return {one};
    return all;
  }

  void start_afresh() {
    hypotheses.clear();
    features = InkFeatureEvidence(n * n);
    lines = LineWeights(n);
    signs = LineSigns(n);
    outside = OutsideSymbols(n);
    entry_changes = EntryChangeDetector(n * n);
    seen = CellVisibility(n * n);
    legibility = 0;
    pictures = {};
    frames = 0;
  }
};

BoardReader::BoardReader(DigitNetwork& network, const BoardCandidate& found)
    : impl_(std::make_unique<Impl>(network, found)) {}
BoardReader::~BoardReader() = default;
BoardReader::BoardReader(BoardReader&&) noexcept = default;
BoardReader& BoardReader::operator=(BoardReader&&) noexcept = default;

int BoardReader::frames() const {
  return impl_->frames;
}

bool BoardReader::background_shows() const {
  return impl_->background_shows;
}

void BoardReader::correct(const Corrections& corrections, const BoardReading& reading) {
  impl_->corrected = {corrections, reading.quarter_turns, reading.alphabet};
}

const Corrections& BoardReader::corrections() const {
  return impl_->corrected.cells;
}

void BoardReader::subtract_background() {
  impl_->start_afresh();
  impl_->background_subtracted = true;
}

bool BoardReader::wants_colour() const {
  return impl_->screenshot || !impl_->features.enough();  // colour may be all that shows a symbol
}

LookVerdict BoardReader::add(const RectifiedBoard& rectified, const CellFlags& occluded,
                             Standing standing) {
  Impl& self = *impl_;
  const bool sure = standing == Standing::sure;
  FrameObservation observed = observe(self.network, rectified, occluded, self.hypotheses.empty(),
                                      self.screenshot, self.background_subtracted);
  self.background_shows = observed.background > kBackgroundShows;
  LookVerdict verdict = LookVerdict::agrees;
  std::vector<CellScores> leading;
  // Of an unsettled board all four orientations are looked at afresh: a smeared frame may have
  // misled it.
  if (!sure && observed.weight > kMuchSharper * self.trial_weight &&
      (self.hypotheses.empty() || in_use<"afresh_if_sharper">()))
    self.start_afresh();
  // What the network reads: an unsettled board in two sizes by turns.
  FrameObservation larger;
  if (!self.hypotheses.empty() && !sure && !self.screenshot && self.frames % 2 == 1) {
    const double scale = room_to_enlarge(observed.ink, observed.inked);
    if (scale >= kWorthEnlarging && in_use<"enlarged_ink">()) {
      larger = observed;
      larger.ink = enlarged(observed.ink, scale);
    }
  }
  const FrameObservation& to_read = larger.ink.n > 0 ? larger : observed;
  if (!self.hypotheses.empty()) {
    leading = read_cells(self.network, to_read, self.hypotheses.front().quarter_turns);
    switch (self.page.judge(self.hypotheses.front().evidence, observed, leading)) {
      case PageChangeByReading::Verdict::same:
        if (standing != Standing::open && in_use<"late_marks">())
          for (const int cell : self.entry_changes.changed(self.hypotheses.front().evidence,
                                                           observed, leading, self.seen))
            for (Hypothesis& hypothesis : self.hypotheses) hypothesis.evidence.forget(cell);
        break;
      case PageChangeByReading::Verdict::doubtful:
        return LookVerdict::doubtful;
      case PageChangeByReading::Verdict::changed:
        self.start_afresh();
        self.corrected = {};
        verdict = LookVerdict::restarted;
        break;
    }
  }
  ++self.frames;
  if (!self.signs.enough())
    self.signs.add(observed.ink, seen_at_most(observed, Visibility::unobserved), observed.weight);
  if (!self.lines.enough())
    // Around what is not seen, too, lines may be missing or fainter than printed.
    self.lines.add(observed.ink,
                   with_neighbours(seen_at_most(observed, Visibility::saturated), self.n),
                   observed.weight);
  for (int cell = 0; cell < self.seen.size(); ++cell)
    self.seen[cell] = std::max(self.seen[cell], observed.visibility[cell]);
  self.legibility = std::max(self.legibility, observed.legibility);
  self.pictures.offer(observed);
  if (self.hypotheses.empty()) {
    self.trial_weight = observed.weight;
    for (OrientationTrial& trial : likely_orientations(self.network, observed.ink, observed.inked,
                                                       observed.oriented, self.prior)) {
      self.hypotheses.push_back(
          {trial.quarter_turns, trial.head_log_likelihood, CellEvidence(self.n * self.n)});
      std::vector<CellScores> scores = read_cells(self.network, observed, std::move(trial));
      self.hypotheses.back().add(observed, scores, self.entry_changes);
    }
    self.add_features(rectified, observed);
    return verdict;
  }
  for (Hypothesis& hypothesis : self.hypotheses) {
    if (&hypothesis != &self.hypotheses.front())
      leading = read_cells(self.network, to_read, hypothesis.quarter_turns);
    hypothesis.add(observed, leading, self.entry_changes);
  }
  self.add_features(rectified, observed);
  return verdict;
}

bool BoardReader::wants_surroundings() const {
  return !impl_->hypotheses.empty() && !impl_->outside.enough();
}

void BoardReader::add_surroundings(const RectifiedBoard& around) {
  impl_->outside.add(impl_->network, around, impl_->hypotheses.front().quarter_turns);
}

BoardReading BoardReader::decode(DecodeEffort effort) const {
  Impl& self = *impl_;
  if (self.hypotheses.empty()) {
    BoardReading nothing;
    nothing.shape = squarest_shape(self.n);
    nothing.alphabet = Alphabet{AlphabetKind::numerals, self.n};
    nothing.clues = nothing.entries = Grid(nothing.shape);
    nothing.confidence = CellMap<float>(self.n * self.n);
    return nothing;
  }
  const CellMap<InkFeatures> features = self.features.means();
  const double units =
      effort == DecodeEffort::live ? kLiveUnitsACell * self.n * self.n : kStillUnits;
  SearchBudget budget(units);
  std::vector<Decoded> decoded;
  // All looks at a still share its noise; each frame of a film has its own.
  const double legibility = effort == DecodeEffort::live ? 1 : self.legibility;
  const SeenCells seen{features,      self.seen,     legibility, self.entry_changes.entered(),
                       self.pictures, self.corrected};
  const std::vector<const Hypothesis*> hypotheses = self.likely();
  for (const Hypothesis* hypothesis : hypotheses) {
    SearchBudget share = budget.share(hypotheses.size() - decoded.size());
    decoded.push_back(
        self.decoder.decode(hypothesis->evidence, seen, hypothesis->quarter_turns, share));
    budget.give_back(share);
    decoded.back().log_likelihood += self.prior[static_cast<size_t>(hypothesis->quarter_turns)] +
                                     hypothesis->head_log_likelihood;
  }
  std::stable_sort(decoded.begin(), decoded.end(), [](const Decoded& a, const Decoded& b) {
    return a.log_likelihood > b.log_likelihood;
  });
  const double lead =
      decoded.size() > 1 ? decoded[0].log_likelihood - decoded[1].log_likelihood : 1e9;
  OtherPuzzleSigns others;
  const double odds_of_other_regions = self.lines.odds_of_other_regions();
  others.perhaps_regions = odds_of_other_regions > kPerhapsRegions && in_use<"line_regions">();
  others.regions = (odds_of_other_regions > kOtherRegions && in_use<"line_regions">()) ||
                   (backgrounds_mark_other_regions(self.n, features) && in_use<"ground_regions">());
  others.outside = self.outside.number_lines() && in_use<"outside_numbers">();
  others.larger = self.outside.go_on_both_ways();
  others.signs = self.signs.share() > kManySigns && in_use<"line_signs">();
  BoardReading reading =
      judge_reading(decoded.front(), others, lead, self.frames < kPatienceFrames);
  reading.work = units - budget.left();
  return reading;
}

}  // namespace gridlens
