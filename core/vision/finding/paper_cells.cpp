#include "core/vision/finding/paper_cells.h"

namespace gridlens {

namespace {

constexpr int kMinPaperCellPx = 5;
constexpr int kMaxPaperCellPx = 160;
constexpr double kMinFill = 0.42;  // of the bounding box; a square on its tip fills half

}  // namespace

std::vector<InkComponent> paper_cells(const cv::Mat& ink) {
  BlobLimits limits;
  limits.min_extent_px = kMinPaperCellPx;
  limits.max_extent_px = kMaxPaperCellPx;
  limits.diagonal = false;
  std::vector<InkComponent> patches = ink_components(255 - ink, limits);
  std::erase_if(patches, [](const InkComponent& patch) {
    return patch.area_px < kMinFill * patch.box.area() || patch.box.width > 4 * patch.box.height ||
           patch.box.height > 4 * patch.box.width;
  });
  return patches;
}

}  // namespace gridlens
