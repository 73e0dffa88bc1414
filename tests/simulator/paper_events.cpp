// What is done with sheets of paper, and hands.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>

#include "tests/simulator/hand_picture.h"
#include "tests/simulator/scenario_set.h"
#include "tests/simulator/sequence_writer.h"

namespace gridlens::generator {
namespace {

// From the right, the left, above, below; or aslant.
double any_side(Random& random) {
  const double side = random.integer(0, 3) * 90 * kDegree;
  return random.chance(0.3) ? any_direction(random) : side + random.uniform(-12, 12) * kDegree;
}

Course any_course(Random& random) {
  return random.chance(0.4) ? Course::braked : random.chance(0.5) ? Course::even : Course::eased;
}

// The other side of a sheet: paper, with a breath of the print showing through.
std::shared_ptr<const Texture> back_of(const Texture& face) {
  const cv::Mat& coded = face.level_for(1e9).coded;
  cv::Mat through, back(coded.size(), CV_32FC4);
  cv::GaussianBlur(coded, through, {}, 2.5);
  for (int y = 0; y < back.rows; ++y)
    for (int x = 0; x < back.cols; ++x) {
      const cv::Vec4b print = through.at<cv::Vec4b>(y, x);
      const bool paper = coded.at<cv::Vec4b>(y, x)[3] == 255;  // else the shadow around
      auto& pixel = back.at<cv::Vec4f>(y, x);
      for (int i = 0; i < 3; ++i) pixel[i] = paper ? 0.70f + 0.10f * float(print[i]) / 255 : 0;
      pixel[3] = static_cast<float>(coded.at<cv::Vec4b>(y, x)[3]) / 255;
    }
  return std::make_shared<const Texture>(back, -face.area().tl() - cv::Point2d(0.5, 0.5));
}

}  // namespace

void SequenceWriter::slide_in() {
  const size_t slot = size_t(random_.integer(0, int(slots_) - 1));
  Thing sheet = make_sheet(kind_, random_.fork("slide").fork(random_.next()));
  const Place rest = resting(slot);
  Place start = beyond_the_picture(sheet, rest.middle, any_side(random_));
  if (random_.chance(0.5)) start.angle_rad /= 3;  // it turns but a little
  const double takes_s = random_.uniform(0.25, 1.1);
  sheet.from_s = now_s_;
  const size_t number = put(std::move(sheet), start);
  stage_.things[number].go(now_s_, takes_s, rest, any_course(random_));
  on_top_[slot] = number;
  now_s_ += takes_s;
}

void SequenceWriter::swap() {
  const size_t slot = size_t(random_.integer(0, int(slots_) - 1));
  // All that has gathered here is gone at once.
  if (slots_ == 1)
    for (Thing& thing : stage_.things) thing.to_s = std::min(thing.to_s, now_s_);
  else if (on_top_[slot])
    stage_.things[*on_top_[slot]].to_s = now_s_;
  Thing sheet = make_sheet(kind_, random_.fork("swap").fork(random_.next()));
  sheet.from_s = now_s_;
  on_top_[slot] = put(std::move(sheet), resting(slot));
  now_s_ += 1 / stage_.fps;
}

void SequenceWriter::hand() {
  const double length = board_px_ * random_.uniform(0.8, 1.5);
  const double drawn = std::min(length, 300.0);  // texture
  const double way = 1.3 * std::hypot(stage_.size.width, stage_.size.height);
  Thing hand;
  hand.hand = true;
  hand.scale = length / drawn;
  Random look = random_.fork("hand");  // the same hand all along
  hand.texture = std::make_shared<const Texture>(hand_texture(drawn, way / hand.scale, look));
  const size_t slot = any_slot();
  cv::Point2d over =
      on_top_[slot] ? stage_.things[*on_top_[slot]].at(now_s_).middle : cv::Point2d();
  over += tilt_towards(random_.uniform(0, 0.35) * board_px_, any_direction(random_));
  const double from = random_.chance(0.7) ? random_.uniform(20, 160) * kDegree  // from below
                                          : any_direction(random_);
  Place away;
  away.middle = over + tilt_towards(0.62 * way, from);
  away.angle_rad = from + random_.uniform(-10, 10) * kDegree;
  Place there{over, from, 0};
  hand.from_s = now_s_;
  const size_t number = put(std::move(hand), away);
  Thing& moving = stage_.things[number];
  const double comes_s = random_.uniform(0.2, 0.5), stays_s = random_.uniform(0.1, 0.9);
  moving.go(now_s_, comes_s, there, Course::eased);
  now_s_ += comes_s;
  for (double left = stays_s; left > 0; left -= 0.3) {
    there.middle += tilt_towards(random_.uniform(0, 0.08) * board_px_, any_direction(random_));
    there.angle_rad += random_.uniform(-4, 4) * kDegree;
    moving.go(now_s_, 0.3, there, Course::eased);
    now_s_ += 0.3;
  }
  const double goes_s = random_.uniform(0.2, 0.5);
  moving.go(now_s_, goes_s, away, Course::eased);
  now_s_ += goes_s;
  moving.to_s = now_s_;
}

void SequenceWriter::sheet() {
  Random random = random_.fork("cover").fork(random_.next());
  Thing cover;
  if (random.chance(0.3)) {
    const double white = random.uniform(205, 250);
    const cv::Mat blank(int(1.9 * board_px_), int(1.5 * board_px_), CV_8UC3,
                        cv::Scalar(white - random.uniform(0, 25), white, white));
    cover.texture = std::make_shared<const Texture>(sheet_texture(blank, 4 * unit_));
    cover.centre = {(blank.cols - 1) / 2.0, (blank.rows - 1) / 2.0};
  } else {
    cover = make_sheet(PageKind::negative, random);
  }
  const size_t slot = any_slot();
  Place over = resting(slot);
  over.middle += tilt_towards(random_.uniform(0, 0.3) * board_px_, any_direction(random_));
  const Place start = beyond_the_picture(cover, over.middle, any_side(random_));
  const Place end = beyond_the_picture(cover, over.middle, any_side(random_));
  cover.from_s = now_s_;
  const size_t number = put(std::move(cover), start);
  Thing& moving = stage_.things[number];
  const double comes_s = random_.uniform(0.25, 0.9), stays_s = random_.uniform(0.1, 1.0);
  const double goes_s = random_.uniform(0.25, 0.9);
  moving.go(now_s_, comes_s, over, any_course(random_));
  moving.go(now_s_ + comes_s + stays_s, goes_s, end, Course::eased);
  now_s_ += comes_s + stays_s + goes_s;
  moving.to_s = now_s_;
}

void SequenceWriter::turn_over() {
  const size_t slot = any_slot();
  if (!on_top_[slot]) return slide_in();
  const size_t number = *on_top_[slot];
  stage_.things[number].back = back_of(*stage_.things[number].texture);
  const double sign = random_.chance(0.5) ? 1 : -1;
  const double turns_s = random_.uniform(0.25, 0.6), blank_s = random_.uniform(0.1, 0.8);
  Place turned = stage_.things[number].at(now_s_);
  turned.flip_rad = sign * std::numbers::pi;
  turned.middle += tilt_towards(random_.uniform(0, 0.02) * board_px_, any_direction(random_));
  stage_.things[number].go(now_s_, turns_s, turned, Course::eased);
  now_s_ += turns_s + blank_s;
  const double back_s = random_.uniform(0.25, 0.6);
  size_t next = number;
  if (random_.chance(0.6)) {  // another sheet, as blank on its back
    stage_.things[number].to_s = now_s_;
    Thing other = make_sheet(kind_, random_.fork("turned").fork(random_.next()));
    other.back = back_of(*other.texture);
    other.from_s = now_s_;
    next = put(std::move(other), turned);
    on_top_[slot] = next;
  }
  Place face = resting(slot);
  face.flip_rad = random_.chance(0.5) ? 0 : 2 * turned.flip_rad;
  stage_.things[next].go(now_s_, back_s, face, Course::eased);
  now_s_ += back_s;
}

void SequenceWriter::leave() {
  const size_t slot = size_t(random_.integer(0, 1));
  const double outwards = (slot == 0 ? 180 : 0) * kDegree;
  const double direction = random_.chance(0.6) ? outwards + random_.uniform(-40, 40) * kDegree
                                               : (random_.chance(0.5) ? 90 : -90) * kDegree;
  // All sheets that lie in this slot.
  const double takes_s = random_.uniform(0.25, 1.0);
  for (Thing& thing : stage_.things) {
    if (!thing.is_there(now_s_) || thing.hand) continue;
    const Place at = thing.at(now_s_);
    if ((at.middle.x < 0) != (slot == 0)) continue;
    Place away = beyond_the_picture(thing, at.middle, direction);
    away.flip_rad = at.flip_rad;
    thing.go(now_s_, takes_s, away, Course::eased);
    thing.to_s = now_s_ + takes_s;
  }
  on_top_[slot].reset();
  now_s_ += takes_s;
}

}  // namespace gridlens::generator
