// The Input group, the plain open dialog and the first minute's card, without a window.
#include <gtest/gtest.h>
#include <imgui/imgui.h>

#include <cstdio>
#include <functional>
#include <set>
#include <string>

#include "app/panels/first_minute_card.h"
#include "app/panels/gui_context.h"
#include "app/panels/plain_dialog.h"
#include "app/panels/screen_picker_dialog.h"
#include "app/panels/source_panel.h"

namespace gridlens {
namespace {

using Draw = std::function<void(std::vector<Command>&)>;

class InputPanel : public testing::Test {
 protected:
  InputPanel() { context_.set_scale(1); }

  std::vector<Command> frame(const Draw& draw, ImVec2 mouse, bool down, ImVec2 size) {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = size;
    io.DeltaTime = 1 / 60.0f;
    io.MousePos = mouse;
    io.MouseDown[0] = down;
    std::vector<Command> commands;
    ImGui::NewFrame();
    draw(commands);
    ImGui::Render();
    return commands;
  }

  // What a click at each place asks for, and clicks below it where a list drops down.
  std::vector<Command> click_everywhere(const Draw& draw, ImVec2 size) {
    std::vector<Command> all;
    const auto click = [&](ImVec2 at) {
      for (const bool down : {false, true, false, false})
        for (Command& command : frame(draw, at, down, size)) all.push_back(command);
    };
    for (float y = 4; y < size.y; y += 9)
      for (float x = 20; x < size.x; x += 40) {
        click({x, y});
        if (!ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) continue;
        for (float below = 20; below < 160; below += 20) {
          click({x, y + below});
          if (!ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) click({x, y});
        }
        click({size.x - 1, size.y - 1});
        if (ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) click({size.x - 1, size.y - 1});
      }
    return all;
  }

  std::vector<Command> click_panel(const SessionView& view) {
    return click_everywhere(
        [&](std::vector<Command>& commands) {
          ImGui::SetNextWindowPos({0, 0});
          ImGui::SetNextWindowSize({304, 420});
          ImGui::Begin("panels", nullptr, ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove);
          source_panel(view, commands);
          ImGui::GetStateStorage()->Clear();  // a heading that was folded stands open again
          ImGui::End();
        },
        {304, 560});
  }

