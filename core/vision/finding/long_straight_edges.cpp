#include "core/vision/finding/long_straight_edges.h"

#include <algorithm>
#include <cstring>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "core/vision/finding/pixel_runs.h"

namespace gridlens {

namespace {

constexpr int kAlongPx = 11;
constexpr int kLeastEdge = 7;  // grey levels
constexpr int kGapPx = 13;     // shorter gaps are bridged
constexpr int kLeastLinePx = 60;
constexpr int kHalfLinePx = kLeastLinePx / 2;

// Where a picture differs from itself moved on by a row or column (`next`), and a pixel beside.
cv::Mat edges_between(const cv::Mat& before, const cv::Mat& next, bool between_rows) {
  cv::Mat all(before.rows + (between_rows ? 1 : 0), before.cols + (between_rows ? 0 : 1), CV_8U,
              cv::Scalar(0));
  cv::Mat edges = between_rows ? all.rowRange(1, all.rows) : all.colRange(1, all.cols);
  cv::absdiff(before, next, edges);
  cv::threshold(edges, edges, kLeastEdge - 1, 255, cv::THRESH_BINARY);
  cv::dilate(all, all, between_rows ? cv::Mat::ones(3, 1, CV_8U) : cv::Mat::ones(1, 3, CV_8U));
  return all;
}

// The long lines along the rows of a mask, one after another: `draw(y, from, to)`, both inclusive.
// What morphological closing by kGapPx and opening by kLeastLinePx leave of them (Serra, "Image
// analysis and mathematical morphology", 1982), a pixel further on, as the middle of an even length
// has it.
template <class Draw>
void long_lines(const cv::Mat& mask, const Draw& draw) {
  const int last = mask.cols - 1;
  std::vector<PixelRun> runs;
  for (int y = 0; y < mask.rows; ++y) {
    runs.clear();
    append_runs(mask.ptr(y), mask.cols, y, runs);
    for (size_t i = 0; i < runs.size();) {
      int from = runs[i].x0;
      int to = runs[i].x1;
      for (++i; i < runs.size() && runs[i].x0 - to <= kGapPx; ++i) to = runs[i].x1;
      // Beyond the picture's edge a line is taken to go on.
      const bool from_edge = from <= kGapPx / 2;
      const bool to_edge = to >= last - kGapPx / 2;
      const int first_middle = from_edge ? 0 : from + kHalfLinePx;
      const int last_middle = to_edge ? last : to - kHalfLinePx + 1;
      if (first_middle > last_middle) continue;
      draw(y, std::max(0, first_middle - kHalfLinePx + 1),
           std::min(last, last_middle + kHalfLinePx));
    }
  }
}

}  // namespace

cv::Mat long_row_edges(const cv::Mat& grey) {
  cv::Mat edges(grey.size(), CV_8U, cv::Scalar(0));
  if (grey.rows < 2) return edges;
  cv::Mat along;
  cv::blur(grey, along, cv::Size(kAlongPx, 1));
  long_lines(edges_between(along.rowRange(0, along.rows - 1), along.rowRange(1, along.rows), true),
             [&](int y, int from, int to) {
               std::memset(edges.ptr(y) + from, 255, static_cast<size_t>(to - from + 1));
             });
  return edges;
}

cv::Mat long_column_edges(const cv::Mat& grey) {
  cv::Mat edges(grey.size(), CV_8U, cv::Scalar(0));
  if (grey.cols < 2) return edges;
  cv::Mat along;
  cv::blur(grey, along, cv::Size(1, kAlongPx));
  long_lines(
      edges_between(along.colRange(0, along.cols - 1), along.colRange(1, along.cols), false).t(),
      [&](int x, int from, int to) {
        for (int y = from; y <= to; ++y) edges.ptr(y)[x] = 255;
      });
  return edges;
}

}  // namespace gridlens
