#include <cmath>
#include <fstream>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "tests/simulator/score.h"

namespace gridlens::generator {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
T value_or(const Json& object, const char* key, T otherwise) {
  const auto at = object.find(key);
  return at == object.end() || at->is_null() ? otherwise : at->get<T>();
}

double short_number(double value) {
  return std::round(value * 1e4) / 1e4;
}

}  // namespace

FramePrediction prediction_from_json(const std::string& text) {
  const Json line = Json::parse(text);
  FramePrediction frame;
  frame.frame = line.value("frame", 0);
  for (const Json& grid : line.at("grids")) {
    BoardPrediction board;
    board.id = grid.at("id");
    for (size_t i = 0; i < 4; ++i)
      board.corners.corners[i] = {grid.at("corners").at(i).at(0), grid.at("corners").at(i).at(1)};
    board.state = grid.at("state");
    board.alphabet = value_or(grid, "alphabet", std::vector<std::string>{});
    board.clues = value_or(grid, "clues", std::vector<std::vector<int>>{});
    board.solution = value_or(grid, "solution", std::vector<std::vector<int>>{});
    for (const Json& doubt : value_or(grid, "doubtful", Json::array()))
      board.doubtful.push_back(doubt.at("cell").at(0).get<int>() *
                                   static_cast<int>(board.clues.size()) +
                               doubt.at("cell").at(1).get<int>());
    frame.boards.push_back(std::move(board));
  }
  return frame;
}

std::vector<FramePrediction> read_predictions(const std::filesystem::path& jsonl) {
  std::ifstream file(jsonl);
  if (!file) throw std::runtime_error("cannot open " + jsonl.string());
  std::vector<FramePrediction> frames;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.empty()) continue;
    try {
      frames.push_back(prediction_from_json(line));
    } catch (const std::exception& error) {
      throw std::runtime_error(jsonl.string() + ":" + std::to_string(number) + ": " + error.what());
    }
  }
  return frames;
}

std::string to_text(const Score& s) {
  std::ostringstream out;
  out << std::fixed;
  const auto row = [&](const char* name) -> std::ostream& {
    return out << std::left << std::setw(24) << name << std::right;
  };
  row("frames") << s.frames << " (" << s.missing_frames << " without a line)\n";
  row("boards found") << std::setprecision(1) << 100 * s.found_share() << " % of " << s.asked
                      << " to be found\n";
  row("corner error") << std::setprecision(2) << s.corner_median_px << " px median, "
                      << s.corner_p95_px << " px 95 %, " << s.corner_worst_px << " px worst\n";
  row("jitter") << s.jitter_px << " px\n";
  row("first solution after");
  if (s.first_solved)
    out << *s.first_solved << " frames\n";
  else
    out << "never (for at least one board)\n";
  row("solved") << std::setprecision(1) << 100 * s.solved_share() << " % of the frames\n";
  row("wrong solutions shown") << s.wrong_solutions << " (and " << s.stale_solutions
                               << " of a page just swapped)\n";
  row("misreadings") << s.misreadings << '\n';
  row("wrong orientations") << s.wrong_orientations << '\n';
  row("false boards") << s.false_boards << '\n';
  row("identity changes") << s.id_changes << '\n';
  return out.str();
}

std::string to_json(const Score& s) {
  Json line{{"frames", s.frames},
            {"missing_frames", s.missing_frames},
            {"asked", s.asked},
            {"found", short_number(s.found_share())},
            {"corner_median_px", short_number(s.corner_median_px)},
            {"corner_p95_px", short_number(s.corner_p95_px)},
            {"corner_worst_px", short_number(s.corner_worst_px)},
            {"jitter_px", short_number(s.jitter_px)},
            {"first_solved", nullptr},
            {"solved", short_number(s.solved_share())},
            {"wrong_solutions", s.wrong_solutions},
            {"stale_solutions", s.stale_solutions},
            {"misreadings", s.misreadings},
            {"wrong_orientations", s.wrong_orientations},
            {"false_boards", s.false_boards},
            {"id_changes", s.id_changes}};
  if (s.first_solved) line["first_solved"] = *s.first_solved;
  return line.dump();
}

}  // namespace gridlens::generator
