#include "app/window_play/window_play.h"

#include <unistd.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "app/files/output_file.h"
#include "app/window_play/clipboard_picture.h"
#include "core/capture/file_endings.h"
#include "core/formats/formats.h"
#include "core/image/frame.h"

namespace gridlens {

namespace {

namespace fs = std::filesystem;

std::int64_t now_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch())
      .count();
}

bool surely_read(const BoardResult& board) {
  return board.clues && board.shape && board.state != BoardState::reading &&
         board.state != BoardState::unreadable;
}

const BoardResult* find_board(const std::vector<BoardResult>& boards, int id) {
  for (const BoardResult& board : boards)
    if (board.id == id) return &board;
  if (id != 0) return nullptr;
  for (const BoardState wanted : {BoardState::solved, BoardState::multiple, BoardState::budget})
    for (const BoardResult& board : boards)
      if (board.state == wanted && document_of(board, "")) return &board;
  return nullptr;
}

std::string read_file(const std::string& name) {
  std::error_code error;
  if (fs::file_size(name, error) > kMaxPuzzleFileBytes)
    throw std::runtime_error("it is far too long for puzzles");
  std::ifstream file(name, std::ios::binary);
  if (!file) throw std::runtime_error("it cannot be opened");
  return {std::istreambuf_iterator<char>(file), {}};
}

// By its ending, or by bytes that no text has.
bool looks_like_picture(const std::string& name) {
  if (has_picture_ending(name) || has_video_ending(name)) return true;
  std::ifstream file(name, std::ios::binary);
  std::string head(512, ' ');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(file.gcount()));
  return head.find('\0') != std::string::npos;
}

// None where the text is no puzzle.
std::vector<PuzzleDocument> puzzles_of(const std::string& text) {
  try {
    return read_puzzles(text);
  } catch (const std::exception&) {
    return {};
  }
}

void note_source(std::vector<PuzzleDocument>& puzzles, const std::string& source) {
  for (PuzzleDocument& puzzle : puzzles)
    if (puzzle.source.empty()) puzzle.source = source;
}

}  // namespace

std::optional<PuzzleDocument> document_of(const BoardResult& board, const std::string& source) {
  if (!board.clues || !board.shape || board.clues->count_filled() == 0 || board.n < 4)
    return std::nullopt;
  PuzzleDocument document(*board.shape);
  document.givens = *board.clues;
  if (board.entries)
    for (int row = 0; row < board.n; ++row)
      for (int column = 0; column < board.n; ++column)
        if (document.givens.at(row, column) == 0)
          document.entries.set(row, column, board.entries->at(row, column));
  if (board.alphabet && board.alphabet->kind != AlphabetKind::numerals)
    document.symbols = board.alphabet->symbols();
  document.source = fs::path(source).filename().string();
  return document;
}

PlayStart play_start_for(const std::string& what) {
  PlayStart start;
  start.open = true;
  if (what.empty()) return start;
  std::error_code error;
  if (fs::exists(what, error) && !fs::is_regular_file(what, error))
    throw std::runtime_error(what + " is no file");
  if (!fs::is_regular_file(what, error)) {
    if (what.find_first_of("0123456789.") == std::string::npos || what.size() < 16)
      throw std::runtime_error("there is no file " + what + ", and it is no puzzle");
    start.puzzles = read_puzzles(what);
    return start;
  }
  if (looks_like_picture(what)) {
    start = {false, {}, true};
    return start;
  }
  try {
    start.puzzles = read_puzzles(read_file(what));
  } catch (const std::exception& failure) {
    throw std::runtime_error(what + ": " + failure.what());
  }
  note_source(start.puzzles, fs::path(what).filename().string());
  return start;
}

WindowPlay::WindowPlay() : session_(GameStore::usual_folder()) {}

WindowPlay::~WindowPlay() {
  clipboard_.forget();
  std::error_code error;
  if (!pasted_file_.empty()) fs::remove(pasted_file_, error);
  session_.leave(now_ms());
}

void WindowPlay::begin(const PlayStart& start) {
  when_read_ = start.when_read;
  if (!start.puzzles.empty())
    start_all(start.puzzles);
  else if (start.open)
    session_.resume_last(true, now_ms());
}

