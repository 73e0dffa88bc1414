// gridlens_generate: pages and hand-held clips of Sudokus with exact truth. See
// tests/simulator/README.md.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>

#include "tests/simulator/scenarios.h"
#include "tests/simulator/screen_photo.h"

using namespace gridlens;
using namespace gridlens::generator;

namespace {

struct Arguments {
  std::string scenario = "hand_held", size = "1280x720", box, out, truth, images, kind = "puzzle",
              negative;
  std::vector<std::string> pictures;
  std::uint64_t seed = 1;
  int frames = 90, count = 1, quality = 80, page_quality = 95, screen_quality = 92;
  double fps = 30, entries = 0, wrong = 0, pencil = 0, board_px = 0;
  bool whole_screen = false, inverted = false, aged = false, any_alphabet = false,
       no_border = false;
};

Shape shape_named(const std::string& box) {
  const size_t x = box.find('x');
  Shape shape;
  try {
    shape = {std::stoi(box.substr(0, x)), std::stoi(box.substr(x + 1))};
  } catch (const std::exception&) {
    throw std::invalid_argument("--box takes RxC, such as 3x3, not '" + box + "'");
  }
  if (x == std::string::npos || shape.box_rows < 1 || shape.box_cols < 1 ||
      shape.n() > Shape::kMaxN)
    throw std::invalid_argument("--box takes RxC with R*C up to 36, not '" + box + "'");
  return shape;
}

cv::Size size_named(const std::string& size) {
  const size_t x = size.find('x');
  try {
    const cv::Size named(std::stoi(size.substr(0, x)), std::stoi(size.substr(x + 1)));
    if (x != std::string::npos && named.width > 15 && named.height > 15) return named;
  } catch (const std::exception&) {
  }
  throw std::invalid_argument("--size takes WxH, not '" + size + "'");
}

Clutter negative_named(const std::string& name) {
  const auto kind = clutter_named(name);
  if (!kind) throw std::invalid_argument("no negative '" + name + "'");
  return *kind;
}

std::ofstream open_text(const std::string& path) {
  std::ofstream file(path);
  if (!file) throw std::runtime_error("cannot write " + path);
  return file;
}

cv::VideoWriter open_video(const std::string& path, double fps, cv::Size size) {
  const bool avi = path.size() > 4 && path.substr(path.size() - 4) == ".avi";
  const int codec = avi ? cv::VideoWriter::fourcc('M', 'J', 'P', 'G')
                        : cv::VideoWriter::fourcc('a', 'v', 'c', '1');
  cv::VideoWriter writer(path, cv::CAP_FFMPEG, codec, fps, size);
  if (!writer.isOpened()) throw std::runtime_error("cannot write " + path);
  return writer;
}

void write_picture(const std::string& path, const cv::Mat& bgr,
                   const std::vector<int>& parameters = {}) {
  if (!cv::imwrite(path, bgr, parameters)) throw std::runtime_error("cannot write " + path);
}

void write_clip(const Arguments& arguments) {
  ClipOptions options;
  options.size = size_named(arguments.size);
  options.fps = arguments.fps;
  options.frames = arguments.frames;
  options.seed = arguments.seed;
  if (!arguments.box.empty()) options.shape = shape_named(arguments.box);
  const Clip clip(arguments.scenario, options);
  std::ofstream truth;
  if (!arguments.truth.empty()) truth = open_text(arguments.truth);
  cv::VideoWriter video;
  if (!arguments.out.empty()) video = open_video(arguments.out, options.fps, options.size);
  for (int i = 0; i < clip.frames(); ++i) {
    const ClipFrame frame = clip.frame(i);
    if (video.isOpened()) video.write(frame.bgr);
    if (truth.is_open()) truth << to_json(frame.truth) << '\n';
    if (!arguments.images.empty()) {
      char name[32];
      std::snprintf(name, sizeof name, "/%05d.png", i);
      write_picture(arguments.images + name, frame.bgr);
    }
  }
}

void write_page(const Arguments& arguments) {
  PageOptions options;
  const auto kind = page_kind_named(arguments.kind);
  if (!kind) throw std::invalid_argument("no kind of page '" + arguments.kind + "'");
  options.kind = *kind;
  if (!arguments.negative.empty()) {
    options.kind = PageKind::negative;
    options.negative = negative_named(arguments.negative);
  }
  if (!arguments.box.empty()) options.shape = shape_named(arguments.box);
  options.style.inverted = arguments.inverted;
  options.style.any_alphabet = arguments.any_alphabet;
  options.style.missing_border = arguments.no_border;
  options.style.entry_share = arguments.entries;
  options.style.wrong_share = arguments.wrong;
  if (*kind == PageKind::played_app && arguments.entries > 0)
    options.game = AppGame{arguments.entries, arguments.wrong, arguments.pencil};
  options.style.pencil_mark_share = arguments.pencil;
  options.aged_paper = arguments.aged;
  options.board_px = arguments.board_px;
  Random random(arguments.seed);
  const Page page = make_page(options, random);
  if (!arguments.out.empty())
    write_picture(arguments.out, page.bgr, {cv::IMWRITE_JPEG_QUALITY, arguments.page_quality});
  if (arguments.truth.empty()) return;
  open_text(arguments.truth) << to_json(truth_of_page(page, arguments.seed)) << '\n';
}

// Single frames of a scenario, one seed each, somewhere in a three-second clip.
void write_photos(const Arguments& arguments) {
  for (int i = 0; i < arguments.count; ++i) {
    ClipOptions options;
    options.size = size_named(arguments.size);
    options.frames = 90;
    options.seed = arguments.seed + static_cast<std::uint64_t>(i);
    if (!arguments.box.empty()) options.shape = shape_named(arguments.box);
    if (!arguments.negative.empty()) options.negative = negative_named(arguments.negative);
    const Clip clip(arguments.scenario, options);
    const int index = Random(options.seed).fork("moment").integer(10, 80);
    const ClipFrame photo = clip.frame(index);
    char name[64];
    std::snprintf(name, sizeof name, "/%s_%03d", arguments.scenario.c_str(),
                  int(options.seed % 1000));
    const std::string stem = arguments.out + name;
    if (!cv::imwrite(stem + ".jpg", photo.bgr, {cv::IMWRITE_JPEG_QUALITY, arguments.quality}))
      throw std::runtime_error("cannot write " + stem + ".jpg");
    open_text(stem + ".json") << to_json(photo.truth) << '\n';
  }
}

// The truth beside a screenshot, with what changes in a photograph of it. Corners may be null
// there.
void write_photo_truth(const std::string& from, const std::string& to, const ScreenPhoto& photo,
                       cv::Point window) {
  std::ifstream file(from);
  if (!file) return;
  nlohmann::json truth = nlohmann::json::parse(file);
  truth["width"] = photo.bgr.cols;
  truth["height"] = photo.bgr.rows;
  for (auto& board : truth["boards"]) {
    if (!board["corners"].is_array()) continue;
    for (auto& corner : board["corners"]) {
      const cv::Point2d at = photo.photo_from_screen(
          {corner[0].get<double>() - window.x, corner[1].get<double>() - window.y});
      corner = {at.x, at.y};
    }
  }
  open_text(to) << truth.dump() << '\n';
}

// Photographs of screenshots: of what is not of the last pixel's colour, which is the bare desktop.
void write_screens(const Arguments& arguments) {
  for (const std::string& path : arguments.pictures) {
    const cv::Mat whole = cv::imread(path, cv::IMREAD_COLOR);
    if (whole.empty()) throw std::runtime_error("cannot read " + path);
    cv::Mat differs, any;
    cv::absdiff(whole, cv::Scalar(whole.at<cv::Vec3b>(whole.rows - 1, whole.cols - 1)), differs);
    cv::transform(differs, any, cv::Matx13f(1, 1, 1));
    cv::Rect window = cv::boundingRect(any);
    if (window.empty() || arguments.whole_screen) window = {0, 0, whole.cols, whole.rows};
    const std::filesystem::path truth = std::filesystem::path(path).replace_extension(".json");
    for (int i = 0; i < arguments.count; ++i) {
      const std::string name = std::filesystem::path(path).stem().string();
      Random random = Random(arguments.seed + static_cast<std::uint64_t>(i)).fork(name);
      const std::string stem = arguments.out + "/" + name + "-photo" + std::to_string(i);
      const ScreenPhoto photo =
          photograph_screen(whole(window), size_named(arguments.size), random);
      if (!cv::imwrite(stem + ".jpg", photo.bgr,
                       {cv::IMWRITE_JPEG_QUALITY, arguments.screen_quality}))
        throw std::runtime_error("cannot write " + stem + ".jpg");
      write_photo_truth(truth.string(), stem + ".json", photo, window.tl());
    }
  }
}

void list() {
  for (const Scenario& scenario : scenarios())
    std::cout << scenario.name << std::string(18 - std::string(scenario.name).size(), ' ')
              << scenario.about << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Makes Sudoku pages and clips with exact truth"};
  app.require_subcommand(1);
  Arguments arguments;
  auto* clip = app.add_subcommand("clip", "a clip of a page before a camera");
  clip->add_option("--scenario", arguments.scenario, "name, as `list` prints it");
  clip->add_option("--size", arguments.size, "frame size, WxH");
  clip->add_option("--frames", arguments.frames)->check(CLI::PositiveNumber);
  clip->add_option("--fps", arguments.fps)->check(CLI::PositiveNumber);
  clip->add_option("--images", arguments.images, "folder for lossless frames 00000.png ...")
      ->check(CLI::ExistingDirectory);
  auto* page = app.add_subcommand("page", "a flat page");
  page->add_option(
      "--kind", arguments.kind,
      "puzzle, newspaper, two_boards, four_boards, six_boards, app, played_app, phone, negative");
  page->add_option("--negative", arguments.negative,
                   "crossword, table, calendar, form, keypad, ...");
  page->add_flag("--inverted", arguments.inverted, "light on dark");
  page->add_flag("--aged", arguments.aged, "cream paper");
  page->add_flag("--any-alphabet", arguments.any_alphabet, "letters, hexadecimal ...");
  page->add_flag("--no-border", arguments.no_border, "no outer border");
  page->add_option("--entries", arguments.entries,
                   "share of empty cells filled in, by hand or in a played_app");
  page->add_option("--wrong", arguments.wrong, "share of these that are wrong");
  page->add_option("--pencil", arguments.pencil, "share of empty cells with candidates");
  page->add_option("--quality", arguments.page_quality, "JPEG quality");
  page->add_option("--board-px", arguments.board_px, "side of a board in pixels");
  auto* photos = app.add_subcommand("photos", "single frames of a scenario, each with its truth");
  photos->add_option("--scenario", arguments.scenario, "name, as `list` prints it");
  photos->add_option("--size", arguments.size, "picture size, WxH");
  photos->add_option("--negative", arguments.negative, "what a no_sudoku page holds");
  photos->add_option("--count", arguments.count, "how many, seeds counting up")
      ->check(CLI::PositiveNumber);
  photos->add_option("--quality", arguments.quality, "JPEG quality");
  for (CLI::App* command : {clip, page, photos}) {
    command->add_option("--seed", arguments.seed);
    command->add_option("--box", arguments.box, "box shape RxC");
    command->add_option("--out", arguments.out,
                        "video (.mkv .mp4 H.264, .avi MJPG), picture, or folder (photos)");
    if (command != photos)
      command->add_option("--truth", arguments.truth, "truth file, JSON lines");
  }
  auto* screens = app.add_subcommand("screens", "photographs of screenshots, with moire");
  screens->add_option("pictures", arguments.pictures, "PNG files; a .json beside one is copied")
      ->required();
  screens->add_option("--out", arguments.out, "folder")->required();
  screens->add_option("--seed", arguments.seed);
  screens->add_option("--count", arguments.count, "photographs of each");
  screens->add_option("--quality", arguments.screen_quality, "JPEG quality");
  screens->add_flag("--whole", arguments.whole_screen, "not only what stands on the bare desktop");
  screens->add_option("--size", arguments.size, "picture size, WxH");
  auto* names = app.add_subcommand("list", "the scenarios");
  CLI11_PARSE(app, argc, argv);
  try {
    if (*clip) write_clip(arguments);
    if (*page) write_page(arguments);
    if (*photos) write_photos(arguments);
    if (*screens) write_screens(arguments);
    if (*names) list();
  } catch (const std::exception& error) {
    std::cerr << "gridlens_generate: " << error.what() << '\n';
    return 1;
  }
  return 0;
}
