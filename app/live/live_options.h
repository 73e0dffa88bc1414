#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "app/window_play/window_play.h"
#include "core/capture/frame_source.h"
#include "core/display/settings.h"

namespace gridlens {

// What `gridlens live` was asked for.
struct LiveCommandOptions {
  std::optional<std::string> input;
  SourceOptions source;
  Settings settings;
  bool show_given = false;  // --show: it wins over what the window remembers
  std::optional<std::filesystem::path> record;
  std::optional<std::string> camera_output;  // --output: a V4L2 output
  bool overwrite = false;
  bool headless = false;
  bool realtime = false;
  std::optional<std::string> jsonl;    // "-" is standard output
  std::filesystem::path debug_folder;  // empty: nobody wants to see what the stages saw
  std::optional<std::int64_t> frames;
  PlayStart play;  // of `gridlens play`
};

// Adds the options of `gridlens live` to its command; parsing fills `options`.
void add_live_options(CLI::App& command, LiveCommandOptions& options);

}  // namespace gridlens
