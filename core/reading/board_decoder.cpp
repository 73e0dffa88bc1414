#include "core/reading/board_decoder.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/ablation/mechanism.h"
#include "core/reading/board_reading.h"
#include "core/reading/decoding/alphabet_fit.h"
#include "core/reading/decoding/entry_evidence.h"
#include "core/reading/decoding/lone_candidates.h"
#include "core/reading/glyphs/glyph_reading.h"
#include "core/reading/observation/orientation.h"
#include "core/reading/provenance/typed_entries.h"
#include "core/reading/weak_support.h"

namespace gridlens {

namespace {

constexpr double kLeastShapeWeight = 1e-3;
constexpr double kMostUnobserved = 0.3;      // of the cells
constexpr double kMostGivensOfPhoto = 0.43;  // of the cells
constexpr size_t kShareForGivens = 8;        // of what is left of the budget, one so many'th
constexpr double kNotThere = -20;            // log-probability
constexpr double kClearLead = 5;             // of an alphabet

bool is_contradictory(const Decoded& decoded) {
  const SolveState state = decoded.search.best.state;
  return state == SolveState::none || state == SolveState::invalid;
}

// With the glyphs sorted there is one solution, and the cells by themselves have none or one that
// is no surer.
bool is_better(const Decoded& sorted, const Decoded& by_cells) {
  return sorted.search.best.state == SolveState::unique &&
         (by_cells.search.best.state != SolveState::unique ||
          by_cells.search.margin <= sorted.search.margin);
}

// One entry alone, paler or bolder than the givens but of their colour: in a photo it may as well
// be a given that is smeared or shaded, and another one misread.
bool is_lone_entry_in_print_colour(const CellMap<double>& by_hand,
                                   const CellMap<InkFeatures>& features) {
  CellFlags givens;
  int entries = 0, entry = 0;
  for (int cell = 0; cell < by_hand.size(); ++cell) {
    const bool entered = by_hand[cell] > 0.5;
    if (entered) entry = cell;
    entries += entered ? 1 : 0;
    givens.push_back(!entered && features[cell].measured());
  }
  return entries == 1 && !is_of_other_colour(features[entry], median_features(features, givens));
}

}  // namespace

BoardDecoder::BoardDecoder(int n, std::vector<ShapeEvidence> shapes, bool screenshot)
    : n_(n), screenshot_(screenshot), shapes_(std::move(shapes)) {
  std::erase_if(shapes_, [n](const ShapeEvidence& evidence) { return evidence.shape.n() != n; });
  if (!shapes_.empty()) return;
  std::vector<Shape> possible = possible_shapes(n);
  if (possible.empty()) possible.push_back(squarest_shape(n));
  for (const Shape& shape : possible)
    shapes_.push_back({shape, 1.0 / static_cast<double>(possible.size()), {}});
}

ClueSearch& BoardDecoder::search_for(Shape shape) {
  return searches_.try_emplace({shape.box_rows, shape.box_cols}, shape).first->second;
}

// The decoding in one orientation.
class BoardDecoder::Orientation {
 public:
  Orientation(BoardDecoder& decoder, const CellEvidence& evidence, const SeenCells& cells,
              int quarter_turns)
      : decoder_(decoder),
        n_(decoder.n_),
        screenshot_(decoder.screenshot_),
        quarter_turns_(quarter_turns),
        cells_(cells),
        rectified_cells_(rectified_cells_of_upright(n_, quarter_turns)),
        scores_(upright_scores(evidence, rectified_cells_)),
        features_(cells.features.reordered(rectified_cells_)),
        entered_(cells.entered.reordered(rectified_cells_)) {
    for (InkFeatures& its : features_) its = turned_upright(its, quarter_turns);
    const std::vector<int> upright_of_seen =
        rectified_cells_of_upright(n_, cells.corrected.quarter_turns - quarter_turns);
    for (Correction one : cells.corrected.cells) {
      one.cell = upright_of_seen[static_cast<size_t>(one.cell)];
      corrections_ = with(std::move(corrections_), one);
    }
    for (const int cell : rectified_cells_) {
      const bool clear = is_corrected(corrections_, visibility_.size()) ||
                         cells.visibility[cell] == Visibility::clear;
      visibility_.push_back(clear                 ? Visibility::clear
                            : evidence.seen(cell) ? Visibility::doubtful
                                                  : Visibility::unobserved);
    }
  }

