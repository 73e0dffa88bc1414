#include "core/reading/network/dense_layer.h"

#include <vector>

#include "core/reading/network/single_layer.h"

namespace gridlens {

namespace {

using cv::dnn::Layer;
using cv::dnn::LayerParams;
using cv::dnn::MatShape;

// A matrix of weights times every sample, several samples at a time: the weights are read that much
// less often.
class DenseLayer final : public RectifyingLayer {
 public:
  static bool fits(const LayerParams& params) {
    return !params.blobs.empty() && params.blobs[0].dims == 2 && params.blobs[0].type() == CV_32F &&
           params.get<int>("axis", 1) == 1 &&
           params.get<int>("num_output", 0) == params.blobs[0].size[0];
  }

  DenseLayer(const LayerParams& params, void (*multiply)(const DenseProduct&))
      : RectifyingLayer(params),
        multiply_(multiply),
        outputs_(blobs[0].size[0]),
        inputs_(blobs[0].size[1]) {
    constexpr int kBlock = DenseProduct::kBlock;
    const int blocks = (outputs_ + kBlock - 1) / kBlock;
    weights_.assign(static_cast<size_t>(blocks) * kBlock * static_cast<size_t>(inputs_), 0);
    bias_.assign(static_cast<size_t>(blocks) * kBlock, 0);
    float* weight = weights_.data();
    for (int block = 0; block < blocks; ++block)
      for (int input = 0; input < inputs_; ++input)
        for (int o = 0; o < kBlock; ++o, ++weight)
          if (const int output = block * kBlock + o; output < outputs_)
            *weight = blobs[0].at<float>(output, input);
    if (blobs.size() > 1 && !blobs[1].empty())
      for (int output = 0; output < outputs_; ++output)
        bias_[static_cast<size_t>(output)] = blobs[1].ptr<float>()[output];
  }

  bool getMemoryShapes(const std::vector<MatShape>& inputs, int, std::vector<MatShape>& outputs,
                       std::vector<MatShape>&) const override {
    CV_Assert(inputs.size() == 1 && inputs[0].size() == 2 && inputs[0][1] == inputs_);
    outputs.assign(1, {inputs[0][0], outputs_});
    return false;
  }

 protected:
  void run(const cv::Mat& from, cv::Mat& to) override {
    multiply_({from.ptr<float>(), to.ptr<float>(), from.size[0], inputs_, outputs_, weights_.data(),
               bias_.data(), rectifies()});
  }

 private:
  void (*multiply_)(const DenseProduct&);
  int outputs_;
  int inputs_;
  std::vector<float> weights_;
  std::vector<float> bias_;
};

}  // namespace

cv::Ptr<Layer> make_dense_layer(const LayerParams& params, void (*multiply)(const DenseProduct&)) {
  if (!multiply || !DenseLayer::fits(params)) return {};
  return cv::makePtr<DenseLayer>(params, multiply);
}

}  // namespace gridlens
