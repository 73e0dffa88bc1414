// Where recordings and snapshots go and how they are written, without a window.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <opencv2/imgcodecs.hpp>
#include <thread>

#include "app/cli/clipboard_text.h"
#include "app/outputs/folder_opener.h"
#include "app/outputs/free_space.h"
#include "app/outputs/fresh_path.h"
#include "app/outputs/side_by_side.h"
#include "app/outputs/snapshot_writer.h"
#include "app/outputs/user_folders.h"
#include "tests/unit/sample_board.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;

// A home folder of its own.
class OutputsTest : public testing::Test {
 protected:
  void SetUp() override {
    home_ = fs::canonical(fs::temp_directory_path()) /
            ("gridlens-outputs-test-" + std::to_string(::getpid()) + "-" +
             testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(home_);
    fs::create_directories(home_ / "config");
    for (const char* name : {"HOME", "XDG_CONFIG_HOME", "PATH"})
      if (const char* value = std::getenv(name)) before_[name] = value;
    ::setenv("HOME", home_.c_str(), 1);
    ::setenv("XDG_CONFIG_HOME", (home_ / "config").c_str(), 1);
  }
  void TearDown() override {
    for (const char* name : {"HOME", "XDG_CONFIG_HOME", "PATH"}) {
      if (before_.contains(name))
        ::setenv(name, before_[name].c_str(), 1);
      else
        ::unsetenv(name);
    }
    fs::remove_all(home_);
  }
  void write_user_dirs(const std::string& text) const {
    std::ofstream(home_ / "config" / "user-dirs.dirs") << text;
  }

  fs::path home_;

 private:
  std::map<std::string, std::string> before_;
};

TEST_F(OutputsTest, FoldersAreThoseOfTheDesktop) {
  write_user_dirs(
      "# by xdg-user-dirs\nXDG_DESKTOP_DIR=\"$HOME/Desktop\"\n  XDG_VIDEOS_DIR=\"$HOME/Filme "
      "\\\"a\\\"\""
      "\nXDG_PICTURES_DIR=\"/srv/pictures/\"\nXDG_DOCUMENTS_DIR=\"$HOME/Dokumente\"\n");
  EXPECT_EQ(user_folder(UserFolder::videos), home_ / "Filme \"a\"") << "need not exist";
  EXPECT_EQ(user_folder(UserFolder::pictures), "/srv/pictures");
  EXPECT_EQ(user_folder(UserFolder::documents), home_ / "Dokumente");
}

TEST_F(OutputsTest, FoldersWithoutTheDesktopsList) {
  EXPECT_EQ(user_folder(UserFolder::videos), home_);
  fs::create_directories(home_ / "Videos");
  EXPECT_EQ(user_folder(UserFolder::videos), home_ / "Videos");
  EXPECT_EQ(user_folder(UserFolder::pictures), home_);
  // ~/.config where no other place is named.
  ::unsetenv("XDG_CONFIG_HOME");
  fs::create_directories(home_ / ".config");
  std::ofstream(home_ / ".config" / "user-dirs.dirs") << "XDG_VIDEOS_DIR=\"$HOME/elsewhere\"\n";
  EXPECT_EQ(user_folder(UserFolder::videos), home_ / "elsewhere");
  ::setenv("HOME", (home_ / "missing").c_str(), 1);
  EXPECT_EQ(user_folder(UserFolder::videos), fs::current_path());
  ::unsetenv("HOME");
  EXPECT_EQ(user_folder(UserFolder::videos), fs::current_path());
}

TEST_F(OutputsTest, LinesThatNameNoFolderAreLeftOut) {
  for (const char* line :
       {"XDG_VIDEOS_DIR=$HOME/a", "XDG_VIDEOS_DIR=\"relative\"", "XDG_VIDEOS_DIR=\"$HOME/open",
        "XDG_VIDEOS_DIR=\"$HOMEx/a\"", "#XDG_VIDEOS_DIR=\"$HOME/a\"", "XDG_VIDEOS_DIR=\"", "\"",
        "XDG_VIDEOS_DIRS=\"$HOME/a\""}) {
    write_user_dirs(std::string(line) + "\n");
    EXPECT_EQ(user_folder(UserFolder::videos), home_) << line;
  }
  write_user_dirs("XDG_VIDEOS_DIR=\"$HOME/\"\n");
  EXPECT_EQ(user_folder(UserFolder::videos), home_) << "as the desktop says that there is none";
  write_user_dirs("XDG_VIDEOS_DIR=\"$HOME/a\"\nXDG_VIDEOS_DIR=\"$HOME/b\"\n");
  EXPECT_EQ(user_folder(UserFolder::videos), home_ / "b") << "the last one, as in a shell";
}

TEST_F(OutputsTest, AChosenFolder) {
  EXPECT_EQ(chosen_folder("", UserFolder::videos), home_);
  EXPECT_EQ(chosen_folder("~", UserFolder::videos), home_);
  EXPECT_EQ(chosen_folder("~/a/b/", UserFolder::videos), home_ / "a" / "b");
  EXPECT_EQ(chosen_folder("/x/../y", UserFolder::videos), "/y");
  EXPECT_EQ(chosen_folder("films", UserFolder::videos), fs::current_path() / "films");
}

TEST_F(OutputsTest, ABadFolderIsOneLine) {
  std::ofstream(home_ / "file") << "no folder";
  EXPECT_EQ(folder_trouble(home_ / "new" / "newer"), "");
  EXPECT_EQ(folder_trouble(home_ / "file"), (home_ / "file").string() + " is not a folder");
  EXPECT_EQ(folder_trouble(home_ / "file" / "below"),
            (home_ / "file").string() + " is not a folder");
  make_folder(home_ / "new" / "newer");
  EXPECT_TRUE(fs::is_directory(home_ / "new" / "newer"));
  make_folder(home_ / "new" / "newer");
  EXPECT_THROW(make_folder(home_ / "file"), std::runtime_error);
  try {
    make_folder("/proc/gridlens/films");  // not even root can
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("/proc"), std::string::npos) << error.what();
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
  }
}

