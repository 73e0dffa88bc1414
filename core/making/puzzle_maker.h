#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>

#include "core/puzzle/grid.h"
#include "core/puzzle/puzzle_document.h"
#include "core/puzzle/rules.h"
#include "core/solver/deduction/grading.h"

namespace gridlens {

// What a new puzzle is to be like.
struct PuzzleWish {
  std::optional<Grade> grade = {};  // nothing: as it comes
  bool minimal = false;       // no given can be spared; else the givens lie alike after a half turn
  std::uint64_t seed = 1;     // the same rules, wish and seed: the same puzzle
  int max_tries = 0;          // boards to start from before giving up; 0: as many as suit the size
  std::stop_token stop = {};  // from another thread: gives up within about a tenth of a second
};

struct MadePuzzle {
  Grid givens;  // with exactly one solution, as core/solver proves
  Grid solution;
  Technique hardest = Technique::hidden_single;  // that a person needs; its grade is the wished one
};

// Makes a puzzle: fills a board at random and takes values away as long as the puzzle stays unique
// and no harder than wished. Nothing where no try came to the wished grade (a 4x4 of grade extreme,
// say), or after a stop request. Serves any thread; all state is its own.
std::optional<MadePuzzle> make_puzzle(const Rules& rules, const PuzzleWish& wish);

// The same as a document: that of `kind`, whose shape, rules and regions count, with givens. A
// jigsaw without regions gets some, drawn at random. Throws as rules_of().
std::optional<PuzzleDocument> make_document(PuzzleDocument kind, const PuzzleWish& wish);

// The seed of the puzzle of that index in a series.
std::uint64_t seed_in_series(std::uint64_t seed, std::uint64_t index);

}  // namespace gridlens