  GuiContext context_;
};

SessionView camera_view() {
  SessionView view;
  view.result = std::make_shared<FrameResult>();
  view.source.name = "Camera 2 (HD Webcam)";
  view.source.device = "HD Webcam";
  view.source.node = "/dev/video2";
  view.source.live = true;
  view.source.width = 1280;
  view.source.height = 720;
  view.source.fps = 30;
  view.source.modes = {{"MJPG", 1280, 720, 30}, {"MJPG", 1280, 720, 15}, {"YUYV", 640, 480, 30}};
  view.cameras = {{0, "/dev/video0", "Other"}, {2, "/dev/video2", "HD Webcam"}};
  view.controls = {{CameraControl::auto_exposure, 1, 0, 1},
                   {CameraControl::exposure, 300, 3, 2000, 1, 250, false},
                   {CameraControl::auto_focus, 0, 0, 1},
                   {CameraControl::focus, 30, 0, 250, 5}};
  view.open_dialog.recent = {"/pictures/a\nb.png", "/pictures"};
  return view;
}

template <typename T>
std::vector<T> of(const std::vector<Command>& commands) {
  std::vector<T> found;
  for (const Command& command : commands)
    if (const auto* one = std::get_if<T>(&command)) found.push_back(*one);
  return found;
}

TEST_F(InputPanel, ACamerasModesAndControls) {
  const auto commands = click_panel(camera_view());
  std::set<std::string> modes;
  for (const ChangeCamera& change : of<ChangeCamera>(commands))
    modes.insert(std::to_string(change.wish.width) + "x" + std::to_string(change.wish.height) +
                 "@" + std::to_string(static_cast<int>(change.wish.fps)));
  EXPECT_EQ(modes, (std::set<std::string>{"640x480@0", "1280x720@15"})) << "what is not on already";
  std::set<CameraControl> controls;
  for (const SetCameraControl& set : of<SetCameraControl>(commands)) {
    controls.insert(set.control);
    const bool exposure = set.control == CameraControl::auto_exposure;
    EXPECT_GE(set.value, 0);
    EXPECT_LE(set.value, set.control == CameraControl::focus ? 250 : exposure ? 0 : 1);
  }
  EXPECT_EQ(controls, (std::set<CameraControl>{CameraControl::auto_exposure,
                                               CameraControl::auto_focus, CameraControl::focus}))
      << "the exposure is automatic";
  std::set<std::string> opened;
  for (const OpenSource& open : of<OpenSource>(commands)) opened.insert(open.spec);
  EXPECT_EQ(opened, std::set<std::string>{"/dev/video0"});
}

TEST_F(InputPanel, DialogsAndWhatWasOpenedLately) {
  const auto commands = click_panel(camera_view());
  std::set<bool> dialogs;
  for (const ShowOpenDialog& show : of<ShowOpenDialog>(commands)) dialogs.insert(show.folder);
  EXPECT_EQ(dialogs, (std::set<bool>{false, true}));
  std::set<std::string> opened;
  for (const OpenFiles& open : of<OpenFiles>(commands)) opened.insert(open.files.at(0));
  EXPECT_EQ(opened, (std::set<std::string>{"/pictures/a\nb.png", "/pictures"}));
}

TEST_F(InputPanel, APictureHasNoCamerasControls) {
  SessionView view = camera_view();
  view.source = {};
  view.source.name = "photo.jpg";
  view.source.stills = true;
  view.controls.clear();
  const auto commands = click_panel(view);
  EXPECT_TRUE(of<ChangeCamera>(commands).empty());
  EXPECT_TRUE(of<SetCameraControl>(commands).empty());
}

TEST_F(InputPanel, ThePlainDialogBrowsesAndOpens) {
  SessionView view;
  PlainDialog dialog;
  const auto click = [&] {
    return click_everywhere([&](std::vector<Command>& commands) { dialog.draw(view, 1, commands); },
                            {600, 480});
  };
  EXPECT_TRUE(click().empty());
  view.open_dialog.plain = PlainDialogView{
      false, "/pictures/new", {{"old", true}, {"a\nb.png", false}, {"c.mkv", false}}, ""};
  const auto commands = click();
  std::set<std::string> opened, browsed;
  for (const OpenFiles& open : of<OpenFiles>(commands)) opened.insert(open.files.at(0));
  for (const BrowseFolder& browse : of<BrowseFolder>(commands)) browsed.insert(browse.folder);
  EXPECT_EQ(opened, (std::set<std::string>{"/pictures/new", "/pictures/new/a\nb.png",
                                           "/pictures/new/c.mkv"}));
  EXPECT_EQ(browsed, (std::set<std::string>{"/pictures", "/pictures/new/old"}));
  EXPECT_FALSE(of<CloseOpenDialog>(commands).empty());
}

SessionView picker_view() {
  SessionView view;
  view.screen_picker.open = true;
  view.screen_picker.windows = {{"window:0x10", "Sudoku", true, {cv::Mat(90, 120, CV_8UC3), 1}},
                                {"window:0x20", "", true, {}},
                                {"window:0x30", "Hidden", false, {}}};
  view.screen_picker.desktop = {cv::Mat(900, 1600, CV_8UC3), 2};
  return view;
}

TEST_F(InputPanel, TheScreenPickerOpensWindowsTheScreenOrNothing) {
  SessionView view;
  ScreenPickerDialog dialog;
  const auto click = [&] {
    return click_everywhere(
        [&](std::vector<Command>& commands) { dialog.draw(view, 1, nullptr, commands); },
        {600, 560});
  };
  EXPECT_TRUE(click().empty());
  view = picker_view();
  view.screen_picker.desktop = {};  // not known yet: no part can be chosen
  auto commands = click();
  std::set<std::string> opened;
  for (const OpenSource& open : of<OpenSource>(commands)) opened.insert(open.spec);
  EXPECT_EQ(opened, (std::set<std::string>{"window:0x10", "window:0x20"})) << "one is hidden";
  EXPECT_FALSE(of<CloseScreenPicker>(commands).empty());
  EXPECT_FALSE(of<ShowScreenPicker>(commands).empty());
}

TEST_F(InputPanel, APartOfTheScreenIsDragged) {
  const ImVec2 size{1000, 700};
  SessionView view = picker_view();
  ScreenPickerDialog dialog;
  const Draw draw = [&](std::vector<Command>& commands) {
    dialog.draw(view, 1, nullptr, commands);
  };
  std::set<std::string> opened;
  const auto act = [&](ImVec2 at, bool down) {
    for (const Command& command : frame(draw, at, down, size))
      if (const auto* open = std::get_if<OpenSource>(&command)) opened.insert(open->spec);
  };
  const auto click = [&](ImVec2 at) {
    for (const bool down : {false, true, false, false}) act(at, down);
  };
  // The buttons below the list; "Whole screen" comes first.
  float y = size.y;
  for (; y > 0 && opened.empty(); y -= 9) click({260, y});
  EXPECT_EQ(opened, std::set<std::string>{"screen"});
  opened.clear();
  click({370, y + 9});  // "A part of it", in the same row
  for (const auto& [at, down] : std::vector<std::pair<ImVec2, bool>>{
           {{200, 200}, false}, {{200, 200}, true}, {{500, 400}, true}, {{500, 400}, false}})
    act(at, down);
  for (y = size.y; y > 0 && opened.empty(); y -= 9) click({80, y});
  ASSERT_EQ(opened.size(), 1U);
  int left = 0, top = 0, width = 0, height = 0;
  ASSERT_EQ(
      std::sscanf(opened.begin()->c_str(), "screen:%d,%d,%dx%d", &left, &top, &width, &height), 4);
  EXPECT_NEAR(static_cast<double>(width) / height, 300.0 / 200, 0.02) << *opened.begin();
  EXPECT_GT(left, 0);
  EXPECT_GT(top, 0);
}

TEST_F(InputPanel, TheOverlayOverTheProgramIsForTheScreen) {
  SessionView view = camera_view();
  EXPECT_TRUE(of<OverlayOnScreen>(click_panel(view)).empty());
  view.source = {};
  view.source.screen = ScreenPlace{0x10, "Sudoku", {0, 0, 100, 100}};
  view.screen_overlay = {true, "no compositor runs"};
  const auto commands = click_panel(view);
  ASSERT_FALSE(of<OverlayOnScreen>(commands).empty());
  EXPECT_FALSE(of<OverlayOnScreen>(commands).front().on) << "it is on already";
  EXPECT_FALSE(of<ShowScreenPicker>(commands).empty());
}

// The card is there for a camera that has shown no board, until a key is pressed.
TEST_F(InputPanel, TheCardOfTheFirstMinute) {
  SessionView view = camera_view();
  view.first_minute = true;
  FirstMinuteCard card;
  const auto vertices = [&](ImVec2 size) {
    frame([&](auto&) { card.draw(view, {0, 0, size.x, size.y}, 1); }, {0, 0}, false, size);
    return ImGui::GetDrawData()->TotalVtxCount;
  };
  EXPECT_GT(vertices({800, 600}), 0);
  EXPECT_TRUE(card.is_shown(view));
  view.tip = "It is too dark; more light would help";
  for (const ImVec2 size : {ImVec2{120, 90}, ImVec2{4000, 3000}}) EXPECT_GT(vertices(size), 0);
  card.dismiss();
  EXPECT_EQ(vertices({800, 600}), 0);
  EXPECT_FALSE(card.is_shown(view));
  view.source.name = "Camera 0";
  EXPECT_GT(vertices({800, 600}), 0) << "another camera";
  view.first_minute = false;
  EXPECT_EQ(vertices({800, 600}), 0);
}

TEST_F(InputPanel, EveryViewCanBeDrawn) {
  for (const double scale : {1.0, 2.0, 3.0}) {
    context_.set_scale(scale);
    SessionView view = camera_view();
    view.source.name = std::string(300, 'W') + "\xff";
    view.tip = std::string(300, 'w');
    view.source.modes.push_back({"MJPG", 16384, 16384, 0});
    view.controls.push_back({CameraControl::focus, 5, 0, 0});
    view.open_dialog.plain = PlainDialogView{true, "/", {{std::string(300, 'x'), true}}, "why"};
    view.screen_picker = picker_view().screen_picker;
    view.screen_picker.windows[0].title = std::string(300, 'W') + "\xff";
    view.screen_picker.trouble = "why";
    ScreenPickerDialog picker;
    PlainDialog dialog;
    frame(
        [&](std::vector<Command>& commands) {
          ImGui::SetNextWindowSize({304, 500});
          ImGui::Begin("panels");
          source_panel(view, commands);
          ImGui::End();
          dialog.draw(view, scale, commands);
          picker.draw(view, scale, nullptr, commands);
          EXPECT_TRUE(commands.empty());
        },
        {1, 1}, false, {1024, 600});
  }
}

}  // namespace
}  // namespace gridlens
