#include <gtest/gtest.h>

#include <array>

#include "core/overlay/contrast.h"
#include "core/overlay/ink_choice.h"

namespace gridlens {
namespace {

constexpr Rgba kWhite{1, 1, 1, 1};
constexpr Rgba kBlack{0, 0, 0, 1};
constexpr Rgba kBlue{0.05f, 0.35f, 0.85f, 1.0f};
const std::array<Rgba, 5> kInks{kBlue, Rgba{0.85f, 0.10f, 0.10f, 1}, Rgba{0.10f, 0.60f, 0.30f, 1},
                                Rgba{0.95f, 0.55f, 0.05f, 1}, kBlack};

Rgba grey(int level) {
  const float value = static_cast<float>(level) / 255;
  return {value, value, value, 1};
}

CellBackground plain(const Rgba& colour) {
  return {colour, colour, colour};
}

double seen(const Rgba& ink, const Rgba& background) {
  return contrast_ratio(laid_over(ink, background), background);
}

TEST(Contrast, IsThatOfTheGuidelines) {
  EXPECT_NEAR(contrast_ratio(kBlack, kWhite), 21, 1e-9);
  EXPECT_NEAR(contrast_ratio(kWhite, kWhite), 1, 1e-9);
  // Greys that are known for just reaching, and just missing, 4.5 on white.
  EXPECT_GT(contrast_ratio(grey(0x76), kWhite), 4.5);
  EXPECT_LT(contrast_ratio(grey(0x77), kWhite), 4.5);
  EXPECT_NEAR(relative_luminance({0, 1, 0, 1}), 0.7152, 1e-6);
}

TEST(InkChoice, CanBeReadOnEveryBackground) {
  for (const Rgba& ink : kInks)
    for (int level = 0; level <= 255; level += 3)
      for (const float alpha : {1.0f, 0.6f, 0.3f}) {
        Rgba wished = ink;
        wished.a = alpha;
        EXPECT_GE(seen(readable_ink({wished, grey(20)}, grey(level)), grey(level)), 4.5)
            << "on " << level << " with alpha " << alpha;
      }
  for (const Rgba& background : {Rgba{0.29f, 0.47f, 0.65f, 1}, Rgba{0.9f, 0.6f, 0.1f, 1}})
    EXPECT_GE(seen(readable_ink({kBlue, kBlack}, background), background), 4.5);
}

TEST(InkChoice, ColourStaysWhereItCanBeRead) {
  const Rgba on_paper = readable_ink({kBlue, kBlack}, kWhite);
  EXPECT_NEAR(on_paper.b, kBlue.b, 0.05);
  EXPECT_GT(on_paper.b, on_paper.r + 0.5f);
  const Rgba on_black = readable_ink({kBlue, kBlack}, kBlack);
  EXPECT_GT(relative_luminance(on_black), relative_luminance(kBlue)) << "light ink on dark";
  EXPECT_GT(on_black.b, on_black.r) << "its hue stays";
  // In the shade the ink is darker, too.
  const Rgba shaded = readable_ink({kBlue, kBlack}, grey(170));
  EXPECT_LT(relative_luminance(shaded), relative_luminance(on_paper));
}

TEST(InkChoice, OpacityIsRaisedAsFarAsNeedBe) {
  Rgba faint = kBlue;
  faint.a = 0.2f;
  const Rgba ink = readable_ink({faint, kBlack}, kWhite);
  EXPECT_GT(ink.a, 0.4f);
  EXPECT_LT(ink.a, 0.7f);
  faint.a = 0;
  EXPECT_EQ(readable_ink({faint, kBlack}, kWhite).a, 0) << "nothing is wished";
}

TEST(InkChoice, ThinStrokesGetStrongerInk) {
  InkWish thin{kBlue, kBlack};
  thin.coverage = 0.7;
  EXPECT_LT(relative_luminance(readable_ink(thin, grey(220))),
            relative_luminance(readable_ink({kBlue, kBlack}, grey(220))));
}

TEST(BoardInk, IsOneForAnEvenlyLitBoard) {
  std::vector<Rgba> backgrounds(81, grey(230));
  const BoardInk ink({kBlue, kBlack}, backgrounds);
  EXPECT_EQ(ink.side(), InkSide::dark);
  const Rgba first = ink.on(plain(grey(230))).ink;
  const Rgba other = ink.on(plain(grey(228))).ink;
  EXPECT_NEAR(first.b, other.b, 0.02);
  EXPECT_EQ(ink.on(plain(grey(230))).tone.a, 0);
}

TEST(BoardInk, OnlyCellsWhereItFailsDeviate) {
  std::vector<Rgba> dark(80, grey(30));
  const Rgba tile{0.93f, 0.66f, 0.25f, 1};  // lit
  dark.push_back(tile);
  const BoardInk ink({kBlue, kBlack}, dark);
  EXPECT_EQ(ink.side(), InkSide::light);
  EXPECT_GT(relative_luminance(ink.on(plain(grey(30))).ink), 0.2);
  EXPECT_LT(relative_luminance(ink.on(plain(tile)).ink), 0.1);
  EXPECT_GE(seen(ink.on(plain(tile)).ink, tile), 4.5);
}

// A corner of the page in the shade: a little light around the strokes is less noticed than white
// digits among black ones.
TEST(BoardInk, AlmostDarkEnoughBackgroundsAreToned) {
  std::vector<Rgba> backgrounds(60, grey(140));
  backgrounds.resize(81, grey(105));
  const BoardInk ink({kBlue, kBlack}, backgrounds);
  const CellInk cell = ink.on(plain(grey(105)));
  EXPECT_LT(relative_luminance(cell.ink), 0.01);
  EXPECT_GT(cell.tone.a, 0);
  EXPECT_LT(cell.tone.a, 0.2);
  EXPECT_GE(seen(cell.ink, cell.background), 4.5);
  EXPECT_GT(relative_luminance(ink.on(plain(grey(30))).ink), 0.2) << "far too dark for that";
}

TEST(BoardInk, AShadowsEdgeInACellCounts) {
  const BoardInk ink({kBlue, kBlack}, std::vector<Rgba>(81, grey(200)));
  const CellInk even = ink.on(plain(grey(200)));
  const CellInk shaded = ink.on({grey(200), grey(110), grey(205)});
  EXPECT_LT(relative_luminance(shaded.ink), relative_luminance(even.ink));
  const Rgba darkest = laid_over(shaded.tone, grey(110));
  EXPECT_GE(contrast_ratio(shaded.ink, darkest), 4.5);
}

}  // namespace
}  // namespace gridlens
