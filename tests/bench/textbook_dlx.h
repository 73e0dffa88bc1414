#pragma once

#include <vector>

#include "core/solver/cover/cover_model.h"
#include "core/solver/cover/search_engine.h"

namespace gridlens {

// Dancing links as in the textbook (Knuth, "Dancing Links", 2000): doubly linked lists in both
// directions, always the shortest column, nothing more. The baseline of the solver's benchmarks.
class TextbookDlx : public SearchEngine {
 public:
  explicit TextbookDlx(const CoverModel& model);

  SearchOutcome search(std::span<const std::uint8_t> givens, const SearchLimits& limits,
                       const SolutionSink& sink) override;

 private:
  struct Node {
    int left, right, up, down, column, option;
  };

  void cover(int column);
  void uncover(int column);
  bool search(int depth);  // false: ended by a limit or the sink

  const CoverModel& model_;
  std::vector<Node> nodes_;
  std::vector<int> sizes_;
  std::vector<int> row_begin_;  // option -> first node
  std::vector<std::uint8_t> solution_;
  const SearchLimits* limits_ = nullptr;
  const SolutionSink* sink_ = nullptr;
  SearchOutcome outcome_;
};

}  // namespace gridlens
