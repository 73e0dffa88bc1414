#include "core/capture/videoio_setup.h"

extern "C" {
#include <libavutil/log.h>
}

#include <cstdlib>
#include <mutex>
#include <opencv2/core/utils/logger.hpp>

namespace gridlens {
namespace {

void set_default(const char* name, const char* value) {
  if (std::getenv(name)) return;
#ifdef _WIN32
  _putenv_s(name, value);
#else
  setenv(name, value, 0);
#endif
}

}  // namespace

void prepare_videoio() {
  static std::once_flag once;
  std::call_once(once, [] {
    set_default("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "1");
    av_log_set_level(AV_LOG_QUIET);
    if (!std::getenv("OPENCV_LOG_LEVEL"))
      cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_FATAL);
  });
}

}  // namespace gridlens
