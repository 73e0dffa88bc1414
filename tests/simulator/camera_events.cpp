// What happens to the camera, and to the light.
#include <algorithm>
#include <cmath>

#include "tests/simulator/scenario_set.h"
#include "tests/simulator/sequence_writer.h"

namespace gridlens::generator {

// Rests where it is until now, then goes on.
void SequenceWriter::move_camera(double takes_s, const Pose& to) {
  stage_.camera.push_back({now_s_, stage_.camera.back().pose});
  now_s_ += takes_s;
  stage_.camera.push_back({now_s_, to});
}

void SequenceWriter::defocus() {
  const int swings = random_.integer(1, 3);
  stage_.defocus_px.to(now_s_, 0);
  for (int i = 0; i < swings; ++i) {
    now_s_ += random_.uniform(0.1, 0.35);
    stage_.defocus_px.to(now_s_, random_.uniform(2, 9) * unit_);
    now_s_ += random_.uniform(0.1, 0.35);
    stage_.defocus_px.to(now_s_, i + 1 < swings ? random_.uniform(0, 1.5) * unit_ : 0);
  }
}

void SequenceWriter::light() {
  stage_.gain.to(now_s_, 1);
  now_s_ += random_.uniform(0.02, 0.15);
  stage_.gain.to(now_s_, random_.uniform(0.01, 0.1));
  now_s_ += random_.uniform(0.1, 0.8);
  stage_.gain.to(now_s_, stage_.gain.at(now_s_));
  now_s_ += random_.uniform(0.02, 0.2);
  // The camera's gain has gone up in the dark.
  stage_.gain.to(now_s_, random_.chance(0.5) ? random_.uniform(1, 1.8) : 1);
  now_s_ += random_.uniform(0.05, 0.3);
  stage_.gain.to(now_s_, 1);
}

void SequenceWriter::zoom() {
  Pose far = base_;
  far.distance *= random_.uniform(2.5, 7);
  far.tilt += tilt_towards(random_.uniform(0, 10) * kDegree, any_direction(random_));
  far.aim_px += tilt_towards(random_.uniform(0, 0.25) * stage_.size.height, any_direction(random_));
  if (is_first())
    stage_.camera.back().pose = far;
  else
    move_camera(random_.uniform(0.25, 0.7), far);
  now_s_ += random_.uniform(0, 0.4);
  move_camera(random_.uniform(0.3, 1.2), base_);
}

void SequenceWriter::pan() {
  Pose away = base_;
  const double reach = 0.62 * stage_.size.width + 0.9 * board_px_;
  away.aim_px += tilt_towards(reach * random_.uniform(0.8, 1.1), any_direction(random_));
  away.roll_rad += random_.uniform(-10, 10) * kDegree;
  if (is_first())
    stage_.camera.back().pose = away;
  else
    move_camera(random_.uniform(0.25, 0.8), away);
  now_s_ += random_.uniform(0, 0.4);
  move_camera(random_.uniform(0.25, 1.0), base_);
}

void SequenceWriter::shake() {
  const double takes_s = random_.uniform(0.3, 0.9);
  stage_.shakings.push_back({now_s_, now_s_ + takes_s, random_.uniform(12, 75) * unit_,
                             random_.uniform(0, 4) * kDegree, random_.uniform(2.5, 7),
                             any_direction(random_)});
  now_s_ += takes_s;
}

void SequenceWriter::rotate() {
  const bool wide = slots_ == 2 || kind_ == PageKind::two_boards;
  double turn = random_.chance(0.5) ? 180 : 90 * (random_.chance(0.5) ? 1 : -1);
  if (wide) turn = 180;
  // Small boards come to rest at any angle.
  if (!wide && board_px_ < 0.62 * stage_.size.height && random_.chance(0.5))
    turn = random_.uniform(40, 180) * (random_.chance(0.5) ? 1 : -1);
  base_.roll_rad += turn * kDegree;
  move_camera(random_.uniform(0.25, 0.9), base_);
}

}  // namespace gridlens::generator
