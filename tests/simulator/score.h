#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/simulator/truth.h"

namespace gridlens::generator {

// One board of a line of `gridlens live --jsonl` or `gridlens read --json`.
struct BoardPrediction {
  int id = 0;
  Quad corners;
  std::string state;
  std::vector<std::string> alphabet;              // empty: not known yet
  std::vector<std::vector<int>> clues, solution;  // empty: null
  std::string message = {};                       // for people; not in the JSON that is scored
  std::vector<std::vector<int>> entries = {};     // the same
  std::vector<int> doubtful = {};  // cells, row-major: of a solved board, given or entry
};

struct FramePrediction {
  int frame = 0;
  std::vector<BoardPrediction> boards;
};

// Throws std::runtime_error naming the line where one is malformed.
FramePrediction prediction_from_json(const std::string& line);
std::vector<FramePrediction> read_predictions(const std::filesystem::path& jsonl);

struct ScoreOptions {
  // A board must be found when at least this much of it lies inside the picture ...
  double min_inside = 0.99;
  // ... and this much is neither outside nor covered. Boards below either are neither asked for nor
  // held against the program.
  double min_visible = 0.6;
  double min_overlap = 0.5;  // intersection over union from which a prediction is of a true board
  // For so many frames after another page came to lie there, the old one's solution counts as
  // stale, not as wrong.
  int swap_frames = 5;
};

// Distances are in picture pixels. "Asked": boards that must be found, counted per frame.
struct Score {
  int frames = 0;          // of the truth
  int missing_frames = 0;  // truth frames without a line of predictions
  int asked = 0;
  int found = 0;         // asked boards with a prediction
  int false_boards = 0;  // predictions where there is no board, and second ones of the same board
  int solved = 0;        // asked boards shown with their right solution
  int wrong_solutions = 0;     // solutions shown (on any prediction) that are not the board's
  int stale_solutions = 0;     // of the page before, just after a swap
  int misreadings = 0;         // boards called solved, multiple or contradiction with wrong clues
  int wrong_orientations = 0;  // read boards whose TL is not the true one
  int id_changes = 0;          // of one true board while it is asked for
  double corner_median_px = 0, corner_p95_px = 0, corner_worst_px = 0;  // over the asked and found
  double jitter_px = 0;  // root mean square of the high-frequency part of the corner error
  // Frames from when a board is first asked for until it is first solved (0: at once); the worst
  // board, none when one was never solved.
  std::optional<int> first_solved;

  [[nodiscard]] double found_share() const { return asked > 0 ? double(found) / asked : 1; }
  [[nodiscard]] double solved_share() const { return asked > 0 ? double(solved) / asked : 1; }
};

// Corner distances are taken in the rotation of the prediction that fits best (orientation is
// counted apart). Jitter: e(t) - (e(t-1) + e(t+1)) / 2 per corner over three frames running, scaled
// by sqrt(2/3), so that independent errors of r.m.s. length s give s; smooth motion and constant
// offsets give 0.
Score score(const std::vector<FrameTruth>& truth, const std::vector<FramePrediction>& predictions,
            const ScoreOptions& options = {});

// Intersection over union of two convex quads; 0 where one is not.
double overlap(const Quad& a, const Quad& b);

// The quarter turns of `shown` that bring it closest to the truth.
int best_turn(const Quad& shown, const Quad& truth);

std::string to_text(const Score& score);
std::string to_json(const Score& score);

// Does the shown solution say the same as the truth? Values stand for alphabet symbols; symbols
// that occur in no clue may be named differently (an alphabet that the clues leave open).
bool same_solution(const BoardPrediction& shown, const BoardTruth& truth);
bool same_clues(const BoardPrediction& shown, const BoardTruth& truth);

}  // namespace gridlens::generator
