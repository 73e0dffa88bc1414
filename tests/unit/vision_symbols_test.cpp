// Boards that are found by the places of their symbols alone, and what covers no border.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>
#include <random>

#include "core/vision/finding/board_finder.h"
#include "core/vision/finding/symbol_lattice.h"
#include "core/vision/lattice/occluded_cells.h"
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

TEST(SymbolLatticeTest, ThereIsNoneAmongAFewSpotsAnywhere) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> x(0, 1200), y(0, 700);
  std::vector<SymbolSpot> spots;
  for (int i = 0; i < 24; ++i) spots.push_back({{x(random), y(random)}, 20});
  EXPECT_TRUE(symbol_lattices(spots, 14, 4).empty());
}

TEST(SymbolLatticeTest, HomographyOfExactPoints) {
  const Homography truth(cv::Matx33d(40, 3, 100, -2, 38, 60, 1e-3, 2e-3, 1));
  std::vector<cv::Point2d> from, to;
  for (int i = 0; i < 20; ++i) {
    from.emplace_back(i % 5, i / 5);
    to.push_back(truth(from.back()));
  }
  const Homography fitted = fit_homography(from, to);
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

TileScene tiles(unsigned seed, double tile_grey) {
  Scene scene;
  scene.noise_grey = 4;
  scene.blur_px = 1;
  scene.seed = seed;
  Print print;
  print.seed = seed;
  print.tile_gap_cells = 0.1;
  print.tile_grey = tile_grey;
  print.digit_share = 0.45;
  const Homography at = pose(scene, 9, 460, 12.0 * seed, 18, 70.0 * seed);
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

TEST(BoardBySymbolsTest, NumbersOnPlainPaperAreNone) {
  for (unsigned seed = 1; seed <= 4; ++seed)
    EXPECT_TRUE(find_boards(tiles(seed, Print{}.paper_grey).picture, by_symbols()).empty()) << seed;
}

TEST(OccludedCellsTest, TilesOnThreeSidesAreBareAndAHandIsNot) {
  const Homography board(cv::Matx33d(30, 0, 20, 0, 30, 20, 0, 0, 1));
  cv::Mat grey(320, 320, CV_8U);
  cv::RNG rng(3);
  rng.fill(grey, cv::RNG::NORMAL, 200, 3);
  CellFlags covered(81);
  for (const int cell : {1, 2, 3, 5, 17, 26, 44, 75, 76}) covered[static_cast<size_t>(cell)] = 1;
  EXPECT_TRUE(look_blank(grey, board, 9, covered));
  // A hand there is darker.
  cv::Mat with_hand = grey.clone();
  with_hand(cv::Rect(20, 0, 200, 52)).setTo(120);
  EXPECT_FALSE(look_blank(with_hand, board, 9, covered));
  // White paper may come in from one side.
  CellFlags one_side(81);
  for (const int cell : {1, 2, 3, 4, 10, 11, 12}) one_side[static_cast<size_t>(cell)] = 1;
  EXPECT_FALSE(look_blank(grey, board, 9, one_side));
}

}  // namespace
}  // namespace gridlens
