#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/simulator/app_board.h"

namespace gridlens::generator {

// What a phone's game looks like, around and on the board. Colours are 0xrrggbb, lengths are in
// cells.
struct PhoneLook {
  std::string font;
  struct {
    int background, cell, given_cell, line, thin_line;
  } paper;
  struct {
    int given, entry, mark, accent;  // the last of keys and titles
  } ink;
  struct {
    int lit, selected, equal;
  } light;
  std::optional<int> selected_ink = {};
  struct {
    int ink, cell;
  } mistake;
  MistakeMarks mistakes = MistakeMarks::ink;
  bool tiles = false, border = true, keys_framed = false;
  double digit_height = 0.5, thin = 0.015, thick = 0.04;
};

// Invented, after what is common among such games.
const std::vector<PhoneLook>& phone_looks();

}  // namespace gridlens::generator
