// A player's entries, right and wrong, on generated screens and pages, through the whole program as
// stills: is every entry told as one, and every wrong one from the solution?
//
// "MISREAD": boards that are called sure with a given that is none, or without one. "marked":
// givens that are told as entries that differ from the solution; "told": of the planted wrong
// entries those on a solved board, with their value and not the solution's; "false g.": cells told
// as givens that are none; "ghosts": blank cells, or cells with candidates, told as entries. Exit
// status 1 where a wrong solution is shown, a board misread or a given marked.
//
// The three lines below the sum part the boards: on some a mark (a clash in red, the chosen symbol
// in white) hides what tells givens from entries elsewhere. On some of those the hidden symbols
// allow another solution, so that the picture does not tell the mistakes. The last line says what
// became of the wrong entries that are not told.
//
//   entries_report [--pages 20] [--seed 1] [--only TEXT] [--turned] [--list] [--out DIR]
//                  [--model FILE]

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>

#include "core/puzzle/rules.h"
#include "core/solver/solver.h"
#include "tests/blackbox/turned.h"
#include "tests/replay/program.h"
#include "tests/simulator/scenario_set.h"
#include "tests/simulator/screen_photo.h"

namespace {

using namespace gridlens;
using namespace gridlens::generator;

struct Case {
  const char* name;
  bool screen;
  bool photographed;
  AppGame game;  // by hand, too
  Shape shape{3, 3};
  PencilMarks marks = PencilMarks::any;
  bool small = false;  // boards of 280 to 520 pixels, with other shares of entries each
  bool phone = false;  // a phone's whole screen, whose look and game are its own
};

constexpr Case kCases[] = {
    {"screen fresh", true, false, {0, 0, 0.3}},
    {"screen few right", true, false, {0.12, 0, 0}},
    {"screen many right", true, false, {0.7, 0, 0.5}},
    {"screen few wrong", true, false, {0.08, 1, 0}},
    {"screen some wrong", true, false, {0.3, 0.3, 0.3}},
    {"screen many, some wrong", true, false, {0.8, 0.1, 0}},
    {"screen many wrong", true, false, {0.6, 0.6, 0}},
    {"screen all wrong", true, false, {0.5, 1, 0}},
    {"screen full", true, false, {1, 0.06, 0}},
    {"screen 6x6", true, false, {0.4, 0.3, 0}, {2, 3}},
    {"screen 12x12", true, false, {0.4, 0.2, 0}, {3, 4}},
    {"screen small", true, false, {}, {3, 3}, PencilMarks::any, true},
    {"phone", true, false, {}, {3, 3}, PencilMarks::any, false, true},
    {"phone 4x4", true, false, {}, {2, 2}, PencilMarks::any, false, true},
    {"phone 6x6", true, false, {}, {2, 3}, PencilMarks::any, false, true},
    {"phone 12x12", true, false, {}, {3, 4}, PencilMarks::any, false, true},
    {"phone 16x16", true, false, {}, {4, 4}, PencilMarks::any, false, true},
    {"photo of a screen", true, true, {0.4, 0.2, 0}},
    {"page few wrong", false, true, {0.1, 0.5, 0}},
    {"page some wrong", false, true, {0.4, 0.2, 0}},
    {"page full", false, true, {1, 0.06, 0}},
    {"page candidates", false, true, {0, 0, 0.4}},
    {"page all of it", false, true, {0.3, 0.2, 0.4}},
};

struct Picture {
  ClipFrame frame;
  std::vector<bool> untold;  // PrintedBoard

