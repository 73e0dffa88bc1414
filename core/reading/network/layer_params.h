#pragma once

#include <opencv2/dnn/dnn.hpp>
#include <string>

namespace gridlens {

// Is a layer's parameter, given once for both directions or for each, this value? `otherwise`: what
// holds where it is not given.
inline bool is_all(const cv::dnn::LayerParams& params, const std::string& name, int value,
                   int otherwise) {
  if (!params.has(name)) return value == otherwise;
  const cv::dnn::DictValue& given = params.get(name);
  for (int i = 0; i < given.size(); ++i)
    if (given.get<int>(i) != value) return false;
  return true;
}

}  // namespace gridlens
