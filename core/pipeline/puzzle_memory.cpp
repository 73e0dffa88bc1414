#include "core/pipeline/puzzle_memory.h"

#include <algorithm>

#include "core/ablation/mechanism.h"

namespace gridlens {

namespace {

constexpr double kLeastShared = 0.6;  // of the fuller reading's clues
// Of the clues that two readings share: other puzzles differ in most of them.
constexpr double kMostMisread = 0.1;

// The cells of two readings that say nothing of which puzzle it is: those that a person has
// corrected.
CellFlags corrected_cells(const BoardReading& a, const BoardReading& b) {
  CellFlags cells(a.clues.shape().cells());
  for (const BoardReading* reading : {&a, &b})
    for (const Correction& one : reading->corrections) cells[one.cell] = true;
  return cells;
}

struct SharedClues {
  int count = 0;
  std::vector<int> differing;  // cells
};

// `full`: a cell without a clue in `b` differs, too.
SharedClues shared_clues(const BoardReading& a, const BoardReading& b, const CellFlags& left_out,
                         bool full = false) {
  SharedClues shared;
  for (int cell = 0; cell < left_out.size(); ++cell) {
    const int here = a.clues.at(cell);
    const int there = b.clues.at(cell);
    if (left_out[cell] || here == 0 || (there == 0 && !full)) continue;
    ++shared.count;
    if (here != there) shared.differing.push_back(cell);
  }
  return shared;
}

bool of_one_size(const BoardReading& a, const BoardReading& b) {
  return a.shape == b.shape && a.clues.n() == b.clues.n();
}

int clue_count(const BoardReading& reading, const CellFlags& left_out) {
  int count = 0;
  for (int cell = 0; cell < left_out.size(); ++cell)
    count += reading.clues.at(cell) != 0 && !left_out[cell];
  return count;
}

// Two solutions, or none, may come of a symbol that was missed or of an entry among the clues: no
// reason to overrule what is seen.
bool may_have_one_solution(const BoardReading& reading) {
  return reading.proof == SolveState::unique || reading.proof == SolveState::budget;
}

}  // namespace

bool same_puzzle(const BoardReading& a, const BoardReading& b) {
  if (!of_one_size(a, b)) return false;
  const CellFlags corrected = corrected_cells(a, b);
  const SharedClues shared = shared_clues(a, b, corrected);
  return shared.differing.empty() && shared.count > 0 &&
         shared.count >=
             kLeastShared * std::max(clue_count(a, corrected), clue_count(b, corrected));
}

bool may_be_same_puzzle(const BoardReading& in_doubt, const BoardReading& sure) {
  if (!of_one_size(in_doubt, sure)) return false;
  const CellFlags corrected = corrected_cells(in_doubt, sure);
  CellFlags left_out = corrected;
  for (const BoardReading* reading : {&in_doubt, &sure})
    for (const int cell : reading->doubtful) left_out[cell] = true;
  const SharedClues shared = shared_clues(in_doubt, sure, left_out, true);
  return shared.differing.empty() && shared.count > 0 &&
         shared.count >= kLeastShared * clue_count(sure, corrected);
}

const BoardReading* PuzzleMemory::recall(const BoardReading& in_doubt, double time_ms) const {
  const BoardReading* recalled = nullptr;
  for (const Remembered& old : remembered_) {
    if (time_ms - old.seen_ms > kRememberMs || old.reading.state != ReadState::sure ||
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
    if (time_ms - old.seen_ms > kRememberMs || known.state != ReadState::sure ||
        known.proof != SolveState::unique || known.shape != sure.shape ||
        !known.corrections.empty() || !sure.corrections.empty())
      continue;
    const SharedClues shared = shared_clues(sure, known, CellFlags(sure.shape.cells()));
    if (!shared.differing.empty() &&
        static_cast<double>(shared.differing.size()) <= kMostMisread * shared.count)
      return shared.differing;
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
    return old.reading.corrections.empty() && time_ms - old.seen_ms > kRememberMs;
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
    const bool fuller = known->reading.state != ReadState::sure ||
                        reading.clues.count_filled() > known->reading.clues.count_filled();
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
