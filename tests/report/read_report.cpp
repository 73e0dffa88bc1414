// Reads every photo of a labelled folder, at any of the four rotations, and prints how many boards
// were found and read exactly, split by whether the photo's puzzle was held out from training.
//
//   read_report models/digits.onnx FOLDER [--clue-labels FOLDER] [--split models/train/split.json]
//               [--turns 0 1 2 3] [--degrade none blur ...] [--find-in FOLDER] [--list]
//               [--seed S] [--held-out] [--keep DIR [--keep-unread]]

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <map>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "core/image/statistics.h"
#include "core/pipeline/read_still.h"
#include "core/solver/solver.h"
#include "core/vision/finding/board_finder.h"
#include "tests/report/degrade.h"
#include "tests/report/labelled_photos.h"

namespace {

using namespace gridlens;
using report::LabelledPhoto;

struct Options {
  std::string model;
  std::string folder;
  std::string clue_labels;
  std::string split;
  std::string find_in;
  std::vector<int> turns{0};
  std::vector<std::string> degrade{"none"};
  std::uint64_t seed = 1;
  bool mixed_labels = false;
  std::string keep;
  bool keep_unread = false;
  bool list = false;
  bool held_out_only = false;
};

struct Tally {
  int photos = 0;
  int found = 0;        // a 9x9 lattice that holds symbols
  int cells_right = 0;  // of the clues, in found boards
  int cells = 0;
  int exact = 0;           // clues as labelled, state sure
  int exact_unsure = 0;    // clues as labelled, state not sure
  int wrong = 0;           // sure, not as labelled, and not told to be in doubt
  int hidden = 0;          // of them: clues are missing alone that may be hidden, as is said
  int wrong_solution = 0;  // sure, exactly one solution, and that is not the puzzle's
  int entries = 0;         // labelled entries of found boards
  int entries_right = 0;
  int symbols_right = 0;  // of the cells, printed or handwritten, blank included
  int without_error = 0;  // boards with all of them right, sure or not
  int others = 0;         // further boards called sure in these photos
  std::vector<double> ms;
};

constexpr float kSeen = 0.97F;  // confidence of a cell that was seen

cv::Mat turned(const cv::Mat& picture, int quarter_turns) {
  if (quarter_turns % 4 == 0) return picture;
  cv::Mat result;
  constexpr int kCodes[] = {cv::ROTATE_90_CLOCKWISE, cv::ROTATE_180,
                            cv::ROTATE_90_COUNTERCLOCKWISE};
  cv::rotate(picture, result, kCodes[quarter_turns % 4 - 1]);
  return result;
}

int equal_cells(const Grid& a, const Grid& b) {
  if (a.n() != b.n()) return 0;
  int equal = 0;
  for (size_t i = 0; i < a.values().size(); ++i) equal += a.values()[i] == b.values()[i] ? 1 : 0;
  return equal;
}

// Clues and entries together.
Grid all_symbols(const BoardReading& reading) {
  return reading.clues.filled_from(reading.entries);
}

// The clues are as labelled but for symbols that are told to be given or entered.
bool only_doubtful_differ(const BoardReading& reading, const Grid& clues) {
  for (size_t i = 0; i < clues.values().size(); ++i)
    if (reading.clues.values()[i] != clues.values()[i] &&
        (reading.clues.values()[i] + reading.entries.values()[i] == 0 ||
         std::find(reading.doubtful.begin(), reading.doubtful.end(), static_cast<int>(i)) ==
             reading.doubtful.end()))
      return false;
  return true;
}

void judge(const LabelledPhoto& photo, const std::vector<BoardReading>& readings, Tally& tally,
           bool list, const std::string& name) {
  ++tally.photos;
  const BoardReading* best = nullptr;
  int most = -1;
  for (const BoardReading& reading : readings) {
    const int equal = equal_cells(all_symbols(reading), photo.symbols);
    if (equal > most) best = &reading;
    most = std::max(most, equal);
  }
  const bool found = best && most >= 50;
  for (const BoardReading& reading : readings)
    if ((!found || &reading != best) && reading.state == ReadState::sure) {
      ++tally.others;
      if (list) std::printf("  %s: ANOTHER BOARD, SURE\n", name.c_str());
    }
  if (!found) {
    if (list) std::printf("  %s: not found\n", name.c_str());
    return;
  }
  ++tally.found;
  tally.cells += photo.clues.shape().cells();
  tally.cells_right += equal_cells(best->clues, photo.clues);
  tally.symbols_right += most;
  tally.without_error += most == photo.symbols.shape().cells() ? 1 : 0;
  const bool sure = best->state == ReadState::sure;
  if (best->clues == photo.clues) {
    ++(sure ? tally.exact : tally.exact_unsure);
  } else if (sure) {
    tally.wrong += only_doubtful_differ(*best, photo.clues) ? 0 : 1;
    bool all_hidden = true;
    for (size_t i = 0; i < photo.clues.values().size(); ++i)
      all_hidden = all_hidden && (best->clues.values()[i] == photo.clues.values()[i] ||
                                  (best->clues.values()[i] == 0 && best->confidence[i] < kSeen));
    tally.hidden += all_hidden ? 1 : 0;
    Solver solver(classic_rules(photo.clues.shape()));
    const SolveResult ours = solver.solve(best->clues);
    const SolveResult theirs = solver.solve(photo.clues);
    if (ours.state == SolveState::unique &&
        (theirs.state != SolveState::unique || !(ours.solutions[0] == theirs.solutions[0])))
      ++tally.wrong_solution;
  }
  for (size_t i = 0; i < photo.entries.values().size(); ++i) {
    if (photo.entries.values()[i] == 0) continue;
    ++tally.entries;
    tally.entries_right += best->entries.values()[i] == photo.entries.values()[i] ? 1 : 0;
  }
  if (list && (!sure || !(best->clues == photo.clues))) {
    std::printf("  %s: %s margin %.1f '%s'", name.c_str(), sure ? "SURE" : "unsure", best->margin,
                best->message.c_str());
    for (int cell = 0; cell < photo.clues.shape().cells(); ++cell) {
      const int label = photo.clues.at(cell);
      const int read = best->clues.at(cell);
      if (label != read)
        std::printf(" r%dc%d %d>%d(%.2f)", cell / 9 + 1, cell % 9 + 1, label, read,
                    static_cast<double>(best->confidence[static_cast<size_t>(cell)]));
    }
    std::printf(" doubtful:");
    for (const int cell : best->doubtful) std::printf(" r%dc%d", cell / 9 + 1, cell % 9 + 1);
    std::printf("\n");
  }
}

void print(const std::string& title, const Tally& t) {
  if (t.photos == 0) return;
  const auto share = [](int part, int whole) { return whole == 0 ? 0.0 : 100.0 * part / whole; };
  std::printf(
      "%-22s photos %4d  found %4d  cells right %7.3f %%  exact %4d (%5.1f %%)  exact but unsure "
      "%3d  "
      "wrong %d (hidden clues %d, wrong solution %d)  other boards %d  found and read in %.1f ms "
      "(median)",
      title.c_str(), t.photos, t.found, share(t.cells_right, t.cells), t.exact,
      share(t.exact, t.photos), t.exact_unsure, t.wrong, t.hidden, t.wrong_solution, t.others,
      median(t.ms));
  std::printf(
      "\n%-22s printed and handwritten together: cells right %.3f %%, boards without an error %d "
      "(%.1f %%)",
      "", share(t.symbols_right, t.cells), t.without_error, share(t.without_error, t.photos));
  if (t.entries > 0) std::printf("  entries right %.2f %%", share(t.entries_right, t.entries));
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Reads a labelled folder of photos and prints how well.");
  app.add_option("model", options.model)->required();
  app.add_option("folder", options.folder)->required();
  app.add_option("--clue-labels", options.clue_labels, "folder of .dat files of the printed cells");
  app.add_option("--split", options.split, "models/train/split.json: figures by held-out or not");
  app.add_option("--find-in", options.find_in,
                 "search the boards in the photos of the same names there (the same pictures "
                 "without handwriting): judges the reading apart from the finding");
  app.add_option("--turns", options.turns, "quarter turns of the photos");
  app.add_option("--degrade", options.degrade,
                 "none blur shake noise dark small tiny jpeg; by chance: askew slanted tinted "
                 "glared noted shaded far soft mixed");
  app.add_option("--seed", options.seed, "of what is by chance");
  app.add_option("--keep", options.keep, "folder for the pictures that are surely misread");
  app.add_flag("--keep-unread", options.keep_unread,
               "keep there every picture that is not read exactly");
  app.add_flag("--held-out", options.held_out_only, "leave the other photos out");
  app.add_flag(
      "--mixed-labels", options.mixed_labels,
      "the labels do not tell printed from handwritten: exact and wrong are of both together");
  app.add_flag("--list", options.list, "name every board that is not exact and sure");
  CLI11_PARSE(app, argc, argv);
  try {
    cv::setNumThreads(1);
    InlineSolveService solver;
    DigitNetwork network(options.model);
    const auto photos = report::labelled_photos(options.folder, options.clue_labels);
    std::set<std::string> held_out;
    if (!options.split.empty())
      held_out = report::held_out_stems(options.split,
                                        std::filesystem::path(options.folder).filename().string());
    for (const std::string& kind : options.degrade) {
      std::map<bool, Tally> tallies;
      std::uint64_t photo_seed = options.seed * 1000;
      for (const LabelledPhoto& photo : photos) {
        ++photo_seed;
        if (options.held_out_only && !held_out.contains(photo.image.stem().string())) continue;
        const cv::Mat bgr =
            report::degrade(cv::imread(photo.image.string(), cv::IMREAD_COLOR), kind, photo_seed);
        cv::Mat clean = bgr;
        if (!options.find_in.empty()) {
          const auto twin = std::filesystem::path(options.find_in) / photo.image.filename();
          clean = report::degrade(cv::imread(twin.string(), cv::IMREAD_COLOR), kind, photo_seed);
          if (clean.size() != bgr.size())
            cv::resize(clean, clean, bgr.size(), 0, 0, cv::INTER_AREA);
        }
        Tally& tally = tallies[held_out.contains(photo.image.stem().string())];
        for (const int turns : options.turns) {
          const cv::Mat picture = turned(bgr, turns);
          cv::Mat searched;
          cv::cvtColor(turned(clean, turns), searched, cv::COLOR_BGR2GRAY);
          std::vector<BoardReading> readings;
          StageTimes stages;
          const std::clock_t begin = std::clock();  // processor time: other programs do not count
          for (StillBoard& board :
               read_still_boards(picture, network, solver, &stages, nullptr, searched))
            readings.push_back(std::move(board.reading));
          tally.ms.push_back(1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
          if (options.mixed_labels)
            for (BoardReading& reading : readings) reading.clues = all_symbols(reading);
          const int wrong_before = tally.wrong + tally.others;
          const int exact_before = tally.exact;
          judge(photo, readings, tally, options.list,
                photo.image.stem().string() + " turned " + std::to_string(turns) + " " + kind +
                    (held_out.contains(photo.image.stem().string()) ? " held out" : ""));
          const bool surely_misread = tally.wrong + tally.others > wrong_before;
          const bool unread = options.keep_unread && tally.exact == exact_before;
          if (!options.keep.empty() && (surely_misread || unread))
            cv::imwrite(options.keep + "/" + photo.image.stem().string() + "_" + kind + "_" +
                            std::to_string(options.seed) + ".png",
                        picture);
        }
      }
      print(kind + (held_out.empty() ? "" : ", trained on"), tallies[false]);
      print(kind + ", held out", tallies[true]);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
