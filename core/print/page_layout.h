#pragma once

namespace gridlens {

// Where things stand on an A4 page, in points (1/72 inch) from its top left.
struct PageLayout {
  static constexpr double kMm = 72.0 / 25.4;
  static constexpr double kWidth = 210 * kMm;
  static constexpr double kHeight = 297 * kMm;

  double left = 15 * kMm;  // of the text, and the text's width
  double text_width = 180 * kMm;
  double title_baseline = 22 * kMm;
  double title_size = 18;
  double words_baseline = 28.5 * kMm;
  double words_size = 9.5;

  double board_left = 0;
  double board_top = 0;
  double board_side = 0;

  double solution_left = 0;
  double solution_top = 0;
  double solution_side = 0;
};

// `n` cells a side; a board with a solution leaves room for it.
PageLayout layout_page(int n, bool with_solution);

}  // namespace gridlens
