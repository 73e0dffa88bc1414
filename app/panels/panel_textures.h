#pragma once

#include <functional>

#include "app/session/session_view.h"

namespace gridlens {

// The texture of a picture, as ImGui takes it; null: none can be made. The window gives it; without
// one, tests draw the panels all the same.
using TextureOf = std::function<void*(const PanelPicture&)>;

}  // namespace gridlens