  [[nodiscard]] bool has_untold() const {
    return std::find(untold.begin(), untold.end(), true) != untold.end();
  }
};

Picture screen_of(const Case& what, Random random) {
  PageOptions options;
  options.kind = what.phone ? PageKind::phone : PageKind::played_app;
  options.shape = what.shape;
  options.game = what.game;
  if (what.shape.n() > 9) options.board_px = random.uniform(600, 900);
  if (what.small) {
    options.board_px = random.uniform(280, 520);
    const double wrong = random.uniform();
    options.game = {random.uniform(0.3, 0.9), wrong * wrong, random.uniform(0, 0.5)};
  }
  const Page page = make_page(options, random);
  ClipFrame frame{page.bgr, truth_of_page(page, 0)};
  const std::vector<bool>& untold = page.boards[0].untold;
  if (!what.photographed) return {frame, untold};
  const ScreenPhoto photo = photograph_screen(page.bgr, {960, 960}, random);
  for (cv::Point2d& corner : frame.truth.boards[0].corners.corners)
    corner = photo.photo_from_screen(corner);
  frame.truth.width = frame.truth.height = 960;
  frame.bgr = photo.bgr;
  return {frame, untold};
}

// Cells of about 60 pixels: a phone's or a good webcam's. The whole board lies in the picture: what
// its edge cuts off nobody can tell.
Picture paper_of(const Case& what, std::uint64_t seed) {
  PageOptions page;
  page.shape = what.shape;
  page.style.entry_share = what.game.entries;
  page.style.wrong_share = what.game.wrong;
  page.style.pencil_mark_share = what.game.marks;
  page.style.pencil_marks = what.marks;
  ClipOptions options;
  options.size = {960, 720};
  options.seed = seed;
  options.frames = 30;
  for (;; ++options.seed) {
    Set set = prepare("entries", options, page, 0.8);
    set.base.tilt = tilt_towards(set.random.uniform(0, 20) * kDegree, any_direction(set.random));
    set.base.roll_rad = set.random.uniform(-10, 10) * kDegree;
    set.hand = steady_hand(set.unit);
    ClipFrame frame = Clip("entries", set.finish(), options).frame(15);
    if (frame.truth.boards[0].visible == 1) return {std::move(frame), {}};
  }
}

// Whether the symbols that a mark leaves untold may be read in such a way that the givens have
// another solution: then the picture does not tell which entries are wrong.
bool is_undecidable(const BoardTruth& truth, const std::vector<bool>& untold) {
  constexpr size_t kMostTried = 12;
  Solver solver(classic_rules(truth.shape));
  std::vector<int> open;
  Grid givens = truth.clues;
  for (int cell = 0; cell < truth.shape.cells(); ++cell) {
    const int row = cell / truth.shape.n(), col = cell % truth.shape.n();
    if (!untold[static_cast<size_t>(cell)]) continue;
    givens.set(row, col, 0);
    open.push_back(cell);
  }
  const SolveOptions budget{.max_nodes = 100000};
  if (solver.solve(givens, budget).state == SolveState::unique) return false;
  if (open.size() > kMostTried) return true;
  for (unsigned set = 0; set < 1U << open.size(); ++set) {
    Grid clues = givens;
    for (size_t k = 0; k < open.size(); ++k) {
      const int row = open[k] / truth.shape.n(), col = open[k] % truth.shape.n();
      if ((set >> k & 1) != 0)
        clues.set(row, col, truth.clues.at(row, col) + truth.entries.at(row, col));
    }
    const SolveResult result = solver.solve(clues, budget);
    if (result.state == SolveState::unique && result.solutions[0] != truth.solution) return true;
  }
  return false;
}

struct Tally {
  int boards = 0, found = 0, solved = 0, exact = 0, wrong_solutions = 0, misread = 0;
  int marked = 0, false_givens = 0, ghosts = 0;
  int entries = 0, entries_told = 0;  // right ones
  int wrong = 0, wrong_told = 0;
  // Wrong entries that are not told: on boards that are not found or in doubt, or on solved ones
  // taken for a given, for the solution's value, for another one, or for nothing.
  int not_found = 0, in_doubt = 0, as_given = 0, as_right = 0, as_other = 0, as_blank = 0;
  int false_boards = 0;

