#include "core/vision/finding/lattice_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <string>

#include "core/ablation/mechanism.h"
#include "core/vision/finding/best_boards.h"
#include "core/vision/finding/cell_lattice.h"
#include "core/vision/finding/cell_seeds.h"
#include "core/vision/finding/debug_sink.h"
#include "core/vision/finding/distant_board.h"
#include "core/vision/finding/ink_components.h"
#include "core/vision/finding/lattice_extent.h"
#include "core/vision/finding/outline_check.h"
#include "core/vision/finding/outlines.h"
#include "core/vision/finding/ridge_filter.h"
#include "core/vision/lattice/board_candidate.h"
#include "core/vision/lattice/board_check.h"
#include "core/vision/lattice/cell_background.h"
#include "core/vision/lattice/lattice_fit.h"
#include "core/vision/lattice/occluded_side.h"

namespace gridlens {
namespace {

constexpr int kTriesPerOutline = 2;
constexpr int kFewestGrown = 5;       // cells a side of a lattice grown from one: a part of a board
constexpr int kMostGrown = 12;        // the board and what seems to go on beyond it
constexpr double kMinPartLeft = 0.6;  // of the columns (or rows) of a board with a covered side

constexpr int kMostSeeds = 60;  // cells from which lattices grow, a level; promising ones first
// What a live frame can wait for.
constexpr int kMostDistantLive = 12;  // outlines fitted as distant boards, half a millisecond each
constexpr int kMostWindowsLive = 5;   // grown lattices fitted, 1.5 ms each
constexpr int kMostSeedsLive = 20;
constexpr int kWindowTurns = 4;            // until all that are fitted at all were
constexpr size_t kSmallPicture = 400'000;  // pixels: searched in all inks at once
// Light lines, and cells of either ink, are looked for at full size up to here: of larger pictures
// half the size shows even the finest lines.
constexpr int kMaxFullSizePixels = 1'000'000;
constexpr int kUnlimited = std::numeric_limits<int>::max();

// Grown lattices that earlier turns have fitted; every other turn goes back to the first ones.
int windows_before(const SearchTask& task) {
  const int pair = task.turn.value_or(0) / 2;
  return pair % 2 == 0 ? 0 : (1 + pair / 2 % (kWindowTurns - 1)) * kMostWindowsLive;
}

// The same outline was already tried or found, perhaps starting at another corner.
bool same_outline(const Quad& a, const Quad& b) {
  const double tolerance = 0.04 * std::sqrt(std::abs(a.signed_area_px2()));
  return closest_turn(b, a).distance_px < tolerance;
}

bool any_contains(const std::vector<Quad>& quads, cv::Point2d point) {
  return std::any_of(quads.begin(), quads.end(),
                     [&](const Quad& quad) { return quad.contains(point); });
}

void keep_better(std::optional<BoardCandidate>& best, std::optional<BoardCandidate> board) {
  if (board && (!best || board->lattice_score > best->lattice_score)) best = std::move(board);
}

// The ink of one level: where lines may be, which are dark in `pyramid`.
struct LevelInk {
  GreyPyramid pyramid;
  int level;
  cv::Mat mask;

  [[nodiscard]] const LinePicture& picture() const { return pyramid.level(level); }
  [[nodiscard]] Homography full_from_level() const { return GreyPyramid::full_from_level(level); }
};

// Collects what was found on the way through the levels.
class Search {
 public:
  Search(const SearchTask& task, const LatticeKinds& kinds)
      : task_(task),
        kinds_(kinds),
        distant_left_(task.turn ? kMostDistantLive : kUnlimited),
        windows_left_(task.turn ? kMostWindowsLive : kUnlimited),
        windows_skipped_(windows_before(task)) {}

