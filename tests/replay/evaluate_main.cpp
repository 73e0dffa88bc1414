// gridlens_evaluate: every scenario with fresh seeds through the program, as a table. What a change
// of the finder, the tracker or the reader is judged by; the replay test holds only a few of them.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <random>

#include "tests/replay/program.h"
#include "tests/simulator/scenarios.h"

using namespace gridlens;
using namespace gridlens::generator;

namespace {

void print_row(const std::string& name, const std::string& seed, const ReplayResult& result) {
  const Score& s = result.score;
  const std::string first = s.first_solved ? std::to_string(*s.first_solved) : "-";
  std::printf("%-17s %7s %6d %6.1f %6.2f %6.2f %6.2f %6s %7.1f %5d %5d %5d %5d %5d %6.1f %6.1f\n",
              name.c_str(), seed.c_str(), s.asked, 100 * s.found_share(), s.corner_median_px,
              s.corner_p95_px, s.jitter_px, first.c_str(), 100 * s.solved_share(),
              s.wrong_solutions, s.stale_solutions, s.misreadings, s.false_boards, s.id_changes,
              result.median_ms, result.p99_ms);
  std::fflush(stdout);
}

void draw(cv::Mat& picture, const Quad& quad, const cv::Scalar& colour) {
  for (int i = 0; i < 4; ++i)
    cv::line(picture, quad.corners[i], quad.corners[(i + 1) % 4], colour, 2, cv::LINE_AA);
}

// Keeps the pictures in which something went wrong: truth red (orange where it need not be found),
// what was said green, or blue without a solution.
FrameWatcher keep_trouble(const std::string& folder, const std::string& name, std::uint64_t seed,
                          bool unsolved_too) {
  if (folder.empty()) return {};
  return [=](const cv::Mat& bgr, const FrameTruth& truth, const FramePrediction& said) {
    const Score s = score({truth}, {said});
    const bool well = s.found == s.asked && s.false_boards == 0 && s.wrong_solutions == 0 &&
                      s.misreadings == 0 && s.corner_worst_px < 2 &&
                      !(unsolved_too && s.solved < s.asked);
    if (well) return;
    cv::Mat picture = bgr.clone();
    for (const BoardTruth& board : truth.boards)
      draw(picture, board.corners,
           board.inside >= 0.99 && board.visible >= 0.6 ? cv::Scalar(0, 0, 255)
                                                        : cv::Scalar(0, 160, 255));
    for (const BoardPrediction& board : said.boards)
      draw(picture, board.corners,
           board.solution.empty() ? cv::Scalar(255, 100, 0) : cv::Scalar(0, 200, 0));
    char file[64];
    std::snprintf(file, sizeof file, "_%llu_%03d.png", static_cast<unsigned long long>(seed),
                  truth.frame);
    cv::imwrite((std::filesystem::path(folder) / (name + file)).string(), picture);
  };
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Runs generated clips through the program and prints scores"};
  std::vector<std::string> names;
  int width = 1280, height = 720, frames = 60, count = 1;
  std::uint64_t seed = 0;
  std::string out;
  Coding coding = Coding::none;
  bool sums = false, unsolved = false;
  app.add_option("scenario", names, "scenarios; all of them where none is named");
  app.add_option("--width", width);
  app.add_option("--height", height);
  app.add_option("--frames", frames);
  app.add_option("--seed", seed, "first seed; a fresh random one where not given");
  app.add_option("--count", count, "clips a scenario, seeds counting up");
  app.add_option("--coding", coding, "through a video file: mjpeg or h264")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, Coding>{{"mjpeg", Coding::mjpeg}, {"h264", Coding::h264}}));
  app.add_flag("--sums", sums, "a row a scenario instead of one a clip");
  app.add_option("--out", out, "folder for the pictures in which something went wrong");
  app.add_flag("--unsolved", unsolved, "no solution counts as wrong for --out");
  CLI11_PARSE(app, argc, argv);
  try {
    cv::setNumThreads(1);  // as the program does
    if (seed == 0) seed = std::random_device{}() % 900000 + 100000;
    if (names.empty())
      for (const Scenario& scenario : scenarios()) names.emplace_back(scenario.name);
    if (!out.empty()) std::filesystem::create_directories(out);
    Program program;
    std::printf("%-17s %7s %6s %6s %6s %6s %6s %6s %7s %5s %5s %5s %5s %5s %6s %6s\n", "scenario",
                "seed", "asked", "found%", "median", "p95", "jitter", "first", "solved%", "wrong",
                "stale", "misrd", "false", "ids", "ms", "p99");
    for (const std::string& name : names) {
      ReplayRun all;
      for (int i = 0; i < count; ++i) {
        ClipOptions options;
        options.size = {width, height};
        options.frames = frames;
        options.seed = seed + static_cast<std::uint64_t>(i);
        ReplayRun run = run_clip(Clip(name, options), program, coding,
                                 keep_trouble(out, name, options.seed, unsolved));
        if (!sums) print_row(name, std::to_string(options.seed), run.result());
        if (sums) all.append(std::move(run));
      }
      if (sums) print_row(name, std::to_string(seed) + "+", all.result());
    }
  } catch (const std::exception& error) {
    std::cerr << "gridlens_evaluate: " << error.what() << '\n';
    return 1;
  }
  return 0;
}
