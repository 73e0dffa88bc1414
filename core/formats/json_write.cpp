#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "core/formats/json_format.h"

namespace gridlens {

namespace {

using nlohmann::json;

std::string quoted(const std::string& text) {
  return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

bool is_utf8(const std::string& text) {
  try {
    (void)json(text).dump();
    return true;
  } catch (const json::type_error&) {
    return false;
  }
}

// A matrix, one row a line.
std::string matrix(int n, const std::function<std::string(int cell)>& cell) {
  std::string text = "[";
  for (int row = 0; row < n; ++row) {
    text += row == 0 ? "\n    [" : ",\n    [";
    for (int col = 0; col < n; ++col) {
      if (col > 0) text += ",";
      text += cell(row * n + col);
    }
    text += "]";
  }
  return text + "]";
}

std::string values(const Grid& grid) {
  return matrix(grid.n(), [&](int cell) { return std::to_string(grid.at(cell)); });
}

std::string marks(const PuzzleDocument& document) {
  return matrix(document.shape.n(), [&](int cell) {
    std::string list = "[";
    for (int value = 1; value <= document.shape.n(); ++value)
      if ((document.marks[static_cast<std::size_t>(cell)] >> (value - 1) & 1) != 0)
        list.append(list.size() > 1 ? "," : "").append(std::to_string(value));
    return list + "]";
  });
}

class JsonWriter {
 public:
  void add(const PuzzleDocument& document, std::size_t number) {
    bytes += number == 1 ? "\n  {" : ",\n  {";
    first_ = true;
    const Shape shape = document.shape;
    field("box", std::string("[")
                     .append(std::to_string(shape.box_rows))
                     .append(",")
                     .append(std::to_string(shape.box_cols))
                     .append("]"));
    field("rules", quoted(to_string(document.rules)));
    if (document.rules == RuleKind::jigsaw)
      field("regions", matrix(shape.n(), [&](int cell) {
              return std::to_string(document.regions[static_cast<std::size_t>(cell)] + 1);
            }));
    field("givens", values(document.givens));
    if (document.entries.count_filled() > 0) field("entries", values(document.entries));
    if (!document.marks.empty()) field("marks", marks(document));
    if (!document.symbols.empty()) {
      std::string list;
      for (const std::string& symbol : document.symbols)
        list.append(list.empty() ? "[" : ",").append(quoted(symbol));
      field("symbols", list + "]");
    }
    text("title", document.title, number);
    text("author", document.author, number);
    text("comment", document.comment, number);
    text("source", document.source, number);
    if (document.created_s != 0) field("created_s", std::to_string(document.created_s));
    if (document.elapsed_ms != 0) field("elapsed_ms", std::to_string(document.elapsed_ms));
    bytes += "}";
  }

  std::string bytes;
  std::vector<std::string> lost;

 private:
  void field(const char* name, const std::string& value) {
    bytes += std::string(first_ ? "\"" : ",\n   \"") + name + "\":" + value;
    first_ = false;
  }

  void text(const char* name, const std::string& value, std::size_t number) {
    if (value.empty()) return;
    field(name, quoted(value));
    if (!is_utf8(value))
      lost.push_back("puzzle " + std::to_string(number) + ": bytes of the " + name +
                     " that are not UTF-8 text");
  }

  bool first_ = true;
};

}  // namespace

WrittenPuzzles write_json(std::span<const PuzzleDocument> documents) {
  JsonWriter writer;
  writer.bytes = R"({"format":"gridlens","version":1,"puzzles":[)";
  std::size_t number = 0;
  for (const PuzzleDocument& document : documents) writer.add(document, ++number);
  writer.bytes += "]}\n";
  return {std::move(writer.bytes), std::move(writer.lost)};
}

}  // namespace gridlens
