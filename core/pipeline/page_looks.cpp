#include "core/pipeline/page_looks.h"

#include <algorithm>
#include <cmath>

#include "core/image/statistics.h"
#include "core/pipeline/puzzle_memory.h"

namespace gridlens {

namespace {

constexpr float kSureSymbol = 0.9f;    // confidence of the symbols that are measured
constexpr int kInterval = 4;           // pictures between measurements
constexpr size_t kMostPrints = 7;      // measurements of the print
constexpr double kMuchCloser = 1.4;    // is measured afresh
constexpr double kOtherHeight = 0.03;  // relative change that is worth a step
constexpr double kOtherStroke = 0.08;
constexpr double kOtherPlace = 0.01;        // cells
constexpr float kColourNoise = 4.0f / 255;  // of a background's colour
constexpr float kOtherLight = 24.0f / 255;

bool is_occluded(const BoardResult& board, int cell) {
  return std::find(board.occluded.begin(), board.occluded.end(), cell) != board.occluded.end();
}

std::vector<PrintedSymbol> symbols_of(const BoardResult& board) {
  std::vector<PrintedSymbol> symbols;
  if (!board.clues || !board.alphabet) return symbols;
  const std::vector<std::string> names = board.alphabet->symbols();
  for (int cell = 0; cell < board.n * board.n; ++cell) {
    const int value = board.clues->at(cell);
    const bool sure = board.confidence.empty() || board.confidence[cell] >= kSureSymbol;
    if (value > 0 && sure && !is_corrected(board.corrections, cell) && !is_occluded(board, cell))
      symbols.push_back({cell, names.at(static_cast<size_t>(value - 1))});
  }
  return symbols;
}

BoardPlace place_of(const BoardResult& board) {
  return {board.image_from_board, board.bend, board.n};
}

bool other_page(const Grid& before, const Grid& now) {
  if (before.n() != now.n()) return true;
  int differing = 0, common = 0;
  for (int cell = 0; cell < now.shape().cells(); ++cell)
    if (before.at(cell) > 0 && now.at(cell) > 0) {
      ++common;
      differing += before.at(cell) != now.at(cell);
    }
  return differing > common / 2;
}

PrintLook middle_of(const std::vector<PrintLook>& prints) {
  PrintLook print = prints[prints.size() / 2];  // cells and ink
  for (double PrintLook::*member : {&PrintLook::height, &PrintLook::wide_height, &PrintLook::stroke,
                                    &PrintLook::x, &PrintLook::y, &PrintLook::softness}) {
    std::vector<double> values;
    for (const PrintLook& one : prints) values.push_back(one.*member);
    print.*member = median(std::move(values));
  }
  return print;
}

// Digits that grow or wander by a little would be seen to jitter.
bool differs(const PrintLook& a, const PrintLook& b) {
  return std::abs(a.height - b.height) > kOtherHeight * b.height ||
         std::abs(a.wide_height - b.wide_height) > kOtherHeight * b.wide_height ||
         std::abs(a.stroke - b.stroke) > kOtherStroke * b.stroke ||
         std::hypot(a.x - b.x, a.y - b.y) > kOtherPlace;
}

float followed(float held, float measured) {
  const float change = measured - held;
  if (std::abs(change) <= kColourNoise) return held;
  return std::abs(change) > kOtherLight ? measured : held + change / 2;
}

Rgba followed(const Rgba& held, const Rgba& measured) {
  return {followed(held.r, measured.r), followed(held.g, measured.g), followed(held.b, measured.b),
          1};
}

}  // namespace

PageLook look_at_page(const cv::Mat& bgr, const BoardResult& board) {
  PageLook look;
  if (board.n <= 0 || bgr.empty()) return look;
  const BoardPlace place = place_of(board);
  look.cell_px = board.image_from_board.mean_cell_px(board.n);
  look.print = measure_print(bgr, place, symbols_of(board));
  look.background = measure_background(bgr, place, look.print);
  return look;
}

void PageLooks::see(FrameResult& result) {
  const StageTimer timer(result.stages.warp);
  const Frame& frame = result.frame;
  const double time_ms = frame.time_ms;
  std::erase_if(known_, [&](const Known& known) {
    return time_ms - known.seen_ms > kRememberMs || time_ms < known.seen_ms;
  });
  for (BoardResult& board : result.boards) {
    if (!board.clues) continue;
    Known& known = known_for(board, time_ms);
    if (board.solution && !known.solved_ms) known.solved_ms = time_ms;
    if (board.solution && !frame.still) board.solved_for_ms = time_ms - *known.solved_ms;
    if (!known.look || ++known.pictures >= kInterval) measure(frame.bgr, board, known);
    board.look = known.look;
  }
}

PageLooks::Known& PageLooks::known_for(const BoardResult& board, double time_ms) {
  auto known = std::find_if(known_.begin(), known_.end(),
                            [&](const Known& one) { return one.id == board.id; });
  if (known == known_.end())
    known = known_.insert(known_.end(), Known{});
  else if (other_page(*known->clues, *board.clues))
    *known = Known{};
  known->id = board.id;
  known->clues = board.clues;
  known->seen_ms = time_ms;
  return *known;
}

void PageLooks::measure(const cv::Mat& bgr, const BoardResult& board, Known& known) {
  known.pictures = 0;
  PageLook look = known.look ? *known.look : PageLook{};
  look.cell_px = board.image_from_board.mean_cell_px(board.n);
  if (look.cell_px > kMuchCloser * known.print_cell_px) known.prints.clear();
  if (known.prints.size() < kMostPrints) {
    const PrintLook print = measure_print(bgr, place_of(board), symbols_of(board));
    if (print.cells > 0) {
      known.prints.push_back(print);
      known.print_cell_px = std::max(known.print_cell_px, look.cell_px);
      const PrintLook middle = middle_of(known.prints);
      const bool settled = known.prints.size() % 2 == 1;
      if (look.print.cells == 0 || (settled && differs(middle, look.print))) look.print = middle;
    }
  }
  std::vector<CellBackground> background = measure_background(bgr, place_of(board), look.print);
  if (look.background.size() != background.size()) {
    look.background = background;
  } else {
    for (size_t cell = 0; cell < background.size(); ++cell) {
      if (is_occluded(board, static_cast<int>(cell))) continue;
      CellBackground& held = look.background[cell];
      held.colour = followed(held.colour, background[cell].colour);
      held.darkest = followed(held.darkest, background[cell].darkest);
      held.lightest = followed(held.lightest, background[cell].lightest);
      if (known.newest[cell].marked == background[cell].marked)
        held.marked = background[cell].marked;
    }
  }
  known.newest = std::move(background);
  known.look = std::make_shared<const PageLook>(std::move(look));
}

}  // namespace gridlens
