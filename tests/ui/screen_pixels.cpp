// Looks at what the virtual screen shows: the file that `Xvfb -fbdir` keeps (XWD, 32 bits a pixel).
//   screen_pixels png SCREEN OUT.png                 the screen as a picture
//   screen_pixels differ BEFORE AFTER X Y W H        prints "inside N outside M": pixels that
//   differ
//                                                    clearly inside the rectangle and elsewhere
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iterator>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

cv::Mat screen_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<unsigned char> bytes{std::istreambuf_iterator<char>(file), {}};
  const auto word = [&](std::size_t index) {
    const unsigned char* at = bytes.data() + 4 * index;
    return (std::uint32_t{at[0]} << 24) | (std::uint32_t{at[1]} << 16) |
           (std::uint32_t{at[2]} << 8) | std::uint32_t{at[3]};
  };
  constexpr std::size_t kHeaderWords = 25;
  if (bytes.size() < 4 * kHeaderWords || word(1) != 7 || word(11) != 32)
    throw std::runtime_error(path + " is no screen of 32 bits a pixel");
  const std::size_t begin = word(0) + 12 * std::size_t{word(19)};
  const auto width = static_cast<int>(word(4)), height = static_cast<int>(word(5));
  const std::size_t stride = word(12);
  if (bytes.size() < begin + stride * static_cast<std::size_t>(height))
    throw std::runtime_error(path + " is cut off");
  const cv::Mat pixels(height, width, CV_8UC4, const_cast<unsigned char*>(bytes.data()) + begin,
                       stride);
  cv::Mat bgr;
  cv::cvtColor(pixels, bgr, cv::COLOR_BGRA2BGR);
  return bgr;
}

int differ(const std::string& before, const std::string& after, const cv::Rect& place) {
  constexpr double kClearly = 12;
  cv::Mat change, grey;
  cv::absdiff(screen_of(before), screen_of(after), change);
  cv::cvtColor(change, grey, cv::COLOR_BGR2GRAY);
  cv::Mat differs = grey > kClearly;
  const int all = cv::countNonZero(differs);
  const int inside = cv::countNonZero(differs(place & cv::Rect({}, differs.size())));
  std::printf("inside %d outside %d\n", inside, all - inside);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  try {
    if (words.size() >= 3 && words[0] == "png")
      return cv::imwrite(words[2], screen_of(words[1])) ? 0 : 1;
    if (words.size() == 7 && words[0] == "differ")
      return differ(words[1], words[2],
                    {std::atoi(words[3].c_str()), std::atoi(words[4].c_str()),
                     std::atoi(words[5].c_str()), std::atoi(words[6].c_str())});
    throw std::runtime_error("png SCREEN OUT or differ BEFORE AFTER X Y W H");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "screen_pixels: %s\n", error.what());
    return 1;
  }
}
