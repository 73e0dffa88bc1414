#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/simulator/app_board.h"
#include "tests/simulator/sequence.h"

namespace gridlens::generator {

// Sets up a stage and writes events onto it, one after another; `now_s` is where the next begins.
class SequenceWriter {
 public:
  SequenceWriter(Stage& stage, const SequenceOptions& options);

  // Events that may come next, the likelier ones several times.
  [[nodiscard]] std::vector<Event> choices() const;
  void add(Event event);  // one of the choices
  void pause(double s) { now_s_ += s; }
  [[nodiscard]] double now_s() const { return now_s_; }
  [[nodiscard]] std::string scene() const;

 private:
  enum class Medium { paper = 1, filmed_display, captured_display };

  // The scene: sequence_writer.cpp
  void choose_scene(const SequenceOptions& options);
  void set_camera();
  void lay_first_sheets();
  [[nodiscard]] double rest_share() const;
  [[nodiscard]] Thing make_sheet(PageKind kind, Random random);
  [[nodiscard]] Place resting(size_t slot);
  [[nodiscard]] Place beyond_the_picture(const Thing& thing, cv::Point2d from,
                                         double direction_rad);
  size_t put(Thing thing, const Place& at);  // its number
  [[nodiscard]] size_t any_slot();
  [[nodiscard]] bool is_paper() const { return medium_ == Medium::paper; }

  // paper_events.cpp
  void slide_in();
  void swap();
  void hand();
  void sheet();
  void turn_over();
  void leave();

  // camera_events.cpp
  void defocus();
  void light();
  void zoom();
  void pan();
  void shake();
  void rotate();
  [[nodiscard]] bool is_first() const { return now_s_ == 0; }
  void move_camera(double takes_s, const Pose& to);

  // screen_events.cpp
  void open_display();
  [[nodiscard]] Window make_app(Random random);
  [[nodiscard]] Window make_other_window(Random random);
  void new_game();
  void window();
  void move_window();
  void animation();

  Stage& stage_;
  Random random_;
  Medium medium_ = Medium::paper;
  PageKind kind_ = PageKind::puzzle;
  Shape shape_;
  StyleRanges style_;
  size_t slots_ = 1;
  double board_px_ = 300;  // side of a board at rest, square on
  double unit_ = 1;        // frame height / 720
  Pose base_;              // where the camera rests
  double now_s_ = 0;
  std::vector<std::optional<size_t>> on_top_;  // the thing that lies on top in each slot
  // Displays
  std::shared_ptr<Display> display_;
  AppStyle app_style_;
  double app_cell_px_ = 40;
  size_t app_ = 0;  // the board's window
};

}  // namespace gridlens::generator
