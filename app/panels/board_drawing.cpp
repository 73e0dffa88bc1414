#include "app/panels/board_drawing.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>

#include "app/panels/gui_context.h"
#include "app/panels/theme.h"

namespace gridlens {

namespace {

ImFont* font_for(const std::string& text, bool bold, float pixels) {
  const bool symbols = std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return c < 128 && (std::isdigit(c) != 0 || std::isupper(c) != 0);
  });
  if (!symbols) return bold ? gui_fonts().bold : gui_fonts().text;
  const auto& fonts = bold ? gui_fonts().bold_digits : gui_fonts().digits;
  for (ImFont* font : fonts)
    if (font->FontSize >= pixels * 0.9f) return font;
  return fonts.back();
}

// In the middle of the place, no wider than `width`.
void draw_symbol(ImDrawList& list, const std::string& text, bool bold, ImVec2 middle, float pixels,
                 float width, ImU32 colour) {
  ImFont* font = font_for(text, bold, pixels);
  ImVec2 extent = font->CalcTextSizeA(pixels, FLT_MAX, 0, text.c_str());
  if (extent.x > width) {
    pixels *= width / extent.x;
    extent = font->CalcTextSizeA(pixels, FLT_MAX, 0, text.c_str());
  }
  const ImVec2 at(std::round(middle.x - extent.x / 2), std::round(middle.y - extent.y / 2));
  list.AddText(font, pixels, at, colour, text.c_str());
}

class Drawing {
 public:
  Drawing(ImDrawList& list, const DrawnBoard& board, const BoardSquare& place)
      : list_(list), board_(board), place_(place), n_(place.n) {}

  void draw() {
    const ImVec2 low = place_.corner, high(low.x + place_.size(), low.y + place_.size());
    list_.AddRectFilled(low, high, theme::kBoard);
    for (int cell = 0; cell < n_ * n_; ++cell) background(cell);
    lines();
    for (int cell = 0; cell < n_ * n_; ++cell) content(cell);
    if (!board_.plain) signs();
  }

 private:
  [[nodiscard]] const PuzzleDocument& document() const { return *board_.document; }
  [[nodiscard]] static std::size_t index(int cell) { return static_cast<std::size_t>(cell); }
  [[nodiscard]] int given(int cell) const { return document().givens.values()[index(cell)]; }
  [[nodiscard]] int entry(int cell) const { return document().entries.values()[index(cell)]; }
  [[nodiscard]] CellMarks marks(int cell) const {
    return document().marks.empty() ? 0 : document().marks[index(cell)];
  }
  static bool has(const std::vector<int>& cells, int cell) {
    return std::find(cells.begin(), cells.end(), cell) != cells.end();
  }
  [[nodiscard]] std::string symbol(int value) const {
    return document().symbols.empty() ? std::to_string(value)
                                      : document().symbols.at(index(value - 1));
  }
  [[nodiscard]] bool diagonal(int cell) const {
    return document().rules == RuleKind::x &&
           (cell / n_ == cell % n_ || cell / n_ + cell % n_ == n_ - 1);
  }
  [[nodiscard]] int region(int row, int column) const {
    const int cell = row * n_ + column;
    return document().rules == RuleKind::jigsaw ? document().regions[index(cell)]
                                                : document().shape.box_of(row, column);
  }
  [[nodiscard]] bool same_value(int cell) const {
    return board_.value != 0 && (given(cell) == board_.value || entry(cell) == board_.value);
  }

  void fill(int cell, ImU32 colour) {
    const ImVec2 low = place_.corner_of(cell);
    list_.AddRectFilled(low, {low.x + place_.cell, low.y + place_.cell}, colour);
  }

  void background(int cell) {
    if (same_value(cell))
      fill(cell, theme::kBoardSame);
    else if (has(board_.shaded, cell))
      fill(cell, theme::kBoardHint);
    else if (diagonal(cell) || has(board_.seen, cell))
      fill(cell, theme::kBoardShade);
    // A diagonal shows on cells that are shaded for another reason, too.
    if (!diagonal(cell)) return;
    const ImVec2 low = place_.corner_of(cell);
    const bool falls = cell / n_ == cell % n_, rises = cell / n_ + cell % n_ == n_ - 1;
    const float width = std::max(1.0f, place_.cell * 0.03f);
    const float end = place_.cell;
    if (falls) list_.AddLine(low, {low.x + end, low.y + end}, theme::kBoardLine, width);
    if (rises) list_.AddLine({low.x + end, low.y}, {low.x, low.y + end}, theme::kBoardLine, width);
  }