  void outlines(const LevelInk& ink) {
    if (!in_use<"outlines">()) return;
    for (const Quad& outline : candidate_outlines(ink.mask, ink.level, kinds_.min_side_px)) {
      const auto same = [&](const Quad& quad) { return same_outline(quad, outline); };
      if (is_known(outline.centre())) continue;
      if (std::any_of(found_.begin(), found_.end(), [&](const BoardCandidate& b) {
            return b.light_on_dark == ink.pyramid.is_negative() && same(b.corners());
          }))
        continue;
      // A finer picture of the same outline seldom tells more.
      if (std::count_if(tried_.begin(), tried_.end(), same) >= kTriesPerOutline) continue;
      tried_.push_back(outline);
      if (only_noted(ink)) continue;
      if (auto board = check_outline(ink.pyramid, outline, distant()))
        found_.push_back(std::move(*board));
    }
  }

  // Boards of which little more than the boxes' lines can be seen, outlines broken or not.
  void distant_boards(const LevelInk& ink) {
    for (const Quad& outline : candidate_outlines(ink.mask, ink.level, kinds_.min_side_px, true))
      if (auto board = find_distant_board(ink.pyramid.level(0), outline, distant()))
        found_.push_back(std::move(*board));
  }

  [[nodiscard]] bool nothing_found() const { return found_.empty() && task_.known.empty(); }

  void cells(const LevelInk& ink) {
    if (!in_use<"cell_lattices">() || only_noted(ink)) return;
    for (CellLattice& lattice : cell_lattices(ink.mask)) {
      const auto centre_found = [&] {
        const cv::Point2d centre = (ink.full_from_level() * lattice.image_from_cells)(
            {lattice.cols / 2.0, lattice.rows / 2.0});
        return is_known(centre) ||
               std::any_of(found_.begin(), found_.end(),
                           [&](const BoardCandidate& b) { return b.corners().contains(centre); });
      };
      if (centre_found()) continue;
      // As it was found, which may be all its boxes; then as far as its lines go.
      if (lattice.cells * 10 >= 8 * lattice.cols * lattice.rows && in_use<"cells_as_found">() &&
          try_lattice(ink, lattice))
        continue;
      if (in_use<"lattice_extent">() && !settle_extent(ink.picture(), lattice)) continue;
      if (centre_found()) continue;
      if (!try_lattice(ink, lattice)) try_completed(ink, lattice);
    }
  }

  // Lattices that grow along the lines of `level` from single cells.
  void seeds(const LevelInk& ink) {
    if (!in_use<"cell_seeds">()) return;
    std::vector<Quad> grown;
    for (CellLattice& lattice : cell_seeds(ink.mask, task_.turn ? kMostSeedsLive : kMostSeeds)) {
      const cv::Point2d centre = lattice.image_from_cells({1.5, 1.5});
      if (is_known(ink.full_from_level()(centre)) || any_contains(grown, centre)) continue;
      if (!settle_extent(ink.picture(), lattice)) continue;
      const int more = std::max(lattice.cols, lattice.rows);
      const int fewer = std::min(lattice.cols, lattice.rows);
      if (fewer < kFewestGrown || more > kMostGrown) continue;
      grown.push_back(outline_of(lattice.image_from_cells, {lattice.cols, lattice.rows}));
      try_windows(ink, lattice);
    }
  }

  [[nodiscard]] const std::vector<Quad>& tried() const { return tried_; }

  [[nodiscard]] std::vector<BoardCandidate> best() const { return best_boards(found_); }

  void show(const LevelInk& ink, DebugSink& debug) const {
    cv::Mat picture;
    cv::cvtColor(ink.mask, picture, cv::COLOR_GRAY2BGR);
    const std::string what = std::string(ink.pyramid.is_negative() ? "light" : "dark") +
                             "_ink_level_" + std::to_string(ink.level);
    for (const Quad& outline : candidate_outlines(ink.mask, ink.level, kinds_.min_side_px)) {
      const Quad quad = mapped(outline, GreyPyramid::level_from_full(ink.level));
      for (int i = 0; i < 4; ++i)
        cv::line(picture, quad.corners[i], quad.corners[(i + 1) % 4], {0, 0, 255}, 1);
    }
    if (ink.mask.total() <= kMaxFullSizePixels)
      for (const CellLattice& lattice : cell_lattices(ink.mask))
        draw_lattice(picture, lattice.image_from_cells, lattice.cols, lattice.rows, {0, 200, 0});
    debug.picture(what, picture);
  }

