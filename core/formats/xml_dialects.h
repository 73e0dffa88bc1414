#pragma once

#include <string>
#include <vector>

#include "core/formats/formats.h"
#include "core/formats/xml_file.h"

namespace gridlens {

// The puzzles of a file with the root element <opensudoku> or <ksudoku>. Throw FormatError.
std::vector<PuzzleDocument> read_opensudoku(const XmlFile& file, std::vector<std::string>& skipped);
PuzzleDocument read_ksudoku(const XmlFile& file, std::vector<std::string>& skipped);

}  // namespace gridlens
