#include "tests/report/overlay_pages.h"

#include <opencv2/imgproc.hpp>

#include "tests/report/photographed.h"
#include "tests/simulator/screen_photo.h"

namespace gridlens::report {

std::vector<PageKindSeen> overlay_pages() {
  using generator::PageKind;
  std::vector<PageKindSeen> all;
  const auto add = [&](const char* name, Shape shape, const auto& change) {
    PageKindSeen kind{name, shape};
    change(kind);
    all.push_back(kind);
  };
  const auto letters = [](PageKindSeen& k) { k.style.alphabet = AlphabetKind::letters; };
  const auto plain = [](PageKindSeen&) {};
  add("9x9", {3, 3}, plain);
  add("9x9 dim", {3, 3}, [](PageKindSeen& k) { k.light = 0.45; });
  add("9x9 blurred", {3, 3}, [](PageKindSeen& k) { k.blur_px = 1.6; });
  add("9x9 light on dark", {3, 3}, [](PageKindSeen& k) { k.style.inverted = true; });
  add("9x9 pencil marks", {3, 3}, [](PageKindSeen& k) { k.style.pencil_mark_share = 0.7; });
  add("6x6", {2, 3}, plain);
  add("16x16", {4, 4}, plain);
  add("16x16 letters", {4, 4}, letters);
  add("16x16 small letters", {4, 4},
      [&](PageKindSeen& k) { letters(k), k.style.lower_case = true; });
  add("25x25", {5, 5}, plain);
  add("25x25 letters", {5, 5}, letters);
  for (const PageKind page : {PageKind::app, PageKind::played_app})
    for (const bool photographed : {false, true})
      add((std::string(generator::to_string(page)) + (photographed ? " photo" : "")).c_str(),
          {3, 3}, [&](PageKindSeen& k) { k.page = page, k.photographed = photographed; });
  return all;
}

cv::Mat picture_of(const PageKindSeen& kind, std::uint64_t seed) {
  generator::Random random = generator::Random(seed).fork(kind.name);
  generator::PageOptions options;
  options.kind = kind.page;
  options.shape = kind.shape;
  options.style = kind.style;
  const int n = kind.shape.n();
  if (n > 12) options.puzzle.given_share = 0.5;
  options.board_px = n <= 9 ? 450 : 30.0 * n;
  cv::Mat picture = generator::make_page(options, random).bgr;
  if (kind.page == generator::PageKind::puzzle)
    picture = report::photographed(picture, 1, random);
  else if (kind.photographed)
    picture = generator::photograph_screen(picture, {960, 960}, random).bgr;
  if (kind.blur_px > 0) cv::GaussianBlur(picture, picture, {}, kind.blur_px);
  if (kind.light < 1) picture.convertTo(picture, -1, kind.light);
  return picture;
}

}  // namespace gridlens::report
