#include "core/fill/fill_state.h"

#include <array>
#include <stdexcept>
#include <string>

namespace gridlens {

namespace {

using S = FillState;
using E = FillEvent;

constexpr std::array<FillTransition, 21> kTransitions{{
    {S::focusing, E::has_focus, S::planning, "the window has the focus"},
    {S::planning, E::planned, S::looking, "the board is solved"},
    {S::looking, E::not_yet_due, S::pausing, "the pace asks for a pause"},
    {S::looking, E::cell_lacks, S::pointing, "a cell lacks its entry"},
    {S::looking, E::not_arrived, S::awaiting, "the entry does not show yet"},
    {S::looking, E::all_right, S::done, "every entry stands on the screen"},
    {S::looking, E::program_answered, S::done, "the program answered the last entry"},
    {S::pausing, E::due, S::looking, "the pause is over"},
    {S::pointing, E::changed, S::looking, "the cell has changed since the board was read"},
    {S::pointing, E::sent, S::pressing, "the pointer is on the cell"},
    {S::pressing, E::sent, S::releasing, "the button is down"},
    {S::releasing, E::sent, S::typing, "the cell was clicked"},
    {S::typing, E::sent, S::lifting, "the key is down"},
    {S::typing, E::changed, S::looking, "the board has changed since it was read"},
    {S::lifting, E::sent, S::awaiting, "the entry was typed"},
    {S::pointing, E::cell_selected, S::typing, "the pointer has selected the cell"},
    {S::lifting, E::must_park, S::parking, "the entry was typed below the pointer"},
    {S::looking, E::must_park, S::parking, "the pointer hides something"},
    {S::parking, E::sent, S::awaiting, "the pointer has left the cell"},
    {S::awaiting, E::changed, S::looking, "the cell has changed"},
    {S::awaiting, E::waited, S::looking, "the cell has had time to change"},
}};

}  // namespace

std::span<const FillTransition> fill_transitions() {
  return kTransitions;
}

FillState next_fill_state(FillState from, FillEvent event) {
  if (event == FillEvent::fault && !is_over(from)) return FillState::stopped;
  for (const FillTransition& row : fill_transitions())
    if (row.from == from && row.event == event) return row.to;
  throw std::logic_error("a filling has no event " + std::to_string(static_cast<int>(event)) +
                         " while " + to_string(from));
}

const char* to_string(FillState state) {
  switch (state) {
    case FillState::focusing:
      return "focusing";
    case FillState::planning:
      return "planning";
    case FillState::looking:
      return "looking";
    case FillState::pausing:
      return "pausing";
    case FillState::pointing:
      return "pointing";
    case FillState::pressing:
      return "pressing";
    case FillState::releasing:
      return "releasing";
    case FillState::typing:
      return "typing";
    case FillState::lifting:
      return "lifting";
    case FillState::parking:
      return "parking";
    case FillState::awaiting:
      return "awaiting";
    case FillState::done:
      return "done";
    case FillState::stopped:
      return "stopped";
  }
  return "";
}

}  // namespace gridlens
