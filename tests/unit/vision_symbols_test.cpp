// Boards that are found by the places of their symbols alone, and what covers no border.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>
#include <random>
#include <tuple>

#include "core/vision/finding/board_finder.h"
#include "core/vision/finding/symbol_extent.h"
#include "core/vision/finding/symbol_lattice.h"
#include "tests/unit/vision_scene.h"

namespace gridlens {
namespace {

// Symbols in a third of the cells (in all four corners, too), not quite in their middles.
std::vector<SymbolSpot> symbols_on(const Homography& image_from_board, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> share(0, 1), off(-0.06, 0.06);
  std::vector<SymbolSpot> spots;
  for (int row = 0; row < 9; ++row)
    for (int col = 0; col < 9; ++col) {
      const bool corner = row % 8 == 0 && col % 8 == 0;
      if (!corner && share(random) > 0.33) continue;
      const cv::Point2d at(col + 0.5 + off(random), row + 0.5 + off(random));
      spots.push_back({image_from_board(at), 0.5 * image_from_board.cell_size_px(at)});
    }
  return spots;
}

TEST(SymbolLatticeTest, IsFoundInPerspectiveBesideAKeypad) {
  Scene scene;
  int found = 0;
  for (unsigned seed = 1; seed <= 8; ++seed) {
    const Homography truth = pose(scene, 9, 480, 9.0 * seed, 22, 45.0 * seed);
    std::vector<SymbolSpot> spots = symbols_on(truth, seed);
    const size_t on_board = spots.size();
    // Keys in other columns and rows than the cells, and a speck.
    for (int key = 0; key < 9; ++key) {
      const cv::Point2d at(0.6 + 0.97 * key, 11.4);
      spots.push_back({truth(at), 0.5 * truth.cell_size_px(at)});
    }
    spots.push_back({truth({4.02, 4.97}), 6});
    // A lattice that bends to take the keys in may hold more; the board's own is among the first.
    const auto lattices = symbol_lattices(spots, 14, 16);
    found += std::any_of(lattices.begin(), lattices.end(), [&](const SymbolLattice& lattice) {
      return lattice.places.size() >= on_board - 1 && lattice.places.size() <= on_board &&
             corner_error_px(lattice.image_from_cells.outline(9), truth.outline(9)) <
                 0.2 * truth.cell_size_px({4.5, 4.5});
    });
  }
  EXPECT_GE(found, 6);
}

// Segments of lines all around, which only between cells of one square are darker than beside it.
struct Lined {
  SymbolPlaces symbols;
  std::vector<UnlinedSegment> segments;

  Lined(SymbolExtent board, bool beside_symbols_too, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> share(0, 1);
    std::normal_distribution<double> noise(0, 0.01);
    for (int col = board.left; col < board.left + board.n; ++col)
      for (int row = board.top; row < board.top + board.n; ++row)
        if (share(random) < 0.35) symbols.emplace(col, row);
    for (const LineFamily family : {LineFamily::column_line, LineFamily::row_line})
      for (int line = kFrom + 1; line < kTo; ++line)
        for (int cell = kFrom; cell < kTo; ++cell) {
          const SegmentId id{family, line, cell};
          const auto [one, other] = cells_beside(id);
          const bool filled = symbols.count(one) + symbols.count(other) > 0;
          const bool lined = board.holds(id) && (!filled || beside_symbols_too);
          segments.push_back({id, filled, (lined ? -0.06 : 0) + noise(random)});
        }
  }

  static constexpr int kFrom = -3, kTo = 12;
};

TEST(SymbolExtentTest, LinesBetweenBlankCellsTellWhereTheBoardEnds) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const SymbolExtent board{static_cast<int>(seed % 3), -1, 9};
    for (const bool beside_symbols_too : {false, true}) {
      const Lined lined(board, beside_symbols_too, seed);
      const auto found = weigh_extents(lined.segments, SegmentsWeighed::between_blanks,
                                       lined.symbols, 14, Lined::kFrom, Lined::kTo);
      ASSERT_TRUE(found);
      EXPECT_EQ(std::tuple(found->extent.left, found->extent.top, found->extent.n),
                std::tuple(board.left, board.top, board.n));
      EXPECT_GT(found->blank.t(), 5);
      EXPECT_EQ(found->filled.columns.count() + found->filled.rows.count(), 0);
      EXPECT_FALSE(found->filled_is_clearer());
    }
  }
}

// Where blank cells alone place one of two lattices, all lines of both count.
TEST(SymbolExtentTest, LatticesThatDifferentCellsPlaceAreComparedByAllTheirLines) {
  WeighedExtent by_blanks, by_all;
  by_blanks.weighed = SegmentsWeighed::between_blanks;
  by_blanks.log_likelihood = 10;
  by_all.log_likelihood = 50;
  EXPECT_FALSE(by_blanks.is_better_than(by_all));
  EXPECT_TRUE(by_all.is_better_than(by_blanks));
  by_blanks.not_weighed = 60;
  EXPECT_TRUE(by_blanks.is_better_than(by_all));
  EXPECT_FALSE(by_all.is_better_than(by_blanks));
  WeighedExtent blanks_too = by_blanks;
  blanks_too.log_likelihood = 20;
  blanks_too.not_weighed = 0;
  EXPECT_TRUE(blanks_too.is_better_than(by_blanks));
}

// Every second symbol of a large board lies on a lattice too.
TEST(SymbolExtentTest, ALatticeThatLeavesSymbolsOutIsWorse) {
  WeighedExtent board, every_second;
  board.symbols = 160;
  board.log_likelihood = -25;
  every_second.symbols = 43;
  every_second.log_likelihood = -24;
  EXPECT_TRUE(board.is_better_than(every_second));
  EXPECT_FALSE(every_second.is_better_than(board));
}

