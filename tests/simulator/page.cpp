#include "tests/simulator/page.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace gridlens::generator {
namespace {

// Soft mottling and fibre grain: paper is never one colour.
void age(cv::Mat& bgr, bool strongly, Random& random) {
  const auto cloud = [&](int grid, double amount) {
    cv::Mat small(grid, grid, CV_32FC1), full;
    for (float& v : cv::Mat_<float>(small)) v = static_cast<float>(random.normal() * amount);
    cv::resize(small, full, bgr.size(), 0, 0, cv::INTER_CUBIC);
    return full;
  };
  cv::Mat tone = cloud(7, strongly ? 0.012 : 0.005) + cloud(60, strongly ? 0.006 : 0.003);
  cv::Mat fibres(bgr.rows / 2, bgr.cols / 2, CV_32FC1), grain;
  for (float& v : cv::Mat_<float>(fibres)) v = static_cast<float>((random.uniform() - 0.5) * 0.03);
  cv::resize(fibres, grain, bgr.size(), 0, 0, cv::INTER_LINEAR);
  tone += grain;
  for (int y = 0; y < bgr.rows; ++y) {
    auto* pixel = bgr.ptr<cv::Vec3b>(y);
    const float* gain = tone.ptr<float>(y);
    for (int x = 0; x < bgr.cols; ++x)
      for (int i = 0; i < 3; ++i)
        pixel[x][i] = cv::saturate_cast<std::uint8_t>(pixel[x][i] * (1.0f + gain[x]));
  }
}

Colour paper_colour(const PageOptions& options, Random& random) {
  if (options.aged_paper) return {238, 230, 212};
  const double white = random.uniform(236, 253);
  return {white, white - random.uniform(0, 4), white - random.uniform(0, 12)};
}

PrintedBoard add_board(Canvas& canvas, cv::Point2d top_left, double side_px,
                       const PageOptions& options, Random& random) {
  Random own = random.fork(random.next());
  const Puzzle puzzle = make_puzzle(options.shape, own, options.puzzle);
  BoardStyle style =
      options.exact_style ? *options.exact_style : random_style(options.shape, own, options.style);
  return paint_board(canvas, top_left, side_px / options.shape.n(), puzzle, style, own);
}

void title(Canvas& canvas, cv::Point2d baseline, double size_px, const std::string& text) {
  canvas.text(font("caladea_bold.ttf").at_baseline(text, baseline, {size_px, 0, 0, 1, 0}),
              {30, 30, 32});
}

Page puzzle_page(const PageOptions& options, Random& random) {
  const double side = options.board_px > 0 ? options.board_px : 1000;
  const int width = int(side * 1.5), height = int(side * 1.75);
  Canvas canvas({width, height}, paper_colour(options, random));
  const cv::Point2d corner(side * 0.25 + random.uniform(-20, 20),
                           side * 0.38 + random.uniform(-20, 20));
  title(canvas, corner + cv::Point2d(0, -side * 0.08), side * 0.05,
        "Puzzle " + std::to_string(random.integer(10, 999)));
  Page page{{}, {add_board(canvas, corner, side, options, random)}};
  Random text = random.fork("text");
  paint_clutter(canvas, {corner.x, corner.y + side * 1.08, side, side * 0.2}, Clutter::text_column,
                text);
  page.bgr = canvas.bgr();
  return page;
}

Page newspaper_page(const PageOptions& options, Random& random, bool with_board) {
  const double side = options.board_px > 0 ? options.board_px : 900;
  const int width = int(side * 2.3), height = int(side * 2.1);
  Canvas canvas({width, height}, paper_colour(options, random));
  const double margin = side * 0.06, gap = side * 0.05;
  const cv::Rect2d inner(margin, margin, width - 2 * margin, height - 2 * margin);
  paint_clutter(canvas, {inner.x, inner.y, inner.width, side * 0.16}, Clutter::headline, random);
  const double top = inner.y + side * 0.2;
  Page page;
  if (!with_board) {
    fill_with_clutter(canvas, {inner.x, top, inner.width, inner.br().y - top}, 0.5, random);
    page.bgr = canvas.bgr();
    return page;
  }
  const cv::Point2d corner(
      inner.x + random.uniform(0.25, 0.95) * (inner.width - side),
      top + side * 0.12 + random.uniform(0.1, 0.8) * (inner.br().y - top - side * 1.2));
  title(canvas, corner + cv::Point2d(0, -side * 0.04), side * 0.045, "Sudoku");
  page.boards.push_back(add_board(canvas, corner, side, options, random));
  // Strips around the board.
  Random clutter = random.fork("clutter");
  const double above = corner.y - side * 0.12, below = corner.y + side + gap;
  fill_with_clutter(canvas, {inner.x, top, inner.width, above - top}, 0.4, clutter);
  fill_with_clutter(canvas, {inner.x, below, inner.width, inner.br().y - below}, 0.5, clutter);
  fill_with_clutter(canvas, {inner.x, above + 8, corner.x - gap - inner.x, below - above - 16}, 0.4,
                    clutter);
  const double right = corner.x + side + gap;
  fill_with_clutter(canvas, {right, above + 8, inner.br().x - right, below - above - 16}, 0.4,
                    clutter);
  page.bgr = canvas.bgr();
  return page;
}

Page many_boards_page(const PageOptions& options, int columns, int rows, Random& random) {
  const double side = options.board_px > 0 ? options.board_px : 800,
               gap = side * random.uniform(0.12, 0.25);
  const double margin = side * 0.15;
  const int width = int(2 * margin + columns * side + (columns - 1) * gap);
  const int height = int(2 * margin + side * 0.12 + rows * (side + gap * 1.3));
  Canvas canvas({width, height}, paper_colour(options, random));
  Page page;
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      const cv::Point2d corner(margin + c * (side + gap),
                               margin + side * 0.12 + r * (side + gap * 1.3));
      title(canvas, corner + cv::Point2d(0, -side * 0.03), side * 0.045,
            std::to_string(r * columns + c + 1));
      page.boards.push_back(add_board(canvas, corner, side, options, random));
    }
  page.bgr = canvas.bgr();
  return page;
}

