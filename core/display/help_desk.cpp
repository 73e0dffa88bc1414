#include "core/display/help_desk.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace gridlens {

namespace {

constexpr std::size_t kMostBoards = 8;
constexpr std::chrono::milliseconds kBetweenAnswers{30};  // while the thread walks on

// The steps from a board's reading on, as far as they are known.
struct Walk {
  HelpBoard board;  // the steps carried out
  std::vector<HelpHint> hints;
  bool ended = false;  // there is no further one
};

void take_step(Walk& walk) {
  std::optional<HelpHint> next = next_hint(walk.board);
  walk.ended = !next;
  if (walk.ended) return;
  carry_out(next->step, walk.board);
  walk.hints.push_back(std::move(*next));
}

bool goes_on(const Walk& walk, int count) {
  return !walk.ended && static_cast<int>(walk.hints.size()) < count;
}

std::string text_of(const HelpStep& step, int n) {
  if (step.kind == HelpKind::wrong_entry)
    return fmt::format("{} is wrong", help_cell_name(step.cell, n));
  return fmt::format("{}: {}", help_cell_name(step.cell, n), step.technique);
}

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

std::optional<HelpBoard> help_board(const BoardResult& board) {
  const bool read = board.state == BoardState::solved || board.state == BoardState::multiple;
  if (!read || !board.shape || !board.alphabet || !board.clues) return std::nullopt;
  return HelpBoard{classic_rules(*board.shape), *board.clues,
                   board.entries.value_or(Grid(*board.shape)), board.solution,
                   board.alphabet->symbols()};
}

struct HelpDesk::HelpState {
  int id = 0;
  std::optional<Grid> clues, entries, solution;
  std::optional<Walk> walk;  // nothing where the board is no ground for advice
  int serial = 0;            // tells its jobs
  bool asked = false;        // the thread, which has not answered yet
  BoardHelp help;

  [[nodiscard]] bool is_of(const BoardResult& board) const {
    return id == board.id && clues == board.clues && entries == board.entries &&
           solution == board.solution;
  }

  // The first `count` of the steps that are known.
  void tell(int count) {
    if (!walk) return;
    help.looking = goes_on(*walk, count);
    const std::size_t shown = std::min(walk->hints.size(), static_cast<std::size_t>(count));
    if (help.hints.size() == shown) return;
    help.hints.assign(walk->hints.begin(),
                      walk->hints.begin() + static_cast<std::ptrdiff_t>(shown));
    help.text = shown == 0 ? "" : text_of(help.hints.back().step, walk->board.rules.n());
  }
};

// Some steps of a walk on a thread.
struct HelpDesk::Job {
  int serial = 0;  // whose it is
  Walk walk;
  int count = 0;
};

HelpDesk::Job HelpDesk::walk_on(Job job, const std::stop_token& stop) {
  const Clock::time_point begun = Clock::now();
  do take_step(job.walk);
  while (goes_on(job.walk, job.count) && !stop.stop_requested() &&
         Clock::now() - begun < kBetweenAnswers);
  return job;
}

HelpDesk::HelpDesk(Work work) : on_a_thread_(work == Work::on_a_thread) {}

HelpDesk::~HelpDesk() = default;

HelpDesk::HelpState& HelpDesk::state_of(const BoardResult& board) {
  for (const auto& state : states_)
    if (state->is_of(board)) return *state;
  std::erase_if(states_, [&](const auto& state) { return state->id == board.id; });
  if (states_.size() >= kMostBoards) states_.erase(states_.begin());
  auto state = std::make_unique<HelpState>();
  state->id = board.id;
  state->serial = ++serial_;
  state->clues = board.clues;
  state->entries = board.entries;
  state->solution = board.solution;
  if (auto helped = help_board(board)) {
    state->help.mistakes = find_wrong_entries(*helped);
    state->help.units = helped->rules.units;
    // What is not surely read is no ground for advice.
    if (board.solution) state->walk = Walk{std::move(*helped), {}, false};
  }
  states_.push_back(std::move(state));
  return *states_.back();
}

const BoardHelp& HelpDesk::help_for(const BoardResult& board, int count) {
  take_answers();
  HelpState& state = state_of(board);
  if (state.walk && goes_on(*state.walk, count)) {
    if (!on_a_thread_) {
      while (goes_on(*state.walk, count)) take_step(*state.walk);
    } else if (!state.asked) {
      if (!thread_) thread_ = std::make_unique<Thread>("gl-help", walk_on);
      // This asking takes the place of another board's that still waits.
      for (const auto& other : states_) other->asked = false;
      state.asked = true;
      thread_->ask({state.serial, *state.walk, count});
    }
  }
  state.tell(count);
  return state.help;
}

void HelpDesk::take_answers() {
  auto job = thread_ ? thread_->take() : std::nullopt;
  if (!job) return;
  for (const auto& state : states_) {
    if (state->serial != job->serial) continue;
    state->asked = false;
    if (state->walk->hints.size() > job->walk.hints.size()) continue;  // asked twice
    state->walk = std::move(job->walk);
    news_ = true;
  }
}

void HelpDesk::set_game(std::optional<PaintedGame> game) {
  game_ = std::move(game);
}

const Grid* HelpDesk::game_on(const BoardResult& board) const {
  return game_ && board.clues == game_->givens ? &game_->filled : nullptr;
}

bool HelpDesk::has_news() {
  take_answers();
  return std::exchange(news_, false);
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
    for (std::string& line : hint_lines(help.hints.back(), settings.how))
      lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace gridlens
