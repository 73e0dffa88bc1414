#include "app/window/window.h"

#include <epoxy/gl.h>
// GLFW must not bring another OpenGL header along.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui/imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

#include "app/keys/keys.h"
#include "app/panels/first_minute_card.h"
#include "app/panels/panel_column.h"
#include "app/panels/picture_notes.h"
#include "app/panels/plain_dialog.h"
#include "app/panels/play_page.h"
#include "app/panels/screen_picker_dialog.h"
#include "app/panels/theme.h"
#include "app/session/text_age.h"
#include "app/window/picture_textures.h"
#include "app/window/window_gui.h"
#include "app/window/window_input.h"
#include "app/window/window_place.h"
#include "core/image/frame.h"

namespace gridlens {
namespace {

constexpr double kShareOfWidth = 0.94;  // of the screen
constexpr double kShareOfHeight = 0.88;
const cv::Size kSmallest{640, 400};
// ImGui answers the mouse one frame late (hover, then press, then release).
constexpr int kFramesAfterEvent = 3;
constexpr std::chrono::milliseconds kFastest{15};   // between drawings for the mouse alone
constexpr std::chrono::milliseconds kSlowest{500};  // clocks go on

[[noreturn]] void fail(const std::string& what) {
  const char* reason = nullptr;
  glfwGetError(&reason);
  throw std::runtime_error("cannot open a window: " + what +
                           (reason != nullptr ? std::string(" (") + reason + ")" : std::string()) +
                           "; --headless runs without one");
}

struct Glfw {
  Glfw() {
    if (glfwInit() == GLFW_FALSE) fail("no display");
  }
  ~Glfw() { glfwTerminate(); }
  Glfw(const Glfw&) = delete;
  Glfw& operator=(const Glfw&) = delete;
};

// Fills the bound framebuffer from `corner` to the opposite end.
void clear(cv::Point corner, cv::Size target, ImU32 colour) {
  const ImVec4 c = ImGui::ColorConvertU32ToFloat4(colour);
  glEnable(GL_SCISSOR_TEST);
  glScissor(corner.x, corner.y, target.width - corner.x, target.height - corner.y);
  glClearColor(c.x, c.y, c.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glDisable(GL_SCISSOR_TEST);
}

// The selected cell, outlined on its board.
void outline(const CellEditor& editor, const SessionView& view,
             std::vector<PlacedOverlay>& overlays) {
  constexpr Rgba kInk{0.25f, 0.49f, 0.96f, 1};
  if (!view.result) return;
  const CellEditor::Boards& boards = view.result->boards;
  const BoardResult* board = editor.board(boards);
  if (!board || overlays.size() != boards.size()) return;
  const double x = editor.selected()->cell % board->n;
  const double y = editor.selected()->cell / board->n;
  overlays[static_cast<std::size_t>(board - boards.data())].overlay.strokes.push_back(
      {{{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}}, 0.12, true, kInk});
}

}  // namespace

struct Window::Impl {
  Glfw glfw;
  GLFWwindow* window = nullptr;
  std::optional<WindowGui> gui;
  std::optional<PictureTextures> textures;
  PanelColumn column;
  TextAge note_age;
  FirstMinuteCard card;
  PlainDialog open_dialog;
  ScreenPickerDialog screen_picker;
  std::vector<Command> pending;  // from callbacks
  WindowInput input;
  int frames_wanted = kFramesAfterEvent;
  Clock::time_point drawn_at{};
  double draw_ms = 0;
  bool vsync = true;
  cv::Rect windowed;  // place to come back to from full screen