// A screenshot: pixels of the page are pixels of the screen, so nothing is aged.
Page app_page(const PageOptions& options, Random& random) {
  const double side = options.board_px > 0 ? options.board_px : random.uniform(330, 700);
  const double cell = std::floor(side / options.shape.n());
  const double board = cell * options.shape.n();
  const AppStyle style = options.game
                             ? random_game_style(random, *options.game)
                             : random_app_style(random, options.kind == PageKind::played_app);
  const double margin = std::floor(board * random.uniform(0.04, 0.2)), bar = 48;
  const int width = int(board + 2 * margin), height = int(board + 2 * margin + 3 * bar);
  Canvas canvas({width, height}, style.background);
  const Font& face = font("Inter-SemiBold.otf");
  canvas.text(face.at_baseline("Sudoku", {margin, bar * 0.65}, {15, 0, 0, 1, 0}), style.given);
  canvas.text(face.at_baseline("04:2" + std::to_string(random.integer(0, 9)),
                               {width - margin - 60, bar * 0.65}, {15, 0, 0, 1, 0}),
              style.given);
  const cv::Point2d corner(margin, bar + margin);
  // The keys below: one a value.
  for (int value = 1; value <= options.shape.n(); ++value)
    canvas.text(face.centred(std::to_string(value),
                             {margin + board * (value - 0.5) / options.shape.n(),
                              corner.y + board + margin + bar * 0.6},
                             {std::min(22.0, cell * 0.5), 0, 0, 1, 0}),
                style.entry);
  const Puzzle puzzle = make_puzzle(options.shape, random, options.puzzle);
  Page page{{}, {paint_app_board(canvas, corner, cell, puzzle, style, random)}};
  page.bgr = canvas.bgr();
  return page;
}

Page negative_page(const PageOptions& options, Random& random) {
  if (!options.negative) return newspaper_page(options, random, false);
  Canvas canvas({1500, 1500}, paper_colour(options, random));
  title(canvas, {200, 150}, 44, random_sentence(random, 12));
  paint_clutter(canvas, {200, 220, 1100, 1100}, *options.negative, random);
  return {canvas.bgr(), {}};
}

struct PageName {
  PageKind kind;
  const char* name;
};
constexpr PageName kPageNames[] = {
    {PageKind::puzzle, "puzzle"},         {PageKind::newspaper, "newspaper"},
    {PageKind::two_boards, "two_boards"}, {PageKind::four_boards, "four_boards"},
    {PageKind::six_boards, "six_boards"}, {PageKind::app, "app"},
    {PageKind::played_app, "played_app"}, {PageKind::phone, "phone"},
    {PageKind::negative, "negative"},     {PageKind::odd, "odd"}};
