#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gridlens {

// A value as CSV has it: in quotes where it holds a comma, a quote or a line end.
std::string csv_field(const std::string& value);

// A CSV report as an interrupted run left it.
struct CsvSoFar {
  std::string header;                          // its first line; empty: the file is empty or absent
  std::vector<std::vector<std::string>> rows;  // the fields of the whole ones, without the header
  std::int64_t whole_bytes = 0;                // up to the end of the last whole row
};

// Throws std::runtime_error with one clear line where the file is there and cannot be read.
CsvSoFar read_csv_so_far(const std::filesystem::path& path);

}  // namespace gridlens
