#include "app/cli/read_text.h"

#include <fmt/format.h>

#include "app/cli/csv_text.h"
#include "app/session/result_json.h"
#include "core/display/help_desk.h"
#include "core/formats/grid_text.h"
#include "core/formats/report_text.h"
#include "core/help/help.h"
#include "core/puzzle/notation.h"

namespace gridlens {

namespace {

const char* const kCsvError = "error";

std::string outcome_of(const BoardResult& board) {
  std::string outcome = to_string(board.state);
  if (!board.message.empty() && board.message != outcome) outcome += " (" + board.message + ")";
  return outcome;
}

std::string heading_of(const std::string& image, const BoardResult& board) {
  if (board.shape && board.alphabet)
    return format_heading(image, {*board.shape, *board.alphabet}, outcome_of(board));
  return fmt::format("{}: {}x{}, {}", image, board.n, board.n, outcome_of(board));
}

std::string block(std::string_view name, const Grid& grid, const Alphabet& alphabet) {
  return std::string(name) + "\n" + grid_text(grid, alphabet);
}

// "r4c7: 3 or 8"
std::string doubt_text(const BoardResult& board, int cell) {
  std::string text = help_cell_name(cell, board.n);
  if (cell >= board.likeliest.size() || !board.alphabet) return text;
  const auto symbol = [&](int value) {
    return value == 0 ? std::string("empty") : board.alphabet->symbol(value);
  };
  const auto& likeliest = board.likeliest[cell];
  if (board.solution) return text + ": given or entry";
  if (likeliest[1] < 0) return text + ": cannot be seen";
  return text + ": " + symbol(likeliest[0]) + " or " + symbol(likeliest[1]);
}

// What an entry is not, and why; or which are wrong of how many.
std::string check_text(const BoardResult& board) {
  const std::string begin(kCheck);
  const int entries = board.entries ? board.entries->count_filled() : 0;
  if (entries == 0) return begin + "there are no entries\n";
  const auto help = help_board(board);
  if (!help || !board.solution)
    return begin + "not possible: " + (board.message.empty() ? "not read" : board.message) + "\n";
  const std::vector<HelpStep> wrong = find_wrong_entries(*help);
  if (wrong.empty())
    return begin + (entries == 1 ? "the one entry is right\n"
                                 : fmt::format("all {} entries are right\n", entries));
  std::string text = begin + fmt::format("{} of {} {} wrong\n", wrong.size(), entries,
                                         wrong.size() == 1 ? "is" : "are");
  for (const HelpStep& step : wrong) text += begin + step.reason + "\n";
  return text;
}

std::string hint_text(const BoardResult& board) {
  const std::string begin(kHint);
  const auto help = help_board(board);
  const auto hint = help ? next_hint(*help) : std::nullopt;
  if (!hint) return begin + (help ? "none\n" : "none: " + board.message + "\n");
  const HelpStep& step = hint->step;
  if (step.kind == HelpKind::wrong_entry) return begin + step.reason + "\n";
  return begin + help_cell_name(step.cell, board.n) + " " + board.alphabet->symbol(step.value) +
         " " + step.technique + ": " + step.reason + "\n";
}

std::string board_text(const std::string& image, const BoardResult& board,
                       const ReadTextOptions& options) {
  std::string text = heading_of(image, board) + "\n";
  if (board.alphabet) {
    const Alphabet& alphabet = *board.alphabet;
    if (board.clues) text += block(kGivensLine, *board.clues, alphabet);
    if (board.entries && board.entries->count_filled() > 0)
      text += block(kEntriesLine, *board.entries, alphabet);
    if (board.solution) text += block(kSolutionLine, *board.solution, alphabet);
  }
  for (const int cell : board.doubtful)
    text += std::string(kDoubtful) + doubt_text(board, cell) + "\n";
  if (options.check) text += check_text(board);
  if (options.hint) text += hint_text(board);
  return text;
}

std::string csv_board(const std::string& image, const BoardResult& board, double ms) {
  const auto grid = [](const std::optional<Grid>& values) {
    return values && values->count_filled() > 0 ? csv_field(format_puzzle(*values)) : "";
  };
  std::string mistakes;
  if (const auto help = help_board(board); help && board.solution)
    for (const HelpStep& wrong : find_wrong_entries(*help))
      mistakes.append(mistakes.empty() ? "" : " ").append(help_cell_name(wrong.cell, board.n));
  return fmt::format("{},{},{},{},{},{},{},{},{},{:.1f}", csv_field(image), board.id, board.n,
                     board.shape ? board.shape->to_string() : "", to_string(board.state),
                     grid(board.clues), grid(board.entries), grid(board.solution), mistakes, ms);
}

}  // namespace

std::string read_text(const std::string& image, const std::vector<BoardResult>& boards,
                      const ReadTextOptions& options) {
  if (boards.empty()) return std::string(image).append(kNoPuzzle) + "\n";
  std::string text;
  for (const BoardResult& board : boards)
    text.append(text.empty() ? "" : "\n").append(board_text(image, board, options));
  return text;
}

std::optional<std::string> read_line(const BoardResult& board) {
  if (!board.clues || board.clues->count_filled() == 0) return std::nullopt;
  return format_puzzle_line(*board.clues);
}

std::string csv_header() {
  return "image,id,n,box,state,givens,entries,solution,mistakes,ms";
}

std::string csv_rows(const std::string& image, const std::vector<BoardResult>& boards, double ms) {
  if (boards.empty()) return fmt::format("{},,,,no puzzle,,,,,{:.1f}", csv_field(image), ms);
  std::string rows;
  for (const BoardResult& board : boards)
    rows.append(rows.empty() ? "" : "\n").append(csv_board(image, board, ms));
  return rows;
}

std::string csv_error_row(const std::string& image) {
  return csv_field(image) + ",,,," + kCsvError + ",,,,,";
}

bool csv_says_error(const std::vector<std::string>& row) {
  constexpr size_t kState = 4;
  return row.size() > kState && row[kState] == kCsvError;
}

}  // namespace gridlens
