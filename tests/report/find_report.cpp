// find_report FOLDER... [--degrade KIND...] [--outlines CSV] [--annotate DIR] [--all]
//             [--only FILE] [--debug-dir DIR]
// A folder holds pictures and outlines.csv (file,tl_x,tl_y,...,bl_y; 9 x 9 boards), or pictures
// each with its truth as `gridlens_generate photos` writes them. Prints how many outlines
// find_boards found (every corner within 5 % of the side, in any rotation), with the right n and
// box shape, how many candidates lie elsewhere, and the CPU milliseconds a picture. Hand-made
// outlines are coarse (and curled pages have no true corners), so the looser limit is counted too.
// --annotate: the failing pictures (--all: every picture) and their rectified boards go to DIR.
#include <time.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "core/vision/finding/board_finder.h"
#include "core/vision/finding/debug_sink.h"
#include "core/vision/rectify.h"
#include "tests/report/degrade.h"
#include "tests/simulator/truth.h"

namespace {

using gridlens::BoardCandidate;
using gridlens::Quad;
using gridlens::Shape;

struct Outline {
  Quad quad;
  Shape shape{3, 3};
};

struct Labelled {
  std::string file;
  std::vector<Outline> outlines;
};

std::vector<Labelled> read_outlines(const std::filesystem::path& csv) {
  std::vector<Labelled> rows;
  std::ifstream in(csv);
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream fields(line);
    Labelled row;
    Outline outline;
    fields >> row.file;
    for (auto& c : outline.quad.corners) fields >> c.x >> c.y;
    if (!fields) continue;
    row.outlines.push_back(outline);
    rows.push_back(row);
  }
  return rows;
}

// Boards that show less than a third are not asked for.
std::vector<Labelled> read_truths(const std::filesystem::path& folder) {
  std::vector<Labelled> rows;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream in(entry.path());
    std::string line;
    std::getline(in, line);
    Labelled row;
    row.file = entry.path().filename().replace_extension(".jpg").string();
    for (const auto& board : gridlens::generator::truth_from_json(line).boards)
      if (board.inside > 0.999 && board.visible > 0.33)
        row.outlines.push_back({board.corners, board.shape});
    rows.push_back(row);
  }
  std::sort(rows.begin(), rows.end(),
            [](const Labelled& a, const Labelled& b) { return a.file < b.file; });
  return rows;
}

double cpu_ms() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

double side_px(const Quad& q) {
  return std::sqrt(std::abs(q.signed_area_px2()));
}

double corner_error(const Quad& found, const Quad& truth) {
  return gridlens::closest_turn(found, truth).distance_px;
}

double quantile(std::vector<double> v, double q) {
  std::sort(v.begin(), v.end());
  return v.empty() ? 0 : v[static_cast<std::size_t>(q * static_cast<double>(v.size() - 1) + 0.5)];
}

void draw(cv::Mat& picture, const BoardCandidate& b, const cv::Scalar& colour) {
  const auto& h = b.image_from_board;
  const auto at = [&](double x, double y) { return h(cv::Point2d(x, y) + b.bend({x, y})); };
  constexpr int kPiecesPerCell = 4;  // lines follow the bend
  for (int k = 0; k <= b.n; ++k)
    for (int piece = 0; piece < b.n * kPiecesPerCell; ++piece) {
      const double from = static_cast<double>(piece) / kPiecesPerCell;
      const double to = from + 1.0 / kPiecesPerCell;
      cv::line(picture, at(k, from), at(k, to), colour, 1, cv::LINE_AA);
      cv::line(picture, at(from, k), at(to, k), colour, 1, cv::LINE_AA);
    }
  char text[80];
  std::snprintf(text, sizeof text, "n%d %.2f %s %.2f", b.n, b.lattice_score,
                b.shapes.empty() ? "-" : b.shapes[0].shape.to_string().c_str(),
                b.shapes.empty() ? 0. : b.shapes[0].weight);
  cv::putText(picture, text, h({0.2, 0.7}), cv::FONT_HERSHEY_SIMPLEX, 0.6, {0, 0, 255}, 2);
}

struct Options {
  std::vector<std::string> folders;
  std::vector<std::string> degrade{"none"};
  std::string outlines, annotate, only, debug_dir;
  bool all = false;
  bool list = false;
};

struct Counts {
  int pictures = 0, asked = 0, found = 0, close = 0, right_n = 0, right_box = 0, elsewhere = 0;
  std::vector<double> times, errors;
};

void annotate(const Options& options, const std::string& file, const cv::Mat& picture,
              const std::vector<BoardCandidate>& boards, const std::vector<Outline>& outlines) {
  const std::filesystem::path folder = options.annotate;
  cv::Mat image;
  if (picture.channels() == 1)
    cv::cvtColor(picture, image, cv::COLOR_GRAY2BGR);
  else
    image = picture.clone();
  int sheet = 0;
  for (const BoardCandidate& b : boards) {
    const auto cells = gridlens::rectify(image, b);
    cv::imwrite((folder / (file + "_sheet" + std::to_string(sheet++) + ".png")).string(),
                cells.grey);
  }
  for (const BoardCandidate& b : boards) draw(image, b, {0, 200, 0});
  for (const Outline& o : outlines)
    for (std::size_t i = 0; i < 4; ++i)
      cv::line(image, o.quad.corners[i], o.quad.corners[(i + 1) % 4], {0, 0, 255}, 1);
  cv::imwrite((folder / file).replace_extension(".png").string(), image);
}

