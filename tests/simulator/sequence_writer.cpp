#include "tests/simulator/sequence_writer.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/simulator/scenario_set.h"

namespace gridlens::generator {
namespace {

constexpr double kTexelsAPixel = 1.3;  // of a sheet, where the camera rests
constexpr double kSlotGap = 1.4;       // of two sheets side by side, in boards

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> list{{3, 3}, {3, 3}, {3, 3}, {3, 3}, {3, 3}, {3, 3}, {2, 2},
                                       {2, 3}, {3, 2}, {2, 4}, {4, 2}, {2, 5}, {5, 2}, {2, 6},
                                       {3, 4}, {4, 3}, {2, 7}, {3, 5}, {5, 3}, {4, 4}, {4, 4},
                                       {3, 6}, {4, 5}, {5, 4}, {5, 5}};
  return list;
}

}  // namespace

SequenceWriter::SequenceWriter(Stage& stage, const SequenceOptions& options)
    : stage_(stage), random_(Random(options.seed).fork("sequence")) {
  stage_.seed = options.seed;
  stage_.size =
      options.size.value_or(random_.chance(0.6) ? cv::Size(640, 480) : cv::Size(1280, 720));
  unit_ = stage_.size.height / 720.0;
  choose_scene(options);
  set_camera();
  if (is_paper())
    lay_first_sheets();
  else
    open_display();
}

void SequenceWriter::choose_scene(const SequenceOptions& options) {
  const bool display = options.last ? *options.last == Event::window ||
                                          *options.last == Event::move_window ||
                                          *options.last == Event::animation
                                    : random_.chance(0.25);
  if (display) medium_ = random_.chance(0.5) ? Medium::captured_display : Medium::filmed_display;
  const bool leaves = options.last == Event::leave;
  if (is_paper()) {
    slots_ = leaves || random_.chance(0.25) ? 2 : 1;
    kind_ = slots_ == 1 && random_.chance(0.4)    ? PageKind::newspaper
            : slots_ == 1 && random_.chance(0.12) ? PageKind::two_boards
                                                  : PageKind::puzzle;
  }
  const bool two = slots_ == 2 || kind_ == PageKind::two_boards;
  // Cells of 15.5 px at least.
  do {
    shape_ = random_.pick(shapes());
  } while (15.5 * shape_.n() > (two       ? 0.37 * stage_.size.width
                                : display ? 0.72 * stage_.size.height
                                          : 0.84 * stage_.size.height));
  style_.any_alphabet = random_.chance(0.6);
  style_.inverted = random_.chance(0.05) && shape_.n() <= 12;
  if (random_.chance(0.08)) style_.entry_share = random_.uniform(0.1, 0.5);
  const double least = 15.5 * shape_.n();
  const double most = two       ? std::min(0.37 * stage_.size.width, 0.72 * stage_.size.height)
                      : display ? 0.74 * stage_.size.height
                                : 0.76 * stage_.size.height;
  board_px_ = least >= most ? least : random_.uniform(std::max(least, 0.6 * most), most);
  on_top_.resize(slots_);
}

void SequenceWriter::set_camera() {
  Random random = random_.fork("camera");
  const cv::Size size = stage_.size;
  stage_.lens.centre = {(size.width - 1) / 2.0, (size.height - 1) / 2.0};
  stage_.lens.focal_px = size.width * random.uniform(0.9, 1.2);
  base_.target = {0, 0};
  base_.distance = stage_.lens.focal_px;
  if (medium_ == Medium::captured_display) {
    stage_.captured = true;
    stage_.light.lens_blur_px = 0;
    stage_.camera.push_back({0, base_});
    return;
  }
  const bool tight = board_px_ > 0.76 * size.height;  // large boards fill the picture
  base_.tilt = tilt_towards(random.uniform(0, tight ? 4 : 13) * kDegree, any_direction(random));
  base_.roll_rad = random.uniform(-1, 1) * (tight ? 2.5 : 9) * kDegree;
  stage_.camera.push_back({0, base_});
  if (random.chance(0.8))
    stage_.hand = {5 * unit_, 0.3 * unit_, 0.006, 0.012, 0.008};  // else on a stand
  const std::vector<double> exposures{1.0 / 250, 1.0 / 120, 1.0 / 60, 1.0 / 30, 1.0 / 30};
  stage_.exposure_s = random.pick(exposures);
  Development& light = stage_.light;
  light.vignette = random.uniform(0.05, 0.25);
  light.gradient = random.uniform(0, 0.18);
  light.gradient_rad = any_direction(random);
  light.exposure = random.uniform(0.7, 1.0);
  light.tint = {random.uniform(0.88, 1.05), 1.0, random.uniform(0.95, 1.06)};
  light.lens_blur_px = random.uniform(0.35, 0.7);
  if (random.chance(0.4)) light.sharpen = random.uniform(0.1, 0.5);
  if (random.chance(0.2)) {  // a cheap sensor
    light.read_noise = random.uniform(0.003, 0.008);
    light.shot_noise = random.uniform(0.0001, 0.0004);
  }
  if (random.chance(0.4)) light.jpeg_quality = random.integer(75, 95);
  Random wood = random.fork("desk");
  const Desk desk = is_paper() ? (random.chance(0.6)   ? Desk::wood
                                  : random.chance(0.6) ? Desk::cloth
                                                       : Desk::plain)
                               : Desk::plain;
  stage_.desk = std::make_shared<const Texture>(
      desk_texture({size.width * 3 / 2, size.height * 3 / 2}, desk, wood));
}

