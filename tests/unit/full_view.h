#pragma once

#include <memory>

#include "app/session/session_view.h"

namespace gridlens {

// Something of everything that the panels show, most of it too long.
inline SessionView full_view() {
  SessionView view;
  auto result = std::make_shared<FrameResult>();
  for (const BoardState state :
       {BoardState::reading, BoardState::solved, BoardState::multiple, BoardState::contradiction,
        BoardState::unreadable, BoardState::budget}) {
    BoardResult board;
    board.n = 9;
    board.state = state;
    board.message = "a message that is far too long for one line of so narrow a column";
    if (state == BoardState::solved) {
      board.shape = Shape{3, 3};
      board.clues = Grid(Shape{3, 3});
      board.doubtful = {4, 5};
    }
    result->boards.push_back(board);
  }
  view.result = result;
  view.source.name = "Kamera für Ärzte – Παράδειγμα";
  view.source.width = 1280;
  view.source.height = 720;
  view.source.fps = 29.97;
  view.source.format = "MJPG";
  view.note = "No camera found: playing the demo clip";
  view.trouble = "Camera 0 stopped delivering; trying again";
  view.stages = {{"find", 4, 9}, {"read", 2, 3}};
  view.cameras = {{0, "/dev/video0", "One"}, {2, "/dev/video2", ""}};
  view.recording.file = "out.mkv";
  view.recording.error = "disk full";
  view.camera_output.running = true;
  view.camera_output.device = "/dev/video17 (a virtual camera with a name that goes on and on)";
  view.camera_output.mode = "1920 x 1080, YUV420";
  view.camera_output.error = "another one is in use: another program sends pictures there";
  view.screen_fill.possible = view.screen_fill.wrong = true;
  view.screen_fill.told =
      "stopped: wrong entries stand on the board (r1c2 is not 3, r4c7 is not 8, r9c9 is not 1)";
  view.report.error = "cannot make a folder in /a/very/long/path/that/no/column/holds: no";
  return view;
}

}  // namespace gridlens
