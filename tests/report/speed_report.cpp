// How long reading a found board takes: photos of folders and generated pages, each board read
// several times; the fastest counts. Prints the medians of the processor time, in milliseconds.
// With --list every board with what was read: two builds can be compared board by board.
//
//   speed_report models/digits.onnx [--photos FOLDER ...] [--every 4] [--sizes 9 16 25] [--pages 6]
//                [--seed 5] [--runs 3] [--list]

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "core/image/statistics.h"
#include "core/pipeline/read_still.h"
#include "core/vision/finding/board_finder.h"
#include "tests/report/labelled_photos.h"
#include "tests/report/photographed.h"
#include "tests/simulator/page.h"

namespace {

using namespace gridlens;

double processor_ms() {
  return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

class Clockwork {
 public:
  Clockwork(const std::string& model, int runs, bool list)
      : network_(model), runs_(runs), list_(list) {}

  void read(const cv::Mat& bgr, const std::string& name) {
    cv::Mat grey;
    cv::cvtColor(bgr, grey, cv::COLOR_BGR2GRAY);
    for (const BoardCandidate& candidate : find_boards(grey)) {
      double fastest = 1e9;
      BoardReading reading;
      for (int run = 0; run < runs_; ++run) {
        StageTimes stages;
        const double begin = processor_ms();
        reading = read_candidate(bgr, grey, candidate, network_, stages);
        fastest = std::min(fastest, processor_ms() - begin);
      }
      if (reading.is_puzzle) times_ms_.push_back(fastest);
      if (list_) tell(name, candidate, reading, fastest);
    }
  }

  // Prints the figures of all boards since the last call.
  void report(const std::string& title) {
    std::sort(times_ms_.begin(), times_ms_.end());
    if (!times_ms_.empty())
      std::printf("%-32s %4zu boards  median %7.2f ms  nine of ten within %7.2f  slowest %7.2f\n",
                  title.c_str(), times_ms_.size(), median(times_ms_),
                  times_ms_[times_ms_.size() * 9 / 10], times_ms_.back());
    times_ms_.clear();
  }

 private:
  static void tell(const std::string& name, const BoardCandidate& candidate,
                   const BoardReading& reading, double ms) {
    std::printf(
        "  %s at %.0f,%.0f: %7.2f ms, n %d turns %d state %d puzzle %d shape %s margin %.2f ",
        name.c_str(), candidate.image_from_board({0, 0}).x, candidate.image_from_board({0, 0}).y,
        ms, candidate.n, reading.quarter_turns, static_cast<int>(reading.state),
        reading.is_puzzle ? 1 : 0, reading.shape.to_string().c_str(), reading.margin);
    for (const Grid* grid : {&reading.clues, &reading.entries}) {
      std::printf(" ");
      for (const int value : grid->values())
        std::printf("%c", value == 0
                              ? '.'
                              : static_cast<char>(value < 10 ? '0' + value : 'A' + value - 10));
    }
    std::printf("\n");
  }

  DigitNetwork network_;
  int runs_;
  bool list_;
  std::vector<double> times_ms_;
};

Shape shape_of(int n) {
  return n == 6 ? Shape{2, 3} : n == 12 ? Shape{3, 4} : n == 20 ? Shape{4, 5} : squarest_shape(n);
}

}  // namespace

int main(int argc, char** argv) {
  std::string model;
  std::vector<std::string> folders;
  std::vector<int> sizes;
  int every = 1;
  int pages = 6;
  int runs = 3;
  double cell_px = 24;
  double entry_share = 0;
  std::uint64_t seed = 5;
  bool list = false;
  CLI::App app("Measures how long found boards take to be read.");
  app.add_option("model", model)->required();
  app.add_option("--photos", folders, "folders of labelled photos");
  app.add_option("--every", every, "only every so many of them");
  app.add_option("--sizes", sizes, "generated pages of so many cells a side");
  app.add_option("--pages", pages, "of each size");
  app.add_option("--cell-px", cell_px, "side of a cell on them");
  app.add_option("--entries", entry_share, "share of their blank cells filled in by hand");
  app.add_option("--seed", seed);
  app.add_option("--runs", runs, "how often each board is read");
  app.add_flag("--list", list, "name every board and what was read");
  CLI11_PARSE(app, argc, argv);
  try {
    cv::setNumThreads(1);
    Clockwork clockwork(model, runs, list);
    for (const std::string& folder : folders) {
      const auto photos = report::labelled_photos(folder, {});
      for (size_t i = 0; i < photos.size(); i += static_cast<size_t>(every))
        clockwork.read(cv::imread(photos[i].image.string(), cv::IMREAD_COLOR),
                       photos[i].image.stem().string());
      clockwork.report(std::filesystem::path(folder).filename().string());
    }
    for (const int n : sizes) {
      for (int page_number = 0; page_number < pages; ++page_number) {
        generator::Random random(seed * 1000 + static_cast<std::uint64_t>(page_number));
        generator::PageOptions options;
        options.shape = shape_of(n);
        options.style.any_alphabet = n > 9;
        options.style.entry_share = entry_share;
        const generator::Page page = make_page(options, random);
        const generator::PrintedBoard& board = page.boards.at(0);
        const double on_page = board.corners.side_lengths_px()[0] / n;
        clockwork.read(report::photographed(page.bgr, cell_px / on_page, random),
                       std::to_string(n) + " page " + std::to_string(page_number));
      }
      clockwork.report(std::to_string(n) + "x" + std::to_string(n) + ", generated");
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
