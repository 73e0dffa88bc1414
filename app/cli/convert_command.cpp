#include "app/cli/convert_command.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/cli/help_format.h"
#include "app/cli/option_checks.h"
#include "app/files/output_file.h"
#include "app/files/standard_output.h"
#include "core/capture/picture.h"
#include "core/formats/formats.h"
#include "core/formats/losses.h"
#include "core/print/print_pages.h"

namespace gridlens {

namespace {

namespace fs = std::filesystem;

// A kind of page to print, beside the formats that hold puzzles.
struct PageKind {
  PageFormat format;
  const char* name;
  const char* ending;
};

constexpr PageKind kPages[] = {{PageFormat::pdf, "pdf", ".pdf"}, {PageFormat::svg, "svg", ".svg"}};

struct ConvertArguments {
  std::string in;
  std::string out;
  std::string to;
  bool overwrite = false;
};

// What is to be written: one of the two.
struct Target {
  const PuzzleFormat* format = nullptr;
  const PageKind* page = nullptr;

  [[nodiscard]] bool known() const { return format != nullptr || page != nullptr; }
  [[nodiscard]] std::string name() const { return format != nullptr ? format->name : page->name; }
};

std::string format_names() {
  std::string names;
  for (const PuzzleFormat& format : puzzle_formats())
    names += std::string(names.empty() ? "" : ", ") + format.name;
  for (const PageKind& page : kPages) names += std::string(", ") + page.name;
  return names;
}

std::string display_name(const std::string& path, const char* stream) {
  return path == "-" ? stream : path;
}

Target target_of(const ConvertArguments& arguments) {
  Target target;
  if (!arguments.to.empty()) {
    target.format = find_puzzle_format(arguments.to);
    for (const PageKind& page : kPages)
      if (arguments.to == page.name) target.page = &page;
    if (!target.known())
      throw std::runtime_error("--to " + FormatError::printable(arguments.to, 40) +
                               ": not one of " + format_names());
    return target;
  }
  if (arguments.out == "-")
    throw std::runtime_error("standard output needs --to FORMAT: " + format_names());
  target.format = puzzle_format_of(arguments.out);
  std::string ending = fs::path(arguments.out).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const PageKind& page : kPages)
    if (ending == page.ending) target.page = &page;
  if (!target.known())
    throw std::runtime_error(
        arguments.out +
        ": its ending is that of no format; --to FORMAT names one: " + format_names());
  return target;
}

std::string read_bytes(const std::string& path, const std::string& name) {
  std::error_code error;
  if (path != "-" && fs::is_directory(path, error)) throw std::runtime_error(name + " is a folder");
  if (path != "-" && picture_file_format(path))
    throw std::runtime_error(name + " is a picture: gridlens read --line prints its puzzles");
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
      path == "-" ? stdin : std::fopen(path.c_str(), "rb"),
      [](std::FILE* open) { return open == stdin ? 0 : std::fclose(open); });
  if (!file) throw std::runtime_error("cannot open " + name + ": " + std::strerror(errno));
  std::string bytes;
  std::vector<char> part(std::size_t{1} << 16);
  // One byte more than the limit tells that the file is too large.
  while (bytes.size() <= kMaxPuzzleFileBytes) {
    const std::size_t count = std::fread(part.data(), 1, part.size(), file.get());
    bytes.append(part.data(), count);
    if (count < part.size()) break;
  }
  if (std::ferror(file.get()) != 0)
    throw std::runtime_error("cannot read " + name + ": " + std::strerror(errno));
  return bytes;
}

WrittenPuzzles write(const std::vector<PuzzleDocument>& documents, const Target& target) {
  if (target.format != nullptr) return write_puzzles(documents, target.format->kind);
  FormatHolds page;
  page.entries = page.marks = page.diagonals = page.regions = page.symbols = true;
  page.title = page.author = page.source = true;
  return {print_pages(documents, target.page->format), losses_of(documents, page)};
}

void tell(const std::string& text) {
  std::cerr << "gridlens: " << text << "\n";
}

void convert(const ConvertArguments& arguments) {
  const Target target = target_of(arguments);
  const std::string in = display_name(arguments.in, "standard input");
  const std::string out = display_name(arguments.out, "standard output");
  const OutputFile output{"OUT", arguments.out};
  const fs::path input = arguments.in == "-" ? "/dev/stdin" : arguments.in;
  check_outputs({&output, 1}, {&input, 1}, arguments.overwrite);

  std::vector<std::string> skipped;
  std::vector<PuzzleDocument> documents;
  try {
    documents = read_puzzles(read_bytes(arguments.in, in), &skipped);
  } catch (const FormatError& error) {
    throw std::runtime_error(in + ": " + error.what());
  }
  WrittenPuzzles written;
  try {
    written = write(documents, target);
  } catch (const std::exception& error) {
    throw std::runtime_error(out + ": " + error.what());
  }
  if (arguments.out == "-") {
    std::cout << written.bytes;
    flush_standard_output();
  } else {
    write_whole_file(arguments.out, written.bytes, arguments.overwrite);
  }
  for (const std::string& part : skipped) tell(in + ": not taken over: " + part);
  for (const std::string& part : written.lost)
    tell(out + ": " + target.name() + " does not hold " + part);
}

}  // namespace

CLI::App* add_convert_command(CLI::App& app, int& exit_status) {
  auto arguments = std::make_shared<ConvertArguments>();
  CLI::App* command = app.add_subcommand("convert", "puzzles from one kind of file into another");
  command
      ->add_option("IN", arguments->in,
                   "the puzzles, - for standard input; the content tells the format: json, txt "
                   "(also what read prints, and grids), sdk, sdm, ss, opensudoku, ksudoku")
      ->type_name("")
      ->option_text(" ")
      ->check(not_empty("the name of a file"))
      ->required();
  command
      ->add_option("OUT", arguments->out,
                   "the file to write, - for standard output; its ending names the format")
      ->type_name("")
      ->option_text(" ")
      ->check(not_empty("the name of a file"))
      ->required();
  command->add_option("--to", arguments->to, "the format, whatever the ending: " + format_names())
      ->type_name("FORMAT")
      ->check(not_empty("the name of a format"));
  command->add_flag("--overwrite", arguments->overwrite,
                    "an existing file may be replaced (never the one that is read)");
  command->footer(help_examples({
      {"gridlens convert puzzle.sdk puzzle.opensudoku", "from one program to another"},
      {"gridlens convert puzzles.txt puzzles.pdf", "pages to print"},
      {"gridlens read --line photo.jpg | gridlens convert - photo.sdk", "from paper"},
  }));
  command->callback([arguments, &exit_status] {
    convert(*arguments);
    exit_status = 0;
  });
  return command;
}

}  // namespace gridlens
