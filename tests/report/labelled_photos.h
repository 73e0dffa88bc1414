#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "core/image/quad.h"
#include "core/puzzle/grid.h"

namespace gridlens::report {

// A photo with its label file: two header lines, then n rows of n numbers (0 empty).
struct LabelledPhoto {
  std::filesystem::path image;
  Grid symbols;  // all that the photo shows, printed or handwritten
  Grid clues;    // values above n (pencil marks) are taken as empty
  Grid
      entries;  // what the photo shows besides `clues`; empty unless labels of two folders are used
};

// All photos of a folder that have a .dat file beside them, in order of their names. `clue_labels`:
// where given, the .dat files there (same names) say which cells are printed, and the folder's own
// .dat files the others.
std::vector<LabelledPhoto> labelled_photos(const std::filesystem::path& folder,
                                           const std::filesystem::path& clue_labels);

// File stems that models/train/split.json holds out for a folder of that name ("-filled" photos
// share the names of the photos they were made from).
std::set<std::string> held_out_stems(const std::filesystem::path& split_file,
                                     const std::string& folder);

}  // namespace gridlens::report