TEST_F(OutputsTest, FreshNamesGetANumber) {
  EXPECT_EQ(fresh_path(home_, "a", ".png"), home_ / "a.png");
  std::ofstream(home_ / "a.png") << "1";
  EXPECT_EQ(fresh_path(home_, "a", ".png"), home_ / "a-2.png");
  fs::create_symlink("nowhere", home_ / "a-2.png");
  EXPECT_EQ(fresh_path(home_, "a", ".png"), home_ / "a-3.png");
}

TEST(FreeSpaceTest, TextAndWhenItIsTold) {
  EXPECT_EQ(free_space_text(1e9, 0), "");
  EXPECT_EQ(free_space_text(300e6, 1e6), "");
  EXPECT_EQ(free_space_text(299e6, 1e6), "the disk is nearly full: room for 4 more minutes");
  EXPECT_EQ(free_space_text(119e6, 1e6), "the disk is nearly full: room for one more minute");
  EXPECT_EQ(free_space_text(59e6, 1e6), "the disk is nearly full: room for less than a minute");
  EXPECT_EQ(free_space_text(0, 1e6), "the disk is nearly full: room for less than a minute");
}

TEST(FreeSpaceTest, TheRateIsTheCurrentOne) {
  int asked = 0;
  FreeSpace space([&](const fs::path& folder) -> std::optional<double> {
    EXPECT_EQ(folder, "/films");
    ++asked;
    return 100e6;
  });
  const Clock::time_point start{};
  using std::chrono::seconds;
  // Unknown at first: 15 MB a minute.
  EXPECT_EQ(space.warning("/films", 0, 0, start), "");
  EXPECT_EQ(space.warning("/films", 1'000'000, 1000, start + seconds(1)), "");
  EXPECT_EQ(asked, 1) << "not at each picture";
  // 5 MB in 5 s: room for 100 s.
  EXPECT_EQ(space.warning("/films", 5'000'000, 5000, start + seconds(5)),
            "the disk is nearly full: room for one more minute");
  // Then 0.5 MB in 10 s.
  EXPECT_EQ(space.warning("/films", 5'500'000, 15000, start + seconds(15)), "");
  EXPECT_EQ(asked, 3);
  FreeSpace unknown([](const fs::path&) { return std::nullopt; });
  EXPECT_EQ(unknown.warning("/films", 0, 0, start), "");
  EXPECT_TRUE(FreeSpace::free_bytes("/").has_value());
  EXPECT_FALSE(FreeSpace::free_bytes("/no/such/folder").has_value());
}

SnapshotView finished(SnapshotWriter& writer) {
  for (int i = 0; i < 6000 && writer.view().running; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return writer.view();
}

TEST_F(OutputsTest, SnapshotsReplaceNothing) {
  cv::Mat first(21, 33, CV_8UC3, cv::Scalar(1, 2, 3)), second(21, 33, CV_8UC3, cv::Scalar(9, 8, 7));
  const fs::path folder = home_ / "new" / "pictures";
  SnapshotWriter writer;
  ASSERT_TRUE(writer.start({first, folder, "shot"}));
  ASSERT_TRUE(writer.start({second, folder, "shot"}));
  const SnapshotView view = finished(writer);
  EXPECT_EQ(view.error, "");
  EXPECT_EQ(view.saved, 2);
  EXPECT_EQ(view.file, folder / "shot-2.png");
  EXPECT_EQ(cv::norm(cv::imread((folder / "shot.png").string()), first, cv::NORM_INF), 0);
  EXPECT_EQ(cv::norm(cv::imread((folder / "shot-2.png").string()), second, cv::NORM_INF), 0);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 2)
      << "nothing unfinished stays";
}