  Decoded decode(SearchBudget& budget) {
    std::optional<Alphabet> known;
    if (!corrections_.empty()) known = cells_.corrected.alphabet;
    const std::vector<AlphabetChoice> alphabets = likely_alphabets(scores_, n_, known);
    if (alphabets.size() == 1 || !in_use<"alphabet_fit">())
      return decode_with(alphabets.front(), budget);
    std::optional<Decoded> best;
    double most = -1e9;
    double second = -1e9;
    size_t left = alphabets.size();
    for (const AlphabetChoice& alphabet : alphabets) {
      const AlphabetFit fit(scores_, alphabet.labelled);
      SearchBudget share = budget.share(left--);
      if (!best || fit.at_most() >= most - kClearLead) {
        Decoded decoded = decode_with(alphabet, share);
        const double its = fit.of(decoded.choices, decoded.search);
        // Alphabets that differ in a symbol that is not on the board read the same: no doubt. The
        // likelier one by itself is taken.
        const bool same = best && symbols_read(best->choices, best->search) ==
                                      symbols_read(decoded.choices, decoded.search);
        if (!same || !in_use<"alike_alphabets">()) second = std::max(second, std::min(its, most));
        if (!best || its > most) best = std::move(decoded);
        most = std::max(most, its);
      }
      budget.give_back(share);
    }
    best->search.margin = std::min(best->search.margin, most - second);
    return std::move(*best);
  }

 private:
  [[nodiscard]] CellChoices choices_in(const AlphabetChoice& alphabet,
                                       WritingAssumed assumed) const {
    CellChoices choices = make_choices(scores_, cells_.legibility, alphabet, features_, screenshot_,
                                       entered_, assumed);
    if (!corrections_.empty()) choices.correct(corrections_);
    return choices;
  }

  Decoded decode_with(const AlphabetChoice& alphabet, SearchBudget& budget) {
    CellChoices choices = choices_in(alphabet, WritingAssumed::nothing);
    // A puzzle has one solution. Where the print alone has several, some of it was taken for
    // entries or candidates: what came late lay under a cover, and inks of small cells vary by
    // chance.
    const bool mixed = choices.writing == Writing::mixed;
    SearchBudget for_print = mixed ? budget.share(2) : SearchBudget(0);
    Decoded decoded = decode_choices(std::move(choices), budget);
    budget.give_back(for_print);
    if (((mixed && in_use<"all_may_be_print">()) ||
         (decoded.choices.candidates && in_use<"needed_candidates">())) &&
        decoded.search.best.state == SolveState::multiple) {
      Decoded printed = decode_choices(choices_in(alphabet, WritingAssumed::printed), budget);
      // A full board fits its one solution whoever wrote it.
      if (printed.search.best.state == SolveState::unique &&
          !has_more_than_givens(printed.search.best.clues))
        return printed;
    }
    if (screenshot_ || decoded.choices.writing != Writing::printed || !is_contradictory(decoded) ||
        !in_use<"mixed_retry">())
      return decoded;
    // A few entries do not stand out among print, until they clash with it.
    Decoded parted =
        decode_choices(choices_in(alphabet, WritingAssumed::not_printed_alone), budget);
    const double lead =
        parted.choices.mixed_lead + parted.search.best.score - decoded.search.best.score;
    if (parted.choices.writing != Writing::mixed ||
        parted.search.best.state != SolveState::unique || lead <= 0)
      return decoded;
    parted.search.margin = std::min(parted.search.margin, lead);
    return parted;
  }

  Decoded decode_choices(CellChoices choices, SearchBudget& budget) {
    Decoded best;
    best.quarter_turns = quarter_turns_;
    best.visibility = visibility_;
    best.choices = std::move(choices);
    best.choices.may_hide_clues = count_of(visibility_, Visibility::unobserved) > 0;
    if (screenshot_) {
      decode_screenshot(best, budget);
    } else {
      if (best.choices.assumed != WritingAssumed::printed)
        best.choices.candidates = doubt_lone_candidates(best.choices, features_);
      search_glyphs(best, budget);
      settle_without(best, budget);
      part_entries(best, budget);
      find_doubts(best, budget);
    }
    best.log_likelihood = best.choices.log_likelihood + best.search.best.score;
    return best;
  }

