// What happens on a computer's display.
#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "tests/simulator/scenario_set.h"
#include "tests/simulator/sequence_writer.h"

namespace gridlens::generator {
namespace {

constexpr double kBar = 34;  // a window's title, pixels

// Two colours running into each other, as backgrounds are.
cv::Mat make_background(cv::Size size, Random& random) {
  const cv::Vec3d a(random.uniform(20, 200), random.uniform(20, 160), random.uniform(10, 140));
  const cv::Vec3d b(random.uniform(20, 200), random.uniform(20, 160), random.uniform(10, 140));
  cv::Mat picture(size, CV_8UC3);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      const double share = 0.5 + 0.5 * std::sin(0.004 * x + 0.006 * y);
      picture.at<cv::Vec3b>(y, x) = cv::Vec3b(a * (1 - share) + b * share);
    }
  return picture;
}

void write_title(Canvas& canvas, const std::string& text, Colour bar, Colour ink) {
  canvas.fill_rect(-0.5, -0.5, canvas.area().width - 0.5, kBar, bar);
  canvas.text(font("Inter-SemiBold.otf").at_baseline(text, {14, kBar * 0.68}, {11, 0, 0, 1, 0}),
              ink);
  for (int i = 0; i < 3; ++i)
    canvas.disc({canvas.area().width - 18 - 20 * i, kBar / 2}, 5.5, mix(bar, ink, 0.5));
}

}  // namespace

void SequenceWriter::open_display() {
  Random random = random_.fork("display");
  const cv::Size size = stage_.size;
  app_style_ = random_app_style(random, random.chance(0.3));
  app_style_.entry_share = app_style_.mark_share = 0;
  app_cell_px_ = std::floor(board_px_ / shape_.n());
  // A filmed display ends a little outside the picture, or within it.
  const double over = stage_.captured ? 1 : random.uniform(0.95, 1.3);
  const cv::Size pixels(int(size.width * over), int(size.height * over));
  display_ = std::make_shared<Display>(make_background(pixels, random));
  Thing frame;  // around it
  frame.texture = std::make_shared<const Texture>(sheet_texture(
      cv::Mat(pixels.height + 36, pixels.width + 36, CV_8UC3, cv::Scalar(22, 20, 20)), 6 * unit_));
  frame.centre = {(pixels.width + 35) / 2.0, (pixels.height + 35) / 2.0};
  Thing thing;
  thing.display = display_;
  thing.centre = {(pixels.width - 1) / 2.0, (pixels.height - 1) / 2.0};
  display_->windows.push_back(make_app(random.fork("app")));
  app_ = 0;
  thing.texture = display_->texture(0);
  if (!stage_.captured) put(std::move(frame), {});
  on_top_[0] = put(std::move(thing), {});
}

Window SequenceWriter::make_app(Random random) {
  const double board = app_cell_px_ * shape_.n();
  const double margin = std::floor(board * random.uniform(0.03, 0.08));
  Canvas canvas({int(board + 2 * margin), int(board + 2 * margin + kBar)}, app_style_.background);
  write_title(canvas, "Sudoku", mix(app_style_.background, app_style_.line, 0.15),
              app_style_.given);
  PuzzleOptions options;
  if (shape_.n() > 12) options.given_share = 0.5;
  const Puzzle puzzle = make_puzzle(shape_, random, options);
  Window window;
  window.boards.push_back(
      paint_app_board(canvas, {margin, kBar + margin}, app_cell_px_, puzzle, app_style_, random));
  window.looks.push_back({0, canvas.bgr()});
  window.first_board = stage_.boards++;
  const cv::Size size = canvas.bgr().size(), all = display_->size();
  // In the middle of the picture, give or take what room there is.
  const auto about = [&](int display, int picture, int width) {
    const double room = std::max(0.0, 0.45 * (picture - width));
    return std::clamp((display - width) / 2.0 + random.uniform(-room, room), 0.0,
                      std::max(0.0, double(display - width)));
  };
  window.keys.push_back({0, cv::Point2d(about(all.width, stage_.size.width, size.width),
                                        about(all.height, stage_.size.height, size.height))});
  return window;
}

Window SequenceWriter::make_other_window(Random random) {
  const cv::Size size(int(board_px_ * random.uniform(0.5, 1.5)),
                      int(board_px_ * random.uniform(0.4, 1.2) + kBar));
  const bool dark = random.chance(0.4);
  const Colour background = dark ? Colour{30, 32, 36} : Colour{250, 250, 250};
  Canvas canvas(size, background);
  const cv::Rect2d inner(14, kBar + 12, size.width - 28, size.height - kBar - 24);
  const std::vector<Clutter> kinds{Clutter::text_column, Clutter::spreadsheet, Clutter::picture,
                                   Clutter::form,        Clutter::timetable,   Clutter::calendar};
  if (!dark && random.chance(0.8)) paint_clutter(canvas, inner, random.pick(kinds), random);
  if (dark)  // a terminal
    for (double y = kBar + 22; y < size.height - 10; y += 17)
      canvas.text(font("Inter-Medium.otf")
                      .at_baseline(random_sentence(random, random.integer(5, 60)), {14, y},
                                   {8.5, 0, 0, 1, 0}),
                  {180, 210, 180});
  write_title(canvas, random_sentence(random, 14), mix(background, {128, 128, 135}, 0.25),
              dark ? Colour{220, 220, 220} : Colour{40, 40, 40});
  Window window;
  window.looks.push_back({0, canvas.bgr()});
  return window;
}

