// clip_report [--seed S] [--clips K] [--frames F] [--size WxH] [--only SCENARIO] [--annotate DIR]
// Finder and tracker alone (no reading) on generated clips with exact truth, a row a scenario:
// share of visible boards found in single frames and held by the tracker, with the right n and box
// shape; boards where there are none; corner errors; jitter; CPU milliseconds.
#include <time.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "core/vision/board_tracker.h"
#include "core/vision/finding/board_finder.h"
#include "tests/generator/scenarios.h"

namespace {

using namespace gridlens;
using generator::BoardTruth;

double cpu_ms() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

double quantile(std::vector<double> v, double q) {
  if (v.empty()) return 0;
  std::sort(v.begin(), v.end());
  return v[static_cast<std::size_t>(q * static_cast<double>(v.size() - 1) + 0.5)];
}

std::pair<int, double> closest_turn(const Quad& found, const Quad& truth) {
  std::pair<int, double> best{0, 1e9};
  for (int turn = 0; turn < 4; ++turn) {
    const double d = max_corner_distance_px(found.rotated(turn), truth);
    if (d < best.second) best = {turn, d};
  }
  return best;
}

bool is_of(const Quad& found, const BoardTruth& truth) {
  const double side = std::sqrt(std::abs(truth.corners.signed_area_px2()));
  return closest_turn(found, truth.corners).second < 0.15 * side;
}

struct Row {
  int asked = 0, found = 0, n_right = 0, shape_first = 0, false_boards = 0;
  int tracked_asked = 0, tracked = 0, losses = 0, track_false = 0;
  std::vector<double> find_errors, track_errors, jitters, find_ms, track_ms;