  // In a screenshot it may be a candidate or a mark that is in doubt, and those have copies, too:
  // the cells speak for themselves first. Where that leaves a doubt, its glyphs are sorted, and
  // count if that leads to one solution. Glyphs do not tell who wrote what: where entries were told
  // and the answer alone hangs on a weak clue, another look is due.
  void decode_screenshot(Decoded& decoded, SearchBudget& budget) {
    const auto is_solved = [](const Decoded& one) {
      return one.search.best.state == SolveState::unique && one.search.margin >= kSureMargin &&
             !(one.two_inks && one.perhaps_played);
    };
    const auto is_clear = [&](const Decoded& one) { return is_solved(one) && one.doubts.empty(); };
    const auto run = [&](Decoded& one, size_t things) {
      SearchBudget share = budget.share(things);
      SearchBudget for_search = share.share(2);
      search_shapes(one, for_search);
      share.give_back(for_search);
      settle_without(one, share);
      part_entries(one, share);
      budget.give_back(share);
      find_doubts(one, budget);
    };
    Decoded sorted = decoded;
    run(decoded, 2);
    const bool enough = decoded.choices.typed || !in_use<"glyphs_of_weak_clues">()
                            ? is_solved(decoded)
                            : is_clear(decoded);
    if (enough || !in_use<"drawn_glyphs">() || !sort_glyphs(sorted, budget)) return;
    run(sorted, 1);
    // Nothing told the player's any more.
    if (decoded.choices.typed && !sorted.choices.typed) return;
    if (is_clear(sorted) || is_better(sorted, decoded)) decoded = std::move(sorted);
  }

  // With the glyphs sorted where that leads to one solution. Where it does not, the cells speak for
  // themselves: what is no puzzle is not to be told by what copies have in common.
  void search_glyphs(Decoded& decoded, SearchBudget& budget) {
    Decoded sorted = decoded;
    bool one = false;
    if (sort_glyphs(sorted, budget)) {
      SearchBudget share = budget.share(2);
      search_shapes(sorted, share);
      budget.give_back(share);
      one = sorted.search.best.state == SolveState::unique;
    }
    const bool enough = one && sorted.search.margin >= kSureMargin;
    if (!enough) {
      if (one) decoded.choices.glyph_margin = sorted.choices.glyph_margin;
      search_shapes(decoded, budget);
    }
    if (enough || is_better(sorted, decoded)) decoded = std::move(sorted);
  }

  bool sort_glyphs(Decoded& decoded, SearchBudget& budget) {
    return decoded.choices.writing != Writing::by_hand &&
           settle_glyphs(decoded.choices, cells_.pictures, rectified_cells_, screenshot_, budget);
  }

