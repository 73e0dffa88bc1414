// picture_corpus DIR: writes the small pictures that picture_fuzz starts from.
#include <filesystem>
#include <fstream>
#include <iostream>

#include "picture_samples.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "picture_corpus: needs the folder to write to\n";
    return 1;
  }
  std::filesystem::create_directories(argv[1]);
  for (const auto& [name, bytes] : gridlens::picture_samples()) {
    std::ofstream file(std::filesystem::path(argv[1]) / name, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!file) {
      std::cerr << "picture_corpus: cannot write " << name << "\n";
      return 1;
    }
  }
  return 0;
}
