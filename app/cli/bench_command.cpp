#include "app/cli/bench_command.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <opencv2/imgproc.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/cli/help_format.h"
#include "app/cli/option_checks.h"
#include "app/session/annotator.h"
#include "app/session/stage_history.h"
#include "core/capture/frame_source.h"
#include "core/pipeline/frame_processor.h"
#include "core/resources/resources.h"

namespace gridlens {

namespace {

const std::array<cv::Size, 3> kSizes{cv::Size{640, 480}, cv::Size{1280, 720}, cv::Size{1920, 1080}};

struct BenchCommandOptions {
  std::string input;  // empty: the demo clip
  bool json = false;
  int frames = 150;
};

struct BenchRow {
  cv::Size size;
  std::int64_t frames = 0;
  std::int64_t solved = 0;
  std::vector<StageStatistics> stages;
};

// The largest part of the middle of the picture that has the wanted proportions, scaled.
cv::Mat fitted(const cv::Mat& picture, cv::Size size) {
  const double scale =
      std::min(picture.cols / double(size.width), picture.rows / double(size.height));
  const cv::Size part(std::min(picture.cols, cvRound(size.width * scale)),
                      std::min(picture.rows, cvRound(size.height * scale)));
  const cv::Rect middle((picture.cols - part.width) / 2, (picture.rows - part.height) / 2,
                        part.width, part.height);
  cv::Mat out;
  cv::resize(picture(middle), out, size, 0, 0, scale > 1 ? cv::INTER_AREA : cv::INTER_LINEAR);
  return out;
}

// Every stage on every frame, so that each has a time: the live program searches and reads much
// less often.
BenchRow run_size(const BenchCommandOptions& options, cv::Size size, Annotator& annotator) {
  DigitNetwork network(find_resource("models/digits.onnx"));
  InlineSolveService solver;
  ProcessorOptions every_frame;
  every_frame.search_interval = 1;
  every_frame.session.check_interval = 1;
  FrameProcessor processor(network, solver, every_frame);
  ShapeSolvers uncached;

  const std::string input =
      options.input.empty() ? find_resource("assets/demo.mkv").string() : options.input;
  const auto source = open_source(input);
  BenchRow row{size, 0, 0, {}};
  StageHistory history(static_cast<size_t>(options.frames));
  Frame frame;
  while (row.frames < options.frames && source->read(frame) == ReadStatus::frame) {
    frame.bgr = fitted(frame.bgr, size);
    FrameResult result = processor.process(frame);
    result.stages.solve = 0;
    for (const BoardResult& board : result.boards)
      if (board.state == BoardState::solved) {
        ++row.solved;
        const StageTimer timer(result.stages.solve);
        uncached.solve(*board.clues, SolveService::kMaxNodes, {});
      }
    annotator.annotate(frame.bgr, result.boards, Settings{}, &result.stages);
    history.add(result.stages);
    ++row.frames;
  }
  if (row.frames == 0) throw std::runtime_error("no frame in " + input);
  row.stages = history.statistics();
  return row;
}

void print_table(const std::vector<BenchRow>& rows) {
  std::vector<std::string> names;
  for (const BenchRow& row : rows)
    for (const StageStatistics& stage : row.stages)
      if (std::find(names.begin(), names.end(), stage.name) == names.end())
        names.push_back(stage.name);
  std::printf("%-10s", "ms");
  for (const BenchRow& row : rows)
    std::printf("  %18s",
                (std::to_string(row.size.width) + "x" + std::to_string(row.size.height)).c_str());
  std::printf("\n%-10s", "");
  for (size_t i = 0; i < rows.size(); ++i) std::printf("  %9s%9s", "median", "p99");
  std::printf("\n");
  for (const std::string& name : names) {
    std::printf("%-10s", name.c_str());
    for (const BenchRow& row : rows) {
      const auto stage = std::find_if(row.stages.begin(), row.stages.end(),
                                      [&](const auto& s) { return s.name == name; });
      if (stage == row.stages.end())
        std::printf("  %9s%9s", "-", "-");
      else
        std::printf("  %9.2f%9.2f", stage->median_ms, stage->p99_ms);
    }
    std::printf("\n");
  }
  std::printf("%-10s", "frames");
  for (const BenchRow& row : rows)
    std::printf("  %9lld%9s", static_cast<long long>(row.frames), "");
  std::printf("\n%-10s", "solved");
  for (const BenchRow& row : rows)
    std::printf("  %9lld%9s", static_cast<long long>(row.solved), "");
  std::printf("\n");
}

void print_json(const std::vector<BenchRow>& rows) {
  for (const BenchRow& row : rows) {
    nlohmann::ordered_json json{{"width", row.size.width},
                                {"height", row.size.height},
                                {"frames", row.frames},
                                {"solved", row.solved}};
    for (const StageStatistics& stage : row.stages)
      json["stages_ms"][stage.name] = {{"median", stage.median_ms}, {"p99", stage.p99_ms}};
    std::cout << json.dump() << "\n";
  }
}

int run_bench(const BenchCommandOptions& options) {
  Annotator annotator;
  std::vector<BenchRow> rows;
  for (const cv::Size size : kSizes) rows.push_back(run_size(options, size, annotator));
  if (options.json)
    print_json(rows);
  else
    print_table(rows);
  return 0;
}

}  // namespace

CLI::App* add_bench_command(CLI::App& app, int& exit_status) {
  CLI::App* command = app.add_subcommand(
      "bench", "milliseconds per stage over a clip, every stage on every frame, for three sizes");
  auto options = std::make_shared<BenchCommandOptions>();
  command->add_option("--input", options->input, "video to use (default: the demo clip)")
      ->type_name("CLIP");
  command->add_flag("--json", options->json, "one JSON line a frame size");
  command->add_option("--frames", options->frames, "at most so many frames a size (default: 150)")
      ->type_name("N")
      ->check(whole_number_between(1, 100'000));
  command->footer(help_examples({{"gridlens bench", "over the demo clip"},
                                 {"gridlens bench --input clip.mkv --frames 50", "over another"}}));
  command->callback([options, &exit_status] { exit_status = run_bench(*options); });
  return command;
}

}  // namespace gridlens
