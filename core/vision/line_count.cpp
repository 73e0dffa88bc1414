#include "core/vision/line_count.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/image/homography.h"
#include "core/puzzle/shape.h"

namespace gridlens {

namespace {

constexpr int kScans = 32;
constexpr int kMinN = 4;
constexpr double kMinScore = 0.3;
constexpr double kMinDarkness = 0.012;  // of a line, as a share of the paper's grey
constexpr int kMaxSide = 400;

// For each of `side` positions along one direction: how dark a line crosses half of the scans or
// more there (the median over the scans), as a share of the paper's grey. A digit's strokes cross
// only a few scans of their column, so they leave no trace.
std::vector<float> line_profile(const cv::Mat& grey, const Homography& image_from_unit, int side,
                                bool vertical_lines, bool light_on_dark) {
  const std::array<int, 3> reaches = {std::max(2, side / 80), std::max(3, side / 48),
                                      std::max(4, side / 24)};
  const int slack = std::max(1, side / 160);  // the quad may be off by so much
  const auto width = static_cast<std::size_t>(side);
  std::vector<float> darkness(width * kScans);  // [position][scan]
  std::array<float, kMaxSide> scan{};
  std::array<float, kMaxSide> dark{};
  for (int s = 0; s < kScans; ++s) {
    // Golden-ratio steps never fall into step with the lines across.
    const double t = 0.02 + 0.96 * std::fmod((s + 0.5) * 0.6180339887498949, 1.0);
    for (int i = 0; i < side; ++i) {
      const double u = (i + 0.5) / side;
      const cv::Point2d p = image_from_unit(vertical_lines ? cv::Point2d{u, t} : cv::Point2d{t, u});
      const int x = std::clamp(static_cast<int>(p.x + 0.5), 0, grey.cols - 1);
      const int y = std::clamp(static_cast<int>(p.y + 0.5), 0, grey.rows - 1);
      const float v = grey.at<std::uint8_t>(y, x);
      scan[static_cast<std::size_t>(i)] = light_on_dark ? 255 - v : v;
    }
    for (int i = 0; i < side; ++i) {
      float best = 0;
      for (const int reach : reaches) {
        const float a = scan[static_cast<std::size_t>(std::max(0, i - reach))];
        const float b = scan[static_cast<std::size_t>(std::min(side - 1, i + reach))];
        const float paper = std::min(a, b);
        best = std::max(best, (paper - scan[static_cast<std::size_t>(i)]) / std::max(paper, 24.F));
      }
      dark[static_cast<std::size_t>(i)] = best;
    }
    for (int i = 0; i < side; ++i) {
      float best = 0;
      for (int j = std::max(0, i - slack); j <= std::min(side - 1, i + slack); ++j)
        best = std::max(best, dark[static_cast<std::size_t>(j)]);
      darkness[static_cast<std::size_t>(i) * kScans + static_cast<std::size_t>(s)] = best;
    }
  }
  std::vector<float> profile(width);
  for (std::size_t i = 0; i < width; ++i) {
    const auto begin = darkness.begin() + static_cast<std::ptrdiff_t>(i * kScans);
    std::nth_element(begin, begin + kScans / 2, begin + kScans);
    profile[i] = begin[kScans / 2];
  }
  return profile;
}

float peak_near(const std::vector<float>& profile, double position, double tolerance) {
  const int lo = std::max(0, static_cast<int>(std::floor(position - tolerance)));
  const int hi = std::min(static_cast<int>(profile.size()) - 1,
                          static_cast<int>(std::ceil(position + tolerance)));
  float best = 0;
  for (int i = lo; i <= hi; ++i) best = std::max(best, profile[static_cast<std::size_t>(i)]);
  return best;
}

// 0 where inner lines are missing; otherwise how much the comb's teeth stand out, 0..1.
double comb_score(const std::vector<float>& profile, int n) {
  const auto side = static_cast<double>(profile.size());
  const double pitch = side / n;
  if (pitch < 5) return 0;
  const double tolerance = std::max(1.0, 0.10 * pitch);
  std::vector<float> teeth;
  double gaps = 0;
  for (int k = 1; k < n; ++k) teeth.push_back(peak_near(profile, k * pitch - 0.5, tolerance));
  for (int k = 0; k < n; ++k) gaps += peak_near(profile, (k + 0.5) * pitch - 0.5, tolerance);
  gaps /= n;
  std::vector<float> sorted = teeth;
  std::nth_element(sorted.begin(), sorted.begin() + n / 2 - 1, sorted.end());
  const double usual = sorted[static_cast<std::size_t>(n / 2 - 1)];
  if (usual < kMinDarkness) return 0;
  const auto seen = std::count_if(teeth.begin(), teeth.end(), [&](float t) {
    return t > std::max(0.8 * kMinDarkness, 0.3 * usual);
  });
  const double share = static_cast<double>(seen) / static_cast<double>(teeth.size());
  if (share < 0.75) return 0;
  return std::max(0.0, 1 - gaps / usual) * share;
}

}  // namespace

std::vector<LineCount> count_lines(const cv::Mat& grey, const Quad& quad, bool light_on_dark,
                                   int max_answers) {
  const auto sides = quad.side_lengths_px();
  const double longest = *std::max_element(sides.begin(), sides.end());
  const int side = std::clamp(static_cast<int>(longest * 1.2), 96, kMaxSide);
  const Homography image_from_unit = Homography::image_from_board(quad, 1);
  const auto across = line_profile(grey, image_from_unit, side, true, light_on_dark);
  const auto down = line_profile(grey, image_from_unit, side, false, light_on_dark);
  std::vector<LineCount> answers;
  for (int n = kMinN; n <= Shape::kMaxN; ++n) {
    if (possible_shapes(n).empty()) continue;
    const double a = comb_score(across, n);
    const double b = comb_score(down, n);
    const double score = std::min(a, b);
    if (score > kMinScore) answers.push_back({n, score});
  }
  // A comb with every second or third tooth left out scores as well as the full one: where a
  // multiple of an answer is good too, the multiple explains more lines.
  const std::vector<LineCount> raw = answers;
  for (LineCount& answer : answers)
    for (const LineCount& other : raw)
      if (other.n > answer.n && other.n % answer.n == 0 && other.score > 0.6 * answer.score)
        answer.score = std::min(answer.score, 0.5 * other.score);
  std::stable_sort(answers.begin(), answers.end(),
                   [](const LineCount& a, const LineCount& b) { return a.score > b.score; });
  if (static_cast<int>(answers.size()) > max_answers)
    answers.resize(static_cast<std::size_t>(max_answers));
  return answers;
}

}  // namespace gridlens
