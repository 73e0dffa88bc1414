#include "core/pipeline/puzzle_memory.h"

#include <algorithm>

namespace gridlens {

namespace {

constexpr double kLeastShared = 0.6;  // of the fuller reading's clues

int clue_count(const BoardReading& reading) {
  const auto& values = reading.clues.values();
  return static_cast<int>(values.size() - std::count(values.begin(), values.end(), 0));
}

}  // namespace

bool same_puzzle(const BoardReading& a, const BoardReading& b) {
  if (a.shape != b.shape || a.clues.n() != b.clues.n()) return false;
  const auto& left = a.clues.values();
  const auto& right = b.clues.values();
  int shared = 0;
  for (size_t cell = 0; cell < left.size(); ++cell) {
    if (left[cell] == 0 || right[cell] == 0) continue;
    if (left[cell] != right[cell]) return false;
    ++shared;
  }
  return shared > 0 && shared >= kLeastShared * std::max(clue_count(a), clue_count(b));
}

bool may_be_same_puzzle(const BoardReading& in_doubt, const BoardReading& sure) {
  if (in_doubt.shape != sure.shape || in_doubt.clues.n() != sure.clues.n()) return false;
  const auto& seen = in_doubt.clues.values();
  const auto& known = sure.clues.values();
  std::vector<bool> doubtful(seen.size(), false);
  for (const int cell : in_doubt.doubtful) doubtful.at(static_cast<size_t>(cell)) = true;
  int shared = 0;
  for (size_t cell = 0; cell < seen.size(); ++cell) {
    if (doubtful[cell] || seen[cell] == 0) continue;
    if (seen[cell] != known[cell]) return false;
    ++shared;
  }
  return shared > 0 && shared >= kLeastShared * clue_count(sure);
}

const BoardReading* PuzzleMemory::recall(const BoardReading& in_doubt, double time_ms) const {
  const BoardReading* recalled = nullptr;
  for (const Remembered& old : remembered_) {
    if (time_ms - old.seen_ms > remember_ms_ || !may_be_same_puzzle(in_doubt, old.reading))
      continue;
    if (recalled != nullptr && recalled->clues != old.reading.clues) return nullptr;
    recalled = &old.reading;
  }
  return recalled;
}

int PuzzleMemory::id_for(const BoardReading& reading, double time_ms, int id,
                         const std::function<bool(int)>& taken) {
  std::erase_if(remembered_,
                [&](const Remembered& old) { return time_ms - old.seen_ms > remember_ms_; });
  if (reading.state != ReadState::sure) return id == 0 ? next_id_++ : id;
  for (Remembered& old : remembered_) {
    if (!same_puzzle(old.reading, reading) || taken(old.id)) continue;
    old.seen_ms = time_ms;
    if (clue_count(reading) > clue_count(old.reading)) old.reading = reading;
    return old.id;
  }
  const bool was_another_puzzle = std::any_of(remembered_.begin(), remembered_.end(),
                                              [&](const Remembered& old) { return old.id == id; });
  if (id == 0 || was_another_puzzle) id = next_id_++;
  remembered_.push_back({id, reading, time_ms});
  return id;
}

}  // namespace gridlens
