#pragma once

#include <algorithm>
#include <map>
#include <string>

namespace gridlens {

// How long texts have been shown that are told for a few seconds only: one a key.
class TextAge {
 public:
  // Milliseconds since the key's text was another one, or was not told for a while. Times must not
  // run backwards.
  double age_ms(int key, const std::string& text, double now_ms) {
    Shown& shown = shown_[key];
    if (shown.text != text || now_ms < shown.since_ms || now_ms - shown.asked_ms > kForgetMs)
      shown = {text, now_ms, now_ms};
    shown.asked_ms = now_ms;
    return now_ms - shown.since_ms;
  }

  // 1 for a few seconds, then a soft end.
  static float opacity(double age_ms) {
    return static_cast<float>(std::clamp((kShownMs + kFadeMs - age_ms) / kFadeMs, 0.0, 1.0));
  }

 private:
  static constexpr double kShownMs = 4000;
  static constexpr double kFadeMs = 500;
  static constexpr double kForgetMs = 3000;

  struct Shown {
    std::string text;
    double since_ms = 0, asked_ms = 0;
  };
  std::map<int, Shown> shown_;
};

}  // namespace gridlens
