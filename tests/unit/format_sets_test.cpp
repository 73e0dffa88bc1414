// Every format holds the puzzles of the sets: read again, they are the same.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/formats/formats.h"
#include "puzzle_sets.h"

namespace gridlens {
namespace {

constexpr std::size_t kSingles = 25;  // of a set, for formats of one puzzle a file

// The units of jigsaw sets are their regions.
PuzzleDocument document_of(const Grid& puzzle, const PuzzleSet& set) {
  PuzzleDocument document(puzzle.shape());
  document.givens = puzzle;
  const auto n = static_cast<std::size_t>(puzzle.n());
  if (set.name.find("jigsaw") != std::string::npos) {
    document.rules = RuleKind::jigsaw;
    document.regions.resize(n * n);
    for (std::size_t region = 0; region < n; ++region)
      for (const int cell : set.rules.units[2 * n + region].cells)
        document.regions[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(region);
  } else if (set.rules.units.size() == 3 * n + 2) {
    document.rules = RuleKind::x;
  }
  return document;
}

void expect_kept(std::span<const PuzzleDocument> documents, FormatKind kind, bool rules) {
  const std::vector<PuzzleDocument> read = read_puzzles(write_puzzles(documents, kind).bytes);
  ASSERT_EQ(read.size(), documents.size());
  for (std::size_t i = 0; i < read.size(); ++i) {
    ASSERT_EQ(read[i].givens, documents[i].givens) << i;
    if (rules) {
      ASSERT_EQ(read[i], documents[i]) << i;
    }
  }
}

void check_sets(const std::vector<PuzzleSet>& sets, std::size_t most) {
  for (const PuzzleSet& set : sets) {
    SCOPED_TRACE(set.name);
    std::vector<PuzzleDocument> documents;
    for (const Grid& puzzle : set.puzzles) {
      if (documents.size() == most) break;
      documents.push_back(document_of(puzzle, set));
    }
    if (documents.empty()) continue;
    const Shape shape = documents.front().shape;
    expect_kept(documents, FormatKind::json, true);
    expect_kept(documents, FormatKind::lines, false);
    expect_kept(documents, FormatKind::grid, false);
    if (shape == Shape{3, 3}) {
      expect_kept(documents, FormatKind::sdm, false);
      expect_kept(documents, FormatKind::opensudoku, false);
    }
    for (std::size_t i = 0; i < std::min(kSingles, documents.size()); ++i) {
      const std::span one(&documents[i], 1);
      if (shape == Shape{3, 3}) {
        expect_kept(one, FormatKind::sdk, false);
        expect_kept(one, FormatKind::ss, false);
      }
      if (shape.n() <= 25) expect_kept(one, FormatKind::ksudoku, true);
    }
  }
}

TEST(FormatSets, OwnSets) {
  const std::vector<PuzzleSet> sets = own_puzzle_sets();
  ASSERT_GT(sets.size(), 15U);
  check_sets(sets, 1000);
}

TEST(FormatSets, LargerSetsBesideTheRepository) {
  const std::vector<PuzzleSet> sets = shared_puzzle_sets();
  if (sets.empty()) GTEST_SKIP() << "no data/puzzles beside the repository";
  check_sets(sets, 2000);
}

}  // namespace
}  // namespace gridlens