void WindowPlay::play(const BoardResult& board, const SourceInfo& source) {
  const bool pasted = !pasted_file_.empty() && source.name == pasted_file_;
  if (const auto document = document_of(board, pasted ? "pasted" : source.name)) {
    when_read_ = false;
    session_.start(*document, now_ms());
  }
}

bool WindowPlay::execute(const Command& command, const FrameResult* newest,
                         const SourceInfo& source) {
  if (const auto* wish = std::get_if<PlayWish>(&command)) {
    session_.execute(*wish, now_ms());
    return true;
  }
  const auto* wanted = std::get_if<PlayBoard>(&command);
  if (!wanted) return false;
  const BoardResult* board =
      newest != nullptr ? find_board(newest->boards, wanted->board_id) : nullptr;
  if (board != nullptr)
    play(*board, source);
  else
    session_.execute(wish::Open{}, now_ms());
  return true;
}

bool WindowPlay::play_text(const std::string& text, const std::string& source) {
  std::vector<PuzzleDocument> puzzles = puzzles_of(text);
  if (puzzles.empty()) return false;
  note_source(puzzles, source);
  start_all(std::move(puzzles));
  return true;
}

void WindowPlay::start_all(std::vector<PuzzleDocument> puzzles) {
  PuzzleDocument first = std::move(puzzles.front());
  puzzles.erase(puzzles.begin());
  session_.start(std::move(first), now_ms(), std::move(puzzles));
}

void WindowPlay::play(const PuzzleDocument& puzzle) {
  session_.start(puzzle, now_ms());
}

void WindowPlay::paste(const std::string& text) {
  if (!text.empty() && play_text(text, "pasted")) return;
  clipboard_.post([this](const std::stop_token& stop) -> Worker::Done {
    return [this, picture = picture_of_clipboard(stop)] {
      trouble_ = picture.trouble;
      if (picture.png.empty()) return;
      try {
        pasted_file_ =
            fs::temp_directory_path() / ("gridlens-pasted-" + std::to_string(::getpid()) + ".png");
        write_whole_file(pasted_file_, picture.png, true);
        pasted_ = true;
      } catch (const std::exception& error) {
        trouble_ = error.what();
      }
    };
  });
}

std::string WindowPlay::take_pasted() {
  if (!std::exchange(pasted_, false)) return "";
  if (session_.is_open()) session_.execute(wish::Close{}, now_ms());
  when_read_ = true;
  return pasted_file_.string();
}

bool WindowPlay::poll() {
  const bool pasted = clipboard_.poll();
  return session_.poll(now_ms()) || pasted;
}

bool WindowPlay::play_files(const std::vector<std::string>& files) {
  for (const std::string& name : files) {
    std::error_code error;
    if (!fs::is_regular_file(name, error) || looks_like_picture(name)) continue;
    try {
      if (play_text(read_file(name), fs::path(name).filename().string())) return true;
    } catch (const std::exception&) {  // who opens it as a picture will say why
    }
  }
  return false;
}

void WindowPlay::see(const FrameResult& result, const SourceInfo& source) {
  if (!when_read_) return;
  for (const BoardResult& board : result.boards)
    if (surely_read(board) && document_of(board, "")) return play(board, source);
}

void WindowPlay::paint(const std::vector<BoardResult>& boards, HelpDesk& desk) {
  desk.set_game(session_.painting());
  session_.set_on_paper(std::any_of(boards.begin(), boards.end(), [&](const BoardResult& board) {
    return desk.game_on(board) != nullptr;
  }));
}

void WindowPlay::fill(SessionView& view) const {
  view.play = session_.view(now_ms());
}

std::string WindowPlay::text() const {
  const Game* game = session_.game();
  if (game == nullptr || !session_.is_open()) return "";
  const bool line_holds_rules = game->document().rules == RuleKind::classic;
  return write_puzzles({&game->document(), 1},
                       line_holds_rules ? FormatKind::lines : FormatKind::json)
      .bytes;
}

std::string WindowPlay::games_text() const {
  const PlayView play = session_.view(now_ms());
  if (!play.games || play.games->games.empty()) return "";
  std::vector<PuzzleDocument> documents;
  for (const GameStore::Entry& game : play.games->games) documents.push_back(game.record.document);
  return write_puzzles(documents, FormatKind::json).bytes;
}

}  // namespace gridlens
