#include "app/cli/read_command.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "app/cli/help_format.h"
#include "app/cli/option_checks.h"
#include "app/cli/progress.h"
#include "app/cli/read_outputs.h"
#include "app/cli/read_text.h"
#include "app/files/output_file.h"
#include "app/files/standard_output.h"
#include "app/interrupt/interrupt.h"
#include "app/session/result_json.h"

namespace gridlens {

namespace {

namespace fs = std::filesystem;

struct ReadCommandOptions {
  std::vector<std::string> images;
  bool json = false;
  bool line = false;
  ReadTextOptions text;
  ReadOutputOptions outputs;
  std::string debug_folder;
};

fs::path debug_folder_of(const ReadCommandOptions& options, const fs::path& image) {
  return fs::path(options.debug_folder) /
         (image == "-" ? fs::path("standard-input") : image.stem());
}

void check_debug_folders(const ReadCommandOptions& options, const std::vector<ReadInput>& inputs) {
  if (options.debug_folder.empty()) return;
  std::vector<fs::path> files;
  for (const ReadInput& input : inputs) files.emplace_back(input.image);
  for (const fs::path& file : files) check_debug_folder(debug_folder_of(options, file), files);
}

// Says on standard error what is not a result.
void tell(Progress& progress, const std::string& text) {
  progress.clear();
  std::cerr << "gridlens: " << text << "\n";
}

void print_lines(const std::string& image, const StillAnswer& answer, Progress& progress) {
  if (answer.boards.empty()) tell(progress, image + ": no puzzle found");
  for (const BoardResult& board : answer.boards) {
    if (const auto line = read_line(board))
      std::cout << *line << "\n";
    else
      tell(progress, image + ": a board without clues (" + board.message + ")");
  }
}

void print(const ReadCommandOptions& options, const std::string& image, const StillAnswer& answer,
           Progress& progress) {
  const bool failed = !answer.error.empty();
  if (options.json)
    std::cout << (failed ? still_error_line(image, answer.error)
                         : still_line(image, answer.size, answer.read_size, answer.boards,
                                      answer.ms, options.text.hint))
              << "\n";
  else if (failed || !options.outputs.csv.empty())
    ;  // told elsewhere
  else if (options.line)
    print_lines(image, answer, progress);
  else
    std::cout << read_text(image, answer.boards, options.text);
  flush_standard_output();
  if (failed) tell(progress, answer.error);
  if (!answer.note.empty()) tell(progress, answer.note);
}

// `left`: the inputs that are to be read. Both must outlive the batch.
StillBatchOptions batch_options(const ReadCommandOptions& options, const ReadOutputs& outputs,
                                const std::vector<size_t>& left) {
  StillBatchOptions batch;
  batch.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  if (outputs.annotates())
    batch.annotates = [&](size_t index) { return outputs.annotates(left[index]); };
  if (!options.debug_folder.empty())
    batch.debug_folder = [options](const std::string& image) {
      return debug_folder_of(options, image);
    };
  return batch;
}

// Pictures under way are not waited for: all that is done is written.
[[noreturn]] void leave(const ReadCommandOptions& options, const Interrupt& interrupt,
                        Progress& progress, size_t done, size_t all) {
  std::string text = "stopped after " + std::to_string(done) + " of " + std::to_string(all) +
                     (all == 1 ? " picture" : " pictures");
  if (!options.outputs.csv.empty() || !options.outputs.annotate_folder.empty())
    text += "; the same command with --resume goes on from there";
  tell(progress, text);
  std::_Exit(interrupt.exit_status());
}

int run_read(const ReadCommandOptions& options) {
  const Interrupt interrupt;
  const std::vector<ReadInput> inputs = list_read_inputs(options.images);
  check_debug_folders(options, inputs);
  ReadOutputs outputs(inputs, options.outputs);
  std::vector<size_t> left;
  std::vector<ReadInput> to_read;
  for (size_t i = 0; i < inputs.size(); ++i)
    if (outputs.is_left(i)) {
      left.push_back(i);
      to_read.push_back(inputs[i]);
    }
  outputs.open();
  StillBatch batch(to_read, batch_options(options, outputs, left));
  Progress progress(to_read.size());
  bool all_opened = true;
  size_t done = 0;
  while (auto answer = batch.next(interrupt.token())) {
    const size_t index = left[answer->index];
    print(options, inputs[index].image, *answer, progress);
    all_opened = all_opened && answer->error.empty();
    outputs.add(index, *answer);
    progress.show(++done);
  }
  if (done < to_read.size())
    leave(options, interrupt, progress, inputs.size() - to_read.size() + done, inputs.size());
  progress.clear();
  return all_opened ? 0 : 1;
}

void add_options(CLI::App& command, ReadCommandOptions& options) {
  command
      .add_option("IMAGE|FOLDER|-", options.images,
                  "pictures; a folder stands for the pictures in it, in natural order; - is one "
                  "picture from standard input")
      ->type_name("")
      ->option_text(" ")
      ->required();
  CLI::Option* json = command.add_flag("--json", options.json, "one JSON line an image");
  CLI::Option* line = command
                          .add_flag("--line", options.line,
                                    "one line a board with clues, as solve takes it: for pipes")
                          ->excludes(json);
  CLI::Option* csv =
      command.add_option("--csv", options.outputs.csv, "a report in FILE, one row a board")
          ->type_name("FILE")
          ->check(not_empty("the name of a file"))
          ->excludes(json)
          ->excludes(line);
  command
      .add_option("--annotate", options.outputs.annotate_folder,
                  "each picture before | after, with its solution painted in, as DIR/NAME.png")
      ->type_name("DIR")
      ->check(not_empty("the name of a folder"));
  command.add_flag("--resume", options.outputs.resume,
                   "go on with a run that was stopped: leave out what FILE or DIR already has");
  command
      .add_flag("--hint", options.text.hint,
                "the next step after the right entries; a wrong entry first")
      ->excludes(line)
      ->excludes(csv);
  command.add_flag("--check", options.text.check, "the entries that are wrong, and why")
      ->excludes(line)
      ->excludes(csv);
  command.add_flag("--overwrite", options.outputs.overwrite,
                   "let --csv and --annotate replace existing files (never one that is read)");
  command
      .add_option("--debug-dir", options.debug_folder,
                  "write what finder and reader saw of each picture into DIR/NAME/")
      ->type_name("DIR")
      ->check(not_empty("the name of a folder"));
  command.footer(help_examples({
      {"gridlens read photo.jpg", "givens and solution as text"},
      {"gridlens read --check --hint photo.jpg", "what is wrong on it, and the next step"},
      {"gridlens read --line photo.jpg | gridlens solve", "from paper to a line"},
      {"gridlens read photos/ --csv report.csv --annotate solved", "many pictures"},
  }));
}

}  // namespace

CLI::App* add_read_command(CLI::App& app, int& exit_status) {
  CLI::App* command = app.add_subcommand("read", "read and solve the puzzles on pictures");
  auto options = std::make_shared<ReadCommandOptions>();
  add_options(*command, *options);
  command->callback([options, &exit_status] {
    if (options->outputs.resume && options->outputs.csv.empty() &&
        options->outputs.annotate_folder.empty())
      throw CLI::ValidationError("--resume", "needs --csv or --annotate");
    if (options->outputs.resume && options->outputs.csv == "-")
      throw CLI::ValidationError("--resume", "needs a report in a file");
    exit_status = run_read(*options);
  });
  return command;
}

}  // namespace gridlens
