#include "core/reading/network/fully_connected.h"

#include <algorithm>
#include <vector>

#include "core/reading/network/group_convolution.h"
#include "core/reading/network/single_layer.h"

namespace gridlens {

namespace {

using cv::dnn::Layer;
using cv::dnn::LayerParams;
using cv::dnn::MatShape;

// A matrix of weights times every sample, several samples at a time: the weights are read that much
// less often.
class FullyConnectedLayer final : public RectifyingLayer {
 public:
  static bool fits(const LayerParams& params) {
    return !params.blobs.empty() && params.blobs[0].dims == 2 && params.blobs[0].type() == CV_32F &&
           params.get<int>("axis", 1) == 1 &&
           params.get<int>("num_output", 0) == params.blobs[0].size[0];
  }

  FullyConnectedLayer(const LayerParams& params, const FullyConnectedKernel& kernel)
      : RectifyingLayer(params),
        kernel_(kernel),
        outputs_(blobs[0].size[0]),
        inputs_(blobs[0].size[1]),
        weights_(weights_in_blocks(blobs[0], FullyConnectedProduct::kBlock)) {
    std::vector<float> bias;
    if (blobs.size() > 1 && !blobs[1].empty())
      bias.assign(blobs[1].ptr<float>(), blobs[1].ptr<float>() + outputs_);
    bias_ = bias_in_blocks(bias, outputs_, FullyConnectedProduct::kBlock);
    if (!kernel_.grouped) return;
    const int block = kernel_.grouped->multiply.block;
    group_weights_ = weights_in_blocks(blobs[0], block);
    group_bias_ = bias_in_blocks(std::move(bias), outputs_, block);
  }

  bool getMemoryShapes(const std::vector<MatShape>& inputs, int, std::vector<MatShape>& outputs,
                       std::vector<MatShape>&) const override {
    CV_Assert(inputs.size() == 1 && inputs[0].size() == 2 && inputs[0][1] == inputs_);
    outputs.assign(1, {inputs[0][0], outputs_});
    return false;
  }

 protected:
  void run(const cv::Mat& from, cv::Mat& to, const BatchLayout& layout) override {
    for (int group = 0; group < layout.groups; group += kGroupsAtOnce)
      run_groups(from, to, group, std::min(kGroupsAtOnce, layout.groups - group));
    if (const int first = layout.first_apart(); first < layout.count)
      kernel_.run({from.ptr<float>(first), to.ptr<float>(first), layout.count - first, inputs_,
                   outputs_, weights_.data(), bias_.data(), rectifies()});
  }

 private:
  static constexpr int kGroupsAtOnce = 2;

  // Side by side the samples are the pixels of a convolution of one tap.
  void run_groups(const cv::Mat& from, cv::Mat& to, int first_group, int groups) {
    static constexpr int kOneTap = 0;
    ConvolutionTile tile{};
    tile.groups = groups;
    tile.taps = &kOneTap;
    tile.tap_count = 1;
    tile.channels = inputs_;
    tile.channel_stride = BatchLayout::kGroup;
    tile.weights = group_weights_.data();
    tile.bias = group_bias_.data();
    tile.outputs = outputs_;
    tile.target_stride = BatchLayout::kGroup;
    tile.relu = rectifies();
    for (int g = 0; g < groups; ++g) {
      tile.sources[g] = from.ptr<float>((first_group + g) * BatchLayout::kGroup);
      tile.targets[g] = to.ptr<float>((first_group + g) * BatchLayout::kGroup);
      tile.valid[g] = BatchLayout::kGroup;
    }
    kernel_.grouped->multiply.run(tile);
  }

  FullyConnectedKernel kernel_;
  int outputs_;
  int inputs_;
  std::vector<float> weights_;
  std::vector<float> bias_;
  std::vector<float> group_weights_;
  std::vector<float> group_bias_;
};

}  // namespace

cv::Ptr<Layer> make_fully_connected(const LayerParams& params, const FullyConnectedKernel& kernel) {
  if (!kernel.run || !FullyConnectedLayer::fits(params)) return {};
  return cv::makePtr<FullyConnectedLayer>(params, kernel);
}

}  // namespace gridlens
