// The settings file: what goes there comes back, and nothing in it can hurt.
#include "app/settings/window_memory.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace gridlens {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

WindowSettings unusual() {
  WindowSettings settings;
  settings.show = Show::check;
  settings.ink = {1, 0, 102 / 255.0F, 1};
  settings.opacity = 0.3F;
  settings.outline = false;
  settings.leave_hands = true;
  settings.mirror = true;
  settings.camera = "Kamera \"Süd\" \\ 2";
  settings.screen = "window:Sudoku \"3\"";
  settings.overlay_on_screen = true;
  settings.look.theme = Theme::high_contrast;
  settings.look.scale = 2.25;
  settings.look.panel_open = false;
  for (bool& open : settings.look.open) open = !open;
  return settings;
}

TEST(WindowSettings, WhatIsWrittenIsRead) {
  for (const WindowSettings& settings : {WindowSettings{}, unusual()}) {
    const std::string text = settings_text(settings);
    const ReadSettings again = read_settings(text);
    EXPECT_EQ(again.trouble, "");
    EXPECT_EQ(settings_text(again.settings), text);
    EXPECT_EQ(again.settings.show, settings.show);
    EXPECT_FLOAT_EQ(again.settings.opacity, settings.opacity);
    EXPECT_NEAR(again.settings.ink.b, settings.ink.b, 0.002);
    EXPECT_EQ(again.settings.camera, settings.camera);
    EXPECT_EQ(again.settings.screen, settings.screen);
    EXPECT_EQ(again.settings.overlay_on_screen, settings.overlay_on_screen);
    EXPECT_EQ(again.settings.look, settings.look);
  }
  EXPECT_NE(settings_text(WindowSettings{}), settings_text(unusual()));
}

TEST(WindowSettings, AnEmptyTextIsNoTrouble) {
  const ReadSettings read = read_settings("");
  EXPECT_EQ(read.trouble, "");
  EXPECT_EQ(read.settings, WindowSettings{});
}

TEST(WindowSettings, KeysOfANewerVersionAreKept) {
  const std::string newer =
      "wishes = [1, 2]\n[overlay]\nshow = 'givens'\nglitter = true\n[coffee]\nsugar = 2\n";
  const ReadSettings read = read_settings(newer);
  EXPECT_EQ(read.trouble, "");
  EXPECT_EQ(read.settings.show, Show::givens);
  const std::string text = settings_text(unusual(), newer);
  EXPECT_NE(text.find("glitter = true"), std::string::npos) << text;
  EXPECT_NE(text.find("sugar = 2"), std::string::npos) << text;
  EXPECT_NE(text.find("wishes = [ 1, 2 ]"), std::string::npos) << text;
  EXPECT_EQ(read_settings(text).settings.show, Show::check);
}

TEST(WindowSettings, WhatMakesNoSenseIsAsAtFirst) {
  for (const char* line :
       {"[overlay]\nshow = 'everything'", "[overlay]\nshow = 3", "[overlay]\nink = 'blue'",
        "[overlay]\nink = '#12345'", "[overlay]\nink = '#12345x'", "[overlay]\nopacity = 0",
        "[overlay]\nopacity = 1.5", "[overlay]\nopacity = nan", "[overlay]\nopacity = 'half'",
        "[overlay]\noutline = 1", "overlay = 7", "[picture]\ncamera = 4", "[window]\nscale = 40",
        "[window]\nscale = 0.1", "[window]\nscale = -1", "[window]\nscale = inf",
        "[window]\ntheme = 'pink'", "[groups]\nboards = 'yes'", "[window]\npanel = []"}) {
    const ReadSettings read = read_settings(line);
    EXPECT_NE(read.trouble, "") << line;
    EXPECT_EQ(read.trouble.find('\n'), std::string::npos);
    EXPECT_EQ(read.settings, WindowSettings{}) << line;
  }
  // The others hold all the same.
  const ReadSettings read =
      read_settings("[overlay]\nshow = 'hint'\nopacity = 9\nink = 1\n[picture]\nmirror = true");
  EXPECT_EQ(read.trouble, "overlay.ink: makes no sense (and 1 more)");
  EXPECT_EQ(read.settings.show, Show::hint);
  EXPECT_TRUE(read.settings.mirror);
}

