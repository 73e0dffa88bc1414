#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/cli/read_inputs.h"
#include "app/cli/still_batch.h"
#include "app/session/jsonl_writer.h"

namespace gridlens {

struct ReadOutputOptions {
  std::string csv;              // file; empty: none, "-": standard output
  std::string annotate_folder;  // empty: none
  bool overwrite = false;
  bool resume = false;  // what the files have already is left out
};

// The files that `gridlens read` writes, and what is left to do of a run that was interrupted.
class ReadOutputs {
 public:
  // Checks all names before anything is written. Throws std::runtime_error with one clear line.
  ReadOutputs(const std::vector<ReadInput>& inputs, ReadOutputOptions options);

  // The input is not in the files yet.
  [[nodiscard]] bool is_left(size_t index) const;

  // Opens what is to be written.
  void open();

  // Throws std::runtime_error where the files cannot be written.
  void add(size_t index, const StillAnswer& answer);

  [[nodiscard]] bool annotates() const { return !options_.annotate_folder.empty(); }
  // Of this input an annotated picture is wanted that is not there yet. Any thread.
  [[nodiscard]] bool annotates(size_t index) const {
    return annotates() && !annotated_already_[index];
  }

 private:
  void list_annotated();

  std::vector<ReadInput> inputs_;
  ReadOutputOptions options_;
  std::vector<std::filesystem::path> annotated_;  // of each input; empty without a folder
  std::vector<bool> annotated_already_;
  std::set<std::string> in_csv_;      // images whose rows are there
  std::set<std::string> bad_in_csv_;  // of these, that could not be read
  bool csv_begun_ = false;            // it has its header
  std::optional<JsonlWriter> csv_;
};

}  // namespace gridlens
