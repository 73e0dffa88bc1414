#include "tests/replay/fuzz_report.h"

#include <algorithm>
#include <iomanip>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

namespace gridlens::generator {
namespace {

using Json = nlohmann::json;

// A name and its figures, under each other with other lines.
std::string line_of(const std::string& name, const std::vector<std::string>& figures) {
  std::ostringstream line;
  line << std::left << std::setw(16) << name << std::right;
  for (const std::string& figure : figures) line << std::setw(7) << figure;
  return line.str() + "\n";
}

// Boards and sequences of one row.
struct Row {
  int sequences = 0, passed = 0, unreadable = 0, wrong = 0, ghosts = 0, false_boards = 0, stale = 0;
  int late = 0, never = 0, stuck = 0, flickers = 0, most_ids = 0;
  std::vector<int> waits;  // one that never came counts as longer than all

  void add(const FuzzOutcome& outcome) {
    ++sequences;
    passed += outcome.is_passed() ? 1 : 0;
    unreadable += outcome.score.unreadable;
    wrong += outcome.score.wrong, ghosts += outcome.score.ghosts,
        false_boards += outcome.score.false_boards;
    stale += outcome.score.stale;
    for (const BoardRest& board : outcome.score.boards) add(board);
  }
  void add(const BoardRest& board) {
    late += board.is_settled() ? 0 : 1;
    never += board.wait ? 0 : 1;
    stuck += board.still_solves.value_or(false) ? 1 : 0;
    flickers += board.flickers;
    most_ids = std::max(most_ids, board.identities);
    waits.push_back(board.wait.value_or(999));
  }
  [[nodiscard]] std::string text(const std::string& name) {
    std::sort(waits.begin(), waits.end());
    const auto at = [&](double share) -> std::string {
      if (waits.empty()) return "-";
      const int wait = waits[size_t(share * double(waits.size() - 1) + 0.5)];
      return wait == 999 ? "never" : std::to_string(wait);
    };
    std::vector<std::string> figures;
    for (const int count : {sequences, passed, int(waits.size()), unreadable})
      figures.push_back(std::to_string(count));
    for (const double share : {0.5, 0.9, 0.99, 1.0}) figures.push_back(at(share));
    for (const int count :
         {late, never, stuck, wrong, ghosts, false_boards, stale, flickers, most_ids})
      figures.push_back(std::to_string(count));
    return line_of(name, figures);
  }
};

std::string heading(const char* name) {
  return line_of(name, {"seqs", "passed", "boards", "unread", "median", "p90", "p99", "max", ">30",
                        "never", "stuck", "wrong", "ghosts", "false", "stale", "flick", "ids"});
}

std::string rows(std::map<std::string, Row>& by) {
  std::string text;
  for (auto& [name, row] : by) text += row.text(name);
  return text;
}

}  // namespace

bool FuzzOutcome::is_passed() const {
  return score.wrong == 0 && score.false_boards == 0 &&
         std::all_of(score.boards.begin(), score.boards.end(),
                     [](const BoardRest& board) { return board.is_settled(); });
}

FuzzOutcome outcome_of(std::uint64_t seed, const Sequence& sequence, const SequenceScore& score) {
  FuzzOutcome outcome{seed, sequence.about(), {}, {}, score};
  outcome.size =
      std::to_string(sequence.size().width) + "x" + std::to_string(sequence.size().height);
  for (const Event event : sequence.events()) outcome.events.emplace_back(to_string(event));
  return outcome;
}

std::string to_line(const FuzzOutcome& outcome) {
  Json line{{"seed", outcome.seed},
            {"about", outcome.about},
            {"size", outcome.size},
            {"events", outcome.events},
            {"unreadable", outcome.score.unreadable},
            {"wrong", outcome.score.wrong},
            {"ghosts", outcome.score.ghosts},
            {"stale", outcome.score.stale},
            {"false", outcome.score.false_boards},
            {"trouble", outcome.score.first_trouble},
            {"boards", Json::array()}};
  for (const BoardRest& board : outcome.score.boards)
    line["boards"].push_back({board.board, board.shape.box_rows, board.shape.box_cols,
                              board.wait.value_or(-1), board.flickers, board.identities, board.last,
                              board.still_solves ? int(*board.still_solves) : -1});
  return line.dump();
}

FuzzOutcome outcome_from_line(const std::string& text) {
  const Json line = Json::parse(text);
  FuzzOutcome outcome;
  outcome.seed = line.at("seed");
  outcome.about = line.at("about");
  outcome.size = line.at("size");
  outcome.events = line.at("events").get<std::vector<std::string>>();
  outcome.score.unreadable = line.at("unreadable");
  outcome.score.wrong = line.at("wrong");
  outcome.score.ghosts = line.at("ghosts");
  outcome.score.stale = line.at("stale");
  outcome.score.false_boards = line.at("false");
  outcome.score.first_trouble = line.at("trouble");
  for (const Json& entry : line.at("boards")) {
    BoardRest board;
    board.board = entry.at(0);
    board.shape = {entry.at(1), entry.at(2)};
    if (entry.at(3).get<int>() >= 0) board.wait = entry.at(3).get<int>();
    board.flickers = entry.at(4);
    board.identities = entry.at(5);
    board.last = entry.at(6);
    if (entry.at(7).get<int>() >= 0) board.still_solves = entry.at(7).get<int>() == 1;
    outcome.score.boards.push_back(board);
  }
  return outcome;
}

std::string failures_text(const std::vector<FuzzOutcome>& outcomes) {
  std::string text;
  for (const FuzzOutcome& outcome : outcomes) {
    if (outcome.is_passed()) continue;
    text += "seed " + std::to_string(outcome.seed) + "  " + outcome.about;
    for (const BoardRest& board : outcome.score.boards)
      if (!board.is_settled())
        text += "; board " + std::to_string(board.board) +
                (board.wait ? " after " + std::to_string(*board.wait) : " never") + ": " +
                board.last + (board.still_solves.value_or(false) ? " (a still is solved)" : "");
    if (outcome.score.wrong > 0) text += "; wrong " + std::to_string(outcome.score.wrong);
    if (outcome.score.false_boards > 0)
      text += "; false " + std::to_string(outcome.score.false_boards);
    if (!outcome.score.first_trouble.empty()) text += "; " + outcome.score.first_trouble;
    text += "\n";
  }
  return text;
}

std::string report_text(const std::vector<FuzzOutcome>& outcomes) {
  std::map<std::string, Row> by_last, by_any, by_size, by_picture;
  Row all;
  for (const FuzzOutcome& outcome : outcomes) {
    all.add(outcome);
    by_last[outcome.events.back()].add(outcome);
    by_picture[outcome.size].add(outcome);
    const std::set<std::string> events(outcome.events.begin(), outcome.events.end());
    for (const std::string& event : events) by_any[event].add(outcome);
    std::string size = outcome.about.substr(0, outcome.about.find(':'));
    size = size.substr(size.rfind(' ') + 1);
    by_size[size].add(outcome);
  }
  return heading("last event") + rows(by_last) + heading("any event") + rows(by_any) +
         heading("boxes") + rows(by_size) + heading("picture") + rows(by_picture) + all.text("all");
}

}  // namespace gridlens::generator
