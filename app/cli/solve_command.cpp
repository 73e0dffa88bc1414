#include "app/cli/solve_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "app/cli/answer_writer.h"
#include "app/cli/help_format.h"
#include "app/cli/option_checks.h"
#include "app/cli/rules_choice.h"
#include "app/files/standard_output.h"
#include "core/formats/line_reader.h"
#include "core/formats/puzzle_line.h"
#include "core/formats/puzzle_reader.h"
#include "core/puzzle/notation.h"
#include "core/solver/deduction/grading.h"
#include "core/solver/solver.h"

namespace gridlens {

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

struct SolveArguments {
  std::string file = "-";
  std::string box;
  std::string rules = "classic";
  int max_solutions = 2;
  bool all = false;
  bool count = false;
  double budget_s = 10;
  std::uint64_t max_nodes = 0;
  bool json = false;
  bool stats = false;
  bool hint = false;
  bool grade = false;
};

// One run of the command: holds a solver for every board shape met.
class SolveRun {
 public:
  explicit SolveRun(const SolveArguments& arguments)
      : arguments_(arguments), writer_(arguments.json, stdout) {}

  int run();  // the exit status

 private:
  bool prepare();  // reads the options that may be wrong; false: said why on standard error
  void answer(const PuzzleLine& puzzle);
  void explain(Solver& solver, const Grid& givens, const SolveOptions& options);
  void count(Solver& solver, const Grid& givens, const SolveOptions& options);
  Solver& solver_for(Shape shape);

  const SolveArguments& arguments_;
  std::optional<RulesChoice> rules_;
  BoardWish wish_;
  AnswerWriter writer_;
  std::map<std::pair<int, int>, Solver> solvers_;
};

Solver& SolveRun::solver_for(Shape shape) {
  const auto key = std::make_pair(shape.box_rows, shape.box_cols);
  auto found = solvers_.find(key);
  if (found == solvers_.end()) found = solvers_.emplace(key, Solver(rules_->make(shape))).first;
  return found->second;
}

void SolveRun::answer(const PuzzleLine& puzzle) {
  const std::string where = "line " + std::to_string(puzzle.number) + ": ";
  writer_.start(puzzle.number, puzzle.n, wish_.fixed_n ? std::nullopt : puzzle.shape);
  if (!puzzle.givens) {
    writer_.finish(SolveState::invalid, where + puzzle.error, true, 0);
    return;
  }
  Solver& solver = solver_for(puzzle.givens->shape());
  const Clock::time_point start = Clock::now();
  if (const auto clash = solver.find_clash(*puzzle.givens)) {
    const int n = puzzle.givens->n();
    writer_.finish(SolveState::invalid,
                   where + cell_name(clash->cell_a, n) + " and " + cell_name(clash->cell_b, n) +
                       " both hold " + std::to_string(clash->value) + " (" + clash->unit + ")",
                   true, milliseconds_since(start));
    return;
  }
  SolveOptions options;
  options.time = std::chrono::milliseconds(
      static_cast<std::int64_t>(std::min(arguments_.budget_s, 1e9) * 1000));
  options.max_nodes = arguments_.max_nodes;
  if (arguments_.count) {
    count(solver, *puzzle.givens, options);
    return;
  }
  if (arguments_.hint || arguments_.grade) {
    explain(solver, *puzzle.givens, options);
    return;
  }
  // Fewer than two would leave open whether there is a second.
  const auto wanted = static_cast<std::uint64_t>(std::max(arguments_.max_solutions, 2));
  const auto shown = static_cast<std::uint64_t>(arguments_.max_solutions);
  std::uint64_t found = 0;
  const SearchOutcome outcome =
      solver.search(*puzzle.givens, options, [&](std::span<const std::uint8_t> values) {
        ++found;
        if (arguments_.all || found <= shown) writer_.solution(values);
        return (arguments_.all || found < wanted) && !writer_.broken();
      });
  SolveState state = SolveState::multiple;
  if (found < 2) {
    if (outcome.out_of_budget)
      state = SolveState::budget;
    else
      state = found == 1 ? SolveState::unique : SolveState::none;
  }
  const bool all_listed = !arguments_.all || outcome.complete || found < 2;
  writer_.finish(state, "", all_listed, milliseconds_since(start));
  if (!all_listed)
    std::fprintf(stderr, "gridlens: %sbudget spent after %llu solutions\n", where.c_str(),
                 static_cast<unsigned long long>(found));
}

// --count. With `budget` the number is that of the solutions found so far.
void SolveRun::count(Solver& solver, const Grid& givens, const SolveOptions& options) {
  const Clock::time_point start = Clock::now();
  const SearchOutcome outcome =
      solver.search(givens, options, [](std::span<const std::uint8_t>) { return true; });
  SolveState state = SolveState::budget;
  if (!outcome.out_of_budget)
    state = outcome.solutions == 0   ? SolveState::none
            : outcome.solutions == 1 ? SolveState::unique
                                     : SolveState::multiple;
  writer_.count(state, outcome.solutions, milliseconds_since(start));
}

// --hint and --grade. What has no single solution has no grade; a hint holds in every solution and
// needs just one.
void SolveRun::explain(Solver& solver, const Grid& givens, const SolveOptions& options) {
  const Clock::time_point start = Clock::now();
  const SolveState state = solver.solve(givens, options).state;
  const Rules rules = rules_->make(givens.shape());
  if (arguments_.hint) {
    std::optional<Hint> hint;
    if (state != SolveState::none) hint = find_hint(rules, givens);
    writer_.hint(state, hint, milliseconds_since(start));
    return;
  }
  std::optional<Technique> hardest;
  if (state == SolveState::unique) hardest = solve_logically(rules, givens).hardest;
  writer_.grade(state, hardest, milliseconds_since(start));
}

bool SolveRun::prepare() {
  try {
    rules_.emplace(arguments_.rules);
    wish_.fixed_n = rules_->fixed_n();
  } catch (const std::invalid_argument& error) {
    std::fprintf(stderr, "gridlens: %s\n", error.what());
    return false;
  }
  if (arguments_.box.empty()) return true;
  wish_.box = parse_shape(arguments_.box);
  if (wish_.box && !wish_.fixed_n) return true;
  if (wish_.box)
    std::fprintf(stderr, "gridlens: --box: these rules have no boxes\n");
  else
    std::fprintf(stderr, "gridlens: --box %s: not RxC with R * C from 4 to %d\n",
                 arguments_.box.c_str(), Shape::kMaxN);
  return false;
}

int SolveRun::run() {
  if (!prepare()) return 1;
  std::optional<LineReader> reader;
  if (is_puzzle_text(arguments_.file))
    reader.emplace(arguments_.file, "the puzzle");
  else
    reader.emplace(arguments_.file);
  PuzzleReader texts(*reader, wish_);
  const Clock::time_point start = Clock::now();
  std::int64_t puzzles = 0;
  bool all_well_formed = true;
  PuzzleLine puzzle;
  while (!writer_.broken() && texts.next(puzzle)) {
    ++puzzles;
    const Clock::time_point line_start = Clock::now();
    if (!puzzle.givens) all_well_formed = false;
    answer(puzzle);
    // Others may wait for this answer; not worth a system call for each of a file's easy ones.
    if (reader->interactive() || milliseconds_since(line_start) > 1) flush_standard_output();
  }
  flush_standard_output();
  if (arguments_.stats) {
    const double seconds = milliseconds_since(start) / 1000;
    std::fprintf(stderr, "%lld puzzles, %.3f seconds, %.1f puzzles/s\n",
                 static_cast<long long>(puzzles), seconds,
                 seconds > 0 ? static_cast<double>(puzzles) / seconds : 0.0);
  }
  if (!reader->error().empty()) {
    std::fprintf(stderr, "gridlens: %s\n", reader->error().c_str());
    return 1;
  }
  if (puzzles == 0) {
    std::fprintf(stderr, "gridlens: no puzzle in %s\n",
                 reader->interactive() ? "standard input" : arguments_.file.c_str());
    return 1;
  }
  return all_well_formed ? 0 : 1;
}

}  // namespace

