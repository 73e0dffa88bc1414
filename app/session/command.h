#pragma once

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "app/outputs/output_settings.h"
#include "app/play/play_wish.h"
#include "core/capture/camera_controls.h"
#include "core/capture/camera_mode.h"
#include "core/display/settings.h"
#include "core/reading/correction.h"

namespace gridlens {

// What a person asked for. Panels and keys emit these; LiveSession carries them out. Values only.
struct ChangeSettings {
  Settings settings;
};
struct StartRecording {
  std::filesystem::path path;  // empty: a fresh dated name in the folder for videos
};
struct StopRecording {};
struct PauseRecording {  // or go on with it: what lies between is left out of the file
  bool paused = true;
};
struct StartCameraOutput {  // the virtual camera
  std::string device;       // /dev/videoN; empty: the first video output
};
struct StopCameraOutput {};
struct SaveSnapshot {         // of what is shown, as a picture file with a fresh dated name
  bool before_after = false;  // the picture as captured beside it
};
struct CopyPuzzles {};  // of all boards in view to the clipboard, as text
struct ChangeOutputs {  // what the next recordings hold, and where files go
  OutputSettings settings;
};
struct OpenFolder {  // in the desktop's file program
  std::filesystem::path folder;
};
struct OpenSource {
  std::string spec;  // as --input takes it
};
struct OpenFiles {  // chosen or dropped together, in whatever order: see SourceOptions::files
  std::vector<std::string> files;
};
struct ShowOpenDialog {  // to choose files, or a folder
  bool folder = false;
};
struct BrowseFolder {  // in the plain open dialog
  std::string folder;
};
struct CloseOpenDialog {};
struct ShowScreenPicker {};  // to choose a window or a part of the screen; again: looks anew
struct CloseScreenPicker {};
struct OverlayOnScreen {  // over the window or the part of the screen that is read
  bool on = true;
};
struct ChangeCamera {  // opens the camera that is open with another wish
  CameraWish wish;
};
struct SetCameraControl {  // of the camera that is open
  CameraControl control = CameraControl::exposure;
  int value = 0;
};
struct ForgetBoards {};  // read everything afresh; a picture that stays, as thoroughly as a still
struct CorrectCell {     // of a board in view: what it holds
  int board_id = 0;
  Correction correction;
};
struct RevealCell {  // of a board in view: shows its answer by itself, or hides it again
  int board_id = 0;
  int cell = 0;  // row-major, upright
};
struct StepPicture {
  int by = 1;  // of a folder: 1 the next, -1 the previous
};
struct PlayBoard {   // of those in view in the play view; without one, the last game
  int board_id = 0;  // 0: the first that can be played
};
struct PlaySolved {  // of the history
  int number = 0;
};
struct ExportSolved {};    // the whole history, as a file
struct ExportGames {};     // all games of the list, as a file
struct PasteClipboard {};  // a puzzle's text is played, a picture is opened
struct StartFill {         // types the solution into the program that the input shows
  bool correct = false;    // also over wrong entries
};
struct CancelFill {};
struct SetFillPace {
  int pace_ms = 120;
};
struct SaveReport {};  // on a problem: what is shown, and how it came about
struct Quit {};

using Command =
    std::variant<ChangeSettings, StartRecording, StopRecording, PauseRecording, StartCameraOutput,
                 StopCameraOutput, SaveSnapshot, CopyPuzzles, ChangeOutputs, OpenFolder, OpenSource,
                 OpenFiles, ShowOpenDialog, BrowseFolder, CloseOpenDialog, ShowScreenPicker,
                 CloseScreenPicker, OverlayOnScreen, ChangeCamera, SetCameraControl, ForgetBoards,
                 CorrectCell, RevealCell, StepPicture, PlayBoard, PlayWish, PlaySolved,
                 ExportSolved, ExportGames, PasteClipboard, SaveReport, StartFill, CancelFill,
                 SetFillPace, Quit>;

}  // namespace gridlens
