// Lines and tints that mark other regions than boxes, and lines that something lies over.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <opencv2/imgproc.hpp>
#include <random>

#include "core/puzzle/shape.h"
#include "core/reading/board_reader.h"
#include "core/reading/observation/missing_lines.h"
#include "core/reading/observation/regions.h"
#include "tests/unit/reading_scene.h"

namespace gridlens {
namespace {

// Nine connected regions of nine cells.
const std::string kJigsaw =
    "AAABBBBCC"
    "AAABBBCCC"
    "ADDDBBCCC"
    "AADDEEECF"
    "DDDHEEEFF"
    "GDHHEEEFF"
    "GGHHIIFFF"
    "GGGHHIIIF"
    "GGGHHIIII";

std::string boxes_of(Shape shape) {
  std::string regions;
  for (int cell = 0; cell < shape.cells(); ++cell)
    regions += static_cast<char>('A' + shape.box_of(cell / shape.n(), cell % shape.n()));
  return regions;
}

bool part(const std::string& regions, const CellBorders& borders, int i) {
  const auto [a, b] = borders.cells_beside(i);
  return regions[static_cast<size_t>(a)] != regions[static_cast<size_t>(b)];
}

// Logs of line weights: heavier by `heavier` between regions, and as uneven as `noise` says.
std::vector<double> weights_of(int n, const std::string& regions, double heavier, double noise,
                               std::mt19937& random) {
  const CellBorders borders{n};
  std::normal_distribution<double> uneven(0, noise);
  std::vector<double> weights;
  for (int i = 0; i < borders.count(); ++i)
    weights.push_back((part(regions, borders, i) ? heavier : 0) + uneven(random));
  return weights;
}

// What board_reader.cpp asks for.
constexpr double kRegions = 0.35;

TEST(OtherRegions, JigsawsAreSeenThroughUnevenPrint) {
  std::mt19937 random(1);
  ASSERT_EQ(kJigsaw.size(), 81U);
  for (const char region : std::string("ABCDEFGHI"))
    ASSERT_EQ(std::count(kJigsaw.begin(), kJigsaw.end(), region), 9) << region;
  for (int i = 0; i < 50; ++i) {
    EXPECT_GT(odds_of_other_regions(9, weights_of(9, kJigsaw, 0.7, 0.1, random)), kRegions);
    EXPECT_GT(odds_of_other_regions(9, weights_of(9, kJigsaw, 1.1, 0.25, random)), kRegions);
  }
}

TEST(OtherRegions, BoxesOfAnyShapeAndLinesAllAlikeAreNone) {
  std::mt19937 random(2);
  for (const Shape shape : {Shape{3, 3}, Shape{2, 3}, Shape{4, 2}, Shape{3, 4}, Shape{4, 4}})
    for (int i = 0; i < 50; ++i) {
      const double heavier = i % 5 * 0.3;  // the first of them: all lines alike
      EXPECT_LT(odds_of_other_regions(
                    shape.n(), weights_of(shape.n(), boxes_of(shape), heavier, 0.25, random)),
                kRegions);
    }
}

// As under a hand over a corner of the board.
void cover_corner(const CellBorders& borders, int cells, std::vector<double>& weights) {
  const int last = borders.n - cells;
  const auto covered = [&](int cell) {
    return cell / borders.n >= last && cell % borders.n >= last;
  };
  for (int i = 0; i < borders.count(); ++i) {
    const auto [a, b] = borders.cells_beside(i);
    if (covered(a) || covered(b))
      weights[static_cast<size_t>(i)] = std::numeric_limits<double>::quiet_NaN();
  }
}

TEST(OtherRegions, PiecesThatAreNotSeenSayNothing) {
  std::mt19937 random(4);
  const CellBorders borders{9};
  for (int cells = 1; cells <= 4; ++cells)
    for (int i = 0; i < 25; ++i) {
      auto boxes = weights_of(9, boxes_of({3, 3}), 1.5, 0.1, random);
      cover_corner(borders, cells, boxes);
      EXPECT_LT(odds_of_other_regions(9, boxes), 0.01) << cells;
      auto jigsaw = weights_of(9, kJigsaw, 0.7, 0.1, random);
      cover_corner(borders, cells, jigsaw);
      EXPECT_GT(odds_of_other_regions(9, jigsaw), kRegions) << cells;
    }
  std::vector<double> none(static_cast<size_t>(borders.count()),
                           std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(odds_of_other_regions(9, none), 0);
}

TEST(OtherRegions, WithoutAPlaceForEveryPieceNothingIsSaid) {
  EXPECT_EQ(odds_of_other_regions(9, {}), 0);
  EXPECT_EQ(LineWeights(9).odds_of_other_regions(), 0);
}

// Cells whose background is tinted, one tint a letter.
CellMap<InkFeatures> tinted(const std::string& tints, std::mt19937& random) {
  std::normal_distribution<double> noise(0, 0.004);
  CellMap<InkFeatures> features;
  for (const char tint : tints) {
    InkFeatures cell;
    const int k = tint - 'A';
    cell.set(InkFeatures::background_light, -0.1 * (k % 2) + noise(random));
    cell.set(InkFeatures::background_red, 0.08 * (k % 3) + noise(random));
    cell.set(InkFeatures::background_blue, 0.05 * (k / 3) + noise(random));
    features.push_back(cell);
  }
  return features;
}

TEST(OtherRegions, TintsOfAJigsawAreSeenOthersAreNot) {
  std::mt19937 random(3);
  for (int i = 0; i < 20; ++i) {
    EXPECT_TRUE(backgrounds_mark_other_regions(9, tinted(kJigsaw, random)));
    EXPECT_FALSE(backgrounds_mark_other_regions(9, tinted(boxes_of({3, 3}), random)));
    EXPECT_FALSE(backgrounds_mark_other_regions(9, tinted(std::string(81, 'A'), random)));
    std::string diagonals(81, 'A'), lit(81, 'A'), motley(81, 'A');
    for (int cell = 0; cell < 81; ++cell) {
      const auto at = static_cast<size_t>(cell);
      if (cell / 9 == cell % 9 || cell / 9 == 8 - cell % 9) diagonals[at] = 'D';
      if (cell / 9 == 4 || cell % 9 == 6) lit[at] = 'C';
      motley[at] = static_cast<char>('A' + random() % 4);
    }
    for (const std::string& shaded : {diagonals, lit, motley})
      EXPECT_FALSE(backgrounds_mark_other_regions(9, tinted(shaded, random)));
  }
}

TEST(OtherRegions, TintsAreSeenWhereTheEdgeOfThePictureCutsACorner) {
  std::mt19937 random(5);
  const auto cut = [](CellMap<InkFeatures> features) {
    for (const int cell : {0, 1, 2, 9, 10, 18}) features[cell] = {};
    return features;
  };
  for (int i = 0; i < 20; ++i) {
    EXPECT_TRUE(backgrounds_mark_other_regions(9, cut(tinted(kJigsaw, random))));
    EXPECT_FALSE(backgrounds_mark_other_regions(9, cut(tinted(boxes_of({3, 3}), random))));
  }
}

const std::string kPuzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

// The rectified board of that puzzle with heavier lines between the regions.
RectifiedBoard board_with(const std::string& regions, int width_px) {
  RectifiedBoard rectified = reading_scene::draw_rectified(kPuzzle, 9);
  const auto place = [](int k) { return RectifiedBoard::kMarginPx + k * RectifiedBoard::kCellPx; };
  const CellBorders borders{9};
  for (int i = 0; i < borders.count(); ++i) {
    if (!part(regions, borders, i)) continue;
    const auto [a, b] = borders.cells_beside(i);
    const cv::Point from(place(b % 9), place(b / 9));
    const cv::Point to(place(b == a + 1 ? b % 9 : b % 9 + 1),
                       place(b == a + 1 ? b / 9 + 1 : b / 9));
    cv::line(rectified.grey, from, to, cv::Scalar(30), width_px);
  }
  return rectified;
}

TEST(OtherRegions, ASheetWithAJigsawsLinesIsNoPuzzleOneWithBoxesIs) {
  const auto read = [](const RectifiedBoard& rectified) {
    BoardReader reader(reading_scene::network(), reading_scene::candidate(9));
    reader.add(rectified);
    return reader.decode();
  };
  EXPECT_FALSE(read(board_with(kJigsaw, 4)).is_puzzle);
  const BoardReading classic = read(board_with(boxes_of({3, 3}), 4));
  EXPECT_TRUE(classic.is_puzzle);
  EXPECT_EQ(classic.state, ReadState::sure) << classic.message;
}

// The lines beside cells that are not seen are left out, and those of their neighbours: a third.
TEST(OtherRegions, LinesOfAJigsawAreSeenWhereTheEdgeOfThePictureCutsIt) {
  const RectifiedBoard jigsaw = board_with(kJigsaw, 4);
  const RectifiedBoard boxes = board_with(boxes_of({3, 3}), 4);
  CellFlags beyond(81);
  for (const int cell : {0, 1, 2, 9, 10, 18, 27}) beyond[cell] = true;
  const auto read = [&](const RectifiedBoard& rectified) {
    BoardReader reader(reading_scene::network(), reading_scene::candidate(9));
    reader.add(rectified, beyond);
    return reader.decode();
  };
  EXPECT_TRUE(read(jigsaw).other_puzzle);
  EXPECT_TRUE(read(boxes).is_puzzle);
}

TEST(MissingLines, CellsUnderANoteAreFoundAndNoOthers) {
  RectifiedBoard rectified = board_with(boxes_of({3, 3}), 3);
  const auto none = cells_without_lines(normalise(rectified));
  EXPECT_EQ(std::count(none.begin(), none.end(), true), 0);
  // From the middle of r4c4 to the middle of r6c7.
  const int px = RectifiedBoard::kCellPx;
  cv::rectangle(rectified.grey, cv::Rect(3 * px + px / 2, 3 * px + px / 2, 3 * px, 2 * px),
                cv::Scalar(225), cv::FILLED);
  const auto covered = cells_without_lines(normalise(rectified));
  for (int row = 0; row < 9; ++row)
    for (int col = 0; col < 9; ++col) {
      const bool inside = row >= 4 && row <= 4 && col >= 4 && col <= 5;
      const bool outside = row < 3 || row > 5 || col < 3 || col > 6;
      const bool found = covered[static_cast<size_t>(9 * row + col)];
      EXPECT_TRUE(found || !inside) << row << ' ' << col;
      EXPECT_FALSE(found && outside) << row << ' ' << col;
    }
}

// Ink of thin lines, and of thick ones between the regions.
InkMap ink_with_thick_lines(int n, const std::string& regions) {
  InkMap ink_map;
  ink_map.n = n;
  const int from = RectifiedBoard::line_px(0), to = RectifiedBoard::line_px(n);
  ink_map.ink =
      cv::Mat::zeros(to + RectifiedBoard::kMarginPx, to + RectifiedBoard::kMarginPx, CV_8UC1);
  for (int k = 0; k <= n; ++k) {
    const int at = RectifiedBoard::line_px(k);
    cv::line(ink_map.ink, {at, from}, {at, to}, 90, 1);
    cv::line(ink_map.ink, {from, at}, {to, at}, 90, 1);
  }
  const CellBorders borders{n};
  for (int i = 0; i < borders.count(); ++i) {
    if (!part(regions, borders, i)) continue;
    const auto [between_columns, line, cell] = borders.place_of(i);
    const int at = RectifiedBoard::line_px(line), start = RectifiedBoard::line_px(cell);
    const int end = RectifiedBoard::line_px(cell + 1);
    if (between_columns)
      cv::line(ink_map.ink, {at, start}, {at, end}, 200, 5);
    else
      cv::line(ink_map.ink, {start, at}, {end, at}, 200, 5);
  }
  return ink_map;
}

TEST(MissingLines, AThinLineBesideThickOnesIsNotMissing) {
  const std::string cages =
      "AABC"
      "ABBC"
      "ADEE"
      "DDEF";
  EXPECT_EQ(count_of(cells_without_lines(ink_with_thick_lines(4, cages))), 0);
}

TEST(MissingLines, ABoardWithoutBorderLacksNone) {
  RectifiedBoard rectified = board_with(boxes_of({3, 3}), 3);
  const int side = rectified.grey.cols;
  cv::rectangle(rectified.grey, cv::Rect(0, 0, side, side), cv::Scalar(225), 14);
  const auto covered = cells_without_lines(normalise(rectified));
  EXPECT_EQ(std::count(covered.begin(), covered.end(), true), 0);
}

TEST(MissingLines, ACluesPlaceUnderANoteIsInDoubtNotBlank) {
  RectifiedBoard rectified = board_with(boxes_of({3, 3}), 3);
  const int px = RectifiedBoard::kCellPx;
  cv::rectangle(rectified.grey, cv::Rect(4, 4, 6 * px, 6 * px), cv::Scalar(225), cv::FILLED);
  BoardReader reader(reading_scene::network(), reading_scene::candidate(9));
  reader.add(rectified);
  const BoardReading reading = reader.decode();
  EXPECT_NE(reading.state, ReadState::sure);  // and no claim that there are several solutions
}

}  // namespace
}  // namespace gridlens
