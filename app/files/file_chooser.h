#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gridlens {

enum class Choose { files = 1, folder };

// The desktop's dialog for opening files, zenity or kdialog, as a process of its own: nothing here
// waits for it. POSIX. One thread.
class FileChooser {
 public:
  enum class Program { zenity = 1, kdialog };
  enum class State {
    open = 1,  // the person is choosing
    chosen,    // files() holds it
    cancelled,
    failed,  // it could not run
  };

  // The program that is installed, kdialog first on a KDE desktop. Looks through $PATH.
  static std::optional<Program> installed();

  // Starts it, showing `folder` (empty: where it likes).
  FileChooser(Program program, Choose what, const std::filesystem::path& folder);
  ~FileChooser();  // closes the dialog
  FileChooser(const FileChooser&) = delete;
  FileChooser& operator=(const FileChooser&) = delete;

  State poll();  // takes what it has said since
  [[nodiscard]] const std::vector<std::string>& files() const { return files_; }

  // What the programs print: absolute paths divided by "//" and ended by a line feed; file URLs,
  // one a line. Names may hold any bytes, line feeds, too.
  static std::vector<std::string> zenity_files(std::string_view printed);
  static std::vector<std::string> kdialog_files(std::string_view printed);

 private:
  bool end_process(bool wait);

  Program program_;
  State state_ = State::failed;
  int process_ = -1;  // of the system; -1: none, or over
  int output_ = -1;   // the reading end of its standard output
  int exit_status_ = -1;
  std::string printed_;
  std::vector<std::string> files_;
};

}  // namespace gridlens
