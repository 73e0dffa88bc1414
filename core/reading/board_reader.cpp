#include "core/reading/board_reader.h"

#include <algorithm>

#include "core/ablation/mechanism.h"
#include "core/reading/board_decoder.h"
#include "core/reading/ink/enlarged_ink.h"
#include "core/reading/observation/changes_by_reading.h"
#include "core/reading/observation/frame_observation.h"
#include "core/reading/observation/line_signs.h"
#include "core/reading/observation/outside_symbols.h"
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
// All looks at a still share its noise. Each frame of a film has its own, but the network errs on
// some symbols of a few pixels in all of them: films are legible from 10 pixels a cell on, stills
// from 12.
constexpr double kLiveLegibility = 7.0 / 5;
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
  double log_prior = 0;  // of the orientation, with what the network's orientation head says
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

// What all frames since the page was first seen say.
struct PageEvidence {
  std::vector<Hypothesis> hypotheses;  // the leading one first; none before the first frame
  InkFeatureEvidence features;
  LineWeights lines;
  LineSigns signs;
  OutsideSymbols outside;
  GlyphPictures pictures;
  EntryChangeDetector entry_changes;
  CellVisibility seen;      // the best of all frames
  double legibility = 0;    // the same
  double trial_weight = 0;  // of the rectified board that the orientations were tried on
  int frames = 0;

  explicit PageEvidence(int n)
      : features(n * n), lines(n), signs(n), outside(n), entry_changes(n * n), seen(n * n) {}
};

}  // namespace

struct BoardReader::Impl {
  DigitNetwork& network;
  int n = 0;
  bool screenshot = false;
  BoardDecoder decoder;
  OrientationPrior prior;
  PageEvidence page;
  PageChangeByReading page_change;
  bool background_shows = false;  // in the last rectified board
  bool background_subtracted = false;
  CorrectedBoard corrected;

  Impl(DigitNetwork& digit_network, const BoardCandidate& found)
      : network(digit_network),
        n(found.n),
        screenshot(found.screenshot_quarter_turns.has_value()),
        decoder(n, found.shapes, screenshot),
        prior(prior_of(found)),
        page(n) {}

  // Of an unsettled board every second frame is read with the symbols enlarged: two sizes by turns.
  [[nodiscard]] FrameObservation as_read(const FrameObservation& observed, bool sure) const {
    FrameObservation read = observed;
    if (page.hypotheses.empty() || sure || screenshot || page.frames % 2 == 0) return read;
    const double scale = room_to_enlarge(observed.ink, observed.inked);
    if (scale >= kWorthEnlarging && in_use<"enlarged_ink">())
      read.ink = enlarged(observed.ink, scale);
    return read;
  }

  void add_what_stays(const FrameObservation& observed) {
    ++page.frames;
    if (!page.signs.enough())
      page.signs.add(observed.ink, seen_at_most(observed, Visibility::unobserved), observed.weight);
    if (!page.lines.enough())
      // Around what is not seen, too, lines may be missing or fainter than printed.
      page.lines.add(observed.ink,
                     with_neighbours(seen_at_most(observed, Visibility::saturated), n),
                     observed.weight);
    for (int cell = 0; cell < page.seen.size(); ++cell)
      page.seen[cell] = std::max(page.seen[cell], observed.visibility[cell]);
    page.legibility = std::max(page.legibility, observed.legibility);
    page.pictures.offer(observed);
  }

  void try_orientations(const FrameObservation& observed) {
    page.trial_weight = observed.weight;
    for (OrientationTrial& trial :
         likely_orientations(network, observed.ink, observed.inked, prior)) {
      page.hypotheses.push_back(
          {trial.quarter_turns,
           prior[static_cast<size_t>(trial.quarter_turns)] + trial.head_log_likelihood,
           CellEvidence(n * n)});
      page.hypotheses.back().add(observed, read_cells(network, observed, std::move(trial)),
                                 page.entry_changes);
    }
  }

  // After the rectified board was added to the evidence.
  void add_features(const RectifiedBoard& rectified, const FrameObservation& observed) {
    const bool measures = !page.features.enough();  // else the rectified board may have no colour
    std::vector<int> cells;
    std::vector<int> symbols;
    for (int cell = 0; cell < n * n; ++cell) {
      if (observed.visibility[cell] == Visibility::unobserved) continue;
      cells.push_back(cell);
      symbols.push_back(page.hypotheses.front().evidence.best_label(cell));
    }
    page.features.expect(cells, symbols, observed.weight);
    if (measures)
      page.features.add(cells,
                        measure_features(rectified, observed.ink, cells, symbols, screenshot),
                        observed.weight);
  }

  // The orientations to decode: where a person has corrected cells, the one that they saw.
  [[nodiscard]] std::vector<const Hypothesis*> likely() const {
    std::vector<const Hypothesis*> all;
    for (const Hypothesis& one : page.hypotheses) all.push_back(&one);
    for (const Hypothesis* one : all)
      if (!corrected.cells.empty() && one->quarter_turns == corrected.quarter_turns) return {one};
    return all;
  }
};

BoardReader::BoardReader(DigitNetwork& network, const BoardCandidate& found)
    : impl_(std::make_unique<Impl>(network, found)) {}
BoardReader::~BoardReader() = default;
BoardReader::BoardReader(BoardReader&&) noexcept = default;
BoardReader& BoardReader::operator=(BoardReader&&) noexcept = default;