  explicit Impl(const WindowOptions& options);
  ~Impl() {
    textures.reset();
    gui.reset();
    glfwDestroyWindow(window);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  static Impl& of(GLFWwindow* handle) {
    return *static_cast<Impl*>(glfwGetWindowUserPointer(handle));
  }
  void touched() { frames_wanted = kFramesAfterEvent; }
  void listen();
  void carry_out(Action wish);
  [[nodiscard]] double scale() const;
  void update_look();
};

Window::Impl::Impl(const WindowOptions& options) : vsync(options.vsync) {
  column.look = options.look;
  const cv::Rect screen = work_area();
  cv::Size size = options.size_px;
  if (size.empty()) {
    size = {static_cast<int>(screen.width * kShareOfWidth),
            static_cast<int>(screen.height * kShareOfHeight)};
  }
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "gridlens");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "gridlens");
  window = glfwCreateWindow(std::max(size.width, kSmallest.width),
                            std::max(size.height, kSmallest.height), options.title.c_str(), nullptr,
                            nullptr);
  if (window == nullptr) fail("no OpenGL 3.3");
  glfwMakeContextCurrent(window);
  glfwSwapInterval(options.vsync ? 1 : 0);
  glfwSetWindowSizeLimits(window, kSmallest.width, kSmallest.height, GLFW_DONT_CARE,
                          GLFW_DONT_CARE);
  glfwSetWindowUserPointer(window, this);
  listen();
  gui.emplace(window, scale());  // keeps our callbacks and calls them
  textures.emplace();
  column.texture_of = [this](const PanelPicture& picture) { return textures->of(picture); };
  if (options.size_px.empty()) {
    glfwSetWindowPos(window, screen.x + (screen.width - size.width) / 2,
                     screen.y + (screen.height - size.height) / 2);
  }
  glfwShowWindow(window);
}

void Window::Impl::listen() {
  glfwSetKeyCallback(window, [](GLFWwindow* handle, int key, int code, int action, int modifiers) {
    of(handle).touched();
    if (action == GLFW_PRESS) of(handle).card.dismiss();
    if (action == GLFW_PRESS) of(handle).input.add_key(key, code, modifiers);
  });
  glfwSetMouseButtonCallback(window, [](GLFWwindow* h, int, int, int) { of(h).touched(); });
  glfwSetCursorPosCallback(window, [](GLFWwindow* h, double, double) { of(h).touched(); });
  glfwSetCursorEnterCallback(window, [](GLFWwindow* h, int) { of(h).touched(); });
  glfwSetScrollCallback(window, [](GLFWwindow* h, double, double) { of(h).touched(); });
  glfwSetCharCallback(window, [](GLFWwindow* handle, unsigned character) {
    of(handle).touched();
    of(handle).input.add_character(character);
  });
  glfwSetWindowFocusCallback(window, [](GLFWwindow* h, int) { of(h).touched(); });
  glfwSetFramebufferSizeCallback(window, [](GLFWwindow* h, int, int) { of(h).touched(); });
  glfwSetWindowRefreshCallback(window, [](GLFWwindow* h) { of(h).touched(); });
  glfwSetWindowContentScaleCallback(window, [](GLFWwindow* h, float, float) { of(h).touched(); });
  glfwSetDropCallback(window, [](GLFWwindow* handle, int count, const char** paths) {
    of(handle).touched();
    if (count > 0) of(handle).pending.emplace_back(OpenFiles{{paths, paths + count}});
  });
}

double Window::Impl::scale() const {
  int width = 0, height = 0;
  glfwGetWindowSize(window, &width, &height);
  return fitting_scale(column.look.scale > 0 ? column.look.scale : screen_scale(window), width);
}

void Window::Impl::update_look() {
  if (const double now = scale(); now != gui->scale()) gui->set_scale(now);
  if (column.look.theme != gui->theme()) gui->set_theme(column.look.theme);
}

void Window::Impl::carry_out(Action wish) {
  switch (wish) {
    case Action::full_screen:
      toggle_full_screen(window, windowed);
      break;
    case Action::leave:
      if (fills_screen(window)) toggle_full_screen(window, windowed);
      break;
    case Action::larger:
    case Action::smaller:
      column.look.scale = stepped_scale(gui->scale(), wish == Action::larger ? 1 : -1);
      break;
    case Action::usual_size:
      column.look.scale = 0;
      break;
    default:
      break;
  }
}

Window::Window(const WindowOptions& options) : impl_(std::make_unique<Impl>(options)) {}
Window::~Window() = default;

bool Window::should_close() const {
  return glfwWindowShouldClose(impl_->window) == GLFW_TRUE;
}

void Window::wait(std::chrono::milliseconds patience) {
  // Frames still owed to the mouse come soon, but not faster than a screen shows them.
  if (impl_->frames_wanted > 0) patience = std::min(patience, kFastest);
  if (patience.count() <= 0) {
    glfwPollEvents();
  } else {
    glfwWaitEventsTimeout(static_cast<double>(patience.count()) / 1000);
  }
}

bool Window::needs_drawing() const {
  const auto since = Clock::now() - impl_->drawn_at;
  return since >= kSlowest || (impl_->frames_wanted > 0 && since >= kFastest);
}

const WindowLook& Window::look() const {
  return impl_->column.look;
}

bool Window::shows_debug() const {
  return impl_->column.debug_wanted;
}

std::string Window::pasted() const {
  const char* text = glfwGetClipboardString(impl_->window);
  glfwGetError(nullptr);  // none is there: no text
  return text != nullptr ? text : "";
}

void Window::copy(const std::string& text) {
  glfwSetClipboardString(impl_->window, text.c_str());
}

double Window::draw_ms() const {
  return impl_->draw_ms;
}

std::vector<Command> Window::draw(SceneRenderer& scene, const SessionView& view,
                                  std::span<const PlacedOverlay> boards) {
  std::vector<Command> commands = std::exchange(impl_->pending, {});
  impl_->frames_wanted = std::max(impl_->frames_wanted - 1, 0);
  impl_->drawn_at = Clock::now();
  impl_->update_look();
  impl_->gui->begin_frame();

  for (const Action wish : impl_->input.take_presses(view, impl_->column, commands))
    impl_->carry_out(wish);
  const double scale = impl_->gui->scale();
  const float free_width = draw_panel_column(impl_->column, scale, view, commands);
  draw_play_page(view, free_width, scale, commands);
  impl_->open_dialog.draw(view, scale, commands);
  impl_->screen_picker.draw(view, scale, impl_->column.texture_of, commands);

  cv::Size target;
  glfwGetFramebufferSize(impl_->window, &target.width, &target.height);
  const double ratio = framebuffer_ratio(impl_->window);
  cv::Rect area(0, 0, static_cast<int>(std::lround(free_width * ratio)), target.height);
  const cv::Rect free_area = area;
  const bool picture_shown = !view.play.open || view.play.to_paper;
  if (view.play.open) {
    const PlayRoom room = picture_room(view.play, free_width, ImGui::GetIO().DisplaySize.y);
    area = {static_cast<int>(std::lround(room.x * ratio)),
            static_cast<int>(std::lround(room.y * ratio)),
            static_cast<int>(std::lround(room.width * ratio)),
            static_cast<int>(std::lround(room.height * ratio))};
  }
  const View place{target, area, view.settings.mirror, false, scale * ratio};
  cv::Rect2f picture(0, 0, free_width, ImGui::GetIO().DisplaySize.y);
  if (picture_shown && view.result && !scene.picture_size().empty()) {
    const cv::Rect shown = place_picture(scene.picture_size(), place).picture_px;
    const auto unit = static_cast<float>(1 / ratio);
    picture = {static_cast<float>(shown.x) * unit, static_cast<float>(shown.y) * unit,
               static_cast<float>(shown.width) * unit, static_cast<float>(shown.height) * unit};
  }
  const double now_ms = ImGui::GetTime() * 1000;
  if (picture_shown) {
    draw_picture_notes(
        view, picture, scale,
        view.result ? TextAge::opacity(impl_->note_age.age_ms(0, view.note, now_ms)) : 1,
        !view.play.open && !impl_->card.is_shown(view));
    if (!view.play.open) impl_->card.draw(view, picture, scale);
  }
  // The mouse tells the edges of pixels, a view their centres.
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  WindowInput::take_click(view, scene.picture_size(), place,
                          {mouse.x * ratio - 0.5, mouse.y * ratio - 0.5}, impl_->column.editor);
  std::vector<PlacedOverlay> overlays(boards.begin(), boards.end());
  outline(impl_->column.editor, view, overlays);

  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  clear({}, target, theme::kBackground);
  clear({free_area.width, 0}, target, theme::kPanel);
  if (picture_shown && view.result) scene.draw(overlays, place);
  impl_->gui->end_frame();
  impl_->textures->end_drawing();
  impl_->draw_ms = milliseconds_between(impl_->drawn_at, Clock::now());
  glfwSwapBuffers(impl_->window);
  if (!impl_->vsync) impl_->draw_ms = milliseconds_between(impl_->drawn_at, Clock::now());
  return commands;
}

}  // namespace gridlens
