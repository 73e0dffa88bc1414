#include "core/vision/unoccluded_appearance.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "core/image/statistics.h"

namespace gridlens {

namespace {

// A cell whose mean grey changes so much more than the others' is covered by something, unless it
// stays so; where most cells change another page lies there.
constexpr double kSuddenGrey = 24;
constexpr int kSuddenFrames = 15;

// Those flagged and all around them: a cell may be covered in part.
std::vector<std::uint8_t> with_neighbours(const std::vector<std::uint8_t>& flags, int n) {
  std::vector<std::uint8_t> all(static_cast<size_t>(n * n), 0);
  if (flags.size() != all.size()) return all;
  for (int cell = 0; cell < n * n; ++cell)
    if (flags[static_cast<size_t>(cell)] != 0)
      for (int row = std::max(0, cell / n - 1); row <= std::min(n - 1, cell / n + 1); ++row)
        for (int col = std::max(0, cell % n - 1); col <= std::min(n - 1, cell % n + 1); ++col)
          all[static_cast<size_t>(row * n + col)] = 1;
  return all;
}

}  // namespace

// Lines of what covers a cell may pass for the board's: it is not among the occluded ones then.
void UnoccludedAppearance::add_sudden(const AppearanceTemplate& look, int n,
                                      std::vector<std::uint8_t>& kept) {
  sudden_frames_.resize(kept.size(), 0);
  cv::Mat before, now;
  cv::resize(look_.grey, before, {n, n}, 0, 0, cv::INTER_AREA);
  cv::resize(look.grey, now, {n, n}, 0, 0, cv::INTER_AREA);
  cv::Mat known(n, n, CV_8U, cv::Scalar(255));
  if (!look_.inside.empty()) cv::resize(look_.inside, known, {n, n}, 0, 0, cv::INTER_AREA);
  const auto is_known = [&](size_t cell) {
    return known.at<std::uint8_t>(static_cast<int>(cell) / n, static_cast<int>(cell) % n) > 127;
  };
  std::vector<double> change, of_known;
  for (int cell = 0; cell < n * n; ++cell) {
    change.push_back(now.at<std::uint8_t>(cell / n, cell % n) -
                     before.at<std::uint8_t>(cell / n, cell % n));
    if (is_known(static_cast<size_t>(cell))) of_known.push_back(change.back());
  }
  if (of_known.empty()) return;
  const double usual = median(of_known);
  const auto is_sudden = [&](double its) { return std::abs(its - usual) > kSuddenGrey; };
  const auto sudden_cells = std::count_if(of_known.begin(), of_known.end(), is_sudden);
  const bool other_page = 2 * sudden_cells > static_cast<long>(of_known.size());
  for (size_t cell = 0; cell < kept.size(); ++cell) {
    const bool sudden = !other_page && is_known(cell) && is_sudden(change[cell]) &&
                        sudden_frames_[cell] < kSuddenFrames;
    sudden_frames_[cell] = sudden ? sudden_frames_[cell] + 1 : 0;
    kept[cell] |= static_cast<std::uint8_t>(sudden);
  }
}

void UnoccludedAppearance::remember(AppearanceTemplate look, int n,
                                    const std::vector<std::uint8_t>& occluded) {
  const bool known = look_.grey.size() == look.grey.size();
  std::vector<std::uint8_t> kept = with_neighbours(occluded, n);
  if (known) add_sudden(look, n, kept);
  const bool masked =
      !look.inside.empty() || !look_.inside.empty() ||
      (!known && std::any_of(kept.begin(), kept.end(), [](auto flag) { return flag != 0; }));
  if (masked && look.inside.empty())
    look.inside = cv::Mat(look.grey.size(), CV_8U, cv::Scalar(255));
  for (int cell = 0; cell < n * n; ++cell) {
    if (kept[static_cast<size_t>(cell)] == 0) continue;
    const cv::Point from(cell % n * look.grey.cols / n, cell / n * look.grey.rows / n);
    const cv::Point to((cell % n + 1) * look.grey.cols / n, (cell / n + 1) * look.grey.rows / n);
    const cv::Rect there(from, to);
    if (known) look_.grey(there).copyTo(look.grey(there));
    if (!masked) continue;
    if (known && !look_.inside.empty())
      look_.inside(there).copyTo(look.inside(there));
    else
      look.inside(there).setTo(known ? 255 : 0);
  }
  look_ = std::move(look);
}

}  // namespace gridlens