  void line(int row, int column, bool below, bool thick) {
    const float width = thick ? std::max(2.0f, std::round(place_.cell * 0.035f)) : 1;
    const ImVec2 low = place_.corner_of(row * n_ + column);
    const float x = below ? low.x : low.x + place_.cell, y = below ? low.y + place_.cell : low.y;
    const float half = width / 2, end = place_.cell + (thick ? half : 0);
    const ImVec2 from =
        below ? ImVec2(x - (thick ? half : 0), y - half) : ImVec2(x - half, y - (thick ? half : 0));
    const ImVec2 to = below ? ImVec2(x + end, y + half) : ImVec2(x + half, y + end);
    list_.AddRectFilled(from, to, thick ? theme::kBoardEdge : theme::kBoardLine);
  }

  void lines() {
    for (const bool thick : {false, true})
      for (int row = 0; row < n_; ++row)
        for (int column = 0; column < n_; ++column) {
          if (column + 1 < n_ && (region(row, column) != region(row, column + 1)) == thick)
            line(row, column, false, thick);
          if (row + 1 < n_ && (region(row, column) != region(row + 1, column)) == thick)
            line(row, column, true, thick);
        }
    const float width = std::max(3.0f, std::round(place_.cell * 0.05f));
    const ImVec2 low = place_.corner;
    list_.AddRect({low.x - width / 2, low.y - width / 2},
                  {low.x + place_.size() + width / 2, low.y + place_.size() + width / 2},
                  theme::kBoardEdge, 0, 0, width);
  }

  void content(int cell) {
    const ImVec2 low = place_.corner_of(cell);
    const ImVec2 middle(low.x + place_.cell / 2, low.y + place_.cell / 2);
    if (cell == board_.selected && !board_.typed.empty()) {
      draw_symbol(list_, board_.typed, false, middle, place_.cell * 0.62f, place_.cell * 0.7f,
                  theme::kBoardEntry);
      const float x = middle.x + place_.cell * 0.38f;
      list_.AddLine({x, middle.y - place_.cell * 0.25f}, {x, middle.y + place_.cell * 0.25f},
                    theme::kBoardEntry, std::max(1.0f, place_.cell * 0.03f));
      return;
    }
    const int value = given(cell) != 0 ? given(cell) : entry(cell);
    if (value == 0) {
      if (!board_.plain) notes(cell);
      return;
    }
    const ImU32 colour = has(board_.wrong, cell) || has(board_.conflicts, cell)
                             ? ImU32(theme::kBoardWrong)
                         : given(cell) != 0 ? ImU32(theme::kBoardGiven)
                                            : ImU32(theme::kBoardEntry);
    // In a thumbnail of a large board no symbol can be read.
    if (board_.plain && place_.cell < 8) {
      const float half = place_.cell * 0.28f;
      list_.AddRectFilled({middle.x - half, middle.y - half}, {middle.x + half, middle.y + half},
                          colour);
      return;
    }
    draw_symbol(list_, symbol(value), given(cell) != 0, middle, place_.cell * 0.68f,
                place_.cell * 0.8f, colour);
  }

