// How far the digit network may be believed by how much a picture shows: generated pages with small
// cells and blurred print, read cell by cell on the true lattice the right way up.
//
// A row for each range of detail (RectifiedBoard::detail): cells with a symbol; how many were read
// wrongly. Then how many of those that it was sure of (97 % within the alphabet) were. Last, minus
// the mean log-probability of what is printed, and the trust (the factor on the log-probabilities)
// that would make that smallest.
//
//   sureness_report [--pages 200] [--seed 1] [--cell 9 22] [--blur 0 1.5] [--smear 0 0]
//                   [--model FILE] [--lines FILE]

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "core/reading/observation/frame_observation.h"
#include "core/resources/resources.h"
#include "tests/replay/program.h"
#include "tests/simulator/scenario_set.h"

namespace {

using namespace gridlens;
using namespace gridlens::generator;

struct Ranges {
  std::array<int, 2> n{4, 16};
  std::array<double, 2> cell_px{9, 22};
  std::array<double, 2> blur_px{0, 1.5};  // sigma of the defocus
  std::array<double, 2> smear_px{0, 0};   // way during the exposure
};

// What the network says of a cell that holds a symbol.
struct ReadCell {
  double detail = 0, sharpness = 0, evenness = 1;  // of the rectified board
  std::vector<double> logs;  // of blank and the alphabet's symbols, adding up to one
  size_t truth = 0;          // of `logs`
  [[nodiscard]] size_t best() const {
    return static_cast<size_t>(std::max_element(logs.begin(), logs.end()) - logs.begin());
  }
};

// What the program says of a page read as a whole.
struct ReadBoard {
  double detail = 0;
  int solved = 0, wrong = 0;
};

struct Photo {
  cv::Mat bgr;
  FrameTruth truth;
  double blur_px = 0;
  double smear_px = 0;
};

Photo photo_of(std::uint64_t seed, const Ranges& ranges) {
  Random random = Random(seed).fork("sureness");
  static const std::vector<Shape> shapes{{2, 2}, {2, 3}, {3, 2}, {2, 4}, {3, 3},
                                         {3, 3}, {2, 5}, {3, 4}, {2, 6}, {4, 4}};
  PageOptions page;
  std::vector<Shape> of_size;
  for (const Shape& shape : shapes)
    if (shape.n() >= ranges.n[0] && shape.n() <= ranges.n[1]) of_size.push_back(shape);
  page.shape = random.pick(of_size);
  page.style.any_alphabet = random.chance(0.4);
  const int n = page.shape.n();
  page.board_px = std::max(700, 64 * n);
  ClipOptions options;
  options.size = {640, 480};
  options.seed = random.next();
  options.frames = 30;
  const double cell_px = random.uniform(ranges.cell_px[0], ranges.cell_px[1]);
  Set set = prepare("sureness", options, page, cell_px * n / options.size.height);
  set.base.tilt = tilt_towards(set.random.uniform(0, 20) * kDegree, any_direction(set.random));
  set.base.roll_rad = set.random.uniform(-10, 10) * kDegree;
  set.hand = steady_hand(set.unit);
  const double blur_px = random.uniform(ranges.blur_px[0], ranges.blur_px[1]);
  set.light.defocus_px = 2 * blur_px;  // a disc has half its radius as sigma along one axis
  const double smear_px = random.uniform(ranges.smear_px[0], ranges.smear_px[1]);
  const double direction = any_direction(random);
  constexpr int kFrame = 15;
  ClipPlan plan = set.finish();
  plan.pose = [=, still = plan.pose, exposure_s = plan.exposure_s](double time_s) {
    Pose pose = still(time_s);
    const double way_px = smear_px * (time_s - kFrame / ClipOptions().fps) / exposure_s;
    pose.aim_px += cv::Point2d(std::cos(direction), std::sin(direction)) * way_px;
    return pose;
  };
  ClipFrame frame = Clip("sureness", plan, options).frame(kFrame);
  Photo photo;
  photo.bgr = frame.bgr;
  photo.truth = frame.truth;
  photo.blur_px = blur_px;
  photo.smear_px = smear_px;
  return photo;
}

std::vector<ReadCell> read(DigitNetwork& network, const Photo& photo) {
  const BoardTruth& board = photo.truth.boards.at(0);
  cv::Mat grey;
  cv::cvtColor(photo.bgr, grey, cv::COLOR_BGR2GRAY);
  const int n = board.shape.n();
  BoardCandidate found;
  found.n = n;
  found.image_from_board = Homography::image_from_board(board.corners, n);
  const RectifiedBoard rectified = rectify(grey, found);
  const FrameObservation observed = observe(rectified, {}, false);
  const std::vector<CellScores> scores = read_cells(network, observed, 0);
  std::vector<int> labels{0};
  for (const std::string& symbol : board.alphabet) labels.push_back(DigitNetwork::label_of(symbol));
  std::vector<ReadCell> cells;
  for (size_t i = 0; i < observed.inked.size(); ++i) {
    const int value = board.clues.at(observed.inked[i]);
    if (value == 0) continue;
    ReadCell cell{rectified.detail(),
                  rectified.sharpness,
                  rectified.evenness,
                  {},
                  static_cast<size_t>(value)};
    double sum = 0;
    for (const int label : labels)
      sum += std::exp(static_cast<double>(scores[i].symbols[static_cast<size_t>(label)]));
    for (const int label : labels)
      cell.logs.push_back(scores[i].symbols[static_cast<size_t>(label)] - std::log(sum));
    cells.push_back(std::move(cell));
  }
  return cells;
}

// Minus the mean log-probability of what is printed, where the network's are multiplied by `trust`.
double loss(const std::vector<const ReadCell*>& cells, double trust) {
  double total = 0;
  for (const ReadCell* cell : cells) {
    double sum = 0;
    for (const double log : cell->logs) sum += std::exp(trust * log);
    total += std::log(sum) - trust * cell->logs[cell->truth];
  }
  return total / static_cast<double>(std::max<size_t>(1, cells.size()));
}

double best_trust(const std::vector<const ReadCell*>& cells) {
  double best = 1;
  for (double trust = 0.1; trust < 1.6; trust += 0.01)
    if (loss(cells, trust) < loss(cells, best)) best = trust;
  return best;
}

void print_row(double from, const std::vector<const ReadCell*>& cells) {
  constexpr double kSure = 0.97;
  int wrong = 0, sure = 0, sure_wrong = 0;
  for (const ReadCell* cell : cells) {
    const bool right = cell->best() == cell->truth;
    const bool claims = cell->logs[cell->best()] >= std::log(kSure);
    wrong += !right, sure += claims, sure_wrong += claims && !right;
  }
  std::printf("%-14.4f %7zu %7d %7d %10d %8.4f %7.2f\n", from, cells.size(), wrong, sure,
              sure_wrong, loss(cells, 1), best_trust(cells));
}

// Ranges of detail that hold about as many of the values each; the last one holds all.
std::vector<std::array<double, 2>> ranges_of(std::vector<double> details) {
  constexpr size_t kRanges = 8;
  std::sort(details.begin(), details.end());
  std::vector<std::array<double, 2>> ranges;
  if (details.empty()) return ranges;
  for (size_t i = 0; i < kRanges; ++i)
    ranges.push_back({i == 0 ? 0 : details[i * details.size() / kRanges],
                      i + 1 == kRanges ? 1e9 : details[(i + 1) * details.size() / kRanges]});
  ranges.push_back({0, 1e9});
  return ranges;
}

template <typename Thing>
std::vector<const Thing*> within(const std::vector<Thing>& things, std::array<double, 2> range) {
  std::vector<const Thing*> some;
  for (const Thing& thing : things)
    if (thing.detail >= range[0] && thing.detail < range[1]) some.push_back(&thing);
  return some;
}

template <typename Thing>
std::vector<double> details_of(const std::vector<Thing>& things) {
  std::vector<double> details;
  for (const Thing& thing : things) details.push_back(thing.detail);
  return details;
}

void print_cells(const std::vector<ReadCell>& cells) {
  std::printf("%-14s %7s %7s %7s %10s %8s %7s\n", "detail from", "cells", "wrong", "sure",
              "sure wrong", "loss", "trust");
  for (const auto& range : ranges_of(details_of(cells))) print_row(range[0], within(cells, range));
}

void print_boards(const std::vector<ReadBoard>& boards) {
  std::printf("%-14s %7s %7s %7s\n", "detail from", "boards", "solved", "wrong");
  for (const auto& range : ranges_of(details_of(boards))) {
    int solved = 0, wrong = 0;
    const auto some = within(boards, range);
    for (const ReadBoard* board : some) solved += board->solved, wrong += board->wrong;
    std::printf("%-14.4f %7zu %7d %7d\n", range[0], some.size(), solved, wrong);
  }
}

}  // namespace

