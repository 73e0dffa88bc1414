// What names the screen and its windows; no display is needed.
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>

#include "core/capture/capture_error.h"
#include "core/capture/frame_source.h"
#include "core/capture/reconnecting_source.h"
#include "core/capture/screen_spec.h"
#include "core/capture/x11_display.h"

namespace gridlens {
namespace {

// What `call` throws; empty: nothing.
template <typename Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const CaptureError& error) {
    return error.what();
  }
  return "";
}

TEST(ScreenSpec, NamesTheScreenAPartOrAWindow) {
  EXPECT_TRUE(parse_screen_spec("screen").area_px.empty());
  EXPECT_TRUE(parse_screen_spec("screen").window.empty());
  EXPECT_EQ(parse_screen_spec("screen:100,50,640x480").area_px, cv::Rect(100, 50, 640, 480));
  EXPECT_EQ(parse_screen_spec("screen:-100,-50,640x480").area_px.tl(), cv::Point(-100, -50));
  EXPECT_EQ(parse_screen_spec("window:Sudoku").window, "Sudoku");
  EXPECT_EQ(parse_screen_spec("window:a://b, c").window, "a://b, c");
  EXPECT_EQ(screen_spec_text({100, 50, 640, 480}), "screen:100,50,640x480");
}

TEST(ScreenSpec, OnlyTheseNamesAreTheScreens) {
  for (const char* spec : {"screen", "screen:", "screen:1,2,3x4", "window:", "window:x"}) {
    EXPECT_TRUE(names_screen(spec)) << spec;
    EXPECT_TRUE(is_live_spec(spec)) << spec;
  }
  for (const char* spec : {"screens", "./screen", "screen.png", "windows", "Window:x", "0", ""})
    EXPECT_FALSE(names_screen(spec)) << spec;
}

TEST(ScreenSpec, WrongFormsAreTold) {
  for (const char* spec :
       {"screen:", "screen:1,2", "screen:1,2,3", "screen:1,2,3x", "screen:a,b,cxd",
        "screen:1,2,3x4x", "screen:1,2,3x4 ", "screen: 1,2,3x4", "screen:1,2,99999x4",
        "screen:1,2,99999999999999x4", "screen:1.5,2,3x4"})
    EXPECT_NE(error_of([&] { parse_screen_spec(spec); }).find("screen:X,Y,WIDTHxHEIGHT"),
              std::string::npos)
        << spec;
  for (const char* spec : {"screen:1,2,0x4", "screen:1,2,4x0", "screen:1,2,-3x4"})
    EXPECT_NE(error_of([&] { parse_screen_spec(spec); }).find("is empty"), std::string::npos)
        << spec;
  EXPECT_NE(error_of([] { parse_screen_spec("window:"); }).find("title"), std::string::npos);
}

TEST(ScreenSource, WithoutADisplayOneLineSaysWhy) {
  const char* display = std::getenv("DISPLAY");
  const std::string before = display != nullptr ? display : "";
  const auto opening = [] { open_source("screen"); };
  unsetenv("WAYLAND_DISPLAY");
  unsetenv("DISPLAY");
  EXPECT_EQ(error_of(opening), "there is no screen to read: DISPLAY is not set");
  setenv("WAYLAND_DISPLAY", "wayland-0", 1);
  EXPECT_NE(error_of(opening).find("Wayland without X"), std::string::npos);
  setenv("DISPLAY", "nowhere.invalid:7", 1);
  EXPECT_EQ(error_of(opening), "the X display nowhere.invalid:7 cannot be opened");
  unsetenv("WAYLAND_DISPLAY");
  if (display != nullptr)
    setenv("DISPLAY", before.c_str(), 1);
  else
    unsetenv("DISPLAY");
}

TEST(WindowIds, AreHexadecimalOrDecimal) {
  EXPECT_EQ(window_id("0x3c00007"), 0x3c00007U);
  EXPECT_EQ(window_id("0X3C00007"), 0x3c00007U);
  EXPECT_EQ(window_id("62914567"), 62914567U);
  for (const char* text : {"", "0x", "0xzz", "-1", "12 ", "3c00007", "0x100000000", "Sudoku"})
    EXPECT_EQ(window_id(text), std::nullopt) << text;
  EXPECT_EQ(window_id_text(0x3c00007), "0x3c00007");
}

