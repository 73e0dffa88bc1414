#include "core/pipeline/frame_work.h"

#include <opencv2/core/utility.hpp>

namespace gridlens {

double us_per_work_unit() {
  static const double us = cv::checkHardwareSupport(CV_CPU_AVX2) ? 1 : 2;
  return us;
}

}  // namespace gridlens
