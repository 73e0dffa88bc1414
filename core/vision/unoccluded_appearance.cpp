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

}  // namespace

// Lines of what covers a cell may pass for the board's: it is not among the occluded ones then.
void UnoccludedAppearance::add_sudden(const AppearanceTemplate& look, int n, CellFlags& kept) {
  if (sudden_frames_.empty()) sudden_frames_ = CellMap<int>(n * n);
  cv::Mat before, now;
  cv::resize(look_.grey, before, {n, n}, 0, 0, cv::INTER_AREA);
  cv::resize(look.grey, now, {n, n}, 0, 0, cv::INTER_AREA);
  cv::Mat known(n, n, CV_8U, cv::Scalar(255));
  if (!look_.inside.empty()) cv::resize(look_.inside, known, {n, n}, 0, 0, cv::INTER_AREA);
  const auto is_known = [&](int cell) { return known.at<std::uint8_t>(cell / n, cell % n) > 127; };
  CellMap<double> change(n * n);
  std::vector<double> of_known;
  for (int cell = 0; cell < n * n; ++cell) {
    change[cell] =
        now.at<std::uint8_t>(cell / n, cell % n) - before.at<std::uint8_t>(cell / n, cell % n);
    if (is_known(cell)) of_known.push_back(change[cell]);
  }
  if (of_known.empty()) return;
  const double usual = median(of_known);
  const auto is_sudden = [&](double its) { return std::abs(its - usual) > kSuddenGrey; };
  const auto sudden_cells = std::count_if(of_known.begin(), of_known.end(), is_sudden);
  const bool other_page = 2 * sudden_cells > static_cast<long>(of_known.size());
  for (int cell = 0; cell < n * n; ++cell) {
    const bool sudden = !other_page && is_known(cell) && is_sudden(change[cell]) &&
                        sudden_frames_[cell] < kSuddenFrames;
    sudden_frames_[cell] = sudden ? sudden_frames_[cell] + 1 : 0;
    kept[cell] = kept[cell] || sudden;
  }
}

void UnoccludedAppearance::remember(AppearanceTemplate look, int n, const CellFlags& occluded) {
  const bool known = look_.grey.size() == look.grey.size();
  CellFlags kept = occluded.size() == n * n ? with_neighbours(occluded, n) : CellFlags(n * n);
  if (known) add_sudden(look, n, kept);
  const bool masked =
      !look.inside.empty() || !look_.inside.empty() || (!known && count_of(kept) > 0);
  if (masked && look.inside.empty())
    look.inside = cv::Mat(look.grey.size(), CV_8U, cv::Scalar(255));
  for (int cell = 0; cell < n * n; ++cell) {
    if (!kept[cell]) continue;
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
