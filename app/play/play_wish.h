#pragma once

#include <string>
#include <variant>

#include "core/play/play_command.h"
#include "core/puzzle/puzzle_document.h"
#include "core/solver/deduction/grading.h"

namespace gridlens {

// What a person asks of the play view. Values only; PlaySession carries them out.
namespace wish {

struct Open {};   // the play view; the game that was there goes on
struct Close {};  // back to the picture; the game pauses
struct Leave {};  // closes the one thing that is open: list, hint, typed digits, at last the view
struct Select {
  int cell = 0;
};
struct Move {  // by cells, or to the edge of row or column
  int rows = 0, columns = 0;
  bool to_edge = false;
};
struct Type {  // a letter or digit, as the board prints its values
  char symbol = 0;
  bool mark = false;  // whatever the notes' switch says
};
struct Enter {};  // what is typed counts: the "1" of a board with a "12"
struct Erase {};  // the last digit typed, else the cell
struct Put {      // into the selected cell
  int value = 0;
  bool mark = false;
};
struct NoteAt {  // selects the cell, too
  int cell = 0;
  int value = 0;
};
struct Notes {};     // on or off
struct Hint {};      // shows the next step; carries out the one that is shown
struct Check {};     // says which entries are wrong
struct SolveAll {};  // writes the solution
struct Games {};     // shows the list, or hides it
struct Pause {};     // or goes on
struct NewGame {     // made, and then played
  Shape shape;
  RuleKind rules = RuleKind::classic;
  Grade grade = Grade::medium;
};
struct StopMaking {};
struct OpenGame {
  std::string id;
};
struct RemoveGame {
  std::string id;
};
struct ToPaper {  // paints the entries on the tracked board of the same givens
  bool on = true;
};

}  // namespace wish

using PlayWish =
    std::variant<wish::Open, wish::Close, wish::Leave, wish::Select, wish::Move, wish::Type,
                 wish::Enter, wish::Erase, wish::Put, wish::NoteAt, wish::Notes, wish::Hint,
                 wish::Check, wish::SolveAll, wish::Games, wish::Pause, wish::NewGame,
                 wish::StopMaking, wish::OpenGame, wish::RemoveGame, wish::ToPaper, play::Command>;

}  // namespace gridlens
