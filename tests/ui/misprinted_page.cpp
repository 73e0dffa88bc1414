// misprinted_page PICTURE CLIP: a page on a desk whose first given is an 8 in place of a 5, as a
// picture, and as a clip: the page, the desk alone, the page elsewhere. A reader that reads what is
// printed errs there.
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>
#include <string>

#include "tests/unit/reading_scene.h"
#include "tests/unit/sample_puzzle.h"

namespace gridlens {
namespace {

cv::Mat desk(bool with_page, cv::Point at_px) {
  cv::Mat grey(640, 900, CV_8U, cv::Scalar(150));
  if (with_page) {
    std::string puzzle = kSamplePuzzle;
    puzzle[0] = '8';
    const cv::Mat sheet = reading_scene::draw_sheet(puzzle, 9).grey;
    const cv::Rect paper(at_px, sheet.size());
    grey(paper + cv::Size(40, 40) - cv::Point(20, 20)).setTo(225);
    sheet.copyTo(grey(paper));
  }
  cv::Mat bgr;
  cv::cvtColor(grey, bgr, cv::COLOR_GRAY2BGR);
  return bgr;
}

int write(const char* picture, const char* clip) {
  const cv::Point here(80, 70), there(300, 100);
  if (!cv::imwrite(picture, desk(true, here))) return 1;
  const cv::Mat page = desk(true, here), bare = desk(false, here), moved = desk(true, there);
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
  return argc == 3 ? gridlens::write(argv[1], argv[2]) : 2;
}