  void notes(int cell) {
    const CellMarks noted = marks(cell);
    if (noted == 0) return;
    const bool fixed = n_ <= kLargestNoteRaster;
    const NoteRaster raster = note_raster(fixed ? n_ : std::max(4, std::popcount(noted)));
    const float inset = place_.cell * 0.05f, room = place_.cell - 2 * inset;
    const float wide = room / static_cast<float>(raster.columns);
    const float high = room / static_cast<float>(raster.rows);
    const ImVec2 low = place_.corner_of(cell);
    int number = 0;
    for (int value = 1; value <= n_; ++value) {
      const bool on = (noted >> (value - 1) & 1) != 0;
      const int at = fixed ? value - 1 : number;
      if (!on) continue;
      ++number;
      const auto column = static_cast<float>(at % raster.columns);
      const auto row = static_cast<float>(at / raster.columns);
      const ImVec2 middle(low.x + inset + (column + 0.5f) * wide,
                          low.y + inset + (row + 0.5f) * high);
      const bool stands_out = value == board_.value;
      if (stands_out)
        list_.AddRectFilled({middle.x - wide / 2, middle.y - high / 2},
                            {middle.x + wide / 2, middle.y + high / 2}, theme::kBoardSame,
                            high * 0.2f);
      draw_symbol(list_, symbol(value), stands_out, middle, std::min(high * 0.98f, wide * 1.25f),
                  wide * 0.94f, stands_out ? theme::kBoardEntry : theme::kBoardNote);
      const bool falls = std::find(board_.struck.begin(), board_.struck.end(),
                                   Candidate{cell, value}) != board_.struck.end();
      if (falls)
        list_.AddLine({middle.x - wide * 0.4f, middle.y + high * 0.3f},
                      {middle.x + wide * 0.4f, middle.y - high * 0.3f}, theme::kBoardWrong,
                      std::max(1.0f, high * 0.1f));
    }
  }

  void frame(int cell, ImU32 colour, float width, float inset) {
    const ImVec2 low = place_.corner_of(cell);
    const float near = inset + width / 2, far = place_.cell - near;
    list_.AddRect({low.x + near, low.y + near}, {low.x + far, low.y + far}, colour, 0, 0, width);
  }

  void corners(int cell, ImU32 colour) {
    const ImVec2 low = place_.corner_of(cell);
    const float near = place_.cell * 0.09f, far = place_.cell - near, arm = place_.cell * 0.2f;
    const float width = std::max(1.5f, place_.cell * 0.045f);
    for (const float x : {near, far})
      for (const float y : {near, far}) {
        const ImVec2 at(low.x + x, low.y + y);
        list_.AddLine(at, {at.x + (x == near ? arm : -arm), at.y}, colour, width);
        list_.AddLine(at, {at.x, at.y + (y == near ? arm : -arm)}, colour, width);
      }
  }

  void dashes(int cell, ImU32 colour) {
    const ImVec2 low = place_.corner_of(cell);
    const float inset = place_.cell * 0.07f, side = place_.cell - 2 * inset;
    const float width = std::max(1.5f, place_.cell * 0.05f), dash = side / 7;
    for (int i = 0; i < 7; i += 2) {
      const float from = static_cast<float>(i) * dash, to = from + dash;
      const float x = low.x + inset, y = low.y + inset;
      list_.AddLine({x + from, y}, {x + to, y}, colour, width);
      list_.AddLine({x + from, y + side}, {x + to, y + side}, colour, width);
      list_.AddLine({x, y + from}, {x, y + to}, colour, width);
      list_.AddLine({x + side, y + from}, {x + side, y + to}, colour, width);
    }
  }

  void signs() {
    const float width = std::max(1.5f, place_.cell * 0.045f);
    for (const int cell : board_.because) corners(cell, theme::kBoardNote);
    for (const int cell : board_.conflicts) {
      const ImVec2 low = place_.corner_of(cell);
      const float y = low.y + place_.cell * 0.9f;
      list_.AddLine({low.x + place_.cell * 0.22f, y}, {low.x + place_.cell * 0.78f, y},
                    theme::kBoardWrong, width);
    }
    for (const int cell : board_.wrong) {
      const ImVec2 low = place_.corner_of(cell);
      const float near = place_.cell * 0.16f, far = place_.cell * 0.84f;
      list_.AddLine({low.x + near, low.y + far}, {low.x + far, low.y + near}, theme::kBoardWrong,
                    width);
    }
    if (board_.selected >= 0)
      frame(board_.selected, theme::kAccent, std::max(2.0f, place_.cell * 0.07f), 0);
    if (board_.hint_cell >= 0) dashes(board_.hint_cell, theme::kBoardEntry);
  }

  ImDrawList& list_;
  const DrawnBoard& board_;
  const BoardSquare& place_;
  int n_;
};

}  // namespace

void draw_board(ImDrawList& list, const DrawnBoard& board, const BoardSquare& place) {
  Drawing(list, board, place).draw();
}

}  // namespace gridlens
