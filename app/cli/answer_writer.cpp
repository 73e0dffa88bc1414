#include "app/cli/answer_writer.h"

#include "core/puzzle/notation.h"

namespace gridlens {

namespace {

// Reasons are made of printable ASCII by the parser; quotes may occur in them.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

}  // namespace

const char* state_name(SolveState state) {
  switch (state) {
    case SolveState::unique:
      return "unique";
    case SolveState::multiple:
      return "multiple";
    case SolveState::none:
      return "none";
    case SolveState::invalid:
      return "invalid";
    case SolveState::budget:
      return "budget";
  }
  return "";
}

void AnswerWriter::start(std::int64_t line, int n, const std::optional<Shape>& box) {
  line_ = line;
  n_ = n;
  box_ = box;
  held_.clear();
  count_ = 0;
  opened_ = false;
}

std::string AnswerWriter::format(std::span<const std::uint8_t> values) const {
  const bool commas = json_ || values.size() > 81;
  std::string text;
  for (const int value : values) {
    if (commas && !text.empty()) text += ',';
    text += std::to_string(value);
  }
  return json_ ? "[" + text + "]" : " " + text;
}

void AnswerWriter::open(const char* state) {
  opened_ = true;
  if (!json_) {
    write(state);
    return;
  }
  std::string head = "{\"line\":" + std::to_string(line_);
  head += ",\"n\":";
  head += n_ == 0 ? "null" : std::to_string(n_);
  head += ",\"box\":";
  if (box_) {
    head += '[';
    head += std::to_string(box_->box_rows);
    head += ',';
    head += std::to_string(box_->box_cols);
    head += ']';
  } else {
    head += "null";
  }
  write(head + ",\"state\":\"" + state + "\",\"solutions\":[");
}

void AnswerWriter::solution(std::span<const std::uint8_t> values) {
  ++count_;
  if (count_ == 1) {
    held_ = format(values);
    return;
  }
  if (count_ == 2) {
    open(state_name(SolveState::multiple));
    write(held_);
  }
  if (json_) write(",");
  write(format(values));
}

void AnswerWriter::finish(SolveState state, const std::string& reason, bool all_listed, double ms) {
  if (!opened_) {
    open(state_name(state));
    write(held_);
  }
  if (!json_) {
    write(reason.empty() ? "\n" : " " + reason + "\n");
    return;
  }
  std::string tail = "]";
  if (!reason.empty()) tail += ",\"reason\":" + quoted(reason);
  if (!all_listed) tail += ",\"complete\":false";
  char time[32];
  std::snprintf(time, sizeof time, "%.3f", ms);
  write(tail + ",\"ms\":" + time + "}\n");
}

}  // namespace gridlens
