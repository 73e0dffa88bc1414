#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/files/file_chooser.h"
#include "app/files/open_dialog_view.h"
#include "app/files/recent_files.h"

namespace gridlens {

// Opening files: the desktop's dialog where there is one, else a plain one that the panels draw;
// and what was opened last. One thread; only the plain dialog reads a folder.
class OpenDialog {
 public:
  explicit OpenDialog(RecentFiles recent = RecentFiles(RecentFiles::usual_file()));

  void show(Choose what);                            // one at a time: a dialog that is open stays
  void browse(const std::filesystem::path& folder);  // in the plain one
  void close();

  // What was chosen in the desktop's dialog since; empty: nothing.
  std::vector<std::string> take_chosen();

  // A source is open: "photo.jpg", "/dev/video0". Files and folders are remembered.
  void note_opened(const std::string& spec);

  [[nodiscard]] OpenDialogView view() const;

 private:
  [[nodiscard]] std::filesystem::path start_folder() const;

  RecentFiles recent_;
  Choose what_ = Choose::files;
  std::unique_ptr<FileChooser> chooser_;
  std::optional<PlainDialogView> plain_;
};

}  // namespace gridlens