TEST_F(OutputsTest, ASnapshotThatCannotBeSavedIsOneLine) {
  const cv::Mat picture(8, 8, CV_8UC3, cv::Scalar(1, 2, 3));
  std::ofstream(home_ / "file") << "no folder";
  SnapshotWriter writer;
  writer.start({picture, home_ / "file", "shot"});
  EXPECT_EQ(finished(writer).failed, 1);
  EXPECT_EQ(writer.view().error, (home_ / "file").string() + " is not a folder");
  EXPECT_TRUE(writer.view().file.empty());
  writer.start({picture, home_, "shot"});
  EXPECT_EQ(finished(writer).error, "") << "the next one is saved";
  EXPECT_EQ(writer.view().file, home_ / "shot.png");
}

TEST_F(OutputsTest, SnapshotsThatWaitAreSavedAtTheEnd) {
  const cv::Mat large(2000, 3000, CV_8UC3, cv::Scalar(1, 2, 3));
  int taken = 0;
  {
    SnapshotWriter writer;
    for (int i = 0; i < 20; ++i) taken += writer.start({large, home_, "shot"});
  }
  int there = 0;
  for (const auto& entry : fs::directory_iterator(home_))
    there += entry.path().extension() == ".png";
  EXPECT_EQ(there, taken);
  EXPECT_GE(taken, 4);
  EXPECT_LT(taken, 20) << "memory has an end";
}

TEST(SideBySideTest, SizesAndMirror) {
  cv::Mat before(7, 5, CV_8UC3, cv::Scalar(0, 0, 0)), after(7, 5, CV_8UC3, cv::Scalar(200, 0, 0));
  before.at<cv::Vec3b>(3, 0) = {1, 2, 3};
  const cv::Mat both = side_by_side(mirrored_if(true, before), after);
  ASSERT_EQ(both.size(), cv::Size(10, 7));
  EXPECT_EQ(both.at<cv::Vec3b>(3, 4), cv::Vec3b(1, 2, 3));
  EXPECT_EQ(both.at<cv::Vec3b>(3, 5), cv::Vec3b(200, 0, 0));
  EXPECT_EQ(mirrored_if(false, before).data, before.data);
}

TEST_F(OutputsTest, AFolderIsShownByTheDesktop) {
  const fs::path bin = home_ / "bin";
  fs::create_directories(bin);
  ::setenv("PATH", (bin.string() + ":/usr/bin:/bin").c_str(), 1);
  FolderOpener opener("gridlens-test-open");
  EXPECT_THROW(opener.open(home_), std::runtime_error) << "there is no such program";
  std::ofstream(bin / "gridlens-test-open")
      << "#!/bin/sh\nprintf %s \"$1\" > '" << (home_ / "asked").string() << "'\n[ -d \"$1\" ]\n";
  fs::permissions(bin / "gridlens-test-open", fs::perms::owner_all);

  const auto settled = [&opener] {
    for (int i = 0; i < 3000; ++i) {
      if (std::string trouble = opener.look_after(); !trouble.empty()) return trouble;
      if (::waitpid(-1, nullptr, WNOHANG) < 0) break;  // no child is left, no zombie either
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return std::string();
  };
  const fs::path strange = home_ / "with space; and 'quotes'";
  fs::create_directories(strange);
  opener.open(strange);
  EXPECT_EQ(settled(), "");
  std::string asked;
  std::getline(std::ifstream(home_ / "asked"), asked);
  EXPECT_EQ(asked, strange.string());
  opener.open(home_ / "missing");
  std::string trouble;
  for (int i = 0; i < 3000 && trouble.empty(); ++i) {
    trouble = opener.look_after();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(trouble,
            "gridlens-test-open could not show the folder " + (home_ / "missing").string());
}

TEST(ClipboardTextTest, OneLineABoard) {
  EXPECT_EQ(clipboard_text({}).text, "");
  EXPECT_EQ(clipboard_text({}).told, "No board with givens is in view: nothing was copied");
  BoardResult classic = sample_board(), wide = sample_board(), unread = sample_board();
  const std::string line = clipboard_text({classic}).text;
  EXPECT_EQ(line.size(), 81u);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  wide.n = 6;
  wide.clues = Grid(Shape{3, 2});
  wide.clues->set(0, 1, 5);
  wide.doubtful = {3, 4};
  unread.clues.reset();
  const ClipboardText copied = clipboard_text({classic, unread, wide});
  EXPECT_EQ(copied.text, line + "\n3x2:.5..................................");
  EXPECT_EQ(copied.told, "Copied 2 puzzles as text, 2 cells in doubt");
}

}  // namespace
}  // namespace gridlens
