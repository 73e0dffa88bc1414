#include "tests/faults/inputs_clips.h"

#include <filesystem>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "core/record/video_recorder.h"
#include "tests/faults/inputs_common.h"
#include "tests/faults/inputs_pictures.h"

namespace gridlens {

cv::Mat noisy(int number, cv::Size size) {
  cv::Mat picture(size, CV_8UC3);
  cv::RNG random(static_cast<std::uint64_t>(number) + 1);
  random.fill(picture, cv::RNG::UNIFORM, 0, 255);
  cv::GaussianBlur(picture, picture, {0, 0}, 2);
  return picture;
}

void record(const std::string& path, const std::vector<double>& times_ms) {
  RecorderOptions options;
  options.path = path;
  options.width = 160;
  options.height = 120;
  options.blocking = true;
  VideoRecorder recorder(options);
  for (size_t i = 0; i < times_ms.size(); ++i)
    recorder.push(noisy(static_cast<int>(i)), times_ms[i]);
}

std::vector<double> regular(int frames) {
  std::vector<double> times;
  for (int i = 0; i < frames; ++i) times.push_back(i * 1000 / 30.0);
  return times;
}

void clip(const std::string& path) {
  record(path, regular());
}

void cut_clip(const std::string& path, double share) {
  clip(path);
  const auto size = static_cast<double>(std::filesystem::file_size(path));
  std::filesystem::resize_file(path, static_cast<std::uintmax_t>(size * share));
}

void damage(const std::string& path, int count, double from, double to, std::uint64_t seed) {
  std::string bytes = read_whole_file(path);
  const auto size = static_cast<double>(bytes.size());
  cv::RNG random(seed);
  for (int i = 0; i < count; ++i)
    bytes[static_cast<size_t>(random.uniform(from * size, to * size))] =
        static_cast<char>(random.uniform(0, 256));
  write_file(path, bytes);
}

void rename_box(const std::string& path, const std::string& box) {
  std::string bytes = read_whole_file(path);
  for (size_t at = 0; (at = bytes.find(box, at)) != std::string::npos;)
    bytes.replace(at, box.size(), "free");
  write_file(path, bytes);
}

std::string jpegs(int first, int count, cv::Size size) {
  std::string all;
  for (int i = first; i < first + count; ++i) all += encoded(".jpg", noisy(i, size));
  return all;
}

std::string silent_wav() {
  std::string wav("RIFF\x64\x1f\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x40\x1f\0\0\x40\x1f\0\0\1\0\x08\0",
                  36);
  return wav + std::string("data\x40\x1f\0\0", 8) + std::string(8000, '\x80');
}

}  // namespace gridlens
