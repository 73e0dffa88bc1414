#pragma once

#include <vector>

#include "core/pipeline/board_overlay.h"
#include "render/board_painter.h"

namespace gridlens {

// The overlays of all boards of one frame, ready for SceneRenderer::draw. `desk` keeps the help
// from frame to frame.
inline std::vector<PlacedOverlay> placed_overlays(const std::vector<BoardResult>& boards,
                                                  const Settings& settings, HelpDesk& desk) {
  std::vector<PlacedOverlay> placed;
  const bool hinted = settings.show == Show::hint;
  const bool helped = hinted || settings.show == Show::check;
  for (const BoardResult& board : boards) {
    const BoardHelp* help = helped ? &desk.help_for(board, hinted ? settings.hints : 0) : nullptr;
    placed.push_back(
        {board.image_from_board, board.n, overlay_for(board, settings, help), board.bend});
  }
  return placed;
}

}  // namespace gridlens
