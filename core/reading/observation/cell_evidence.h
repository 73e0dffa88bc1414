#pragma once

#include <vector>

#include "core/puzzle/cell_map.h"
#include "core/reading/network/digit_network.h"

namespace gridlens {

// Probability of a label in one rectified board, or of any symbol, from which it is clearly read.
inline constexpr double kClearlyRead = 0.9;
// From this probability on a cell is as good as certain, ...
inline constexpr float kConfident = 0.99F;
// ... and from this one on rather sure.
inline constexpr float kRatherSure = 0.75F;

// Log-probabilities of the cells of one board in one orientation, added up over frames.
//
// Frames of one view are far from independent (the same blur, the same smudge), so the sum is
// tempered. The evidence is the weighted mean of the frames' log-probabilities times a factor. The
// factor grows slowly with the effective number of frames (1 for one frame, at most about 2.4).
// Bounded evidence also lets a change of the page win within a few frames. Kinds (who wrote it) are
// the mean alone: another look at the same pen stroke tells nothing new.
class CellEvidence {
 public:
  explicit CellEvidence(int cells);

  // Starts a frame of the given weight (> 0); then each cell at most once. Cells that a frame
  // leaves out (occluded by a hand or glare) keep what they have. The frame's log-probabilities are
  // multiplied by `trust` (0..1): symbols smeared by motion are mistaken with confidence.
  void begin_frame(double weight, double trust = 1);
  void add(int cell, const CellScores& scores);
  void add_blank(int cell);  // a cell that is blank without asking the network
  void forget(int cell);     // it holds something else now

  // Tempered log-probabilities, normalised; sizes as in CellScores. A cell that no frame showed:
  // what a cell is likely to hold before it is looked at.
  [[nodiscard]] CellScores scores(int cell) const;
  [[nodiscard]] bool seen(int cell) const { return seen_[cell].total > 0; }
  // Rectified boards that count, weak ones for a part.
  [[nodiscard]] double frames(int cell) const { return seen_[cell].frames(); }
  // The label that the frames so far favour.
  [[nodiscard]] int best_label(int cell) const;
  [[nodiscard]] double best_probability(int cell) const;

 private:
  struct Seen {
    double total = 0;  // of the weights of a cell's frames
    double squares = 0;
    CellScores sums;  // weighted
    [[nodiscard]] double frames() const { return squares > 0 ? total * total / squares : 0; }
  };
  static Seen nothing_seen();

  CellMap<Seen> seen_;
  double weight_ = 0;  // of the frame begun
  double trust_ = 1;
};

}  // namespace gridlens