// One picture, searched and compared with its outlines.
void search(const Labelled& row, const cv::Mat& image, std::vector<Outline> outlines,
            const Options& options, gridlens::DebugSink* debug, Counts& counts) {
  const double start = cpu_ms();
  const auto boards = gridlens::find_boards(image, {}, debug);
  counts.times.push_back(cpu_ms() - start);
  ++counts.pictures;
  int elsewhere = static_cast<int>(boards.size());
  bool all_right = true;
  std::string what;
  for (const Outline& o : outlines) {
    const BoardCandidate* hit = nullptr;
    double error = 1e9;
    for (const BoardCandidate& b : boards)
      if (const double e = corner_error(b.corners(), o.quad); e < error) {
        error = e;
        hit = &b;
      }
    const double side = side_px(o.quad);
    const bool good = hit != nullptr && error < 0.05 * side;
    const bool n_right = good && hit->n == o.shape.n();
    const bool box_right = n_right && !hit->shapes.empty() &&
                           (hit->shapes[0].shape == o.shape ||
                            hit->shapes[0].shape == Shape{o.shape.box_cols, o.shape.box_rows});
    ++counts.asked;
    counts.found += good;
    counts.close += hit != nullptr && error < 0.03 * side;
    counts.right_n += n_right;
    counts.right_box += box_right;
    elsewhere -= good;
    all_right = all_right && box_right;
    if (good) counts.errors.push_back(error / side * 100);
    if (options.list && good)
      std::printf("%s n %d error %.2f px, %.2f %% of the side\n", row.file.c_str(), o.shape.n(),
                  error, error / side * 100);
    if (!box_right) {
      char text[120];
      std::snprintf(text, sizeof text, " %s n %d as %d box %s (error %.1f px of %.0f)",
                    good ? "found" : "MISSED", o.shape.n(), good ? hit->n : 0,
                    box_right ? "ok" : "WRONG", hit != nullptr ? error : -1, side);
      what += text;
    }
  }
  counts.elsewhere += elsewhere;
  if (!all_right || elsewhere > 0)
    std::printf("%s:%s others %d\n", row.file.c_str(), what.c_str(), elsewhere);
  if (!options.annotate.empty() && (options.all || !all_right || elsewhere > 0))
    annotate(options, row.file, image, boards, outlines);
}

void report(const std::filesystem::path& folder, const std::string& kind, const Options& options,
            gridlens::DebugSink* debug) {
  const std::filesystem::path csv =
      options.outlines.empty() ? folder / "outlines.csv" : std::filesystem::path(options.outlines);
  Counts counts;
  for (const Labelled& row :
       std::filesystem::exists(csv) ? read_outlines(csv) : read_truths(folder)) {
    if (!options.only.empty() && row.file != options.only) continue;
    cv::Mat image = cv::imread((folder / row.file).string());
    if (image.empty()) {
      std::fprintf(stderr, "no picture %s\n", row.file.c_str());
      continue;
    }
    std::vector<Outline> outlines = row.outlines;
    if (kind != "none") {
      const double width = image.cols;
      cv::cvtColor(image, image, cv::COLOR_BGR2GRAY);
      image = gridlens::report::degrade(image, kind);
      const double scale = image.cols / width;
      for (Outline& o : outlines)
        for (auto& c : o.quad.corners)
          c = (c + cv::Point2d(0.5, 0.5)) * scale - cv::Point2d(0.5, 0.5);
    }
    search(row, image, outlines, options, debug, counts);
  }
  std::printf(
      "%s %s: %d pictures, found %d of %d (within 3 %%: %d), n right %d, box first %d, candidates "
      "elsewhere %d; corner distance, %% of side: median %.2f, 95th %.2f; CPU ms a picture: median "
      "%.1f, 99th %.1f\n",
      folder.filename().c_str(), kind.c_str(), counts.pictures, counts.found, counts.asked,
      counts.close, counts.right_n, counts.right_box, counts.elsewhere,
      quantile(counts.errors, 0.5), quantile(counts.errors, 0.95), quantile(counts.times, 0.5),
      quantile(counts.times, 0.99));
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"How many labelled boards does find_boards find?"};
  Options options;
  app.add_option("folders", options.folders, "pictures with outlines.csv or truths")->required();
  app.add_option("--degrade", options.degrade, "none blur shake noise dark small tiny jpeg");
  app.add_option("--outlines", options.outlines, "instead of the folder's own outlines.csv");
  app.add_option("--annotate", options.annotate, "failing pictures go here");
  app.add_flag("--all", options.all, "annotate every picture");
  app.add_flag("--list", options.list, "print each board's corner error");
  app.add_option("--only", options.only, "one picture");
  app.add_option("--debug-dir", options.debug_dir, "ink and lattices of each search go here");
  CLI11_PARSE(app, argc, argv);
  cv::setNumThreads(1);
  std::unique_ptr<gridlens::FolderDebugSink> debug;
  if (!options.debug_dir.empty())
    debug = std::make_unique<gridlens::FolderDebugSink>(options.debug_dir);
  if (!options.annotate.empty()) std::filesystem::create_directories(options.annotate);
  for (const std::string& folder : options.folders)
    for (const std::string& kind : options.degrade) report(folder, kind, options, debug.get());
  return 0;
}
