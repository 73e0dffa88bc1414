#include "core/vision/board_finder.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <optional>

#include "core/vision/debug_sink.h"
#include "core/vision/ink_components.h"
#include "core/vision/lattice_evidence.h"
#include "core/vision/lattice_fit.h"
#include "core/vision/line_count.h"
#include "core/vision/pyramid.h"
#include "core/vision/quad_fit.h"

namespace gridlens {

namespace {

constexpr int kLevels = 4;
constexpr double kMinInnerScore = 0.60;  // of the weaker family's inner lines ...
constexpr double kMinFaintScore = 0.48;  // ... or so many where border and box lines make up for it
constexpr double kMinScore = 0.60;
constexpr double kGoodScore = 0.75;
constexpr double kMinSmallScore = 0.85;  // of a lattice of few lines, which chance could make
constexpr int kFewCells = 6;
constexpr double kMaxOutside = 0.60;
constexpr double kMaxFiner = 0.80;
constexpr int kMaxBlackGroups = 2;
constexpr int kMaxTriedPerLevel = 24;
constexpr double kLightContrast = 0.25;
constexpr int kTriesPerOutline = 2;

struct Suspect {
  Quad quad;  // full-size pixels
  int level = 0;
  bool light_on_dark = false;
};

struct Found {
  BoardCandidate board;
  double area_px2 = 0;
};

Quad mapped(const Quad& quad, const Homography& map) {
  Quad out;
  for (int i = 0; i < 4; ++i) out.corners[i] = map(quad.corners[i]);
  return out;
}

double shorter_side(const Quad& quad) {
  const auto sides = quad.side_lengths_px();
  return *std::min_element(sides.begin(), sides.end());
}

// Quadrilateral blobs of ink: boards whose lines hang together.
void add_outline_suspects(const GreyPyramid& pyramid, int level, bool light_on_dark,
                          double min_side_px, std::vector<Suspect>& suspects, DebugSink* debug) {
  const cv::Mat& grey = pyramid.level(level);
  const double scale = 1 << level;
  InkOptions options;
  // Paper between lines is a little lighter than its surroundings: light lines must stand out more.
  if (light_on_dark) options.contrast = kLightContrast;
  options.min_extent_px = std::max(16, static_cast<int>(0.9 * min_side_px / scale));
  const cv::Mat mask =
      ink_mask(grey, light_on_dark ? InkPolarity::light : InkPolarity::dark, options);
  const std::vector<InkComponent> components = ink_components(mask, options.min_extent_px);
  cv::Mat picture;
  if (debug != nullptr) cv::cvtColor(mask, picture, cv::COLOR_GRAY2BGR);
  int taken = 0;
  for (const InkComponent& component : components) {
    if (taken >= kMaxTriedPerLevel) break;
    const auto quad = enclosing_quad(component.rim);
    if (!quad) continue;
    const double area = quad->signed_area_px2();
    const double ink = component.area_px / area;
    if (ink > 0.7 || ink < 0.02) continue;
    if (hull_share(component.rim, *quad) < 0.72) continue;
    const auto sides = quad->side_lengths_px();
    const auto [shortest, longest] = std::minmax_element(sides.begin(), sides.end());
    if (*shortest < options.min_extent_px || *longest > 4 * *shortest) continue;
    suspects.push_back({mapped(*quad, GreyPyramid::full_from_level(level)), level, light_on_dark});
    ++taken;
    if (debug != nullptr)
      for (int i = 0; i < 4; ++i)
        cv::line(picture, quad->corners[i], quad->corners[(i + 1) % 4], {0, 0, 255}, 1);
  }
  if (debug != nullptr)
    debug->picture(
        std::string(light_on_dark ? "light" : "dark") + "_ink_level_" + std::to_string(level),
        picture);
}

bool enough(const LatticeEvidence& e, int n) {
  if (e.score < (n <= kFewCells ? kMinSmallScore : kMinScore)) return false;
  return e.inner_score >= kMinInnerScore ||
         (e.inner_score >= kMinFaintScore && e.score >= kGoodScore);
}

// Counts the lines inside a suspect, fits the lattice and weighs it.
std::optional<Found> verify(const GreyPyramid& pyramid, const Suspect& suspect) {
  const int counting = pyramid.level_for(shorter_side(suspect.quad), 220);
  const auto counts = count_lines(pyramid.level(counting),
                                  mapped(suspect.quad, GreyPyramid::level_from_full(counting)),
                                  suspect.light_on_dark, 2);
  std::optional<Found> best;
  for (const LineCount& count : counts) {
    const int n = count.n;
    ProfileOptions options;
    options.light_on_dark = suspect.light_on_dark;
    Homography image_from_board = Homography::image_from_board(suspect.quad, n);
    const double cell_px = shorter_side(suspect.quad) / n;
    // Coarse first, where lines are a pixel or two wide; then at full size.
    const int coarse = pyramid.level_for(cell_px, 14);
    const LatticeFit rough = refine_lattice(pyramid.level(coarse),
                                            GreyPyramid::level_from_full(coarse) * image_from_board,
                                            n, {0.30, 0.20}, options);
    if (!rough.solved) continue;
    LatticeEvidence evidence =
        weigh_lattice(pyramid.level(coarse), rough.image_from_board, n, suspect.light_on_dark);
    if (evidence.inner_score < 0.7 * kMinInnerScore || evidence.score < 0.7 * kMinScore ||
        evidence.outside_score > kMaxOutside || evidence.finer_score > kMaxFiner)
      continue;
    image_from_board = GreyPyramid::full_from_level(coarse) * rough.image_from_board;
    const int fine = pyramid.level_for(cell_px, 40);
    LatticeFit fit;
    fit.solved = true;
    fit.image_from_board = image_from_board;
    for (int level = std::max(0, coarse - 1); level >= 0; --level) {
      if (level > 0 && level != fine) continue;
      fit = refine_lattice(pyramid.level(level),
                           GreyPyramid::level_from_full(level) * image_from_board, n, {0.15},
                           options);
      if (!fit.solved) break;
      image_from_board = GreyPyramid::full_from_level(level) * fit.image_from_board;
    }
    if (!fit.solved) continue;
    std::vector<LatticeSample> samples;
    const Homography weighed = GreyPyramid::level_from_full(fine) * image_from_board;
    evidence = weigh_lattice(pyramid.level(fine), weighed, n, suspect.light_on_dark, &samples);
    if (!enough(evidence, n) || evidence.outside_score > kMaxOutside ||
        evidence.finer_score > kMaxFiner)
      continue;
    if (count_black_groups(pyramid.level(fine), weighed, n, suspect.light_on_dark) >
        kMaxBlackGroups)
      continue;
    // Of two sizes that fit, a multiple explains more lines.
    if (best && !(n % best->board.n == 0 && evidence.score > 0.8 * best->board.lattice_score) &&
        (best->board.n % n == 0 || evidence.score < best->board.lattice_score))
      continue;
    Found found;
    found.board.image_from_board = image_from_board;
    found.board.n = n;
    found.board.lattice_score = evidence.score;
    found.board.light_on_dark = suspect.light_on_dark;
    found.board.shapes = weigh_shapes(pyramid.level(fine), weighed, n, samples);
    found.area_px2 = image_from_board.outline(n).signed_area_px2();
    best = found;
  }
  return best;
}

bool same_place(const Quad& a, const Quad& b) {
  return a.contains(b.centre()) || b.contains(a.centre());
}

// The same outline was already tried or found, perhaps starting at another corner.
bool same_outline(const Quad& a, const Quad& b) {
  const double tolerance = 0.04 * std::sqrt(std::abs(a.signed_area_px2()));
  for (int turn = 0; turn < 4; ++turn)
    if (max_corner_distance_px(a, b.rotated(turn)) < tolerance) return true;
  return false;
}

}  // namespace

std::vector<BoardCandidate> find_boards(const cv::Mat& image, const FindOptions& options,
                                        DebugSink* debug) {
  const GreyPyramid pyramid(image, kLevels);
  std::vector<Found> found;
  std::vector<Quad> tried;
  for (int level = pyramid.levels() - 1; level >= 0; --level) {
    std::vector<Suspect> suspects;
    for (const bool light_on_dark : {false, true})
      add_outline_suspects(pyramid, level, light_on_dark, options.min_side_px, suspects, debug);
    for (const Suspect& suspect : suspects) {
      const bool known = std::any_of(found.begin(), found.end(), [&](const Found& f) {
        return same_outline(f.board.corners(), suspect.quad);
      });
      if (known) continue;
      // A finer picture of the same outline seldom tells more.
      const auto tries = std::count_if(tried.begin(), tried.end(), [&](const Quad& quad) {
        return same_outline(quad, suspect.quad);
      });
      if (tries >= kTriesPerOutline) continue;
      tried.push_back(suspect.quad);
      if (auto board = verify(pyramid, suspect)) found.push_back(std::move(*board));
    }
  }
  // Of boards that share their place, the one with more of its lattice seen stays.
  std::stable_sort(found.begin(), found.end(), [](const Found& a, const Found& b) {
    return a.board.lattice_score > b.board.lattice_score;
  });
  std::vector<BoardCandidate> boards;
  for (const Found& f : found) {
    const bool covered = std::any_of(boards.begin(), boards.end(), [&](const BoardCandidate& b) {
      return same_place(b.corners(), f.board.corners());
    });
    if (!covered && static_cast<int>(boards.size()) < options.max_boards) boards.push_back(f.board);
  }
  if (debug != nullptr) {
    cv::Mat picture;
    cv::cvtColor(pyramid.level(0), picture, cv::COLOR_GRAY2BGR);
    for (const BoardCandidate& b : boards)
      for (int k = 0; k <= b.n; ++k) {
        const auto& h = b.image_from_board;
        const double t = k;
        cv::line(picture, h({t, 0}), h({t, double(b.n)}), {0, 160, 0}, 1, cv::LINE_AA);
        cv::line(picture, h({0, t}), h({double(b.n), t}), {0, 160, 0}, 1, cv::LINE_AA);
      }
    debug->picture("lattices", picture);
  }
  return boards;
}

}  // namespace gridlens
