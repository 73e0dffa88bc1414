#include "tests/blackbox/turned.h"

#include <opencv2/core.hpp>

namespace gridlens::generator {

cv::Mat turned(const cv::Mat& picture, int quarter_turns) {
  if (quarter_turns == 0) return picture;
  constexpr int kCodes[] = {cv::ROTATE_90_CLOCKWISE, cv::ROTATE_180,
                            cv::ROTATE_90_COUNTERCLOCKWISE};
  cv::Mat result;
  cv::rotate(picture, result, kCodes[quarter_turns - 1]);
  return result;
}

FrameTruth turned(FrameTruth truth, int quarter_turns) {
  for (int turn = 0; turn < quarter_turns; ++turn) {
    for (BoardTruth& board : truth.boards)
      for (cv::Point2d& corner : board.corners.corners)
        corner = {truth.height - 1 - corner.y, corner.x};
    std::swap(truth.width, truth.height);
  }
  return truth;
}

}  // namespace gridlens::generator