std::vector<X11Window> some_windows() {
  return {{0x10, "Sudoku", {0, 0, 10, 10}, true},
          {0x20, "Sudoku Online - Browser", {0, 0, 10, 10}, true},
          {0x30, "2048", {0, 0, 10, 10}, false},
          {0x40, "", {0, 0, 10, 10}, true},
          {0x50, "Löser", {0, 0, 10, 10}, true}};
}

TEST(ChooseWindow, ByIdByPartOfTheTitleOrByTheWholeTitle) {
  const auto windows = some_windows();
  EXPECT_EQ(choose_window(windows, "0x40").id, 0x40U);
  EXPECT_EQ(choose_window(windows, "64").id, 0x40U);
  EXPECT_EQ(choose_window(windows, "browser").id, 0x20U);
  EXPECT_EQ(choose_window(windows, "sudoku").id, 0x10U) << "of several, the one it is the whole of";
  EXPECT_EQ(choose_window(windows, "2048").id, 0x30U) << "no window has that id";
  EXPECT_EQ(choose_window(windows, "Löser").id, 0x50U);
}

TEST(ChooseWindow, NoneOrSeveralAreNamed) {
  const auto windows = some_windows();
  const std::string none = error_of([&] { choose_window(windows, "chess"); });
  EXPECT_NE(none.find("there is no window \"chess\""), std::string::npos);
  EXPECT_NE(none.find("0x10 \"Sudoku\""), std::string::npos);
  const std::string several = error_of([&] { choose_window(windows, "sudo"); });
  EXPECT_NE(several.find("several windows match \"sudo\""), std::string::npos);
  EXPECT_NE(several.find("0x10 \"Sudoku\", 0x20 \"Sudoku Online - Browser\""), std::string::npos);
  EXPECT_EQ(several.find("2048"), std::string::npos);
  EXPECT_NE(error_of([&] { choose_window({}, "0x99"); }).find("no window with a title is there"),
            std::string::npos);
  EXPECT_NE(error_of([&] { choose_window(windows, ""); }), "");
}

TEST(ChooseWindow, LongTitlesAreCutBetweenLetters) {
  std::string title(58, 'a');
  title += "äöü and so on";  // the 60th byte is inside of a letter
  const std::string none = error_of([&] { choose_window({{1, title, {}, true}}, "chess"); });
  EXPECT_NE(none.find(std::string(58, 'a') + "ä..."), std::string::npos) << none;
}

TEST(WindowAgain, TheLostOneBeforeAnotherOfItsName) {
  auto windows = some_windows();
  EXPECT_EQ(window_again(windows, "sudo", 0x20, "Sudoku Online").id, 0x20U)
      << "its title has changed, but it is still named";
  EXPECT_EQ(window_again(windows, "0x20", 0x20, "another title").id, 0x20U);
  windows[1].id = 0x99;  // closed, and started anew
  EXPECT_EQ(window_again(windows, "browser", 0x20, "Sudoku Online").id, 0x99U);
  EXPECT_EQ(window_again(windows, "0x20", 0x20, "Sudoku Online - Browser").id, 0x99U);
  EXPECT_NE(error_of([&] { window_again(windows, "0x20", 0x20, "Sudo"); }), "") << "several";
  windows[1].title = "News";  // another program has it now
  EXPECT_EQ(window_again(windows, "2048", 0x99, "2048").id, 0x30U);
}

// A window that was closed.
class Closed final : public FrameSource {
 public:
  ReadStatus read(Frame& /*frame*/) override { return ReadStatus::lost; }
  [[nodiscard]] SourceInfo info() const override {
    SourceInfo info;
    info.name = "Window \"Sudoku\"";
    info.live = true;
    info.trouble = "Window \"Sudoku\" was closed";
    return info;
  }
};

TEST(ReconnectingWindow, TheReasonIsTold) {
  std::stop_source stop;
  std::vector<std::string> troubles;
  int opened = 0;
  ReconnectingSource source(
      [&](const SourceOptions&, const SourceInfo*) -> std::unique_ptr<FrameSource> {
        if (++opened > 1) throw CaptureError("there is no window \"Sudoku\"");
        return std::make_unique<Closed>();
      },
      [&](const std::string& text) {
        troubles.push_back(text);
        if (troubles.size() == 2) stop.request_stop();
      });
  Frame frame;
  EXPECT_EQ(source.read(frame, stop.get_token()), ReadStatus::end);
  EXPECT_EQ(troubles, (std::vector<std::string>{"Window \"Sudoku\" was closed; retrying (0 s)",
                                                "there is no window \"Sudoku\"; retrying (1 s)"}));
}

}  // namespace
}  // namespace gridlens
