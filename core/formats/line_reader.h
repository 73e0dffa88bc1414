#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace gridlens {

// Reads text line by line without ever holding more than a bounded part of a line: what comes in
// may be a binary file. Lines end in LF; a CR before it stays in the text. A byte
// order mark in front is left out; UTF-16 text is an error.
class LineReader {
 public:
  // `path` "-" is standard input. error() tells whether it could be opened.
  explicit LineReader(const std::string& path);
  // Reads `text` itself, called `name` in messages.
  LineReader(std::string text, std::string name);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  struct Line {
    std::int64_t number = 0;  // 1-based
    std::string text;         // at most kMaxLength bytes
    bool too_long = false;    // the rest of the line was left out
  };

  // Enough for a 36x36 board of numbers with generous spacing.
  static constexpr size_t kMaxLength = size_t{1} << 16;

  bool next(Line& line);  // false at the end of the file or on an error
  // Before the first next(): whether the text begins with JSON or XML.
  bool begins_with_markup();
  // All that is left, or the first part of it with `limit` bytes or some more.
  std::string rest(size_t limit);
  [[nodiscard]] bool interactive() const { return file_ == stdin; }
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  std::FILE* file_ = nullptr;
  std::string text_;
  std::string path_;
  std::string error_;
  std::int64_t number_ = 0;
};

}  // namespace gridlens
