#include "core/pipeline/board_help.h"

#include <fmt/format.h>

#include <utility>

namespace gridlens {

std::optional<HelpBoard> help_board(const BoardResult& board) {
  const bool read = board.state == BoardState::solved || board.state == BoardState::multiple;
  if (!read || !board.shape || !board.alphabet || !board.clues) return std::nullopt;
  return HelpBoard{classic_rules(*board.shape), *board.clues,
                   board.entries.value_or(Grid(*board.shape)), board.solution,
                   board.alphabet->symbols()};
}

std::string check_text(const BoardResult& board, const BoardHelp& help) {
  const int entries = board.entries ? board.entries->count_filled() : 0;
  if (entries == 0) return "no entries to check";
  const auto wrong = static_cast<int>(help.mistakes.size());
  if (wrong > 0) return fmt::format("{} of {} {} wrong", wrong, entries, wrong == 1 ? "is" : "are");
  if (!board.solution) return "no mistake seen; the solution is not known";
  return entries == 1 ? "the entry is right" : fmt::format("all {} are right", entries);
}

namespace {

// The last step of the chain, and how many lead to it; or all of them.
std::vector<std::string> hint_lines(const HelpHint& hint, bool how) {
  const std::size_t before = hint.how.empty() ? 0 : hint.how.size() - 1;
  if (before == 0) return {hint.step.reason};
  std::vector<std::string> lines;
  if (how)
    for (std::size_t i = 0; i <= before; ++i)
      lines.push_back(fmt::format("{}. {}", i + 1, hint.how[i].reason));
  else
    lines.push_back(fmt::format("{}, after {} elimination{}", hint.how.back().reason, before,
                                before == 1 ? "" : "s"));
  return lines;
}

}  // namespace

std::vector<std::string> advice(const BoardResult& board, HelpDesk& desk,
                                const Settings& settings) {
  std::vector<std::string> lines;
  if (settings.show == Show::check) {
    const BoardHelp& help = desk.help_for(board, 0);
    lines.push_back(check_text(board, help));
    for (const HelpStep& step : help.mistakes) lines.push_back(step.reason);
  }
  if (settings.show == Show::hint) {
    const BoardHelp& help = desk.help_for(board, settings.hints);
    if (!board.solution) return {"no hint before the board is solved"};
    if (help.looking)
      lines.emplace_back(kLooking);
    else if (help.hints.empty())
      lines.emplace_back(kAllFilledIn);
    if (help.hints.empty()) return lines;
    for (std::string& line : hint_lines(help.hints.back(), settings.how))
      lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace gridlens
