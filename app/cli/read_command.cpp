#include "app/cli/read_command.h"

#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <opencv2/imgcodecs.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/annotator.h"
#include "app/cli/grid_text.h"
#include "app/cli/option_checks.h"
#include "app/output_file.h"
#include "app/result_json.h"
#include "app/standard_output.h"
#include "core/capture/picture.h"
#include "core/image/one_line.h"
#include "core/pipeline/read_still.h"
#include "core/resources/resources.h"
#include "core/vision/finding/debug_sink.h"

namespace gridlens {

namespace {

namespace fs = std::filesystem;

struct ReadCommandOptions {
  std::vector<std::string> images;
  bool json = false;
  std::string annotate_folder;
  std::string debug_folder;
  bool overwrite = false;
};

void print_boards(const std::string& image, const std::vector<BoardResult>& boards) {
  std::cout << image << ": ";
  if (boards.empty()) std::cout << "no puzzle found\n";
  for (size_t i = 0; i < boards.size(); ++i) {
    const BoardResult& board = boards[i];
    if (i > 0) std::cout << "\n" << image << ": ";
    std::cout << board.n << "x" << board.n;
    if (board.shape) std::cout << ", boxes " << board.shape->to_string();
    std::cout << ", " << to_string(board.state);
    if (!board.message.empty() && board.message != to_string(board.state))
      std::cout << " (" << board.message << ")";
    std::cout << "\n";
    if (board.clues && board.alphabet)
      std::cout << "givens\n" << grid_text(*board.clues, *board.alphabet);
    if (board.entries && board.alphabet && board.entries->count_filled() > 0)
      std::cout << "handwritten\n" << grid_text(*board.entries, *board.alphabet);
    if (board.solution && board.alphabet)
      std::cout << "solution\n" << grid_text(*board.solution, *board.alphabet);
  }
}

// DIR/NAME.png; images of the same name from different folders get -2, -3 ...
fs::path annotated_path(const fs::path& folder, const fs::path& image, std::set<fs::path>& taken) {
  fs::path path = folder / image.stem();
  path += ".png";
  for (int number = 2; !taken.insert(path).second; ++number) {
    path = folder / image.stem();
    path += "-" + std::to_string(number) + ".png";
  }
  return path;
}

std::vector<fs::path> all_input_files(const ReadCommandOptions& options) {
  std::vector<fs::path> inputs;
  for (const std::string& image : options.images)
    for (const fs::path& input : input_files(image)) inputs.push_back(input);
  return inputs;
}

fs::path debug_folder_of(const ReadCommandOptions& options, const fs::path& image) {
  return fs::path(options.debug_folder) / image.stem();
}

// No picture of a debug folder, which are written anew, is an image that is to be read.
void check_debug_folders(const ReadCommandOptions& options) {
  std::vector<OutputFile> outputs;
  for (const std::string& image : options.images) {
    std::error_code error;
    for (fs::directory_iterator entry(debug_folder_of(options, image), error), end;
         !error && entry != end; entry.increment(error))
      if (entry->path().extension() == ".png") outputs.push_back({"--debug-dir:", entry->path()});
  }
  check_not_inputs(outputs, all_input_files(options));
}

// Where each image's annotated picture goes, in order. Checked before anything is written: none is
// an image that is to be read.
std::vector<fs::path> annotated_paths(const ReadCommandOptions& options) {
  std::vector<fs::path> paths;
  std::vector<OutputFile> outputs;
  std::set<fs::path> taken;
  for (const std::string& image : options.images) {
    paths.push_back(annotated_path(options.annotate_folder, image, taken));
    outputs.push_back({"--annotate:", paths.back(), /*makes_folder=*/true});
  }
  check_outputs(outputs, all_input_files(options), options.overwrite);
  std::error_code error;
  fs::create_directories(options.annotate_folder, error);
  if (error)
    throw std::runtime_error("cannot make the folder " + options.annotate_folder + ": " +
                             error.message());
  return paths;
}

void write_png(const fs::path& path, const cv::Mat& picture, bool overwrite) {
  std::vector<unsigned char> bytes;
  if (!cv::imencode(".png", picture, bytes))
    throw std::runtime_error("cannot write " + path.string() + ": no PNG can be made of it");
  write_whole_file(path, bytes, overwrite);
}

int run_read(const ReadCommandOptions& options) {
  if (!options.debug_folder.empty()) check_debug_folders(options);
  std::vector<fs::path> annotated;
  if (!options.annotate_folder.empty()) annotated = annotated_paths(options);
  DigitNetwork network(find_resource("models/digits.onnx"));
  InlineSolveService solver;
  std::unique_ptr<Annotator> annotator;
  if (!annotated.empty()) annotator = std::make_unique<Annotator>();

  bool all_opened = true;
  for (size_t i = 0; i < options.images.size(); ++i) {
    const std::string& image = options.images[i];
    // One picture that cannot be read never ends a run over many.
    const auto fail = [&](const std::string& error) {
      all_opened = false;
      if (options.json) std::cout << still_error_line(image, error) << "\n";
      flush_standard_output();
      std::cerr << "gridlens: " << error << "\n";
    };
    Picture picture;
    try {
      picture = image == "-" ? read_picture(std::cin, "standard input") : load_picture(image);
    } catch (const std::exception& error) {
      fail(error.what());
      continue;
    }
    if (!picture.note.empty()) std::cerr << "gridlens: " << picture.note << "\n";
    std::optional<FolderDebugSink> debug;
    if (!options.debug_folder.empty()) debug.emplace(debug_folder_of(options, image));
    const Clock::time_point started = Clock::now();
    std::vector<BoardResult> boards;
    try {
      boards = read_still(picture.bgr, network, solver, {}, nullptr, debug ? &*debug : nullptr);
    } catch (const std::exception& error) {
      fail(image + ": " + one_line(error));
      continue;
    }
    const double ms = milliseconds_between(started, Clock::now());
    if (options.json)
      std::cout << still_line(image, picture.size, picture.bgr.size(), boards, ms) << "\n";
    else
      print_boards(image, boards);
    flush_standard_output();
    if (annotator)
      write_png(annotated[i], annotator->annotate(picture.bgr, boards, Settings{}),
                options.overwrite);
  }
  return all_opened ? 0 : 1;
}

}  // namespace

CLI::App* add_read_command(CLI::App& app, int& exit_status) {
  CLI::App* command = app.add_subcommand("read", "read and solve the puzzles on photos");
  auto options = std::make_shared<ReadCommandOptions>();
  command
      ->add_option("images", options->images, "image files (- is one picture from standard input)")
      ->type_name("IMAGE")
      ->required();
  command->add_flag("--json", options->json, "one JSON line an image");
  command
      ->add_option("--annotate", options->annotate_folder,
                   "write each picture with its solution painted in as DIR/NAME.png")
      ->type_name("DIR")
      ->check(not_empty("the name of a folder"));
  command->add_flag("--overwrite", options->overwrite,
                    "let --annotate replace existing pictures (never one that is read)");
  command
      ->add_option("--debug-dir", options->debug_folder,
                   "write what finder and reader saw of each picture into DIR/NAME/")
      ->type_name("DIR")
      ->check(not_empty("the name of a folder"));
  command->callback([options, &exit_status] { exit_status = run_read(*options); });
  return command;
}

}  // namespace gridlens
