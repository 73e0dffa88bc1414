// formats_corpus DIR: writes the small files that formats_fuzz starts from.
#include <filesystem>
#include <fstream>
#include <iostream>

#include "formats_samples.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "formats_corpus: needs the folder to write to\n";
    return 1;
  }
  std::filesystem::create_directories(argv[1]);
  for (const auto& [name, bytes] : gridlens::format_samples()) {
    std::ofstream file(std::filesystem::path(argv[1]) / name, std::ios::binary);
    file << bytes;
    if (!file) {
      std::cerr << "formats_corpus: cannot write " << name << "\n";
      return 1;
    }
  }
  return 0;
}
