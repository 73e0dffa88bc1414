#pragma once

#include <string>

namespace gridlens {

enum class RecordedPicture {
  annotated = 1,  // with the overlay
  captured,       // as captured
  side_by_side,   // as captured at the left, with the overlay at the right
};

// What a person chose about recordings and snapshots. Changes hold for the next one.
struct OutputSettings {
  RecordedPicture recorded = RecordedPicture::annotated;
  // As typed; "~" is the home folder. Empty: the desktop's folder for videos, or for pictures.
  std::string videos_folder, pictures_folder;

  friend bool operator==(const OutputSettings&, const OutputSettings&) = default;
};

}  // namespace gridlens
