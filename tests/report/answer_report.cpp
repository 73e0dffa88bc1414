// Boards of which a wrong answer is easily shown (tests/simulator/odd_boards.h) through the whole
// program: flat, photographed, and as short clips. "wrong" must be 0: a solution shown that is not
// the one that the clues have. "misread": clues called sure that are not those on the page.
//
//   answer_report [--pages 10] [--clips 0] [--frames 20] [--seed 1] [--only KIND] [--out DIR]
//                 [--small] [--list] [--doubtful] [--model FILE]

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

struct Tally {
  int looks = 0, boards = 0, found = 0, right = 0, multiple = 0, contradiction = 0, misread = 0,
      wrong = 0, other_place = 0;

  void add(const Tally& more) {
    looks += more.looks, boards += more.boards, found += more.found, right += more.right;
    multiple += more.multiple, contradiction += more.contradiction, misread += more.misread;
    wrong += more.wrong, other_place += more.other_place;
  }
};

Tally judge(const FrameTruth& truth, const std::vector<BoardPrediction>& said) {
  const FramePrediction prediction{truth.frame, said};
  // All boards are held against the program, also those partly outside.
  const Score result = score({truth}, {prediction}, {0, 0, 0.5});
  Tally tally{1, result.asked,       result.found,           result.solved,      0,
              0, result.misreadings, result.wrong_solutions, result.false_boards};
  for (const BoardPrediction& board : said) {
    tally.multiple += board.state == "multiple";
    tally.contradiction += board.state == "contradiction";
  }
  return tally;
}

// A flat page at some size, and a hand-held camera before it, tilted by up to 30 degrees.
struct Sheet {
  cv::Mat flat;
  FrameTruth flat_truth;
  Clip clip;
};
Sheet sheet_of(OddBoard kind, std::uint64_t seed, int frames, bool small) {
  PageOptions page;
  page.kind = PageKind::odd;
  page.odd = kind;
  ClipOptions options;
  options.size = {800, 600};
  options.seed = seed;
  options.frames = frames;
  const std::string name = to_string(kind);
  Random random = Random(seed).fork("share");
  const bool several = kind == OddBoard::samurai || kind == OddBoard::six_boards;
  const double share = small     ? random.uniform(0.18, 0.35)
                       : several ? random.uniform(1.1, 1.4)
                                 : random.uniform(0.55, 0.95);
  Set set = prepare(name.c_str(), options, page, share);
  set.base.tilt = tilt_towards(set.random.uniform(0, 30) * kDegree, any_direction(set.random));
  set.base.roll_rad = any_direction(set.random);
  set.hand = steady_hand(set.unit);
  const Page& sheet = set.plan.pages[0];
  FrameTruth truth = truth_of_page(sheet, seed);
  cv::Mat flat;
  const double scale = set.random.uniform(small ? 250 : 600, small ? 420 : 1100) / sheet.bgr.cols;
  cv::resize(sheet.bgr, flat, {}, scale, scale, cv::INTER_AREA);
  for (BoardTruth& board : truth.boards)
    for (cv::Point2d& corner : board.corners.corners)
      corner = (corner + cv::Point2d(0.5, 0.5)) * scale - cv::Point2d(0.5, 0.5);
  truth.width = flat.cols, truth.height = flat.rows;
  return {flat, truth, {name, set.finish(), options}};
}

}  // namespace

int main(int argc, char** argv) {
  int pages = 10, clips = 0, frames = 20;
  std::uint64_t seed = 1;
  std::string only, out, model;
  bool small = false, list = false, doubtful = false;
  CLI::App app("Reads boards whose answer is easily got wrong and prints what was said of them.");
  app.add_option("--pages", pages, "pages of each kind: each once flat and once photographed");
  app.add_option("--clips", clips, "of them filmed as well");
  app.add_option("--frames", frames, "frames of a clip");
  app.add_option("--seed", seed);
  app.add_option("--only", only, "one kind of board");
  app.add_option("--model", model, "another digit network");
  app.add_option("--out", out, "folder for the pictures with something wrong");
  app.add_flag("--small", small, "cells of 8 to 25 pixels");
  app.add_flag("--list", list, "name every picture with something wrong");
  app.add_flag("--doubtful", doubtful, "also those with a board that is not solved");
  CLI11_PARSE(app, argc, argv);
  cv::setNumThreads(1);
  Program program(model);
  std::printf("%-16s %6s %6s %6s %6s %8s %8s %7s %6s %6s\n", "boards", "looks", "boards", "found",
              "right", "multiple", "contrad.", "misread", "wrong", "false");
  const auto print = [](const char* name, const Tally& t) {
    std::printf("%-16s %6d %6d %6d %6d %8d %8d %7d %6d %6d\n", name, t.looks, t.boards, t.found,
                t.right, t.multiple, t.contradiction, t.misread, t.wrong, t.other_place);
    std::fflush(stdout);
  };
  Tally sum;
  for (const OddBoard kind : odd_boards()) {
    const char* name = to_string(kind);
    if (!only.empty() && only != name) continue;
    Tally of_kind;
    for (int i = 0; i < pages; ++i) {
      const std::uint64_t own = seed * 100003 + static_cast<std::uint64_t>(i);
      const Sheet sheet = sheet_of(kind, own, std::max(frames, 2), small);
      const auto look = [&](const char* how, const cv::Mat& picture, const FrameTruth& truth,
                            const std::vector<BoardPrediction>& said) {
        const Tally tally = judge(truth, said);
        of_kind.add(tally);
        const bool unsolved = tally.right < tally.boards;
        if (tally.wrong + tally.misread + tally.other_place == 0 && !(doubtful && unsolved)) return;
        if (list) {
          std::printf("  %s %s seed %llu: %d misread, %d wrong, %d false:", name, how,
                      static_cast<unsigned long long>(own), tally.misread, tally.wrong,
                      tally.other_place);
          for (const BoardPrediction& board : said)
            std::printf(" %zux%zu %s", board.clues.size(), board.clues.size(), board.state.c_str());
          std::printf("\n");
        }
        if (out.empty()) return;
        std::filesystem::create_directories(out);
        cv::imwrite(out + "/" + name + "_" + how + "_" + std::to_string(own) + ".png", picture);
      };
      look("page", sheet.flat, sheet.flat_truth, program.read_still(sheet.flat));
      const ClipFrame shot = sheet.clip.frame(0);
      look("photo", shot.bgr, shot.truth, program.read_still(shot.bgr));
      if (i >= clips) continue;
      program.start_stream();
      for (int f = 0; f < frames; ++f) {
        const ClipFrame frame = sheet.clip.frame(f);
        look("clip", frame.bgr, frame.truth,
             program.next_frame(frame.bgr, f, frame.truth.time_ms).boards);
      }
    }
    print(name, of_kind);
    sum.add(of_kind);
  }
  print("all", sum);
  return sum.wrong > 0 ? 1 : 0;
}
