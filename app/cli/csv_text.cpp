#include "app/cli/csv_text.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

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
  std::string first;
  bool in_quotes = false, in_first = true;
  size_t row = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      // A doubled quote stands for itself.
      if (in_quotes && i + 1 < text.size() && text[i + 1] == '"') {
        ++i;
        if (in_first) first += c;
      } else {
        in_quotes = !in_quotes;
      }
    } else if (c == '\n' && !in_quotes) {
      if (so_far.whole_bytes == 0)
        so_far.header = text.substr(0, i);
      else
        so_far.first_fields.insert(first);
      first.clear();
      in_first = true;
      row = i + 1;
      so_far.whole_bytes = static_cast<std::int64_t>(row);
    } else if (c == ',' && !in_quotes) {
      in_first = false;
    } else if (in_first) {
      first += c;
    }
  }
  return so_far;
}

}  // namespace gridlens
