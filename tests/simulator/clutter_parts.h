#pragma once

#include "tests/simulator/board_style.h"
#include "tests/simulator/clutter.h"

// The painters behind paint_clutter, and what they share.
namespace gridlens::generator {

inline const Colour kInk{28, 28, 30};

// Largest cell for rows x columns in `area`, and the top-left corner that centres the lattice.
struct Fit {
  double cell;
  cv::Point2d top_left;

  // Page point of a place in cells.
  [[nodiscard]] cv::Point2d at(double column, double row) const {
    return top_left + cv::Point2d(column * cell, row * cell);
  }
};
Fit fit(cv::Rect2d area, int rows, int columns);

BoardStyle plain_lattice(Random& random);  // every line alike, but for the border

void small_text(Canvas& canvas, const std::string& text, cv::Point2d centre, double size_px,
                Colour ink = kInk, const char* face = "cabin_regular.otf");

void paint_text_column(Canvas& canvas, cv::Rect2d area, double size_px, Random& random);
void paint_headline(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_advert(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_picture(Canvas& canvas, cv::Rect2d area, Random& random);

// clutter_games.cpp
void paint_kakuro(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_nonogram(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_bingo_card(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_number_grid(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_sliding_tiles(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_minesweeper(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_go_board(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_letter_board(Canvas& canvas, cv::Rect2d area, Random& random);

// clutter_things.cpp
void paint_qr_code(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_spreadsheet(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_timetable(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_keyboard(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_windows(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_tiles(Canvas& canvas, cv::Rect2d area, Random& random);

// clutter_numbers.cpp
void paint_hitori(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_latin_puzzle(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_digit_table(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_number_path(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_region_numbers(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_lotto_slip(Canvas& canvas, cv::Rect2d area, Random& random);

// clutter_kin.cpp
void paint_jigsaw(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_killer(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_kenken(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_futoshiki(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_str8ts(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_takuzu(Canvas& canvas, cv::Rect2d area, Random& random);

// clutter_tables.cpp
void paint_tents(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_battleships(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_index_grid(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_logic_table(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_seat_map(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_cross_table(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_league_table(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_cartoon_grid(Canvas& canvas, cv::Rect2d area, Random& random);

}  // namespace gridlens::generator
