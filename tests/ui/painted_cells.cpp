// painted_cells VIDEO PICTURE N X0 Y0 X1 Y1 X2 Y2 X3 Y3: the cells, as r1c3, in which the last
// frame of the video differs from the picture. The corners are those of the board, which lies flat.
#include "tests/ui/painted_cells.h"

#include <cstdio>
#include <cstdlib>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/videoio.hpp>

int main(int argc, char** argv) {
  if (argc != 12) return 2;
  const cv::Mat picture = cv::imread(argv[2]);
  cv::VideoCapture video(argv[1]);
  cv::Mat frame;
  for (cv::Mat next; video.read(next);) frame = next.clone();
  if (frame.empty() || frame.size() != picture.size()) return 1;
  const int n = std::atoi(argv[3]);
  std::array<cv::Point2d, 4> corners;
  for (int i = 0; i < 4; ++i)
    corners.at(static_cast<std::size_t>(i)) = {std::atof(argv[4 + 2 * i]),
                                               std::atof(argv[5 + 2 * i])};
  for (const int cell : gridlens::painted_cells(frame, picture, corners, n))
    std::printf("r%dc%d ", cell / n + 1, cell % n + 1);
  std::puts("");
}
