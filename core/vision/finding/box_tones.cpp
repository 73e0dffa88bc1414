#include "core/vision/finding/box_tones.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/image/statistics.h"
#include "core/vision/lattice/box_shapes.h"
#include "core/vision/lattice/pyramid.h"

namespace gridlens {

namespace {

constexpr std::array kPlacesAcross{-0.21, -0.18, -0.15, -0.12, -0.09, -0.06, -0.03, 0.0,
                                   0.03,  0.06,  0.09,  0.12,  0.15,  0.18,  0.21};  // cells
constexpr std::array kPlacesAlong{0.3, 0.5, 0.7};                                    // of a segment
constexpr double kFadingGrey = 16;
constexpr double kLeastContrast = 3;  // grey levels of a line or gap, for its width to be seen

// A line's darkest, brightest and mean tone across it: logs. A lattice that lies half a pixel
// aside does not change them. Last the line's width in cells, or that of the gap between tiles.
using Tones = std::array<double, 4>;
constexpr size_t kWidth = 3;
// Variances that say nothing.
constexpr Tones kFloors{0.003, 0.003, 0.003, 0.0009};

using ToneProfile = std::array<double, kPlacesAcross.size()>;  // grey levels across a line

// The width of what differs from both ends of a profile, which lie in the cells.
std::optional<double> width_in(const ToneProfile& levels) {
  const auto contrast = [&](double level) {
    return std::min(std::abs(level - levels.front()), std::abs(level - levels.back()));
  };
  double most = 0;
  for (const double level : levels) most = std::max(most, contrast(level));
  if (most < kLeastContrast) return std::nullopt;
  const auto samples = std::count_if(levels.begin(), levels.end(),
                                     [&](double level) { return contrast(level) > most / 2; });
  return static_cast<double>(samples) * (kPlacesAcross[1] - kPlacesAcross[0]);
}

// Medians along a line, which a lit row or column that crosses it leaves as they are.
Tones tones_of_line(const cv::Mat& grey, const BoardCandidate& board, LineFamily family, int line) {
  std::vector<ToneProfile> profiles;
  for (int segment = 0; segment < board.n; ++segment)
    for (const double along : kPlacesAlong) {
      ToneProfile levels{};
      bool inside = true;
      for (size_t i = 0; i < kPlacesAcross.size(); ++i) {
        const auto level = nearest_grey(
            grey,
            board.image_from_board(board_point(family, line + kPlacesAcross[i], segment + along)));
        inside = inside && level;
        if (inside) levels[i] = *level;
      }
      if (inside) profiles.push_back(levels);
    }
  Tones tones{1e9, -1e9, 0, 0};
  for (size_t i = 0; i < kPlacesAcross.size(); ++i) {
    std::vector<double> levels;
    for (const ToneProfile& profile : profiles) levels.push_back(profile[i]);
    const double tone = std::log(kFadingGrey + median(std::move(levels)));
    tones[0] = std::min(tones[0], tone);
    tones[1] = std::max(tones[1], tone);
    tones[2] += tone / kPlacesAcross.size();
  }
  std::vector<double> widths;
  for (const ToneProfile& profile : profiles)
    if (const auto width = width_in(profile)) widths.push_back(*width);
  if (!widths.empty()) tones[kWidth] = median(std::move(widths));
  return tones;
}

double tone_gain(const std::vector<Tones>& inner, int step, size_t tone) {
  BoxLines lines;
  for (size_t i = 0; i < inner.size(); ++i)
    lines.add(inner[i][tone], (static_cast<int>(i) + 1) % step == 0);
  return lines.gain(kFloors[tone]);
}

}  // namespace

void weigh_box_tones(const cv::Mat& grey, BoardCandidate& board) {
  if (board.shapes.empty()) return;
  std::vector<Tones> of_columns;
  std::vector<Tones> of_rows;
  for (int line = 1; line < board.n; ++line) {
    of_columns.push_back(tones_of_line(grey, board, LineFamily::column_line, line));
    of_rows.push_back(tones_of_line(grey, board, LineFamily::row_line, line));
  }
  std::vector<double> gains;
  for (const ShapeEvidence& s : board.shapes) {
    double most = 0;
    for (size_t tone = 0; tone < Tones{}.size(); ++tone)
      most = std::max(most, tone_gain(of_columns, s.shape.box_cols, tone) +
                                tone_gain(of_rows, s.shape.box_rows, tone));
    gains.push_back(most);
  }
  const double top = *std::max_element(gains.begin(), gains.end());
  for (size_t i = 0; i < gains.size(); ++i) {
    board.shapes[i].weight *= std::exp(gains[i] - top);
    if (board.shapes[i].box_evidence) *board.shapes[i].box_evidence += gains[i];
  }
  normalise_weights(board.shapes);
}

}  // namespace gridlens
