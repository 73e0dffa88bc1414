// How the painted digits look: boards are read as stills and annotated as `gridlens read
// --annotate` does, and the finished pictures are measured against the clean ones. Contrast is
// WCAG's, between the middle of a digit's strokes and the background around it; height, place and
// stroke are compared with the givens of the same board. A row a folder, and a row a kind of
// generated page.
//
//   overlay_report [--photos FOLDER ...] [--every 1] [--pages 8] [--seed 1] [--only TEXT]
//                  [--colour R,G,B] [--opacity A] [--list] [--out DIR]

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <opencv2/imgcodecs.hpp>

#include "app/session/annotator.h"
#include "core/overlay/contrast.h"
#include "core/pipeline/page_looks.h"
#include "core/pipeline/read_still.h"
#include "core/resources/resources.h"
#include "core/vision/finding/board_finder.h"
#include "tests/report/overlay_pages.h"
#include "tests/report/painted.h"

namespace {

using namespace gridlens;
namespace fs = std::filesystem;

double at_share(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  const auto at = values.begin() +
                  static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1) + 0.5);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

double share_where(const std::vector<double>& values, const auto& holds) {
  return values.empty()
             ? 0
             : 100.0 * static_cast<double>(std::count_if(values.begin(), values.end(), holds)) /
                   static_cast<double>(values.size());
}

// What was measured on the boards of a row. Contrast and print's contrast: a number a digit; the
// others: a number a board.
struct Figures {
  int boards = 0;      // with painted digits
  int lost = 0;        // digits that cannot be measured in the finished picture
  int unmeasured = 0;  // the print could not be measured
  std::vector<double> contrasts, print_contrasts, heights, offsets, strokes;

  void add(const Figures& more) {
    boards += more.boards, lost += more.lost, unmeasured += more.unmeasured;
    const auto append = [](std::vector<double>& to, const std::vector<double>& from) {
      to.insert(to.end(), from.begin(), from.end());
    };
    append(contrasts, more.contrasts), append(print_contrasts, more.print_contrasts);
    append(heights, more.heights), append(offsets, more.offsets), append(strokes, more.strokes);
  }
};

void print_heading() {
  std::printf("%-20s %6s %6s %4s | %-33s | %-19s | %-17s | %-6s\n", "", "", "", "", "contrast",
              "height : print's", "offset, cells", "stroke");
  std::printf("%-20s %6s %6s %4s | %5s %5s %6s %6s %7s | %5s %6s %6s | %6s %4s %5s | %6s\n",
              "pictures", "boards", "digits", "lost", "least", "5 %", "median", "<4.5 %", "print's",
              "median", "0.9-1.1", "n.a.", "median", "95 %", "<=.03", "median");
}

void print_row(const std::string& name, const Figures& f) {
  std::printf(
      "%-20s %6d %6zu %4d | %5.2f %5.2f %6.2f %6.2f %7.2f | %5.3f %5.1f%% %6d | %6.3f %5.3f "
      "%4.0f%% | "
      "%5.2f\n",
      name.c_str(), f.boards, f.contrasts.size(), f.lost, at_share(f.contrasts, 0),
      at_share(f.contrasts, 0.05), at_share(f.contrasts, 0.5),
      share_where(f.contrasts, [](double c) { return c < 4.5; }), at_share(f.print_contrasts, 0.5),
      at_share(f.heights, 0.5),
      share_where(f.heights, [](double h) { return h >= 0.9 && h <= 1.1; }), f.unmeasured,
      at_share(f.offsets, 0.5), at_share(f.offsets, 0.95),
      share_where(f.offsets, [](double o) { return o <= 0.03; }), at_share(f.strokes, 0.5));
  std::fflush(stdout);
}

class Measurer {
 public:
  Measurer(const Settings& settings, bool list, fs::path out)
      : network_(find_resource("models/digits.onnx")),
        settings_(settings),
        list_(list),
        out_(std::move(out)) {}

  Figures measure(const cv::Mat& bgr, const std::string& name) {
    Figures figures;
    const std::vector<BoardResult> boards = read_still(bgr, network_, solver_);
    if (std::none_of(boards.begin(), boards.end(), [](const auto& b) { return b.solution; }))
      return figures;
    const cv::Mat annotated = annotator_.annotate(bgr, boards, settings_);
    for (const BoardResult& board : boards)
      if (board.solution) figures.add(measure(bgr, annotated, board, name));
    if (!out_.empty()) {
      fs::create_directories(out_);
      cv::imwrite((out_ / (name + ".png")).string(), annotated);
    }
    return figures;
  }

