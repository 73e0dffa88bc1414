#pragma once

#include <optional>
#include <vector>

#include "app/views/cell_editor.h"
#include "render/view.h"

namespace gridlens {

// The cell of a board that lies at a place of the view (view pixels, as View has them); nullopt:
// none, or the board there is not read yet. Where boards overlap, the one painted last.
std::optional<SelectedCell> pick_cell(const std::vector<BoardResult>& boards,
                                      const Placement& placement, cv::Point2d view_px);

}  // namespace gridlens
