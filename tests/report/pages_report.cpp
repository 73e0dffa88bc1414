// Generated pages of every size and alphabet, photographed by the generator's camera and read as
// stills by the whole program: a row a size, alphabet and style. The typefaces are those of
// assets/fonts.
//
// "cut": pages of which a cell lies outside the picture, so that nobody can know what it holds, and
// that were therefore refused.
//
//   pages_report [--pages 10] [--seed 1] [--only TEXT] [--model FILE] [--list] [--out DIR]

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "tests/replay/program.h"
#include "tests/simulator/scenario_set.h"
#include "tests/simulator/screen_photo.h"

namespace {

using namespace gridlens;
using namespace gridlens::generator;

struct Case {
  std::string name;
  std::vector<Shape> shapes;
  StyleRanges style;
  PageKind kind = PageKind::puzzle;
  bool photographed = true;  // else as it is: a screenshot
};

struct Tally {
  int pages = 0, found = 0, exact = 0, solved = 0, misread = 0, wrong = 0, false_boards = 0,
      cut = 0;

  void add(const Tally& more) {
    pages += more.pages, found += more.found, exact += more.exact, solved += more.solved;
    misread += more.misread, wrong += more.wrong, false_boards += more.false_boards;
    cut += more.cut;
  }
};

std::vector<Case> cases() {
  const std::vector<std::vector<Shape>> sizes{{{2, 2}},         {{2, 3}, {3, 2}},
                                              {{2, 4}, {4, 2}}, {{3, 3}},
                                              {{2, 5}, {5, 2}}, {{3, 4}, {4, 3}, {2, 6}, {6, 2}},
                                              {{3, 5}, {5, 3}}, {{4, 4}},
                                              {{4, 5}, {5, 4}}, {{5, 5}}};
  using Kind = AlphabetKind;
  std::vector<Case> all;
  for (const auto& shapes : sizes) {
    const int n = shapes[0].n();
    const std::string size = std::to_string(n) + "x" + std::to_string(n) + " ";
    const auto add = [&](const char* name, Kind kind, bool small) {
      StyleRanges style;
      style.alphabet = kind;
      style.lower_case = small;
      all.push_back({size + name, shapes, style});
    };
    add("numerals", Kind::numerals, false);
    if (n <= 10) add("from 0", Kind::zero_based, false);
    if (n > 9) {
      add("1-9 A", Kind::digits_then_letters, false);
      add("1-9 a", Kind::digits_then_letters, true);
    }
    if (n == 16) add("0-F", Kind::hexadecimal, false);
    if (n == 16) add("0-f", Kind::hexadecimal, true);
    add("letters", Kind::letters, false);
    if (n > 6) add("small letters", Kind::letters, true);
  }
  const auto styled = [&](const char* name, const auto& change) {
    Case row{std::string("9x9 ") + name, {{3, 3}}, {}};
    change(row.style);
    all.push_back(row);
  };
  styled("light on dark", [](StyleRanges& s) { s.inverted = true; });
  styled("no border", [](StyleRanges& s) { s.missing_border = true; });
  styled("half filled in", [](StyleRanges& s) { s.entry_share = 0.5; });
  for (const PageKind kind : {PageKind::app, PageKind::played_app})
    for (const bool photographed : {false, true}) {
      const std::string name = to_string(kind);
      all.push_back({name + (photographed ? " photo" : ""), {{3, 3}}, {}, kind, photographed});
    }
  all.push_back({"app 4x4 6x6 12x12", {{2, 2}, {2, 3}, {3, 4}}, {}, PageKind::app, false});
  styled("pencil marks", [](StyleRanges& s) { s.pencil_mark_share = 0.6; });
  return all;
}

// A game program's window, as a screenshot or photographed on its screen.
ClipFrame screen_of(const Case& what, Random random) {
  PageOptions options;
  options.kind = what.kind;
  options.shape = random.pick(what.shapes);
  const Page page = make_page(options, random);
  ClipFrame frame{page.bgr, truth_of_page(page, 0)};
  if (!what.photographed) return frame;
  const ScreenPhoto photo = photograph_screen(page.bgr, {960, 960}, random);
  for (cv::Point2d& corner : frame.truth.boards[0].corners.corners)
    corner = photo.photo_from_screen(corner);
  frame.truth.width = frame.truth.height = 960;
  frame.bgr = photo.bgr;
  return frame;
}

// Cells of about 45 px up to 9x9, 30 px at 25x25: what a webcam shows of a board held before it.
ClipFrame photo_of(const Case& what, std::uint64_t seed) {
  Random random = Random(seed).fork(what.name);
  if (what.kind != PageKind::puzzle) return screen_of(what, random);
  PageOptions page;
  page.shape = random.pick(what.shapes);
  page.style = what.style;
  const int n = page.shape.n();
  if (n > 12) page.puzzle.given_share = 0.5;
  page.board_px = std::max(1000, 64 * n);
  ClipOptions options;
  options.size = n <= 9 ? cv::Size{640, 480} : n <= 16 ? cv::Size{960, 720} : cv::Size{1280, 960};
  options.seed = random.next();
  options.frames = 30;
  Set set = prepare("pages", options, page, n > 12 ? 0.85 : 0.75);
  set.base.tilt = tilt_towards(set.random.uniform(0, 20) * kDegree, any_direction(set.random));
  set.base.roll_rad = set.random.uniform(-10, 10) * kDegree;
  set.hand = steady_hand(set.unit);
  return Clip("pages", set.finish(), options).frame(15);
}

// Whether the picture leaves out where a symbol of some cell would stand.
bool is_cut(const FrameTruth& truth) {
  const BoardTruth& board = truth.boards[0];
  const auto n = static_cast<float>(board.shape.n());
  std::vector<cv::Point2f> corners;
  for (const cv::Point2d& corner : board.corners.corners) corners.emplace_back(corner);
  const std::vector<cv::Point2f> outline{{0, 0}, {n, 0}, {n, n}, {0, n}};
  constexpr float kMiddle = 0.2F;  // a symbol begins here, in cells
  const std::vector<cv::Point2f> symbols{{kMiddle, kMiddle},
                                         {n - kMiddle, kMiddle},
                                         {n - kMiddle, n - kMiddle},
                                         {kMiddle, n - kMiddle}};
  std::vector<cv::Point2f> seen;
  cv::perspectiveTransform(symbols, seen, cv::getPerspectiveTransform(outline, corners));
  const cv::Rect2f picture(0, 0, static_cast<float>(truth.width), static_cast<float>(truth.height));
  return !std::all_of(seen.begin(), seen.end(),
                      [&](const cv::Point2f& at) { return picture.contains(at); });
}

// The cells whose clue was read as another, as row, column (from 1), truth > reading.
void print_differences(const BoardPrediction& said, const BoardTruth& truth) {
  const size_t n = static_cast<size_t>(truth.shape.n());
  if (said.clues.size() != n) return;
  for (size_t r = 0; r < n; ++r)
    for (size_t c = 0; c < n; ++c) {
      const int read = said.clues[r][c];
      const int real = truth.clues.at(static_cast<int>(r), static_cast<int>(c));
      const std::string read_symbol = read ? said.alphabet[size_t(read - 1)] : ".";
      const std::string real_symbol = real ? truth.alphabet[size_t(real - 1)] : ".";
      if (read_symbol != real_symbol)
        std::printf("    r%zuc%zu %s>%s\n", r + 1, c + 1, real_symbol.c_str(), read_symbol.c_str());
    }
}

}  // namespace