int main(int argc, char** argv) {
  int pages = 200;
  std::uint64_t seed = 1;
  Ranges ranges;
  std::string model = find_resource("models/digits.onnx").string(), lines, out;
  bool whole = false;
  CLI::App app("How far the network may be believed where cells are small and blurred.");
  app.add_option("--pages", pages);
  app.add_option("--seed", seed);
  app.add_option("--n", ranges.n, "cells a side, least and most, from 4 to 16");
  app.add_flag("--boards", whole, "reads the pictures as a whole, too");
  app.add_option("--out", out, "folder for the pictures that were solved wrongly");
  app.add_option("--cell", ranges.cell_px, "sides of cells, least and most, pixels");
  app.add_option("--blur", ranges.blur_px, "defocus, least and most, sigma in pixels");
  app.add_option("--smear", ranges.smear_px, "way during the exposure, least and most, pixels");
  app.add_option("--model", model, "another digit network");
  app.add_option("--lines", lines,
                 "file: a line a cell: page, detail, sharpness, evenness, cell, blur, smear, place "
                 "of what is printed, "
                 "log-probabilities");
  CLI11_PARSE(app, argc, argv);
  cv::setNumThreads(1);
  DigitNetwork network(model);
  Program program(model);
  std::vector<ReadCell> cells;
  std::vector<ReadBoard> boards;
  std::ofstream file;
  if (!lines.empty()) file.open(lines);
  for (int i = 0; i < pages; ++i) {
    const Photo photo = photo_of(seed * 100000 + static_cast<std::uint64_t>(i), ranges);
    std::vector<ReadCell> of_page = read(network, photo);
    if (whole && !of_page.empty()) {
      const Score said =
          score({photo.truth}, {{photo.truth.frame, program.read_still(photo.bgr)}}, {0, 0, 0.5});
      boards.push_back({of_page.front().detail, said.solved, said.wrong_solutions});
      if (said.wrong_solutions > 0) {
        std::printf("page %d: %d cells a side of %.1f px, blur %.2f px, smear %.1f px: wrong\n", i,
                    photo.truth.boards[0].shape.n(), photo.truth.boards[0].cell_px, photo.blur_px,
                    photo.smear_px);
        std::fflush(stdout);
        if (!out.empty()) cv::imwrite(out + "/" + std::to_string(i) + ".png", photo.bgr);
      }
    }
    for (ReadCell& cell : of_page) {
      file << i << ' ' << cell.detail << ' ' << cell.sharpness << ' ' << cell.evenness << ' '
           << photo.truth.boards[0].cell_px << ' ' << photo.blur_px << ' ' << photo.smear_px << ' '
           << cell.truth;
      for (const double log : cell.logs) file << ' ' << log;
      file << '\n';
      cells.push_back(std::move(cell));
    }
  }
  print_cells(cells);
  if (whole) print_boards(boards);
  return 0;
}