  // Where the cells that were seen have one solution, it is the board's, whatever clues the others
  // hide.
  void settle_without(Decoded& decoded, SearchBudget& budget) {
    const int unobserved = count_of(visibility_, Visibility::unobserved);
    if (unobserved == 0 || unobserved > kMostUnobserved * n_ * n_ ||
        !in_use<"settled_without_unseen">())
      return;
    Decoded seen = decoded;
    for (int cell = 0; cell < n_ * n_; ++cell) {
      if (visibility_[cell] != Visibility::unobserved) continue;
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

  // Tells what the player typed, where the print shows it, and searches the givens alone.
  void part_entries(Decoded& decoded, SearchBudget& budget) {
    const ClueSet& best = decoded.search.best;
    const bool solved = best.state == SolveState::unique &&
                        (!has_more_than_givens(best.clues) || !in_use<"more_than_givens">());
    const bool by_hand = decoded.choices.writing != Writing::printed;
    // Some programs draw entries like handwriting, and some hands write as evenly as type: what the
    // inks tell is heard where handwriting does not make a puzzle.
    if (by_hand && (solved || (!screenshot_ && !in_use<"inks_beside_hand">()))) return;
    const Grid all = symbols_seen(decoded.choices, best.clues);
    const FormOf form_of = [&](int cell) -> const std::vector<float>& {
      return cells_.pictures.of(rectified_cells_[static_cast<size_t>(cell)]);
    };
    // The search after them needs little, but without it nothing is proved.
    SearchBudget for_givens =
        in_use<"share_for_givens">() ? budget.share(kShareForGivens) : SearchBudget(0);
    auto entries =
        find_typed_entries(all, features_, only_solution_of(decoded.shape, budget), form_of);
    budget.give_back(for_givens);
    bool crowded = false;
    if (entries && !screenshot_ && is_lone_entry_in_print_colour(entries->by_hand, features_) &&
        in_use<"lone_typed_entry">())
      entries.reset();
    if (entries && in_use<"typed_entries">() && (screenshot_ || in_use<"typed_in_photos">())) {
      Decoded told = decoded;
      CellMap<double>& typed = entries->by_hand;
      for (int cell = 0; by_hand && cell < typed.size(); ++cell)
        if (all.at(cell) == 0) typed[cell] = decoded.choices.by_hand[cell];
      set_entries(told.choices, typed);
      search_shapes(told, budget);
      if (told.search.best.solution && in_use<"told_solution_odds">())
        told.search.margin = std::min(
            told.search.margin, std::max(0.0, entries->log_odds_of(*told.search.best.solution)));
      // In a photo colours alone tell nothing: other puzzles have coloured numbers, too. Nor do
      // they where so many givens remain that right entries may be among them, and mistakes with
      // those.
      crowded = has_more_than_givens(told.search.best.clues, kMostGivensOfPhoto) &&
                in_use<"crowded_photos">();
      if (screenshot_ || (told.search.best.solution && !crowded)) {
        decoded = std::move(told);
        return;
      }
    }
    if (by_hand && !screenshot_) return;  // handwriting says why there are two inks
    const InkSplit split = split_of_inks(all, features_);
    decoded.two_inks = (split == InkSplit::mixed || crowded) && in_use<"two_inks_doubt">();
    decoded.perhaps_played = screenshot_ && split != InkSplit::none && in_use<"played_doubt">();
  }

  void find_doubts(Decoded& decoded, SearchBudget& budget) {
    decoded.doubts =
        weak_clues_of_answer(decoded.choices, decoded.search.best, visibility_, features_,
                             screenshot_, only_solution_of(decoded.shape, budget));
  }

  // The best set of clues over all shapes.
  void search_shapes(Decoded& decoded, SearchBudget& budget) {
    double most = -1e9;
    double second = -1e9;
    size_t left = decoder_.shapes_.size();
    for (const ShapeEvidence& suggestion : decoder_.shapes_) {
      Shape shape = suggestion.shape;
      if (quarter_turns_ % 2 != 0) std::swap(shape.box_rows, shape.box_cols);
      SearchBudget share = budget.share(left--);
      ClueSearchResult result = decoder_.search_for(shape).run(
          decoded.choices, std::log(std::max(kLeastShapeWeight, suggestion.weight)), share);
      budget.give_back(share);
      if (result.best.solution)
        result.best.score +=
            typed_agreement(decoded.choices, result.best.clues, *result.best.solution);
      second = std::max(second, std::min(most, result.best.score));
      if (result.best.score <= most) continue;
      most = result.best.score;
      decoded.shape = shape;
      decoded.box_evidence = suggestion.box_evidence;
      decoded.search = std::move(result);
    }
    decoded.search.margin = std::max(
        0.0, std::min({decoded.search.margin, most - second, decoded.choices.glyph_margin}));
  }

  OnlySolution only_solution_of(Shape shape, SearchBudget& budget) {
    return [&search = decoder_.search_for(shape), &budget](const Grid& clues) {
      return search.only_solution(clues, budget);
    };
  }

  BoardDecoder& decoder_;
  int n_;
  bool screenshot_;
  int quarter_turns_;
  const SeenCells& cells_;
  std::vector<int> rectified_cells_;
  // Of the upright cells:
  CellMap<CellScores> scores_;
  CellMap<InkFeatures> features_;
  CellFlags entered_;
  Corrections corrections_;
  CellVisibility visibility_;
};

Decoded BoardDecoder::decode(const CellEvidence& evidence, const SeenCells& cells,
                             int quarter_turns, SearchBudget& budget) {
  return Orientation(*this, evidence, cells, quarter_turns).decode(budget);
}

}  // namespace gridlens
