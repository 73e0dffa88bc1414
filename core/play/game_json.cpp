#include "core/play/game_json.h"

#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "core/formats/formats.h"
#include "core/play/game_store.h"

namespace gridlens {

namespace {

using nlohmann::json;

constexpr const char* kFormat = "gridlens-game";
constexpr int kVersion = 1;
constexpr std::array<std::pair<const char*, StepKind>, 4> kKinds = {
    {{"edit", StepKind::edit},
     {"hint", StepKind::hint},
     {"solve", StepKind::solve},
     {"restart", StepKind::restart}}};

const char* word_of(StepKind kind) {
  for (const auto& [word, meaning] : kKinds)
    if (meaning == kind) return word;
  return kKinds[0].first;
}

StepKind kind_of(const std::string& word) {
  for (const auto& [known, meaning] : kKinds)
    if (known == word) return meaning;
  throw std::runtime_error("a step is of an unknown kind");
}

json step_json(const PlayStep& step) {
  json changes = json::array();
  for (const CellChange& one : step.changes)
    changes.push_back(
        {one.cell, one.before.entry, one.before.marks, one.after.entry, one.after.marks});
  json text = {{"kind", word_of(step.kind)}, {"changes", std::move(changes)}};
  if (step.taken_ms != 0) text["taken_ms"] = step.taken_ms;
  return text;
}

PlayStep step_of(const json& text) {
  PlayStep step;
  step.kind = kind_of(text.at("kind").get<std::string>());
  step.taken_ms = text.value("taken_ms", std::int64_t{0});
  for (const json& one : text.at("changes")) {
    if (one.size() != 5) throw std::runtime_error("a step's change has no five numbers");
    step.changes.push_back({one[0].get<int>(),
                            {one[1].get<int>(), one[2].get<CellMarks>()},
                            {one[3].get<int>(), one[4].get<CellMarks>()}});
  }
  return step;
}

GameRecord record_of(const json& text) {
  GameRecord record;
  record.document = read_puzzles(text.at("puzzle").dump()).at(0);
  const json options = text.value("options", json::object());
  record.options.fill_marks = options.value("fill_marks", record.options.fill_marks);
  record.options.clean_marks = options.value("clean_marks", record.options.clean_marks);
  record.options.show_conflicts = options.value("show_conflicts", record.options.show_conflicts);
  for (const json& step : text.value("steps", json::array())) record.steps.push_back(step_of(step));
  record.done = text.value("done", std::size_t{0});
  record.hints = text.value("hints", 0);
  record.finished = text.value("finished", false);
  record.grade = text.value("grade", "");
  record.played_s = text.value("played_s", std::int64_t{0});
  return record;
}

}  // namespace

std::string game_json(const GameRecord& record) {
  json steps = json::array();
  for (const PlayStep& step : record.steps) steps.push_back(step_json(step));
  const json text = {
      {"format", kFormat},
      {"version", kVersion},
      {"puzzle", json::parse(write_puzzles({&record.document, 1}, FormatKind::json).bytes)},
      {"options",
       {{"fill_marks", record.options.fill_marks},
        {"clean_marks", record.options.clean_marks},
        {"show_conflicts", record.options.show_conflicts}}},
      {"steps", std::move(steps)},
      {"done", record.done},
      {"hints", record.hints},
      {"finished", record.finished},
      {"grade", record.grade},
      {"played_s", record.played_s}};
  return text.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

GameRecord read_game_json(std::string_view text) {
  try {
    const json whole = json::parse(text);
    if (!whole.is_object() || whole.value("format", "") != kFormat)
      throw std::runtime_error("this is no saved game");
    if (whole.value("version", 0) > kVersion) throw NewerGame("a newer GridLens saved this game");
    return record_of(whole);
  } catch (const json::parse_error& error) {
    throw std::runtime_error("the saved game is damaged at byte " + std::to_string(error.byte));
  } catch (const json::exception&) {
    throw std::runtime_error("the saved game is not whole");
  }
}

}  // namespace gridlens