int main(int argc, char** argv) {
  int pages = 10;
  std::uint64_t seed = 1;
  std::string only, model, out;
  bool list = false;
  CLI::App app("Reads photographed generated pages and prints how well.");
  app.add_option("--pages", pages, "pages a row");
  app.add_option("--seed", seed);
  app.add_option("--only", only, "rows whose name holds this");
  app.add_option("--model", model, "another digit network");
  app.add_flag("--list", list, "name every page that is not exact");
  app.add_option("--out", out, "folder for the photographs that are not read exactly");
  CLI11_PARSE(app, argc, argv);
  cv::setNumThreads(1);
  Program program(model);
  std::printf("%-20s %6s %6s %6s %6s %8s %6s %6s %6s\n", "pages", "pages", "found", "exact",
              "solved", "misread", "wrong", "false", "cut");
  const auto print = [](const std::string& name, const Tally& t) {
    std::printf("%-20s %6d %6d %6d %6d %8d %6d %6d %6d\n", name.c_str(), t.pages, t.found, t.exact,
                t.solved, t.misread, t.wrong, t.false_boards, t.cut);
    std::fflush(stdout);
  };
  Tally sum;
  for (const Case& what : cases()) {
    if (what.name.find(only) == std::string::npos) continue;
    Tally tally;
    for (int i = 0; i < pages; ++i) {
      const ClipFrame photo = photo_of(what, seed * 1000 + static_cast<std::uint64_t>(i));
      const FramePrediction said{photo.truth.frame, program.read_still(photo.bgr)};
      const Score result = score({photo.truth}, {said}, {0, 0, 0.5});
      const bool exact = said.boards.size() == 1 && !said.boards[0].clues.empty() &&
                         same_clues(said.boards[0], photo.truth.boards[0]) && result.solved == 1;
      tally.add({1, result.found, exact, result.solved, result.misreadings, result.wrong_solutions,
                 result.false_boards,
                 !exact && result.misreadings == 0 && result.wrong_solutions == 0 &&
                     is_cut(photo.truth)});
      if (exact) continue;
      if (list) {
        std::printf("  %s page %d:", what.name.c_str(), i);
        for (const BoardPrediction& board : said.boards)
          std::printf(" %zux%zu %s", board.clues.size(), board.clues.size(), board.state.c_str());
        std::printf(said.boards.empty() ? " no board\n" : "\n");
        if (!said.boards.empty()) print_differences(said.boards[0], photo.truth.boards[0]);
      }
      if (out.empty()) continue;
      std::filesystem::create_directories(out);
      std::string name = what.name + "_" + std::to_string(i) + ".png";
      std::replace(name.begin(), name.end(), ' ', '_');
      cv::imwrite(out + "/" + name, photo.bgr);
    }
    print(what.name, tally);
    sum.add(tally);
  }
  print("all", sum);
  return 0;
}
