#include "tests/simulator/score.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace gridlens::generator {
namespace {

// The part of a polygon on the left of the line from `from` to `to` (Sutherland and Hodgman).
std::vector<cv::Point2d> cut_off(const std::vector<cv::Point2d>& polygon, cv::Point2d from,
                                 cv::Point2d to) {
  std::vector<cv::Point2d> kept;
  const auto side = [&](cv::Point2d p) { return (to - from).cross(p - from); };
  for (size_t i = 0; i < polygon.size(); ++i) {
    const cv::Point2d a = polygon[i];
    const cv::Point2d b = polygon[(i + 1) % polygon.size()];
    const double at_a = side(a);
    const double at_b = side(b);
    if (at_a >= 0) kept.push_back(a);
    if ((at_a >= 0) != (at_b >= 0)) kept.push_back(a + (b - a) * (at_a / (at_a - at_b)));
  }
  return kept;
}

double area(const std::vector<cv::Point2d>& polygon) {
  double twice = 0;
  for (size_t i = 0; i < polygon.size(); ++i)
    twice += polygon[i].cross(polygon[(i + 1) % polygon.size()]);
  return std::abs(twice) / 2;
}

using CornerErrors = std::array<cv::Point2d, 4>;

CornerErrors errors_of(const Quad& shown, const Quad& truth) {
  CornerErrors errors;
  for (size_t i = 0; i < 4; ++i) errors[i] = shown.corners[i] - truth.corners[i];
  return errors;
}

double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[static_cast<size_t>(std::lround(share * double(values.size() - 1)))];
}

// What is remembered of one true board from frame to frame.
struct Follow {
  int frame = -2;                    // last frame it was asked for and found
  std::vector<CornerErrors> recent;  // of the frames running up to it
  std::optional<int> id;
  int first_seen = -1, first_asked = -1, first_solved = -1;
};

bool is_read(const BoardPrediction& shown) {
  return shown.state == "solved" || shown.state == "multiple" || shown.state == "contradiction";
}

// A symbol that may be a given or an entry, on a board whose answer is in no doubt.
bool is_doubtful_kind(const BoardPrediction& shown, int cell) {
  return !shown.solution.empty() &&
         std::find(shown.doubtful.begin(), shown.doubtful.end(), cell) != shown.doubtful.end();
}

class Scorer {
 public:
  explicit Scorer(const ScoreOptions& options) : options_(options) {}

  void add(const FrameTruth& truth, const FramePrediction* predicted) {
    ++score_.frames;
    if (predicted == nullptr) ++score_.missing_frames;
    const std::vector<BoardPrediction> none;
    const auto& shown = predicted != nullptr ? predicted->boards : none;
    std::vector<bool> used(shown.size(), false);
    for (size_t b = 0; b < truth.boards.size(); ++b) {
      const BoardTruth& board = truth.boards[b];
      const bool asked =
          board.inside >= options_.min_inside && board.visible >= options_.min_visible;
      // The board's place on the page and its clues: another page is another board.
      Follow& follow = follows_[{b, board.clues.values()}];
      if (follow.first_seen < 0) {
        follow.first_seen = truth.frame;
        before_[b] = std::exchange(now_[b], board);
      }
      if (asked) {
        ++score_.asked;
        if (follow.first_asked < 0) follow.first_asked = truth.frame;
      }
      const int match = best_match(shown, used, board);
      if (match < 0) continue;
      used[static_cast<size_t>(match)] = true;
      judge(shown[static_cast<size_t>(match)], board, asked, truth.frame, follow,
            before_[b] && truth.frame - follow.first_seen < options_.swap_frames ? &*before_[b]
                                                                                 : nullptr);
    }
    for (size_t i = 0; i < shown.size(); ++i) {
      if (used[i]) continue;
      ++score_.false_boards;
      if (!shown[i].solution.empty()) ++score_.wrong_solutions;
    }
  }

  Score finish() {
    score_.corner_median_px = quantile(distances_, 0.5);
    score_.corner_p95_px = quantile(distances_, 0.95);
    score_.corner_worst_px = quantile(distances_, 1);
    if (jitter_samples_ > 0) score_.jitter_px = std::sqrt(jitter_sum_ / jitter_samples_ * 2 / 3);
    bool all = !follows_.empty();
    int worst = 0;
    for (const auto& [key, follow] : follows_) {
      if (follow.first_asked < 0) continue;
      if (follow.first_solved < 0)
        all = false;
      else
        worst = std::max(worst, follow.first_solved - follow.first_asked);
    }
    if (all && score_.asked > 0) score_.first_solved = worst;
    return score_;
  }

 private:
  int best_match(const std::vector<BoardPrediction>& shown, const std::vector<bool>& used,
                 const BoardTruth& board) const {
    int best = -1;
    double most = options_.min_overlap;
    for (size_t i = 0; i < shown.size(); ++i) {
      if (used[i]) continue;
      const double share = overlap(shown[i].corners, board.corners);
      if (share >= most) most = share, best = static_cast<int>(i);
    }
    return best;
  }

