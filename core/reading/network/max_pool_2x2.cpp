#include "core/reading/network/max_pool_2x2.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "core/reading/network/layer_params.h"
#include "core/reading/network/single_layer.h"

namespace gridlens {

namespace {

using cv::dnn::Layer;
using cv::dnn::LayerParams;
using cv::dnn::MatShape;

// Maxima of 2 x 2 pixels.
class MaxPool2x2 final : public SingleLayer {
 public:
  static bool fits(const LayerParams& params) {
    std::string kind = params.get<cv::String>("pool", "max");
    std::transform(kind.begin(), kind.end(), kind.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return kind == "max" && is_all(params, "kernel_size", 2, 0) && is_all(params, "stride", 2, 1) &&
           is_all(params, "pad", 0, 0) && is_all(params, "dilation", 1, 1) &&
           !params.get<bool>("ceil_mode", true) && !params.get<bool>("global_pooling", false) &&
           params.get<cv::String>("pad_mode", "").empty();
  }

  MaxPool2x2(const LayerParams& params, const PoolingKernel& kernel)
      : SingleLayer(params), kernel_(kernel) {}

  bool getMemoryShapes(const std::vector<MatShape>& inputs, int, std::vector<MatShape>& outputs,
                       std::vector<MatShape>&) const override {
    CV_Assert(inputs.size() == 1 && inputs[0].size() == 4);
    outputs.assign(1, {inputs[0][0], inputs[0][1], inputs[0][2] / 2, inputs[0][3] / 2});
    return false;
  }

 protected:
  void run(const cv::Mat& from, cv::Mat& to, const BatchLayout& layout) override {
    for (int group = 0; group < layout.groups; ++group) {
      const int first = group * BatchLayout::kGroup;
      kernel_.grouped->pool(from.ptr<float>(first), to.ptr<float>(first), from.size[1],
                            from.size[2], from.size[3], to.size[2], to.size[3]);
    }
    for (int sample = layout.first_apart(); sample < layout.count; ++sample)
      for (int channel = 0; channel < from.size[1]; ++channel)
        kernel_.run({from.ptr<float>(sample, channel), to.ptr<float>(sample, channel), to.size[2],
                     to.size[3], from.size[3]});
  }

 private:
  PoolingKernel kernel_;
};

}  // namespace

cv::Ptr<Layer> make_max_pool_2x2(const LayerParams& params, const PoolingKernel& kernel) {
  if (!kernel.run || !MaxPool2x2::fits(params)) return {};
  return cv::makePtr<MaxPool2x2>(params, kernel);
}

}  // namespace gridlens
