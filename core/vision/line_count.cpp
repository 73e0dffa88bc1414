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
constexpr int kMaxSide = 400;

// Share of scans (0..1) that cross a line, for each of `side` positions along one direction.
std::vector<float> line_profile(const cv::Mat& grey, const Homography& image_from_unit, int side,
                                bool vertical_lines, bool light_on_dark) {
  std::vector<float> profile(static_cast<std::size_t>(side), 0.F);
  std::array<float, kMaxSide> scan{};
  const std::array<int, 3> reaches = {std::max(2, side / 80), std::max(3, side / 48),
                                      std::max(4, side / 24)};
  int used = 0;
  for (int s = 0; s < kScans; ++s) {
    // Golden-ratio steps never fall into step with the lines across.
    const double t = 0.02 + 0.96 * std::fmod((s + 0.5) * 0.6180339887498949, 1.0);
    for (int i = 0; i < side; ++i) {
      const double u = (i + 0.5) / side;
      const cv::Point2d p = image_from_unit(vertical_lines ? cv::Point2d{u, t} : cv::Point2d{t, u});
      const int x = static_cast<int>(std::lround(p.x));
      const int y = static_cast<int>(std::lround(p.y));
      if (x < 0 || y < 0 || x >= grey.cols || y >= grey.rows) {
        scan[static_cast<std::size_t>(i)] = i > 0 ? scan[static_cast<std::size_t>(i - 1)] : 0;
        continue;
      }
      const float v = grey.at<std::uint8_t>(y, x);
      scan[static_cast<std::size_t>(i)] = light_on_dark ? 255 - v : v;
    }
    ++used;
    for (int i = 0; i < side; ++i) {
      float best = 0;
      for (const int reach : reaches) {
        const float a = scan[static_cast<std::size_t>(std::max(0, i - reach))];
        const float b = scan[static_cast<std::size_t>(std::min(side - 1, i + reach))];
        const float paper = std::min(a, b);
        const float dark = paper - scan[static_cast<std::size_t>(i)];
        if (dark > 2.5F) best = std::max(best, dark / std::max(paper, 24.F));
      }
      profile[static_cast<std::size_t>(i)] += std::min(best / 0.10F, 1.F);
    }
  }
  for (float& v : profile) v /= static_cast<float>(std::max(1, used));
  return profile;
}

float peak_near(const std::vector<float>& profile, double position, double tolerance) {
  const int lo = std::max(0, static_cast<int>(std::floor(position - tolerance)));
  const int hi =
      std::min(static_cast<int>(profile.size()) - 1, static_cast<int>(std::ceil(position + tolerance)));
  float best = 0;
  for (int i = lo; i <= hi; ++i) best = std::max(best, profile[static_cast<std::size_t>(i)]);
  return best;
}

// 0 where inner lines are missing; otherwise how much the comb's teeth stand out.
double comb_score(const std::vector<float>& profile, int n) {
  const auto side = static_cast<double>(profile.size());
  const double pitch = side / n;
  if (pitch < 5) return 0;
  const double tolerance = std::max(1.0, 0.12 * pitch);
  std::vector<float> teeth;
  double gaps = 0;
  for (int k = 1; k < n; ++k) teeth.push_back(peak_near(profile, k * pitch - 0.5, tolerance));
  for (int k = 0; k < n; ++k)
    gaps += peak_near(profile, (k + 0.5) * pitch - 0.5, tolerance);
  gaps /= n;
  double sum = 0;
  int seen = 0;
  for (const float t : teeth) {
    sum += t;
    seen += t > 0.35F;
  }
  const double mean = sum / static_cast<double>(teeth.size());
  const double share = static_cast<double>(seen) / static_cast<double>(teeth.size());
  if (share < 0.75) return 0;
  return std::max(0.0, (mean - 0.7 * gaps)) * share;
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
    if (score > 0.15) answers.push_back({n, score});
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
  if (static_cast<int>(answers.size()) > max_answers) answers.resize(static_cast<std::size_t>(max_answers));
  return answers;
}

}  // namespace gridlens