 private:
  Figures measure(const cv::Mat& clean, const cv::Mat& annotated, const BoardResult& board,
                  const std::string& name) const {
    Figures figures;
    const BoardPlace place{board.image_from_board, board.bend, board.n};
    const PageLook look = look_at_page(clean, board);
    std::vector<double> ratios, xs, ys, strokes;
    int worst = -1;
    for (int cell = 0; cell < board.n * board.n; ++cell) {
      const int row = cell / board.n, col = cell % board.n;
      const bool blank =
          board.clues->at(row, col) == 0 && (!board.entries || board.entries->at(row, col) == 0);
      if (!blank) {
        if (board.clues->at(row, col) > 0) add_print(clean, place, cell, figures);
        continue;
      }
      const auto painted = report::measure_painted(clean, annotated, place, cell);
      if (!painted) {
        ++figures.lost;
        if (list_) std::printf("  %s: r%dc%d cannot be measured\n", name.c_str(), row + 1, col + 1);
        continue;
      }
      const std::string text =
          board.alphabet->symbols().at(static_cast<size_t>(board.solution->at(row, col) - 1));
      if (worst < 0 || painted->contrast < at_share(figures.contrasts, 0)) worst = cell;
      figures.contrasts.push_back(painted->contrast);
      ratios.push_back(painted->height /
                       (text.size() > 1 ? look.print.wide_height : look.print.height));
      strokes.push_back(painted->box.stroke / look.print.stroke);
      xs.push_back(painted->x - look.print.x);
      ys.push_back(painted->y - look.print.y);
    }
    if (figures.contrasts.empty()) return figures;
    figures.boards = 1;
    if (look.print.cells == 0) {
      figures.unmeasured = 1;
    } else {
      figures.heights.push_back(at_share(ratios, 0.5));
      figures.offsets.push_back(std::hypot(at_share(xs, 0.5), at_share(ys, 0.5)));
      figures.strokes.push_back(at_share(strokes, 0.5));
    }
    if (list_)
      std::printf(
          "  %s: contrast from %.2f (r%dc%d), median %.2f, print's %.2f; height %.3f of %.3f, "
          "offset %.3f (%.3f, %.3f), stroke %.2f of %.3f, soft %.3f, cells of %.0f px\n",
          name.c_str(), at_share(figures.contrasts, 0), worst / board.n + 1, worst % board.n + 1,
          at_share(figures.contrasts, 0.5), at_share(figures.print_contrasts, 0.5),
          at_share(figures.heights, 0.5), look.print.height, at_share(figures.offsets, 0.5),
          look.print.x, look.print.y, at_share(figures.strokes, 0.5), look.print.stroke,
          look.print.softness, look.cell_px);
    return figures;
  }

  static void add_print(const cv::Mat& clean, const BoardPlace& place, int cell, Figures& figures) {
    const cv::Mat picture = cell_picture(clean, place, cell, 64, -0.07);
    const auto symbol = picture.empty() ? std::nullopt : measure_symbol(picture);
    const auto rgba = [](const cv::Vec3f& c) {
      return Rgba{c[2] / 255, c[1] / 255, c[0] / 255, 1};
    };
    if (symbol)
      figures.print_contrasts.push_back(
          contrast_ratio(rgba(symbol->ink), rgba(symbol->background)));
  }

  DigitNetwork network_;
  InlineSolveService solver_;
  Annotator annotator_;
  Settings settings_;
  bool list_;
  fs::path out_;
};

std::vector<fs::path> pictures_in(const fs::path& folder) {
  std::vector<fs::path> pictures;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string ending = entry.path().extension().string();
    if (ending == ".jpg" || ending == ".png") pictures.push_back(entry.path());
  }
  std::sort(pictures.begin(), pictures.end());
  return pictures;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> folders;
  int every = 1, pages = 8;
  std::uint64_t seed = 1;
  std::string only, out;
  std::vector<float> colour;
  Settings settings;
  bool list = false;
  CLI::App app("Measures how the painted digits look.");
  app.add_option("--photos", folders, "folders of pictures");
  app.add_option("--every", every, "only every so many of their pictures");
  app.add_option("--pages", pages, "generated pages of each kind");
  app.add_option("--seed", seed);
  app.add_option("--only", only, "rows whose name holds this");
  app.add_option("--colour", colour, "of the digits, three numbers 0 to 1")
      ->expected(3)
      ->delimiter(',');
  app.add_option("--opacity", settings.opacity, "of the digits, 0 to 1");
  app.add_flag("--list", list, "a line a board");
  app.add_option("--out", out, "folder for the annotated pictures");
  CLI11_PARSE(app, argc, argv);
  settings.outline = false;  // it would be measured with the digits beside it
  if (colour.size() == 3) settings.solution_colour = {colour[0], colour[1], colour[2], 1};
  try {
    cv::setNumThreads(1);
    Measurer measurer(settings, list, out);
    Figures sum;
    print_heading();
    const auto finish = [&](const std::string& name, const Figures& figures) {
      if (figures.boards > 0) print_row(name, figures);
      sum.add(figures);
    };
    for (const std::string& folder : folders) {
      if (!fs::is_directory(folder)) {
        std::fprintf(stderr, "overlay_report: no folder %s: skipped\n", folder.c_str());
        continue;
      }
      const std::string name = fs::path(folder).filename().string();
      if (name.find(only) == std::string::npos) continue;
      Figures figures;
      const std::vector<fs::path> pictures = pictures_in(folder);
      for (size_t i = 0; i < pictures.size(); i += static_cast<size_t>(std::max(every, 1)))
        if (const cv::Mat bgr = cv::imread(pictures[i].string()); !bgr.empty())
          figures.add(measurer.measure(bgr, pictures[i].stem().string()));
      finish(name, figures);
    }
    for (const report::PageKindSeen& kind : report::overlay_pages()) {
      if (kind.name.find(only) == std::string::npos) continue;
      Figures figures;
      for (int i = 0; i < pages; ++i) {
        std::string name = kind.name + "_" + std::to_string(i);
        std::replace(name.begin(), name.end(), ' ', '_');
        figures.add(
            measurer.measure(picture_of(kind, seed * 1000 + static_cast<std::uint64_t>(i)), name));
      }
      finish(kind.name, figures);
    }
    print_row("all", sum);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "overlay_report: %s\n", error.what());
    return 1;
  }
  return 0;
}
