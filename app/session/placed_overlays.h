#pragma once

#include <memory>
#include <opencv2/core/mat.hpp>
#include <vector>

#include "app/session/text_age.h"
#include "core/display/board_overlay.h"
#include "core/pipeline/page_looks.h"
#include "render/board_painter.h"

namespace gridlens {

// The overlays of all boards of one picture, ready for SceneRenderer::draw. `desk` keeps the help
// from frame to frame, and knows the game that is painted. A board that brings no look of its page
// is looked at here.
inline std::vector<PlacedOverlay> placed_overlays(const cv::Mat& bgr,
                                                  const std::vector<BoardResult>& boards,
                                                  const Settings& settings, HelpDesk& desk) {
  std::vector<PlacedOverlay> placed;
  for (const BoardResult& board : boards) {
    BoardResult shown = board;
    Settings wanted = settings;
    const Grid* game = desk.game_on(board);
    if (game != nullptr) {
      shown.solution = *game;
      wanted.show = Show::solution;
    }
    const bool hinted = wanted.show == Show::hint;
    const bool helped = hinted || wanted.show == Show::check;
    const BoardHelp* help = helped ? &desk.help_for(board, hinted ? wanted.hints : 0) : nullptr;
    const bool painted = wanted.show != Show::none || !wanted.reveals.cells_of(board).empty();
    if (!shown.look && shown.clues && painted)
      shown.look = std::make_shared<const PageLook>(look_at_page(bgr, board));
    placed.push_back(
        {board.image_from_board, board.n, overlay_for(shown, wanted, help), board.bend});
    if (game != nullptr && settings.show == Show::none) placed.back().overlay.label.reset();
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
