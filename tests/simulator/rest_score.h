#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/simulator/score.h"
#include "tests/simulator/sequence.h"

namespace gridlens::generator {

// How one board that is readable during the rest was shown.
struct BoardRest {
  int board = 0;  // its number in the sequence
  Shape shape;
  // Frames of rest until it is shown solved with the right solution, and for five frames more.
  // None: never.
  std::optional<int> wait;
  int flickers = 0;    // later changes between shown so and not
  int identities = 0;  // ids it was shown under in the whole sequence
  std::string last;    // what is said of it at the end
  // Does a still of the last frame solve it? Asked where it did not settle in 30 frames.
  std::optional<bool> still_solves;

  [[nodiscard]] bool is_settled() const { return wait && *wait <= kSettledFrames; }
  static constexpr int kSettledFrames = 30;
};

struct SequenceScore {
  std::vector<BoardRest> boards;
  int unreadable = 0;  // boards that lie free of others in the rest, but are not readable
  int wrong = 0;       // solutions shown, in any frame, that are not those of a board in that place
  int ghosts = 0;      // of these: right ones of a board that is gone, or that lies elsewhere
  int stale = 0;       // right ones of a board that lay there up to five frames ago
  int false_boards = 0;       // reported where no board is, nor was up to five frames ago
  std::string first_trouble;  // the first wrong solution or false board; empty without
};

struct RestRules {
  double min_overlap = 0.5;      // intersection over union
  double least_uncovered = 0.1;  // by other things than hands: below, the board is gone
  int grace_frames = 5;
  int steady_frames = 5;
};

// Is the board's right solution shown in its place?
bool is_shown_right(const BoardPrediction& shown, const BoardTruth& board, double min_overlap);

// Scores one sequence as it is shown. A hand over a board takes nothing away: the board is there.
class RestScorer {
 public:
  // `readable`: numbers of the boards that are readable in every frame from `rest_from` on.
  RestScorer(int rest_from, std::vector<int> readable, const RestRules& rules = {});

  void add(const FrameTruth& truth, const std::vector<BoardFacts>& facts,
           const std::vector<BoardPrediction>& shown);
  [[nodiscard]] SequenceScore finish() const;

 private:
  struct Lying {
    BoardTruth truth;
    int board;
  };
  void judge(const BoardPrediction& shown, const FrameTruth& truth,
             const std::vector<BoardFacts>& facts, std::vector<bool>& used);
  void note_trouble(const char* what, int frame, const BoardPrediction& shown);
  [[nodiscard]] bool is_of_the_sequence(const BoardPrediction& shown) const;
  [[nodiscard]] bool lay_here(const BoardPrediction& shown, bool with_its_solution) const;

  RestRules rules_;
  int rest_from_;
  std::vector<int> readable_;
  std::deque<std::vector<Lying>> recent_;   // the boards of the last frames
  std::map<int, std::set<int>> ids_;        // by board
  std::map<int, std::vector<bool>> right_;  // by board, in each frame of the rest
  std::map<int, std::string> last_;
  std::map<int, BoardTruth> boards_;  // as last seen
  std::set<int> in_rest_;
  SequenceScore score_;
};

}  // namespace gridlens::generator