 private:
  // How many outlines may still be fitted as distant boards; null: they are not looked for.
  [[nodiscard]] int* distant() { return kinds_.distant ? &distant_left_ : nullptr; }

  [[nodiscard]] bool only_noted(const LevelInk& ink) const {
    return ink.pyramid.is_negative() && kinds_.light_lines != LightLines::looked_for;
  }

  [[nodiscard]] bool is_known(cv::Point2d centre) const {
    return any_contains(task_.known, centre);
  }

  bool try_lattice(const LevelInk& ink, const CellLattice& lattice) {
    if (lattice.cols != lattice.rows) return false;
    const Homography image_from_board = ink.full_from_level() * lattice.image_from_cells;
    const Quad outline = image_from_board.outline(lattice.cols);
    if (outline.shortest_side_px() < kinds_.min_side_px) return false;
    // Thin lines may be missing in the ink: the cells found can be whole boxes.
    auto board = check_outline(ink.pyramid, outline, distant());
    if (!board && !possible_shapes(lattice.cols).empty())
      board = check_board(ink.pyramid, image_from_board, lattice.cols);
    if (board) found_.push_back(std::move(*board));
    return board.has_value();
  }

  // The best board of the commonest size that shares most of its cells with a lattice.
  void try_windows(const LevelInk& ink, const CellLattice& lattice) {
    constexpr int n = kCommonestSize;
    std::optional<BoardCandidate> best;
    for (int row = std::min(0, lattice.rows - n); row <= std::max(0, lattice.rows - n); ++row)
      for (int col = std::min(0, lattice.cols - n); col <= std::max(0, lattice.cols - n); ++col) {
        const Homography image_from_board = ink.full_from_level() * lattice.image_from_cells *
                                            Homography::translation(cv::Point(col, row));
        const Quad outline = image_from_board.outline(n);
        if (outline.shortest_side_px() < kinds_.min_side_px) continue;
        if (tried_often(ink, outline, n)) continue;
        if (windows_skipped_ > 0) {
          --windows_skipped_;
          continue;
        }
        if (windows_left_ == 0) continue;
        --windows_left_;
        keep_better(best, check_board(ink.pyramid, image_from_board, n));
      }
    if (best) found_.push_back(std::move(*best));
  }

  // Was a lattice of so many cells found here before, and refused? Notes it down, too.
  bool tried_often(const LevelInk& ink, const Quad& outline, int n) {
    const bool negative = ink.pyramid.is_negative();
    const auto count = std::count_if(lattices_.begin(), lattices_.end(), [&](const Tried& tried) {
      return tried.n == n && tried.negative == negative && same_outline(tried.outline, outline);
    });
    if (count < kTriesPerOutline) lattices_.push_back({outline, n, negative});
    return count >= kTriesPerOutline;
  }

  // Something may lie over a side: of the columns (or rows) only a part is left then.
  void try_completed(const LevelInk& ink, const CellLattice& lattice) {
    const int n = std::max(lattice.cols, lattice.rows);
    const int fewer = std::min(lattice.cols, lattice.rows);
    if (!kinds_.distant || fewer == n || fewer < kMinPartLeft * n || possible_shapes(n).empty() ||
        !in_use<"completed_sides">())
      return;
    const bool cols_missing = lattice.cols < n;
    std::optional<BoardCandidate> best;
    for (const int before : {0, n - fewer}) {
      const auto cells_from_board =
          Homography::translation(cols_missing ? cv::Point(-before, 0) : cv::Point(0, -before));
      const Homography image_from_board =
          ink.full_from_level() * lattice.image_from_cells * cells_from_board;
      const Quad outline = image_from_board.outline(n);
      if (outline.shortest_side_px() < kinds_.min_side_px) break;
      if (tried_often(ink, outline, n)) continue;
      const MissingLines missing{
          {cols_missing ? LineFamily::column_line : LineFamily::row_line, before == 0}, n - fewer};
      if (!may_be_occluded(ink.pyramid.level(0), image_from_board, n, missing)) continue;
      keep_better(best, check_board(ink.pyramid, image_from_board, n, true));
    }
    if (best) found_.push_back(std::move(*best));
  }

