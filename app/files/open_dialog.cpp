#include "app/files/open_dialog.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "core/capture/file_endings.h"
#include "core/capture/natural_order.h"
#include "core/formats/formats.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostEntries = 2000;

// What has an ending that is no puzzle's alone can be typed.
bool is_for_us(const fs::path& name) {
  return has_picture_ending(name) || has_video_ending(name) ||
         (puzzle_format_of(name) != nullptr && name.extension() != ".txt");
}

}  // namespace

PlainDialogView list_for_dialog(const fs::path& folder, bool for_folders) {
  PlainDialogView view;
  std::error_code error;
  view.for_folders = for_folders;
  view.folder = fs::absolute(folder, error).lexically_normal();
  if (view.folder.filename().empty() && view.folder.has_relative_path())
    view.folder = view.folder.parent_path();
  for (fs::directory_iterator it(view.folder, error), end; !error && it != end;
       it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (name.starts_with(".")) continue;
    std::error_code ignored;
    const bool is_folder = it->is_directory(ignored);
    if (!is_folder && (for_folders || !is_for_us(it->path()))) continue;
    view.entries.push_back({name, is_folder});
  }
  if (error) view.trouble = "this folder cannot be read: " + error.message();
  std::sort(view.entries.begin(), view.entries.end(), [](const auto& a, const auto& b) {
    return a.is_folder != b.is_folder ? a.is_folder : natural_less(a.name, b.name);
  });
  if (view.entries.size() > kMostEntries) {
    view.entries.resize(kMostEntries);
    view.trouble = "only the first " + std::to_string(kMostEntries) + " are shown";
  }
  return view;
}

OpenDialog::OpenDialog(RecentFiles recent) : recent_(std::move(recent)) {}

fs::path OpenDialog::start_folder() const {
  std::error_code error;
  if (!recent_.present().empty()) {
    const fs::path& newest = recent_.present().front();
    return what_ == Choose::files && fs::is_directory(newest, error) ? newest
                                                                     : newest.parent_path();
  }
  return fs::current_path(error);
}

void OpenDialog::show(Choose what) {
  if (chooser_ || plain_) return;
  what_ = what;
  recent_.look_again();
  if (const auto program = FileChooser::installed())
    chooser_ = std::make_unique<FileChooser>(*program, what, start_folder());
  else
    browse(start_folder());
}

void OpenDialog::browse(const fs::path& folder) {
  plain_ = list_for_dialog(folder, what_ == Choose::folder);
}

void OpenDialog::close() {
  chooser_.reset();
  plain_.reset();
}

std::vector<std::string> OpenDialog::take_chosen() {
  if (!chooser_) return {};
  const FileChooser::State state = chooser_->poll();
  if (state == FileChooser::State::open) return {};
  const std::vector<std::string> files = chooser_->files();
  chooser_.reset();
  if (state == FileChooser::State::failed) browse(start_folder());
  return files;
}

void OpenDialog::note_opened(const std::string& spec) {
  std::error_code error;
  const fs::file_status status = fs::status(spec, error);
  if (fs::is_regular_file(status) || fs::is_directory(status)) recent_.add(spec);
}

OpenDialogView OpenDialog::view() const {
  return {chooser_ != nullptr, plain_, recent_.present()};
}

}  // namespace gridlens
