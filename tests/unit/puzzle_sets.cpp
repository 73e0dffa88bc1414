#include "puzzle_sets.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "core/puzzle/notation.h"
#include "core/puzzle/variants.h"

namespace gridlens {

namespace {

namespace fs = std::filesystem;

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

// "..._box3x4_..."; without it 3x3.
Shape shape_of(const std::string& name) {
  const size_t at = name.find("box");
  if (at == std::string::npos) return {3, 3};
  return parse_shape(name.substr(at + 3, name.find('_', at) - at - 3)).value();
}

std::vector<Grid> read_puzzles(const fs::path& path, Shape shape) {
  std::ifstream in(path);
  std::vector<Grid> puzzles;
  std::string line;
  while (std::getline(in, line)) {
    if (puzzle_part(line).empty()) continue;
    PuzzleText text = parse_puzzle(line);
    if (!text.error.empty() || text.n != shape.n())
      throw std::runtime_error(path.string() + ": malformed puzzle");
    puzzles.emplace_back(shape, std::move(text.values));
  }
  return puzzles;
}

std::vector<fs::path> text_files(const fs::path& folder) {
  std::vector<fs::path> files;
  if (fs::is_directory(folder))
    for (const auto& entry : fs::directory_iterator(folder))
      if (entry.path().extension() == ".txt") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

Rules rules_of(const std::string& name, const fs::path& folder) {
  if (contains(name, "_x_")) return x_rules(shape_of(name));
  if (!contains(name, "jigsaw")) return classic_rules(shape_of(name));
  std::ifstream in(folder / (name.substr(0, name.find('_')) + "_jigsaw_regions.txt"));
  return jigsaw_rules(std::string(std::istreambuf_iterator<char>(in), {}));
}

}  // namespace

std::vector<PuzzleSet> own_puzzle_sets() {
  std::vector<PuzzleSet> sets;
  for (const fs::path& path : text_files(GRIDLENS_PUZZLES)) {
    PuzzleSet set;
    set.name = path.stem().string();
    if (contains(set.name, "_regions")) continue;
    set.rules = rules_of(set.name, path.parent_path());
    set.puzzles = read_puzzles(path, set.rules.shape);
    set.state = contains(set.name, "_multiple") ? SolveState::multiple
                : contains(set.name, "_none")   ? SolveState::none
                                                : SolveState::unique;
    sets.push_back(std::move(set));
  }
  return sets;
}

std::vector<PuzzleSet> shared_puzzle_sets() {
  const char* named = std::getenv("GRIDLENS_SHARED");
  const fs::path shared =
      named != nullptr ? fs::path(named) : fs::path(GRIDLENS_SOURCE) / "../shared";
  std::vector<PuzzleSet> sets;
  for (const fs::path& path : text_files(shared / "data/puzzles")) {
    PuzzleSet set;
    set.name = path.stem().string();
    set.rules = classic_rules(shape_of(set.name));
    set.puzzles = read_puzzles(path, set.rules.shape);
    if (contains(set.name, "_multi"))
      set.state = SolveState::multiple;
    else if (contains(set.name, "_invalid_direct"))
      set.state = SolveState::invalid;
    else if (contains(set.name, "_invalid"))
      set.state = SolveState::none;
    else if (!contains(set.name, "_misc"))
      set.state = SolveState::unique;
    sets.push_back(std::move(set));
  }
  return sets;
}

}  // namespace gridlens
