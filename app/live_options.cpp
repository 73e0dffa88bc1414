#include "app/live_options.h"

#include <cstdio>
#include <string>

namespace gridlens {

namespace {

void parse_size(const std::string& text, SourceOptions& source) {
  char rest = 0;
  if (std::sscanf(text.c_str(), "%dx%d%c", &source.width, &source.height, &rest) != 2 ||
      source.width <= 0 || source.height <= 0)
    throw CLI::ValidationError("--size",
                               "needs WIDTHxHEIGHT, for example 1280x720, not '" + text + "'");
}

Show parse_show(const std::string& text) {
  if (text == "solution") return Show::solution;
  if (text == "givens") return Show::givens;
  if (text == "none") return Show::none;
  throw CLI::ValidationError("--show", "needs solution, givens or none, not '" + text + "'");
}

}  // namespace

void add_live_options(CLI::App& command, LiveCommandOptions& options) {
  command
      .add_option(
          "--input", options.input,
          "camera index or /dev/videoN, video file, image file, folder of images, or a stream URL "
          "(default: the first camera; without a camera the demo clip)")
      ->type_name("SRC");
  command
      .add_option_function<std::string>(
          "--size", [&options](const std::string& text) { parse_size(text, options.source); },
          "camera picture size wished for")
      ->type_name("WxH");
  command.add_option("--fps", options.source.fps, "camera rate wished for")
      ->type_name("F")
      ->check(CLI::PositiveNumber);
  command.add_flag("--mirror", options.settings.mirror,
                   "show the picture mirrored (a person facing the camera)");
  command.add_flag("--leave-hands", options.settings.spare_hands,
                   "paint no digits where a hand or a pen lies on the board");
  command.add_flag("--flip", options.source.flip,
                   "the camera itself delivers mirrored pictures: undo that first");
  command
      .add_option("--record", options.record,
                  "annotated video from the first frame (.mkv .mp4 .avi)")
      ->type_name("FILE");
  command.add_flag("--overwrite", options.overwrite, "let --record replace an existing file");
  command.add_flag("--headless", options.headless, "no window: draw with OpenGL offscreen");
  command.add_flag(
      "--realtime", options.realtime,
      "play a file at its own rate through the live threads, dropping frames as a camera would");
  command.add_option("--jsonl", options.jsonl, "one JSON line a frame ('-' is standard output)")
      ->type_name("FILE");
  command.add_option("--frames", options.frames, "stop after N frames")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command
      .add_option_function<std::string>(
          "--show",
          [&options](const std::string& text) { options.settings.show = parse_show(text); },
          "what the overlay shows: solution (default), givens or none")
      ->type_name("WHAT");
}

}  // namespace gridlens
