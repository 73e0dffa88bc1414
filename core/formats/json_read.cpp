#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/formats/json_fields.h"
#include "core/formats/json_format.h"

namespace gridlens {

namespace {

using nlohmann::json;

constexpr int kVersion = 1;
constexpr int kPuzzleDepth = 2;  // of an element of "puzzles"
constexpr int kMaxDepth = 8;
// Of one puzzle: enough for 36x36 with all marks.
constexpr std::size_t kMaxValues = 100'000;

// The bytes with the line that the parser stands on.
class CountedBytes {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountedBytes(const char* at, int* line) : at_(at), line_(line) {}
  reference operator*() const { return *at_; }
  CountedBytes& operator++() {
    if (*at_ == '\n') ++*line_;
    ++at_;
    return *this;
  }
  CountedBytes operator++(int) {
    const CountedBytes before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const CountedBytes& a, const CountedBytes& b) { return a.at_ == b.at_; }

 private:
  const char* at_;
  int* line_;
};

// Turns each puzzle into a document as soon as the parser has it: no tree of a whole file is held.
class JsonReader {
 public:
  std::vector<PuzzleDocument> read(std::string_view bytes) {
    const auto take = [this](int depth, json::parse_event_t event, json& value) {
      return see(depth, event, value);
    };
    json file;
    try {
      file = json::parse(CountedBytes(bytes.data(), &line_),
                         CountedBytes(bytes.data() + bytes.size(), &line_), take);
    } catch (const json::parse_error& error) {
      throw FormatError(line_of(bytes, error.byte), "not JSON: " + words_of(error.what()));
    } catch (const json::exception& error) {
      throw FormatError(line_, "not JSON: " + words_of(error.what()));
    }
    check_file(file);
    if (first_error_) throw *first_error_;
    if (documents_.empty()) throw FormatError(0, "the file holds no puzzle");
    return std::move(documents_);
  }

 private:
  static int line_of(std::string_view bytes, std::size_t byte) {
    const std::string_view before = bytes.substr(0, byte > 0 ? byte - 1 : 0);
    return 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
  }

  // The parser's message without its own numbers.
  static std::string words_of(std::string_view message) {
    for (const std::string_view start : {"syntax error ", "column "})
      if (const std::size_t at = message.find(start); at != std::string_view::npos) {
        message = message.substr(start == "column " ? message.find(": ", at) + 2 : at);
        break;
      }
    return FormatError::printable(message, 120);
  }

  bool see(int depth, json::parse_event_t event, json& value) {
    if (depth > kMaxDepth) throw FormatError(line_, "nested too deeply for a puzzle file");
    const bool in_puzzles = part_ == "puzzles";
    if ((depth > kPuzzleDepth || !in_puzzles) && ++values_ > kMaxValues)
      throw FormatError(line_, "more values than a puzzle has");
    if (event == json::parse_event_t::key) {
      if (depth == 1) part_ = value.get<std::string>();
      if (depth == kPuzzleDepth + 1) line_of_field_[value.get<std::string>()] = line_;
    }
    const bool starts =
        event == json::parse_event_t::object_start || event == json::parse_event_t::array_start;
    if (depth != kPuzzleDepth || !in_puzzles) return true;
    if (starts) {
      values_ = 0;
      start_line_ = line_;
      line_of_field_.clear();
      return true;
    }
    if (event == json::parse_event_t::value) start_line_ = line_;
    add(value);
    return false;
  }

  // A later version may explain an error: only the whole file tells.
  void add(const json& puzzle) {
    if (first_error_) return;
    if (documents_.size() == kMaxPuzzles) {
      first_error_.emplace(start_line_, "more than " + std::to_string(kMaxPuzzles) + " puzzles");
      return;
    }
    try {
      documents_.push_back(document_of(puzzle));
    } catch (const FieldError& error) {
      const auto found = line_of_field_.find(error.field);
      first_error_.emplace(found == line_of_field_.end() ? start_line_ : found->second,
                           error.what());
    }
  }

  static void check_file(const json& file) {
    const auto format = file.is_object() ? file.find("format") : file.end();
    if (!file.is_object() || format == file.end() || *format != "gridlens")
      throw FormatError(1, "JSON, but no GridLens puzzle file (\"format\" is not \"gridlens\")");
    const auto version = file.find("version");
    if (version == file.end() || !version->is_number_unsigned())
      throw FormatError(1, "\"version\" is missing or not a whole number");
    if (version->get<std::uint64_t>() > kVersion)
      throw FormatError(1, "version " + version->dump() +
                               " of the file is newer than this program's (" +
                               std::to_string(kVersion) + ")");
    if (version->get<std::uint64_t>() == 0) throw FormatError(1, "\"version\" 0 does not exist");
    if (!file.contains("puzzles") || !file["puzzles"].is_array())
      throw FormatError(1, "\"puzzles\" is missing or no list");
  }

  int line_ = 1;
  int start_line_ = 1;
  std::string part_;  // the file's field that the parser is in
  std::size_t values_ = 0;
  std::map<std::string, int> line_of_field_;
  std::vector<PuzzleDocument> documents_;
  std::optional<FormatError> first_error_;
};

}  // namespace

bool looks_like_json(std::string_view bytes) {
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && bytes[first] == '{';
}

std::vector<PuzzleDocument> read_json(std::string_view bytes) {
  return JsonReader().read(bytes);
}

}  // namespace gridlens
