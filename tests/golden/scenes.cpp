#include "tests/golden/scenes.h"

#include <cmath>
#include <functional>
#include <opencv2/imgproc.hpp>

namespace gridlens::golden {
namespace {

constexpr Rgba kBlue{0.05f, 0.35f, 0.85f, 1.0f};
constexpr Rgba kGreen{0.10f, 0.60f, 0.30f, 1.0f};
constexpr Rgba kWhite{1, 1, 1, 1};

// Paper with a soft shadow, and the lines of a board on it.
cv::Mat paper(cv::Size size, const Homography& image_from_board, int n, int box) {
  cv::Mat picture(size, CV_8UC3);
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      const double light = 236 - 50.0 * x / size.width - 24.0 * y / size.height;
      picture.at<cv::Vec3b>(y, x) =
          cv::Vec3b(static_cast<uchar>(light * 0.93), static_cast<uchar>(light * 0.98),
                    static_cast<uchar>(light));
    }
  }
  const auto at = [&](double x, double y) {
    const cv::Point2d p = image_from_board({x, y});
    return cv::Point(static_cast<int>(std::lround(p.x * 16)),
                     static_cast<int>(std::lround(p.y * 16)));
  };
  for (int i = 0; i <= n; ++i) {
    const int thickness = i % box == 0 ? 2 : 1;
    cv::line(picture, at(i, 0), at(i, n), cv::Scalar(50, 45, 40), thickness, cv::LINE_AA, 4);
    cv::line(picture, at(0, i), at(n, i), cv::Scalar(50, 45, 40), thickness, cv::LINE_AA, 4);
  }
  return picture;
}

std::vector<OverlayGlyphs> fill(int n, double height, const std::function<std::string(int)>& text) {
  std::vector<OverlayGlyphs> glyphs;
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      if ((row * 5 + column * 3) % 4 == 0) continue;  // a printed given stands there
      glyphs.push_back({column + 0.5, row + 0.5, height, text((row * 2 + column) % n), kBlue});
    }
  }
  return glyphs;
}

std::string digit(int value) {
  return std::to_string(value + 1);
}

OverlayStroke outline(int n, Rgba colour, double width) {
  const auto s = static_cast<double>(n);
  return {{{0, 0}, {s, 0}, {s, s}, {0, s}}, width, true, colour};
}

Scene board(const std::string& name, cv::Size size, const Quad& quad, int n, int box,
            const std::function<std::string(int)>& text, const std::string& label, bool mirror) {
  const Homography image_from_board = Homography::image_from_board(quad, n);
  PlacedOverlay placed{image_from_board, n, {}};
  placed.overlay.strokes = {outline(n, kGreen, n * 0.012)};
  placed.overlay.glyphs = fill(n, 0.62, text);
  if (!label.empty())
    placed.overlay.label = OverlayLabel{label, kWhite, {0.06f, 0.36f, 0.2f, 0.9f}};
  return {name, paper(size, image_from_board, n, box), {placed}, mirror};
}

Scene marks() {
  const Quad quad{{{{30, 40}, {260, 25}, {290, 215}, {15, 225}}}};
  const Homography image_from_board = Homography::image_from_board(quad, 4);
  PlacedOverlay placed{image_from_board, 4, {}};
  placed.overlay.rects = {{1, 1, 1, 1, {0.9f, 0.1f, 0.1f, 0.35f}},
                          {2, 0, 2, 1, {1, 0.8f, 0, 0.4f}}};
  // See-through, with sharp and blunt corners, closed and open: no corner may show twice the
  // colour.
  placed.overlay.strokes = {outline(4, {0.8f, 0.1f, 0.1f, 0.5f}, 0.12),
                            {{{0.2, 3.2}, {1.0, 2.4}, {1.4, 3.6}, {2.6, 2.2}, {2.7, 3.7}},
                             0.15,
                             false,
                             {0.1f, 0.1f, 0.8f, 0.5f}},
                            {{{3.2, 1.3}, {3.8, 1.9}}, 0.02, false, {0, 0, 0, 1}}};
  placed.overlay.glyphs = {{1.5, 1.5, 0.6, "7", {0.75f, 0.05f, 0.05f, 1}},
                           {3.5, 0.5, 0.6, "é", {0, 0, 0, 0.5f}}};
  placed.overlay.label = OverlayLabel{"two 7s in row 2", kWhite, {0.6f, 0.08f, 0.08f, 0.92f}};
  return {"marks", paper({320, 240}, image_from_board, 4, 2), {placed}, false};
}

