#include "core/overlay/ink_choice.h"

#include <algorithm>

#include "core/image/statistics.h"
#include "core/overlay/contrast.h"

namespace gridlens {

namespace {

// Rounding, the paper's grain and the edges of strokes take some contrast away.
constexpr double kReserve = 1.2;
constexpr int kSteps = 24;             // to black or white
constexpr int kMostTones = 14;         // half steps that a background is lightened or darkened by
constexpr double kToneReserve = 1.25;  // without it, the background is toned
constexpr double kCellsServed = 0.85;  // by the board's ink; the others darken or lighten theirs
constexpr float kLeastAlphaStep = 0.02f;
constexpr Rgba kBlack{0, 0, 0, 1};
constexpr Rgba kWhite{1, 1, 1, 1};

// Contrast of what is seen in the middle of a stroke.
double seen_contrast(const InkWish& wish, Rgba ink, const Rgba& background) {
  ink.a *= static_cast<float>(wish.coverage);
  return contrast_ratio(laid_over(ink, background), background);
}

float in_light_of(float pigment, float paper, float black) {
  return paper > black ? black + (paper - black) * pigment : paper * pigment;
}

}  // namespace

Rgba ink_at(const InkWish& wish, const Rgba& background, InkSide side, double step) {
  const Rgba& wished = wish.colour;
  Rgba ink;
  if (side == InkSide::light) {
    ink = mixed(wished, kWhite, step);
  } else {
    const Rgba lit{in_light_of(wished.r, background.r, wish.black.r),
                   in_light_of(wished.g, background.g, wish.black.g),
                   in_light_of(wished.b, background.b, wish.black.b), 1};
    ink = mixed(lit, kBlack, step);
  }
  ink.a = wished.a;
  return ink;
}

std::optional<double> least_step(const InkWish& wish, const Rgba& background, InkSide side) {
  const auto contrast = [&](int i) {
    return seen_contrast(wish, ink_at(wish, background, side, static_cast<double>(i) / kSteps),
                         background);
  };
  const double goal = kReserve * wish.contrast;
  if (contrast(0) >= goal) return 0;
  const double most = contrast(kSteps);
  if (most < goal) return most >= wish.contrast ? std::optional<double>(1) : std::nullopt;
  int fails = 0, reaches = kSteps;
  while (reaches - fails > 1) {
    const int middle = (fails + reaches) / 2;
    (contrast(middle) >= goal ? reaches : fails) = middle;
  }
  return static_cast<double>(reaches) / kSteps;
}

InkSide better_side(const InkWish& wish, const Rgba& background) {
  InkWish opaque = wish;
  opaque.colour.a = 1;
  const auto most = [&](InkSide side) {
    return seen_contrast(opaque, ink_at(opaque, background, side, 1), background);
  };
  return most(InkSide::dark) >= most(InkSide::light) ? InkSide::dark : InkSide::light;
}

Rgba readable_ink(const InkWish& wish, const Rgba& background) {
  // The less it is changed, the more of its hue is seen.
  const auto dark = least_step(wish, background, InkSide::dark);
  const auto light = least_step(wish, background, InkSide::light);
  const InkSide better = better_side(wish, background);
  const bool both = dark && light && *dark != *light;
  const InkSide side = both ? (*dark < *light ? InkSide::dark : InkSide::light) : better;
  if (const auto& step = side == InkSide::dark ? dark : light)
    return ink_at(wish, background, side, *step);
  Rgba ink = ink_at(wish, background, side, 1);
  while (ink.a > 0 && ink.a < 1 && seen_contrast(wish, ink, background) < kReserve * wish.contrast)
    ink.a = std::min(1.0f, ink.a + kLeastAlphaStep);
  return ink;
}

BoardInk::BoardInk(const InkWish& wish, const std::vector<Rgba>& backgrounds) : wish_(wish) {
  const auto dark = std::count_if(
      backgrounds.begin(), backgrounds.end(),
      [&](const Rgba& background) { return better_side(wish, background) == InkSide::dark; });
  if (2 * dark < static_cast<std::ptrdiff_t>(backgrounds.size())) side_ = InkSide::light;
  std::vector<double> steps;
  for (const Rgba& background : backgrounds)
    if (const auto step = least_step(wish, background, side_)) steps.push_back(*step);
  if (steps.empty()) return;
  step_ = quantile(std::move(steps), kCellsServed);
}

CellInk BoardInk::on(const CellBackground& cell) const {
  const Rgba& background = cell.colour;
  const Rgba& worst = side_ == InkSide::dark ? cell.darkest : cell.lightest;
  for (int i = 0; i <= kMostTones; ++i) {
    Rgba laid = side_ == InkSide::dark ? kWhite : kBlack;
    laid.a = static_cast<float>(i) / (2 * kSteps);
    const Rgba toned = laid_over(laid, background), toned_worst = laid_over(laid, worst);
    const Rgba strongest = ink_at(wish_, toned_worst, side_, 1);
    if (seen_contrast(wish_, strongest, toned_worst) < kToneReserve * wish_.contrast) continue;
    if (const auto least = least_step(wish_, toned_worst, side_))
      return {ink_at(wish_, toned, side_, std::max(step_, *least)), toned, laid};
  }
  return {readable_ink(wish_, background), background, {0, 0, 0, 0}};
}

}  // namespace gridlens
