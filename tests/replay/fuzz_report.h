#pragma once

#include <string>
#include <vector>

#include "tests/simulator/rest_score.h"

namespace gridlens::generator {

// What came of one seed, without the sequence itself.
struct FuzzOutcome {
  std::uint64_t seed = 0;
  std::string about;  // Sequence::about()
  std::string size;   // "640x480"
  std::vector<std::string> events;
  SequenceScore score;

  // Settled within 30 frames of rest, nothing wrong, nothing false.
  [[nodiscard]] bool is_passed() const;
};

FuzzOutcome outcome_of(std::uint64_t seed, const Sequence& sequence, const SequenceScore& score);

// One line each, to hand an outcome from one process to another.
std::string to_line(const FuzzOutcome& outcome);
FuzzOutcome outcome_from_line(const std::string& line);

// A line for each seed that did not pass; then tables by the last event, by any event, by size.
std::string failures_text(const std::vector<FuzzOutcome>& outcomes);
std::string report_text(const std::vector<FuzzOutcome>& outcomes);

}  // namespace gridlens::generator
