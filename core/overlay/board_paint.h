#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/overlay/ink_choice.h"
#include "core/overlay/paint_board.h"

namespace gridlens {

constexpr Rgba kRed{0.85f, 0.08f, 0.08f, 1.0f};  // what is wrong
constexpr Rgba kWrongWash{0.90f, 0.10f, 0.10f, 0.35f};
constexpr double kFrameWidth = 0.09;  // cells

// The pieces that drawings of a board are put together of, each in a colour that can be seen where
// it lies.
class BoardPaint {
 public:
  // Both must outlive it.
  BoardPaint(const OverlayFacts& facts, const OverlayStyle& style);

  // The board's border, inside of it, and its label.
  void outline();
  // A see-through colour over a cell: what is painted there later is chosen for it.
  void wash(int cell, const Rgba& colour);
  // Just inside a cell.
  void frame(int cell, const Rgba& colour);
  // A symbol that is filled in, printed as the givens are.
  void symbol(int cell, const std::string& text);
  // A small symbol in the cell's upper right corner.
  void tag(int cell, const std::string& text, const Rgba& colour);
  // A small symbol with a stroke through it, at its place in a square of all values.
  void struck(int cell, int value, const Rgba& colour);
  void tick(int cell, const Rgba& colour);

  [[nodiscard]] std::string symbol_of(int value) const;
  [[nodiscard]] const BoardOverlay& overlay() const { return overlay_; }

 private:
  [[nodiscard]] InkWish wish(const Rgba& colour, double contrast) const;
  // The colour for a mark of the person's opacity; as it is where the background is not known.
  [[nodiscard]] Rgba mark(int cell, const Rgba& colour, double contrast) const;
  [[nodiscard]] double softness() const;  // of the strokes' edges, cells
  [[nodiscard]] double column(int cell) const { return cell % facts_.n; }
  [[nodiscard]] double row(int cell) const { return cell / facts_.n; }

  const OverlayFacts& facts_;
  const OverlayStyle& style_;
  PrintLook print_;
  std::vector<CellBackground> backgrounds_;  // with the washes; empty: not known
  std::optional<BoardInk> ink_;              // of symbols that are filled in
  BoardOverlay overlay_;
};

}  // namespace gridlens
