// The real window with a made-up session: a drawn page that moves, boards in every state, a
// recording that only counts. Commands change the made-up session and are printed, one a line.
//   window_show [--size WxH] [--picture WxH] [--scale S] [--still] [--trouble] [--seconds S]
//   [--boards N]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "app/window/window.h"

namespace gridlens {
namespace {

struct ShowOptions {
  WindowOptions window;
  cv::Size picture{1280, 720};
  bool still = false;
  bool trouble = false;
  double seconds = 0;  // 0: until closed
  int boards = 2;
};

constexpr char kPuzzle[] =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
constexpr char kSolution[] =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

Grid grid_of(const char* text) {
  Grid grid(Shape{3, 3});
  for (int i = 0; i < 81; ++i) grid.set(i, text[i] - '0');
  return grid;
}

Quad quad_at(cv::Size size, double seconds, int board) {
  const double u = size.height / 720.0;
  const double sway = std::sin(seconds * 1.1 + board) * 0.06;
  const cv::Point2d centre(size.width * (board == 0 ? 0.36 : 0.78),
                           size.height * (board == 0 ? 0.54 : 0.5));
  const double half = (board == 0 ? 235 : 105) * u;
  Quad quad;
  const double angle = sway + (board == 0 ? 0.05 : -0.3);
  for (int i = 0; i < 4; ++i) {
    const double x = (i == 0 || i == 3 ? -1 : 1) * half;
    const double y = (i < 2 ? -1 : 1) * half;
    const double depth = 1 + 0.28 * (y / half) * (board == 0 ? 0.6 : 0.2);
    quad.corners[static_cast<std::size_t>(i)] =
        centre + cv::Point2d(std::cos(angle) * x - std::sin(angle) * y,
                             std::sin(angle) * x + std::cos(angle) * y) *
                     depth;
  }
  return quad;
}

void draw_page(cv::Mat& picture, const Homography& image_from_board) {
  cv::Mat page(900, 900, CV_8UC3, cv::Scalar(226, 236, 240));
  for (int i = 0; i <= 9; ++i) {
    const int at = std::min(i * 100, 898);
    const int width = i % 3 == 0 ? 7 : 2;
    cv::line(page, {at, 0}, {at, 899}, cv::Scalar(40, 40, 40), width);
    cv::line(page, {0, at}, {899, at}, cv::Scalar(40, 40, 40), width);
  }
  for (int i = 0; i < 81; ++i) {
    if (kPuzzle[i] == '0') continue;
    cv::putText(page, std::string(1, kPuzzle[i]), {i % 9 * 100 + 28, i / 9 * 100 + 76},
                cv::FONT_HERSHEY_COMPLEX, 2.2, cv::Scalar(35, 35, 35), 5, cv::LINE_AA);
  }
  const cv::Matx33d image_from_page =
      image_from_board.matrix() * cv::Matx33d(0.01, 0, 0, 0, 0.01, 0, 0, 0, 1);
  cv::warpPerspective(page, picture, image_from_page, picture.size(), cv::INTER_LINEAR,
                      cv::BORDER_TRANSPARENT);
}

cv::Mat background(cv::Size size) {
  cv::Mat picture(size, CV_8UC3);
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      const double wood = 8 * std::sin(y * 0.05 + 3 * std::sin(x * 0.006));
      const double light =
          1 - 0.35 * std::hypot(x / double(size.width) - 0.4, y / double(size.height) - 0.4);
      picture.at<cv::Vec3b>(y, x) = cv::Vec3b(static_cast<uchar>((82 + wood) * light),
                                              static_cast<uchar>((116 + wood) * light),
                                              static_cast<uchar>((156 + wood) * light));
    }
  }
  return picture;
}

BoardResult board_result(const Homography& image_from_board, int number) {
  BoardResult board;
  board.id = number;
  board.image_from_board = image_from_board;
  board.n = 9;
  board.shape = Shape{3, 3};
  board.alphabet = Alphabet{};
  board.clues = grid_of(kPuzzle);
  if (number == 0) {
    board.state = BoardState::solved;
    board.message = "solved";
    board.solution = grid_of(kSolution);
  } else {
    board.state = BoardState::contradiction;
    board.message = "two of your 7s clash in row 4";
    board.clash = {30, 33};
  }
  return board;
}

