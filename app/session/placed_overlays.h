#pragma once

#include <memory>
#include <opencv2/core/mat.hpp>
#include <vector>

#include "app/session/text_age.h"
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
  const bool hinted = settings.show == Show::hint;
  const bool helped = hinted || settings.show == Show::check;
  for (const BoardResult& board : boards) {
    const BoardHelp* help = helped ? &desk.help_for(board, hinted ? settings.hints : 0) : nullptr;
    BoardResult shown = board;
    const bool painted = settings.show != Show::none || !settings.reveals.cells_of(board).empty();
    if (!shown.look && shown.clues && painted)
      shown.look = std::make_shared<const PageLook>(look_at_page(bgr, board));
    placed.push_back(
        {board.image_from_board, board.n, overlay_for(shown, settings, help), board.bend});
  }
  return placed;
}

// The boards' labels fade a few seconds after they changed. `boards`: of the same picture.
inline void fade_labels(const std::vector<BoardResult>& boards, TextAge& ages, double now_ms,
                        std::vector<PlacedOverlay>& overlays) {
  for (size_t i = 0; i < boards.size() && i < overlays.size(); ++i) {
    auto& label = overlays[i].overlay.label;
    if (!label) continue;
    const float opacity = TextAge::opacity(ages.age_ms(boards[i].id, label->text, now_ms));
    label->text_colour.a *= opacity;
    label->background_colour.a *= opacity;
    if (opacity <= 0) label.reset();
  }
}

}  // namespace gridlens
