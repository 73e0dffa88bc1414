#include "app/cli/read_outputs.h"

#include <fmt/format.h>

#include <stdexcept>
#include <system_error>
#include <utility>

#include "app/cli/csv_text.h"
#include "app/cli/read_text.h"
#include "app/files/output_file.h"

namespace gridlens {

namespace {

namespace fs = std::filesystem;

// DIR/NAME.png; images of the same name from different folders get -2, -3 ...
fs::path annotated_path(const fs::path& folder, const fs::path& image, std::set<fs::path>& taken) {
  const fs::path name = image == "-" ? fs::path("standard-input") : image.stem();
  std::string number;
  for (int next = 2;; ++next) {
    fs::path path = folder / name;
    path += number;
    path += ".png";
    if (taken.insert(path).second) return path;
    number = fmt::format("-{}", next);
  }
}

}  // namespace

ReadOutputs::ReadOutputs(const std::vector<ReadInput>& inputs, ReadOutputOptions options)
    : inputs_(inputs), options_(std::move(options)), annotated_already_(inputs.size(), false) {
  std::vector<fs::path> files;
  for (const ReadInput& input : inputs_) files.emplace_back(input.image);
  if (annotates()) list_annotated();
  std::vector<OutputFile> there, new_ones;
  const auto add_output = [&](OutputFile output, bool goes_on) {
    (goes_on ? there : new_ones).push_back(std::move(output));
  };
  if (!options_.csv.empty()) {
    std::error_code error;
    const bool goes_on = options_.resume && fs::is_regular_file(options_.csv, error);
    add_output({"--csv", options_.csv}, goes_on);
    if (goes_on) {
      CsvSoFar so_far = read_csv_so_far(options_.csv);
      csv_begun_ = !so_far.header.empty();
      if (csv_begun_ && so_far.header != csv_header())
        throw std::runtime_error("--csv " + options_.csv +
                                 " is no report of this program, so it cannot be resumed");
      for (const std::vector<std::string>& row : so_far.rows) {
        in_csv_.insert(row[0]);
        if (csv_says_error(row)) bad_in_csv_.insert(row[0]);
      }
    }
  }
  for (size_t i = 0; i < annotated_.size(); ++i)
    add_output({"--annotate:", annotated_[i], /*makes_folder=*/true}, annotated_already_[i]);
  check_not_inputs(there, files);
  check_outputs(new_ones, files, options_.overwrite);
}

void ReadOutputs::list_annotated() {
  std::set<fs::path> taken;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    annotated_.push_back(annotated_path(options_.annotate_folder, inputs_[i].image, taken));
    std::error_code error;
    annotated_already_[i] = options_.resume && fs::exists(annotated_[i], error);
  }
}

bool ReadOutputs::is_left(size_t index) const {
  if (!options_.resume) return true;
  const bool reported = options_.csv.empty() || in_csv_.contains(inputs_[index].image);
  const bool bad = bad_in_csv_.contains(inputs_[index].image);
  return !reported || (annotates() && !annotated_already_[index] && !bad);
}

void ReadOutputs::open() {
  if (!options_.csv.empty()) {
    if (csv_begun_) {  // a row that was begun is written anew
      const auto whole = static_cast<std::uintmax_t>(read_csv_so_far(options_.csv).whole_bytes);
      fs::resize_file(options_.csv, whole);
    }
    csv_.emplace(options_.csv, csv_begun_);
    if (!csv_begun_) csv_->write(csv_header());
  }
  if (!annotates()) return;
  std::error_code error;
  fs::create_directories(options_.annotate_folder, error);
  if (error)
    throw std::runtime_error("cannot make the folder " + options_.annotate_folder + ": " +
                             error.message());
}

// The row last: what has one is done.
void ReadOutputs::add(size_t index, const StillAnswer& answer) {
  const std::string& image = inputs_[index].image;
  if (annotates(index) && answer.error.empty())
    write_whole_file(annotated_[index], answer.annotated_png, options_.overwrite);
  if (csv_ && !in_csv_.contains(image))
    csv_->write(answer.error.empty() ? csv_rows(image, answer.boards, answer.ms)
                                     : csv_error_row(image));
}

}  // namespace gridlens