  // `before`: the board that lay here a moment ago, where there was one.
  void judge(const BoardPrediction& shown, const BoardTruth& board, bool asked, int frame,
             Follow& follow, const BoardTruth* before) {
    const int turn = best_turn(shown.corners, board.corners);
    const bool oriented = turn == 0;
    if (!shown.clues.empty() && is_read(shown) && !oriented) ++score_.wrong_orientations;
    const bool stale =
        before != nullptr && oriented && is_read(shown) && same_clues(shown, *before);
    if (is_read(shown) && oriented && !stale && !same_clues(shown, board)) ++score_.misreadings;
    const bool solved = !shown.solution.empty() && oriented && same_solution(shown, board);
    if (!shown.solution.empty() && !solved)
      ++(stale && same_solution(shown, *before) ? score_.stale_solutions : score_.wrong_solutions);
    if (!asked) return;
    ++score_.found;
    if (solved) {
      ++score_.solved;
      if (follow.first_solved < 0) follow.first_solved = frame;
    }
    if (follow.id && *follow.id != shown.id) ++score_.id_changes;
    follow.id = shown.id;
    const CornerErrors errors = errors_of(shown.corners.rotated(turn), board.corners);
    for (const cv::Point2d& e : errors) distances_.push_back(cv::norm(e));
    if (follow.frame != frame - 1) follow.recent.clear();
    follow.frame = frame;
    follow.recent.push_back(errors);
    if (follow.recent.size() < 3) return;
    const size_t last = follow.recent.size() - 1;
    for (size_t i = 0; i < 4; ++i) {
      const cv::Point2d high =
          follow.recent[last - 1][i] - (follow.recent[last - 2][i] + follow.recent[last][i]) * 0.5;
      jitter_sum_ += high.dot(high);
      ++jitter_samples_;
    }
  }

  ScoreOptions options_;
  Score score_;
  std::map<std::pair<size_t, std::vector<std::uint8_t>>, Follow> follows_;
  std::map<size_t, std::optional<BoardTruth>> now_, before_;  // by place on the page
  std::vector<double> distances_;
  double jitter_sum_ = 0;
  int jitter_samples_ = 0;
};

bool fits(const std::vector<std::vector<int>>& shown, const BoardPrediction& from, int n) {
  if (static_cast<int>(shown.size()) != n) return false;
  for (const auto& row : shown) {
    if (static_cast<int>(row.size()) != n) return false;
    for (const int value : row)
      if (value < 0 || value > static_cast<int>(from.alphabet.size())) return false;
  }
  return true;
}

}  // namespace

// OpenCV's intersectConvexConvex finds none of some that lie within a tenth of a pixel of each
// other.
double overlap(const Quad& a, const Quad& b) {
  if (!a.is_convex() || !b.is_convex()) return 0;
  std::vector<cv::Point2d> common(a.corners.begin(), a.corners.end());
  const bool turned = b.signed_area_px2() < 0;
  for (size_t i = 0; i < 4; ++i) {
    const cv::Point2d from = b.corners[turned ? (i + 1) % 4 : i];
    const cv::Point2d to = b.corners[turned ? i : (i + 1) % 4];
    common = cut_off(common, from, to);
  }
  const double shared = area(common);
  return shared / (std::abs(a.signed_area_px2()) + std::abs(b.signed_area_px2()) - shared);
}

int best_turn(const Quad& shown, const Quad& truth) {
  int best = 0;
  double least = std::numeric_limits<double>::max();
  for (int turn = 0; turn < 4; ++turn) {
    double sum = 0;
    for (const cv::Point2d& e : errors_of(shown.rotated(turn), truth)) sum += cv::norm(e);
    if (sum < least) least = sum, best = turn;
  }
  return best;
}

bool same_clues(const BoardPrediction& shown, const BoardTruth& truth) {
  const int n = truth.shape.n();
  if (!fits(shown.clues, shown, n)) return false;
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      const int said = shown.clues[size_t(r)][size_t(c)], real = truth.clues.at(r, c);
      // A covered clue need not be known; what is said of it must be right all the same.
      if (said == 0 &&
          std::find(truth.covered.begin(), truth.covered.end(), r * n + c) != truth.covered.end())
        continue;
      if ((said == 0) != (real == 0) && is_doubtful_kind(shown, r * n + c)) continue;
      if ((said == 0) != (real == 0)) return false;
      if (real != 0 && shown.alphabet[size_t(said - 1)] != truth.alphabet[size_t(real - 1)])
        return false;
    }
  return true;
}

bool same_solution(const BoardPrediction& shown, const BoardTruth& truth) {
  const int n = truth.shape.n();
  if (!fits(shown.solution, shown, n)) return false;
  std::vector<int> real_of(shown.alphabet.size() + 1, 0);
  std::vector<int> said_of(static_cast<size_t>(n) + 1, 0);
  std::vector<bool> is_clue(static_cast<size_t>(n) + 1, false);
  for (const std::uint8_t value : truth.clues.values()) is_clue[value] = true;
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      const int said = shown.solution[size_t(r)][size_t(c)], real = truth.solution.at(r, c);
      if (said == 0 || real == 0) return false;  // there is none
      if (is_clue[size_t(real)] &&
          shown.alphabet[size_t(said - 1)] != truth.alphabet[size_t(real - 1)])
        return false;
      int &r2 = real_of[size_t(said)], &s2 = said_of[size_t(real)];
      if ((r2 != 0 && r2 != real) || (s2 != 0 && s2 != said)) return false;
      r2 = real, s2 = said;
    }
  return true;
}

Score score(const std::vector<FrameTruth>& truth, const std::vector<FramePrediction>& predictions,
            const ScoreOptions& options) {
  std::map<int, const FramePrediction*> by_frame;
  for (const FramePrediction& prediction : predictions) by_frame[prediction.frame] = &prediction;
  Scorer scorer(options);
  for (const FrameTruth& frame : truth) {
    const auto at = by_frame.find(frame.frame);
    scorer.add(frame, at == by_frame.end() ? nullptr : at->second);
  }
  return scorer.finish();
}

}  // namespace gridlens::generator