// Thin and bold strokes, sharp and soft ones, pencil marks under a symbol, light ink on a tile.
Scene inks() {
  const Quad quad{{{{20, 20}, {300, 20}, {300, 300}, {20, 300}}}};
  const Homography image_from_board = Homography::image_from_board(quad, 4);
  Scene scene{"inks", paper({320, 320}, image_from_board, 4, 2), {}, false};
  cv::rectangle(scene.picture, {22, 162}, {158, 298}, cv::Scalar(120, 70, 40), cv::FILLED);
  for (const cv::Point at : {cv::Point(175, 240), {200, 265}, {240, 240}, {265, 270}})
    cv::putText(scene.picture, "38", at, cv::FONT_HERSHEY_SIMPLEX, 0.6, cv::Scalar(90, 90, 90), 1,
                cv::LINE_AA);
  PlacedOverlay placed{image_from_board, 4, {}};
  const Rgba sheet{0.85f, 0.84f, 0.78f, 1}, tile{0.16f, 0.27f, 0.47f, 1};
  const auto add = [&](double x, double y, const char* text, double stroke, double softness) {
    OverlayGlyphs glyphs{x, y, 0.5, text, kBlue};
    glyphs.stroke = stroke;
    glyphs.softness = softness;
    glyphs.background = sheet;
    placed.overlay.glyphs.push_back(glyphs);
    return &placed.overlay.glyphs.back();
  };
  add(0.5, 0.5, "5", 0.05, 0);
  add(1.5, 0.5, "5", 0.09, 0);
  add(2.5, 0.5, "5", 0.13, 0);
  add(3.5, 0.45, "12", 0.08, 0);
  add(0.5, 1.5, "8", 0.05, 0.04);
  add(1.5, 1.5, "8", 0.09, 0.07);
  add(2.5, 1.5, "8", 0.13, 0.1);
  OverlayGlyphs* toned = add(1.5, 2.5, "4", 0.08, 0);
  toned->colour = kWhite, toned->background = tile;
  toned->halo = 0.1, toned->halo_colour = {0, 0, 0, 0.25f};
  OverlayGlyphs* light = add(0.5, 2.5, "4", 0.08, 0);
  light->colour = {0.6f, 0.75f, 1, 1}, light->background = tile;
  OverlayGlyphs* over_marks = add(3.5, 3.5, "7", 0.08, 0);
  over_marks->halo = 0.08, over_marks->halo_colour = sheet;
  placed.overlay.rects = {{2.08, 3.08, 0.84, 0.84, {0.85f, 0.84f, 0.78f, 0.6f}, true}};
  OverlayGlyphs* patched = add(2.5, 3.5, "7", 0.08, 0);
  patched->halo = 0.08, patched->halo_colour = sheet;
  scene.boards = {placed};
  return scene;
}

Scene two_boards() {
  Scene scene =
      board("two_boards", {400, 240}, Quad{{{{20, 60}, {170, 40}, {185, 190}, {10, 210}}}}, 9, 3,
            digit, "solved", false);
  Scene second = board("", {400, 240}, Quad{{{{240, 60}, {300, 80}, {282, 140}, {220, 118}}}}, 9, 3,
                       digit, "come closer", false);
  cv::min(scene.picture, second.picture, scene.picture);
  // Turned upside down, as a puzzle on the other side of the table lies.
  second.boards[0].image_from_board = second.boards[0].image_from_board.rotated_board(2, 9);
  scene.boards.push_back(second.boards[0]);
  return scene;
}

}  // namespace

std::vector<Scene> scenes() {
  const auto hex = [](int value) { return std::string(1, "0123456789ABCDEF"[value]); };
  const Quad steep{{{{120, 30}, {250, 45}, {310, 225}, {20, 200}}}};
  const Quad turned{{{{60, 190}, {90, 30}, {262, 62}, {240, 222}}}};
  return {
      board("steep", {320, 240}, steep, 9, 3, digit, "solved", false),
      board("mirrored", {320, 240}, steep, 9, 3, digit, "solved", true),
      board("turned_hex", {320, 240}, turned, 16, 4, hex, "reading", false),
      board("numbers_to_25", {480, 420}, Quad{{{{30, 30}, {450, 22}, {462, 402}, {18, 396}}}}, 25,
            5, digit, "", false),
      board("tiny", {160, 120}, Quad{{{{40, 30}, {112, 32}, {110, 104}, {38, 102}}}}, 9, 3, digit,
            "", false),
      board("close_up", {320, 240}, Quad{{{{-350, -260}, {560, -190}, {600, 540}, {-330, 600}}}}, 4,
            2, digit, "solved", false),
      marks(),
      inks(),
      two_boards(),
  };
}

}  // namespace gridlens::golden
