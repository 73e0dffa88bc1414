// Elsewhere than on Linux there are no video outputs.
#include <stdexcept>

#include "core/virtual_camera/video_output.h"

namespace gridlens {

std::unique_ptr<VideoOutput> open_video_output(const std::filesystem::path& node) {
  throw std::runtime_error(node.string() + ": virtual cameras are known on Linux alone");
}

std::vector<std::filesystem::path> list_video_outputs() {
  return {};
}

}  // namespace gridlens
