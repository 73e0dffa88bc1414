#include "tests/report/ablation_samples.h"

#include <algorithm>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <stdexcept>

#include "core/puzzle/rules.h"
#include "core/solver/solver.h"
#include "tests/report/degrade.h"
#include "tests/report/labelled_photos.h"
#include "tests/simulator/scenario_set.h"
#include "tests/simulator/scenarios.h"
#include "tests/simulator/screen_photo.h"

namespace gridlens::report {

namespace {

using namespace generator;

AblationSample still(cv::Mat bgr, FrameTruth truth) {
  AblationSample sample;
  sample.frames.push_back({std::move(bgr), std::move(truth), {}});
  return sample;
}

AblationSample still(const ClipFrame& frame) {
  return still(frame.bgr, frame.truth);
}

// A third as they are, the others spoilt by chance. "filled": with every empty cell written in.
AblationSample photo(const std::filesystem::path& data, const std::string& folder,
                     const std::string& clue_labels, std::uint64_t seed, int index) {
  const auto photos = labelled_photos(
      data / folder, clue_labels.empty() ? clue_labels : (data / clue_labels).string());
  if (photos.empty()) throw std::runtime_error("no labelled photos in " + (data / folder).string());
  const auto count = static_cast<std::uint64_t>(photos.size());
  const LabelledPhoto& labelled = photos[(seed + static_cast<std::uint64_t>(index) * 37) % count];
  const cv::Mat bgr = cv::imread(labelled.image.string(), cv::IMREAD_COLOR);
  AblationSample sample =
      still(index % 3 == 0 ? bgr : degrade(bgr, "mixed", seed * 1000 + std::uint64_t(index)), {});
  sample.by_content = true;
  BoardTruth board;
  board.shape = labelled.clues.shape();
  board.alphabet = Alphabet{AlphabetKind::numerals, board.shape.n()}.symbols();
  board.clues = labelled.clues;
  board.entries = labelled.entries;
  Solver solver(classic_rules(board.shape));
  const SolveResult solved = solver.solve(labelled.clues);
  board.solution =
      solved.state == SolveState::unique ? solved.solutions.front() : Grid(board.shape);
  sample.frames.front().truth.boards.push_back(std::move(board));
  return sample;
}

// The blackbox test's pictures, which every mechanism has been judged by.
AblationSample blackbox_picture(int index) {
  namespace fs = std::filesystem;
  std::vector<fs::path> pictures;
  for (const auto& entry : fs::recursive_directory_iterator(GRIDLENS_BLACKBOX_IMAGES))
    if (entry.path().extension() != ".json" && entry.is_regular_file())
      pictures.push_back(entry.path());
  std::sort(pictures.begin(), pictures.end());
  const fs::path& path = pictures[static_cast<size_t>(index) % pictures.size()];
  return still(cv::imread(path.string(), cv::IMREAD_COLOR),
               read_truth(fs::path(path).replace_extension(".json")).front());
}

// Any size, alphabet and print (or with letters, which look alike more often), before the
// simulator's camera.
AblationSample page(Random random, bool letters) {
  static const std::vector<Shape> all_shapes{{2, 2}, {2, 3}, {2, 4}, {3, 3}, {3, 3}, {3, 3},
                                             {3, 3}, {2, 5}, {3, 4}, {4, 3}, {4, 4}, {5, 5}};
  static const std::vector<Shape> with_letters{{3, 3}, {2, 5}, {3, 4}, {4, 3}, {4, 4}};
  PageOptions options;
  options.shape = random.pick(letters ? with_letters : all_shapes);
  const int n = options.shape.n();
  options.style.any_alphabet = random.chance(0.6);
  options.style.lower_case = random.chance(letters ? 0.7 : 0.3);
  const bool digits_first = n > 9 && random.chance(0.4);
  if (letters)
    options.style.alphabet =
        digits_first ? AlphabetKind::digits_then_letters : AlphabetKind::letters;
  options.style.inverted = random.chance(0.1);
  options.style.missing_border = random.chance(0.1);
  options.style.doubled_frame = random.chance(0.1);
  if (random.chance(0.3)) options.style.entry_share = random.uniform(0.1, 1);
  if (random.chance(0.3)) options.style.pencil_mark_share = random.uniform(0.1, 0.6);
  if (n > 12) options.puzzle.given_share = 0.5;
  options.board_px = std::max(1000, 64 * n);
  ClipOptions clip;
  clip.size = n <= 9 ? cv::Size{640, 480} : n <= 16 ? cv::Size{960, 720} : cv::Size{1280, 960};
  clip.seed = random.next();
  clip.frames = 2;
  Set set = prepare("ablation", clip, options, random.uniform(n > 12 ? 0.75 : 0.45, 0.85));
  set.base.tilt = tilt_towards(random.uniform(0, 25) * kDegree, any_direction(random));
  set.base.roll_rad = any_direction(random);
  set.hand = steady_hand(set.unit);
  return still(Clip("ablation", set.finish(), clip).frame(0));
}

// A program's window: as it is, or photographed on its display.
AblationSample screen(Random random) {
  static const std::vector<Shape> shapes{{2, 2}, {2, 3}, {3, 3}, {3, 3}, {3, 3}, {3, 3}, {3, 4}};
  PageOptions options;
  options.kind = random.chance(0.3) ? PageKind::app : PageKind::played_app;
  options.shape = random.pick(shapes);
  options.game = AppGame{random.uniform(0, 0.9), random.uniform(0, 0.5), random.uniform(0, 0.5)};
  if (random.chance(0.4)) options.board_px = random.uniform(280, 520);
  const Page shown = make_page(options, random);
  FrameTruth truth = truth_of_page(shown, 0);
  if (random.chance(0.6)) return still(shown.bgr, std::move(truth));
  const ScreenPhoto taken = photograph_screen(shown.bgr, {960, 960}, random);
  for (cv::Point2d& corner : truth.boards[0].corners.corners)
    corner = taken.photo_from_screen(corner);
  truth.width = truth.height = 960;
  return still(taken.bgr, std::move(truth));
}

// A sheet as a flat picture, or in a hand before the camera, any way up.
AblationSample sheet(PageOptions page, double low_share, double high_share, Random random) {
  ClipOptions options;
  options.size = {800, 600};
  options.seed = random.next();
  options.frames = 2;
  Set set = prepare("ablation", options, std::move(page), random.uniform(low_share, high_share));
  if (random.chance(0.5)) {
    const Page& flat_page = set.plan.pages[0];
    FrameTruth truth = truth_of_page(flat_page, 0);
    cv::Mat flat;
    const double scale = random.uniform(400, 1100) / flat_page.bgr.cols;
    cv::resize(flat_page.bgr, flat, {}, scale, scale, cv::INTER_AREA);
    for (BoardTruth& board : truth.boards)
      for (cv::Point2d& corner : board.corners.corners)
        corner = (corner + cv::Point2d(0.5, 0.5)) * scale - cv::Point2d(0.5, 0.5);
    truth.width = flat.cols, truth.height = flat.rows;
    return still(flat, std::move(truth));
  }
  set.base.tilt = tilt_towards(random.uniform(0, 30) * kDegree, any_direction(random));
  set.base.roll_rad = any_direction(random);
  set.hand = steady_hand(set.unit);
  return still(Clip("ablation", set.finish(), options).frame(0));
}

AblationSample negative(Random random, int index) {
  const auto& kinds = negative_kinds();
  PageOptions page;
  page.kind = PageKind::negative;
  page.negative = kinds[static_cast<size_t>(index) % kinds.size()];
  return sheet(page, random.chance(0.3) ? 0.3 : 1.1, 1.5, random);
}

AblationSample odd(Random random, int index) {
  const auto& kinds = odd_boards();
  PageOptions page;
  page.kind = PageKind::odd;
  page.odd = kinds[static_cast<size_t>(index) % kinds.size()];
  return sheet(page, 0.3, 1.0, random);
}

// A moment of one of the simulator's scenarios: hands, glare, shadow, blur, far away, bent, ...
AblationSample scene(Random random, int index) {
  const auto& all = scenarios();
  ClipOptions options;
  options.size = random.chance(0.6) ? cv::Size{640, 480} : cv::Size{1280, 720};
  options.seed = random.next();
  options.frames = 60;
  const Clip clip(all[static_cast<size_t>(index) % all.size()].name, options);
  return still(clip.frame(random.integer(0, 59)));
}

// A film by the other camera, of 150 frames at most, so that it ends soon.
AblationSample film(Random random) {
  constexpr int kMostFrames = 150;
  SequenceOptions options;
  options.size = cv::Size{640, 480};
  for (options.seed = random.next() % 1'000'000'000;; ++options.seed) {
    const Sequence sequence(options);
    if (sequence.frames() > kMostFrames) continue;
    AblationSample sample;
    sample.film = true;
    sample.rest_from = sequence.rest_from();
    sample.readable = sequence.readable_boards();
    for (int i = 0; i < sequence.frames(); ++i) sample.frames.push_back(sequence.frame(i));
    return sample;
  }
}

}  // namespace

const std::vector<std::string>& ablation_sets() {
  static const std::vector<std::string> sets{"photos",    "filled", "pages",  "letters",  "screens",
                                             "negatives", "odd",    "scenes", "blackbox", "films"};
  return sets;
}

AblationSample ablation_sample(const std::string& set, std::uint64_t seed, int index,
                               const std::filesystem::path& data) {
  const Random random = Random(seed).fork(set).fork(static_cast<std::uint64_t>(index));
  if (set == "photos") return photo(data, "newspaper-photos", "", seed, index);
  if (set == "filled")
    return photo(data, "newspaper-photos-filled", "newspaper-photos", seed, index);
  if (set == "pages") return page(random, false);
  if (set == "letters") return page(random, true);
  if (set == "screens") return screen(random);
  if (set == "negatives") return negative(random, index);
  if (set == "odd") return odd(random, index);
  if (set == "scenes") return scene(random, index);
  if (set == "films") return film(random);
  if (set == "blackbox") return blackbox_picture(index);
  throw std::invalid_argument("no such set: " + set);
}

}  // namespace gridlens::report
