#pragma once

#include <memory>
#include <opencv2/core/mat.hpp>
#include <vector>

#include "core/pipeline/board_overlay.h"
#include "core/pipeline/page_looks.h"
#include "render/board_painter.h"

namespace gridlens {

// The overlays of all boards of one picture, ready for SceneRenderer::draw. `desk` keeps the help
// from frame to frame. A board that brings no look of its page is looked at here.
inline std::vector<PlacedOverlay> placed_overlays(const cv::Mat& bgr,
                                                  const std::vector<BoardResult>& boards,
                                                  const Settings& settings, HelpDesk& desk) {
  std::vector<PlacedOverlay> placed;
  const bool helped = settings.show == Show::hint || settings.show == Show::check;
  for (const BoardResult& board : boards) {
    const BoardHelp* help = helped ? &desk.help_for(board, settings.hints) : nullptr;
    BoardResult shown = board;
    if (!shown.look && shown.clues && settings.show != Show::none)
      shown.look = std::make_shared<const PageLook>(look_at_page(bgr, board));
    placed.push_back(
        {board.image_from_board, board.n, overlay_for(shown, settings, help), board.bend});
  }
  return placed;
}

}  // namespace gridlens
