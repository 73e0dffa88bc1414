#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gridlens {

struct PlainDialogEntry {
  std::string name;
  bool is_folder = false;
};

// The plain dialog: one folder's subfolders, then its pictures and videos, in natural order.
struct PlainDialogView {
  bool for_folders = false;      // a folder is to be chosen
  std::filesystem::path folder;  // absolute
  std::vector<PlainDialogEntry> entries;
  std::string trouble;  // why the folder cannot be read, or that it holds more; or empty
};

struct OpenDialogView {
  bool choosing = false;  // the desktop's dialog is open
  std::optional<PlainDialogView> plain;
  std::vector<std::filesystem::path> recent;  // that are there, newest first
};

// What the plain dialog shows of a folder.
PlainDialogView list_for_dialog(const std::filesystem::path& folder, bool for_folders);

}  // namespace gridlens
