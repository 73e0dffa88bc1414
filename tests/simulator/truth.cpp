#include "tests/simulator/truth.h"

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace gridlens::generator {
namespace {

using Json = nlohmann::ordered_json;

Json matrix(const Grid& grid) {
  Json rows = Json::array();
  for (int r = 0; r < grid.n(); ++r) {
    Json row = Json::array();
    for (int c = 0; c < grid.n(); ++c) row.push_back(int(grid.at(r, c)));
    rows.push_back(row);
  }
  return rows;
}

Grid grid_of(const Json& rows, Shape shape) {
  std::vector<std::uint8_t> values;
  for (const Json& row : rows)
    for (const Json& value : row) values.push_back(static_cast<std::uint8_t>(value.get<int>()));
  return {shape, values};
}

// To `per_unit` steps a unit; dividing last keeps the printed figure short.
double rounded(double value, double per_unit) {
  return std::round(value * per_unit) / per_unit;
}

}  // namespace

std::string to_json(const FrameTruth& truth) {
  Json line{{"frame", truth.frame},
            {"time_ms", rounded(truth.time_ms, 1e3)},
            {"width", truth.width},
            {"height", truth.height}};
  if (!truth.scenario.empty()) line["scenario"] = truth.scenario;
  line["seed"] = truth.seed;
  line["boards"] = Json::array();
  for (const BoardTruth& board : truth.boards) {
    Json corners = Json::array();
    for (const cv::Point2d& corner : board.corners.corners)
      corners.push_back({rounded(corner.x, 1e4), rounded(corner.y, 1e4)});
    line["boards"].push_back({{"corners", corners},
                              {"n", board.shape.n()},
                              {"box", {board.shape.box_rows, board.shape.box_cols}},
                              {"alphabet", board.alphabet},
                              {"clues", matrix(board.clues)},
                              {"entries", matrix(board.entries)},
                              {"solution", matrix(board.solution)},
                              {"covered", board.covered},
                              {"visible", rounded(board.visible, 1e4)},
                              {"inside", rounded(board.inside, 1e4)},
                              {"cell_px", rounded(board.cell_px, 1e3)},
                              {"tilt_deg", rounded(board.tilt_deg, 1e2)},
                              {"blur_px", rounded(board.blur_px, 1e2)}});
    if (board.readable) line["boards"].back()["readable"] = *board.readable;
  }
  return line.dump();
}

FrameTruth truth_from_json(const std::string& text) {
  const Json line = Json::parse(text);
  FrameTruth truth;
  truth.frame = line.at("frame");
  truth.time_ms = line.at("time_ms");
  truth.width = line.at("width");
  truth.height = line.at("height");
  truth.scenario = line.value("scenario", std::string());
  truth.seed = line.at("seed");
  for (const Json& entry : line.at("boards")) {
    BoardTruth board;
    for (size_t i = 0; i < 4; ++i)
      board.corners.corners[i] = {entry.at("corners").at(i).at(0), entry.at("corners").at(i).at(1)};
    board.shape = {entry.at("box").at(0), entry.at("box").at(1)};
    board.alphabet = entry.at("alphabet").get<std::vector<std::string>>();
    board.clues = grid_of(entry.at("clues"), board.shape);
    board.entries = grid_of(entry.at("entries"), board.shape);
    board.solution = grid_of(entry.at("solution"), board.shape);
    board.covered = entry.value("covered", std::vector<int>());
    board.visible = entry.at("visible");
    board.inside = entry.at("inside");
    board.cell_px = entry.at("cell_px");
    board.tilt_deg = entry.at("tilt_deg");
    board.blur_px = entry.at("blur_px");
    if (entry.contains("readable")) board.readable = entry.at("readable").get<bool>();
    truth.boards.push_back(std::move(board));
  }
  return truth;
}

std::vector<FrameTruth> read_truth(const std::filesystem::path& jsonl) {
  std::ifstream file(jsonl);
  if (!file) throw std::runtime_error("cannot open " + jsonl.string());
  std::vector<FrameTruth> frames;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.empty()) continue;
    try {
      frames.push_back(truth_from_json(line));
    } catch (const std::exception& error) {
      throw std::runtime_error(jsonl.string() + ":" + std::to_string(number) + ": " + error.what());
    }
  }
  return frames;
}

}  // namespace gridlens::generator
