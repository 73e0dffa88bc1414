#pragma once

#include <array>
#include <filesystem>
#include <vector>

#include "app/session/command.h"
#include "app/session/session_view.h"

namespace gridlens {

// Where the desktop has no dialog of its own: folders, pictures and videos to choose from, and a
// field for a path.
class PlainDialog {
 public:
  // Nothing while none is asked for.
  void draw(const SessionView& view, double scale, std::vector<Command>& commands);

 private:
  void path_field(const PlainDialogView& dialog, std::vector<Command>& commands);

  std::array<char, 4096> typed_{};
  std::filesystem::path folder_;  // that `typed_` began with
};

}  // namespace gridlens