TEST(WindowSettings, WhatIsNoTomlIsTold) {
  for (const std::string& text :
       {std::string("[overlay\n"), std::string("show = "), std::string("\xFF\xFE\x00", 3),
        std::string("a = 1\na = 2"), std::string(100'000, '['), std::string("format = 2"),
        std::string("format = 'x'")}) {
    const ReadSettings read = read_settings(text);
    EXPECT_NE(read.trouble, "") << text.substr(0, 20);
    EXPECT_EQ(read.trouble.find('\n'), std::string::npos);
    EXPECT_EQ(read.settings, WindowSettings{});
    EXPECT_EQ(read_settings(settings_text(unusual(), text)).settings.show, Show::check);
  }
}

TEST(WindowSettings, OnlyChangesAreTaken) {
  WindowSettings before, now, kept = unusual();
  now.opacity = 0.5F;
  now.look.open[1] = false;
  take_changes(before, now, kept);
  WindowSettings expected = unusual();
  expected.opacity = 0.5F;
  expected.look.open[1] = false;
  EXPECT_EQ(kept, expected);
}

class Memory : public testing::Test {
 protected:
  Memory() {
    std::string name = (fs::temp_directory_path() / "gridlens-memory-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    file_ = folder_ / "gridlens" / "settings.toml";
  }
  ~Memory() override { fs::remove_all(folder_); }

  void put(const std::string& text) const {
    fs::create_directories(file_.parent_path());
    std::ofstream(file_, std::ios::binary) << text;
  }
  [[nodiscard]] std::string text(const fs::path& path) const {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  [[nodiscard]] fs::path bad() const { return file_.string() + ".bad"; }

  fs::path folder_, file_;
  WindowMemory::Time now_ = std::chrono::steady_clock::now();
};

TEST_F(Memory, AChangeIsWrittenSoonAndComesBack) {
  {
    WindowMemory memory(file_);
    EXPECT_EQ(memory.trouble(), "");
    memory.begin(memory.settings());
    memory.see(memory.settings(), now_);
    memory.see(memory.settings(), now_ + milliseconds(5000));
    EXPECT_FALSE(fs::exists(file_));  // nothing changed
    memory.see(unusual(), now_ + milliseconds(5000));
    memory.see(unusual(), now_ + milliseconds(6000));
    EXPECT_TRUE(fs::exists(file_));  // as after a kill
  }
  EXPECT_EQ(WindowMemory(file_).settings().look, unusual().look);
  EXPECT_EQ(std::distance(fs::directory_iterator(file_.parent_path()), {}), 1);
}

// However long a slider is pulled.
TEST_F(Memory, WritesWhileChangesGoOn) {
  WindowMemory memory(file_);
  WindowSettings settings;
  for (int i = 0; i < 40; ++i) {
    settings.opacity = 0.2F + 0.01F * static_cast<float>(i);
    memory.see(settings, now_ + milliseconds(20 * i));
  }
  EXPECT_TRUE(fs::exists(file_));
  memory.finish();
  EXPECT_FLOAT_EQ(WindowMemory(file_).settings().opacity, 0.59F);
}

TEST_F(Memory, OptionsOfTheCommandLineAreNotSaved) {
  put("[overlay]\nshow = 'givens'\n[picture]\nmirror = false\n");
  WindowMemory memory(file_);
  WindowSettings run = memory.settings();
  run.show = Show::none;  // --show none --mirror
  run.mirror = true;
  memory.begin(run);
  run.opacity = 0.5F;
  memory.see(run, now_);
  memory.finish();
  EXPECT_EQ(WindowMemory(file_).settings().show, Show::givens);
  EXPECT_FALSE(WindowMemory(file_).settings().mirror);
  run.mirror = false;  // the person turns it off, and on
  memory.see(run, now_);
  run.mirror = true;
  memory.see(run, now_);
  memory.finish();
  EXPECT_TRUE(WindowMemory(file_).settings().mirror);
  EXPECT_EQ(WindowMemory(file_).settings().show, Show::givens);
}

TEST_F(Memory, ABadFileIsKeptAside) {
  for (const std::string& bad_text :
       {std::string("[overlay\n"), std::string("[overlay]\nopacity = 7\n"),
        std::string(2 << 20, ' '), std::string("format = 99\n")}) {
    put(bad_text);
    WindowMemory memory(file_);
    EXPECT_EQ(memory.settings(), WindowSettings{});
    EXPECT_NE(memory.trouble().find("settings.toml"), std::string::npos);
    EXPECT_NE(memory.trouble().find("settings.toml.bad"), std::string::npos) << memory.trouble();
    EXPECT_EQ(memory.trouble().find('\n'), std::string::npos);
    EXPECT_EQ(text(bad()), bad_text);
    memory.see(unusual(), now_);
    memory.finish();
    EXPECT_EQ(WindowMemory(file_).trouble(), "");
    EXPECT_EQ(WindowMemory(file_).settings().look, unusual().look);
  }
}

// Where it cannot be kept aside it is not replaced.
TEST_F(Memory, ABadFileIsNeverLost) {
  put("[overlay\n");
  fs::create_directories(bad() / "in the way");
  WindowMemory memory(file_);
  memory.see(unusual(), now_);
  memory.finish();
  EXPECT_EQ(text(file_), "[overlay\n");
}

TEST_F(Memory, NoHomeAndNoPlaceAreOneLineAndNoMore) {
  WindowMemory nowhere{fs::path()};
  EXPECT_NE(nowhere.trouble(), "");
  nowhere.see(unusual(), now_);
  nowhere.finish();

  std::ofstream(folder_ / "gridlens") << "a file where the folder would be";
  WindowMemory memory(file_);
  memory.see(unusual(), now_);
  memory.finish();
  EXPECT_NE(memory.trouble(), "");
  EXPECT_EQ(memory.trouble().find('\n'), std::string::npos);
  memory.see(WindowSettings{}, now_);
  memory.finish();
}

TEST_F(Memory, AFolderOrAPipeInItsPlaceIsLeftAlone) {
  fs::create_directories(file_);
  WindowMemory memory(file_);
  EXPECT_NE(memory.trouble().find("is no file"), std::string::npos) << memory.trouble();
  memory.see(unusual(), now_);
  memory.finish();
  EXPECT_TRUE(fs::is_directory(file_));
  fs::remove(file_);
  ASSERT_EQ(mkfifo(file_.c_str(), 0600), 0);
  WindowMemory pipe(file_);  // does not hang
  EXPECT_NE(pipe.trouble(), "");
}

TEST_F(Memory, ALinkStaysOne) {
  const fs::path real = folder_ / "dotfiles.toml";
  std::ofstream(real) << "[picture]\nmirror = true\n";
  fs::create_directories(file_.parent_path());
  fs::create_symlink(real, file_);
  WindowMemory memory(file_);
  EXPECT_TRUE(memory.settings().mirror);
  memory.see(unusual(), now_);
  memory.finish();
  EXPECT_TRUE(fs::is_symlink(file_));
  EXPECT_EQ(read_settings(text(real)).settings.show, Show::check);
}

TEST(WindowMemory, UsualFile) {
  const auto set = [](const char* config, const char* home) {
    config ? setenv("XDG_CONFIG_HOME", config, 1) : unsetenv("XDG_CONFIG_HOME");
    home ? setenv("HOME", home, 1) : unsetenv("HOME");
    return WindowMemory::usual_file();
  };
  EXPECT_EQ(set("/c", "/h"), "/c/gridlens/settings.toml");
  EXPECT_EQ(set(nullptr, "/h"), "/h/.config/gridlens/settings.toml");
  EXPECT_EQ(set("", "/h"), "/h/.config/gridlens/settings.toml");
  EXPECT_EQ(set("relative", "/h"), "/h/.config/gridlens/settings.toml");
  EXPECT_EQ(set(nullptr, nullptr), "");
  EXPECT_EQ(set(nullptr, ""), "");
}

}  // namespace
}  // namespace gridlens
