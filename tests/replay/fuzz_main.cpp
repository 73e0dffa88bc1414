// gridlens_fuzz: random sequences of events through the program; how long readable boards wait for
// their solution once all lies still. See tests/simulator/README.md.
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>
#include <random>

#include "tests/replay/fuzz_report.h"
#include "tests/replay/sequence_run.h"

using namespace gridlens;
using namespace gridlens::generator;

namespace {

struct Arguments {
  std::uint64_t seed = 0;
  int count = 1, jobs = 1;
  std::string size, last, save, lines;
};

SequenceOptions options_of(const Arguments& arguments, std::uint64_t seed) {
  SequenceOptions options;
  options.seed = seed;
  if (arguments.size == "640x480") options.size = cv::Size(640, 480);
  if (arguments.size == "1280x720") options.size = cv::Size(1280, 720);
  if (!arguments.last.empty()) options.last = event_named(arguments.last);
  return options;
}

void draw(cv::Mat& picture, const Quad& quad, const cv::Scalar& colour) {
  for (size_t i = 0; i < 4; ++i)
    cv::line(picture, quad.corners[i], quad.corners[(i + 1) % 4], colour, 1, cv::LINE_AA);
}

// Writes the sequence as FOLDER/SEED/: pictures, a video of them, truth, and pictures with what was
// said (green: solved, blue: else) and the truth (red; orange where it is not readable).
SequenceWatcher save_to(const std::string& folder, const Sequence& sequence, std::uint64_t seed) {
  const auto place = std::filesystem::path(folder) / std::to_string(seed);
  std::filesystem::create_directories(place);
  const auto truth = std::make_shared<std::ofstream>(place / "truth.jsonl");
  const auto said_of = std::make_shared<std::ofstream>(place / "said.txt");
  const auto video = std::make_shared<cv::VideoWriter>(
      (place / "clip.mkv").string(), cv::CAP_FFMPEG, cv::VideoWriter::fourcc('F', 'F', 'V', '1'),
      sequence.fps(), sequence.size());
  if (!*truth || !*said_of || !video->isOpened())
    throw std::runtime_error("cannot write " + place.string());
  return [=, rest_from = sequence.rest_from()](const SequenceFrame& frame,
                                               const FramePrediction& said) {
    *truth << to_json(frame.truth) << '\n';
    video->write(frame.bgr);
    char name[40];
    std::snprintf(name, sizeof name, "%03d.png", frame.truth.frame);
    cv::imwrite((place / name).string(), frame.bgr);
    cv::Mat told = frame.bgr.clone();
    for (const BoardTruth& board : frame.truth.boards)
      draw(told, board.corners,
           board.readable.value_or(false) ? cv::Scalar(0, 0, 255) : cv::Scalar(0, 160, 255));
    *said_of << frame.truth.frame << (frame.truth.frame < rest_from ? "" : " rest");
    for (size_t b = 0; b < frame.facts.size(); ++b)
      *said_of << " [board " << frame.facts[b].board << " cell " << frame.facts[b].least_cell_px
               << " blur " << frame.facts[b].blur_sigma_px << " visible "
               << frame.truth.boards[b].visible << "]";
    for (const BoardPrediction& board : said.boards) {
      draw(told, board.corners,
           board.solution.empty() ? cv::Scalar(255, 100, 0) : cv::Scalar(0, 200, 0));
      *said_of << " (id " << board.id << " " << board.state << " \"" << board.message << "\")";
    }
    *said_of << '\n';
    std::snprintf(name, sizeof name, "told_%03d.png", frame.truth.frame);
    cv::imwrite((place / name).string(), told);
  };
}

FuzzOutcome fuzz(const Arguments& arguments, std::uint64_t seed, Program& program) {
  const Sequence sequence(options_of(arguments, seed));
  const SequenceWatcher seen =
      arguments.save.empty() ? SequenceWatcher{} : save_to(arguments.save, sequence, seed);
  return outcome_of(seed, sequence, run_sequence(sequence, program, seen));
}

// Every `jobs`-th seed, from the `job`-th on: a line each to `out`, failures to stdout at once.
void work(const Arguments& arguments, int job, std::FILE* out) {
  Program program;
  for (int i = job; i < arguments.count; i += arguments.jobs) {
    const FuzzOutcome outcome = fuzz(arguments, arguments.seed + std::uint64_t(i), program);
    std::fputs((to_line(outcome) + "\n").c_str(), out);
    std::fflush(out);
    std::fputs(failures_text({outcome}).c_str(), stdout);
    std::fflush(stdout);
  }
}

std::vector<FuzzOutcome> run(const Arguments& arguments) {
  struct Worker {
    pid_t id;
    std::FILE* lines;
  };
  std::vector<Worker> workers;
  for (int job = 0; job < arguments.jobs; ++job) {
    std::FILE* lines = std::tmpfile();
    if (lines == nullptr) throw std::runtime_error("cannot make a temporary file");
    const pid_t id = fork();
    if (id < 0) throw std::runtime_error("cannot start a process");
    if (id == 0) {
      int code = 0;
      try {
        work(arguments, job, lines);
      } catch (const std::exception& error) {
        std::cerr << "gridlens_fuzz: " << error.what() << '\n';
        code = 1;
      }
      std::fflush(nullptr);
      _exit(code);
    }
    workers.push_back({id, lines});
  }
  std::vector<FuzzOutcome> outcomes;
  bool failed = false;
  for (const Worker& worker : workers) {
    int status = 0;
    waitpid(worker.id, &status, 0);
    failed = failed || !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    std::rewind(worker.lines);
    std::string line;
    for (int c = std::fgetc(worker.lines); c != EOF; c = std::fgetc(worker.lines)) {
      if (c != '\n') {
        line += static_cast<char>(c);
        continue;
      }
      outcomes.push_back(outcome_from_line(line));
      line.clear();
    }
    std::fclose(worker.lines);
  }
  if (failed) throw std::runtime_error("a process ended early; its seeds are missing");
  std::sort(outcomes.begin(), outcomes.end(),
            [](const FuzzOutcome& a, const FuzzOutcome& b) { return a.seed < b.seed; });
  return outcomes;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Runs random sequences of events through the program; exit code 2: some failed"};
  Arguments arguments;
  std::vector<std::string> events;
  for (const Event event : all_events()) events.emplace_back(to_string(event));
  app.add_option("--seed", arguments.seed, "first seed; a fresh random one where not given");
  app.add_option("--count", arguments.count, "sequences, seeds counting up")
      ->check(CLI::PositiveNumber);
  app.add_option("--jobs", arguments.jobs, "processes")->check(CLI::Range(1, 64));
  app.add_option("--size", arguments.size, "of all pictures; random where not given")
      ->check(CLI::IsMember({"640x480", "1280x720"}));
  app.add_option("--last", arguments.last,
                 "the last event of each sequence; random where not given")
      ->check(CLI::IsMember(events));
  app.add_option("--save", arguments.save,
                 "folder: writes the pictures, a clip, the truth, and what was said of each frame");
  app.add_option("--lines", arguments.lines, "file: one JSON object a sequence");
  CLI11_PARSE(app, argc, argv);
  try {
    cv::setNumThreads(1);  // as the program does
    if (arguments.seed == 0) arguments.seed = std::random_device{}() % 900000 + 100000;
    const std::vector<FuzzOutcome> outcomes = run(arguments);
    if (!arguments.lines.empty()) {
      std::ofstream file(arguments.lines);
      for (const FuzzOutcome& outcome : outcomes) file << to_line(outcome) << '\n';
      if (!file) throw std::runtime_error("cannot write " + arguments.lines);
    }
    std::cout << report_text(outcomes);
    for (const FuzzOutcome& outcome : outcomes)
      if (!outcome.is_passed()) return 2;
  } catch (const std::exception& error) {
    std::cerr << "gridlens_fuzz: " << error.what() << '\n';
    return 1;
  }
  return 0;
}
