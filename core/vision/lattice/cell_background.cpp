#include "core/vision/lattice/cell_background.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/image/statistics.h"

namespace gridlens {

CellMap<double> cell_backgrounds(const cv::Mat& grey, const Homography& image_from_board, int n,
                                 PointRank rank) {
  CellMap<double> background(n * n, -1);
  std::array<double, 9> points{};
  for (int row = 0; row < n; ++row)
    for (int col = 0; col < n; ++col) {
      std::size_t count = 0;
      for (const double dy : {0.22, 0.5, 0.78})
        for (const double dx : {0.22, 0.5, 0.78}) {
          const auto level = nearest_grey(grey, image_from_board({col + dx, row + dy}));
          if (!level) continue;
          const double value = *level;
          // Sorted on the way in.
          std::size_t at = count++;
          for (; at > 0 && points[at - 1] > value; --at) points[at] = points[at - 1];
          points[at] = value;
        }
      if (count == 0) continue;
      background[row * n + col] = points[std::min(count - 1, static_cast<std::size_t>(rank))];
    }
  return background;
}

namespace {

constexpr int kMaxBlackGroups = 2;  // of a board
// White tiles among light grey ones are no negative of a crossword.
constexpr double kMinInvertedGrey = 60;
// Black boxes among dark grey ones are no crossword.
constexpr double kMinWhiteGrey = 90;

constexpr std::size_t kProbes = 16;  // a side, in the middle of a cell
constexpr double kProbesFrom = 0.2;
constexpr double kLeastSymbol = 0.04;    // of the probes: a thin 1
constexpr int kLeastSymbolProbes = 9;    // one after the other, its height: 0.36 cells
constexpr double kSymbolContrast = 0.5;  // against the cell's background, of the cells' around
constexpr std::size_t kCorner = 2;       // probes a side of the corners, which no symbol reaches

constexpr double kGoesOn = 0.7;  // of the grey of the cell beside

double probe_at(std::size_t i) {
  return kProbesFrom + (1 - 2 * kProbesFrom) * static_cast<double>(i) / (kProbes - 1.0);
}

int longest_run(const std::array<bool, kProbes>& marked) {
  int run = 0;
  int longest = 0;
  for (const bool one : marked) longest = std::max(longest, run = one ? run + 1 : 0);
  return longest;
}

// Whether the middle of a cell holds a symbol: grey levels at least `contrast` off the cell's
// `background`. A diagonal line from corner to corner, as kakuro has it, is none, nor are the small
// numbers beside it.
bool holds_symbol(const cv::Mat& grey, const Homography& image_from_board, int row, int col,
                  double background, double contrast) {
  const auto is_ink = [&](double dx, double dy) {
    const auto level = nearest_grey(grey, image_from_board({col + dx, row + dy}));
    return level && std::abs(*level - background) >= contrast;
  };
  int ink = 0;
  std::array<bool, kProbes> rows{};
  std::array<bool, kProbes> cols{};
  for (std::size_t i = 0; i < kProbes; ++i)
    for (std::size_t j = 0; j < kProbes; ++j)
      if (is_ink(probe_at(j), probe_at(i))) {
        ++ink;
        rows[i] = cols[j] = true;
      }
  // Which way up the board lies is not known: a symbol is as high as it is.
  if (ink < kLeastSymbol * kProbes * kProbes ||
      std::max(longest_run(rows), longest_run(cols)) < kLeastSymbolProbes)
    return false;
  const auto corner = [&](std::size_t from_row, std::size_t from_col) {
    for (std::size_t i = 0; i < kCorner; ++i)
      for (std::size_t j = 0; j < kCorner; ++j)
        if (is_ink(probe_at(from_col + j), probe_at(from_row + i))) return true;
    return false;
  };
  constexpr std::size_t kEnd = kProbes - kCorner;
  return !(corner(0, 0) && corner(kEnd, kEnd)) && !(corner(0, kEnd) && corner(kEnd, 0));
}

// Groups of black cells among cells that are at least `min_usual` bright.
int count_black_groups(const cv::Mat& grey, const Homography& image_from_board, int n,
                       double min_usual) {
  const auto brightest = cell_backgrounds(grey, image_from_board, n, PointRank::bright);
  const auto usual = cell_backgrounds(grey, image_from_board, n, PointRank::middle);
  // Against the cells around (5 x 5), so that a shadow does not count.
  CellFlags black(n * n);
  for (int row = 0; row < n; ++row)
    for (int col = 0; col < n; ++col) {
      std::vector<double> around;
      for (int r = std::max(0, row - 2); r <= std::min(n - 1, row + 2); ++r)
        for (int c = std::max(0, col - 2); c <= std::min(n - 1, col + 2); ++c)
          around.push_back(usual[r * n + c]);
      const double own = brightest[row * n + col];
      const double high = nth_smallest(around, around.size() * 7 / 10);
      black[row * n + col] =
          own >= 0 && high >= min_usual && own < 0.42 * high &&
          !holds_symbol(grey, image_from_board, row, col, own, kSymbolContrast * (high - own));
    }
  // Black cells end at white ones; the dark side of a hard shadow goes on.
  const CellFlags is_black = black;
  int groups = 0;
  std::vector<int> open;
  for (int start = 0; start < n * n; ++start) {
    if (!black[start]) continue;
    bool goes_on = false;
    open.push_back(start);
    while (!open.empty()) {
      const int i = open.back();
      open.pop_back();
      if (!black[i]) continue;
      black[i] = false;
      const auto next = [&](int beside) {
        goes_on = goes_on || (!is_black[beside] && usual[beside] >= 0 &&
                              brightest[i] > kGoesOn * usual[beside]);
        open.push_back(beside);
      };
      if (i % n > 0) next(i - 1);
      if (i % n < n - 1) next(i + 1);
      if (i >= n) next(i - n);
      if (i < n * (n - 1)) next(i + n);
    }
    groups += goes_on ? 0 : 1;
  }
  return groups;
}

}  // namespace

bool is_crossword(const GreyPyramid& pyramid, const Homography& image_from_board, int n) {
  const auto has_black = [&](const cv::Mat& grey, double min_usual) {
    return count_black_groups(grey, image_from_board, n, min_usual) > kMaxBlackGroups;
  };
  if (!pyramid.is_negative()) return has_black(pyramid.level(0), 0);
  return has_black(pyramid.positive().level(0), kMinWhiteGrey) ||
         has_black(pyramid.level(0), kMinInvertedGrey);
}

}  // namespace gridlens
