#include "app/play/play_session.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <exception>
#include <utility>

#include "app/play/symbol_fit.h"

namespace gridlens {

namespace {

constexpr std::int64_t kClockSavedMs = 30'000;  // of a game in which nothing else happens

std::int64_t seconds_now() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

bool same_puzzle(const PuzzleDocument& a, const PuzzleDocument& b) {
  return a.shape == b.shape && a.rules == b.rules && a.regions == b.regions &&
         a.givens == b.givens && a.symbols == b.symbols;
}

// Entries that were read from the paper since, where the game has none.
void add_entries(const Grid& read, GameRecord& record) {
  PlayStep step;
  Game game(record);
  for (int cell = 0; cell < game.rules().shape.cells(); ++cell) {
    const int value = read.at(cell);
    if (value == 0 || game.value_at(cell) != 0) continue;
    step.changes.push_back({cell, {0, game.marks_at(cell)}, {value, 0}});
  }
  if (step.changes.empty()) return;
  record = game.record(0);
  for (const CellChange& change : step.changes) {
    record.document.entries.set(change.cell, change.after.entry);
    record.document.marks[static_cast<std::size_t>(change.cell)] = 0;
  }
  record.steps.resize(record.done);
  record.steps.push_back(std::move(step));
  ++record.done;
}

// Puzzles that join the saved games where they are not among them; what a person is told of that.
std::string keep_others(GameStore& store, const GameStore::Listing& kept,
                        const std::vector<PuzzleDocument>& others) {
  if (others.empty()) return "";
  const std::size_t count = std::min(others.size(), PlaySession::kMostOthers);
  for (std::size_t i = 0; i < count; ++i) {
    const auto same = [&](const GameStore::Entry& entry) {
      return same_puzzle(entry.record.document, others[i]);
    };
    if (std::any_of(kept.games.begin(), kept.games.end(), same)) continue;
    GameRecord record;
    record.document = others[i];
    record.played_s = seconds_now();
    if (record.document.created_s == 0) record.document.created_s = record.played_s;
    store.save("", record);
  }
  const std::string all = std::to_string(others.size() + 1) + " puzzles: ";
  return count == others.size()
             ? all + "the others are in the list of games"
             : all + "the next " + std::to_string(count) + " are in the list of games";
}

}  // namespace

PlaySession::PlaySession(std::filesystem::path folder)
    : store_(std::make_shared<GameStore>(std::move(folder))) {}

PlaySession::~PlaySession() {
  if (making_) making_->request_stop();
}

void PlaySession::start(PuzzleDocument document, std::int64_t now_ms,
                        std::vector<PuzzleDocument> others) {
  now_ms_ = now_ms;
  if (document.created_s == 0) document.created_s = seconds_now();
  open_ = true;
  if (game_) change(play::Pause{true}, now_ms);
  keeper_.post([this, store = store_, document = std::move(document),
                others = std::move(others)](const std::stop_token&) {
    GameRecord record;
    std::string id, told;
    record.document = document;
    PlayMood mood = PlayMood::quiet;
    try {
      const GameStore::Listing kept = store->list();
      for (const GameStore::Entry& entry : kept.games)
        if (id.empty() && !entry.record.finished && same_puzzle(entry.record.document, document)) {
          record = store->load(entry.id);
          id = entry.id;
          add_entries(document.entries, record);
        }
      told = keep_others(*store, kept, others);
    } catch (const std::exception& error) {  // this puzzle is played anew
      id.clear();
      record = GameRecord();
      record.document = document;
      if (!others.empty()) {
        told = error.what();
        mood = PlayMood::bad;
      }
    }
    return [this, record, id, told, mood] {
      begin(record, id, now_ms_);
      if (!told.empty()) tell(told, mood);
    };
  });
}

void PlaySession::resume_last(bool open, std::int64_t now_ms) {
  now_ms_ = now_ms;
  open_ = open_ || open;
  keeper_.post([this, store = store_](const std::stop_token&) -> Worker::Done {
    const GameStore::Listing listing = store->list();
    const std::string trouble = listing.troubles.empty() ? "" : listing.troubles.front();
    try {
      if (!listing.games.empty()) {
        const std::string id = listing.games.front().id;
        return [this, id, trouble, record = store->load(id)] {
          if (!game_) begin(record, id, now_ms_);
          if (!trouble.empty()) tell(trouble, PlayMood::bad);
        };
      }
    } catch (const std::exception& error) {
      return [this, line = std::string(error.what())] { tell(line, PlayMood::bad); };
    }
    return [this, trouble] {
      if (!trouble.empty()) tell(trouble, PlayMood::bad);
    };
  });
}

void PlaySession::begin(GameRecord record, std::string id, std::int64_t now_ms) {
  try {
    Game game(std::move(record));
    game_.emplace(std::move(game));
  } catch (const std::exception& error) {
    tell(error.what(), PlayMood::bad);
    return;
  }
  ++number_;
  const bool goes_on = !id.empty() && id == saved_id();
  slot_ = std::make_shared<Slot>();
  slot_->id = std::move(id);
  if (!goes_on) select_first_blank();
  last_value_ = 0;
  typed_.clear();
  forget_help();
  games_open_ = finish_card_ = false;
  study_.reset();
  study();
  if (open_) game_->apply(play::Pause{false}, now_ms);
  save(now_ms);
}

void PlaySession::select_first_blank() {
  selected_ = 0;
  while (selected_ + 1 < game_->rules().shape.cells() && game_->value_at(selected_) != 0)
    ++selected_;
}

std::string PlaySession::saved_id() const {
  if (!slot_) return "";
  const std::scoped_lock lock(slot_->mutex);
  return slot_->id;
}

void PlaySession::drop_game() {
  thinker_.forget();
  ++number_;
  game_.reset();
  const std::scoped_lock lock(slot_->mutex);
  slot_->waiting.reset();
}

void PlaySession::forget_help() {
  hint_.reset();
  wrong_.clear();
  message_.clear();
  mood_ = PlayMood::quiet;
  thinking_ = false;
}

void PlaySession::tell(const std::string& message, PlayMood mood) {
  message_ = message;
  mood_ = mood;
}

bool PlaySession::change(const play::Command& command, std::int64_t now_ms) {
  const bool was_finished = game_ && game_->finished();
  if (!game_ || !game_->apply(command, now_ms)) return false;
  finish_card_ = !was_finished && game_->finished();
  if (!std::holds_alternative<play::Pause>(command) &&
      !std::holds_alternative<play::ChangeOptions>(command))
    forget_help();
  save(now_ms);
  return true;
}

void PlaySession::save(std::int64_t now_ms) {
  saved_ms_ = now_ms;
  GameRecord record = game_->record(now_ms);
  record.played_s = seconds_now();
  {
    const std::scoped_lock lock(slot_->mutex);
    slot_->waiting = std::move(record);
  }
  keeper_.post([this, store = store_, slot = slot_](const std::stop_token&) -> Worker::Done {
    std::optional<GameRecord> newest;
    std::string id;
    {
      const std::scoped_lock lock(slot->mutex);
      newest.swap(slot->waiting);
      id = slot->id;
    }
    if (!newest) return {};
    std::string line;
    try {
      id = store->save(id, *newest);
    } catch (const std::exception& error) {
      line = error.what();
    }
    const std::scoped_lock lock(slot->mutex);
    slot->id = id;
    return [this, line] { trouble_ = line; };
  });
}

std::vector<std::string> PlaySession::symbols() const {
  if (!game_->document().symbols.empty()) return game_->document().symbols;
  std::vector<std::string> numerals;
  for (int value = 1; value <= game_->n(); ++value) numerals.push_back(std::to_string(value));
  return numerals;
}

void PlaySession::put(int value, bool mark, std::int64_t now_ms) {
  typed_.clear();
  last_value_ = value;
  if (mark)
    change(play::ToggleMark{selected_, value}, now_ms);
  else
    change(play::SetEntry{selected_, value}, now_ms);
}

void PlaySession::type(char symbol, bool mark, std::int64_t now_ms) {
  const std::vector<std::string> known = symbols();
  const auto upper = static_cast<char>(std::toupper(static_cast<unsigned char>(symbol)));
  std::string text = typed_ + upper;
  if (!fit_of(text, known).any()) text = upper;  // begins anew
  const SymbolFit fit = fit_of(text, known);
  if (!fit.any()) {
    typed_.clear();
    if (upper == '0' || upper == ' ') change(play::ClearCell{selected_}, now_ms);
    return;
  }
  typed_ = text;
  typed_mark_ = mark;
  if (!fit.longer) put(fit.exact, mark, now_ms);
}

void PlaySession::ask_games() {
  keeper_.post([this, store = store_](const std::stop_token&) -> Worker::Done {
    auto listing = std::make_shared<const GameStore::Listing>(store->list());
    return [this, listing] {
      games_ = listing;
      if (!listing->troubles.empty()) tell(listing->troubles.front(), PlayMood::bad);
    };
  });
}

void PlaySession::open(std::int64_t now_ms) {
  open_ = true;
  if (game_)
    change(play::Pause{false}, now_ms);
  else
    resume_last(true, now_ms);
}

void PlaySession::close(std::int64_t now_ms) {
  open_ = false;
  games_open_ = false;
  if (game_ && !to_paper_) change(play::Pause{true}, now_ms);
}

void PlaySession::leave(std::int64_t now_ms) {
  if (game_) change(play::Pause{true}, now_ms);
}

bool PlaySession::poll(std::int64_t now_ms) {
  if (game_ && !game_->paused() && !game_->finished() && now_ms - saved_ms_ >= kClockSavedMs)
    save(now_ms);
  const bool thought = thinker_.poll(), made = maker_.poll();
  return keeper_.poll() || thought || made;
}

void PlaySession::drain() {
  while (thinker_.busy() || keeper_.busy() || maker_.busy()) {
    maker_.drain();
    thinker_.drain();
    keeper_.drain();
  }
}

}  // namespace gridlens
