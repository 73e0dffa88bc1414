#include "core/overlay/page_look.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/image/statistics.h"

namespace gridlens {

namespace {

constexpr int kSymbolPx = 48;            // a cell's picture, where its symbol is measured
constexpr double kSymbolMargin = -0.07;  // lines are left out
constexpr double kBackgroundMargin = -0.16;
constexpr int kBackgroundPx = 14;
constexpr int kBackgroundPxLarge = 10;  // of boards with many cells
constexpr int kManyCells = 256;
constexpr int kFewestSymbols = 3;
constexpr float kMarkContrast = 0.17f;  // of the print's: pencil is pale
constexpr float kLeastMark = 14;        // levels
constexpr float kOfNoise = 5;           // times the middle distance from the background
constexpr double kDarkestShare = 0.12;
constexpr double kMarkedShare = 0.02;      // of a blank cell's pixels
constexpr double kPlainWideHeight = 0.85;  // of the height of one character, where none is measured

// Where the ink of a character lies, in cap heights above the baseline.
struct Extent {
  double top = 1, bottom = 0;
};

Extent extent_of(const std::string& text) {
  if (text.size() != 1) return {};
  const char c = text.front();
  const auto one_of = [c](const char* set) {
    return std::string(set).find(c) != std::string::npos;
  };
  if (one_of("acemnorsuvwxz")) return {0.75, 0};
  if (one_of("gpqy")) return {0.75, -0.27};
  if (c == 'j') return {1.03, -0.27};
  if (one_of("bdfhikl")) return {1.03, 0};
  if (c == 't') return {0.93, 0};
  return {};
}

Rgba rgba(const cv::Vec3f& bgr) {
  return {bgr[2] / 255, bgr[1] / 255, bgr[0] / 255, 1};
}

cv::Vec3f bgr_of(const Rgba& colour) {
  return {colour.b * 255, colour.g * 255, colour.r * 255};
}

cv::Vec3f median_colour(const cv::Mat& picture) {
  return colour_at(picture, 0.5);
}

float length(const cv::Vec3f& colour) {
  return std::sqrt(colour.dot(colour));
}

// Bilinear at a place inside the picture.
cv::Vec3b sampled(const cv::Mat& bgr, cv::Point2d at) {
  const int x = static_cast<int>(at.x), y = static_cast<int>(at.y);
  const int fx = static_cast<int>((at.x - x) * 32), fy = static_cast<int>((at.y - y) * 32);
  const auto* a = bgr.ptr<cv::Vec3b>(y) + x;
  const auto* b = bgr.ptr<cv::Vec3b>(y + 1) + x;
  cv::Vec3b value;
  for (int c = 0; c < 3; ++c)
    value[c] = static_cast<std::uint8_t>((((a[0][c] * (32 - fx) + a[1][c] * fx) * (32 - fy) +
                                           (b[0][c] * (32 - fx) + b[1][c] * fx) * fy) +
                                          512) >>
                                         10);
  return value;
}

}  // namespace

cv::Mat cell_picture(const cv::Mat& bgr, const BoardPlace& place, int cell, int side_px,
                     double margin) {
  const double step = (1 + 2 * margin) / side_px;
  const double left = cell % place.n - margin + 0.5 * step;
  const double top = cell / place.n - margin + 0.5 * step;
  const cv::Matx33d& h = place.image_from_board.matrix();
  cv::Mat picture(side_px, side_px, CV_8UC3);
  for (int y = 0; y < side_px; ++y) {
    const double board_y = top + y * step;
    const BoardBend::Row bend = place.bend.row(board_y);
    for (int x = 0; x < side_px; ++x) {
      const double board_x = left + x * step;
      cv::Point2d p(board_x, board_y);
      if (!place.bend.flat()) p += bend(board_x);
      const double w = h(2, 0) * p.x + h(2, 1) * p.y + h(2, 2);
      const cv::Point2d at((h(0, 0) * p.x + h(0, 1) * p.y + h(0, 2)) / w,
                           (h(1, 0) * p.x + h(1, 1) * p.y + h(1, 2)) / w);
      if (!(at.x >= 0 && at.y >= 0 && at.x < bgr.cols - 1 && at.y < bgr.rows - 1)) return {};
      picture.at<cv::Vec3b>(y, x) = sampled(bgr, at);
    }
  }
  return picture;
}

PrintLook measure_print(const cv::Mat& bgr, const BoardPlace& place,
                        const std::vector<PrintedSymbol>& symbols) {
  PrintLook print;
  if (symbols.empty() || place.n <= 0) return print;
  const double share_of_cell = 1 + 2 * kSymbolMargin;
  // A picture with many more pixels is averaged, not picked from.
  const int over = place.image_from_board.mean_cell_px(place.n) > 2 * kSymbolPx ? 2 : 1;
  const size_t every = (symbols.size() + kMostSymbols - 1) / kMostSymbols;
  std::vector<double> heights, wide_heights, strokes, xs, ys, softness;
  std::array<std::vector<double>, 3> ink;
  for (size_t i = 0; i < symbols.size(); i += every) {
    cv::Mat cell = cell_picture(bgr, place, symbols[i].cell, kSymbolPx * over, kSymbolMargin);
    if (cell.empty()) continue;
    if (over > 1) cv::resize(cell, cell, {kSymbolPx, kSymbolPx}, 0, 0, cv::INTER_AREA);
    const auto box = measure_symbol(cell);
    if (!box) continue;
    const Extent extent = extent_of(symbols[i].text);
    const double cap = (box->bottom - box->top) / (extent.top - extent.bottom);
    (symbols[i].text.size() > 1 ? wide_heights : heights).push_back(cap * share_of_cell);
    strokes.push_back(box->stroke * share_of_cell);
    softness.push_back(box->softness * share_of_cell);
    xs.push_back(((box->left + box->right) / 2 - 0.5) * share_of_cell);
    ys.push_back((box->bottom + extent.bottom * cap - cap / 2 - 0.5) * share_of_cell);
    for (size_t channel = 0; channel < 3; ++channel)
      ink[channel].push_back(box->ink[static_cast<int>(channel)]);
  }
  if (static_cast<int>(xs.size()) < kFewestSymbols) return print;
  print.cells = static_cast<int>(xs.size());
  if (!heights.empty()) print.height = median(heights);
  print.wide_height = wide_heights.empty() ? kPlainWideHeight * print.height : median(wide_heights);
  if (heights.empty()) print.height = print.wide_height;
  print.stroke = median(strokes);
  print.softness = median(softness);
  print.x = median(xs);
  print.y = median(ys);
  print.ink = rgba({static_cast<float>(median(ink[0])), static_cast<float>(median(ink[1])),
                    static_cast<float>(median(ink[2]))});
  return print;
}

std::vector<CellBackground> measure_background(const cv::Mat& bgr, const BoardPlace& place,
                                               const PrintLook& print) {
  const int cells = place.n * place.n;
  const int side = cells > kManyCells ? kBackgroundPxLarge : kBackgroundPx;
  std::vector<CellBackground> backgrounds(static_cast<size_t>(cells));
  std::vector<int> unseen;
  cv::Vec3f sum;
  for (int cell = 0; cell < cells; ++cell) {
    const cv::Mat picture = cell_picture(bgr, place, cell, side, kBackgroundMargin);
    if (picture.empty()) {
      unseen.push_back(cell);
      continue;
    }
    CellBackground& background = backgrounds[static_cast<size_t>(cell)];
    const cv::Vec3f colour = median_colour(picture);
    sum += colour;
    background.colour = rgba(colour);
    std::vector<float> far;
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x)
        far.push_back(length(cv::Vec3f(picture.at<cv::Vec3b>(y, x)) - colour));
    const float contrast = print.cells > 0 ? length(bgr_of(print.ink) - colour) : 0;
    const float least = std::max({kLeastMark, kMarkContrast * contrast, kOfNoise * median(far)});
    const auto marks =
        std::count_if(far.begin(), far.end(), [&](float distance) { return distance > least; });
    background.marked = static_cast<double>(marks) > kMarkedShare * side * side;
    background.darkest =
        background.marked ? background.colour : rgba(colour_at(picture, kDarkestShare));
    background.lightest =
        background.marked ? background.colour : rgba(colour_at(picture, 1 - kDarkestShare));
  }
  if (const int seen = cells - static_cast<int>(unseen.size()); seen > 0)
    for (const int cell : unseen) {
      const Rgba colour = rgba(sum * (1.0f / static_cast<float>(seen)));
      backgrounds[static_cast<size_t>(cell)] = {colour, colour, colour};
    }
  return backgrounds;
}

}  // namespace gridlens