  void add(const Tally& t) {
    boards += t.boards, found += t.found, solved += t.solved, exact += t.exact;
    wrong_solutions += t.wrong_solutions, misread += t.misread, marked += t.marked,
        false_givens += t.false_givens;
    ghosts += t.ghosts, entries += t.entries, entries_told += t.entries_told;
    wrong += t.wrong, wrong_told += t.wrong_told, false_boards += t.false_boards;
    not_found += t.not_found, in_doubt += t.in_doubt, as_given += t.as_given;
    as_right += t.as_right, as_other += t.as_other, as_blank += t.as_blank;
  }
};

Tally judge(const ClipFrame& picture, const std::vector<BoardPrediction>& said, std::string& list) {
  const Score result = score({picture.truth}, {{picture.truth.frame, said}}, {0, 0, 0.5});
  Tally tally;
  tally.boards = 1;
  tally.found = result.found;
  tally.solved = result.solved;
  tally.wrong_solutions = result.wrong_solutions;
  tally.misread = result.misreadings;
  tally.false_boards = result.false_boards;
  const BoardTruth& truth = picture.truth.boards[0];
  const auto n = static_cast<size_t>(truth.shape.n());
  const BoardPrediction* board = nullptr;
  for (const BoardPrediction& one : said)
    if (one.clues.size() == n) board = &one;
  bool exact = result.solved == 1 && said.size() == 1;
  for (size_t r = 0; r < n; ++r)
    for (size_t c = 0; c < n; ++c) {
      const int row = static_cast<int>(r), col = static_cast<int>(c);
      const int given = truth.clues.at(row, col), entry = truth.entries.at(row, col);
      const bool wrong = entry != 0 && entry != truth.solution.at(row, col);
      const int clue_said = board ? board->clues[r][c] : 0;
      const int entry_said = board ? board->entries[r][c] : 0;
      const bool differs = board && !board->solution.empty() && entry_said != 0 &&
                           entry_said != board->solution[r][c];
      tally.entries += entry != 0 && !wrong;
      tally.entries_told += entry != 0 && !wrong && entry_said == entry;
      tally.wrong += wrong;
      const bool is_told = differs && entry_said == entry;
      tally.wrong_told += wrong && is_told;
      if (wrong && !is_told)
        ++(!board                                      ? tally.not_found
           : board->solution.empty()                   ? tally.in_doubt
           : clue_said != 0                            ? tally.as_given
           : entry_said == 0                           ? tally.as_blank
           : entry_said == truth.solution.at(row, col) ? tally.as_right
                                                       : tally.as_other);
      tally.marked += given != 0 && differs;
      tally.false_givens += clue_said != 0 && clue_said != given;
      tally.ghosts += given == 0 && entry == 0 && entry_said != 0;
      if (clue_said == given && entry_said == entry) continue;
      exact = false;
      if (board)
        list += " r" + std::to_string(r + 1) + "c" + std::to_string(c + 1) + " " +
                std::to_string(given) + "/" + std::to_string(entry) + ">" +
                std::to_string(clue_said) + "/" + std::to_string(entry_said);
    }
  tally.exact = exact;
  return tally;
}

void print(const std::string& name, const Tally& t) {
  std::printf("%-24s %6d %6d %6d %6d %6d %7d %6d %8d %6d %9d/%-6d %6d/%-6d\n", name.c_str(),
              t.boards, t.found, t.solved, t.exact, t.wrong_solutions + t.false_boards, t.misread,
              t.marked, t.false_givens, t.ghosts, t.entries_told, t.entries, t.wrong_told, t.wrong);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  int pages = 20;
  std::uint64_t seed = 1;
  std::string only, model, out;
  bool list = false, turn = false;
  CLI::App app("Tells a player's entries on generated screens and pages and prints how well.");
  app.add_option("--pages", pages, "boards a row");
  app.add_option("--seed", seed);
  app.add_option("--only", only, "rows whose name holds this");
  app.add_option("--model", model, "another digit network");
  app.add_flag("--turned", turn,
               "pictures by turns upright, and turned by 90, 180 and 270 degrees");
  app.add_flag("--list", list, "name every board that is not told exactly");
  app.add_option("--out", out, "folder for their pictures");
  CLI11_PARSE(app, argc, argv);
  cv::setNumThreads(1);
  Program program(model);
  std::printf("%-24s %6s %6s %6s %6s %6s %7s %6s %8s %6s %16s %13s\n", "boards with entries",
              "boards", "found", "solved", "exact", "WRONG", "MISREAD", "marked", "false g.",
              "ghosts", "right told", "wrong told");
  Tally sum, told, untold, undecidable;
  for (const Case& what : kCases) {
    const std::string name = what.name;
    if (name.find(only) == std::string::npos) continue;
    Tally tally;
    for (int i = 0; i < pages; ++i) {
      const std::uint64_t own = seed * 1000 + static_cast<std::uint64_t>(i);
      const Random random = Random(own).fork(name);
      const Picture drawn =
          what.screen ? screen_of(what, random) : paper_of(what, Random(random).next());
      const int turns = turn ? i % 4 : 0;
      const ClipFrame picture{turned(drawn.frame.bgr, turns), turned(drawn.frame.truth, turns)};
      const std::vector<BoardPrediction> said = program.read_still(picture.bgr);
      std::string differences;
      const Tally one = judge(picture, said, differences);
      tally.add(one);
      const bool undecided =
          drawn.has_untold() && is_undecidable(picture.truth.boards[0], drawn.untold);
      (undecided ? undecidable : drawn.has_untold() ? untold : told).add(one);
      if (one.exact) continue;
      if (list) {
        std::printf("  %s %d: %d/%d wrong told,%s", what.name, i, one.wrong_told, one.wrong,
                    undecided            ? " (undecidable)"
                    : drawn.has_untold() ? " (a mark hides a kind)"
                                         : "");
        for (const BoardPrediction& board : said)
          std::printf(" %zux%zu %s (%s)", board.clues.size(), board.clues.size(),
                      board.state.c_str(), board.message.c_str());
        std::printf("%s%s\n", said.empty() ? " no board" : "", differences.c_str());
      }
      if (out.empty()) continue;
      std::filesystem::create_directories(out);
      std::string file = name + "_" + std::to_string(i) + ".png";
      std::replace(file.begin(), file.end(), ' ', '_');
      cv::imwrite((std::filesystem::path(out) / file).string(), picture.bgr);
    }
    print(name, tally);
    sum.add(tally);
  }
  print("all", sum);
  print("  all symbols told apart", told);
  print("  a mark hides a kind", untold);
  print("  undecidable", undecidable);
  std::printf(
      "wrong entries not told: not found %d, in doubt %d; of solved boards, taken for a given "
      "%d, the solution's value %d, another %d, nothing %d\n",
      sum.not_found, sum.in_doubt, sum.as_given, sum.as_right, sum.as_other, sum.as_blank);
  return sum.wrong_solutions + sum.misread + sum.marked > 0 ? 1 : 0;
}
