#include "core/pipeline/search_plan.h"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

namespace gridlens {

namespace {

const cv::Size kFewPixels{48, 36};
constexpr double kSamePictureGrey = 12;  // mean difference of two pictures of one thing

// What may be fitted in one search, so that no frame waits for it.
constexpr int kMostDistant = 12;
constexpr int kMostGrown = 5;
constexpr int kMostSeeds = 20;
constexpr int kRidgeTurns = 4;
constexpr std::size_t kMostSymbolsSought = 450;  // 0.2 s, on a thread of its own where there is one
constexpr std::size_t kSmallPicture = 400'000;   // pixels: searched at once

}  // namespace

FindOptions SearchPlan::next_by_ridges(const cv::Mat& grey, FindOptions options) {
  options.by_ridges = true;
  options.most_distant = kMostDistant;
  options.most_grown = kMostGrown;
  options.most_seeds = kMostSeeds;
  if (grey.total() > kSmallPicture)
    options.ridge_ink =
        ridge_searches_ % 2 == 0 ? FindOptions::Ink::as_it_is : FindOptions::Ink::closed;
  // The first lattices are the most promising ones: every other search looks at them.
  const int turn = ridge_searches_ / 2;
  options.grown_before = turn % 2 == 0 ? 0 : (1 + turn / 2 % (kRidgeTurns - 1)) * kMostGrown;
  ++ridge_searches_;
  ++searches_;
  return options;
}

FindOptions SearchPlan::next_by_symbols(FindOptions options) {
  options.by_symbols = true;
  options.most_symbols = kMostSymbolsSought;
  options.symbols_turn = symbol_searches_++;
  ++searches_;
  return options;
}

FindOptions SearchPlan::next(const cv::Mat& grey, FindOptions options, int screenshot_interval) {
  options.faint_tiles = options.faint_tiles && searches_ % 4 == 1;  // screens wait: now and then
  options.full_size = options.full_size && searches_ % 2 == 0;      // so do the smallest boards
  options.most_distant = kMostDistant;
  ++searches_;
  cv::Mat few_pixels;
  cv::resize(grey, few_pixels, kFewPixels, 0, 0, cv::INTER_NEAREST);
  const bool same =
      !screenshot_search_.empty() && cv::norm(few_pixels, screenshot_search_, cv::NORM_L1) <
                                         kSamePictureGrey * static_cast<double>(few_pixels.total());
  if (same && ++searches_since_screenshot_ < screenshot_interval) {
    options.screenshot = false;
  } else {
    screenshot_search_ = few_pixels;
    searches_since_screenshot_ = 0;
  }
  return options;
}

}  // namespace gridlens
