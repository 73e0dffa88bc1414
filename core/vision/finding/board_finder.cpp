#include "core/vision/finding/board_finder.h"

#include <algorithm>
#include <array>
#include <opencv2/imgproc.hpp>

#include "core/ablation/mechanism.h"
#include "core/vision/finding/board_by_symbols.h"
#include "core/vision/finding/debug_sink.h"
#include "core/vision/finding/drawing_search.h"
#include "core/vision/finding/lattice_search.h"
#include "core/vision/finding/noise.h"
#include "core/vision/finding/tile_edges.h"

namespace gridlens {

namespace {

constexpr int kFaintLevels[] = {2, 1};
constexpr double kLeastFaintSidePx = 80;
constexpr int kFaintTurns = 4;  // screens wait

constexpr int kDrawnInterval = 8;  // searches of much the same picture
const cv::Size kFewPixels{48, 36};
constexpr double kSamePictureGrey = 12;  // mean difference of two pictures of one thing

// Strategy for printed boards: lines of one polarity, tiles.
void search_lines(const SearchedPicture& picture, const SearchTask& task, SearchFindings& findings,
                  DebugSink* debug) {
  const LatticeKinds kinds{.distant = !picture.screenshot, .full_size = task.full_size()};
  findings = search_levels(picture.pyramid, task, kinds, debug);
}

// Strategy for photographed screens, where lines show none: tiles a few per cent darker than the
// gaps, many cells without one. Averaged over a few pixels the noise is less than their edges.
void search_faint_tiles(const SearchedPicture& picture, const SearchTask& task,
                        SearchFindings& findings, DebugSink* debug) {
  const bool due = !task.turn || *task.turn % kFaintTurns == 1;
  if (picture.screenshot || !findings.boards.empty() || !task.known.empty() || !due ||
      !in_use<"faint_tiles">())
    return;
  for (const int level : kFaintLevels) {
    if (level >= picture.pyramid.levels()) continue;
    const GreyPyramid edges(tile_edges(picture.pyramid.level(level), EdgeDepth::by_contrast), 3);
    const LatticeKinds tiles{
        .light_lines = LightLines::left_out,
        .full_size = task.full_size(),
        .min_side_px = std::max(kLeastFaintSidePx, kLeastSidePx / (1 << level))};
    std::vector<BoardCandidate> boards = search_levels(edges, task, tiles, debug).boards;
    for (BoardCandidate& b : boards) {
      b.image_from_board = GreyPyramid::full_from_level(level) * b.image_from_board;
      b.occluded = {};  // tiles as light as the gaps look like a border that a hand covers
    }
    drop_crosswords_of_edges(picture.grey, boards);
    findings.boards = std::move(boards);
    if (!findings.boards.empty()) return;
  }
}

constexpr std::array<SearchStrategy, 5> kStrategies{{
    {"lines", SearchRound::usual, "boards of lines or tiles", "7 ms, 16 ms",
     "the largest levels every other time, a dozen distant boards", search_lines},
    {"drawing", SearchRound::usual, "screenshots: tiles without lines",
     "0 where a camera took the picture, 24 ms", "every eighth time of much the same picture",
     search_drawing},
    {"faint tiles", SearchRound::usual, "photographed screens", "0 where lines are found, 24 ms",
     "every fourth time", search_faint_tiles},
    {"valleys", SearchRound::valleys, "shadow, glare, noise and blur", "23 ms, 340 ms",
     "one ink of two, a few of the lattices grown from single cells", search_ridges},
    {"symbols", SearchRound::symbols, "no lines to be seen", "130 ms, 840 ms",
     "one level and polarity, beside the frames", search_symbols},
}};

constexpr std::array kRounds{SearchRound::usual, SearchRound::valleys, SearchRound::symbols};

FindNotes notes_of(const std::vector<Quad>& outlines) {
  FindNotes notes;
  for (const Quad& outline : outlines)
    notes.largest_outline_px = std::max(notes.largest_outline_px, outline.shortest_side_px());
  return notes;
}

cv::Mat grey_of(const cv::Mat& image) {
  if (image.channels() == 1) return image;
  cv::Mat grey;
  cv::cvtColor(image, grey, cv::COLOR_BGR2GRAY);
  return grey;
}

}  // namespace

SearchedPicture::SearchedPicture(const cv::Mat& image)
    : grey(grey_of(image)),
      pyramid(calmed(grey)),
      screenshot(is_screenshot(grey) && in_use<"drawings">()) {}

std::span<const SearchStrategy> search_strategies() {
  return kStrategies;
}

std::vector<BoardCandidate> find_boards(const cv::Mat& image, const SearchTask& task,
                                        DebugSink* debug, FindNotes* notes) {
  const SearchedPicture picture(image);
  SearchFindings findings;
  for (const SearchStrategy& strategy : kStrategies)
    if (strategy.round == task.round) strategy.search(picture, task, findings, debug);
  if (task.round != SearchRound::usual) return findings.boards;
  if (notes) *notes = notes_of(findings.outlines);
  if (debug != nullptr) {
    cv::Mat shown;
    cv::cvtColor(picture.pyramid.level(0).grey, shown, cv::COLOR_GRAY2BGR);
    for (const BoardCandidate& b : findings.boards)
      draw_lattice(shown, b.image_from_board, b.n, b.n, {0, 160, 0});
    debug->picture("lattices", shown);
  }
  return findings.boards;
}

// ---- The budget

std::vector<BoardCandidate> BoardFinder::search(const cv::Mat& image, SearchBudget budget,
                                                const KnownBoards& known, DebugSink* debug,
                                                FindNotes* notes) {
  return find_boards(image, plan(image, budget, known), debug, notes);
}

SearchTask BoardFinder::plan(const cv::Mat& grey, SearchBudget budget, const KnownBoards& known) {
  SearchTask task;
  task.known = known.places;
  if (budget == SearchBudget::round) {
    task.round = kRounds[static_cast<std::size_t>(searches_++) % kRounds.size()];
    return task;
  }
  task.round = live_round(known.any_settled);
  switch (task.round) {
    case SearchRound::usual:
      task.turn = static_cast<int>(searches_);
      task.drawings = drawings_due(grey);
      break;
    case SearchRound::valleys:
      task.turn = ridge_searches_++;
      break;
    case SearchRound::symbols:
      task.turn = symbol_searches_++;
      break;
  }
  ++searches_;
  return task;
}

bool BoardFinder::is_through() const {
  return searches_ >= static_cast<std::int64_t>(kRounds.size());
}

SearchRound BoardFinder::live_round(bool any_settled) const {
  // Each usual search beside a settled board has an even turn: all levels are searched.
  if (any_settled) return searches_ % 2 == 1 ? SearchRound::valleys : SearchRound::usual;
  if (searches_ % 9 == 5) return SearchRound::symbols;
  return searches_ % 3 == 2 ? SearchRound::valleys : SearchRound::usual;
}

bool BoardFinder::drawings_due(const cv::Mat& grey) {
  cv::Mat few_pixels;
  cv::resize(grey, few_pixels, kFewPixels, 0, 0, cv::INTER_NEAREST);
  const bool same =
      !screenshot_search_.empty() && cv::norm(few_pixels, screenshot_search_, cv::NORM_L1) <
                                         kSamePictureGrey * static_cast<double>(few_pixels.total());
  if (same && ++searches_since_screenshot_ < kDrawnInterval) return false;
  screenshot_search_ = few_pixels;
  searches_since_screenshot_ = 0;
  return true;
}

}  // namespace gridlens
