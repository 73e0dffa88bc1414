// find_report FOLDER [--annotate DIR] [--all] [--only FILE] [--debug-dir DIR]
// FOLDER holds pictures and outlines.csv (file,tl_x,tl_y,...,bl_y). Prints how many outlines
// find_boards found (every corner within 5 % of the side, in any rotation), with the right n and
// 3x3 boxes, how many candidates lie elsewhere, and the CPU milliseconds a picture. With
// --annotate the failing pictures (--all: every picture) and their rectified boards are written to
// DIR. The outlines are coarse (and curled pages have no true corners), so the looser limit of 5 %
// is printed too.
#include <time.h>

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

#include "core/vision/board_finder.h"
#include "core/vision/debug_sink.h"
#include "core/vision/rectify.h"

namespace {

using gridlens::BoardCandidate;
using gridlens::Quad;

struct Labelled {
  std::string file;
  Quad outline;
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
    fields >> row.file;
    for (auto& c : row.outline.corners) fields >> c.x >> c.y;
    if (fields) rows.push_back(row);
  }
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
  double best = 1e9;
  for (int turn = 0; turn < 4; ++turn)
    best = std::min(best, gridlens::max_corner_distance_px(found.rotated(turn), truth));
  return best;
}

double quantile(std::vector<double> v, double q) {
  std::sort(v.begin(), v.end());
  return v.empty() ? 0 : v[static_cast<std::size_t>(q * static_cast<double>(v.size() - 1) + 0.5)];
}

void draw(cv::Mat& picture, const BoardCandidate& b, const cv::Scalar& colour) {
  const auto& h = b.image_from_board;
  for (int k = 0; k <= b.n; ++k) {
    const double t = k;
    const double n = b.n;
    cv::line(picture, h({t, 0}), h({t, n}), colour, 1, cv::LINE_AA);
    cv::line(picture, h({0, t}), h({n, t}), colour, 1, cv::LINE_AA);
  }
  char text[80];
  std::snprintf(text, sizeof text, "n%d %.2f %s %.2f", b.n, b.lattice_score,
                b.shapes.empty() ? "-" : b.shapes[0].shape.to_string().c_str(),
                b.shapes.empty() ? 0. : b.shapes[0].weight);
  cv::putText(picture, text, h({0.2, 0.7}), cv::FONT_HERSHEY_SIMPLEX, 0.6, {0, 0, 255}, 2);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "find_report FOLDER [--annotate DIR] [--all]\n");
    return 1;
  }
  const std::filesystem::path folder = argv[1];
  std::filesystem::path annotate;
  bool all = false;
  std::string only;
  std::unique_ptr<gridlens::FolderDebugSink> debug;
  for (int i = 2; i < argc; ++i) {
    const std::string a = argv[i];
    if (a == "--annotate" && i + 1 < argc) annotate = argv[++i];
    if (a == "--all") all = true;
    if (a == "--only" && i + 1 < argc) only = argv[++i];
    if (a == "--debug-dir" && i + 1 < argc)
      debug = std::make_unique<gridlens::FolderDebugSink>(argv[++i]);
  }
  cv::setNumThreads(1);
  if (!annotate.empty()) std::filesystem::create_directories(annotate);
  // A folder with outlines as in newspaper-photos; the same names may be borrowed by a sibling.
  const auto rows = read_outlines(folder / "outlines.csv");
  int found = 0, found_close = 0, right_n = 0, right_box = 0, extra = 0;
  std::vector<double> times, errors, per_megapixel;
  for (const Labelled& row : rows) {
    if (!only.empty() && row.file != only) continue;
    cv::Mat image = cv::imread((folder / row.file).string());
    if (image.empty()) {
      std::fprintf(stderr, "cannot open %s\n", row.file.c_str());
      return 1;
    }
    const double start = cpu_ms();
    const auto boards = gridlens::find_boards(image, {}, debug.get());
    times.push_back(cpu_ms() - start);
    per_megapixel.push_back(times.back() / (static_cast<double>(image.total()) * 1e-6));
    const BoardCandidate* hit = nullptr;
    double hit_error = 1e9;
    for (const BoardCandidate& b : boards) {
      const double e = corner_error(b.corners(), row.outline);
      if (e < hit_error) {
        hit_error = e;
        hit = &b;
      }
    }
    const double side = side_px(row.outline);
    const bool good = hit != nullptr && hit_error < 0.05 * side;
    found_close += hit_error < 0.03 * side;
    const bool n_right = good && hit->n == 9;
    const bool box_right = n_right && hit->shapes[0].shape == gridlens::Shape{3, 3};
    found += good;
    right_n += n_right;
    right_box += box_right;
    const int others = static_cast<int>(boards.size()) - good;
    extra += others;
    if (good) errors.push_back(hit_error / side * 100);
    if (!box_right || others > 0)
      std::printf("%s: %s n %s box %s others %d (error %.1f px of %.0f)\n", row.file.c_str(),
                  good ? "found" : "MISSED", n_right ? "ok" : "WRONG", box_right ? "ok" : "WRONG",
                  others, hit_error, side);
    if (!annotate.empty() && (all || !box_right || others > 0)) {
      int sheet = 0;
      for (const BoardCandidate& b : boards) {
        const auto cells = gridlens::rectify(image, b.image_from_board, b.n, b.light_on_dark);
        const std::string name = row.file + "_sheet" + std::to_string(sheet++) + ".png";
        cv::imwrite((annotate / name).string(), cells.grey);
      }
      for (const BoardCandidate& b : boards) draw(image, b, {0, 200, 0});
      for (int i = 0; i < 4; ++i)
        cv::line(image, row.outline.corners[i], row.outline.corners[(i + 1) % 4], {0, 0, 255}, 1);
      cv::imwrite((annotate / row.file).replace_extension(".png").string(), image);
    }
  }
  std::printf(
      "%zu pictures: found %d (within 3 %%: %d), n right %d, 3x3 first %d, candidates elsewhere "
      "%d\n",
      rows.size(), found, found_close, right_n, right_box, extra);
  std::printf("corner distance to the coarse outlines, %% of side: median %.2f, 95th %.2f\n",
              quantile(errors, 0.5), quantile(errors, 0.95));
  std::printf("CPU ms a picture: median %.1f, 99th %.1f; a megapixel: median %.1f, 99th %.1f\n",
              quantile(times, 0.5), quantile(times, 0.99), quantile(per_megapixel, 0.5),
              quantile(per_megapixel, 0.99));
  return 0;
}
