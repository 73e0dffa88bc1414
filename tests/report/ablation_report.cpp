// What the program says of samples with all mechanisms of finding and reading, and then with each
// of them that was asked about switched off (core/ablation/mechanism.h): a line a sample and
// mechanism, tab-separated, for ablation_table.py. Built with the preset `ablation` alone.
//
//   ablation_report [--seed 1] [--count SET=N]... [--part I/N] [--only NAME]... [--data DIR]
//
// A mechanism that was not asked about on a sample changes nothing there, and has no line. One that
// most samples ask about is tried on every third of them. Those that --only names are tried all at
// once, and their halves where that changes something. Columns:
// set, index, mechanism ("-": all are in use), changed (other claims than with all), asked, right,
// wrong, misread, false, entries right, entries wrong, frames waited, CPU ms.

#include <time.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <map>
#include <opencv2/core.hpp>
#include <span>
#include <sstream>

#include "core/ablation/mechanism.h"
#include "tests/replay/program.h"
#include "tests/report/ablation_samples.h"
#include "tests/simulator/rest_score.h"

namespace {

using namespace gridlens;
using namespace gridlens::generator;
using report::AblationSample;

double cpu_ms() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

struct Outcome {
  int asked = 0;          // boards to be told
  int right = 0;          // solved, or rightly told to have no one solution
  int wrong = 0;          // solutions shown that are not the board's
  int misread = 0;        // claims with wrong clues
  int false_boards = 0;   // where there is none
  int entries_right = 0;  // a player's, told as they are
  int entries_wrong = 0;  // told where none is, or as another
  int waited = 0;         // frames of rest, of a film's boards
  double ms = 0;          // CPU time
  std::string said;       // all claims, to compare
};

bool is_claim_without_solution(const BoardPrediction& said) {
  return said.state == "multiple" || said.state == "contradiction";
}

void note_entries(const BoardPrediction& said, const BoardTruth& truth, Outcome& outcome) {
  if (said.entries.empty() || !same_clues(said, truth)) return;
  for (int r = 0; r < truth.shape.n(); ++r)
    for (int c = 0; c < truth.shape.n(); ++c) {
      const int told = said.entries[size_t(r)][size_t(c)];
      if (told == 0) continue;
      const int real = truth.entries.values().empty() ? 0 : truth.entries.at(r, c);
      const bool right =
          real != 0 && said.alphabet[size_t(told - 1)] == truth.alphabet[size_t(real - 1)];
      ++(right ? outcome.entries_right : outcome.entries_wrong);
    }
}

// One board a picture, wherever it lies.
void judge_by_content(const BoardTruth& truth, const std::vector<BoardPrediction>& said,
                      Outcome& outcome) {
  outcome.asked = 1;
  for (const BoardPrediction& board : said) {
    if (!board.solution.empty()) ++(same_solution(board, truth) ? outcome.right : outcome.wrong);
    const bool claims = !board.solution.empty() || is_claim_without_solution(board);
    outcome.misread += claims && !same_clues(board, truth) ? 1 : 0;
    note_entries(board, truth, outcome);
  }
}

void judge_by_place(const FrameTruth& truth, const std::vector<BoardPrediction>& said,
                    Outcome& outcome) {
  const Score result = score({truth}, {{truth.frame, said}});
  outcome.asked = result.asked;
  outcome.right = result.solved;
  outcome.wrong = result.wrong_solutions;
  outcome.misread = result.misreadings;
  outcome.false_boards = result.false_boards;
  for (const BoardPrediction& board : said)
    for (const BoardTruth& real : truth.boards) {
      if (overlap(board.corners, real.corners) < 0.5) continue;
      outcome.right += is_claim_without_solution(board) && same_clues(board, real) ? 1 : 0;
      note_entries(board, real, outcome);
    }
}

std::string claims_of(const std::vector<BoardPrediction>& said) {
  std::ostringstream text;
  for (const BoardPrediction& board : said) {
    text << board.id << board.state;
    for (const auto* grid : {&board.clues, &board.solution, &board.entries})
      for (const auto& row : *grid)
        for (const int value : row) text << ' ' << value;
    for (const cv::Point2d& corner : board.corners.corners)
      text << ' ' << cvRound(corner.x * 10) << ' ' << cvRound(corner.y * 10);
    text << '\n';
  }
  return text.str();
}

Outcome run_film(const AblationSample& sample, Program& program) {
  Outcome outcome;
  RestScorer scorer(sample.rest_from, sample.readable);
  program.start_stream();
  for (const SequenceFrame& frame : sample.frames) {
    const double start_ms = cpu_ms();
    const auto said = program.next_frame(frame.bgr, frame.truth.frame, frame.truth.time_ms).boards;
    outcome.ms += cpu_ms() - start_ms;
    scorer.add(frame.truth, frame.facts, said);
    outcome.said += claims_of(said);
  }
  const SequenceScore score = scorer.finish();
  outcome.asked = static_cast<int>(score.boards.size());
  for (const BoardRest& board : score.boards) {
    outcome.right += board.wait ? 1 : 0;
    outcome.waited += board.wait.value_or(Sequence::kRestFrames);
  }
  outcome.wrong = score.wrong;
  outcome.false_boards = score.false_boards;
  return outcome;
}

Outcome run(const AblationSample& sample, Program& program) {
  if (sample.film) return run_film(sample, program);
  Outcome outcome;
  const SequenceFrame& frame = sample.frames.front();
  const double start_ms = cpu_ms();
  const auto said = program.read_still(frame.bgr);
  outcome.ms = cpu_ms() - start_ms;
  if (sample.by_content)
    judge_by_content(frame.truth.boards.front(), said, outcome);
  else
    judge_by_place(frame.truth, said, outcome);
  outcome.said = claims_of(said);
  return outcome;
}

void print(const std::string& set, int index, const char* mechanism, bool changed,
           const Outcome& o) {
  std::printf("%s\t%d\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%.1f\n", set.c_str(), index,
              mechanism, changed ? 1 : 0, o.asked, o.right, o.wrong, o.misread, o.false_boards,
              o.entries_right, o.entries_wrong, o.waited, o.ms);
  std::fflush(stdout);
}

struct Arguments {
  std::uint64_t seed = 1;
  std::vector<std::string> counts, only, together;
  std::string part = "0/1", data;
};

// What most samples ask about is tried on every third of them.
class Choice {
 public:
  explicit Choice(std::vector<std::string> only) : only_(std::move(only)) {}

