#pragma once

#include <string>
#include <vector>

#include "app/session/session_view.h"
#include "core/pipeline/frame_result.h"
#include "core/puzzle/puzzle_document.h"

namespace gridlens {

// Every board that was solved in a run, each puzzle once, newest first. Window thread.
class SolvedHistory {
 public:
  // `view`: with the boards' cards. A board that is known has its newest entries.
  void see(const SessionView& view);
  void fill(SessionView& view) const;

  // Null: there is none of that number (of SolvedCard).
  [[nodiscard]] const PuzzleDocument* document(int number) const;
  [[nodiscard]] bool empty() const { return solved_.empty(); }
  // All of them as a file of GridLens' own form.
  [[nodiscard]] std::string text() const;

 private:
  struct Solved {
    PuzzleDocument document;
    SolvedCard card;
  };
  std::vector<Solved> solved_;  // oldest first
};

}  // namespace gridlens
