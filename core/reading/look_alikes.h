#pragma once

#include "core/reading/cell_choices.h"

namespace gridlens {

// A typeface may draw two symbols so that the network sees only a slight difference between them,
// but the same one in every cell. Where the cells that it takes for a and those that it takes for b
// lie in two groups of log-odds, a doubtful cell is judged by the group that it belongs to, too: in
// `choices.values`, by a bounded amount. For print; whether a cell is blank stays as it is.
void settle_look_alikes(CellChoices& choices);

}  // namespace gridlens
