#include "core/reading/ink/inverted_cells.h"

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "core/ablation/mechanism.h"
#include "core/image/statistics.h"
#include "core/reading/ink/strokes.h"

namespace gridlens {

namespace {

constexpr int kRimPx = 3;                 // of a cell: its lines, the gap beside its tile
constexpr int kLeastContrast = 50;        // grey levels, of a light symbol and its tile
constexpr double kClearlyLighter = 2;     // the contrast to what is darker than the tile
constexpr double kStrokes[] = {.03, .4};  // least and most share of a symbol's strokes
constexpr double kPale = 0.5;             // of the usual contrast, in grey ...
constexpr int kLeastColour = 40;  // ... and in colour: grey levels, of a symbol and its tile

// Grey levels inside a cell: the tile's, and those of the darkest and the lightest 2 %.
struct Levels {
  int tile = 0, darkest = 0, lightest = 0;
  double light_share = 0;  // nearer to the lightest than to the tile
};

Levels levels_of(const cv::Mat& inside) {
  LevelCounts counts{};
  for (int y = 0; y < inside.rows; ++y)
    for (int x = 0; x < inside.cols; ++x) ++counts[inside.at<std::uint8_t>(y, x)];
  const auto total = static_cast<double>(inside.total());
  Levels levels{level_reached_by(0.5 * total, counts), level_reached_by(0.02 * total, counts),
                level_reached_by(0.98 * total, counts), 0};
  for (int level = (levels.tile + levels.lightest) / 2 + 1; level < 256; ++level)
    levels.light_share += counts[static_cast<size_t>(level)];
  levels.light_share /= total;
  return levels;
}

bool has_strokes(const Levels& levels) {
  return levels.light_share > kStrokes[0] && levels.light_share < kStrokes[1];
}

bool is_inverted(const Levels& levels) {
  const int light = levels.lightest - levels.tile;
  const int dark = levels.tile - levels.darkest;
  return light >= kLeastContrast && light > kClearlyLighter * dark && has_strokes(levels);
}

// How far the colours inside a cell are off its tile's, as grey levels.
cv::Mat off_tile_colour(const cv::Mat& inside) {
  cv::Vec3d tile;
  for (int channel = 0; channel < 3; ++channel) {
    std::vector<int> values;
    for (int y = 0; y < inside.rows; ++y)
      for (int x = 0; x < inside.cols; ++x) values.push_back(inside.at<cv::Vec3b>(y, x)[channel]);
    tile[channel] = median(std::move(values));
  }
  cv::Mat off(inside.size(), CV_8U);
  for (int y = 0; y < inside.rows; ++y)
    for (int x = 0; x < inside.cols; ++x)
      off.at<std::uint8_t>(y, x) = cv::saturate_cast<std::uint8_t>(
          cv::norm(cv::Vec3d(inside.at<cv::Vec3b>(y, x)) - tile) / std::sqrt(3.0));
  return off;
}

// Takes away what is no symbol: the gap beside a tile, its round corners, a ring around the symbol.
void remove_rim(cv::Mat& strokes) {
  double most = 0;
  cv::minMaxLoc(strokes, nullptr, &most);
  const cv::Rect middle(strokes.cols / 4, strokes.rows / 4, strokes.cols / 2, strokes.rows / 2);
  clear_rim_parts(strokes, strokes > most / 2, [&](const cv::Mat& part, const cv::Rect&) {
    return cv::countNonZero(part(middle)) > 0;
  });
}

// Nothing stands out of the tile, in grey or in colour. Smoothing takes moire away, and half of
// thin strokes.
bool is_blank(const cv::Mat& inside) {
  cv::Mat smooth;
  cv::blur(inside, smooth, {3, 3});
  cv::Mat off = off_tile_colour(smooth);
  remove_rim(off);
  return levels_of(off).lightest < kLeastColour / 2;
}

struct Cell {
  cv::Rect whole, inside;  // of the rectified board
  Levels levels;
  cv::Mat strokes;  // how far the symbol is off its tile; empty: drawn as usual
};

// Darker than a cell beside it by far: lit by a program. (A shadow grows slowly.)
bool stands_out(const std::vector<Cell>& cells, int cell, int n) {
  const int row = cell / n;
  const int col = cell % n;
  const int limit = cells[static_cast<size_t>(cell)].levels.tile + kLeastContrast;
  const auto is_lighter = [&](bool exists, int beside) {
    return exists && cells[static_cast<size_t>(beside)].levels.tile >= limit;
  };
  return is_lighter(row > 0, cell - n) || is_lighter(row + 1 < n, cell + n) ||
         is_lighter(col > 0, cell - 1) || is_lighter(col + 1 < n, cell + 1);
}

}  // namespace

RectifiedBoard with_one_polarity(const RectifiedBoard& rectified, bool screenshot) {
  std::vector<Cell> cells;
  std::vector<int> tiles, contrasts;  // of plain cells; of plain symbols
  size_t inverted_symbols = 0;
  for (int cell = 0; cell < rectified.n * rectified.n; ++cell) {
    const cv::Rect whole(RectifiedBoard::line_px(cell % rectified.n),
                         RectifiedBoard::line_px(cell / rectified.n), RectifiedBoard::kCellPx,
                         RectifiedBoard::kCellPx);
    const cv::Rect inside = whole + cv::Point(kRimPx, kRimPx) - cv::Size(2 * kRimPx, 2 * kRimPx);
    cells.push_back({whole, inside, levels_of(rectified.grey(inside)), {}});
    const Levels& levels = cells.back().levels;
    const bool inverted = is_inverted(levels) && in_use<"inverted_cells">();
    if (inverted) {
      cv::subtract(rectified.grey(inside), levels.tile, cells.back().strokes);
      ++inverted_symbols;
      continue;
    }
    tiles.push_back(levels.tile);
    const int contrast = levels.tile - levels.darkest;
    if (contrast >= kLeastContrast) contrasts.push_back(contrast);
  }
  RectifiedBoard turned = rectified;
  if (contrasts.size() <= inverted_symbols) return turned;  // all of the board is light on dark
  turned.grey = rectified.grey.clone();
  const int usual = median(std::move(tiles));
  const int usual_contrast = median(std::move(contrasts));
  // Strokes as dark as those of the other symbols.
  const auto set_strokes = [&](const cv::Mat& off, const Levels& levels, Cell& cell) {
    off.convertTo(cell.strokes, CV_8U, static_cast<double>(usual_contrast) / levels.lightest);
  };
  for (int i = 0; i < rectified.n * rectified.n; ++i) {
    Cell& cell = cells[static_cast<size_t>(i)];
    const Levels& levels = cell.levels;
    const int most = std::max(levels.tile - levels.darkest, levels.lightest - levels.tile);
    if (cell.strokes.empty() && screenshot && !rectified.colour.empty() &&
        most < kPale * usual_contrast && in_use<"pale_cells">()) {
      const cv::Mat off = off_tile_colour(rectified.colour(cell.inside));
      const Levels colours = levels_of(off);
      if (colours.lightest >= kLeastColour && has_strokes(colours)) set_strokes(off, colours, cell);
    }
    if (cell.strokes.empty() && levels.tile <= usual - kLeastContrast &&
        !rectified.colour.empty() && stands_out(cells, i, rectified.n) && in_use<"lit_cells">()) {
      cv::Mat darker;
      cv::subtract(levels.tile, rectified.grey(cell.inside), darker);
      const Levels its = levels_of(darker);
      if (its.lightest >= kLeastContrast && has_strokes(its))
        set_strokes(darker, its, cell);
      else if (is_blank(rectified.colour(cell.inside)))
        turned.grey(cell.whole) = usual;
    }
    if (cell.strokes.empty()) continue;
    if (in_use<"rim_of_inverted">()) remove_rim(cell.strokes);
    turned.grey(cell.whole) = usual;
    cv::subtract(usual, cell.strokes, turned.grey(cell.inside));
  }
  return turned;
}

}  // namespace gridlens
