#include "core/reading/board_reader.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/reading/cell_choices.h"
#include "core/reading/cell_evidence.h"
#include "core/reading/clue_search.h"
#include "core/reading/glare.h"
#include "core/reading/orientation.h"

namespace gridlens {

namespace {

// Margin (log-probability) over every other set of clues from which a reading with exactly one
// solution is sure.
constexpr double kSureMargin = 4;
// What the best set may have given up against the likeliest value in every cell.
constexpr double kMostRepair = 9;
// Without the support of a unique solution every single cell must be as sure as this (log-odds).
constexpr double kSureCell = 5;
// Where a board carries handwriting, every symbol must be printed or handwritten with these odds.
constexpr double kSureKind = 2;
// An orientation is settled when its likelihood leads by this.
constexpr double kOrientationMargin = 5;
// Frames after which an unsettled reading is called unreadable.
constexpr int kPatienceFrames = 40;
// Fewer symbols than this share of the cells is no puzzle (17 of 81 is the least a 9x9 can have).
constexpr double kFewestSymbols = 0.13;
constexpr double kMostJunk = 0.5;      // junk cells per symbol cell
constexpr double kMostClashing = 0.5;  // share of clues that clash with another: no Sudoku

// Page exchanged: share of the symbol cells that a frame reads as something else.
constexpr double kSomeContradiction = 0.2;
constexpr double kStrongContradiction = 0.5;
constexpr int kStrikes = 3;
constexpr double kConfident = 0.9;

// Ink of a cell against the median of the board's symbols: below kVeryFaint the log-odds of blank
// grow by kFaintIsBlank, above kFaint not at all.
constexpr double kFaint = 0.35;
constexpr double kVeryFaint = 0.2;
constexpr double kFaintIsBlank = 4;
constexpr float kSurelySymbol = -4;  // log p(blank) below it
constexpr size_t kSymbolsToCompare = 5;

struct Hypothesis {
  int quarter_turns = 0;
  CellEvidence evidence;
};

// The scores of all inked cells: those of the trial and the rest from the network.
std::vector<CellScores> complete(DigitNetwork& network, const InkSheet& ink,
                                 const std::vector<int>& inked, OrientationTrial& trial) {
  std::map<int, CellScores> known;
  for (size_t i = 0; i < trial.cells.size(); ++i)
    known[trial.cells[i]] = std::move(trial.scores[i]);
  std::vector<int> rest;
  for (const int cell : inked)
    if (!known.contains(cell)) rest.push_back(cell);
  std::vector<CellScores> scores = network.classify(ink, rest, trial.quarter_turns);
  for (size_t i = 0; i < rest.size(); ++i) known[rest[i]] = std::move(scores[i]);
  std::vector<CellScores> all;
  for (const int cell : inked) all.push_back(std::move(known[cell]));
  return all;
}

// Symbols of one board are about equally dark, which the network, seeing one cell, cannot know:
// what is many times fainter than the others is a smudge or print showing through. Moves the odds
// of such cells towards blank.
void discount_faint(const InkSheet& ink, const std::vector<int>& inked,
                    std::vector<CellScores>& scores) {
  std::vector<double> symbol_ink;
  std::vector<double> all_ink;
  for (size_t i = 0; i < inked.size(); ++i) {
    all_ink.push_back(strongest_ink(ink, inked[i]));
    if (scores[i].symbols[0] < kSurelySymbol) symbol_ink.push_back(all_ink.back());
  }
  if (symbol_ink.size() < kSymbolsToCompare) return;
  const auto middle = symbol_ink.begin() + static_cast<long>(symbol_ink.size() / 2);
  std::nth_element(symbol_ink.begin(), middle, symbol_ink.end());
  for (size_t i = 0; i < inked.size(); ++i) {
    const double ratio = all_ink[i] / std::max(1.0, *middle);
    const double share = std::clamp((kFaint - ratio) / (kFaint - kVeryFaint), 0.0, 1.0);
    if (share <= 0) continue;
    auto& symbols = scores[i].symbols;
    const double shift = share * kFaintIsBlank;
    const double blank = std::exp(static_cast<double>(symbols[0]));
    const auto log_total = static_cast<float>(std::log(blank * std::exp(shift) + 1 - blank));
    for (float& value : symbols) value -= log_total;
    symbols[0] += static_cast<float>(shift);
  }
}

struct Decoded {
  const Hypothesis* hypothesis = nullptr;
  CellChoices choices;
  Shape shape;
  ClueSearchResult search;
  double log_likelihood = 0;
};

}  // namespace

struct BoardReader::Impl {
  DigitNetwork& network;
  int n = 0;
  std::vector<ShapeEvidence> shapes;
  std::vector<Hypothesis> hypotheses;
  int frames = 0;
  int strikes = 0;
  std::vector<double> burnt_out;  // a sheet cell's weight of frames in which glare hid it
  double seen_weight = 0;         // of all frames
  std::map<std::pair<int, int>, ClueSearch> searches;

