#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/play/play_session.h"
#include "app/session/command.h"
#include "app/session/session_view.h"
#include "core/display/help_desk.h"
#include "core/pipeline/frame_result.h"

namespace gridlens {

// What a run of the window is to begin with.
struct PlayStart {
  bool open = false;  // the play view: with the first of `puzzles`, else with the last game
  std::vector<PuzzleDocument> puzzles;
  bool when_read = false;  // with the first board that is read in the input
};

// Of the word behind `gridlens play`: a puzzle's text, a file with puzzles, or a picture or clip,
// which is read first. Throws std::runtime_error with one clear line.
PlayStart play_start_for(const std::string& what);

// The board as a puzzle to play; nothing where its givens are not known. `source`: a file, a
// camera.
std::optional<PuzzleDocument> document_of(const BoardResult& board, const std::string& source);

// The play view of a window run: games from the boards in view, from text and from the disk, and
// the game's entries on the paper. Window thread.
class WindowPlay {
 public:
  WindowPlay();
  ~WindowPlay();  // saves the game
  WindowPlay(const WindowPlay&) = delete;
  WindowPlay& operator=(const WindowPlay&) = delete;

  void begin(const PlayStart& start);
  // True: the command was for the play view. `newest`: null before the first frame.
  bool execute(const Command& command, const FrameResult* newest, const SourceInfo& source);
  void play(const PuzzleDocument& puzzle);
  // Plays the first puzzle of the text, or of the files, and keeps the others as games; false:
  // there is none.
  bool play_text(const std::string& text, const std::string& source);
  bool play_files(const std::vector<std::string>& files);
  // Plays the clipboard's text, or asks for its picture: see take_pasted().
  void paste(const std::string& text);
  // The clipboard's picture as a file that goes with this; empty: none has come since. The next
  // board that is read opens as a game.
  std::string take_pasted();
  // What did not work since, one clear line; empty: nothing.
  std::string take_trouble() { return std::exchange(trouble_, {}); }
  void tell(const std::string& message) { session_.tell(message, PlayMood::bad); }

  // A result is to be shown.
  void see(const FrameResult& result, const SourceInfo& source);
  // Before the overlays of these boards are made: tells the desk which game is painted.
  void paint(const std::vector<BoardResult>& boards, HelpDesk& desk);
  // True: something is to be drawn anew.
  bool poll();
  void fill(SessionView& view) const;
  [[nodiscard]] bool is_open() const { return session_.is_open(); }
  // The open game's puzzle for another program: a line, or JSON where a line does not hold its
  // rules; empty: none is open.
  [[nodiscard]] std::string text() const;
  // All games of the list as it was last shown, with entries and notes; empty: there is none.
  [[nodiscard]] std::string games_text() const;

 private:
  void play(const BoardResult& board, const SourceInfo& source);
  void start_all(std::vector<PuzzleDocument> puzzles);  // one at least

  PlaySession session_;
  bool when_read_ = false;
  std::string trouble_;
  std::filesystem::path pasted_file_;  // empty: nothing was pasted
  bool pasted_ = false;
  Worker clipboard_{"gl-clipboard", Worker::AtEnd::drop};
};

}  // namespace gridlens
