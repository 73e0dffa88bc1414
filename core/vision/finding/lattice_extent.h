#pragma once

#include "core/vision/finding/cell_lattice.h"
#include "core/vision/lattice/pyramid.h"

namespace gridlens {

// Grows or shrinks a lattice to the cells whose crossing lines are seen, refining the map on the
// way. `picture` is the one that image_from_cells maps to. False where no lattice of at least 3 x 3
// cells remains.
bool settle_extent(const LinePicture& picture, CellLattice& lattice);

}  // namespace gridlens