PlacedOverlay overlay(const BoardResult& board, const Settings& settings) {
  PlacedOverlay placed{board.image_from_board, board.n, {}};
  const bool good = board.state == BoardState::solved;
  const Rgba mood = good ? Rgba{0.10f, 0.65f, 0.30f, 1} : Rgba{0.88f, 0.15f, 0.15f, 1};
  if (settings.outline) {
    placed.overlay.strokes = {{{{0, 0}, {9, 0}, {9, 9}, {0, 9}}, 0.09, true, mood}};
    placed.overlay.label = OverlayLabel{
        board.message, {1, 1, 1, 1}, {mood.r * 0.75f, mood.g * 0.75f, mood.b * 0.75f, 0.92f}};
    for (const int cell : board.clash) {
      placed.overlay.rects.push_back(
          {cell % 9 * 1.0, cell / 9 * 1.0, 1, 1, {0.9f, 0.1f, 0.1f, 0.35f}});
    }
  }
  if (settings.show == Show::solution && board.solution) {
    Rgba ink = settings.solution_colour;
    ink.a = settings.opacity;
    for (int i = 0; i < 81; ++i) {
      if (kPuzzle[i] != '0') continue;
      placed.overlay.glyphs.push_back(
          {i % 9 + 0.5, i / 9 + 0.5, 0.5, std::string(1, kSolution[i]), ink});
    }
  }
  return placed;
}

SessionView made_up_view(const ShowOptions& options) {
  SessionView view;
  view.source.name = "Camera 0 (Integrated HD Webcam with a long name)";
  view.source.width = options.picture.width;
  view.source.height = options.picture.height;
  view.source.fps = 30;
  view.source.format = "MJPG";
  view.source.live = true;
  if (options.trouble) {
    view.trouble = "Camera 0 stopped delivering; trying again every second";
  } else {
    view.note = "No camera found: playing the demo clip";
  }
  view.stages = {{"find", 7.1, 11.9},   {"track", 2.3, 3.9}, {"warp", 0.8, 1.4},
                 {"read", 4.2, 9.6},    {"solve", 0.1, 0.4}, {"draw", 3.4, 5.2},
                 {"readback", 0.4, 0.8}};
  view.outputs.videos_folder = "/home/somebody/Videos";
  view.outputs.pictures_folder = "/home/somebody/Pictures";
  view.outputs.pictures_trouble = "no file can be made in /home/somebody: Permission denied";
  view.outputs.snapshot = "/home/somebody/Pictures/gridlens-20260102-030405.png";
  view.cameras = {{0, "/dev/video0", "Integrated Webcam"}, {2, "/dev/video2", "USB Microscope"}};
  return view;
}

// What LiveSession does, on made-up values. False: quit.
bool execute(const Command& command, SessionView& view, double now_ms, double& recording_since_ms) {
  if (const auto* change = std::get_if<ChangeSettings>(&command)) {
    view.settings = change->settings;
    const Settings& s = change->settings;
    std::printf(
        "settings show=%d opacity=%.2f outline=%d hands=%d mirror=%d paused=%d "
        "colour=%.2f,%.2f,%.2f\n",
        static_cast<int>(s.show), static_cast<double>(s.opacity), s.outline, s.spare_hands,
        s.mirror, s.paused, static_cast<double>(s.solution_colour.r),
        static_cast<double>(s.solution_colour.g), static_cast<double>(s.solution_colour.b));
  } else if (std::holds_alternative<StartRecording>(command)) {
    view.recording = {};
    view.recording.running = true;
    view.recording.file = "/home/somebody/Videos/gridlens-20260102-030405.mkv";
    recording_since_ms = now_ms;
    std::puts("start recording");
  } else if (std::holds_alternative<StopRecording>(command)) {
    view.recording.running = false;
    std::puts("stop recording");
  } else if (const auto* pause = std::get_if<PauseRecording>(&command)) {
    view.recording.paused = pause->paused;
    std::printf("pause recording %d\n", pause->paused);
  } else if (const auto* snapshot = std::get_if<SaveSnapshot>(&command)) {
    std::printf("snapshot %d\n", snapshot->before_after);
  } else if (std::holds_alternative<CopyPuzzles>(command)) {
    std::puts("copy puzzles");
  } else if (const auto* step = std::get_if<StepPicture>(&command)) {
    std::printf("step %d\n", step->by);
  } else if (const auto* open = std::get_if<OpenSource>(&command)) {
    std::printf("open %s\n", open->spec.c_str());
  } else if (std::holds_alternative<ForgetBoards>(command)) {
    std::puts("forget boards");
  } else if (const auto* wish = std::get_if<CorrectCell>(&command)) {
    std::printf("correct board=%d cell=%d value=%d kind=%d\n", wish->board_id,
                wish->correction.cell, wish->correction.value,
                static_cast<int>(wish->correction.kind));
  } else if (const auto* reveal = std::get_if<RevealCell>(&command)) {
    std::printf("reveal board=%d cell=%d\n", reveal->board_id, reveal->cell);
    for (const BoardResult& board : view.result->boards)
      if (board.id == reveal->board_id) view.settings.reveals.toggle(board, reveal->cell);
  } else if (std::holds_alternative<SaveReport>(command)) {
    std::puts("save report");
  } else if (const auto* outputs = std::get_if<ChangeOutputs>(&command)) {
    view.outputs.settings = outputs->settings;
    std::printf("outputs recorded=%d videos=%s pictures=%s\n",
                static_cast<int>(outputs->settings.recorded),
                outputs->settings.videos_folder.c_str(), outputs->settings.pictures_folder.c_str());
  } else if (const auto* folder = std::get_if<OpenFolder>(&command)) {
    std::printf("open folder %s\n", folder->folder.c_str());
  } else if (std::holds_alternative<Quit>(command)) {
    std::puts("quit");
    return false;
  }
  std::fflush(stdout);
  return true;
}