TEST(SymbolExtentTest, FewSymbolsHaveNoExtent) {
  const Lined lined({0, 0, 9}, true, 1);
  EXPECT_FALSE(weigh_extents(lined.segments, SegmentsWeighed::all, lined.symbols, 60, Lined::kFrom,
                             Lined::kTo));
}

TEST(SymbolLatticeTest, ThereIsNoneAmongAFewSpotsAnywhere) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> x(0, 1200), y(0, 700);
  std::vector<SymbolSpot> spots;
  for (int i = 0; i < 24; ++i) spots.push_back({{x(random), y(random)}, 20});
  EXPECT_TRUE(symbol_lattices(spots, 14, 4).empty());
}

// Every column of these begins a cell aside of the one before, too: nearly all places are filled.
TEST(SymbolLatticeTest, TheDirectionsAreSquare) {
  std::vector<SymbolSpot> spots;
  for (const auto& [col, row] :
       {std::pair{2, 0}, {3, 0}, {1, 1}, {2, 1}, {3, 1}, {0, 2}, {1, 2}, {2, 2}, {0, 3}, {1, 3}})
    spots.push_back({{200 + 63.0 * col - 3 * row, 150 + 3.0 * col + 63 * row}, 56});
  const auto lattices = symbol_lattices(spots, 8, 4);
  ASSERT_FALSE(lattices.empty());
  EXPECT_EQ(lattices[0].places.size(), 10u);
  for (const int family : {0, 1}) {
    int last = 0;
    for (const cv::Point& place : lattices[0].places)
      last = std::max(last, family == 0 ? place.x : place.y);
    EXPECT_EQ(last, 3);
  }
}

TEST(SymbolLatticeTest, HomographyOfExactPoints) {
  const Homography truth(cv::Matx33d(40, 3, 100, -2, 38, 60, 1e-3, 2e-3, 1));
  std::vector<cv::Point2d> from, to;
  for (int i = 0; i < 20; ++i) {
    from.emplace_back(i % 5, i / 5);
    to.push_back(truth(from.back()));
  }
  const Homography fitted = fit_homography(from, to, 0);
  for (const cv::Point2d& p : from) EXPECT_LT(cv::norm(fitted(p) - truth(p)), 1e-6);
}

SearchTask by_symbols() {
  SearchTask task;
  task.round = SearchRound::symbols;
  return task;
}

// Symbols on tiles of some grey, 9 x 9 of them, tilted, through a soft camera.
struct TileScene {
  Homography image_from_board;
  cv::Mat picture;
};

TileScene tiles(unsigned seed, double tile_grey, double side_px = 460, double filled = 0.45) {
  Scene scene;
  scene.noise_grey = 4;
  scene.blur_px = 1;
  scene.seed = seed;
  Print print;
  print.seed = seed;
  print.tile_gap_cells = 0.1;
  print.tile_grey = tile_grey;
  print.digit_share = filled;
  const Homography at = pose(scene, 9, side_px, 12.0 * seed, 18, 70.0 * seed);
  return {at, render_board(print, at, scene)};
}

TEST(BoardBySymbolsTest, TilesThatHardlyShowBearTheSymbolsOut) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    // 3 % darker than the gaps: less than the noise of a pixel.
    const TileScene seen = tiles(seed, 218);
    const auto boards = find_boards(seen.picture, by_symbols());
    ASSERT_EQ(boards.size(), 1u) << seed;
    EXPECT_EQ(boards[0].n, 9) << seed;
    EXPECT_LT(corner_error_px(boards[0].corners(), seen.image_from_board.outline(9)), 14) << seed;
  }
}

// As on a filmed screen whose tiles are some lighter and some darker than the gaps between them.
TEST(BoardBySymbolsTest, WhereEachCellHoldsASymbolNoLineIsNeeded) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    const TileScene seen = tiles(seed, Print{}.paper_grey, 460, 1);
    const auto boards = find_boards(seen.picture, by_symbols());
    ASSERT_EQ(boards.size(), 1u) << seed;
    EXPECT_EQ(boards[0].n, 9) << seed;
    EXPECT_LT(corner_error_px(boards[0].corners(), seen.image_from_board.outline(9)), 14) << seed;
  }
}

// Tiles that lie as far apart everywhere.
TEST(BoardBySymbolsTest, BoxesThatDoNotShowMayHaveAnyShape) {
  Scene scene;
  scene.noise_grey = 4;
  scene.blur_px = 1;
  Print print;
  print.shape = {4, 4};
  print.tile_gap_cells = 0.1;
  print.tile_grey = 215;
  const Homography at = pose(scene, 16, 560, 10, 10, 30);
  const auto boards = find_boards(render_board(print, at, scene), by_symbols());
  ASSERT_EQ(boards.size(), 1u);
  ASSERT_EQ(boards[0].n, 16);
  ASSERT_EQ(boards[0].shapes.size(), 3u);
  for (const ShapeEvidence& shape : boards[0].shapes) EXPECT_DOUBLE_EQ(shape.weight, 1.0 / 3);
}

TEST(BoardBySymbolsTest, NumbersOnPlainPaperAreNone) {
  for (const double side_px : {110.0, 130.0, 150.0, 170.0, 200.0, 240.0, 300.0, 380.0, 460.0})
    for (unsigned seed = 1; seed <= 4; ++seed) {
      const TileScene seen = tiles(seed, Print{}.paper_grey, side_px);
      EXPECT_TRUE(find_boards(seen.picture, by_symbols()).empty()) << side_px << " px, " << seed;
    }
}

}  // namespace
}  // namespace gridlens
