#include "core/print/page_layout.h"

#include <algorithm>

namespace gridlens {

PageLayout layout_page(int n, bool with_solution) {
  PageLayout page;
  constexpr double kMm = PageLayout::kMm;
  // Small boards need no whole page; large ones take what there is.
  const double wanted_mm = std::clamp(17.0 * n, 100.0, 180.0);
  const double solution_mm = std::clamp(4.0 * n, 36.0, 66.0);
  page.board_side = std::min(wanted_mm, with_solution ? 174.0 : 180.0) * kMm;
  page.board_left = (PageLayout::kWidth - page.board_side) / 2;
  page.board_top = 35 * kMm;
  page.solution_side = with_solution ? solution_mm * kMm : 0;
  page.solution_left = (PageLayout::kWidth - page.solution_side) / 2;
  page.solution_top = PageLayout::kHeight - 12 * kMm - page.solution_side;
  return page;
}

}  // namespace gridlens