  const SearchTask& task_;
  const LatticeKinds& kinds_;
  struct Tried {
    Quad outline;
    int n;
    bool negative;
  };
  std::vector<Tried> lattices_;
  std::vector<BoardCandidate> found_;
  std::vector<Quad> tried_;
  int distant_left_;
  int windows_left_;     // of lattices grown from single cells, to be fitted ...
  int windows_skipped_;  // ... after so many
};

// Takes the crosswords out of boards that were found by their lines in `picture`.
void drop_crosswords(const GreyPyramid& picture, std::vector<BoardCandidate>& found) {
  std::erase_if(found, [&](const BoardCandidate& b) {
    return in_use<"black_groups">() &&
           is_crossword(picture.with_dark_lines(b.light_on_dark), b.image_from_board, b.n);
  });
}

}  // namespace

SearchFindings search_levels(const GreyPyramid& pyramid, const SearchTask& task,
                             const LatticeKinds& kinds, DebugSink* debug) {
  Search search(task, kinds);
  for (int level = pyramid.levels() - 1; level >= 0; --level) {
    const cv::Mat& grey = pyramid.level(level);
    if (level == 0 && !kinds.full_size && grey.total() > kLargeLevelPixels) break;
    const cv::Mat background = local_background(grey, {});
    for (const GreyPyramid& lines : {pyramid, pyramid.negative()}) {
      if (lines.is_negative() &&
          (kinds.light_lines == LightLines::left_out ||
           (level == 0 && grey.total() > kMaxFullSizePixels) || !in_use<"light_lines">()))
        continue;
      const InkPolarity polarity = lines.is_negative() ? InkPolarity::light : InkPolarity::dark;
      const LevelInk ink{lines, level, ink_of(grey, background, polarity)};
      if (debug != nullptr) search.show(ink, *debug);
      search.outlines(ink);
      if (grey.total() <= kMaxFullSizePixels) search.cells(ink);
    }
  }
  SearchFindings findings{{}, search.tried()};
  if (kinds.distant && search.nothing_found()) {
    // The lines of a board in the distance are hardly a pixel wide, faint, and break easily.
    int level = 0;
    while (level + 1 < pyramid.levels() && pyramid.level(level).grey.total() > kLargeLevelPixels)
      ++level;
    const cv::Mat& grey = pyramid.level(level);
    const LevelInk faint{pyramid, level, mended(faint_ink(grey))};
    if (in_use<"faint_cells">()) search.cells(faint);
    if (search.nothing_found() && in_use<"distant_faint">()) search.distant_boards(faint);
  }
  findings.boards = search.best();
  if (kinds.light_lines == LightLines::looked_for)
    drop_crosswords(pyramid, findings.boards);
  else
    std::erase_if(findings.boards, [](const BoardCandidate& b) { return b.light_on_dark; });
  return findings;
}

void search_ridges(const SearchedPicture& picture, const SearchTask& task, SearchFindings& findings,
                   DebugSink* debug) {
  if (!in_use<"valleys">()) return;
  const GreyPyramid& pyramid = picture.pyramid;
  const LatticeKinds kinds{.distant = true};
  Search search(task, kinds);
  const bool in_turns = task.turn && pyramid.level(0).grey.total() > kSmallPicture;
  for (int level = pyramid.levels() - 1; level >= 0; --level) {
    const cv::Mat& grey = pyramid.level(level);
    if (grey.total() > kLargeLevelPixels) break;
    const LevelInk ink{pyramid, level, ridge_filter(grey)};
    if (debug != nullptr) search.show(ink, *debug);
    const auto look_in = [&](const LevelInk& seen) {
      search.outlines(seen);
      search.cells(seen);
      search.seeds(seen);
    };
    if (!in_turns || *task.turn % 2 == 0) look_in(ink);
    if ((!in_turns || *task.turn % 2 == 1) && in_use<"mended_valleys">())
      look_in({pyramid, level, mended(ink.mask)});
  }
  findings.boards = search.best();
  drop_crosswords(pyramid, findings.boards);
}

}  // namespace gridlens
