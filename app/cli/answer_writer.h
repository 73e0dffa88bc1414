#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>
#include <string>

#include "core/puzzle/shape.h"
#include "core/solver/deduction/grading.h"
#include "core/solver/solver.h"

namespace gridlens {

// Writes one puzzle's answer to standard output as it becomes known, as a line of text or of JSON
// (the forms are those of `gridlens solve`). Solutions are streamed: only the first is held back,
// until it is clear that there is another. Call start(), solution() for each, then finish().
class AnswerWriter {
 public:
  AnswerWriter(bool json, std::FILE* out) : json_(json), out_(out) {}

  // `n`: side of the board, 0 where unknown; `box`: nothing where unknown or meaningless.
  void start(std::int64_t line, int n, const std::optional<Shape>& box);
  void solution(std::span<const std::uint8_t> values);
  // `reason`: of `invalid`. `all_listed`: false when a limit ended a list of all solutions.
  void finish(SolveState state, const std::string& reason, bool all_listed, double ms);

  // In place of solutions, after start(): the whole line.
  void hint(SolveState state, const std::optional<Hint>& hint, double ms);
  void grade(SolveState state, std::optional<Technique> hardest, double ms);
  void count(SolveState state, std::uint64_t solutions, double ms);

  [[nodiscard]] bool broken() const { return std::ferror(out_) != 0; }  // the reader went away

 private:
  [[nodiscard]] std::string json_head(SolveState state) const;
  void open(SolveState state);
  void write(const std::string& text) { std::fwrite(text.data(), 1, text.size(), out_); }
  [[nodiscard]] std::string format(std::span<const std::uint8_t> values) const;

  bool json_;
  std::FILE* out_;
  std::int64_t line_ = 0;
  int n_ = 0;
  std::optional<Shape> box_;
  std::string held_;  // first solution, formatted
  std::uint64_t count_ = 0;
  bool opened_ = false;
};

const char* state_name(SolveState state);

}  // namespace gridlens
