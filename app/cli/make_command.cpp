#include "app/cli/make_command.h"

#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/cli/help_format.h"
#include "app/cli/option_checks.h"
#include "app/cli/rules_choice.h"
#include "app/files/standard_output.h"
#include "core/formats/formats.h"
#include "core/making/puzzle_maker.h"
#include "core/puzzle/notation.h"

namespace gridlens {

namespace {

struct MakeArguments {
  std::string box;
  std::string grade;
  std::string rules = "classic";
  std::uint64_t count = 1;
  std::optional<std::uint64_t> seed;
  bool minimal = false;
};

std::map<std::string, Grade> grades_by_name() {
  std::map<std::string, Grade> grades;
  for (const Grade grade : {Grade::easy, Grade::medium, Grade::hard, Grade::expert, Grade::extreme})
    grades.emplace(grade_name(grade), grade);
  return grades;
}

// Throws std::invalid_argument with one clear line.
Shape chosen_shape(const MakeArguments& arguments) {
  if (arguments.box.empty()) return {};
  const std::optional<Shape> shape = parse_shape(arguments.box);
  if (!shape)
    throw std::invalid_argument("--box " + arguments.box + ": not RxC with R * C from 4 to " +
                                std::to_string(Shape::kMaxN));
  return *shape;
}

// Throws as chosen_shape().
Rules chosen_rules(const MakeArguments& arguments) {
  const RulesChoice choice(arguments.rules);
  const std::optional<int> n = choice.fixed_n();
  if (!n) return choice.make(chosen_shape(arguments));
  if (!arguments.box.empty()) throw std::invalid_argument("--box: these rules have no boxes");
  return choice.make(squarest_shape(*n));
}

// A fresh one where none is given: each call makes other puzzles.
std::uint64_t chosen_seed(const MakeArguments& arguments) {
  if (arguments.seed) return *arguments.seed;
  std::random_device random;
  return (std::uint64_t{random()} << 32U) | random();
}

// Puzzles of one wish, with lines for output where a line holds the rules.
class Making {
 public:
  // Throws as chosen_shape().
  explicit Making(const MakeArguments& arguments) {
    if (arguments.rules != "jigsaw") {
      rules_.emplace(chosen_rules(arguments));
      return;
    }
    kind_ = PuzzleDocument(squarest_shape(chosen_shape(arguments).n()));
    kind_.rules = RuleKind::jigsaw;
  }

  [[nodiscard]] int n() const { return rules_ ? rules_->n() : kind_.shape.n(); }

  // False: none was found.
  bool make(const PuzzleWish& wish) {
    if (rules_) {
      const std::optional<MadePuzzle> made = make_puzzle(*rules_, wish);
      if (made) std::printf("%s\n", format_puzzle_line(made->givens).c_str());
      flush_standard_output();  // the next one may take a while
      return made.has_value();
    }
    const std::optional<PuzzleDocument> made = make_document(kind_, wish);
    if (made) jigsaws_.push_back(*made);
    return made.has_value();
  }

  // Prints what waits for the last puzzle.
  void finish() {
    if (!jigsaws_.empty())
      std::fputs(write_puzzles(jigsaws_, FormatKind::json).bytes.c_str(), stdout);
    flush_standard_output();
  }

 private:
  std::optional<Rules> rules_;
  PuzzleDocument kind_;  // of jigsaws with regions of their own, which no line holds
  std::vector<PuzzleDocument> jigsaws_;
};

int make_puzzles(const MakeArguments& arguments) {
  std::optional<Making> making;
  try {
    making.emplace(arguments);
  } catch (const std::invalid_argument& error) {
    std::fprintf(stderr, "gridlens: %s\n", error.what());
    return 1;
  }
  PuzzleWish wish;
  if (!arguments.grade.empty()) wish.grade = grades_by_name().at(arguments.grade);
  wish.minimal = arguments.minimal;
  const std::uint64_t seed = chosen_seed(arguments);
  bool found = true;
  for (std::uint64_t i = 0; found && i < arguments.count && std::ferror(stdout) == 0; ++i) {
    wish.seed = seed_in_series(seed, i);
    found = making->make(wish);
  }
  making->finish();
  if (found) return 0;
  std::fprintf(stderr, "gridlens: no %dx%d puzzle%s was found by these rules\n", making->n(),
               making->n(),
               arguments.grade.empty() ? "" : (" of grade " + arguments.grade).c_str());
  return 1;
}

}  // namespace

CLI::App* add_make_command(CLI::App& app, int& exit_status) {
  auto arguments = std::make_shared<MakeArguments>();
  CLI::App* command = app.add_subcommand("make", "make new puzzles");
  command
      ->add_option("--box", arguments->box,
                   "boxes R rows tall and C columns wide (default: 3x3); the board is R*C a side")
      ->type_name("RxC")
      ->check(not_empty("RxC, for example 3x3"));
  command
      ->add_option("--grade", arguments->grade, "how hard it is for people (default: as it comes)")
      ->type_name("easy|medium|hard|expert|extreme")
      ->check([](const std::string& name) {
        return grades_by_name().contains(name)
                   ? std::string()
                   : "needs easy, medium, hard, expert or extreme, not '" + name + "'";
      });
  command
      ->add_option("--rules", arguments->rules,
                   "classic|x|jigsaw|jigsaw:FILE (default: classic); "
                   "jigsaw draws regions and prints GridLens' JSON, as a line holds no regions")
      ->type_name("RULES");
  command->add_option("--count", arguments->count, "how many (default: 1)")
      ->check(whole_number_between(1, 1'000'000'000))
      ->type_name("K");
  command
      ->add_option("--seed", arguments->seed,
                   "the same seed, the same puzzles (default: others each time)")
      ->check(whole_number_between(0, UINT64_MAX))
      ->type_name("S");
  command->add_flag("--minimal", arguments->minimal,
                    "no given can be spared (default: givens that look alike after a half turn)");
  command->footer(help_examples({
      {"gridlens make", "one 9x9 on a line, for gridlens solve and others"},
      {"gridlens make --grade hard --count 20 --seed 7 > week.txt", ""},
      {"gridlens make --box 4x4 --grade easy", "a 16x16"},
      {"gridlens make | gridlens solve --grade -", "how hard it is"},
      {"gridlens make --rules jigsaw | gridlens convert - jigsaw.pdf", ""},
  }));
  command->callback([arguments, &exit_status] { exit_status = make_puzzles(*arguments); });
  return command;
}

}  // namespace gridlens