Thing SequenceWriter::make_sheet(PageKind kind, Random random) {
  PageOptions options;
  options.kind = kind;
  options.shape = shape_;
  options.style = style_;
  options.board_px = board_px_ * kTexelsAPixel;
  options.aged_paper = kind == PageKind::newspaper;
  if (shape_.n() > 12) options.puzzle.given_share = 0.5;
  if (kind == PageKind::negative) options.negative = random.pick(negative_kinds());
  Page page = make_page(options, random);
  Thing sheet;
  sheet.scale = 1 / kTexelsAPixel;
  if (kind == PageKind::negative) sheet.scale = 1.6 * board_px_ / page.bgr.cols;
  sheet.texture = std::make_shared<const Texture>(
      sheet_texture(page.bgr, random.uniform(2, 7) * unit_ / sheet.scale));
  sheet.centre = {(page.bgr.cols - 1) / 2.0, (page.bgr.rows - 1) / 2.0};
  if (page.boards.size() == 1) sheet.centre = page.boards[0].corners.centre();
  sheet.boards = std::move(page.boards);
  sheet.first_board = stage_.boards;
  stage_.boards += int(sheet.boards.size());
  return sheet;
}

// Where a sheet of this slot comes to lie: nearly where it should.
Place SequenceWriter::resting(size_t slot) {
  Place place;
  const bool tight = board_px_ > 0.76 * stage_.size.height;
  const double loose = (tight ? 0.004 : 0.03) * board_px_;
  place.middle = {random_.uniform(-loose, loose), random_.uniform(-loose, loose)};
  if (slots_ == 2) place.middle.x += (slot == 0 ? -0.5 : 0.5) * kSlotGap * board_px_;
  place.angle_rad = random_.uniform(-1, 1) * (tight ? 0.5 : slots_ == 2 ? 2.5 : 5) * kDegree;
  return place;
}

// Wholly out of the picture, as seen from `from` in a direction.
Place SequenceWriter::beyond_the_picture(const Thing& thing, cv::Point2d from,
                                         double direction_rad) {
  const cv::Rect2d area = thing.texture->area();
  const double reach = 0.5 * thing.scale * std::hypot(area.width, area.height) +
                       0.62 * std::hypot(stage_.size.width, stage_.size.height);
  Place place;
  place.middle = from + tilt_towards(reach, direction_rad);
  place.angle_rad = random_.uniform(-30, 30) * kDegree;
  return place;
}

size_t SequenceWriter::put(Thing thing, const Place& at) {
  thing.keys = {{0, at, Course::even}};
  // Hands stay above all sheets.
  stage_.things.push_back(std::move(thing));
  return stage_.things.size() - 1;
}

size_t SequenceWriter::any_slot() {
  std::vector<size_t> taken;
  for (size_t i = 0; i < slots_; ++i)
    if (on_top_[i]) taken.push_back(i);
  return taken.empty() ? 0 : random_.pick(taken);
}

void SequenceWriter::lay_first_sheets() {
  for (size_t slot = 0; slot < slots_; ++slot) {
    if (slot > 0 && random_.chance(0.1)) continue;
    on_top_[slot] = put(make_sheet(kind_, random_.fork("sheet").fork(slot)), resting(slot));
  }
}

std::vector<Event> SequenceWriter::choices() const {
  if (medium_ == Medium::captured_display)
    return {Event::window,    Event::window,    Event::move_window,
            Event::animation, Event::animation, Event::swap};
  if (medium_ == Medium::filmed_display)
    return {Event::window,    Event::window, Event::move_window, Event::animation,
            Event::animation, Event::swap,   Event::hand,        Event::defocus,
            Event::zoom,      Event::pan,    Event::shake};
  std::vector<Event> events{Event::slide_in, Event::slide_in, Event::slide_in, Event::swap,
                            Event::hand,     Event::hand,     Event::sheet,    Event::turn_over,
                            Event::defocus,  Event::light,    Event::zoom,     Event::pan,
                            Event::shake,    Event::rotate};
  if (slots_ == 2 && on_top_[0] && on_top_[1])
    events.insert(events.end(), {Event::leave, Event::leave});
  return events;
}

void SequenceWriter::add(Event event) {
  switch (event) {
    case Event::slide_in:
      return slide_in();
    case Event::swap:
      return is_paper() ? swap() : new_game();
    case Event::hand:
      return hand();
    case Event::sheet:
      return sheet();
    case Event::turn_over:
      return turn_over();
    case Event::leave:
      return leave();
    case Event::defocus:
      return defocus();
    case Event::light:
      return light();
    case Event::zoom:
      return zoom();
    case Event::pan:
      return pan();
    case Event::shake:
      return shake();
    case Event::rotate:
      return rotate();
    case Event::window:
      return window();
    case Event::move_window:
      return move_window();
    case Event::animation:
      return animation();
  }
}

std::string SequenceWriter::scene() const {
  std::string text = medium_ == Medium::captured_display ? "captured"
                     : medium_ == Medium::filmed_display ? "filmed"
                                                         : to_string(kind_);
  if (slots_ == 2) text += "+" + text;
  return text + " " + shape_.to_string();
}

}  // namespace gridlens::generator
