#pragma once

#include <vector>

#include "core/pipeline/board_overlay.h"
#include "render/board_painter.h"

namespace gridlens {

// The overlays of all boards of one frame, ready for SceneRenderer::draw.
inline std::vector<PlacedOverlay> placed_overlays(const std::vector<BoardResult>& boards,
                                                  const Settings& settings) {
  std::vector<PlacedOverlay> placed;
  for (const BoardResult& board : boards)
    placed.push_back({board.image_from_board, board.n, overlay_for(board, settings), board.bend});
  return placed;
}

}  // namespace gridlens
