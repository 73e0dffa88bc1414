// misprinted_page PICTURE CLIP [OTHER]: a page on a desk whose first given is an 8 in place of a 5,
// as a picture, and as a clip: the page, the desk alone, the page elsewhere. A reader that reads
// what is printed errs there. OTHER: a picture of a page with another puzzle.
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>
#include <string>

#include "tests/unit/reading_scene.h"
#include "tests/unit/sample_puzzle.h"

namespace gridlens {
namespace {

constexpr const char* kOther =
    "1.......9.5.3...2...7.4.6......8....2.4...9.1....6......3.5.7...8...2.4.6.......8";

std::string misprint() {
  std::string puzzle = kSamplePuzzle;
  puzzle[0] = '8';
  return puzzle;
}

// Without a puzzle the desk alone.
cv::Mat desk(const std::string& puzzle, cv::Point at_px) {
  cv::Mat grey(640, 900, CV_8U, cv::Scalar(150));
  if (!puzzle.empty()) {
    const cv::Mat rectified = reading_scene::draw_rectified(puzzle, 9).grey;
    const cv::Rect paper(at_px, rectified.size());
    grey(paper + cv::Size(40, 40) - cv::Point(20, 20)).setTo(225);
    rectified.copyTo(grey(paper));
  }
  cv::Mat bgr;
  cv::cvtColor(grey, bgr, cv::COLOR_GRAY2BGR);
  return bgr;
}

int write(const char* picture, const char* clip, const char* other) {
  const cv::Point here(80, 70), there(300, 100);
  if (!cv::imwrite(picture, desk(misprint(), here))) return 1;
  if (other && !cv::imwrite(other, desk(kOther, there))) return 1;
  const cv::Mat page = desk(misprint(), here), bare = desk("", here);
  const cv::Mat moved = desk(misprint(), there);
  constexpr int kFps = 10;
  cv::VideoWriter writer(clip, cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), kFps, page.size());
  if (!writer.isOpened()) return 1;
  const auto show = [&](const cv::Mat& frame, double seconds) {
    for (int i = 0; i < seconds * kFps; ++i) writer.write(frame);
  };
  for (int round = 0; round < 4; ++round) {
    show(page, 3);
    show(bare, 1.5);
    show(moved, 3);
    show(bare, 1.5);
  }
  return 0;
}

}  // namespace
}  // namespace gridlens

int main(int argc, char** argv) {
  return argc == 3 || argc == 4 ? gridlens::write(argv[1], argv[2], argv[3]) : 2;
}
