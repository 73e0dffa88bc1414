// play_steps LINES: of the last line of JSON that has a solved board, each blank cell as
// "ROW COLUMN SYMBOL VALUE N", from 0. play_steps --games FOLDER: of each saved game "N ENTRIES
// finished|open".
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

namespace {

using nlohmann::json;

int steps(const char* path) {
  std::ifstream file(path);
  std::string line;
  json solved;
  while (std::getline(file, line)) {
    const json frame = json::parse(line, nullptr, false);
    if (frame.is_discarded()) continue;
    for (const json& grid : frame["grids"])
      if (grid["state"] == "solved") solved = grid;
  }
  if (solved.is_null()) return 1;
  const int n = solved["n"];
  for (int row = 0; row < n; ++row)
    for (int column = 0; column < n; ++column) {
      if (solved["clues"][row][column] != 0) continue;
      const int value = solved["solution"][row][column];
      std::cout << row << ' ' << column << ' ' << solved["alphabet"][value - 1].get<std::string>()
                << ' ' << value << ' ' << n << '\n';
    }
  return 0;
}

int games(const char* folder) {
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream file(entry.path());
    const json game = json::parse(file);
    const json& puzzle = game["puzzle"]["puzzles"][0];
    int entries = 0;
    for (const json& row : puzzle.value("entries", json::array()))
      for (const json& value : row) entries += value != 0;
    std::cout << puzzle["givens"].size() << ' ' << entries << ' '
              << (game["finished"].get<bool>() ? "finished" : "open") << '\n';
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::string(argv[1]) == "--games") return games(argv[2]);
  return argc == 2 ? steps(argv[1]) : 2;
}
