#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/simulator/display.h"
#include "tests/simulator/film.h"
#include "tests/simulator/light.h"
#include "tests/simulator/motion.h"
#include "tests/simulator/page.h"
#include "tests/simulator/truth.h"

namespace gridlens::generator {

// A figure over time: straight between its keys, constant before and after.
class Track {
 public:
  explicit Track(double first) : keys_{{0, first}} {}
  // At or after the last key.
  void to(double time_s, double value);
  [[nodiscard]] double at(double time_s) const;
  [[nodiscard]] double last_s() const { return keys_.back().time_s; }

 private:
  struct Key {
    double time_s, value;
  };
  std::vector<Key> keys_;
};

// Where a thing lies in the world: the desk's plane, x right, y down, z away from the viewer; one
// unit is a pixel of the film where the camera rests square on.
struct Place {
  cv::Point2d middle;
  double angle_rad = 0;  // clockwise as seen
  double flip_rad = 0;   // about the thing's own upright axis: at pi it lies on its face
};

enum class Course { eased = 1, even, braked };  // speed on the way from one key to the next

// Something flat in the scene. `film_scale`: world units a unit of the texture.
struct Thing {
  std::shared_ptr<const Texture> texture;
  std::shared_ptr<Display> display;     // where given: what `texture` shows changes
  std::shared_ptr<const Texture> back;  // seen when it lies on its face; none: never turned
  cv::Point2d centre;                   // of the texture's coordinates, lies at Place::middle
  double scale = 1;
  double from_s = 0, to_s = 1e9;  // when it is there
  bool hand = false;              // covers for a while, but takes nothing's place
  std::vector<PrintedBoard> boards;
  int first_board = 0;  // the number of its first board in the sequence

  struct Key {
    double time_s;
    Place place;
    Course course;  // on the way to it
  };
  std::vector<Key> keys;

  [[nodiscard]] Place at(double time_s) const;
  [[nodiscard]] bool is_there(double time_s) const { return from_s <= time_s && time_s < to_s; }
  [[nodiscard]] bool is_moving(double open_s, double close_s) const;
  void go(double from_s, double takes_s, const Place& to, Course course);  // after its last key
};

struct Shaking {
  double from_s, to_s;
  double aim_px, roll_rad;  // largest
  double hz, phase_rad;
};

// One board of a frame, beyond what BoardTruth says.
struct BoardFacts {
  int board = 0;             // its number in the sequence; other pages have other boards
  double least_cell_px = 0;  // shortest side of its cells in the picture, of the four corner ones
  double blur_sigma_px = 0;  // lens, defocus, sampling and motion together
  double gain = 1;           // of the light; 1 is the scene's own
  double uncovered = 1;      // share without other things over it than hands, inside or not
};

// Cells of 14 px and more, blur of 1 px and less, lit, whole in the picture, uncovered.
bool is_readable(const BoardTruth& board, const BoardFacts& facts);

// All that is filmed: a camera over a desk, and what lies there. Events add to it; `things` lie
// over each other in their order.
struct Stage {
  cv::Size size;
  double fps = 30;
  double exposure_s = 1.0 / 60;
  bool captured = false;  // no film: the only thing's display itself, pixel for pixel
  Lens lens;
  std::shared_ptr<const Texture> desk;
  std::vector<Thing> things;
  std::vector<PoseKey> camera;
  HandMotion hand;
  std::vector<Shaking> shakings;
  Track gain{1}, defocus_px{0};
  Development light;
  std::uint64_t seed = 1;
  int boards = 0;  // numbers given so far
};

// The camera's way once all events are known.
class StageView {
 public:
  explicit StageView(const Stage& stage);

  [[nodiscard]] Pose pose(double time_s) const;
  [[nodiscard]] cv::Matx33d pixel_from_thing(const Thing& thing, double time_s) const;
  // The camera sees its face, not its back. From aside that ends before it stands upright.
  [[nodiscard]] bool shows_face(const Thing& thing, double time_s) const;
  [[nodiscard]] std::vector<FilmLayer> layers(double open_s, double close_s) const;
  // Every board that shows its face, covered or not, in the order of the things. `truth`: without
  // frame number and scenario.
  void tell(double time_s, FrameTruth& truth, std::vector<BoardFacts>& facts) const;

 private:
  struct Shown;  // a board and what it is on
  void tell_board(const Shown& shown, double time_s, FrameTruth& truth,
                  std::vector<BoardFacts>& facts) const;
  void tell_cover(const Shown& shown, double time_s, BoardTruth& truth, BoardFacts& facts) const;

  const Stage& stage_;
  PosePath path_;
};

}  // namespace gridlens::generator