int BoardReader::frames() const {
  return impl_->page.frames;
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
  impl_->page = PageEvidence(impl_->n);
  impl_->background_subtracted = true;
}

bool BoardReader::wants_colour() const {
  // Colour may be all that shows a symbol.
  return impl_->screenshot || !impl_->page.features.enough();
}

LookVerdict BoardReader::add(const RectifiedBoard& rectified, const CellFlags& occluded,
                             Standing standing) {
  Impl& self = *impl_;
  PageEvidence& page = self.page;
  const bool sure = standing == Standing::sure;
  const FrameObservation observed =
      observe(rectified, occluded, self.screenshot, self.background_subtracted);
  self.background_shows = observed.background > kBackgroundShows;
  // Of an unsettled board all four orientations are looked at afresh: a smeared frame may have
  // misled it.
  if (!sure && observed.weight > kMuchSharper * page.trial_weight && in_use<"afresh_if_sharper">())
    page = PageEvidence(self.n);
  const FrameObservation to_read = self.as_read(observed, sure);
  LookVerdict verdict = LookVerdict::agrees;
  std::vector<CellScores> leading;
  if (!page.hypotheses.empty()) {
    leading = read_cells(self.network, to_read, page.hypotheses.front().quarter_turns);
    switch (self.page_change.judge(page.hypotheses.front().evidence, observed, leading)) {
      case PageChangeByReading::Verdict::same:
        if (standing != Standing::open && in_use<"late_marks">())
          for (const int cell : page.entry_changes.changed(page.hypotheses.front().evidence,
                                                           observed, leading, page.seen))
            for (Hypothesis& hypothesis : page.hypotheses) hypothesis.evidence.forget(cell);
        break;
      case PageChangeByReading::Verdict::doubtful:
        return LookVerdict::doubtful;
      case PageChangeByReading::Verdict::changed:
        page = PageEvidence(self.n);
        self.corrected = {};
        verdict = LookVerdict::restarted;
        break;
    }
  }
  self.add_what_stays(observed);
  if (page.hypotheses.empty()) {
    self.try_orientations(observed);
  } else {
    for (Hypothesis& hypothesis : page.hypotheses) {
      if (&hypothesis != &page.hypotheses.front())
        leading = read_cells(self.network, to_read, hypothesis.quarter_turns);
      hypothesis.add(observed, leading, page.entry_changes);
    }
  }
  self.add_features(rectified, observed);
  return verdict;
}

bool BoardReader::wants_surroundings() const {
  return !impl_->page.hypotheses.empty() && !impl_->page.outside.enough();
}

void BoardReader::add_surroundings(const RectifiedBoard& around) {
  impl_->page.outside.add(impl_->network, around, impl_->page.hypotheses.front().quarter_turns);
}

BoardReading BoardReader::decode(DecodeEffort effort) const {
  Impl& self = *impl_;
  if (self.page.hypotheses.empty()) {
    BoardReading nothing;
    nothing.shape = squarest_shape(self.n);
    nothing.alphabet = Alphabet{AlphabetKind::numerals, self.n};
    nothing.clues = nothing.entries = Grid(nothing.shape);
    nothing.confidence = CellMap<float>(self.n * self.n);
    return nothing;
  }
  const CellMap<InkFeatures> features = self.page.features.means();
  const double units =
      effort == DecodeEffort::live ? kLiveUnitsACell * self.n * self.n : kStillUnits;
  SearchBudget budget(units);
  std::vector<Decoded> decoded;
  const double legibility = effort == DecodeEffort::live
                                ? std::min(1.0, kLiveLegibility * self.page.legibility)
                                : self.page.legibility;
  const SeenCells seen{features,           self.page.seen,
                       legibility,         self.page.entry_changes.entered(),
                       self.page.pictures, self.corrected};
  const std::vector<const Hypothesis*> hypotheses = self.likely();
  for (const Hypothesis* hypothesis : hypotheses) {
    SearchBudget share = budget.share(hypotheses.size() - decoded.size());
    decoded.push_back(
        self.decoder.decode(hypothesis->evidence, seen, hypothesis->quarter_turns, share));
    budget.give_back(share);
    decoded.back().log_likelihood += hypothesis->log_prior;
  }
  std::stable_sort(decoded.begin(), decoded.end(), [](const Decoded& a, const Decoded& b) {
    return a.log_likelihood > b.log_likelihood;
  });
  const double lead =
      decoded.size() > 1 ? decoded[0].log_likelihood - decoded[1].log_likelihood : 1e9;
  OtherPuzzleSigns others;
  const double odds_of_other_regions = self.page.lines.odds_of_other_regions();
  others.perhaps_regions = odds_of_other_regions > kPerhapsRegions && in_use<"line_regions">();
  others.regions = (odds_of_other_regions > kOtherRegions && in_use<"line_regions">()) ||
                   (backgrounds_mark_other_regions(self.n, features) && in_use<"ground_regions">());
  others.outside = self.page.outside.number_lines() && in_use<"outside_numbers">();
  others.larger = self.page.outside.go_on_both_ways();
  others.signs = self.page.signs.share() > kManySigns && in_use<"line_signs">();
  BoardReading reading =
      judge_reading(decoded.front(), others, lead, self.page.frames < kPatienceFrames);
  reading.work = units - budget.left();
  return reading;
}

}  // namespace gridlens