void tell(const WindowLook& look) {
  std::printf("look panel=%d theme=%d scale=%.2f open=", look.panel_open,
              static_cast<int>(look.theme), look.scale);
  for (const bool open : look.open) std::printf("%d", open);
  std::puts("");
  std::fflush(stdout);
}

int show(const ShowOptions& options) {
  Window window(options.window);
  SceneRenderer scene;
  SessionView view = made_up_view(options);
  const cv::Mat table = background(options.picture);
  const Clock::time_point start = Clock::now();
  double recording_since_ms = 0, next_frame_ms = 0;
  std::vector<PlacedOverlay> overlays;
  std::vector<double> draw_ms;
  std::int64_t frames = 0;
  bool go_on = true;
  WindowLook look = window.look();
  while (go_on && !window.should_close()) {
    const double now_ms = milliseconds_between(start, Clock::now());
    if (options.seconds > 0 && now_ms > options.seconds * 1000) break;
    const bool running = !view.settings.paused && !(options.still && frames > 0);
    const int until_frame_ms = static_cast<int>(next_frame_ms - now_ms);
    window.wait(std::chrono::milliseconds(running ? std::clamp(until_frame_ms, 0, 100) : 20));
    bool changed = false;
    if (now_ms >= next_frame_ms && running) {
      next_frame_ms = std::max(next_frame_ms + 1000.0 / 30, now_ms);
      auto result = std::make_shared<FrameResult>();
      result->frame.bgr = table.clone();
      result->frame.index = frames++;
      for (int i = 0; i < options.boards; ++i) {
        const Homography place =
            Homography::image_from_board(quad_at(options.picture, now_ms / 1000, i), 9);
        draw_page(result->frame.bgr, place);
        result->boards.push_back(board_result(place, i));
      }
      view.result = result;
      scene.set_picture(result->frame.bgr);
      view.camera_fps = 30;
      view.vision_fps = static_cast<double>(frames) * 1000 / std::max(now_ms, 1.0);
      view.latency_ms = 21;
      changed = true;
    }
    if (!changed && !window.needs_drawing()) continue;
    if (view.recording.running) {
      view.recording.elapsed_ms = now_ms - recording_since_ms;
      view.recording.frames = static_cast<std::int64_t>(view.recording.elapsed_ms * 0.03);
      view.recording.bytes = static_cast<std::int64_t>(view.recording.elapsed_ms * 412);
    }
    overlays.clear();
    if (view.result) {
      for (const BoardResult& board : view.result->boards)
        overlays.push_back(overlay(board, view.settings));
    }
    const Clock::time_point before = Clock::now();
    const std::vector<Command> commands = window.draw(scene, view, overlays);
    draw_ms.push_back(milliseconds_between(before, Clock::now()));
    for (const Command& command : commands)
      go_on &= execute(command, view, now_ms, recording_since_ms);
    if (!(look == window.look())) tell(look = window.look());
  }
  std::sort(draw_ms.begin(), draw_ms.end());
  if (!draw_ms.empty()) {
    std::fprintf(stderr, "%zu drawings of %lld frames, median %.1f ms\n", draw_ms.size(),
                 static_cast<long long>(frames), draw_ms[draw_ms.size() / 2]);
  }
  return 0;
}

cv::Size size_of(const char* text) {
  cv::Size size;
  if (std::sscanf(text, "%dx%d", &size.width, &size.height) != 2) size = {};
  return size;
}

}  // namespace
}  // namespace gridlens

int main(int argc, char** argv) {
  gridlens::ShowOptions options;
  options.window.vsync = false;
  // What would move all else under the mouse.
  options.window.look.open[static_cast<std::size_t>(gridlens::PanelGroup::appearance)] = false;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    const char* value = i + 1 < argc ? argv[i + 1] : "";
    if (name == "--size") options.window.size_px = gridlens::size_of(value), ++i;
    if (name == "--picture") options.picture = gridlens::size_of(value), ++i;
    if (name == "--scale") options.window.look.scale = std::atof(value), ++i;
    if (name == "--seconds") options.seconds = std::atof(value), ++i;
    if (name == "--boards") options.boards = std::atoi(value), ++i;
    if (name == "--still") options.still = true;
    if (name == "--trouble") options.trouble = true;
  }
  try {
    return gridlens::show(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "window_show: %s\n", error.what());
    return 1;
  }
}
