#include "core/pipeline/board_help.h"

#include <fmt/format.h>

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
    const HelpHint& newest = help.hints.back();
    lines.push_back(newest.step.reason);
    if (settings.how)
      for (std::size_t i = 0; i < newest.how.size(); ++i)
        lines.push_back(fmt::format("{}. {}", i + 1, newest.how[i].reason));
  }
  return lines;
}

}  // namespace gridlens
