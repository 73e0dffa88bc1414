#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/simulator/stage.h"

namespace gridlens::generator {

// What may happen before a sequence comes to rest.
enum class Event {
  slide_in = 1,  // another sheet slides over the one that lies there, from any side
  swap,          // another page lies there from one frame to the next; on a display: a new game
  hand,          // a hand comes, lies on the board and goes
  sheet,         // a sheet without a Sudoku, or a blank one, slides over the board and away again
  turn_over,     // a sheet is turned on its face, then back, or there is another one
  leave,         // of two boards one is pulled away
  defocus,       // the autofocus hunts
  light,         // off and on
  zoom,          // from far, or away and back
  pan,           // into the picture, or out and back
  shake,
  rotate,
  window,       // another program's window over the board
  move_window,  // the board's own window is dragged elsewhere
  animation,    // a solver fills in entries and takes them back, several times a second
};

const char* to_string(Event event);
std::optional<Event> event_named(const std::string& name);
const std::vector<Event>& all_events();

struct SequenceOptions {
  std::uint64_t seed = 1;
  std::optional<cv::Size> size;  // instead of a random one of 640x480 and 1280x720
  std::optional<Event> last;     // the last event; the others stay random
};

struct SequenceFrame {
  cv::Mat bgr;  // CV_8UC3
  FrameTruth truth;
  std::vector<BoardFacts> facts;  // of the truth's boards, one by one
};

// Two to five random events that boards live through, then two seconds of rest. The same options
// give the same frames, in any order. Scenes, events and all their parameters come from the seed.
class Sequence {
 public:
  explicit Sequence(const SequenceOptions& options);

  [[nodiscard]] int frames() const { return rest_from_ + kRestFrames; }
  [[nodiscard]] int rest_from() const { return rest_from_; }
  [[nodiscard]] double fps() const { return stage_->fps; }
  [[nodiscard]] cv::Size size() const { return stage_->size; }
  [[nodiscard]] const std::vector<Event>& events() const { return events_; }
  [[nodiscard]] const std::string& scene() const { return scene_; }  // "two newspapers 3x3"
  [[nodiscard]] std::string about() const;  // "640x480 puzzle 3x3: slide_in, hand"

  // The truth without the picture: cheap.
  [[nodiscard]] FrameTruth truth(int index, std::vector<BoardFacts>& facts) const;
  [[nodiscard]] SequenceFrame frame(int index) const;

  // Numbers of the boards that are readable in every frame of the rest.
  [[nodiscard]] std::vector<int> readable_boards() const;

  static constexpr int kRestFrames = 60;

 private:
  std::unique_ptr<Stage> stage_;
  std::vector<Event> events_;
  std::string scene_;
  int rest_from_ = 0;
  std::unique_ptr<StageView> view_;
  std::shared_ptr<const class Sensor> sensor_;
};

}  // namespace gridlens::generator