struct ClutterName {
  Clutter kind;
  const char* name;
};
constexpr ClutterName kClutterNames[] = {{Clutter::text_column, "text_column"},
                                         {Clutter::headline, "headline"},
                                         {Clutter::advert, "advert"},
                                         {Clutter::picture, "picture"},
                                         {Clutter::crossword, "crossword"},
                                         {Clutter::table, "table"},
                                         {Clutter::calendar, "calendar"},
                                         {Clutter::form, "form"},
                                         {Clutter::keypad, "keypad"},
                                         {Clutter::blank_grid, "blank_grid"},
                                         {Clutter::checkerboard, "checkerboard"},
                                         {Clutter::word_search, "word_search"},
                                         {Clutter::chess_diagram, "chess_diagram"},
                                         {Clutter::kakuro, "kakuro"},
                                         {Clutter::nonogram, "nonogram"},
                                         {Clutter::bingo_card, "bingo_card"},
                                         {Clutter::number_grid, "number_grid"},
                                         {Clutter::sliding_tiles, "sliding_tiles"},
                                         {Clutter::minesweeper, "minesweeper"},
                                         {Clutter::go_board, "go_board"},
                                         {Clutter::letter_board, "letter_board"},
                                         {Clutter::qr_code, "qr_code"},
                                         {Clutter::spreadsheet, "spreadsheet"},
                                         {Clutter::timetable, "timetable"},
                                         {Clutter::keyboard, "keyboard"},
                                         {Clutter::windows, "windows"},
                                         {Clutter::tiles, "tiles"},
                                         {Clutter::hitori, "hitori"},
                                         {Clutter::latin_puzzle, "latin_puzzle"},
                                         {Clutter::digit_table, "digit_table"},
                                         {Clutter::number_path, "number_path"},
                                         {Clutter::region_numbers, "region_numbers"},
                                         {Clutter::lotto_slip, "lotto_slip"},
                                         {Clutter::jigsaw, "jigsaw"},
                                         {Clutter::killer, "killer"},
                                         {Clutter::kenken, "kenken"},
                                         {Clutter::futoshiki, "futoshiki"},
                                         {Clutter::str8ts, "str8ts"},
                                         {Clutter::takuzu, "takuzu"},
                                         {Clutter::tents, "tents"},
                                         {Clutter::battleships, "battleships"},
                                         {Clutter::index_grid, "index_grid"},
                                         {Clutter::logic_table, "logic_table"},
                                         {Clutter::seat_map, "seat_map"},
                                         {Clutter::cross_table, "cross_table"},
                                         {Clutter::league_table, "league_table"},
                                         {Clutter::cartoon_grid, "cartoon_grid"}};

}  // namespace

Page make_page(const PageOptions& options, Random& random) {
  Page page;
  switch (options.kind) {
    case PageKind::puzzle:
      page = puzzle_page(options, random);
      break;
    case PageKind::newspaper:
      page = newspaper_page(options, random, true);
      break;
    case PageKind::two_boards:
      page = many_boards_page(options, 2, 1, random);
      break;
    case PageKind::four_boards:
      page = many_boards_page(options, 2, 2, random);
      break;
    case PageKind::six_boards:
      page = many_boards_page(options, 3, 2, random);
      break;
    case PageKind::app:
    case PageKind::played_app:
      return app_page(options, random);
    case PageKind::phone:
      return paint_phone_page(options.shape, options.puzzle, random);
    case PageKind::negative:
      page = negative_page(options, random);
      break;
    case PageKind::odd:
      page = paint_odd_page(options.odd.value_or(OddBoard::plain), paper_colour(options, random),
                            random);
      break;
  }
  age(page.bgr, options.aged_paper, random);
  return page;
}

const char* to_string(PageKind kind) {
  for (const auto& row : kPageNames)
    if (row.kind == kind) return row.name;
  return "?";
}
const char* to_string(Clutter clutter) {
  for (const auto& row : kClutterNames)
    if (row.kind == clutter) return row.name;
  return "?";
}
std::optional<PageKind> page_kind_named(const std::string& name) {
  for (const auto& row : kPageNames)
    if (name == row.name) return row.kind;
  return std::nullopt;
}
std::optional<Clutter> clutter_named(const std::string& name) {
  for (const auto& row : kClutterNames)
    if (name == row.name) return row.kind;
  return std::nullopt;
}
const std::vector<Clutter>& negative_kinds() {
  static const std::vector<Clutter> kinds{
      Clutter::text_column,   Clutter::crossword,      Clutter::table,
      Clutter::calendar,      Clutter::form,           Clutter::keypad,
      Clutter::blank_grid,    Clutter::checkerboard,   Clutter::word_search,
      Clutter::chess_diagram, Clutter::kakuro,         Clutter::nonogram,
      Clutter::bingo_card,    Clutter::number_grid,    Clutter::sliding_tiles,
      Clutter::minesweeper,   Clutter::go_board,       Clutter::letter_board,
      Clutter::qr_code,       Clutter::spreadsheet,    Clutter::timetable,
      Clutter::keyboard,      Clutter::windows,        Clutter::tiles,
      Clutter::hitori,        Clutter::latin_puzzle,   Clutter::digit_table,
      Clutter::number_path,   Clutter::region_numbers, Clutter::lotto_slip,
      Clutter::jigsaw,        Clutter::killer,         Clutter::kenken,
      Clutter::futoshiki,     Clutter::str8ts,         Clutter::takuzu,
      Clutter::tents,         Clutter::battleships,    Clutter::index_grid,
      Clutter::logic_table,   Clutter::seat_map,       Clutter::cross_table,
      Clutter::league_table,  Clutter::cartoon_grid};
  return kinds;
}

}  // namespace gridlens::generator
