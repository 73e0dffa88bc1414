#include "app/files/file_chooser.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>

#include "app/files/child_program.h"
#include "core/capture/file_endings.h"
#include "core/formats/formats.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostPrinted = 16'000'000;

bool is_in_path(const std::string& program) {
  const char* variable = std::getenv("PATH");
  std::string_view folders = variable != nullptr ? variable : "";
  while (!folders.empty()) {
    const std::size_t end = std::min(folders.find(':'), folders.size());
    const fs::path candidate = fs::path(folders.substr(0, end)) / program;
    if (::access(candidate.c_str(), X_OK) == 0) return true;
    folders.remove_prefix(std::min(end + 1, folders.size()));
  }
  return false;
}

// "*.jpg *.JPG *.png ..."
std::string patterns(std::initializer_list<std::span<const std::string_view>> lists) {
  std::string text;
  for (const auto& endings : lists)
    for (const std::string_view ending : endings) {
      std::string upper(ending);
      std::transform(upper.begin(), upper.end(), upper.begin(),
                     [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
      text += (text.empty() ? "*" : " *") + std::string(ending) + " *" + upper;
    }
  return text;
}

std::string puzzle_patterns() {
  std::vector<std::string_view> endings;
  for (const PuzzleFormat& format : puzzle_formats())
    if (std::find(endings.begin(), endings.end(), format.ending) == endings.end())
      endings.emplace_back(format.ending);
  return patterns({endings});
}

std::vector<std::string> zenity_command(Choose what, const fs::path& folder) {
  std::vector<std::string> words{"zenity", "--file-selection", "--multiple", "--separator=//"};
  if (what == Choose::folder) {
    words.insert(words.end(), {"--directory", "--title=Open a folder of pictures"});
  } else {
    words.insert(
        words.end(),
        {"--title=Open pictures or a video",
         "--file-filter=Pictures and videos | " + patterns({picture_endings(), video_endings()}),
         "--file-filter=Pictures | " + patterns({picture_endings()}),
         "--file-filter=Videos | " + patterns({video_endings()}),
         "--file-filter=Puzzles | " + puzzle_patterns(), "--file-filter=All files | *"});
  }
  if (!folder.empty()) words.push_back("--filename=" + (folder / "").string());
  return words;
}

std::vector<std::string> kdialog_command(Choose what, const fs::path& folder) {
  const std::string where = folder.empty() ? "." : folder.string();
  if (what == Choose::folder)
    return {"kdialog", "--title", "Open a folder of pictures", "--getexistingdirectory", where};
  return {"kdialog",
          "--title",
          "Open pictures or a video",
          "--multiple",
          "--separate-output",
          "--getopenurl",
          where,
          "Pictures and videos (" + patterns({picture_endings(), video_endings()}) + ")|Puzzles (" +
              puzzle_patterns() + ")|All files (*)"};
}

std::string without_last_line_end(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  return std::string(text);
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

}  // namespace

std::optional<FileChooser::Program> FileChooser::installed() {
  const char* desktop = std::getenv("XDG_CURRENT_DESKTOP");
  const bool kde = desktop != nullptr && std::string_view(desktop).find("KDE") != std::string::npos;
  if (kde && is_in_path("kdialog")) return Program::kdialog;
  if (is_in_path("zenity")) return Program::zenity;
  if (is_in_path("kdialog")) return Program::kdialog;
  return std::nullopt;
}

FileChooser::FileChooser(Program program, Choose what, const fs::path& folder) : program_(program) {
  const std::vector<std::string> words =
      program == Program::zenity ? zenity_command(what, folder) : kdialog_command(what, folder);
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
  output_ = ends[0];
  ::fcntl(output_, F_SETFL, O_NONBLOCK);
  const pid_t process = start_child_program(words, ends[1]);
  ::close(ends[1]);
  if (process < 0) return;
  process_ = process;
  state_ = State::open;
}

FileChooser::~FileChooser() {
  if (process_ > 0) {
    ::kill(process_, SIGKILL);
    end_process(true);
  }
  if (output_ >= 0) ::close(output_);
}

// True: it is over, and leaves no zombie.
bool FileChooser::end_process(bool wait) {
  int status = 0;
  pid_t ended = 0;
  do ended = ::waitpid(process_, &status, wait ? 0 : WNOHANG);
  while (ended < 0 && errno == EINTR);
  if (ended == 0) return false;
  process_ = -1;
  exit_status_ = ended > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return true;
}

FileChooser::State FileChooser::poll() {
  if (state_ != State::open) return state_;
  const bool over = end_process(false);  // before reading: nothing is said afterwards
  std::array<char, 4096> part{};
  ssize_t size = 0;
  while ((size = ::read(output_, part.data(), part.size())) > 0 || (size < 0 && errno == EINTR))
    if (size > 0 && printed_.size() < kMostPrinted)
      printed_.append(part.data(), static_cast<std::size_t>(size));
  if (!over) return state_;
  if (exit_status_ == 0)
    files_ = program_ == Program::zenity ? zenity_files(printed_) : kdialog_files(printed_);
  state_ = !files_.empty()                          ? State::chosen
           : exit_status_ == 0 || exit_status_ == 1 ? State::cancelled
                                                    : State::failed;
  return state_;
}

// No path of theirs holds "//", so that "///" is an end and the next path's first "/".
std::vector<std::string> FileChooser::zenity_files(std::string_view printed) {
  std::vector<std::string> files;
  std::string rest = without_last_line_end(printed);
  while (rest.starts_with("/")) {
    const std::size_t end = rest.find("///");
    files.push_back(rest.substr(0, end));
    rest = end == std::string::npos ? "" : rest.substr(end + 2);
  }
  return files;
}

std::vector<std::string> FileChooser::kdialog_files(std::string_view printed) {
  constexpr std::string_view kFile = "file://";
  // A folder comes as a path.
  if (printed.starts_with("/")) return {without_last_line_end(printed)};
  std::vector<std::string> files;
  while (!printed.empty()) {
    const std::size_t end = std::min(printed.find('\n'), printed.size());
    std::string_view url = printed.substr(0, end);
    printed.remove_prefix(std::min(end + 1, printed.size()));
    if (!url.starts_with(kFile)) continue;
    url.remove_prefix(kFile.size());
    std::string& file = files.emplace_back();
    for (std::size_t i = 0; i < url.size(); ++i) {
      const bool coded = url[i] == '%' && i + 2 < url.size() && hex_digit(url[i + 1]) >= 0 &&
                         hex_digit(url[i + 2]) >= 0;
      file +=
          coded ? static_cast<char>(16 * hex_digit(url[i + 1]) + hex_digit(url[i + 2])) : url[i];
      if (coded) i += 2;
    }
  }
  return files;
}

}  // namespace gridlens
