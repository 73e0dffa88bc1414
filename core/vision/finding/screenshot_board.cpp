#include "core/vision/finding/screenshot_board.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/ablation/mechanism.h"
#include "core/image/statistics.h"
#include "core/vision/finding/line_count.h"
#include "core/vision/finding/outlines.h"
#include "core/vision/lattice/board_check.h"
#include "core/vision/lattice/lattice_evidence.h"

namespace gridlens {

namespace {

// A side ends so far from the row or column it begins in. Drawn lines are fitted to a tenth of a
// pixel, rounded tiles to half a pixel.
constexpr double kExactPx = 0.7;
constexpr double kExactShare = 0.002;  // of the side
constexpr double kNearlyShare = 0.03;
constexpr double kLeastSpread = 0.4;  // px
constexpr size_t kFewestSamples = 8;
constexpr double kLeastScoreKept = 0.9;  // of what the free fit has
// Columns and rows that have found the same pitch, each for themselves, bear each other out.
constexpr double kSamePitch = 0.002;
constexpr double kLeastOfSamePitch = 0.8;
// A photograph that was coded to flat colours: what lies askew there fits where it lies. Of an
// askew lattice's lines so many are seen, and the upright one must show nearly as many.
constexpr double kSurelySeen = 0.97;
constexpr double kAsWell = 0.97;
constexpr double kMostUnlikeSides = 0.03;

// How far the sides are off the picture's rows and columns, the worst of them: pixels, and share
// of the side.
struct Askew {
  double px = 0;
  double share = 0;
};

Askew askew(const Quad& quad) {
  const auto lengths = quad.side_lengths_px();
  Askew worst;
  for (size_t i = 0; i < 4; ++i) {
    const cv::Point2d way = quad.corners[(i + 1) % 4] - quad.corners[i];
    const double off = std::min(std::abs(way.x), std::abs(way.y));
    worst = {std::max(worst.px, off), std::max(worst.share, off / std::max(1.0, lengths[i]))};
  }
  return worst;
}

int top_left(const Quad& quad) {
  const auto& corners = quad.corners;
  const auto first = std::min_element(
      corners.begin(), corners.end(),
      [](const cv::Point2d& a, const cv::Point2d& b) { return a.x + a.y < b.x + b.y; });
  return static_cast<int>(first - corners.begin());
}

// Lines at from + line * step, one family of them.
struct Comb {
  double from = 0;
  double step = 0;
  bool solved = false;
};

// The straight comb through the seen samples of a family, with Tukey weights.
Comb fit_comb(const std::vector<LatticeSample>& samples, LineFamily family, Comb comb) {
  std::vector<std::pair<double, double>> seen;  // line, place
  for (const LatticeSample& s : samples) {
    if (!s.reading.seen || s.segment.family != family) continue;
    const cv::Point2d at = s.reading.measured();
    seen.emplace_back(s.segment.line, family == LineFamily::column_line ? at.x : at.y);
  }
  comb.solved = false;
  if (seen.size() < kFewestSamples) return comb;
  for (int round = 0; round < 8; ++round) {
    std::vector<double> off;
    for (const auto& [line, place] : seen) off.push_back(place - comb.from - line * comb.step);
    const double reach = 4 * std::max(kLeastSpread, robust_spread(std::move(off)));
    double w = 0, wx = 0, wy = 0, wxx = 0, wxy = 0;
    for (const auto& [line, place] : seen) {
      const double weight = tukey_weight((place - comb.from - line * comb.step) / reach);
      w += weight, wx += weight * line, wy += weight * place;
      wxx += weight * line * line, wxy += weight * line * place;
    }
    const double spread = w * wxx - wx * wx;
    if (spread < 1e-6 * w * w) return comb;
    comb.step = (w * wxy - wx * wy) / spread;
    comb.from = (wy - comb.step * wx) / w;
  }
  comb.solved = true;
  return comb;
}

Quad rectangle(const Comb& x, const Comb& y, int n) {
  const double right = x.from + n * x.step;
  const double bottom = y.from + n * y.step;
  return {{cv::Point2d{x.from, y.from}, {right, y.from}, {right, bottom}, {x.from, bottom}}};
}

struct UprightFit {
  Homography image_from_board;
  double score = -1;
  bool same_pitch = false;
};

// The combs fitted to the lines near them; nullopt where they make no square.
std::optional<UprightFit> fit_near(const LinePicture& picture, Comb x, Comb y, int n) {
  ProfileOptions options;
  for (const double search_cells : {0.2, 0.15, 0.12}) {
    options.search_cells = search_cells;
    const auto samples =
        read_lattice(picture, Homography::image_from_board(rectangle(x, y, n), n), n, options);
    x = fit_comb(samples, LineFamily::column_line, x);
    y = fit_comb(samples, LineFamily::row_line, y);
    if (!x.solved || !y.solved || x.step < 2 || y.step < 2) return std::nullopt;
  }
  if (std::abs(x.step - y.step) > kMostUnlikeSides * std::max(x.step, y.step)) return std::nullopt;
  const Homography fitted = Homography::image_from_board(rectangle(x, y, n), n);
  const LatticeEvidence evidence = weigh_lattice(picture, LatticeWarp(fitted, n), n, false);
  const bool same_pitch = std::abs(x.step - y.step) < kSamePitch * x.step;
  return UprightFit{fitted, evidence.score, same_pitch};
}

// The upright square that fits the lines best, in the pixels of the full picture.
std::optional<Homography> upright_fit(const GreyPyramid& pyramid, const Quad& upright,
                                      const BoardCandidate& board) {
  const int n = board.n;
  const auto& c = upright.corners;
  const int level = pyramid.level_for(upright.side_lengths_px()[0] / n, kFineCellPx);
  const LinePicture& picture = pyramid.with_dark_lines(board.light_on_dark).level(level);
  const Homography full_from_level = GreyPyramid::full_from_level(level);
  const Homography level_from_full = GreyPyramid::level_from_full(level);
  const cv::Point2d tl = level_from_full(cv::Point2d{(c[0].x + c[3].x) / 2, (c[0].y + c[1].y) / 2});
  const cv::Point2d br = level_from_full(cv::Point2d{(c[1].x + c[2].x) / 2, (c[2].y + c[3].y) / 2});
  const Comb x{tl.x, (br.x - tl.x) / n};
  const Comb y{tl.y, (br.y - tl.y) / n};
  auto best = fit_near(picture, x, y, n);
  if (!best && in_use<"pitch_of_other_way">()) {
    // A side may have been found at the frame around the board: the other way tells the pitch.
    const auto from_end = [&](const Comb& comb, double step) {
      return Comb{comb.from + n * (comb.step - step), step};
    };
    for (const auto& [cols, rows] :
         {std::pair(x, Comb{y.from, x.step}), std::pair(x, from_end(y, x.step)),
          std::pair(Comb{x.from, y.step}, y), std::pair(from_end(x, y.step), y)}) {
      auto fit = fit_near(picture, cols, rows, n);
      if (fit && (!best || fit->score > best->score)) best = fit;
    }
  }
  if (!best) return std::nullopt;
  const double least = best->same_pitch                     ? kLeastOfSamePitch
                       : board.lattice_score >= kSurelySeen ? kAsWell
                                                            : kLeastScoreKept;
  if (best->score < least * board.lattice_score) return std::nullopt;
  return full_from_level * best->image_from_board;
}

std::vector<LineCount> count_edges(const GreyPyramid& edges, const Quad& outline) {
  std::vector<LineCount> counts;
  // Sides that the outline is brought to: small cells are not seen at the first.
  for (const double side_px : {400.0, 800.0}) {
    const int level = edges.level_for(outline.side_lengths_px()[0], side_px);
    counts =
        count_lines(edges.level(level), mapped(outline, GreyPyramid::level_from_full(level)), 3);
    if (!counts.empty()) break;
  }
  return counts;
}

}  // namespace

std::optional<BoardCandidate> find_in_outline(const GreyPyramid& pyramid, const GreyPyramid& edges,
                                              const Quad& outline) {
  if (askew(outline).share > kNearlyShare) return std::nullopt;
  std::optional<BoardCandidate> best;
  for (const LineCount& count : count_edges(edges, outline)) {
    const Homography presumed = Homography::image_from_board(outline, count.n);
    for (const GreyPyramid& lines : {pyramid, pyramid.negative(), edges}) {
      auto board = check_board(lines, presumed, count.n);
      if (!board) continue;
      settle_screenshot_board(lines, *board);
      if (!best || (board->n % best->n == 0 && board->n > best->n
                        ? board->lattice_score > kFinerWins * best->lattice_score
                        : board->lattice_score > best->lattice_score))
        best = std::move(board);
    }
  }
  return best;
}

void settle_screenshot_board(const GreyPyramid& pyramid, BoardCandidate& board) {
  const Quad quad = board.corners();
  const Askew off = askew(quad);
  const int turns = top_left(quad);
  if (off.px > kExactPx || off.share > kExactShare) {
    if (off.share > kNearlyShare || !in_use<"upright_fit">()) return;
    const auto fitted = upright_fit(pyramid, quad.rotated(turns), board);
    if (!fitted) return;
    board.image_from_board = fitted->rotated_board(-turns, board.n);
    board.bend = BoardBend(board.n);
    board.bend_cells = 0;
  }
  board.screenshot_quarter_turns = turns;
}

void lay_upright(BoardCandidate& board) {
  const Quad quad = board.corners();
  if (askew(quad).share > kNearlyShare) return;
  const int turns = top_left(quad);
  const auto c = quad.rotated(turns).corners;
  const Comb x{(c[0].x + c[3].x) / 2, (c[1].x + c[2].x - c[0].x - c[3].x) / (2 * board.n)};
  const Comb y{(c[0].y + c[1].y) / 2, (c[2].y + c[3].y - c[0].y - c[1].y) / (2 * board.n)};
  const Quad upright = rectangle(x, y, board.n);
  board.image_from_board =
      Homography::image_from_board(upright, board.n).rotated_board(-turns, board.n);
  board.screenshot_quarter_turns = turns;
}

}  // namespace gridlens
