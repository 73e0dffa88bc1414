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

std::string json_end(double ms) {
  char text[48];
  std::snprintf(text, sizeof text, ",\"ms\":%.3f}\n", ms);
  return text;
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

std::string AnswerWriter::json_head(SolveState state) const {
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
  head += ",\"state\":\"";
  head += state_name(state);
  head += '"';
  return head;
}

void AnswerWriter::open(SolveState state) {
  opened_ = true;
  write(json_ ? json_head(state) + ",\"solutions\":[" : state_name(state));
}

void AnswerWriter::solution(std::span<const std::uint8_t> values) {
  ++count_;
  if (count_ == 1) {
    held_ = format(values);
    return;
  }
  if (count_ == 2) {
    open(SolveState::multiple);
    write(held_);
  }
  if (json_) write(",");
  write(format(values));
}

void AnswerWriter::finish(SolveState state, const std::string& reason, bool all_listed, double ms) {
  if (!opened_) {
    open(state);
    write(held_);
  }
  if (!json_) {
    write(reason.empty() ? "\n" : " " + reason + "\n");
    return;
  }
  std::string tail = "]";
  if (!reason.empty()) tail += ",\"reason\":" + quoted(reason);
  if (!all_listed) tail += ",\"complete\":false";
  write(tail + json_end(ms));
}

void AnswerWriter::hint(SolveState state, const std::optional<Hint>& hint, double ms) {
  std::string cell;
  std::string value;
  if (hint) {
    cell += 'r';
    cell += std::to_string(hint->placed.cell / n_ + 1);
    cell += 'c';
    cell += std::to_string(hint->placed.cell % n_ + 1);
    value = std::to_string(hint->placed.value);
  }
  if (!json_) {
    std::string line = "none";
    if (hint) {
      line = cell + " " + value + " ";
      line += technique_name(hint->technique);
      line += ": " + hint->reason;
    }
    write(line + "\n");
    return;
  }
  std::string line = json_head(state) + ",\"hint\":";
  if (hint) {
    line += "{\"cell\":\"" + cell + "\",\"value\":" + value + ",\"technique\":\"";
    line += technique_name(hint->technique);
    line += "\",\"reason\":" + quoted(hint->reason) + "}";
  } else {
    line += "null";
  }
  write(line + json_end(ms));
}

void AnswerWriter::grade(SolveState state, std::optional<Technique> hardest, double ms) {
  if (!json_) {
    std::string line = state_name(state);
    if (hardest) {
      line = grade_name(grade_of(*hardest));
      line += ' ';
      line += technique_name(*hardest);
    }
    write(line + "\n");
    return;
  }
  std::string line = json_head(state);
  if (hardest) {
    line += ",\"grade\":\"";
    line += grade_name(grade_of(*hardest));
    line += "\",\"technique\":\"";
    line += technique_name(*hardest);
    line += '"';
  } else {
    line += ",\"grade\":null,\"technique\":null";
  }
  write(line + json_end(ms));
}

void AnswerWriter::count(SolveState state, std::uint64_t solutions, double ms) {
  std::string line = json_ ? json_head(state) + ",\"count\":" : state_name(state);
  if (!json_) line += ' ';
  line += std::to_string(solutions);
  line += json_ ? json_end(ms) : "\n";
  write(line);
}

}  // namespace gridlens
