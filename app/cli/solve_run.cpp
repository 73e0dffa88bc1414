#include "app/cli/solve_run.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "app/cli/answer_writer.h"
#include "app/cli/rules_choice.h"
#include "app/files/standard_output.h"
#include "core/formats/formats.h"
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

struct Board {
  explicit Board(Rules of) : rules(std::move(of)), solver(rules) {}
  Rules rules;
  Solver solver;
};

// One run of the command: holds a solver for every board shape met.
class SolveRun {
 public:
  explicit SolveRun(const SolveArguments& arguments)
      : arguments_(arguments), writer_(arguments.json, stdout) {}

  int run();  // the exit status

 private:
  bool prepare();  // reads the options that may be wrong; false: said why on standard error
  // Each returns how many puzzles there were; sets the status where one is malformed.
  std::int64_t answer_text(LineReader& reader);
  std::int64_t answer_documents(const std::string& bytes, const std::string& name);
  void answer(const PuzzleLine& puzzle);
  void answer(const std::string& where, Board& board, const Grid& givens);
  void explain(Board& board, const Grid& givens, const SolveOptions& options);
  void count(Solver& solver, const Grid& givens, const SolveOptions& options);
  Board& board_for(Shape shape);

  const SolveArguments& arguments_;
  std::optional<RulesChoice> rules_;
  BoardWish wish_;
  AnswerWriter writer_;
  std::map<std::pair<int, int>, Board> boards_;
  int status_ = 0;
};

Board& SolveRun::board_for(Shape shape) {
  return boards_.try_emplace({shape.box_rows, shape.box_cols}, rules_->make(shape)).first->second;
}

void SolveRun::answer(const PuzzleLine& puzzle) {
  const std::string where = "line " + std::to_string(puzzle.number) + ": ";
  writer_.start(puzzle.number, puzzle.n, wish_.fixed_n ? std::nullopt : puzzle.shape);
  if (!puzzle.givens) {
    writer_.finish(SolveState::invalid, where + puzzle.error, true, 0);
    status_ = 1;
    return;
  }
  answer(where, board_for(puzzle.givens->shape()), *puzzle.givens);
}

void SolveRun::answer(const std::string& where, Board& board, const Grid& givens) {
  Solver& solver = board.solver;
  const Clock::time_point start = Clock::now();
  if (const auto clash = solver.find_clash(givens)) {
    const int n = givens.n();
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
    count(solver, givens, options);
    return;
  }
  if (arguments_.hint || arguments_.grade) {
    explain(board, givens, options);
    return;
  }
  // Fewer than two would leave open whether there is a second.
  const auto wanted = static_cast<std::uint64_t>(std::max(arguments_.max_solutions, 2));
  const auto shown = static_cast<std::uint64_t>(arguments_.max_solutions);
  std::uint64_t found = 0;
  const SearchOutcome outcome =
      solver.search(givens, options, [&](std::span<const std::uint8_t> values) {
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
void SolveRun::explain(Board& board, const Grid& givens, const SolveOptions& options) {
  const Clock::time_point start = Clock::now();
  const SolveState state = board.solver.solve(givens, options).state;
  if (arguments_.hint) {
    std::optional<Hint> hint;
    if (state != SolveState::none) hint = find_hint(board.rules, givens);
    writer_.hint(state, hint, milliseconds_since(start));
    return;
  }
  std::optional<Technique> hardest;
  if (state == SolveState::unique) hardest = solve_logically(board.rules, givens).hardest;
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

std::int64_t SolveRun::answer_text(LineReader& reader) {
  PuzzleReader texts(reader, wish_);
  std::int64_t puzzles = 0;
  PuzzleLine puzzle;
  while (!writer_.broken() && texts.next(puzzle)) {
    ++puzzles;
    const Clock::time_point start = Clock::now();
    answer(puzzle);
    // Others may wait for this answer; not worth a system call for each of a file's easy ones.
    if (reader.interactive() || milliseconds_since(start) > 1) flush_standard_output();
  }
  return puzzles;
}

// Each puzzle of such a file tells its own rules.
std::int64_t SolveRun::answer_documents(const std::string& bytes, const std::string& name) {
  std::int64_t puzzles = 0;
  try {
    for (const PuzzleDocument& document : read_puzzles(bytes)) {
      if (writer_.broken()) break;
      const bool boxes = document.rules != RuleKind::jigsaw;
      writer_.start(++puzzles, document.shape.n(),
                    boxes ? std::optional(document.shape) : std::nullopt);
      Board board(rules_of(document));
      answer("puzzle " + std::to_string(puzzles) + ": ", board, document.givens);
    }
  } catch (const FormatError& error) {
    flush_standard_output();
    std::fprintf(stderr, "gridlens: %s: %s\n", name.c_str(), error.what());
    status_ = 1;
  }
  return puzzles;
}

int SolveRun::run() {
  if (!prepare()) return 1;
  std::optional<LineReader> reader;
  if (is_puzzle_text(arguments_.file))
    reader.emplace(arguments_.file, "the puzzle");
  else
    reader.emplace(arguments_.file);
  const std::string name = reader->interactive() ? "standard input" : arguments_.file;
  const Clock::time_point start = Clock::now();
  const std::int64_t puzzles = reader->begins_with_markup()
                                   ? answer_documents(reader->rest(kMaxPuzzleFileBytes), name)
                                   : answer_text(*reader);
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
  if (puzzles == 0 && status_ == 0) {
    std::fprintf(stderr, "gridlens: no puzzle in %s\n", name.c_str());
    return 1;
  }
  return status_;
}

}  // namespace

int run_solve(const SolveArguments& arguments) {
  return SolveRun(arguments).run();
}

}  // namespace gridlens
