#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/simulator/sequence.h"

namespace gridlens::report {

// A picture, or a film, that the program is run on with and without a mechanism.
struct AblationSample {
  std::vector<generator::SequenceFrame> frames;  // one: a still; `facts` of films alone
  bool film = false;
  // The truth has no corners, and holds one board: it is found by what was read.
  bool by_content = false;
  int rest_from = 0;  // of a film
  std::vector<int> readable;
};

// The sets that samples come from, in the order of a report.
const std::vector<std::string>& ablation_sets();

// Sample `index` of a set, any number from 0 on; the same arguments give the same sample. `data`:
// folder of the labelled photos, for the sets "photos" and "filled": index counts through all of
// them. Throws std::runtime_error where that is missing, std::invalid_argument on another set.
AblationSample ablation_sample(const std::string& set, std::uint64_t seed, int index,
                               const std::filesystem::path& data);

}  // namespace gridlens::report
