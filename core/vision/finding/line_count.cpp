#include "core/vision/finding/line_count.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "core/ablation/mechanism.h"
#include "core/image/homography.h"
#include "core/image/statistics.h"
#include "core/puzzle/shape.h"
#include "core/vision/lattice/board_candidate.h"

namespace gridlens {

namespace {

constexpr std::size_t kScans = 32;
constexpr std::size_t kQuickScans = 12;
constexpr double kMinScore = 0.3;
constexpr double kMinLineShare = 0.75;  // of the inner lines must be there
constexpr double kQuickScore = 0.15;    // the same for a first look
constexpr double kQuickShare = 0.60;
constexpr double kMinDarkness = 0.012;  // of a line, as a share of the paper's grey

// Logarithms of the grey levels, so that differences are contrasts whatever the light.
constexpr int kLogUnit = 4096;
const std::array<std::int16_t, 256>& log_table() {
  static const std::array<std::int16_t, 256> table = [] {
    std::array<std::int16_t, 256> t{};
    for (std::size_t v = 0; v < t.size(); ++v)
      t[v] =
          static_cast<std::int16_t>(std::lround(kLogUnit * std::log(static_cast<double>(v) + 8)));
    return t;
  }();
  return table;
}

constexpr std::int16_t kMostDark = 16383;  // black on white: log(263 / 8) is 14300

// A line is crossed by so many of the scans at least: print in a column darkens half of them, and
// digits in all its cells two thirds and more. What covers a part of the board hides lines from the
// strict count.
constexpr std::array kCrossedShares = {0.7, 0.9};
constexpr std::size_t kCounts = kCrossedShares.size();

template <std::size_t K>
using Scans = std::array<std::int16_t, K>;  // one position, all scans

template <std::size_t K>
void keep_larger(Scans<K>& into, const Scans<K>& other) {
  // Not std::max: compilers make vector code of this alone.
  for (std::size_t s = 0; s < K; ++s) into[s] = into[s] > other[s] ? into[s] : other[s];
}

// The picture along K lines through the unit square, [position][scan].
template <std::size_t K>
std::vector<Scans<K>> sample(const cv::Mat& grey, const Homography& image_from_unit, int side,
                             bool vertical_lines) {
  const cv::Matx33d& h = image_from_unit.matrix();
  // Numerators and denominator of a pixel are linear in the position, with a part of each scan's
  // own. Single precision is good to a hundredth of a pixel, and goes eight at a time.
  const int across = vertical_lines ? 0 : 1;
  std::array<float, K> own_x{}, own_y{}, own_w{};
  for (std::size_t s = 0; s < K; ++s) {
    // Golden-ratio steps never fall into step with the lines across.
    const double along =
        0.02 + 0.96 * std::fmod((static_cast<double>(s) + 0.5) * 0.6180339887498949, 1.0);
    own_x[s] = static_cast<float>(h(0, 1 - across) * along + h(0, 2));
    own_y[s] = static_cast<float>(h(1, 1 - across) * along + h(1, 2));
    own_w[s] = static_cast<float>(h(2, 1 - across) * along + h(2, 2));
  }
  const auto step_x = static_cast<float>(h(0, across));
  const auto step_y = static_cast<float>(h(1, across));
  const auto step_w = static_cast<float>(h(2, across));
  const auto last_x = static_cast<float>(grey.cols - 1);
  const auto last_y = static_cast<float>(grey.rows - 1);
  const auto& logs = log_table();
  std::vector<Scans<K>> samples(static_cast<std::size_t>(side));
  for (int i = 0; i < side; ++i) {
    const float u = (static_cast<float>(i) + 0.5F) / static_cast<float>(side);
    std::array<int, K> x{}, y{};
    for (std::size_t s = 0; s < K; ++s) {
      const float w = 1 / (step_w * u + own_w[s]);
      const float px = (step_x * u + own_x[s]) * w + 0.5F;
      const float py = (step_y * u + own_y[s]) * w + 0.5F;
      x[s] = static_cast<int>(std::min(std::max(px, 0.F), last_x));
      y[s] = static_cast<int>(std::min(std::max(py, 0.F), last_y));
    }
    Scans<K>& out = samples[static_cast<std::size_t>(i)];
    for (std::size_t s = 0; s < K; ++s)
      out[s] = logs[static_cast<std::size_t>(grey.ptr(y[s])[x[s]])];
  }
  return samples;
}

template <std::size_t K>
std::int16_t count_reaching(const Scans<K>& values, std::int16_t least) {
  std::int16_t count = 0;
  for (std::size_t s = 0; s < K; ++s)
    count = static_cast<std::int16_t>(count + (values[s] >= least));
  return count;
}

// The largest value that `needed` of the scans reach, above `least` and at most `most`; 0: none.
// By halving, without a branch for each scan.
template <std::size_t K>
std::int16_t reached_by(const Scans<K>& values, std::int16_t needed, std::int16_t least,
                        std::int16_t most) {
  int low = least + 1;
  if (count_reaching(values, static_cast<std::int16_t>(low)) < needed) return 0;
  for (int high = most + 1; high - low > 1;) {
    const int middle = (low + high) / 2;
    (count_reaching(values, static_cast<std::int16_t>(middle)) >= needed ? low : high) = middle;
  }
  return static_cast<std::int16_t>(low);
}

using Profile = std::vector<float>;  // darkness at each position

// For each of `side` positions along one direction: how dark a line crosses so many of the scans
// there (a quantile over the scans), as a share of the paper's grey. A digit's strokes cross only
// some scans of their column, so they leave no trace. One profile for each of kCrossedShares.
template <std::size_t K>
std::array<Profile, kCounts> line_profiles(const cv::Mat& grey, const Homography& image_from_unit,
                                           int side, bool vertical_lines) {
  const std::vector<Scans<K>> grey_log = sample<K>(grey, image_from_unit, side, vertical_lines);
  const auto at = [&](int i) -> const Scans<K>& {
    return grey_log[static_cast<std::size_t>(std::clamp(i, 0, side - 1))];
  };
  std::vector<Scans<K>> dark(static_cast<std::size_t>(side), Scans<K>{});
  for (int i = 0; i < side; ++i) {
    Scans<K> paper{};
    for (const int reach :
         {std::max(2, side / 80), std::max(3, side / 48), std::max(4, side / 24)}) {
      const Scans<K>& a = at(i - reach);
      const Scans<K>& b = at(i + reach);
      Scans<K> lower;
      for (std::size_t s = 0; s < K; ++s) lower[s] = a[s] < b[s] ? a[s] : b[s];
      keep_larger(paper, lower);
    }
    const Scans<K>& here = at(i);
    Scans<K>& out = dark[static_cast<std::size_t>(i)];
    for (std::size_t s = 0; s < K; ++s) {
      const auto darkness = static_cast<std::int16_t>(paper[s] - here[s]);
      out[s] = darkness > 0 ? darkness : std::int16_t{0};
    }
  }
  const int slack = std::max(1, side / 160);  // the quad may be off by so much
  const auto least = static_cast<std::int16_t>(0.5 * kMinDarkness * kLogUnit);
  std::array<Profile, kCounts> profiles;
  profiles.fill(Profile(static_cast<std::size_t>(side), 0.F));
  for (int i = 0; i < side; ++i) {
    Scans<K> near = dark[static_cast<std::size_t>(i)];
    for (int j = std::max(0, i - slack); j <= std::min(side - 1, i + slack); ++j)
      keep_larger(near, dark[static_cast<std::size_t>(j)]);
    std::int16_t most = kMostDark;
    for (std::size_t c = 0; c < kCounts; ++c) {
      const auto needed = static_cast<std::int16_t>(K * kCrossedShares[c]);
      most = reached_by(near, needed, least, most);
      if (most == 0) break;
      profiles[c][static_cast<std::size_t>(i)] = 1 - std::exp(-static_cast<float>(most) / kLogUnit);
    }
  }
  return profiles;
}

float peak_near(const Profile& profile, double position, double tolerance) {
  const int lo = std::max(0, static_cast<int>(std::floor(position - tolerance)));
  const int hi = std::min(static_cast<int>(profile.size()) - 1,
                          static_cast<int>(std::ceil(position + tolerance)));
  float best = 0;
  for (int i = lo; i <= hi; ++i) best = std::max(best, profile[static_cast<std::size_t>(i)]);
  return best;
}

// 0 where inner lines are missing; otherwise how much the comb's teeth stand out, 0..1.
double comb_score(const Profile& profile, int n, double min_share) {
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
  const double usual = nth_smallest(sorted, static_cast<std::size_t>(n / 2 - 1));
  if (usual < kMinDarkness) return 0;
  const auto seen = std::count_if(teeth.begin(), teeth.end(), [&](float t) {
    return t > std::max(0.8 * kMinDarkness, 0.3 * usual);
  });
  const double share = static_cast<double>(seen) / static_cast<double>(teeth.size());
  if (share < min_share) return 0;
  return std::max(0.0, 1 - gaps / usual) * share;
}

struct Size {
  int n;
  std::array<double, kCounts> scores;  // by each profile, the weaker direction
};

// Leaves in `sizes` those whose lines this direction shows.
void keep_shown(const std::array<Profile, kCounts>& profiles, double min_share, double min_score,
                std::vector<Size>& sizes) {
  std::erase_if(sizes, [&](Size& size) {
    for (std::size_t c = 0; c < kCounts; ++c)
      if (size.scores[c] > min_score)
        size.scores[c] = std::min(size.scores[c], comb_score(profiles[c], size.n, min_share));
    return *std::max_element(size.scores.begin(), size.scores.end()) <= min_score;
  });
}

}  // namespace

std::vector<LineCount> count_lines(const cv::Mat& grey, const Quad& quad, int max_answers) {
  const int side = std::clamp(static_cast<int>(quad.longest_side_px() * 1.2), 96, 400);
  const Homography image_from_unit = Homography::image_from_board(quad, 1);
  const std::array<double, kCounts> any_score{1, in_use<"strict_line_count">() ? 1.0 : 0.0};
  std::vector<Size> sizes;
  for (int n = kFewestCells; n <= Shape::kMaxN; ++n)
    if (!possible_shapes(n).empty()) sizes.push_back({n, any_score});
  // Most outlines are letters, pictures and tables: a few scans one way tell.
  const int quick_side = std::min(side, 256);
  for (const bool vertical : {true, false}) {
    keep_shown(line_profiles<kQuickScans>(grey, image_from_unit, quick_side, vertical), kQuickShare,
               kQuickScore, sizes);
    if (sizes.empty()) return {};
  }
  for (Size& size : sizes) size.scores = any_score;
  for (const bool vertical : {true, false}) {
    keep_shown(line_profiles<kScans>(grey, image_from_unit, side, vertical), kMinLineShare,
               kMinScore, sizes);
    if (sizes.empty()) return {};
  }
  // A comb with every second or third tooth left out scores as well as the full one: where a
  // multiple of an answer is good too, the multiple explains more lines.
  std::vector<LineCount> answers;
  for (const Size& size : sizes) {
    LineCount answer{size.n, 0};
    for (std::size_t c = 0; c < kCounts; ++c) {
      double score = size.scores[c];
      if (score <= kMinScore) continue;
      for (const Size& other : sizes)
        if (other.n > size.n && other.n % size.n == 0 && other.scores[c] > 0.6 * size.scores[c] &&
            in_use<"multiples_of_lines">())
          score = std::min(score, 0.5 * other.scores[c]);
      answer.score = std::max(answer.score, score);
    }
    answers.push_back(answer);
  }
  std::stable_sort(answers.begin(), answers.end(),
                   [](const LineCount& a, const LineCount& b) { return a.score > b.score; });
  if (static_cast<int>(answers.size()) > max_answers)
    answers.resize(static_cast<std::size_t>(max_answers));
  return answers;
}

}  // namespace gridlens
