#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>

#include "core/vision/finding/board_finder.h"

namespace gridlens {

// Which stages of a search of the whole picture are due: those that cost much and find what is rare
// take turns over the searches of a stream.
class SearchPlan {
 public:
  // The options of the next search, in the picture `grey` (CV_8UC1). `screenshot_interval`:
  // searches of much the same picture between those that look for screenshots' boards without
  // lines, too.
  [[nodiscard]] FindOptions next(const cv::Mat& grey, FindOptions options, int screenshot_interval);

  // Where no board is followed: is a search by ridges, for lines in bad light, due in the place
  // of the usual one (FindOptions::by_ridges)?
  [[nodiscard]] bool ridges_due() const { return searches_ % 3 == 2; }
  // The options of that search; where there is much to fit the searches take turns.
  [[nodiscard]] FindOptions next_by_ridges(const cv::Mat& grey, FindOptions options);

  // Or one by symbols (FindOptions::by_symbols)? On a page of text it costs more than all others,
  // so each looks at a part.
  [[nodiscard]] bool symbols_due() const { return searches_ % 9 == 5; }
  [[nodiscard]] FindOptions next_by_symbols(FindOptions options);

 private:
  cv::Mat
      screenshot_search_;  // the picture last searched for screenshots' boards, a few pixels of it
  int searches_since_screenshot_ = 0;
  std::int64_t searches_ = 0;
  int ridge_searches_ = 0;
  int symbol_searches_ = 0;
};

}  // namespace gridlens
