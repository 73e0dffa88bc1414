#include <algorithm>
#include <cmath>

#include "app/panels/board_drawing.h"

namespace gridlens {

NoteRaster note_raster(int places) {
  const int columns = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(places))));
  return {columns, (places + columns - 1) / columns};
}

BoardSquare BoardSquare::fit(ImVec2 corner, ImVec2 room, int n) {
  BoardSquare place;
  place.n = n;
  place.cell = std::max(1.0f, std::floor(std::min(room.x, room.y) / static_cast<float>(n)));
  place.corner = {std::floor(corner.x + (room.x - place.size()) / 2),
                  std::floor(corner.y + (room.y - place.size()) / 2)};
  return place;
}

ImVec2 BoardSquare::corner_of(int cell_index) const {
  return {corner.x + static_cast<float>(cell_index % n) * cell,
          corner.y + static_cast<float>(cell_index / n) * cell};
}

std::optional<int> BoardSquare::cell_at(ImVec2 mouse) const {
  const float x = std::floor((mouse.x - corner.x) / cell);
  const float y = std::floor((mouse.y - corner.y) / cell);
  const auto side = static_cast<float>(n);
  if (!(x >= 0 && y >= 0 && x < side && y < side)) return std::nullopt;
  return static_cast<int>(y) * n + static_cast<int>(x);
}

int BoardSquare::note_at(ImVec2 mouse) const {
  const auto in = cell_at(mouse);
  if (!in || n > kLargestNoteRaster) return 0;
  const NoteRaster raster = note_raster(n);
  const ImVec2 low = corner_of(*in);
  const auto column =
      static_cast<int>((mouse.x - low.x) / cell * static_cast<float>(raster.columns));
  const auto row = static_cast<int>((mouse.y - low.y) / cell * static_cast<float>(raster.rows));
  const int value = row * raster.columns + column + 1;
  return value <= n ? value : 0;
}

}  // namespace gridlens
