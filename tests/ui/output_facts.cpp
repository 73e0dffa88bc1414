// What the program left behind, for tests/ui/output_test.sh:
//   output_facts video FILE                   "frames=90 length_ms=2966 longest_gap_ms=40 size=WxH"
//   output_facts before_after FILE CORNERS    "size=WxH outside=0 inside=5123": pixels in which the
//                                             halves differ, by the board (8 numbers: TL TR BR BL)
//   output_facts clipboard                    the text on the display's clipboard
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <string>

#include "core/capture/video_decoder.h"

namespace {

int video(const std::string& file) {
  gridlens::VideoDecoder decoder(file, file, {});
  int frames = 0;
  double last_ms = 0, longest_gap_ms = 0;
  cv::Size size;
  while (const auto picture = decoder.read()) {
    const double time_ms = picture->time_ms.value_or(0);
    if (frames > 0) longest_gap_ms = std::max(longest_gap_ms, time_ms - last_ms);
    last_ms = time_ms;
    size = picture->bgr.size();
    ++frames;
  }
  std::printf("frames=%d length_ms=%.0f longest_gap_ms=%.0f size=%dx%d\n", frames, last_ms,
              longest_gap_ms, size.width, size.height);
  return 0;
}

int before_after(const std::string& file, char** numbers) {
  const cv::Mat both = cv::imread(file);
  if (both.empty()) return 1;
  const int width = both.cols / 2;
  cv::Mat difference, most(both.rows, width, CV_8U, cv::Scalar(0));
  cv::absdiff(both.colRange(0, width), both.colRange(width, 2 * width), difference);
  std::array<cv::Mat, 3> channels;
  cv::split(difference, channels.data());
  for (const cv::Mat& channel : channels) cv::max(most, channel, most);
  std::array<cv::Point, 4> corners;
  for (std::size_t i = 0; i < 4; ++i)
    corners.at(i) = {cvRound(std::atof(numbers[2 * i])), cvRound(std::atof(numbers[2 * i + 1]))};
  cv::Mat board(most.size(), CV_8U, cv::Scalar(0));
  cv::fillConvexPoly(board, corners.data(), 4, cv::Scalar(255));
  cv::dilate(board, board, cv::getStructuringElement(cv::MORPH_RECT, {9, 9}));
  std::printf("size=%dx%d outside=%d inside=%d\n", both.cols, both.rows,
              cv::countNonZero((most > 0) & ~board), cv::countNonZero((most > 40) & board));
  return 0;
}

int clipboard() {
  if (glfwInit() == GLFW_FALSE) return 1;
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  GLFWwindow* window = glfwCreateWindow(16, 16, "clipboard", nullptr, nullptr);
  const char* text = window ? glfwGetClipboardString(window) : nullptr;
  if (text) std::printf("%s\n", text);
  glfwTerminate();
  return text ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  try {
    if (what == "video" && argc == 3) return video(argv[2]);
    if (what == "before_after" && argc == 11) return before_after(argv[2], argv + 3);
    if (what == "clipboard") return clipboard();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "output_facts: %s\n", error.what());
    return 1;
  }
  return 2;
}
