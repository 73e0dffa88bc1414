#pragma once

#include <algorithm>
#include <functional>
#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/fill/board_looker.h"
#include "core/fill/fill_window.h"

namespace gridlens {

// A program with a 4x4 board in a window, on a desktop with a mouse and a keyboard. Its pictures
// hold each cell's value as a grey level, which FakeLooker reads.
class FakeFillDesk : public FillWindow {
 public:
  static constexpr int kCell = 20;   // px
  static constexpr int kLevel = 20;  // grey levels a value
  static constexpr int kMark = 3;    // added where a cell is selected
  static constexpr int kCover = 7;   // what is no cell

  explicit FakeFillDesk(Grid puzzle) : board(std::move(puzzle)), fixed(board) {
    state.exists = state.shown = state.focused = true;
    state.place_px = {300, 200, 4 * kCell, 4 * kCell};
  }

  WindowSight sight(const cv::Rect&) override {
    if (busy_sights > 0) --busy_sights;
    state.answered = answers_pings && busy_sights == 0 && late_click_ == 0;
    return state;
  }

  cv::Mat grab() override {
    ++grabs;
    if (late_click_ > 0 && --late_click_ == 0) select();
    if (!state.exists || !state.shown) return {};
    cv::Mat picture(state.place_px.size(), CV_8UC3, cv::Scalar::all(0));
    for (int cell = 0; cell < 16; ++cell) {
      const int mark = marks && cell == selected ? kMark : 0;
      const bool hidden = popover_looks > 0 && cell / 4 == selected / 4 + 1;
      const bool glows = mark_hides && cell == selected;
      const int level = glows ? kMark : hidden || blank ? kCover : kLevel * board.at(cell) + mark;
      picture(cv::Rect(cell % 4 * kCell, cell / 4 * kCell, kCell, kCell) &
              cv::Rect({0, 0}, picture.size())) = cv::Scalar::all(level);
    }
    if (popover_looks > 0 && popover_closes) --popover_looks;
    return picture;
  }

  void activate() override {
    ++activations;
    if (comes_to_front) state.focused = state.shown = true;
  }

  [[nodiscard]] bool selects_by_pointer() const override { return pointer_selects; }

  void ping() override { busy_sights = hangs ? 1'000'000 : busy_looks; }

  void move_pointer(cv::Point at) override {
    log("move " + std::to_string(at.x) + "," + std::to_string(at.y));
    state.pointer_px = at;
    if (pointer_selects) select();
  }

  void press_button(bool down) override {
    log(down ? "button down" : "button up");
    if (!down || lazy) return;
    if (late_clicks > 0)
      late_click_ = late_clicks;
    else
      select();
    popover_closes = false;
    popover_looks = popover ? 3 : 0;
  }

  bool press_key(char symbol, bool down) override {
    if (symbol == missing_key) return false;
    log(std::string("key ") + symbol + (down ? " down" : " up"));
    if (!down || selected < 0) return true;
    popover_closes = true;
    keys.push_back({selected, symbol});
    const bool lost = lost_keys > 0 && lost_keys-- > 0;
    if (!refuses && !lost && fixed.at(selected) == 0) board.set(selected, symbol - '0');
    if (on_key) on_key();
    return true;
  }

  // Presses, and what they are part of; lifting is not among them.
  [[nodiscard]] std::size_t presses() const {
    return static_cast<std::size_t>(std::count_if(events.begin(), events.end(), [](const auto& e) {
      return e.find("up") == std::string::npos;
    }));
  }
  [[nodiscard]] bool all_lifted() const {
    const auto count = [&](const std::string& end) {
      return std::count_if(events.begin(), events.end(),
                           [&](const auto& event) { return event.ends_with(end); });
    };
    return count(" down") == count(" up");
  }

  Grid board;
  const Grid fixed;
  WindowSight state;
  std::vector<std::string> events;
  std::vector<std::pair<int, char>> keys;  // and the cells that got them
  std::function<void()> on_key;
  int selected = -1, activations = 0, grabs = 0;
  int lost_keys = 0;     // of the next ones
  bool refuses = false;  // all keys from now on
  int late_clicks = 0;   // a click counts so many pictures later
  bool popover = false;  // over the row below while a cell is selected
  bool blank = false;    // the whole board
  bool comes_to_front = true;
  bool pointer_selects = false;
  bool mark_hides = false;  // the selected cell's symbol
  char missing_key = 0;
  bool marks = true;  // the selected cell
  bool lazy = false;  // clicks are ignored
  bool answers_pings = true;
  bool hangs = false;
  int busy_looks = 3;  // sights until a ping is answered

 private:
  int busy_sights = 0;  // until the newest ping is answered
  int late_click_ = 0;  // pictures until the newest click counts
  void select() {
    const cv::Point at = state.pointer_px - state.place_px.tl();
    selected = at.y / kCell * 4 + at.x / kCell;
  }
  void log(std::string event) { events.push_back(std::move(event)); }

  int popover_looks = 0;  // more, that show it
  bool popover_closes = false;
};

// Reads FakeFillDesk's pictures.
class FakeLooker : public BoardLooker {
 public:
  FakeLooker(Grid givens, Grid solution)
      : givens_(std::move(givens)), solution_(std::move(solution)) {}

  void start(cv::Mat bgr, bool glance) override {
    picture_ = std::move(bgr);
    glance ? ++glances : ++thorough;
    blind_ = glance && blind_glances;
    wait_ = takes_looks;
  }

  std::optional<std::vector<BoardResult>> take() override {
    if (picture_.empty() || wait_-- > 0) return std::nullopt;
    constexpr int kCell = FakeFillDesk::kCell;
    BoardResult result;
    result.n = 4;
    result.state = BoardState::solved;
    result.shape = Shape{2, 2};
    result.alphabet = Alphabet{AlphabetKind::numerals, 4};
    result.image_from_board = Homography({kCell, 0, 0, 0, kCell, 0, 0, 0, 1});
    result.clues = result.entries = Grid(Shape{2, 2});
    int hidden = 0;
    for (int cell = 0; cell < 16; ++cell) {
      const int row = cell / 4, col = cell % 4;
      const int level = picture_.at<cv::Vec3b>(row * kCell + kCell / 2, col * kCell + kCell / 2)[0];
      if (level == FakeFillDesk::kCover) ++hidden;
      const int value = level / FakeFillDesk::kLevel;
      Grid& where = givens_.at(row, col) > 0 ? *result.clues : *result.entries;
      if (value >= 1 && value <= 4) where.set(row, col, value);
    }
    picture_.release();
    if (hidden == 16 || blind_) return std::vector<BoardResult>{};
    if (hidden > 0) result.state = BoardState::unreadable;
    if (result.state == BoardState::solved) result.solution = solution_;
    return std::vector<BoardResult>{result};
  }

  int takes_looks = 1, glances = 0, thorough = 0;
  bool blind_glances = false;  // show nothing

 private:
  bool blind_ = false;
  Grid givens_, solution_;
  cv::Mat picture_;
  int wait_ = 0;
};

}  // namespace gridlens
