#pragma once

#include <opencv2/core/types.hpp>
#include <string>

#include "app/session/session_view.h"

namespace gridlens {

// "Hold a puzzle to the camera": a card in the middle of the picture. It goes for good once this
// camera has shown a board or a key was pressed.
class FirstMinuteCard {
 public:
  void dismiss() { dismissed_ = true; }  // a key was pressed
  [[nodiscard]] bool is_shown(const SessionView& view) const;

  // `picture`: its place, ImGui units. While the card is shown the tip stands in it.
  void draw(const SessionView& view, cv::Rect2f picture, double scale);

 private:
  std::string source_;  // that it was dismissed for
  bool dismissed_ = false;
};

}  // namespace gridlens