  void add(const Row& o) {
    asked += o.asked;
    found += o.found;
    n_right += o.n_right;
    shape_first += o.shape_first;
    false_boards += o.false_boards;
    tracked_asked += o.tracked_asked;
    tracked += o.tracked;
    losses += o.losses;
    track_false += o.track_false;
    const auto append = [](std::vector<double>& a, const std::vector<double>& b) {
      a.insert(a.end(), b.begin(), b.end());
    };
    append(find_errors, o.find_errors);
    append(track_errors, o.track_errors);
    append(jitters, o.jitters);
    append(find_ms, o.find_ms);
    append(track_ms, o.track_ms);
  }
};

struct Followed {
  BoardTracker tracker;
  int n;
  Quad corners;
};

struct Options {
  std::uint64_t seed = 1;
  int clips = 2, frames = 18, find_every = 6;
  cv::Size size{1280, 720};
  std::string only, annotate;
};

bool asked(const BoardTruth& t) {
  return t.inside >= 0.99 && t.visible >= 0.6;
}

void draw(cv::Mat& picture, const Quad& quad, const cv::Scalar& colour) {
  for (int i = 0; i < 4; ++i)
    cv::line(picture, quad.corners[i], quad.corners[(i + 1) % 4], colour, 2, cv::LINE_AA);
}

void run_clip(const char* name, std::uint64_t seed, const Options& options, Row& row) {
  generator::ClipOptions clip_options;
  clip_options.size = options.size;
  clip_options.seed = seed;
  clip_options.frames = options.frames;
  const generator::Clip clip(name, clip_options);
  std::vector<Followed> followed;
  std::vector<cv::Point2d> before[2];
  for (int i = 0; i < clip.frames(); ++i) {
    const generator::ClipFrame frame = clip.frame(i);
    cv::Mat grey;
    cv::cvtColor(frame.bgr, grey, cv::COLOR_BGR2GRAY);
    const double time_ms = frame.truth.time_ms;

    for (auto it = followed.begin(); it != followed.end();) {
      const double start = cpu_ms();
      const auto seen = it->tracker.track(grey, time_ms);
      row.track_ms.push_back(cpu_ms() - start);
      if (!seen) {
        ++row.losses;
        it = followed.erase(it);
        continue;
      }
      it->corners = seen->image_from_board.outline(it->n);
      ++it;
    }

    bool trouble = false;
    std::vector<BoardCandidate> found;
    bool missing = false;
    for (const BoardTruth& t : frame.truth.boards) {
      if (!asked(t)) continue;
      const auto it = std::find_if(followed.begin(), followed.end(),
                                   [&](const Followed& f) { return is_of(f.corners, t); });
      if (i > 0) {
        ++row.tracked_asked;
        if (it != followed.end()) {
          ++row.tracked;
          row.track_errors.push_back(closest_turn(it->corners, t.corners).second);
        } else {
          trouble = true;
        }
      }
      missing |= it == followed.end();
    }
    for (const Followed& f : followed)
      if (std::none_of(frame.truth.boards.begin(), frame.truth.boards.end(),
                       [&](const BoardTruth& t) { return is_of(f.corners, t); }))
        ++row.track_false;

    if (i % options.find_every == 0 || missing) {
      const double start = cpu_ms();
      found = find_boards(frame.bgr);
      const double ms = cpu_ms() - start;
      if (i % options.find_every == 0) {
        row.find_ms.push_back(ms);
        for (const BoardTruth& t : frame.truth.boards) {
          if (!asked(t)) continue;
          ++row.asked;
          const auto it = std::find_if(found.begin(), found.end(), [&](const BoardCandidate& b) {
            return is_of(b.corners(), t);
          });
          if (it == found.end()) {
            trouble = true;
            continue;
          }
          const auto [turn, error] = closest_turn(it->corners(), t.corners);
          ++row.found;
          row.n_right += it->n == t.shape.n();
          const Shape lying = turn % 2 == 0 ? t.shape : Shape{t.shape.box_cols, t.shape.box_rows};
          const bool shape_right = !it->shapes.empty() && it->shapes[0].shape == lying;
          row.shape_first += it->n == t.shape.n() && shape_right;
          trouble |= it->n != t.shape.n() || error > 2;
          row.find_errors.push_back(error);
        }
        for (const BoardCandidate& b : found)
          if (std::none_of(frame.truth.boards.begin(), frame.truth.boards.end(),
                           [&](const BoardTruth& t) { return is_of(b.corners(), t); })) {
            ++row.false_boards;
            trouble = true;
          }
      }
      for (const BoardCandidate& b : found) {
        const cv::Point2d centre = b.corners().centre();
        if (std::any_of(followed.begin(), followed.end(),
                        [&](const Followed& f) { return f.corners.contains(centre); }))
          continue;
        Followed f{BoardTracker(b), b.n, b.corners()};
        (void)f.tracker.track(grey, time_ms);
        followed.push_back(std::move(f));
      }
    }

    // Jitter of a single board: the high-frequency part of the corner errors.
    std::vector<cv::Point2d> offset;
    if (frame.truth.boards.size() == 1 && followed.size() == 1) {
      const Quad& truth = frame.truth.boards[0].corners;
      const auto [turn, error] = closest_turn(followed[0].corners, truth);
      if (error < 20)
        for (int c = 0; c < 4; ++c)
          offset.push_back(followed[0].corners.rotated(turn).corners[c] - truth.corners[c]);
    }
    if (offset.size() == 4 && before[0].size() == 4 && before[1].size() == 4)
      for (std::size_t c = 0; c < 4; ++c) {
        const cv::Point2d d = before[0][c] - (offset[c] + before[1][c]) * 0.5;
        row.jitters.push_back(d.dot(d) * 2 / 3);
      }
    before[1] = before[0];
    before[0] = offset;

    if (trouble && !options.annotate.empty()) {
      cv::Mat picture = frame.bgr.clone();
      for (const BoardTruth& t : frame.truth.boards)
        draw(picture, t.corners, asked(t) ? cv::Scalar(0, 0, 255) : cv::Scalar(0, 160, 255));
      for (const BoardCandidate& b : found) draw(picture, b.corners(), {0, 200, 0});
      for (const Followed& f : followed) draw(picture, f.corners, {255, 100, 0});
      char file[200];
      std::snprintf(file, sizeof file, "%s/%s_%llu_%02d.png", options.annotate.c_str(), name,
                    static_cast<unsigned long long>(seed), i);
      cv::imwrite(file, picture);
      std::snprintf(file, sizeof file, "%s/%s_%llu_%02d_raw.png", options.annotate.c_str(), name,
                    static_cast<unsigned long long>(seed), i);
      cv::imwrite(file, frame.bgr);
    }
  }
}

void print(const char* name, const Row& r) {
  const auto percent = [](int a, int b) { return b == 0 ? 100.0 : 100.0 * a / b; };
  double squares = 0;
  for (const double j : r.jitters) squares += j;
  const double jitter =
      r.jitters.empty() ? 0 : std::sqrt(squares / static_cast<double>(r.jitters.size()));
  std::printf(
      "%-17s find %5.1f%% of %3d n %5.1f%% box %5.1f%% false %2d err %5.2f %5.2f | track %5.1f%% "
      "of "
      "%3d lost %2d false %2d err %5.2f %5.2f jit %4.2f | ms find %5.1f %5.1f track %4.1f %4.1f\n",
      name, percent(r.found, r.asked), r.asked, percent(r.n_right, r.found),
      percent(r.shape_first, r.found), r.false_boards, quantile(r.find_errors, 0.5),
      quantile(r.find_errors, 0.95), percent(r.tracked, r.tracked_asked), r.tracked_asked, r.losses,
      r.track_false, quantile(r.track_errors, 0.5), quantile(r.track_errors, 0.95), jitter,
      quantile(r.find_ms, 0.5), quantile(r.find_ms, 0.95), quantile(r.track_ms, 0.5),
      quantile(r.track_ms, 0.95));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  std::string size = "1280x720";
  CLI::App app("Finder and tracker on generated clips");
  app.add_option("--seed", options.seed, "first seed");
  app.add_option("--clips", options.clips, "clips a scenario");
  app.add_option("--frames", options.frames, "frames a clip");
  app.add_option("--size", size, "WxH");
  app.add_option("--only", options.only, "one scenario");
  app.add_option("--annotate", options.annotate, "folder for the frames that went wrong");
  CLI11_PARSE(app, argc, argv);
  if (std::sscanf(size.c_str(), "%dx%d", &options.size.width, &options.size.height) != 2) return 1;
  if (!options.annotate.empty()) std::filesystem::create_directories(options.annotate);
  cv::setNumThreads(1);
  Row all;
  for (const generator::Scenario& scenario : generator::scenarios()) {
    if (!options.only.empty() && options.only != scenario.name) continue;
    Row row;
    for (int k = 0; k < options.clips; ++k)
      run_clip(scenario.name, options.seed + static_cast<std::uint64_t>(k), options, row);
    print(scenario.name, row);
    all.add(row);
  }
  print("all", all);
  return 0;
}
