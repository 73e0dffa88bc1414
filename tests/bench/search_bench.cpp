// search_bench [--photos K] [--seed S] [--width W --height H] [--only ROW...]: what a search of a
// whole picture costs, a first look with nothing known, every stage of it allowed, one thread. A
// row is a kind of picture, K of them with fresh seeds: photographs by the generator's camera, and
// drawings without noise. Milliseconds of CPU time, the least of three runs (--runs) of each
// picture: median and worst over the pictures. "live" is the first share that a live frame waits
// for. The last columns: the tracking of the boards found, a frame, and how many boards were found
// of those there. A second table: the same by strategy, over all pictures.
#include <time.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <functional>
#include <iostream>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "core/vision/board_tracker.h"
#include "core/vision/finding/board_finder.h"
#include "tests/simulator/clip.h"
#include "tests/simulator/page.h"

using namespace gridlens;
using namespace gridlens::generator;

namespace {

int runs = 3;

struct Shot {
  cv::Mat grey;
  size_t boards = 0;  // in it
};

struct Row {
  std::string name;
  std::function<Shot(cv::Size, std::uint64_t)> take;
};

Row photo(const std::string& scenario) {
  return {scenario, [scenario](cv::Size size, std::uint64_t seed) {
            ClipOptions options;
            options.size = size;
            options.seed = seed;
            options.frames = 30;
            const ClipFrame frame = Clip(scenario, options).frame(15);
            Shot shot;
            cv::cvtColor(frame.bgr, shot.grey, cv::COLOR_BGR2GRAY);
            shot.boards = frame.truth.boards.size();
            return shot;
          }};
}

// The page as pixels, as a screenshot or a rendered document has it.
Row drawing(const std::string& name, PageKind kind) {
  return {name, [kind](cv::Size size, std::uint64_t seed) {
            PageOptions options;
            options.kind = kind;
            Random random(seed);
            const Page page = make_page(options, random);
            const double scale =
                std::min(double(size.width) / page.bgr.cols, double(size.height) / page.bgr.rows);
            cv::Mat small, grey;
            cv::resize(page.bgr, small, {}, scale, scale, cv::INTER_AREA);
            cv::cvtColor(small, grey, cv::COLOR_BGR2GRAY);
            Shot shot{cv::Mat(size, CV_8U, cv::Scalar(236)), page.boards.size()};
            grey.copyTo(shot.grey(cv::Rect({(size.width - grey.cols) / 2, 0}, grey.size())));
            return shot;
          }};
}

Row plain(const std::string& name, double noise) {
  return {name, [noise](cv::Size size, std::uint64_t seed) {
            Shot shot{cv::Mat(size, CV_8U, cv::Scalar(150))};
            if (noise <= 0) return shot;
            cv::RNG random(seed);
            cv::Mat drift(9, 16, CV_32F), wide, grain(size, CV_32F);
            random.fill(drift, cv::RNG::UNIFORM, 60, 200);
            cv::resize(drift, wide, size, 0, 0, cv::INTER_CUBIC);
            random.fill(grain, cv::RNG::NORMAL, 0, noise);
            cv::add(wide, grain, wide);
            wide.convertTo(shot.grey, CV_8U);
            return shot;
          }};
}

std::vector<Row> rows() {
  std::vector<Row> all;
  for (const char* scenario :
       {"hand_held", "newspaper", "inverted", "two_boards", "four_boards", "small_board",
        "low_light", "motion_blur", "handwriting", "sizes", "finger", "no_sudoku"})
    all.push_back(photo(scenario));
  all.push_back(plain("empty_wall", 2.5));
  all.push_back(plain("one_grey", 0));
  all.push_back(drawing("drawn_puzzle", PageKind::puzzle));
  all.push_back(drawing("drawn_newspaper", PageKind::newspaper));
  all.push_back(drawing("drawn_app", PageKind::app));
  all.push_back(drawing("drawn_negative", PageKind::negative));
  return all;
}

double cpu_ms() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

double least_ms(const std::function<void()>& job) {
  double least = 1e9;
  for (int run = 0; run < runs; ++run) {
    const double start = cpu_ms();
    job();
    least = std::min(least, cpu_ms() - start);
  }
  return least;
}

double median_of(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

double worst_of(const std::vector<double>& values) {
  return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
}

struct StrategyTimes {
  std::vector<double> whole, share;
};

// Of each strategy after those before it in its round.
std::vector<double> strategy_ms(const cv::Mat& grey, const SearchTask& like) {
  std::vector<double> ms;
  const SearchedPicture picture(grey);
  SearchFindings found;
  SearchTask task = like;
  for (const SearchStrategy& strategy : search_strategies()) {
    if (strategy.round != task.round) found = {};
    task.round = strategy.round;
    SearchFindings after;
    ms.push_back(least_ms([&] {
      after = found;
      strategy.search(picture, task, after, nullptr);
    }));
    found = after;
  }
  return ms;
}

void measure(const Row& row, cv::Size size, std::uint64_t seed, int photos,
             std::vector<StrategyTimes>& strategies) {
  std::vector<double> whole, live, track;
  size_t there = 0, found_here = 0;
  for (int i = 0; i < photos; ++i) {
    const Shot shot = row.take(size, seed + static_cast<std::uint64_t>(i));
    std::vector<BoardCandidate> found;
    whole.push_back(least_ms([&] { found = find_boards(shot.grey); }));
    SearchTask share;
    share.turn = 0;
    live.push_back(least_ms([&] { find_boards(shot.grey, share); }));
    const std::vector<double> all = strategy_ms(shot.grey, {}),
                              some = strategy_ms(shot.grey, share);
    for (size_t s = 0; s < strategies.size(); ++s) {
      strategies[s].whole.push_back(all[s]);
      strategies[s].share.push_back(some[s]);
    }
    there += shot.boards;
    found_here += found.size();
    for (const BoardCandidate& board : found) {
      BoardTracker tracker(board);
      double time_ms = 0;
      track.push_back(least_ms([&] { tracker.track(shot.grey, time_ms += 33); }));
    }
  }
  std::printf("%-16s %8.1f %8.1f %8.1f %8.1f %8.1f %6zu/%zu\n", row.name.c_str(), median_of(whole),
              worst_of(whole), median_of(live), worst_of(live), median_of(track), found_here,
              there);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"What searching whole pictures costs"};
  std::vector<std::string> only;
  int width = 1280, height = 720, photos = 8;
  std::uint64_t seed = 7100;
  app.add_option("--only", only, "rows");
  app.add_option("--width", width);
  app.add_option("--height", height);
  app.add_option("--photos", photos, "pictures a row")->check(CLI::PositiveNumber);
  app.add_option("--seed", seed);
  app.add_option("--runs", runs, "of each picture; the fastest counts");
  CLI11_PARSE(app, argc, argv);
  cv::setNumThreads(1);  // as the program does
  std::printf("%-16s %8s %8s %8s %8s %8s %8s\n", "ms", "search", "worst", "live", "worst", "track",
              "found");
  std::vector<StrategyTimes> strategies(search_strategies().size());
  for (const Row& row : rows())
    if (only.empty() || std::find(only.begin(), only.end(), row.name) != only.end())
      measure(row, {width, height}, seed, photos, strategies);
  std::printf("\n%-16s %8s %8s %8s %8s  %s\n", "strategy, ms", "whole", "worst", "live", "worst",
              "finds; what live waits for");
  for (size_t s = 0; s < strategies.size(); ++s) {
    const SearchStrategy& strategy = search_strategies()[s];
    const StrategyTimes& ms = strategies[s];
    std::printf("%-16s %8.1f %8.1f %8.1f %8.1f  %s; %s\n", strategy.name, median_of(ms.whole),
                worst_of(ms.whole), median_of(ms.share), worst_of(ms.share), strategy.finds,
                strategy.share);
  }
  return 0;
}