  // The mechanisms to try on a sample that was just run, by what it asked about.
  std::vector<MechanismSwitch*> after(int index) {
    ++samples_;
    std::vector<MechanismSwitch*> chosen;
    for (MechanismSwitch* its : MechanismSwitch::all()) {
      if (its->asked == 0) continue;
      const bool common = 2 * ++askers_[its->name] > samples_;
      const bool named = std::find(only_.begin(), only_.end(), its->name) != only_.end();
      if (only_.empty() ? !common || index % 3 == 0 : named) chosen.push_back(its);
    }
    return chosen;
  }

 private:
  std::vector<std::string> only_;
  int samples_ = 0;
  std::map<std::string, int> askers_;
};

// All that are named, off at once.
std::string all_off(const std::vector<std::string>& names) {
  std::string joined;
  for (MechanismSwitch* its : MechanismSwitch::all())
    if (std::find(names.begin(), names.end(), its->name) != names.end()) {
      its->on = false;
      joined += (joined.empty() ? "" : "+") + std::string(its->name);
    }
  return joined;
}

// What a sample says without these mechanisms. Where that is another, each half of them is tried:
// of many mechanisms few change anything, so that their number of runs grows with its logarithm.
void try_without(std::span<MechanismSwitch* const> these, const std::string& set, int index,
                 const Outcome& all, const AblationSample& sample, Program& program) {
  if (these.empty()) return;
  for (MechanismSwitch* its : these) its->on = false;
  const Outcome without = run(sample, program);
  for (MechanismSwitch* its : these) its->on = true;
  const bool changed = without.said != all.said;
  if (these.size() == 1 || !changed) {
    for (const MechanismSwitch* its : these) print(set, index, its->name, changed, without);
    return;
  }
  const std::size_t half = these.size() / 2;
  try_without(these.first(half), set, index, all, sample, program);
  try_without(these.subspan(half), set, index, all, sample, program);
}

void run_sample(const Arguments& arguments, const std::string& set, int index, Program& program,
                Choice& choice) {
  const AblationSample sample = report::ablation_sample(set, arguments.seed, index, arguments.data);
  for (MechanismSwitch* its : MechanismSwitch::all()) its->asked = 0;
  const Outcome all = run(sample, program);
  print(set, index, "-", false, all);
  if (!arguments.together.empty()) {
    const std::string names = all_off(arguments.together);
    const Outcome without = run(sample, program);
    for (MechanismSwitch* its : MechanismSwitch::all()) its->on = true;
    print(set, index, names.c_str(), without.said != all.said, without);
    return;
  }
  // All that are named are tried at once first.
  const std::vector<MechanismSwitch*> chosen = choice.after(index);
  if (arguments.only.empty())
    for (MechanismSwitch* its : chosen) try_without({&its, 1}, set, index, all, sample, program);
  else
    try_without(chosen, set, index, all, sample, program);
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("Runs samples with each mechanism of finding and reading switched off.");
  app.add_option("--seed", arguments.seed);
  app.add_option("--count", arguments.counts, "SET=N: N samples of that set; else none");
  app.add_option("--part", arguments.part, "I/N: of all samples every N-th, from the I-th on");
  app.add_option("--only", arguments.only, "this mechanism; others stay in use");
  app.add_option("--together", arguments.together, "these, all off at once; nothing else is tried")
      ->delimiter(',');
  app.add_option("--data", arguments.data, "folder of the labelled photos");
  CLI11_PARSE(app, argc, argv);
  try {
    cv::setNumThreads(1);
    std::map<std::string, int> counts;
    for (const std::string& count : arguments.counts) {
      const size_t equals = count.find('=');
      if (equals == std::string::npos) throw std::invalid_argument("--count is SET=N: " + count);
      counts[count.substr(0, equals)] = std::stoi(count.substr(equals + 1));
    }
    const size_t slash = arguments.part.find('/');
    if (slash == std::string::npos) throw std::invalid_argument("--part is I/N: " + arguments.part);
    const int part = std::stoi(arguments.part), parts = std::stoi(arguments.part.substr(slash + 1));
    Program program;
    Choice choice(arguments.only);
    int number = 0;
    int most = 0;
    for (const auto& [set, count] : counts) most = std::max(most, count);
    // All sets by turns, so that a run that is cut short has some of each.
    for (int index = 0; index < most; ++index)
      for (const std::string& set : report::ablation_sets())
        if (index < counts[set] && number++ % parts == part)
          run_sample(arguments, set, index, program, choice);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "ablation_report: %s\n", error.what());
    return 1;
  }
  return 0;
}
