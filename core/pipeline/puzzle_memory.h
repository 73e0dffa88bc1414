#pragma once

#include <functional>
#include <vector>

#include "core/reading/board_reader.h"

namespace gridlens {

// The same puzzle, perhaps seen less of: no cell shows two different clues. At most a few clues of
// the fuller one are missing from the other (under a hand, a glare, or beyond the picture). Two
// puzzles agree in few cells by chance. Cells that a person has corrected in either of them say
// nothing: the other may hold the same misread.
bool same_puzzle(const BoardReading& a, const BoardReading& b);

// What is surely known of a reading in doubt fits a sure one. Apart from its doubtful cells it
// shows most of the sure one's clues and no other. Smeared clues may look blank. Corrected cells as
// above; of a puzzle that is not sure itself the doubtful cells say nothing, either.
bool may_be_same_puzzle(const BoardReading& in_doubt, const BoardReading& sure);

// A puzzle is forgotten so long after it was last read, unless a person has corrected it: until
// then a board that is read again gets its id back.
inline constexpr double kRememberMs = 10000;

// Which number a board goes by. A puzzle that is seen for the first time gets a new one. A puzzle
// of a moment ago that is read again gets its old one back. Another page under a track gets another
// one. One thread.
class PuzzleMemory {
 public:
  // The id for a board read so at a time (media time), which went by `id` so far (0: none).
  // `taken`: whether another board in view goes by an id.
  int id_for(const BoardReading& reading, double time_ms, int id,
             const std::function<bool(int)>& taken);

  // The sure reading of a moment ago that a reading in doubt shows again; null: none, or more than
  // one. Valid until the next call of another member.
  [[nodiscard]] const BoardReading* recall(const BoardReading& in_doubt, double time_ms) const;

  // Cells of a sure reading that a remembered puzzle with one solution read otherwise, where nearly
  // all other clues are the same: one of the two is misread. Empty: there is no such puzzle.
  [[nodiscard]] std::vector<int> cells_in_conflict(const BoardReading& sure, double time_ms) const;

  // A person has corrected the board that goes by `id`, which reads so from then on. It is
  // remembered with its corrections, sure or not: a reading with the old misread is known for it,
  // too.
  void correct(int id, const BoardReading& reading, double time_ms);

  // The same of a board that is not in view: it has the correction when it comes back.
  void correct_unseen(int id, const Correction& correction);

  // What a person said of the board that goes by `id`; null: nothing, or it is not that which reads
  // so. Valid as above.
  [[nodiscard]] const Corrections* corrections_of(int id, const BoardReading& reading) const;

  // Forgets all puzzles; ids go on counting.
  void forget() { remembered_.clear(); }

 private:
  struct Remembered {
    int id = 0;
    // Of the looks that agree, the one with most clues; with a person's corrections, if there are.
    BoardReading reading;
    double seen_ms = 0;
    [[nodiscard]] bool shown_by(const BoardReading& seen) const;
  };
  Remembered* find_entry(int id, const BoardReading& seen, const std::function<bool(int)>& taken);
  std::vector<Remembered> remembered_;
  int next_id_ = 1;
};

}  // namespace gridlens
