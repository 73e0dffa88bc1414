// Choosing files: the desktop's dialog as a process (a script stands for it), the plain list, and
// what was opened lately.
#include "app/files/open_dialog.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <thread>

namespace gridlens {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

bool comes_true(const std::function<bool()>& condition) {
  for (int i = 0; i < 3000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

bool no_child_is_left() {
  return ::waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD;
}

class OpenDialogTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        fs::temp_directory_path() / ("gridlens-open-" + std::to_string(::getpid()) +
                                     testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_ / "bin");
    path_ = std::getenv("PATH");
    ::unsetenv("XDG_CURRENT_DESKTOP");
    ::setenv("PATH", (folder_ / "bin").c_str(), 1);
  }
  void TearDown() override {
    ::setenv("PATH", path_.c_str(), 1);
    fs::remove_all(folder_);
  }

  // A program of that name, first in $PATH.
  void install(const std::string& name, const std::string& script) const {
    const fs::path program = folder_ / "bin" / name;
    std::ofstream(program) << "#!/bin/sh\nPATH=/usr/bin:/bin\n" << script;
    fs::permissions(program, fs::perms::owner_all);
  }
  static FileChooser::State result_of(FileChooser& chooser) {
    comes_true([&] { return chooser.poll() != FileChooser::State::open; });
    return chooser.poll();
  }
  [[nodiscard]] std::string said() const {
    std::ifstream file(folder_ / "said");
    return {std::istreambuf_iterator<char>(file), {}};
  }

  fs::path folder_;
  std::string path_;
};

using Program = FileChooser::Program;
using State = FileChooser::State;

TEST_F(OpenDialogTest, WhichProgramIsThere) {
  EXPECT_FALSE(FileChooser::installed());
  install("kdialog", "");
  EXPECT_EQ(FileChooser::installed(), Program::kdialog);
  install("zenity", "");
  EXPECT_EQ(FileChooser::installed(), Program::zenity);
  ::setenv("XDG_CURRENT_DESKTOP", "KDE", 1);
  EXPECT_EQ(FileChooser::installed(), Program::kdialog);
}

TEST_F(OpenDialogTest, FilesAreChosen) {
  install("zenity", "printf '%s\\n' \"$@\" > " + (folder_ / "said").string() +
                        "\nprintf '/a/b c.png///d/e\\nf.jpg\\n'\n");
  FileChooser chooser(Program::zenity, Choose::files, "/tmp");
  EXPECT_EQ(result_of(chooser), State::chosen);
  EXPECT_EQ(chooser.files(), (std::vector<std::string>{"/a/b c.png", "/d/e\nf.jpg"}));
  EXPECT_NE(said().find("--filename=/tmp/\n"), std::string::npos) << said();
  EXPECT_NE(said().find("*.jpg"), std::string::npos);
  EXPECT_EQ(said().find("--directory"), std::string::npos);
  EXPECT_TRUE(no_child_is_left());
}

TEST_F(OpenDialogTest, AFolderIsChosen) {
  install("zenity",
          "printf '%s\\n' \"$@\" > " + (folder_ / "said").string() + "\necho /pictures\n");
  FileChooser chooser(Program::zenity, Choose::folder, "");
  EXPECT_EQ(result_of(chooser), State::chosen);
  EXPECT_EQ(chooser.files(), std::vector<std::string>{"/pictures"});
  EXPECT_NE(said().find("--directory"), std::string::npos) << said();
}

TEST_F(OpenDialogTest, CancelledOrNotWorking) {
  install("zenity", "exit 1");
  FileChooser cancelled(Program::zenity, Choose::files, "");
  EXPECT_EQ(result_of(cancelled), State::cancelled);
  install("zenity", "echo /half; exit 5");
  FileChooser broken(Program::zenity, Choose::files, "");
  EXPECT_EQ(result_of(broken), State::failed);
  EXPECT_TRUE(broken.files().empty());
  fs::remove(folder_ / "bin" / "zenity");
  FileChooser missing(Program::zenity, Choose::files, "");
  EXPECT_EQ(result_of(missing), State::failed);
  EXPECT_TRUE(no_child_is_left());
}

TEST_F(OpenDialogTest, ADialogThatStaysOpenHoldsNobodyUp) {
  install("zenity", "exec sleep 1000");
  {
    FileChooser chooser(Program::zenity, Choose::files, "");
    for (int i = 0; i < 20; ++i) EXPECT_EQ(chooser.poll(), State::open);
  }
  EXPECT_TRUE(no_child_is_left());
}

// More than a pipe holds.
TEST_F(OpenDialogTest, ThousandsOfFiles) {
  install("zenity",
          "i=0; while [ $i -lt 4999 ]; do printf '/some/rather/long/folder/%d.png//' $i; "
          "i=$((i+1)); done; echo /last.png");
  FileChooser chooser(Program::zenity, Choose::files, "");
  EXPECT_EQ(result_of(chooser), State::chosen);
  EXPECT_EQ(chooser.files().size(), 5000u);
  EXPECT_EQ(chooser.files().back(), "/last.png");
}

TEST(FileChooserText, WhatTheProgramsPrint) {
  using Files = std::vector<std::string>;
  EXPECT_EQ(FileChooser::zenity_files("/a.png\n"), Files{"/a.png"});
  EXPECT_EQ(FileChooser::zenity_files("/a\n\n"), Files{"/a\n"});
  EXPECT_EQ(FileChooser::zenity_files("/a///b///c/d\n"), (Files{"/a", "/b", "/c/d"}));
  EXPECT_EQ(FileChooser::zenity_files(""), Files{});
  EXPECT_EQ(FileChooser::zenity_files("warning: x\n"), Files{});
  EXPECT_EQ(FileChooser::kdialog_files("file:///a%20b.png\nfile:///c%0Ad%25.png\n"),
            (Files{"/a b.png", "/c\nd%.png"}));
  EXPECT_EQ(FileChooser::kdialog_files("/pictures\n"), Files{"/pictures"});
  EXPECT_EQ(FileChooser::kdialog_files("https://x.org/a.png\n"), Files{});
  EXPECT_EQ(FileChooser::kdialog_files("file:///a%2"), Files{"/a%2"});
}

TEST_F(OpenDialogTest, ThePlainListHasFoldersThenPicturesAndVideos) {
  for (const char* name : {"b10", "b9", ".hidden"}) fs::create_directory(folder_ / name);
  for (const char* name : {"x2.png", "X1.JPG", "clip.mkv", "notes.txt", ".h.png"})
    std::ofstream(folder_ / name) << "x";
  const auto names = [&](bool for_folders) {
    std::string text;
    for (const auto& entry : list_for_dialog(folder_, for_folders).entries)
      text += entry.name + (entry.is_folder ? "/ " : " ");
    return text;
  };
  EXPECT_EQ(names(false), "b9/ b10/ bin/ clip.mkv X1.JPG x2.png ");
  EXPECT_EQ(names(true), "b9/ b10/ bin/ ");
  EXPECT_EQ(list_for_dialog(folder_ / "b9" / "..", true).folder, folder_);
  EXPECT_NE(list_for_dialog(folder_ / "nowhere", false).trouble, "");
  EXPECT_TRUE(list_for_dialog("/", false).folder == "/");
}

TEST_F(OpenDialogTest, ThePlainDialogStandsInForTheDesktops) {
  OpenDialog dialog(RecentFiles(folder_ / "recent"));
  dialog.show(Choose::files);
  ASSERT_TRUE(dialog.view().plain);
  EXPECT_FALSE(dialog.view().choosing);
  dialog.browse(folder_);
  EXPECT_EQ(dialog.view().plain->folder, folder_);
  dialog.close();
  EXPECT_FALSE(dialog.view().plain);
  // One that cannot run, too.
  install("zenity", "exit 3");
  dialog.show(Choose::files);
  EXPECT_TRUE(dialog.view().choosing);
  EXPECT_TRUE(comes_true([&] {
    EXPECT_TRUE(dialog.take_chosen().empty());
    return dialog.view().plain.has_value();
  }));
  EXPECT_FALSE(dialog.view().choosing);
}

TEST_F(OpenDialogTest, WhatTheDesktopsDialogChoseComesOnce) {
  install("zenity", "echo /a.png");
  OpenDialog dialog(RecentFiles(folder_ / "recent"));
  dialog.show(Choose::files);
  std::vector<std::string> files;
  EXPECT_TRUE(comes_true([&] { return !(files = dialog.take_chosen()).empty(); }));
  EXPECT_EQ(files, std::vector<std::string>{"/a.png"});
  EXPECT_TRUE(dialog.take_chosen().empty());
  EXPECT_FALSE(dialog.view().choosing);
}

// ---- What was opened lately

TEST_F(OpenDialogTest, TheLastFilesAreKeptOverRestarts) {
  const fs::path file = folder_ / "state" / "gridlens" / "recent";
  for (int i = 0; i < 10; ++i) std::ofstream(folder_ / (std::to_string(i) + ".png")) << "x";
  for (int i = 0; i < 10; ++i) RecentFiles(file).add(folder_ / (std::to_string(i) + ".png"));
  RecentFiles(file).add(folder_ / "5.png");
  std::string names;
  const RecentFiles recent(file);
  for (const fs::path& path : recent.present()) names += path.stem().string();
  EXPECT_EQ(names, "59876432");
  EXPECT_EQ(fs::status(file.parent_path()).permissions(), fs::perms::owner_all);
}

TEST_F(OpenDialogTest, AnyNameIsKeptAndMissingOnesAreLeftOut) {
  const fs::path file = folder_ / "recent";
  const std::vector<std::string> odd = {"a\nb.png", "100%41.png", "\xff\x01.png", " ", "folder/"};
  fs::create_directory(folder_ / "folder");
  for (const std::string& name : odd) {
    if (!name.ends_with("/")) std::ofstream(folder_ / name) << "x";
    RecentFiles(file).add(folder_ / name);
  }
  const auto present = RecentFiles(file).present();
  ASSERT_EQ(present.size(), odd.size());
  EXPECT_EQ(present[0], folder_ / "folder");
  for (std::size_t i = 0; i + 1 < odd.size(); ++i)
    EXPECT_EQ(present[odd.size() - 1 - i], folder_ / odd[i]);
  fs::remove(folder_ / "a\nb.png");
  EXPECT_EQ(RecentFiles(file).present().size(), odd.size() - 1);
}

TEST_F(OpenDialogTest, ABadListIsPassedOver) {
  const fs::path file = folder_ / "recent";
  std::ofstream(file) << "relative\n\n/a%zz\n/%00\n" << folder_.string() << "\n/tail%4";
  EXPECT_EQ(RecentFiles(file).present(), std::vector<fs::path>{folder_});
  fs::remove(file);
  fs::create_directory(file);  // cannot be written
  RecentFiles recent(file);
  recent.add(folder_);
  EXPECT_EQ(recent.present(), std::vector<fs::path>{folder_});
  RecentFiles nowhere("");
  nowhere.add(folder_);
  EXPECT_EQ(nowhere.present(), std::vector<fs::path>{folder_});
}

TEST_F(OpenDialogTest, TheListLiesWhereTheBaseDirectoriesSay) {
  const char* home = std::getenv("HOME");
  const std::string before = home != nullptr ? home : "";
  ::setenv("HOME", "/home/somebody", 1);
  ::setenv("XDG_STATE_HOME", "/state", 1);
  EXPECT_EQ(RecentFiles::usual_file(), "/state/gridlens/recent");
  ::setenv("XDG_STATE_HOME", "relative", 1);
  EXPECT_EQ(RecentFiles::usual_file(), "/home/somebody/.local/state/gridlens/recent");
  ::unsetenv("XDG_STATE_HOME");
  ::unsetenv("HOME");
  EXPECT_EQ(RecentFiles::usual_file(), "");
  ::setenv("HOME", before.c_str(), 1);
}

TEST_F(OpenDialogTest, CamerasAndStreamsAreNotRemembered) {
  OpenDialog dialog(RecentFiles(folder_ / "recent"));
  for (const char* spec : {"0", "/dev/null", "rtsp://user:secret@host/x", "/nowhere.png"})
    dialog.note_opened(spec);
  EXPECT_TRUE(dialog.view().recent.empty());
  dialog.note_opened(folder_.string());
  EXPECT_EQ(dialog.view().recent, std::vector<fs::path>{folder_});
}

}  // namespace
}  // namespace gridlens
