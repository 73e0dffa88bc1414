#pragma once

#include "core/vision/finding/search_task.h"

namespace gridlens {

// Strategy for boards whose lines or tiles are too faint to be seen one by one, as photographed
// screens have them. Symbols stand in a lattice. Along the lattice's lines the picture is, on the
// whole, lighter or darker than beside them, which numbers on plain paper are not. A board of 6 to
// 25 cells a side is found where its extent is certain. It counts only where it is clearly solved.
// Live, a task looks at one level and polarity that has as many symbols as a board's.
void search_symbols(const SearchedPicture& picture, const SearchTask& task,
                    SearchFindings& findings, DebugSink* debug);

}  // namespace gridlens