void SequenceWriter::new_game() {
  display_->windows[app_].to_s = now_s_;
  Window next = make_app(random_.fork("game").fork(random_.next()));
  next.from_s = now_s_;
  if (random_.chance(0.7)) {  // in the same window
    const cv::Point2d corner(display_->windows[app_].corner_at(now_s_));
    const cv::Size grown = next.looks[0].bgr.size() - display_->windows[app_].looks[0].bgr.size();
    next.keys[0].corner = corner - cv::Point2d(grown.width / 2, grown.height / 2);
  }
  display_->windows.push_back(std::move(next));
  app_ = display_->windows.size() - 1;
  now_s_ += 1 / stage_.fps;
}

void SequenceWriter::window() {
  Window other = make_other_window(random_.fork("window").fork(random_.next()));
  const cv::Rect board = display_->windows[app_].area_at(now_s_);
  const cv::Size size = other.looks[0].bgr.size(), all = display_->size();
  const cv::Point2d middle(board.x + board.width / 2.0 - size.width / 2.0,
                           board.y + board.height / 2.0 - size.height / 2.0);
  const cv::Point2d over =
      middle + tilt_towards(random_.uniform(0, 0.3) * board_px_, any_direction(random_));
  const auto outside = [&] {
    return over + tilt_towards(0.6 * std::hypot(all.width, all.height) +
                                   0.5 * std::hypot(size.width, size.height),
                               random_.integer(0, 3) * 90 * kDegree + random_.normal() * 0.2);
  };
  other.from_s = now_s_;
  const double stays_s = random_.uniform(0.15, 0.9);
  if (random_.chance(0.75)) {  // dragged over it
    const double comes_s = random_.uniform(0.25, 0.8);
    other.keys = {{now_s_, outside()}, {now_s_ + comes_s, over}};
    now_s_ += comes_s;
  } else {  // opened there
    other.keys = {{now_s_, over}};
  }
  now_s_ += stays_s;
  if (random_.chance(0.7)) {
    other.keys.push_back({now_s_, over});
    now_s_ += random_.uniform(0.25, 0.8);
    other.keys.push_back({now_s_, outside()});
  }
  other.to_s = now_s_;
  display_->windows.push_back(std::move(other));
}

void SequenceWriter::move_window() {
  Window& app = display_->windows[app_];
  const cv::Rect area = app.area_at(now_s_);
  const cv::Size all = display_->size();
  // To where all of it is in the picture.
  const auto room = [&](int display, int picture, int width) {
    const double free = std::max(0.0, 0.9 * (std::min(display, picture) - width));
    return (display - width) / 2.0 + random_.uniform(-0.5, 0.5) * free;
  };
  const cv::Point2d from(area.tl()), to(room(all.width, stage_.size.width, area.width),
                                        room(all.height, stage_.size.height, area.height));
  app.keys.push_back({now_s_, from});
  if (random_.chance(0.5)) {  // not straight
    now_s_ += random_.uniform(0.2, 0.5);
    app.keys.push_back(
        {now_s_, (from + to) * 0.5 +
                     tilt_towards(random_.uniform(0.1, 0.4) * board_px_, any_direction(random_))});
  }
  now_s_ += random_.uniform(0.2, 0.7);
  app.keys.push_back({now_s_, to});
}

// A search tries values in one cell after another and takes back what fails. What stands there at
// the end is right: nothing, some cells or all of them.
void SequenceWriter::animation() {
  Window& app = display_->windows[app_];
  PrintedBoard& board = app.boards[0];
  const int n = board.shape().n();
  const cv::Mat empty = app.looks.front().bgr;
  cv::Mat shown = app.looks.back().bgr.clone();
  const cv::Point2d corner = board.corners.corners[0];
  std::vector<int> open;
  for (int cell = 0; cell < n * n; ++cell)
    if (board.puzzle.givens.at(cell) == 0) open.push_back(cell);
  if (random_.chance(0.4)) random_.shuffle(open);
  const auto write = [&](int cell, int value) {  // 0: takes it back
    const cv::Point2d at = corner + cv::Point2d(cell % n, cell / n) * app_cell_px_;
    const cv::Rect patch(int(std::ceil(at.x)), int(std::ceil(at.y)), int(app_cell_px_),
                         int(app_cell_px_));
    empty(patch).copyTo(shown(patch));
    if (value == 0) return;
    Canvas canvas({1, 1}, {});
    canvas.bgr() = shown;
    type_app_entry(canvas, corner, app_cell_px_, cell / n, cell % n, value, app_style_);
  };
  const auto look = [&] { app.looks.push_back({now_s_, shown.clone()}); };
  const double rate_hz = random_.uniform(5, 25);
  const double ends_s = now_s_ + random_.uniform(0.8, 2.0);
  const double back = random_.uniform(0.1, 0.5);
  const int at_once = random_.integer(1, 3);
  size_t filled = 0;
  while (now_s_ < ends_s) {
    now_s_ += 1 / rate_hz;
    for (int i = 0; i < at_once; ++i) {
      if (filled > 0 && random_.chance(back))
        write(open[--filled], 0);
      else if (filled < open.size())
        write(open[filled++], random_.integer(1, n));
    }
    look();
  }
  const double end = random_.uniform();
  const size_t keeps = end < 0.4 ? 0 : end < 0.7 ? open.size() : open.size() / 2;
  for (size_t i = 0; i < open.size(); ++i) {
    const int row = open[i] / n, column = open[i] % n;
    write(open[i], i < keeps ? board.puzzle.solution.at(row, column) : 0);
  }
  now_s_ += 1 / rate_hz;
  look();
}

}  // namespace gridlens::generator
