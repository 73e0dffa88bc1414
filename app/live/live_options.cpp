#include "app/live/live_options.h"

#include <charconv>
#include <string>
#include <system_error>

#include "app/cli/option_checks.h"

namespace gridlens {

namespace {

// No camera and no screen has more; what is wished for beyond is a slip.
constexpr int kLongestSide = 16384;

void parse_size(const std::string& text, SourceOptions& source) {
  const char* end = text.data() + text.size();
  const auto width = std::from_chars(text.data(), end, source.width);
  const bool cross = width.ec == std::errc{} && width.ptr != end && *width.ptr == 'x';
  const auto height = std::from_chars(cross ? width.ptr + 1 : end, end, source.height);
  const auto sensible = [](int side) { return side >= 1 && side <= kLongestSide; };
  if (height.ec != std::errc{} || height.ptr != end || !sensible(source.width) ||
      !sensible(source.height))
    throw CLI::ValidationError("--size", "needs WIDTHxHEIGHT, for example 1280x720, sides up to " +
                                             std::to_string(kLongestSide) + ", not '" +
                                             text.substr(0, 30) + "'");
}

Show parse_show(const std::string& text) {
  for (const auto& [word, show] : kShowWords)
    if (text == word) return show;
  throw CLI::ValidationError("--show",
                             "needs solution, hint, check, givens or none, not '" + text + "'");
}

// The input stands by itself or behind --input, once.
void set_input(const std::string& value, LiveCommandOptions& options) {
  if (options.input)
    throw CLI::ValidationError("--input", "the input is named twice: '" +
                                              options.input->substr(0, 60) + "' and '" +
                                              value.substr(0, 60) + "'");
  options.input = value;
}

}  // namespace

void add_live_options(CLI::App& command, LiveCommandOptions& options) {
  const auto take_input = [&options](const std::string& value) { set_input(value, options); };
  command.add_option_function<std::string>("SRC", take_input, "the input, as of --input")
      ->type_name("");
  command
      .add_option_function<std::string>(
          "--input", take_input,
          "camera index or /dev/videoN, video file, image file, folder of images, a stream URL, "
          "screen, screen:X,Y,WxH, or window:TITLE|ID (a part of its title; X11) "
          "(default: the first camera; without a camera the demo clip)")
      ->type_name("SRC");
  command
      .add_option_function<std::string>(
          "--size", [&options](const std::string& text) { parse_size(text, options.source); },
          "camera picture size wished for")
      ->type_name("WxH");
  command
      .add_option("--fps", options.source.fps, "camera rate wished for; of the screen at most (20)")
      ->type_name("F")
      ->check(number_between(0.01, 1000));
  command.add_flag("--mirror", options.settings.mirror,
                   "show the picture mirrored (a person facing the camera)");
  command.add_flag("--leave-hands", options.settings.spare_hands,
                   "paint no digits where a hand or a pen lies on the board");
  command.add_flag("--flip", options.source.flip,
                   "the camera itself delivers mirrored pictures: undo that first");
  command
      .add_option("--record", options.record,
                  "annotated video from the first frame (.mkv .mp4 .avi)")
      ->type_name("FILE")
      ->check(not_empty("the name of a file"));
  command
      .add_option("--output", options.camera_output,
                  "a V4L2 output (v4l2loopback) gets the annotated picture too, as a virtual "
                  "camera; a file then plays at its own rate")
      ->type_name("DEV")
      ->check(not_empty("a device, for example /dev/video2"));
  command.add_flag("--overwrite", options.overwrite,
                   "let --record and --jsonl replace existing files (never the input)");
  command
      .add_option("--debug-dir", options.debug_folder,
                  "write what each stage saw into DIR, as pictures and text")
      ->type_name("DIR")
      ->check(not_empty("the name of a folder"));
  command.add_flag("--headless", options.headless, "no window: draw with OpenGL offscreen");
  command.add_flag(
      "--realtime", options.realtime,
      "play a file at its own rate through the live threads, dropping frames as a camera would");
  command.add_option("--jsonl", options.jsonl, "one JSON line a frame ('-' is standard output)")
      ->type_name("FILE")
      ->check(not_empty("the name of a file"));
  command.add_option("--frames", options.frames, "stop after N frames")
      ->type_name("N")
      ->check(whole_number_between(1, 1'000'000'000));
  command
      .add_option_function<std::string>(
          "--show",
          [&options](const std::string& text) {
            options.settings.show = parse_show(text);
            options.show_given = true;
          },
          "what the overlay shows: solution, hint, check, givens or none (default: solution; in a "
          "window, as it was left)")
      ->type_name("WHAT");
  command
      .add_option("--hints", options.settings.hints,
                  "with --show hint: so many steps are shown at once (default 1)")
      ->type_name("K")
      ->check(whole_number_between(1, 1'000));
}

}  // namespace gridlens
