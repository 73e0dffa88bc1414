#include "app/cli/solve_command.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "app/cli/help_format.h"
#include "app/cli/option_checks.h"
#include "app/cli/solve_run.h"
#include "core/puzzle/variants.h"

namespace gridlens {

CLI::App* add_solve_command(CLI::App& app, int& exit_status) {
  auto arguments = std::make_shared<SolveArguments>();
  CLI::App* command = app.add_subcommand("solve", "solve puzzles given as text");
  command
      ->add_option(
          "PUZZLE|FILE|-", arguments->file,
          "a puzzle itself, a text file, or - for standard input (the default). One puzzle "
          "a line: N*N symbols (. or 0 empty, 1-9, then A..) or N*N numbers separated by "
          "spaces or commas; RxC: in front sets its box; # starts a comment. Also what "
          "read prints, grids over N lines, framed with | - + or not, and the files of convert")
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
  command->callback([arguments, &exit_status] { exit_status = run_solve(*arguments); });
  return command;
}

}  // namespace gridlens
