// Reads generated pages of many sizes, alphabets and print styles, tilted and photographed, and
// prints how many boards were read exactly; then pages without a Sudoku, where nothing may be read.
//
//   generated_report models/digits.onnx [--pages 20] [--seed 1] [--cell-px 22] [--list]

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <opencv2/imgproc.hpp>

#include "core/pipeline/read_still.h"
#include "core/vision/finding/board_finder.h"
#include "core/vision/lattice/median.h"
#include "tests/generator/page.h"
#include "tests/report/photographed.h"

namespace {

using namespace gridlens;
using namespace gridlens::generator;
using gridlens::report::photographed;

struct Case {
  std::string name;
  Shape shape;
  bool any_alphabet = false;
  bool inverted = false;
  double entry_share = 0;
  double pencil_share = 0;
};

cv::Mat grey_of(const cv::Mat& bgr) {
  cv::Mat grey;
  cv::cvtColor(bgr, grey, cv::COLOR_BGR2GRAY);
  return grey;
}

BoardReading read(const cv::Mat& bgr, const cv::Mat& grey, const BoardCandidate& found,
                  DigitNetwork& network, double& ms) {
  StageTimes stages;
  const std::clock_t begin = std::clock();  // processor time: other programs do not count
  BoardReading reading = read_candidate(bgr, grey, found, network, stages);
  ms += 1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  return reading;
}

}  // namespace

int main(int argc, char** argv) {
  std::string model;
  int pages = 20;
  std::uint64_t seed = 1;
  double cell_px = 24;
  std::string only;
  bool list = false;
  CLI::App app("Reads generated pages and prints how well.");
  app.add_option("model", model)->required();
  app.add_option("--pages", pages, "pages of each kind");
  app.add_option("--seed", seed);
  app.add_option("--cell-px", cell_px, "side of a cell in the picture");
  app.add_option("--only", only, "cases whose name contains this");
  app.add_flag("--list", list, "name every board that is not exact and sure");
  CLI11_PARSE(app, argc, argv);
  cv::setNumThreads(1);
  DigitNetwork network(model);
  const std::vector<Case> cases{
      {"4x4", {2, 2}},
      {"6x6", {2, 3}},
      {"8x8", {2, 4}},
      {"9x9", {3, 3}},
      {"9x9 inverted", {3, 3}, false, true},
      {"9x9 with handwriting", {3, 3}, false, false, 0.5, 0},
      {"9x9 with pencil marks", {3, 3}, false, false, 0, 0.4},
      {"9x9 any alphabet", {3, 3}, true},
      {"10x10", {2, 5}, true},
      {"12x12", {3, 4}, true},
      {"12x12 of 2x6", {2, 6}, true},
      {"15x15", {3, 5}, true},
      {"16x16", {4, 4}, true},
      {"20x20", {4, 5}, true},
      {"25x25", {5, 5}, true},
  };
  std::printf("%-24s %6s %6s %6s %6s %6s %6s %8s\n", "board", "pages", "found", "exact", "unsure",
              "wrong", "unread", "read ms");
  for (const Case& what : cases) {
    if (what.name.find(only) == std::string::npos) continue;
    int found = 0, exact = 0, unsure = 0, wrong = 0, unread = 0;
    std::vector<double> read_ms;
    for (int i = 0; i < pages; ++i) {
      Random random(seed * 1000 + static_cast<std::uint64_t>(i));
      PageOptions options;
      options.shape = what.shape;
      options.style.any_alphabet = what.any_alphabet;
      options.style.inverted = what.inverted;
      options.style.entry_share = what.entry_share;
      options.style.pencil_mark_share = what.pencil_share;
      const Page page = make_page(options, random);
      const PrintedBoard& truth = page.boards.at(0);
      const double on_page = truth.corners.side_lengths_px()[0] / truth.shape().n();
      const cv::Mat bgr = photographed(page.bgr, cell_px / on_page, random);
      const cv::Mat grey = grey_of(bgr);
      bool seen = false;
      for (const BoardCandidate& candidate : find_boards(grey)) {
        if (candidate.n != truth.shape().n()) continue;
        double ms = 0;
        const BoardReading reading = read(bgr, grey, candidate, network, ms);
        if (seen) continue;
        seen = true;
        read_ms.push_back(ms);
        const bool sure = reading.state == ReadState::sure && reading.is_puzzle;
        const bool right = reading.clues == truth.puzzle.givens;
        if (sure && right) ++exact;
        if (sure && !right) ++wrong;
        if (!sure && right) ++unsure;
        if (!sure && !right) ++unread;
        if (list && !(sure && right)) {
          std::printf(
              "  %s page %d: %s margin %.1f '%s' puzzle %d turns %d shape %s:", what.name.c_str(),
              i, sure ? "SURE" : "unsure", reading.margin, reading.message.c_str(),
              reading.is_puzzle ? 1 : 0, reading.quarter_turns, reading.shape.to_string().c_str());
          for (int cell = 0; cell < truth.shape().cells() && reading.clues.n() == truth.shape().n();
               ++cell) {
            const int a = truth.puzzle.givens.values()[static_cast<size_t>(cell)];
            const int b = reading.clues.values()[static_cast<size_t>(cell)];
            if (a != b) std::printf(" %d>%d", a, b);
          }
          std::printf("\n");
        }
      }
      found += seen ? 1 : 0;
    }
    std::printf("%-24s %6d %6d %6d %6d %6d %6d %8.1f\n", what.name.c_str(), pages, found, exact,
                unsure, wrong, unread, median(read_ms));
  }
  if (!only.empty()) return 0;
  std::printf("%-24s %6s %6s %6s %6s\n", "without a Sudoku", "pages", "grids", "boards", "sure");
  for (const Clutter kind : negative_kinds()) {
    int grids = 0, boards = 0, sure = 0;
    for (int i = 0; i < pages; ++i) {
      Random random(seed * 1000 + static_cast<std::uint64_t>(i));
      PageOptions options;
      options.kind = PageKind::negative;
      options.negative = kind;
      const Page page = make_page(options, random);
      const cv::Mat bgr = photographed(page.bgr, 900.0 / page.bgr.cols, random);
      const cv::Mat grey = grey_of(bgr);
      for (const BoardCandidate& candidate : find_boards(grey)) {
        ++grids;
        double ms = 0;
        const BoardReading reading = read(bgr, grey, candidate, network, ms);
        boards += reading.is_puzzle ? 1 : 0;
        sure += reading.is_puzzle && reading.state == ReadState::sure ? 1 : 0;
      }
    }
    std::printf("%-24s %6d %6d %6d %6d\n", to_string(kind), pages, grids, boards, sure);
  }
  return 0;
}
