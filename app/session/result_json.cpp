#include "app/session/result_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/display/help_desk.h"

namespace gridlens {

namespace {

using Json = nlohmann::ordered_json;

double rounded(double value, double steps_per_unit) {
  return std::round(value * steps_per_unit) / steps_per_unit;
}

// A matrix of what `value` says of each cell.
template <typename Value>
Json rows_of(int n, Value value) {
  Json rows = Json::array();
  for (int row = 0; row < n; ++row) {
    Json line = Json::array();
    for (int col = 0; col < n; ++col) line.push_back(value(row * n + col));
    rows.push_back(std::move(line));
  }
  return rows;
}

Json matrix_of(const std::optional<Grid>& grid) {
  if (!grid) return nullptr;
  return rows_of(grid->n(), [&](int cell) { return grid->at(cell); });
}

Json confidence_of(const BoardResult& board) {
  if (board.confidence.size() != board.n * board.n || board.n == 0) return nullptr;
  return rows_of(board.n, [&](int cell) { return rounded(board.confidence[cell], 1e4); });
}

Json cell_json(int cell, int n) {
  return {cell / n, cell % n};
}

Json doubtful_of(const BoardResult& board) {
  Json cells = Json::array();
  for (const int cell : board.doubtful) {
    Json values = Json::array();
    if (cell < board.likeliest.size())
      for (const int value : board.likeliest[cell])
        if (value >= 0) values.push_back(value);
    cells.push_back({{"cell", cell_json(cell, board.n)}, {"values", std::move(values)}});
  }
  return cells;
}

Json mistakes_of(const BoardResult& board) {
  if (!board.solution) return nullptr;
  Json cells = Json::array();
  if (const auto help = help_board(board))
    for (const HelpStep& wrong : find_wrong_entries(*help))
      cells.push_back(cell_json(wrong.cell, board.n));
  return cells;
}

Json hint_of(const BoardResult& board) {
  const auto help = help_board(board);
  const auto hint = help ? next_hint(*help) : std::nullopt;
  if (!hint) return nullptr;
  const HelpStep& step = hint->step;
  Json json;
  json["kind"] = to_string(step.kind);
  json["cell"] = cell_json(step.cell, board.n);
  json["value"] = step.value;
  json["technique"] = step.technique.empty() ? Json(nullptr) : Json(step.technique);
  json["reason"] = step.reason;
  Json because = Json::array();
  for (const int cell : step.because) because.push_back(cell_json(cell, board.n));
  json["because"] = std::move(because);
  return json;
}

// `scale`: pixels of the picture as captured per pixel of the one that was read.
Json board_json(const BoardResult& board, cv::Point2d scale, bool hints) {
  Json corners = Json::array();
  for (const cv::Point2d& corner : board.image_from_board.outline(board.n).corners)
    corners.push_back({rounded((corner.x + 0.5) * scale.x - 0.5, 1e3),
                       rounded((corner.y + 0.5) * scale.y - 0.5, 1e3)});
  Json json;
  json["id"] = board.id;
  json["corners"] = std::move(corners);
  json["n"] = board.n > 0 ? Json(board.n) : Json(nullptr);
  json["box"] = board.shape ? Json{board.shape->box_rows, board.shape->box_cols} : Json(nullptr);
  json["alphabet"] = board.alphabet ? Json(board.alphabet->symbols()) : Json(nullptr);
  json["clues"] = matrix_of(board.clues);
  json["entries"] = matrix_of(board.entries);
  json["confidence"] = confidence_of(board);
  json["state"] = to_string(board.state);
  json["solution"] = matrix_of(board.solution);
  json["doubtful"] = doubtful_of(board);
  json["mistakes"] = mistakes_of(board);
  const bool told = board.state != BoardState::solved && !board.message.empty();
  json["reason"] = told ? Json(board.message) : Json(nullptr);
  if (hints) json["hint"] = hint_of(board);
  return json;
}

Json boards_json(const std::vector<BoardResult>& boards, cv::Point2d scale, bool hints = false) {
  Json grids = Json::array();
  for (const BoardResult& board : boards) grids.push_back(board_json(board, scale, hints));
  return grids;
}

// Paths may hold bytes that are no UTF-8: those are replaced rather than thrown at the user.
std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

cv::Point2d scale_of(const Frame& frame) {
  if (frame.captured_size.empty() || frame.bgr.empty()) return {1, 1};
  return {frame.captured_size.width / double(frame.bgr.cols),
          frame.captured_size.height / double(frame.bgr.rows)};
}

}  // namespace

std::string frame_line(const FrameResult& result, const std::optional<ShownTimes>& shown) {
  const StageTimes& stages = result.stages;
  Json json;
  json["frame"] = result.frame.index;
  json["time_ms"] = rounded(result.frame.time_ms, 1e3);
  if (shown) {
    json["captured_ms"] = rounded(shown->captured_ms, 1e3);
    json["shown_ms"] = rounded(shown->shown_ms, 1e3);
  }
  json["grids"] = boards_json(result.boards, scale_of(result.frame));
  // The contract has five stages: warping counts as reading, fetching the drawn picture as drawing.
  json["stages_ms"] = {{"find", rounded(stages.find, 1e3)},
                       {"track", rounded(stages.track, 1e3)},
                       {"read", rounded(stages.warp + stages.read, 1e3)},
                       {"solve", rounded(stages.solve, 1e3)},
                       {"draw", rounded(stages.draw + stages.readback, 1e3)}};
  return line_of(json);
}

std::string still_line(const std::string& image, cv::Size captured, cv::Size read,
                       const std::vector<BoardResult>& boards, double ms, bool hints) {
  Json json;
  json["image"] = image;
  json["width"] = captured.width;
  json["height"] = captured.height;
  json["grids"] = boards_json(
      boards, {captured.width / double(read.width), captured.height / double(read.height)}, hints);
  json["ms"] = rounded(ms, 1e3);
  return line_of(json);
}

std::string still_error_line(const std::string& image, const std::string& error) {
  Json json;
  json["image"] = image;
  json["width"] = nullptr;
  json["height"] = nullptr;
  json["grids"] = Json::array();
  json["ms"] = 0;
  json["error"] = error;
  return line_of(json);
}

}  // namespace gridlens