  Impl(DigitNetwork& digit_network, const BoardCandidate& found)
      : network(digit_network), n(found.n), shapes(found.shapes) {
    if (shapes.empty()) {
      std::vector<Shape> possible = possible_shapes(n);
      if (possible.empty()) possible.push_back(squarest_shape(n));
      for (const Shape& shape : possible)
        shapes.push_back({shape, 1.0 / static_cast<double>(possible.size())});
    }
  }

  // True when glare hid a cell in most of what was seen: blank or not cannot be told.
  [[nodiscard]] bool hidden(int sheet_cell) const {
    return burnt_out[static_cast<size_t>(sheet_cell)] > 0.5 * seen_weight;
  }
  [[nodiscard]] double contradiction(const std::vector<int>& cells,
                                     const std::vector<CellScores>& scores) const;
  void add_scores(Hypothesis& hypothesis, double weight, const std::vector<int>& cells,
                  const std::vector<CellScores>& scores) const;
  Decoded decode(const Hypothesis& hypothesis);
};

// Share of the symbol cells, in the leading orientation, that a frame surely reads differently.
// Cells that turned blank count half: a hand or glare hides symbols, it does not write new ones.
double BoardReader::Impl::contradiction(const std::vector<int>& cells,
                                        const std::vector<CellScores>& scores) const {
  const CellEvidence& evidence = hypotheses.front().evidence;
  std::vector<int> now(static_cast<size_t>(n * n), 0);
  for (size_t i = 0; i < cells.size(); ++i) {
    const auto& symbols = scores[i].symbols;
    const auto top = std::max_element(symbols.begin(), symbols.end());
    const bool confident = *top > std::log(kConfident);
    now[static_cast<size_t>(cells[i])] = confident ? static_cast<int>(top - symbols.begin()) : -1;
  }
  double different = 0;
  double symbols_before = 0;
  double symbols_now = 0;
  for (int cell = 0; cell < n * n; ++cell) {
    const int label = now[static_cast<size_t>(cell)];
    const int before = evidence.best_label(cell);
    symbols_before += before > 0 ? 1 : 0;
    symbols_now += label > 0 ? 1 : 0;
    if (label < 0 || label == before || evidence.best_probability(cell) < kConfident) continue;
    different += label > 0 ? 1 : 0.5;
  }
  return different / std::max(4.0, std::max(symbols_before, symbols_now));
}

void BoardReader::Impl::add_scores(Hypothesis& hypothesis, double weight,
                                   const std::vector<int>& cells,
                                   const std::vector<CellScores>& scores) const {
  hypothesis.evidence.begin_frame(weight);
  size_t next = 0;
  for (int cell = 0; cell < n * n; ++cell) {
    if (next < cells.size() && cells[next] == cell)
      hypothesis.evidence.add(cell, scores[next++]);
    else
      hypothesis.evidence.add_blank(cell);
  }
}

Decoded BoardReader::Impl::decode(const Hypothesis& hypothesis) {
  Decoded best;
  best.hypothesis = &hypothesis;
  best.choices =
      make_choices(hypothesis.evidence, n, sheet_cells_of_upright(n, hypothesis.quarter_turns));
  double second = -1e9;
  bool first = true;
  for (const ShapeEvidence& evidence : shapes) {
    Shape shape = evidence.shape;
    if (hypothesis.quarter_turns % 2 != 0) std::swap(shape.box_rows, shape.box_cols);
    if (shape.n() != n) continue;
    const auto key = std::pair(shape.box_rows, shape.box_cols);
    auto search = searches.find(key);
    if (search == searches.end()) search = searches.emplace(key, ClueSearch(shape)).first;
    ClueSearchResult result =
        search->second.run(best.choices, std::log(std::max(1e-3, evidence.weight)));
    if (first || result.best.score > best.search.best.score) {
      if (!first) second = std::max(second, best.search.best.score);
      best.shape = shape;
      best.search = std::move(result);
    } else {
      second = std::max(second, result.best.score);
    }
    first = false;
  }
  best.search.margin = std::max(0.0, std::min(best.search.margin, best.search.best.score - second));
  best.log_likelihood = best.choices.log_likelihood + best.search.best.score;
  return best;
}

BoardReader::BoardReader(DigitNetwork& network, const BoardCandidate& found)
    : impl_(std::make_unique<Impl>(network, found)) {}
BoardReader::~BoardReader() = default;
BoardReader::BoardReader(BoardReader&&) noexcept = default;

int BoardReader::frames() const {
  return impl_->frames;
}

SheetVerdict BoardReader::add(const CellSheet& sheet) {
  Impl& self = *impl_;
  const InkSheet ink = normalise(sheet);
  std::vector<int> inked;
  for (int cell = 0; cell < self.n * self.n; ++cell)
    if (!surely_blank(ink, cell)) inked.push_back(cell);
  const double detail = std::min(1.0, sheet.source_cell_px / CellSheet::kCellPx);
  const double weight = std::max(1e-4, sheet.sharpness * detail);

  SheetVerdict verdict = SheetVerdict::agrees;
  std::vector<CellScores> leading;
  if (!self.hypotheses.empty()) {
    leading = self.network.classify(ink, inked, self.hypotheses.front().quarter_turns);
    discount_faint(ink, inked, leading);
    const double contradiction = self.contradiction(inked, leading);
    if (contradiction < kSomeContradiction) {
      self.strikes = 0;
    } else {
      self.strikes += contradiction > kStrongContradiction ? 2 : 1;
      if (self.strikes < kStrikes) return SheetVerdict::doubtful;
      self.hypotheses.clear();
      self.frames = 0;
      self.strikes = 0;
      verdict = SheetVerdict::restarted;
    }
  }
  ++self.frames;
  if (self.frames == 1) {
    self.burnt_out.assign(static_cast<size_t>(self.n * self.n), 0);
    self.seen_weight = 0;
  }
  self.seen_weight += weight;
  const std::vector<bool> burnt = burnt_out_cells(sheet);
  for (size_t cell = 0; cell < burnt.size(); ++cell)
    if (burnt[cell]) self.burnt_out[cell] += weight;
  if (self.hypotheses.empty()) {
    for (OrientationTrial& trial : likely_orientations(self.network, ink, inked)) {
      self.hypotheses.push_back({trial.quarter_turns, CellEvidence(self.n * self.n)});
      std::vector<CellScores> scores = complete(self.network, ink, inked, trial);
      discount_faint(ink, inked, scores);
      self.add_scores(self.hypotheses.back(), weight, inked, scores);
    }
    return verdict;
  }
  for (Hypothesis& hypothesis : self.hypotheses) {
    if (&hypothesis != &self.hypotheses.front()) {
      leading = self.network.classify(ink, inked, hypothesis.quarter_turns);
      discount_faint(ink, inked, leading);
    }
    self.add_scores(hypothesis, weight, inked, leading);
  }
  return verdict;
}

BoardReading BoardReader::decode() const {
  Impl& self = *impl_;
  BoardReading reading;
  const int cells = self.n * self.n;
  reading.alphabet = Alphabet{AlphabetKind::numerals, self.n};
  reading.shape = self.shapes.empty() ? squarest_shape(self.n) : self.shapes.front().shape;
  reading.clues = Grid(reading.shape);
  reading.entries = Grid(reading.shape);
  reading.confidence.assign(static_cast<size_t>(cells), 0.0F);
  if (self.hypotheses.empty()) return reading;

  std::vector<Decoded> decoded;
  for (const Hypothesis& hypothesis : self.hypotheses) decoded.push_back(self.decode(hypothesis));
  std::stable_sort(decoded.begin(), decoded.end(), [](const Decoded& a, const Decoded& b) {
    return a.log_likelihood > b.log_likelihood;
  });
  const Decoded& best = decoded.front();
  const CellChoices& choices = best.choices;
  const ClueSet& set = best.search.best;
  const double orientation_lead =
      decoded.size() > 1 ? best.log_likelihood - decoded[1].log_likelihood : 1e9;

  reading.quarter_turns = best.hypothesis->quarter_turns;
  reading.shape = best.shape;
  reading.alphabet = choices.alphabet;
  reading.clues = set.clues;
  reading.entries = Grid(best.shape);
  reading.margin = std::min(best.search.margin, orientation_lead);
  double least_cell_odds = 1e9;
  std::vector<int> hidden;
  const std::vector<int> sheet_cells = sheet_cells_of_upright(self.n, reading.quarter_turns);
  double least_kind_odds = 1e9;
  for (int cell = 0; cell < cells; ++cell) {
    const int row = cell / self.n;
    const int col = cell % self.n;
    const int clue = set.clues.at(row, col);
    int told = clue;
    if (clue == 0 && choices.by_hand[static_cast<size_t>(cell)] > 0.5) {
      for (int v = 1; v <= self.n; ++v)
        if (choices.value(cell, v) > choices.value(cell, told)) told = v;
      reading.entries.set(row, col, told);
    }
    const double by_hand = choices.by_hand[static_cast<size_t>(cell)];
    if (told != 0 && by_hand > 0)
      least_kind_odds = std::min(least_kind_odds, std::abs(std::log(by_hand / (1 - by_hand))));
    const double log_p = clue > 0 ? choices.clue(cell, clue) : choices.value(cell, told);
    reading.confidence[static_cast<size_t>(cell)] = static_cast<float>(std::exp(log_p));
    double other = -1e9;
    for (int v = 0; v <= self.n; ++v)
      if (v != clue) other = std::max(other, choices.clue(cell, v));
    // What glare hides makes no difference to the only solution of what is seen, but without one it
    // may be the clue that is missing.
    if (clue == 0 && self.hidden(sheet_cells[static_cast<size_t>(cell)])) {
      least_cell_odds = 0;
      hidden.push_back(cell);
    }
    least_cell_odds = std::min(least_cell_odds, choices.clue(cell, clue) - other);
  }

  const int filled = set.clues.count_filled();
  int clashing = 0;
  if (set.state == SolveState::invalid) {
    const Rules rules = classic_rules(best.shape);
    std::vector<bool> clashes(static_cast<size_t>(cells), false);
    for (const Unit& unit : rules.units)
      for (const int a : unit.cells)
        for (const int b : unit.cells) {
          const auto value = set.clues.values()[static_cast<size_t>(a)];
          if (a != b && value != 0 && value == set.clues.values()[static_cast<size_t>(b)])
            clashes[static_cast<size_t>(a)] = true;
        }
    clashing = static_cast<int>(std::count(clashes.begin(), clashes.end(), true));
  }
  if (choices.symbol_cells < kFewestSymbols * cells) {
    reading.is_puzzle = false;
    reading.message = "no symbols in the grid";
  } else if (choices.junk_cells > kMostJunk * choices.symbol_cells) {
    reading.is_puzzle = false;
    reading.message = "the grid holds something other than symbols";
  } else if (clashing > 6 && clashing > kMostClashing * filled) {
    reading.is_puzzle = false;
    reading.message = "the numbers in the grid are no Sudoku";
  }
  if (!reading.is_puzzle) {
    reading.state = ReadState::unreadable;
    return reading;
  }

  const bool settled = orientation_lead >= kOrientationMargin;
  const bool sure = set.state == SolveState::unique
                        ? best.search.margin >= kSureMargin && set.cost <= kMostRepair &&
                              least_kind_odds >= kSureKind
                        : least_cell_odds >= kSureCell;
  if (settled && sure) {
    reading.state = ReadState::sure;
    return reading;
  }
  reading.doubtful = best.search.doubtful;
  reading.doubtful.insert(reading.doubtful.end(), hidden.begin(), hidden.end());
  std::sort(reading.doubtful.begin(), reading.doubtful.end());
  reading.doubtful.erase(std::unique(reading.doubtful.begin(), reading.doubtful.end()),
                         reading.doubtful.end());
  if (reading.doubtful.empty())
    for (int cell = 0; cell < cells; ++cell)
      if (reading.confidence[static_cast<size_t>(cell)] < 0.99F) reading.doubtful.push_back(cell);
  reading.message = !settled
                        ? "which way up is not certain"
                        : std::to_string(reading.doubtful.size()) +
                              (reading.doubtful.size() == 1 ? " doubtful cell" : " doubtful cells");
  if (self.frames >= kPatienceFrames) reading.state = ReadState::unreadable;
  return reading;
}

}  // namespace gridlens
