#include "app/session/problem_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <opencv2/core/utility.hpp>
#include <opencv2/imgcodecs.hpp>
#include <stdexcept>

#include "app/files/output_file.h"
#include "app/outputs/dated_name.h"
#include "app/session/result_json.h"
#include "core/image/one_line.h"
#include "core/pipeline/read_still.h"
#include "core/resources/resources.h"
#include "core/vision/finding/debug_sink.h"

namespace gridlens {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

Json command_line() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  Json words = Json::array();
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  return words;
}

Json settings_json(const Settings& settings) {
  const auto* show = std::find_if(kShowWords.begin(), kShowWords.end(),
                                  [&](const auto& row) { return row.second == settings.show; });
  return {{"show", show->first},         {"hints", settings.hints},
          {"how", settings.how},         {"opacity", settings.opacity},
          {"outline", settings.outline}, {"leave_hands", settings.spare_hands},
          {"mirror", settings.mirror},   {"paused", settings.paused}};
}

Json source_json(const ProblemReport& report) {
  const SourceInfo& source = report.source;
  const Frame& frame = report.result.frame;
  return {{"name", source.name},
          {"width", frame.bgr.cols},
          {"height", frame.bgr.rows},
          {"fps", source.fps},
          {"format", source.format},
          {"live", source.live},
          {"still", frame.still},
          {"trouble", report.trouble.empty() ? source.trouble : report.trouble},
          {"dropped", report.dropped}};
}

Json cell_json(const BoardResult& board, int cell) {
  Json json;
  json["cell"] = {cell / board.n, cell % board.n};
  json["clue"] = board.clues->at(cell);
  json["entry"] = board.entries ? board.entries->at(cell) : 0;
  json["probability"] =
      cell < board.confidence.size() ? Json(board.confidence[cell]) : Json(nullptr);
  Json values = Json::array();
  if (cell < board.likeliest.size())
    for (const int value : board.likeliest[cell])
      if (value >= 0) values.push_back(value);
  json["likeliest"] = std::move(values);
  return json;
}

// Beside the JSON line of the contract: how the board is tracked, and how sure each cell is.
Json board_json(const BoardResult& board) {
  Json json;
  json["id"] = board.id;
  json["track"] = to_string(board.track);
  json["why"] = board.why;
  json["message"] = board.message;
  json["objections"] = board.objections;
  json["lattice_score"] = board.lattice_score;
  json["covered"] = board.occluded;
  json["clash"] = board.clash;
  Json corrections = Json::array();
  for (const Correction& said : board.corrections)
    corrections.push_back({{"cell", {said.cell / board.n, said.cell % board.n}},
                           {"value", said.value},
                           {"kind", said.kind == Correction::Kind::entry ? "entry" : "given"}});
  json["corrections"] = std::move(corrections);
  Json cells = Json::array();
  if (board.clues)
    for (int cell = 0; cell < board.n * board.n; ++cell) cells.push_back(cell_json(board, cell));
  json["cells"] = std::move(cells);
  return json;
}

Json result_json(const FrameResult& result) {
  Json json = Json::parse(frame_line(result));
  Json boards = Json::array();
  for (const BoardResult& board : result.boards) boards.push_back(board_json(board));
  json["boards"] = std::move(boards);
  return json;
}

// One line a part: short enough to be read, and lines to be compared.
std::string text_of(const Json& json) {
  std::string text = "{";
  for (const auto& [key, value] : json.items())
    text += fmt::format("{}\n\"{}\": {}", text.size() > 1 ? "," : "", key,
                        value.dump(-1, ' ', false, Json::error_handler_t::replace));
  return text + "\n}\n";
}

// By creating it: nobody else gets the same one.
fs::path new_folder(const fs::path& parent) {
  std::error_code error;
  fs::create_directories(parent, error);
  const std::string name = "gridlens-report-" + date_and_time();
  for (int number = 1; !error; ++number) {
    fs::path folder = parent / (number == 1 ? name : fmt::format("{}-{}", name, number));
    if (fs::create_directory(folder, error)) return folder;
  }
  throw std::runtime_error("cannot make a folder in " + parent.string() + ": " + error.message());
}

// Reads the frame once more, with an eye on every stage.
FrameResult look_again(const Frame& frame, const fs::path& stages) {
  FrameResult again;
  again.frame = frame;
  DigitNetwork network(find_resource("models/digits.onnx"));
  InlineSolveService solver;
  FolderDebugSink debug(stages);
  again.boards = read_still(frame.bgr, network, solver, &again.stages, &debug);
  return again;
}

}  // namespace

fs::path write_problem_report(const ProblemReport& report, const fs::path& parent) {
  fs::path folder = new_folder(parent);
  std::vector<unsigned char> png;
  if (!cv::imencode(".png", report.result.frame.bgr, png))
    throw std::runtime_error("cannot write " + (folder / "frame.png").string() + ": no PNG");
  write_whole_file(folder / "frame.png", png, false);

  Json json;
  json["program"] = "gridlens";
  json["version"] = GRIDLENS_VERSION;
  json["opencv"] = cv::getVersionString();
  json["saved"] = date_and_time();
  json["command_line"] = command_line();
  json["settings"] = settings_json(report.settings);
  json["source"] = source_json(report);
  Json times = Json::object();
  for (const StageStatistics& stage : report.stages)
    times[stage.name] = {{"median", stage.median_ms}, {"p99", stage.p99_ms}};
  json["times_ms"] = std::move(times);
  json["shown"] = result_json(report.result);
  // What was seen is kept even where looking again fails: that may be the very problem.
  try {
    json["read_again_as_still"] = result_json(look_again(report.result.frame, folder / "stages"));
  } catch (const std::exception& error) {
    json["read_again_as_still"] = {{"error", one_line(error)}};
  }
  write_whole_file(folder / "report.json", text_of(json), false);
  return folder;
}

}  // namespace gridlens
