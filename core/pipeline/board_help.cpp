#include "core/pipeline/board_help.h"

#include <fmt/format.h>

#include <algorithm>

namespace gridlens {

namespace {

constexpr std::size_t kMostBoards = 8;

std::string text_of(const HelpStep& step, int n) {
  if (step.kind == HelpKind::wrong_entry)
    return fmt::format("{} is wrong", help_cell_name(step.cell, n));
  return fmt::format("{}: {}", help_cell_name(step.cell, n), step.technique);
}

}  // namespace

std::optional<HelpBoard> help_board(const BoardResult& board) {
  const bool read = board.state == BoardState::solved || board.state == BoardState::multiple;
  if (!read || !board.shape || !board.alphabet || !board.clues) return std::nullopt;
  return HelpBoard{classic_rules(*board.shape), *board.clues,
                   board.entries.value_or(Grid(*board.shape)), board.solution,
                   board.alphabet->symbols()};
}

const BoardHelp& HelpDesk::help_for(const BoardResult& board, int count) {
  const auto same = std::find_if(told_.begin(), told_.end(), [&](const Told& told) {
    return told.id == board.id && told.count == count && told.clues == board.clues &&
           told.entries == board.entries && told.solution == board.solution;
  });
  if (same != told_.end()) return same->help;
  std::erase_if(told_, [&](const Told& told) { return told.id == board.id; });
  if (told_.size() >= kMostBoards) told_.erase(told_.begin());
  Told told{board.id, count, board.clues, board.entries, board.solution, {}};
  if (const auto helped = help_board(board)) {
    told.help.mistakes = find_wrong_entries(*helped);
    // What is not surely read is no ground for advice.
    if (board.solution) told.help.hints = next_hints(*helped, count);
    told.help.units = helped->rules.units;
    if (!told.help.hints.empty())
      told.help.text = text_of(told.help.hints.back().step, helped->rules.n());
  }
  told_.push_back(std::move(told));
  return told_.back().help;
}

std::string check_text(const BoardResult& board, const BoardHelp& help) {
  const int entries = board.entries ? board.entries->count_filled() : 0;
  if (entries == 0) return "no entries to check";
  const auto wrong = static_cast<int>(help.mistakes.size());
  if (wrong > 0) return fmt::format("{} of {} {} wrong", wrong, entries, wrong == 1 ? "is" : "are");
  if (!board.solution) return "no mistake seen; the solution is not known";
  return entries == 1 ? "the entry is right" : fmt::format("all {} are right", entries);
}

std::vector<std::string> advice(const BoardResult& board, HelpDesk& desk,
                                const Settings& settings) {
  std::vector<std::string> lines;
  if (settings.show == Show::check) {
    const BoardHelp& help = desk.help_for(board, settings.hints);
    lines.push_back(check_text(board, help));
    for (const HelpStep& step : help.mistakes) lines.push_back(step.reason);
  }
  if (settings.show == Show::hint) {
    const BoardHelp& help = desk.help_for(board, settings.hints);
    if (!board.solution) return {"no hint before the board is solved"};
    if (help.hints.empty()) return {"all is filled in rightly"};
    const HelpHint& newest = help.hints.back();
    lines.push_back(newest.step.reason);
    if (settings.how)
      for (std::size_t i = 0; i < newest.how.size(); ++i)
        lines.push_back(fmt::format("{}. {}", i + 1, newest.how[i].reason));
  }
  return lines;
}

}  // namespace gridlens
