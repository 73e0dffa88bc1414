#include "core/reading/reading_judge.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <span>
#include <utility>

#include "core/ablation/mechanism.h"
#include "core/puzzle/rules.h"
#include "core/reading/ink/log_odds.h"
#include "core/reading/weak_support.h"

namespace gridlens {

namespace {

// So much more of a margin than kSureMargin for every unit of log-probability given up in the
// cells, up to what margins are told. A picture that misleads in some cells may do so in others.
constexpr double kMarginForRepair = 0.15;
constexpr double kMostMargin = ClueSearchOptions{}.enough_margin;
// What the best set may have given up against the likeliest value in every cell.
constexpr double kMostRepair = 9;
// Without the support of a unique solution every single cell must be as sure as this (log-odds),
// and who wrote what. A ringed given that is taken for an entry leaves too few clues.
constexpr double kSureCell = 5;
// Log-likelihood by which a board is all handwritten rather than partly.
constexpr double kSureByHand = 4;
// An orientation is settled when its likelihood leads by this.
constexpr double kOrientationMargin = 5;
// Entries taken as seen before any is: right ones and mistakes.
constexpr double kRightBefore = 4;
constexpr double kWrongBefore = 0.5;
constexpr double kMostRight = 0.93;  // a clearly written mistake must come through

constexpr double kLeastOwn = 1e-4;  // probability of a value, beside what all have in common

// The least sure cell in two ways, as log-odds.
struct LeastSure {
  double value = 1e9;
  double kind = 1e9;
  double kind_that_counts = 1e9;  // the same of cells that do not agree with the solution
};

// How often entries are right, against the network's view that all n values are alike: from the
// entries that are clear.
struct EntryOdds {
  double log_right = 0;  // for the solution's value
  double log_wrong = 0;  // for one of the others
};

EntryOdds entry_odds(const Decoded& best) {
  constexpr double kClearLogP = -0.02;  // log-probability
  const CellChoices& choices = best.choices;
  const auto& solution = best.search.best.solution;
  if (!solution) return {};
  // Typed mistakes are as clear as print: no doubt whether they are there.
  if (choices.typed) return {std::log(kMostRight * choices.n), 0};
  double right = kRightBefore;
  double wrong = kWrongBefore;
  for (int cell = 0; cell < best.shape.cells(); ++cell) {
    if (choices.by_hand[cell] <= 0.5) continue;
    for (int v = 1; v <= choices.n; ++v)
      if (choices.value(cell, v) > kClearLogP) ++(v == solution->at(cell) ? right : wrong);
  }
  const double share = std::min(kMostRight, right / (right + wrong));
  return {std::log(share * choices.n), std::log((1 - share) * choices.n / (choices.n - 1))};
}

// The likeliest value of a handwritten cell. People mostly write what is right: where handwriting
// is hard to read, the solution tells; a mistake that is clearly written stays what it is.
int entry_in(const Decoded& best, int cell, const EntryOdds& odds) {
  const CellChoices& choices = best.choices;
  const auto& solution = best.search.best.solution;
  const int right = solution ? solution->at(cell) : 0;
  // What all values have in common is the share of other symbols, and no evidence for any.
  double shared = 1;
  for (int v = 1; v <= choices.n; ++v) shared = std::min(shared, std::exp(choices.value(cell, v)));
  int told = 0;
  double most = -1e9;
  for (int v = 1; v <= choices.n; ++v) {
    if (choices.typed && choices.value(cell, v) < kLogHalf) continue;  // typed ones are legible
    const double its = std::exp(choices.value(cell, v));
    const double own = in_use<"own_evidence">() ? std::max(kLeastOwn, its - shared) : its;
    const double log_p = std::log(own) + (v == right ? odds.log_right : odds.log_wrong);
    if (log_p > most) {
      most = log_p;
      told = v;
    }
  }
  // Pencil candidates mostly hold the solution's value as well: that it is seen counts half against
  // an empty cell.
  const double log_blank = told == right ? odds.log_right / 2 : 0;
  return most > choices.value(cell, 0) + log_blank ? told : 0;
}

std::array<int, 2> two_likeliest(const CellChoices& choices, int cell) {
  constexpr double kSameLogP = 0.05;  // log-probability
  std::vector<int> order;
  for (int v = 0; v <= choices.n; ++v) order.push_back(v);
  std::partial_sort(order.begin(), order.begin() + 3, order.end(),
                    [&](int a, int b) { return choices.clue(cell, a) > choices.clue(cell, b); });
  const bool seen = choices.clue(cell, order[1]) - choices.clue(cell, order[2]) > kSameLogP;
  return {order[0], seen ? order[1] : -1};
}

// Entries and confidences; the doubts of single cells.
LeastSure set_confidences(const Decoded& best, BoardReading& reading) {
  const CellChoices& choices = best.choices;
  LeastSure least;
  const EntryOdds odds = in_use<"entry_odds">() ? entry_odds(best) : EntryOdds{};
  for (int cell = 0; cell < best.shape.cells(); ++cell) {
    const int clue = reading.clues.at(cell);
    reading.likeliest.push_back(two_likeliest(choices, cell));
    const double by_hand = choices.by_hand[cell];
    int told = clue;
    // What is left out of a puzzle with one solution was written into it.
    if (clue == 0 && (by_hand > 0.5 || (by_hand > 0 && best.search.best.solution))) {
      told = entry_in(best, cell, odds);
      reading.entries.set(cell, told);
    }
    const bool holds_symbol = told != 0 || choices.value(cell, 0) < kLogHalf;
    if (holds_symbol && by_hand > 0) {
      const double odds_of_kind = std::abs(logit(by_hand));
      least.kind = std::min(least.kind, odds_of_kind);
      const auto& solution = best.search.best.solution;
      if (!solution || told != solution->at(cell))
        least.kind_that_counts = std::min(least.kind_that_counts, odds_of_kind);
    }
    const double log_p = clue > 0 ? choices.clue(cell, clue) : choices.value(cell, told);
    reading.confidence[cell] = static_cast<float>(std::exp(log_p));
    double other = -1e9;
    for (int v = 0; v <= choices.n; ++v)
      if (v != clue) other = std::max(other, choices.clue(cell, v));
    least.value = std::min(least.value, choices.clue(cell, clue) - other);
  }
  return least;
}

// That there is more than one solution is only known once every blank cell has been seen.
bool may_hide_clues(const Decoded& best, const BoardReading& reading) {
  if (best.search.best.state != SolveState::multiple) return false;
  for (int cell = 0; cell < best.shape.cells(); ++cell)
    if (best.visibility[cell] != Visibility::clear && reading.clues.at(cell) == 0 &&
        in_use<"unclear_blanks">())
      return true;
  return false;
}

// Cells that may be givens as well as entries: of symbols that agree with the solution that changes
// no answer. All that are not sure by themselves are named. Then the least sure ones follow until
// hardly any other is expected to be of the other kind.
std::vector<int> unclear_kinds(const Decoded& best, const BoardReading& reading) {
  std::vector<std::pair<double, int>> cells;  // the probability of the other kind
  double wrong_kinds = 0;
  for (int cell = 0; cell < best.shape.cells(); ++cell) {
    if (reading.clues.at(cell) + reading.entries.at(cell) == 0) continue;
    const double by_hand = best.choices.by_hand[cell];
    cells.emplace_back(std::min(by_hand, 1 - by_hand), cell);
    wrong_kinds += cells.back().first;
  }
  std::sort(cells.begin(), cells.end(), std::greater<>());
  std::vector<int> unclear;
  for (const auto& [other, cell] : cells) {
    if (wrong_kinds <= kMostWrongKinds && std::log((1 - other) / other) >= kSureKind) break;
    wrong_kinds -= other;
    unclear.push_back(cell);
  }
  std::sort(unclear.begin(), unclear.end());
  return unclear;
}

void set_doubtful_cells(const Decoded& best, bool settled, BoardReading& reading) {
  CellFlags doubtful(best.shape.cells());
  for (const int cell : best.search.doubtful) doubtful[cell] = true;
  const Visibility unclear =
      may_hide_clues(best, reading) ? Visibility::doubtful : Visibility::unobserved;
  for (int cell = 0; cell < doubtful.size(); ++cell)
    if (doubtful[cell] || best.visibility[cell] <= unclear) reading.doubtful.push_back(cell);
  if (reading.doubtful.empty()) reading.doubtful = best.doubts;
  if (reading.doubtful.empty()) reading.doubtful = unclear_kinds(best, reading);
  if (reading.doubtful.empty())
    for (int cell = 0; cell < best.shape.cells(); ++cell)
      if (reading.confidence[cell] < kConfident) reading.doubtful.push_back(cell);
  if (reading.doubtful.empty()) {
    const auto least =
        static_cast<int>(std::min_element(reading.confidence.begin(), reading.confidence.end()) -
                         reading.confidence.begin());
    if (!is_corrected(reading.corrections, least)) reading.doubtful.push_back(least);
  }
  reading.message = !settled
                        ? "which way up is not certain"
                        : std::to_string(reading.doubtful.size()) +
                              (reading.doubtful.size() == 1 ? " doubtful cell" : " doubtful cells");
}

// What a reading is judged by.
struct Judged {
  const Decoded& best;
  const BoardReading& reading;
  LeastSure least;
  double orientation_lead = 0;
  std::vector<int> unclear;  // kinds
};

// A condition that keeps a reading from being sure. Several may hold at once.
struct Condition {
  const char* name;
  bool (*holds)(const Judged& it);
};

constexpr Condition kOfAnyReading[] = {
    {"orientation", [](const Judged& it) { return it.orientation_lead < kOrientationMargin; }},
    {"provenance",
     [](const Judged& it) {
       return it.best.choices.writing == Writing::by_hand &&
              it.best.choices.by_hand_lead < kSureByHand;
     }},
    {"weak_support", [](const Judged& it) { return !it.best.doubts.empty(); }},
};
constexpr Condition kWithOneSolution[] = {
    {"two_inks", [](const Judged& it) { return it.best.two_inks && it.best.perhaps_played; }},
    {"margin",
     [](const Judged& it) {
       const double repair = it.best.search.best.cost;
       return !(it.best.search.margin >=
                std::min(kMostMargin, kSureMargin + kMarginForRepair * repair));
     }},
    {"most_repair",
     [](const Judged& it) {
       return it.best.search.best.cost > kMostRepair && in_use<"most_repair">();
     }},
    {"kind_of_a_clue",
     [](const Judged& it) {
       return it.least.kind_that_counts < kSureKind && in_use<"kind_of_a_clue">();
     }},
    // Where entries may be among the clues, one kind in doubt leaves all of them in doubt. A full
    // board without a clash is its own solution, whoever wrote it.
    {"entries_among_clues",
     [](const Judged& it) {
       const Grid& clues = it.reading.clues;
       return !it.unclear.empty() && has_more_than_givens(clues) &&
              (clues.count_filled() < clues.shape().cells() || !in_use<"full_board">()) &&
              in_use<"entries_among_clues">();
     }},
};
constexpr Condition kWithoutOneSolution[] = {
    {"two_inks", [](const Judged& it) { return it.best.two_inks || it.best.perhaps_played; }},
    {"symbol_of_a_cell", [](const Judged& it) { return it.least.value < kSureCell; }},
    {"kind_of_a_cell", [](const Judged& it) { return it.least.kind < kSureCell; }},
    {"hidden_clues", [](const Judged& it) { return may_hide_clues(it.best, it.reading); }},
};

std::vector<const char*> objections_to(const Judged& it) {
  const bool one = it.best.search.best.state == SolveState::unique;
  std::vector<const char*> names;
  for (const std::span<const Condition> conditions :
       {std::span<const Condition>(kOfAnyReading),
        one ? std::span<const Condition>(kWithOneSolution) : kWithoutOneSolution})
    for (const Condition& condition : conditions)
      if (condition.holds(it)) names.push_back(condition.name);
  return names;
}

BoardReading rejected(BoardReading reading, const Rejection& rejection) {
  reading.objections = {rejection.rule};
  reading.message = rejection.why;
  reading.is_puzzle = false;
  reading.insufficient_evidence = rejection.insufficient_evidence;
  reading.other_puzzle = rejection.other_puzzle;
  reading.state = ReadState::unreadable;
  return reading;
}

}  // namespace

BoardReading judge_reading(const Decoded& best, const OtherPuzzleSigns& others,
                           double orientation_lead, bool patient) {
  const ClueSet& set = best.search.best;
  BoardReading reading;
  reading.quarter_turns = best.quarter_turns;
  reading.shape = best.shape;
  reading.alphabet = best.choices.alphabet;
  reading.clues = set.clues;
  reading.proof = set.state;
  reading.solution = set.solution;
  if (set.state == SolveState::invalid)
    reading.clash = find_clash(classic_rules(best.shape), set.clues);
  reading.entries = Grid(best.shape);
  reading.confidence = CellMap<float>(best.shape.cells());
  reading.margin = std::min(best.search.margin, orientation_lead);
  reading.corrections = best.choices.corrections;
  // A person who corrects a board has seen that it is one.
  const bool may_be_none = reading.corrections.empty();
  const LeastSure least = set_confidences(best, reading);

  const Rejection rejection = why_rejected(best, reading, others);
  if (may_be_none && rejection.rule) return rejected(std::move(reading), rejection);
  std::vector<int> unclear = unclear_kinds(best, reading);
  reading.objections = objections_to({best, reading, least, orientation_lead, unclear});
  const bool solved = reading.objections.empty() && set.state == SolveState::unique;
  if (may_be_none && !solved && others.larger && in_use<"piece_of_larger">())
    return rejected(std::move(reading),
                    {"piece_of_larger",
                     "its symbols go on beyond its rows and columns: a larger grid's piece"});
  if (reading.objections.empty()) {
    if (may_be_none && set.state != SolveState::unique && !may_be_misprinted(best, reading) &&
        in_use<"misprint_odds">())
      return rejected(std::move(reading), {"misprint_odds", kNoSudoku});
    reading.state = ReadState::sure;
    reading.doubtful = std::move(unclear);
    return reading;
  }
  set_doubtful_cells(best, orientation_lead >= kOrientationMargin, reading);
  if (!patient) reading.state = ReadState::unreadable;
  return reading;
}

}  // namespace gridlens