CLI::App* add_solve_command(CLI::App& app, int& exit_status) {
  auto arguments = std::make_shared<SolveArguments>();
  CLI::App* command = app.add_subcommand("solve", "solve puzzles given as text");
  command
      ->add_option(
          "PUZZLE|FILE|-", arguments->file,
          "a puzzle itself, a text file, or - for standard input (the default). One puzzle "
          "a line: N*N symbols (. or 0 empty, 1-9, then A..) or N*N numbers separated by "
          "spaces or commas; RxC: in front sets its box; # starts a comment. Also what "
          "read prints, and grids over N lines, framed with | - + or not")
      ->type_name("");
  command
      ->add_option("--box", arguments->box,
                   "boxes R rows tall and C columns wide (default: the squarest with R <= C)")
      ->type_name("RxC")
      ->check(not_empty("RxC, for example 3x3"));
  std::string names;
  for (const Variant& variant : variants())
    names += std::string(names.empty() ? "" : "|") + variant.name +
             (variant.argument[0] == '\0' ? "" : std::string(":") + variant.argument);
  command->add_option("--rules", arguments->rules, names + " (default: classic)")
      ->type_name("RULES");
  command
      ->add_option("--max-solutions", arguments->max_solutions,
                   "list up to K solutions (default: 2)")
      ->check(whole_number_between(1, 2147483647))
      ->type_name("K");
  command->add_flag("--all", arguments->all, "list all solutions, as they are found");
  CLI::Option* count =
      command->add_flag("--count", arguments->count, "count the solutions: STATE NUMBER");
  command
      ->add_option("--max-nodes", arguments->max_nodes,
                   "search nodes for a puzzle, a budget that is the same each time (default: none)")
      ->check(whole_number_between(0, 1'000'000'000'000'000))
      ->type_name("K");
  command->add_option("--budget", arguments->budget_s, "time for a puzzle (default: 10)")
      ->check(number_between(0, 1e6))
      ->type_name("SECONDS");
  command->add_flag("--json", arguments->json, "one JSON object a puzzle");
  command->add_flag("--stats", arguments->stats, "print puzzles, seconds and puzzles/s at the end");
  CLI::Option* hint =
      command
          ->add_flag("--hint", arguments->hint,
                     "the next cell that logic fills in, and why: CELL VALUE TECHNIQUE: reason")
          ->excludes(count);
  command->add_flag("--grade", arguments->grade, "how hard it is: GRADE hardest-technique")
      ->excludes(hint)
      ->excludes(count);
  command->footer(help_examples({
      {"gridlens solve puzzles.txt", "one line an answer"},
      {"gridlens solve --grade puzzles.txt", "how hard each one is"},
      {"gridlens solve 1.3..4.22.4..3.1", "a puzzle itself"},
      {"gridlens read photo.jpg | gridlens solve -", "what a photo shows"},
  }));
  command->callback([arguments, &exit_status] { exit_status = SolveRun(*arguments).run(); });
  return command;
}

}  // namespace gridlens
