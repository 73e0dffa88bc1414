#include "core/reading/board_decoder.h"

#include <algorithm>
#include <cmath>

#include "core/puzzle/rules.h"
#include "core/reading/clues/alphabet_fit.h"
#include "core/reading/clues/lone_candidates.h"
#include "core/reading/clues/symbol_places.h"
#include "core/reading/entries/typed_entries.h"
#include "core/reading/evidence/orientation.h"
#include "core/reading/glyphs/glyph_reading.h"
#include "core/reading/ink/rare_grounds.h"

namespace gridlens {

namespace {

constexpr double kLeastShapeWeight = 1e-3;
constexpr double kMostUnseen = 0.3;         // of the cells
constexpr double kNotThere = -20;           // log-probability
constexpr double kClearLead = 5;            // of an alphabet
constexpr double kClearMargin = 4;          // of a search that needs no other beside it
constexpr double kSmaller = 0.75;           // than the board's symbols: candidates are, ...
constexpr double kAside = 0.08;             // ... and off their middle, in cells
constexpr double kNamed = 0.75;             // probability of a symbol, or one of two, that is told
constexpr double kNamedUnderLight = 0.995;  // the same of one symbol that is half wiped out
constexpr double kClearlySeen = 3;          // log-odds of a symbol that the search has no say in

// Flags what is smaller than the board's symbols and stands aside: candidates.
std::vector<bool> smaller_aside(const std::vector<InkTraits>& traits) {
  std::vector<bool> all;
  for (const InkTraits& of_cell : traits) all.push_back(of_cell.known[InkTraits::top]);
  const InkTraits usual = median_traits(traits, all);
  const auto height = [](const InkTraits& t) {
    return t.values[InkTraits::bottom] - t.values[InkTraits::top];
  };
  const auto off = [&](const InkTraits& t, InkTraits::Trait from, InkTraits::Trait to) {
    return std::abs(t.values[from] + t.values[to] - usual.values[from] - usual.values[to]) / 2;
  };
  std::vector<bool> marks;
  for (const InkTraits& t : traits)
    marks.push_back(t.known[InkTraits::top] && height(t) < kSmaller * height(usual) &&
                    std::max(off(t, InkTraits::top, InkTraits::bottom),
                             off(t, InkTraits::left, InkTraits::right)) > kAside);
  return marks;
}

// What the cells show, givens or not: what the search left out or took for something else because
// it clashes may be a player's mistake. In doubt the search tells.
Grid symbols_seen(const CellChoices& choices, const Grid& clues,
                  const std::vector<InkTraits>& traits) {
  const std::vector<bool> marks = smaller_aside(traits);
  Grid symbols(clues.shape());
  for (int cell = 0; cell < clues.shape().cells(); ++cell) {
    int best = 0;
    for (int v = 1; v <= choices.n; ++v)
      if (choices.value(cell, v) > choices.value(cell, best)) best = v;
    if (marks[static_cast<size_t>(cell)]) continue;
    const int clue = clues.values()[static_cast<size_t>(cell)];
    const bool told =
        clue != 0 && choices.value(cell, clue) > choices.value(cell, best) - kClearlySeen;
    symbols.set(cell / choices.n, cell % choices.n, told ? clue : best);
  }
  return symbols;
}

// Probability that a cell holds one of its two likeliest symbols.
double one_of_two(const CellChoices& choices, int cell) {
  double most = 0, second = 0;
  for (int v = 1; v <= choices.n; ++v) {
    const double p = std::exp(choices.value(cell, v));
    second = std::max(second, std::min(p, most));
    most = std::max(most, p);
  }
  return most + second;
}

}  // namespace

BoardDecoder::BoardDecoder(int n, std::vector<ShapeEvidence> shapes, bool drawn)
    : n_(n), drawn_(drawn), shapes_(std::move(shapes)) {
  std::erase_if(shapes_, [n](const ShapeEvidence& evidence) { return evidence.shape.n() != n; });
  if (!shapes_.empty()) return;
  std::vector<Shape> possible = possible_shapes(n);
  if (possible.empty()) possible.push_back(squarest_shape(n));
  for (const Shape& shape : possible)
    shapes_.push_back({shape, 1.0 / static_cast<double>(possible.size()), {}});
}

ClueSearch& BoardDecoder::search_for(Shape shape) {
  const auto key = std::pair(shape.box_rows, shape.box_cols);
  auto search = searches_.find(key);
  if (search == searches_.end()) search = searches_.emplace(key, ClueSearch(shape)).first;
  return search->second;
}

void BoardDecoder::search_shapes(Decoded& decoded, SearchBudget& budget) {
  double second = -1e9;
  bool first = true;
  size_t left = shapes_.size();
  for (const ShapeEvidence& suggestion : shapes_) {
    Shape shape = suggestion.shape;
    SearchBudget share = budget.share(left--);
    if (decoded.quarter_turns % 2 != 0) std::swap(shape.box_rows, shape.box_cols);
    ClueSearchResult result = search_for(shape).run(
        decoded.choices, std::log(std::max(kLeastShapeWeight, suggestion.weight)), share);
    budget.give_back(share);
    if (first || result.best.score > decoded.search.best.score) {
      if (!first) second = std::max(second, decoded.search.best.score);
      decoded.shape = shape;
      decoded.marks = suggestion.marks;
      decoded.search = std::move(result);
    } else {
      second = std::max(second, result.best.score);
    }
    first = false;
  }
  decoded.search.margin =
      std::max(0.0, std::min({decoded.search.margin, decoded.search.best.score - second,
                              decoded.choices.glyph_margin}));
}

// With the glyphs sorted where that leads to one solution. Where it does not, the cells speak for
// themselves: what is no puzzle is not to be told by what copies have in common.
void BoardDecoder::search_glyphs(Decoded& decoded, GlyphPictures& pictures,
                                 const std::vector<int>& sheet_cells, SearchBudget& budget) {
  std::optional<Decoded> sorted;
  if (decoded.choices.writing == Writing::printed) {
    sorted = decoded;
    if (settle_glyphs(sorted->choices, pictures, sheet_cells, drawn_, budget)) {
      SearchBudget share = budget.share(2);
      search_shapes(*sorted, share);
      budget.give_back(share);
    } else {
      sorted.reset();
    }
  }
  const bool one = sorted && sorted->search.best.state == SolveState::unique;
  if (!one || sorted->search.margin < kClearMargin) {
    if (one) decoded.choices.glyph_margin = sorted->choices.glyph_margin;
    search_shapes(decoded, budget);
  }
  if (one &&
      (sorted->search.margin >= kClearMargin || decoded.search.best.state != SolveState::unique ||
       decoded.search.margin <= sorted->search.margin))
    decoded = std::move(*sorted);
}

// Where the cells that were seen have one solution, it is the board's, whatever clues the others
// hide.
void BoardDecoder::settle_without(Decoded& decoded, SearchBudget& budget) {
  const auto hidden = std::count(decoded.unseen.begin(), decoded.unseen.end(), true);
  if (hidden == 0 || hidden > kMostUnseen * n_ * n_) return;
  Decoded seen = decoded;
  for (int cell = 0; cell < n_ * n_; ++cell) {
    if (!decoded.unseen[static_cast<size_t>(cell)]) continue;
    for (int value = 0; value <= n_; ++value) {
      const auto at = static_cast<size_t>(cell * (n_ + 1) + value);
      seen.choices.clues[at] = value == 0 ? 0 : kNotThere;
      seen.choices.values[at] = seen.choices.clues[at];
    }
  }
  search_shapes(seen, budget);
  if (seen.search.best.state != SolveState::unique) return;
  // What the other cells hold stays as uncertain as it is.
  seen.choices = std::move(decoded.choices);
  decoded = std::move(seen);
}

// With the entries there is one solution, or they clash: givens that someone has ringed or gone
// over may be among them.
bool BoardDecoder::entries_may_be_clues(const Decoded& decoded,
                                        const std::vector<InkTraits>& traits,
                                        SearchBudget& budget) {
  if (decoded.choices.writing != Writing::mixed) return false;
  const Grid all = symbols_seen(decoded.choices, decoded.search.best.clues, traits);
  if (all == decoded.search.best.clues) return false;
  return find_clash(classic_rules(decoded.shape), all) ||
         search_for(decoded.shape).only_solution(all, budget);
}

// A clue that by what its cell shows is rather none, or could be any symbol, or another one where
// light or a hand wiped out half of it, and without which there is more than one solution: a torn
// digit or a smudge is not to make an answer, however rare puzzles without one are.
bool BoardDecoder::leans_on_doubt(const Decoded& decoded, const std::vector<InkTraits>& traits,
                                  SearchBudget& budget) {
  const ClueSet& best = decoded.search.best;
  if (best.state == SolveState::multiple) return entries_may_be_clues(decoded, traits, budget);
  if (best.state != SolveState::unique) return false;
  Grid clear = best.clues;
  bool doubt = false;
  for (int cell = 0; cell < n_ * n_; ++cell) {
    const int value = clear.values()[static_cast<size_t>(cell)];
    if (value == 0) continue;
    const bool named = decoded.unclear[static_cast<size_t>(cell)]
                           ? decoded.choices.value(cell, value) >= std::log(kNamedUnderLight)
                           : one_of_two(decoded.choices, cell) >= kNamed;
    if (named && decoded.choices.clue(cell, value) >= decoded.choices.clue(cell, 0)) continue;
    clear.set(cell / n_, cell % n_, 0);
    doubt = true;
  }
  return doubt && !search_for(decoded.shape).only_solution(clear, budget);
}

Decoded BoardDecoder::decode(const CellEvidence& evidence, const SeenCells& cells,
                             int quarter_turns, SearchBudget& budget) {
  const std::vector<int> sheet_cells = sheet_cells_of_upright(n_, quarter_turns);
  const std::vector<CellScores> scores = upright_scores(evidence, sheet_cells);
  const std::vector<AlphabetChoice> alphabets = likely_alphabets(scores, n_);
  const auto decode_with = [&](const AlphabetChoice& alphabet, SearchBudget& its_budget) {
    Decoded start;
    start.quarter_turns = quarter_turns;
    start.choices =
        make_choices(scores, alphabet, cells.traits, sheet_cells, drawn_, cells.entered);
    return decode_in(std::move(start), evidence, cells, sheet_cells, its_budget);
  };
  if (alphabets.size() == 1) return decode_with(alphabets.front(), budget);
  std::optional<Decoded> best;
  double most = -1e9;
  double second = -1e9;
  size_t left = alphabets.size();
  for (const AlphabetChoice& alphabet : alphabets) {
    const AlphabetFit fit(scores, alphabet.labelled);
    SearchBudget share = budget.share(left--);
    if (!best || fit.at_most() >= most - kClearLead) {
      Decoded decoded = decode_with(alphabet, share);
      const double its = fit.of(decoded.choices, decoded.search);
      second = std::max(second, std::min(its, most));
      if (!best || its > most) best = std::move(decoded);
      most = std::max(most, its);
    }
    budget.give_back(share);
  }
  best->search.margin = std::min(best->search.margin, most - second);
  return std::move(*best);
}

// Tells what the player typed, where the print shows it, and searches the givens alone.
void BoardDecoder::part_entries(Decoded& decoded, const std::vector<InkTraits>& upright,
                                SearchBudget& budget) {
  const bool solved = decoded.search.best.state == SolveState::unique;
  // What a program draws in two inks is rather typed than written by hand, unless that reading
  // makes a puzzle: some programs draw entries like handwriting.
  if (decoded.choices.writing != Writing::printed && (!drawn_ || solved)) return;
  ClueSearch& search = search_for(decoded.shape);
  const Grid all = symbols_seen(decoded.choices, decoded.search.best.clues, upright);
  if (const auto entries = find_typed_entries(
          all, upright, [&](const Grid& clues) { return search.only_solution(clues, budget); },
          drawn_)) {
    set_entries(decoded.choices, *entries);
    search_shapes(decoded, budget);
  } else {
    const InkSplit split = split_of_inks(all, upright, drawn_);
    decoded.two_inks = split == InkSplit::mixed;
    decoded.perhaps_played = drawn_ && split != InkSplit::none;
  }
}

// In a drawing it may be a candidate or a mark that is in doubt, and those have copies, too: the
// cells speak for themselves first. Where that leaves a doubt, its glyphs are sorted, and count if
// that leads to one solution.
void BoardDecoder::decode_drawn(Decoded& decoded, GlyphPictures& pictures,
                                const std::vector<int>& sheet_cells,
                                const std::vector<InkTraits>& upright, SearchBudget& budget) {
  const auto is_clear = [](const Decoded& one) {
    return one.search.best.state == SolveState::unique && one.search.margin >= kClearMargin &&
           !(one.two_inks && one.perhaps_played);
  };
  const auto run = [&](Decoded& one, size_t things) {
    SearchBudget share = budget.share(things);
    SearchBudget for_search = share.share(2);
    search_shapes(one, for_search);
    share.give_back(for_search);
    settle_without(one, share);
    part_entries(one, upright, share);
    budget.give_back(share);
  };
  Decoded sorted = decoded;
  run(decoded, 2);
  if (is_clear(decoded) || sorted.choices.writing != Writing::printed ||
      !settle_glyphs(sorted.choices, pictures, sheet_cells, drawn_, budget))
    return;
  run(sorted, 1);
  const bool one = sorted.search.best.state == SolveState::unique;
  if (is_clear(sorted) || (one && (decoded.search.best.state != SolveState::unique ||
                                   decoded.search.margin <= sorted.search.margin)))
    decoded = std::move(sorted);
}

Decoded BoardDecoder::decode_in(Decoded best, const CellEvidence& evidence, const SeenCells& cells,
                                const std::vector<int>& sheet_cells, SearchBudget& budget) {
  for (const int cell : sheet_cells) {
    best.unseen.push_back(!evidence.seen(cell));
    best.unclear.push_back(!cells.clear[static_cast<size_t>(cell)]);
    best.choices.hides_clues = best.choices.hides_clues || best.unseen.back();
  }
  std::vector<InkTraits> upright;
  for (const int cell : sheet_cells) upright.push_back(cells.traits[static_cast<size_t>(cell)]);
  if (drawn_) {
    decode_drawn(best, cells.pictures, sheet_cells, upright, budget);
  } else {
    // Of what light or a hand has half wiped out the place tells nothing.
    std::vector<InkTraits> placed = upright;
    for (size_t cell = 0; cell < placed.size(); ++cell)
      if (best.unclear[cell]) placed[cell].known[InkTraits::top] = false;
    doubt_lone_candidates(best.choices, placed, best.quarter_turns % 2 != 0);
    if (best.choices.writing == Writing::printed) weigh_places(best.choices, placed);
    search_glyphs(best, cells.pictures, sheet_cells, budget);
    settle_without(best, budget);
    part_entries(best, upright, budget);
  }
  best.log_likelihood = best.choices.log_likelihood + best.search.best.score;
  best.on_doubt = leans_on_doubt(best, upright, budget);
  return best;
}

}  // namespace gridlens
