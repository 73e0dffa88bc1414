#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gridlens {

// `text` with spaces in place of line ends: for what a document holds as one line.
inline std::string one_line_of(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  return text;
}

// Why a file is not read, as one clear line: "line 3: ...". The text is plain ASCII, whatever the
// file holds.
class FormatError : public std::runtime_error {
 public:
  // `line`: 1-based; 0 where no line is to blame.
  FormatError(int line, const std::string& reason)
      : std::runtime_error((line > 0 ? "line " + std::to_string(line) + ": " : std::string()) +
                           printable(reason)),
        line_(line) {}

  [[nodiscard]] int line() const { return line_; }

  // `text` as ASCII without line ends, shortened to `most` characters.
  static std::string printable(std::string_view text, std::size_t most = 200) {
    std::string plain;
    for (const char c : text.substr(0, most)) plain += c >= ' ' && c <= '~' ? c : '?';
    return text.size() > most ? plain + "..." : plain;
  }

 private:
  int line_;
};

}  // namespace gridlens
