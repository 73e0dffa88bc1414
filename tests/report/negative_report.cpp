// Pages without a Sudoku through the whole program: as flat pictures, photographed, and as short
// clips through the frame pipeline. Anything reported is an error.
//
//   negative_report [--pages 10] [--clips 1] [--frames 20] [--seed 1] [--only KIND] [--out DIR]
//                   [--far] [--model FILE]

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "tests/replay/program.h"
#include "tests/simulator/scenario_set.h"

namespace {

using namespace gridlens;
using namespace gridlens::generator;

struct Counts {
  int looks = 0;      // pages or frames looked at
  int boards = 0;     // reported, whatever their state
  int said = 0;       // of them called solved, multiple or contradiction
  int solutions = 0;  // of them shown with a solution

  void add(const std::vector<BoardPrediction>& reported) {
    ++looks;
    for (const BoardPrediction& board : reported) {
      ++boards;
      said +=
          board.state == "solved" || board.state == "multiple" || board.state == "contradiction";
      solutions += board.solution.empty() ? 0 : 1;
    }
  }
};

PageOptions page_of(Clutter kind) {
  PageOptions page;
  page.kind = PageKind::negative;
  page.negative = kind;
  return page;
}

// One page, and a hand-held camera before it: any way up, tilted by up to 30 degrees.
struct Sheet {
  cv::Mat flat;  // the page itself at some size, as a scan or a screenshot shows it
  Clip clip;
};
Sheet sheet_of(Clutter kind, std::uint64_t seed, int frames, bool far) {
  ClipOptions options;
  options.size = far ? cv::Size{640, 480} : cv::Size{800, 600};
  options.seed = seed;
  options.frames = frames;
  const std::string name = to_string(kind);
  Random random = Random(seed).fork("share");
  const double share = far ? random.uniform(0.25, 0.6) : random.uniform(1.1, 1.5);
  Set set = prepare(name.c_str(), options, page_of(kind), share);
  set.base.tilt = tilt_towards(set.random.uniform(0, 30) * kDegree, any_direction(set.random));
  set.base.roll_rad = any_direction(set.random);
  set.hand = steady_hand(set.unit);
  if (far) {
    set.light.lens_blur_px = set.random.uniform(0.3, 1.4);
    set.light.read_noise = set.random.uniform(0.002, 0.006);
  }
  const cv::Mat& page = set.plan.pages[0].bgr;
  cv::Mat flat;
  const double scale = set.random.uniform(far ? 200 : 600, far ? 450 : 1100) / page.cols;
  cv::resize(page, flat, {}, scale, scale, cv::INTER_AREA);
  return {flat, {name, set.finish(), options}};
}

void keep(const std::string& folder, Clutter kind, const char* how, std::uint64_t seed,
          const cv::Mat& picture, const std::vector<BoardPrediction>& reported) {
  if (reported.empty()) return;
  std::printf("  %s %s seed %llu:", to_string(kind), how, static_cast<unsigned long long>(seed));
  for (const BoardPrediction& board : reported)
    std::printf(" %zux%zu %s", board.clues.size(), board.clues.size(), board.state.c_str());
  std::printf("\n");
  if (folder.empty()) return;
  std::filesystem::create_directories(folder);
  cv::imwrite(folder + "/" + to_string(kind) + "_" + how + "_" + std::to_string(seed) + ".png",
              picture);
}

}  // namespace

int main(int argc, char** argv) {
  int pages = 10, clips = 1, frames = 20;
  std::uint64_t seed = 1;
  std::string only, out, model;
  bool far = false;
  CLI::App app("Reads pages without a Sudoku and prints what was reported of them.");
  app.add_option("--pages", pages, "pages of each kind: each once flat and once photographed");
  app.add_option("--clips", clips, "of them filmed as well");
  app.add_option("--frames", frames, "frames of a clip");
  app.add_option("--seed", seed);
  app.add_option("--only", only, "one kind of page");
  app.add_option("--model", model, "another digit network");
  app.add_option("--out", out, "folder for the pictures in which something was reported");
  app.add_flag("--far", far, "from far away: cells of some 5 to 15 pixels");
  CLI11_PARSE(app, argc, argv);
  cv::setNumThreads(1);
  Program program(model);
  Counts flat, photo, clip;
  std::printf("%-16s %7s %7s %7s %7s %7s %7s %7s %7s\n", "no Sudoku", "pages", "boards", "photos",
              "boards", "frames", "boards", "said", "shown");
  const auto print = [](const char* name, const Counts& a, const Counts& b, const Counts& c) {
    std::printf("%-16s %7d %7d %7d %7d %7d %7d %7d %7d\n", name, a.looks, a.boards, b.looks,
                b.boards, c.looks, c.boards, a.said + b.said + c.said,
                a.solutions + b.solutions + c.solutions);
    std::fflush(stdout);
  };
  const auto add_up = [](Counts& sum, const Counts& more) {
    sum.looks += more.looks, sum.boards += more.boards;
    sum.said += more.said, sum.solutions += more.solutions;
  };
  for (const Clutter kind : negative_kinds()) {
    if (!only.empty() && only != to_string(kind)) continue;
    Counts a, b, c;
    for (int i = 0; i < pages; ++i) {
      const std::uint64_t own = seed * 100003 + static_cast<std::uint64_t>(i);
      const Sheet sheet = sheet_of(kind, own, std::max(frames, 2), far);
      const cv::Mat shot = sheet.clip.frame(0).bgr;
      const auto of_page = program.read_still(sheet.flat), of_shot = program.read_still(shot);
      a.add(of_page), b.add(of_shot);
      keep(out, kind, "page", own, sheet.flat, of_page);
      keep(out, kind, "photo", own, shot, of_shot);
      if (i >= clips) continue;
      program.start_stream();
      bool kept = false;
      for (int f = 0; f < frames; ++f) {
        const ClipFrame frame = sheet.clip.frame(f);
        const FramePrediction said = program.next_frame(frame.bgr, f, frame.truth.time_ms);
        c.add(said.boards);
        if (!kept) keep(out, kind, "clip", own, frame.bgr, said.boards);
        kept = kept || !said.boards.empty();
      }
    }
    print(to_string(kind), a, b, c);
    add_up(flat, a), add_up(photo, b), add_up(clip, c);
  }
  print("all", flat, photo, clip);
  return 0;
}
