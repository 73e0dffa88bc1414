#include "app/cli/csv_text.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace gridlens {

std::string csv_field(const std::string& value) {
  if (value.find_first_of(",\"\r\n") == std::string::npos) return value;
  std::string quoted = "\"";
  for (const char c : value) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

CsvSoFar read_csv_so_far(const std::filesystem::path& path) {
  CsvSoFar so_far;
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return so_far;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string() + ": " + std::strerror(errno));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::vector<std::string> fields(1);
  bool in_quotes = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' && in_quotes && i + 1 < text.size() && text[i + 1] == '"') {
      fields.back() += text[++i];  // a doubled quote stands for itself
    } else if (c == '"') {
      in_quotes = !in_quotes;
    } else if (c == ',' && !in_quotes) {
      fields.emplace_back();
    } else if (c == '\n' && !in_quotes) {
      if (so_far.whole_bytes == 0)
        so_far.header = text.substr(0, i);
      else
        so_far.rows.push_back(std::move(fields));
      fields.assign(1, "");
      so_far.whole_bytes = static_cast<std::int64_t>(i) + 1;
    } else {
      fields.back() += c;
    }
  }
  return so_far;
}

}  // namespace gridlens
