#include "core/pipeline/puzzle_memory.h"

#include <algorithm>

#include "core/ablation/mechanism.h"

namespace gridlens {

namespace {

constexpr double kLeastShared = 0.6;  // of the fuller reading's clues
// Of the clues that two readings share: other puzzles differ in most of them.
constexpr double kMostMisread = 0.1;

// The cells of a reading that say nothing of which puzzle it is.
void leave_out(const std::vector<int>& doubtful, const Corrections& corrections,
               CellFlags& left_out) {
  for (const int cell : doubtful) left_out[cell] = true;
  for (const Correction& one : corrections) left_out[one.cell] = true;
}

int clue_count(const BoardReading& reading) {
  return reading.clues.count_filled();
}

// Clues in cells that a person has not corrected in either reading.
int clues_to_share(const BoardReading& reading, const BoardReading& other) {
  int count = 0;
  for (int cell = 0; cell < reading.clues.shape().cells(); ++cell)
    count += reading.clues.at(cell) != 0 && !is_corrected(reading.corrections, cell) &&
             !is_corrected(other.corrections, cell);
  return count;
}

// Two solutions, or none, may come of a symbol that was missed or of an entry among the clues: no
// reason to overrule what is seen.
bool may_have_one_solution(const BoardReading& reading) {
  return reading.proof == SolveState::unique || reading.proof == SolveState::budget;
}

}  // namespace

bool same_puzzle(const BoardReading& a, const BoardReading& b) {
  if (a.shape != b.shape || a.clues.n() != b.clues.n()) return false;
  CellFlags left_out(a.clues.shape().cells());
  leave_out({}, a.corrections, left_out);
  leave_out({}, b.corrections, left_out);
  int shared = 0;
  for (int cell = 0; cell < left_out.size(); ++cell) {
    if (left_out[cell] || a.clues.at(cell) == 0 || b.clues.at(cell) == 0) continue;
    if (a.clues.at(cell) != b.clues.at(cell)) return false;
    ++shared;
  }
  return shared > 0 &&
         shared >= kLeastShared * std::max(clues_to_share(a, b), clues_to_share(b, a));
}

bool may_be_same_puzzle(const BoardReading& in_doubt, const BoardReading& sure) {
  if (in_doubt.shape != sure.shape || in_doubt.clues.n() != sure.clues.n()) return false;
  CellFlags left_out(in_doubt.clues.shape().cells());
  leave_out(in_doubt.doubtful, in_doubt.corrections, left_out);
  leave_out(sure.doubtful, sure.corrections, left_out);
  int shared = 0;
  for (int cell = 0; cell < left_out.size(); ++cell) {
    if (left_out[cell] || in_doubt.clues.at(cell) == 0) continue;
    if (in_doubt.clues.at(cell) != sure.clues.at(cell)) return false;
    ++shared;
  }
  return shared > 0 && shared >= kLeastShared * clues_to_share(sure, in_doubt);
}

const BoardReading* PuzzleMemory::recall(const BoardReading& in_doubt, double time_ms) const {
  const BoardReading* recalled = nullptr;
  for (const Remembered& old : remembered_) {
    if (time_ms - old.seen_ms > remember_ms_ || old.reading.state != ReadState::sure ||
        (!may_have_one_solution(old.reading) && in_use<"memory_one_solution">()) ||
        !may_be_same_puzzle(in_doubt, old.reading))
      continue;
    if (recalled != nullptr && recalled->clues != old.reading.clues) return nullptr;
    recalled = &old.reading;
  }
  return recalled;
}

std::vector<int> PuzzleMemory::cells_in_conflict(const BoardReading& sure, double time_ms) const {
  for (const Remembered& old : remembered_) {
    const BoardReading& known = old.reading;
    if (time_ms - old.seen_ms > remember_ms_ || known.state != ReadState::sure ||
        known.proof != SolveState::unique || known.shape != sure.shape ||
        !known.corrections.empty() || !sure.corrections.empty())
      continue;
    std::vector<int> differing;
    int shared = 0;
    for (int cell = 0; cell < sure.shape.cells(); ++cell) {
      const int now = sure.clues.at(cell);
      const int then = known.clues.at(cell);
      if (now == 0 || then == 0) continue;
      ++shared;
      if (now != then) differing.push_back(cell);
    }
    if (!differing.empty() && static_cast<double>(differing.size()) <= kMostMisread * shared)
      return differing;
  }
  return {};
}

bool PuzzleMemory::Remembered::shown_by(const BoardReading& seen) const {
  if (seen.state != ReadState::sure) return may_be_same_puzzle(seen, reading);
  return reading.state == ReadState::sure ? same_puzzle(reading, seen)
                                          : may_be_same_puzzle(reading, seen);
}

// Its own entry before others: a correction may make it equal to an earlier reading of the page.
PuzzleMemory::Remembered* PuzzleMemory::find_entry(int id, const BoardReading& seen,
                                                   const std::function<bool(int)>& taken) {
  Remembered* found = nullptr;
  for (Remembered& old : remembered_) {
    if (!old.shown_by(seen) || taken(old.id)) continue;
    if (old.id == id) return &old;
    if (!found) found = &old;
  }
  return found;
}

int PuzzleMemory::id_for(const BoardReading& reading, double time_ms, int id,
                         const std::function<bool(int)>& taken) {
  std::erase_if(remembered_, [&](const Remembered& old) {
    return old.reading.corrections.empty() && time_ms - old.seen_ms > remember_ms_;
  });
  Remembered* known = find_entry(id, reading, taken);
  if (reading.state != ReadState::sure) {
    // In doubt it is the board that it was, or, if new, one that a person was about to mend.
    const bool corrected = known && !known->reading.corrections.empty();
    if (corrected && (id == 0 || id == known->id)) {
      known->seen_ms = time_ms;
      return known->id;
    }
    return id == 0 ? next_id_++ : id;
  }
  if (known) {
    known->seen_ms = time_ms;
    const bool fuller =
        known->reading.state != ReadState::sure || clue_count(reading) > clue_count(known->reading);
    const bool keeps_corrections =
        known->reading.corrections.empty() || reading.corrections == known->reading.corrections;
    const bool no_worse = may_have_one_solution(reading) ||
                          !may_have_one_solution(known->reading) || !in_use<"memory_no_worse">();
    if (fuller && no_worse && keeps_corrections) known->reading = reading;
    return known->id;
  }
  const bool was_another_puzzle = std::any_of(remembered_.begin(), remembered_.end(),
                                              [&](const Remembered& old) { return old.id == id; });
  if (id == 0 || was_another_puzzle) id = next_id_++;
  remembered_.push_back({id, reading, time_ms});
  return id;
}

void PuzzleMemory::correct(int id, const BoardReading& reading, double time_ms) {
  std::erase_if(remembered_, [id](const Remembered& old) { return old.id == id; });
  remembered_.push_back({id, reading, time_ms});
}

void PuzzleMemory::correct_unseen(int id, const Correction& correction) {
  for (Remembered& old : remembered_) {
    if (old.id != id || !correction.is_valid(old.reading.clues.n())) continue;
    old.reading.corrections = with(std::move(old.reading.corrections), correction);
    old.reading.state = ReadState::reading;  // what follows from it is for the next look to say
  }
}

const Corrections* PuzzleMemory::corrections_of(int id, const BoardReading& reading) const {
  for (const Remembered& old : remembered_)
    if (old.id == id && !old.reading.corrections.empty() && old.shown_by(reading))
      return &old.reading.corrections;
  return nullptr;
}

}  // namespace gridlens
