#pragma once

#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

namespace gridlens {

constexpr int kClipFrames = 60;

// Pictures that differ much from one another, so that their data is large enough to be damaged.
cv::Mat noisy(int number, cv::Size size = {160, 120});

// Times of so many frames, 30 a second.
std::vector<double> regular(int frames = kClipFrames);
// Noisy pictures at these times.
void record(const std::string& path, const std::vector<double>& times_ms);

// Clips of kClipFrames frames, 2 s, without a board.
void clip(const std::string& path);
void cut_clip(const std::string& path, double share);
// Random bytes between two places, as shares of the file.
void damage(const std::string& path, int count, double from, double to, std::uint64_t seed);
// All boxes of an MP4 of that name become free space.
void rename_box(const std::string& path, const std::string& box);

std::string jpegs(int first, int count, cv::Size size);  // one after the other
std::string silent_wav();

}  // namespace gridlens
