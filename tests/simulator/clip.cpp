#include "tests/simulator/clip.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/image/homography.h"
#include "tests/simulator/scenarios.h"

namespace gridlens::generator {
namespace {

constexpr double kBurnt = 0.95;  // light of a glare in which black ink differs from white by 2 %

double visible_share(const PrintedBoard& board, const Camera& camera, cv::Size size,
                     const std::vector<Occluder>& occluders) {
  constexpr int kGrid = 40;
  const Homography page_from_unit = Homography::image_from_board(board.corners, 1);
  int seen = 0;
  for (int j = 0; j < kGrid; ++j)
    for (int i = 0; i < kGrid; ++i) {
      const cv::Point2d at =
          camera.pixel_from_page(page_from_unit({(i + 0.5) / kGrid, (j + 0.5) / kGrid}));
      const bool inside =
          at.x >= 0 && at.y >= 0 && at.x <= size.width - 1 && at.y <= size.height - 1;
      const bool covered = std::any_of(occluders.begin(), occluders.end(),
                                       [&](const Occluder& bar) { return bar.covers(at); });
      seen += inside && !covered ? 1 : 0;
    }
  return double(seen) / (kGrid * kGrid);
}

// Cells of which a part is covered, burnt out or outside.
std::vector<int> covered_cells(const PrintedBoard& board, const Camera& camera, cv::Size size,
                               const std::vector<Occluder>& occluders, const Development& light) {
  constexpr int kGrid = 5;
  const int n = board.shape().n();
  const Homography page_from_board = Homography::image_from_board(board.corners, n);
  const auto hidden = [&](cv::Point2d board_point) {
    const cv::Point2d at = camera.pixel_from_page(page_from_board(board_point));
    return at.x < 0 || at.y < 0 || at.x > size.width - 1 || at.y > size.height - 1 ||
           glare_at(light, at) >= kBurnt ||
           std::any_of(occluders.begin(), occluders.end(),
                       [&](const Occluder& bar) { return bar.covers(at); });
  };
  std::vector<int> cells;
  for (int cell = 0; cell < n * n; ++cell) {
    bool part = false;
    for (int i = 0; i < kGrid * kGrid && !part; ++i)
      part = hidden({cell % n + (i % kGrid + 0.5) / kGrid, cell / n + (i / kGrid + 0.5) / kGrid});
    if (part) cells.push_back(cell);
  }
  return cells;
}

}  // namespace

BoardTruth printed_truth(const PrintedBoard& board) {
  BoardTruth truth;
  truth.corners = board.corners;
  truth.shape = board.shape();
  for (int v = 1; v <= truth.shape.n(); ++v)
    truth.alphabet.push_back(printed_symbol(board.alphabet, v));
  truth.clues = board.puzzle.givens;
  truth.entries = board.entries;
  truth.solution = board.puzzle.solution;
  truth.cell_px = board.corners.side_lengths_px()[0] / truth.shape.n();
  return truth;
}

FrameTruth truth_of_page(const Page& page, std::uint64_t seed) {
  FrameTruth truth;
  truth.width = page.bgr.cols, truth.height = page.bgr.rows;
  truth.seed = seed;
  for (const PrintedBoard& board : page.boards) truth.boards.push_back(printed_truth(board));
  return truth;
}

Clip::Clip(const std::string& scenario, const ClipOptions& options)
    : Clip(scenario, plan_scenario(scenario, options), options) {}

Clip::Clip(std::string name, ClipPlan plan, const ClipOptions& options)
    : name_(std::move(name)), options_(options), plan_(std::move(plan)) {
  double finest = 0;
  for (int i = 0; i < options_.frames; i += 3) {
    const Pose pose = plan_.pose(time_of(i));
    finest = std::max(finest, Camera(plan_.lens, pose, plan_.curl).magnification(pose.target));
  }
  for (size_t i = 0; i < plan_.pages.size(); ++i)
    scenes_.push_back(std::make_shared<const Scene>(plan_.pages[i].bgr, plan_.desk, finest,
                                                    Random(options_.seed).fork("desk")));
}

size_t Clip::page_at(double time_s) const {
  size_t page = 0;
  while (page + 1 < plan_.pages.size() && plan_.page_from_s[page + 1] <= time_s) ++page;
  return page;
}

FrameTruth Clip::truth(int index) const {
  const double time_s = time_of(index);
  const Camera camera(plan_.lens, plan_.pose(time_s), plan_.curl);
  const Camera opens(plan_.lens, plan_.pose(time_s - plan_.exposure_s / 2), plan_.curl);
  const Camera closes(plan_.lens, plan_.pose(time_s + plan_.exposure_s / 2), plan_.curl);
  const auto occluders = plan_.occluders ? plan_.occluders(time_s) : std::vector<Occluder>{};
  const Development light = plan_.light(time_s);
  FrameTruth truth{
      index, time_s * 1000, options_.size.width, options_.size.height, name_, options_.seed, {}};
  for (const PrintedBoard& board : plan_.pages[page_at(time_s)].boards) {
    BoardTruth seen = printed_truth(board);
    seen.corners = camera.pixel_from_page(board.corners);
    seen.visible = visible_share(board, camera, options_.size, occluders);
    seen.inside = visible_share(board, camera, options_.size, {});
    if (seen.visible < 1 || light.glare)
      seen.covered = covered_cells(board, camera, options_.size, occluders, light);
    const cv::Point2d middle = board.corners.centre();
    seen.cell_px *= camera.magnification(middle);
    seen.tilt_deg = plan_.pose(time_s).tilt_rad() * 180 / std::numbers::pi;
    const cv::Point2d way = closes.pixel_from_page(middle) - opens.pixel_from_page(middle);
    seen.blur_px = std::hypot(way.x, way.y);
    truth.boards.push_back(std::move(seen));
  }
  return truth;
}

// How far a place on the page moves during the exposure, at most: a page that turns about its
// middle smears its corners.
double Clip::way_px(double time_s) const {
  const Pose middle = plan_.pose(time_s);
  std::vector<cv::Point2d> places{middle.target};
  for (const PrintedBoard& board : plan_.pages[page_at(time_s)].boards)
    places.insert(places.end(), board.corners.corners.begin(), board.corners.corners.end());
  std::vector<double> ways(places.size(), 0);
  const Camera at_middle(plan_.lens, middle, plan_.curl);
  for (const double side : {-0.5, 0.5}) {
    const Camera camera(plan_.lens, plan_.pose(time_s + side * plan_.exposure_s), plan_.curl);
    for (size_t i = 0; i < places.size(); ++i) {
      const cv::Point2d way =
          camera.pixel_from_page(places[i]) - at_middle.pixel_from_page(places[i]);
      ways[i] += std::hypot(way.x, way.y);
    }
  }
  return *std::max_element(ways.begin(), ways.end());
}

ClipFrame Clip::frame(int index) const {
  const double time_s = time_of(index);
  // Enough poses during the exposure that no two are a pixel apart.
  const int count = std::clamp(int(std::ceil(way_px(time_s) * 1.3)), 1, 24);
  std::vector<Pose> views;
  for (int i = 0; i < count; ++i)
    views.push_back(plan_.pose(time_s + ((i + 0.5) / count - 0.5) * plan_.exposure_s));
  const Scene& scene = *scenes_[page_at(time_s)];
  cv::Mat light = scene.look(plan_.lens, views, plan_.curl, options_.size);
  if (plan_.occluders)
    for (const Occluder& bar : plan_.occluders(time_s)) paint_occluder(light, bar);
  const Development how = plan_.light(time_s);
  blur_by_lens(light, how);
  const Random noise = Random(options_.seed).fork("noise").fork(static_cast<std::uint64_t>(index));
  return {develop(light, how, noise), truth(index)};
}

}  // namespace gridlens::generator
