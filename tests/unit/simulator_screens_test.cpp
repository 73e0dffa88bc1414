// The generator's screens (boards as apps draw them, photographs of displays) and its pages without
// a Sudoku.
#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "core/puzzle/rules.h"
#include "tests/simulator/page.h"
#include "tests/simulator/rule_search.h"
#include "tests/simulator/screen_photo.h"

namespace gridlens::generator {
namespace {

TEST(ScreenPhotograph, ShowsThingsWhereItSays) {
  cv::Mat screen(400, 520, CV_8UC3, cv::Scalar::all(255));
  const cv::Rect block(301, 122, 60, 60);  // its middle: 330.5, 151.5
  screen(block).setTo(cv::Scalar::all(0));
  for (const int seed : {1, 2, 3, 4}) {
    Random random(static_cast<std::uint64_t>(seed));
    const ScreenPhoto photo = photograph_screen(screen, {800, 600}, random);
    ASSERT_EQ(photo.bgr.size(), cv::Size(800, 600));
    cv::Mat grey, soft;
    cv::cvtColor(photo.bgr, grey, cv::COLOR_BGR2GRAY);
    cv::GaussianBlur(grey, soft, {}, 3);  // the stripes' moire is finer than the block
    // The middle of what is dark within a window that holds the block and nothing else dark.
    const cv::Point2d middle = photo.photo_from_screen({330.5, 151.5});
    const cv::Rect window(int(middle.x) - 60, int(middle.y) - 60, 121, 121);
    ASSERT_EQ(window & cv::Rect(0, 0, 800, 600), window) << seed;
    const cv::Mat dark = soft(window) < cv::mean(soft(window))[0] * 0.7;
    const cv::Moments moments = cv::moments(dark, true);
    ASSERT_GT(moments.m00, 800) << seed;
    EXPECT_NEAR(moments.m10 / moments.m00 + window.x, middle.x, 0.8) << seed;
    EXPECT_NEAR(moments.m01 / moments.m00 + window.y, middle.y, 0.8) << seed;
  }
}

TEST(ScreenPhotograph, OfAWhiteScreenHasMoireInColour) {
  const cv::Mat screen(300, 300, CV_8UC3, cv::Scalar::all(255));
  Random random(7);
  const ScreenPhoto photo = photograph_screen(screen, {480, 480}, random);
  const cv::Point2d middle = photo.photo_from_screen({150, 150});
  const cv::Mat patch = photo.bgr({int(middle.x) - 60, int(middle.y) - 60, 120, 120});
  cv::Scalar mean, deviation;
  cv::meanStdDev(patch, mean, deviation);
  EXPECT_GT(mean[1], 120);
  EXPECT_GT(deviation[0] + deviation[1] + deviation[2], 6);
}

// Contrast within the middle of a cell of a flat page.
double contrast(const cv::Mat& bgr, const Quad& board, int n, int row, int column) {
  const double cell = (board.corners[1].x - board.corners[0].x) / n;
  const cv::Point2d corner = board.corners[0] + cv::Point2d(column * cell, row * cell);
  const cv::Rect middle(int(corner.x + 0.22 * cell), int(corner.y + 0.22 * cell), int(0.56 * cell),
                        int(0.56 * cell));
  double low = 0, high = 0;
  cv::Mat grey;
  cv::cvtColor(bgr(middle), grey, cv::COLOR_BGR2GRAY);
  cv::minMaxLoc(grey, &low, &high);
  return high - low;
}

TEST(AppPage, ShowsAGivenWhereTheTruthHasOneAndNothingElse) {
  for (int seed = 1; seed <= 12; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    PageOptions options;
    options.kind = PageKind::app;
    options.shape = seed % 3 == 0 ? Shape{2, 3} : Shape{3, 3};
    const Page page = make_page(options, random);
    ASSERT_EQ(page.boards.size(), 1U);
    const PrintedBoard& board = page.boards[0];
    EXPECT_EQ(board.entries.count_filled(), 0);
    const int n = board.shape().n();
    for (int r = 0; r < n; ++r)
      for (int c = 0; c < n; ++c) {
        const double ink = contrast(page.bgr, board.corners, n, r, c);
        if (board.puzzle.givens.at(r, c) != 0)
          EXPECT_GT(ink, 60) << "seed " << seed << " r" << r << "c" << c;
        else
          EXPECT_LT(ink, 3) << "seed " << seed << " r" << r << "c" << c;
      }
  }
}

TEST(AppPage, EntriesOfAPlayedGameAreRight) {
  int entries = 0;
  for (int seed = 1; seed <= 6; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    PageOptions options;
    options.kind = PageKind::played_app;
    const Page page = make_page(options, random);
    const PrintedBoard& board = page.boards.at(0);
    entries += board.entries.count_filled();
    for (size_t i = 0; i < board.entries.values().size(); ++i) {
      const auto entry = board.entries.values()[i];
      if (entry == 0) continue;
      EXPECT_EQ(entry, board.puzzle.solution.values()[i]);
      EXPECT_EQ(board.puzzle.givens.values()[i], 0);
    }
  }
  EXPECT_GT(entries, 0);
}

TEST(PhonePage, IsUprightAndShowsTheGivensOfItsTruth) {
  for (int seed = 1; seed <= 12; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    PageOptions options;
    options.kind = PageKind::phone;
    const Page page = make_page(options, random);
    EXPECT_GE(page.bgr.cols, 720);
    EXPECT_GT(3 * page.bgr.rows, 5 * page.bgr.cols);
    const PrintedBoard& board = page.boards.at(0);
    for (int cell = 0; cell < 81; ++cell)
      if (board.puzzle.givens.at(cell) != 0) {
        EXPECT_GT(contrast(page.bgr, board.corners, 9, cell / 9, cell % 9), 60)
            << "seed " << seed << " cell " << cell;
      }
  }
}

TEST(NegativePage, EveryKindIsRepeatableAndHoldsNoBoard) {
  for (const Clutter kind : negative_kinds()) {
    PageOptions options;
    options.kind = PageKind::negative;
    options.negative = kind;
    Random random(3), same(3), other(4);
    const Page page = make_page(options, random), again = make_page(options, same);
    EXPECT_TRUE(page.boards.empty());
    EXPECT_EQ(cv::norm(page.bgr, again.bgr, cv::NORM_INF), 0) << to_string(kind);
    EXPECT_GT(cv::norm(page.bgr, make_page(options, other).bgr, cv::NORM_INF), 20)
        << to_string(kind);
    EXPECT_EQ(clutter_named(to_string(kind)), kind);
  }
}

TEST(OddBoards, TheirTruthIsWhatTheCluesSay) {
  for (const OddBoard kind : odd_boards()) {
    Random random(5);
    const Page page = paint_odd_page(kind, {250, 250, 248}, random);
    ASSERT_FALSE(page.boards.empty()) << to_string(kind);
    for (const PrintedBoard& board : page.boards) {
      const Grid& solution = board.puzzle.solution;
      const Shape shape = board.shape();
      const auto& values = board.puzzle.givens.values();
      const int count = count_to_two(KinRules::classic(shape.n(), shape.box_rows, shape.box_cols),
                                     Cells(values.begin(), values.end()), 100000);
      EXPECT_EQ(count == 1, solution.count_filled() > 0) << to_string(kind);
      if (count != 1) continue;
      EXPECT_TRUE(is_solution(classic_rules(shape), solution)) << to_string(kind);
      for (size_t i = 0; i < values.size(); ++i)
        EXPECT_TRUE(values[i] == 0 || values[i] == solution.values()[i]) << to_string(kind);
    }
  }
}

TEST(KinRules, RegionsAreConnectedAndGivensHaveOneSolution) {
  for (const int n : {5, 6, 7, 9}) {
    Random random(static_cast<std::uint64_t>(n));
    std::optional<Cells> solution;
    KinRules rules;
    while (!solution) {
      const std::vector<int> regions = random_regions(n, 3 * n, random);
      rules = KinRules::latin(n);
      for (auto& cells : cells_of_regions(regions)) {
        EXPECT_EQ(static_cast<int>(cells.size()), n);
        rules.units.push_back(std::move(cells));
      }
      solution = random_solution(rules, random);
    }
    const Cells givens = make_givens(rules, *solution, n * n / 3, random);
    EXPECT_EQ(count_to_two(rules, givens, 100000), 1);
    EXPECT_EQ(only_solution(rules, givens), solution);
    EXPECT_EQ(count_to_two(rules, Cells(givens.size(), 1)), 0);
  }
}

}  // namespace
}  // namespace gridlens::generator
