#include "core/reading/ink/glyph_similarity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>

#include "core/reading/ink/strokes.h"

namespace gridlens {

namespace {

constexpr int kSizeOff = 2;  // of two boxes, at most

// A symbol made ready for many comparisons. Sums are whole numbers and exact; rows have a fixed
// length, filled up with zeros, for the sake of vector instructions.
class Comparable {
 public:
  explicit Comparable(const GlyphCrop& crops)
      : box_(crops.box),
        inner_((box_ + cv::Size(2, 2) - cv::Point(1, 1)) &
               cv::Rect(0, 0, Strokes::kSide, Strokes::kSide)) {
    for (int y = 0; y < Strokes::kSide; ++y) {
      const std::uint8_t* levels = crops.picture.ptr(y);
      std::int32_t row = 0;
      std::int32_t row_squares = 0;
      for (int x = 0; x < Strokes::kSide; ++x) {
        const auto level = static_cast<std::int16_t>(levels[x]);
        picture_[at(y)][at(x)] = level;
        row += level;
        row_squares += level * level;
        sums_[at(y + 1)][at(x + 1)] = sums_[at(y)][at(x + 1)] + row;
        squares_[at(y + 1)][at(x + 1)] = squares_[at(y)][at(x + 1)] + row_squares;
      }
    }
    for (int y = 0; y < inner_.height; ++y)
      for (int x = 0; x < inner_.width; ++x)
        patch_[at(y)][at(x)] = picture_[at(inner_.y + y)][at(inner_.x + x)];
  }

  [[nodiscard]] double correlation(const Comparable& other) const {
    if (std::abs(box_.width - other.box_.width) > kSizeOff ||
        std::abs(box_.height - other.box_.height) > kSizeOff)
      return 0;
    const double count = inner_.area();
    const double sum = total(sums_, inner_);
    const double spread = total(squares_, inner_) - sum * sum / count;
    double at_place[3][3] = {};
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) {
        const cv::Rect there(inner_.tl() - box_.tl() + other.box_.tl() + cv::Point(dx, dy),
                             inner_.size());
        if ((there & cv::Rect(0, 0, Strokes::kSide, Strokes::kSide)) != there) continue;
        const double other_sum = total(other.sums_, there);
        const double spreads =
            spread * (total(other.squares_, there) - other_sum * other_sum / count);
        if (spreads > 0)
          at_place[dy + 1][dx + 1] =
              (product(other, there) - sum * other_sum / count) / std::sqrt(spreads);
      }
    return best_between(at_place);
  }

 private:
  static constexpr size_t kRow = 24;  // of a patch
  using Totals = std::array<std::array<std::int32_t, Strokes::kSide + 1>, Strokes::kSide + 1>;

  static size_t at(int i) { return static_cast<size_t>(i); }

  static double total(const Totals& totals, const cv::Rect& of) {
    return totals[at(of.y + of.height)][at(of.x + of.width)] -
           totals[at(of.y)][at(of.x + of.width)] - totals[at(of.y + of.height)][at(of.x)] +
           totals[at(of.y)][at(of.x)];
  }

  // Sum of the products of this patch and the other picture at a place.
  [[nodiscard]] std::int32_t product(const Comparable& other, const cv::Rect& there) const {
    std::int32_t sum = 0;
    for (int y = 0; y < inner_.height; ++y) {
      const std::int16_t* mine = patch_[at(y)].data();
      const std::int16_t* others = &other.picture_[at(there.y + y)][at(there.x)];
      std::int32_t row = 0;
      for (size_t x = 0; x < kRow; ++x) row += mine[x] * others[x];
      sum += row;
    }
    return sum;
  }

  // What the top of a parabola through three neighbouring values adds to the middle one, the
  // largest.
  static double above_middle(double before, double middle, double after) {
    const double curve = 2 * middle - before - after;
    return curve > 1e-9 ? (after - before) * (after - before) / (8 * curve) : 0;
  }

  static double best_between(const double (&place)[3][3]) {
    double best = 0;
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 3; ++x) {
        double here = place[y][x];
        if (y == 1 && place[0][x] > 0 && place[2][x] > 0 &&
            here >= std::max(place[0][x], place[2][x]))
          here += above_middle(place[0][x], place[1][x], place[2][x]);
        if (x == 1 && place[y][0] > 0 && place[y][2] > 0 &&
            place[y][1] >= std::max(place[y][0], place[y][2]))
          here += above_middle(place[y][0], place[y][1], place[y][2]);
        best = std::max(best, here);
      }
    return std::min(best, 1.0);
  }

  cv::Rect box_;
  cv::Rect inner_;  // the box and a pixel around it
  std::array<std::array<std::int16_t, kRow>, Strokes::kSide> patch_{};  // of inner_
  std::array<std::array<std::int16_t, Strokes::kSide + kRow>, Strokes::kSide> picture_{};  // whole
  Totals sums_{};     // of the pixels above and to the left
  Totals squares_{};  // of their squares
};

}  // namespace

std::vector<double> best_similarities(const std::vector<GlyphCrop>& crops) {
  std::vector<double> best(crops.size(), -1);
  std::map<int, std::vector<size_t>> of_symbol;
  for (size_t i = 0; i < crops.size(); ++i)
    if (crops[i].symbol != 0) of_symbol[crops[i].symbol].push_back(i);
  std::vector<Comparable> group;
  for (const auto& [symbol, members] : of_symbol) {
    group.clear();
    for (const size_t i : members) group.emplace_back(crops[i]);
    for (size_t a = 0; a < group.size(); ++a)
      for (size_t b = a + 1; b < group.size(); ++b) {
        const double alike = group[a].correlation(group[b]);
        best[members[a]] = std::max(best[members[a]], alike);
        best[members[b]] = std::max(best[members[b]], alike);
      }
  }
  return best;
}

}  // namespace gridlens
