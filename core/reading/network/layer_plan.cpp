#include "core/reading/network/layer_plan.h"

#include <algorithm>
#include <opencv2/dnn/all_layers.hpp>
#include <stdexcept>

namespace gridlens {

namespace {

using cv::dnn::Layer;

constexpr int kMostOutputs = 4096;  // of a layer

// What goes into the next layer.
struct Sizes {
  int channels = 1;
  int side = 0;
};

void demand(bool fits, const Layer& layer) {
  if (!fits)
    throw std::runtime_error("cannot take its layer " + layer.name + " (" + layer.type + ")");
}

// From the input to the output.
std::vector<cv::Ptr<Layer>> layers_to(cv::dnn::Net& net, const std::string& output) {
  std::vector<cv::Ptr<Layer>> layers;
  for (int id = net.getLayerId(output); id > 0;) {
    layers.push_back(net.getLayer(id));
    const auto inputs = net.getLayerInputs(id);
    demand(inputs.size() == 1, *layers.back());
    const int before = net.getLayerId(inputs[0]->name);
    demand(before < id, *layers.back());
    id = before;
  }
  if (layers.empty()) throw std::runtime_error("has no output " + output);
  std::reverse(layers.begin(), layers.end());
  return layers;
}

// The weights as rows, and the bias.
void take_blobs(const Layer& layer, int inputs, LayerPlan& plan) {
  demand(!layer.blobs.empty() && layer.blobs.size() <= 2, layer);
  const cv::Mat& weights = layer.blobs[0];
  demand(weights.type() == CV_32F && weights.isContinuous() && weights.dims >= 2 &&
             weights.size[0] > 0 && weights.size[0] <= kMostOutputs &&
             weights.total() == static_cast<size_t>(weights.size[0]) * static_cast<size_t>(inputs),
         layer);
  plan.weights = weights.reshape(1, weights.size[0]);
  plan.bias = cv::Mat::zeros(plan.weights.rows, 1, CV_32F);
  if (layer.blobs.size() < 2) return;
  const cv::Mat& bias = layer.blobs[1];
  demand(bias.type() == CV_32F && bias.isContinuous() &&
             bias.total() == static_cast<size_t>(plan.weights.rows),
         layer);
  plan.bias = bias.reshape(1, plan.weights.rows);
}

LayerPlan plan_convolution(const cv::dnn::ConvolutionLayer& layer, Sizes& sizes) {
  const auto is = [](const std::vector<size_t>& both, size_t value) {
    return both.size() == 2 && both[0] == value && both[1] == value;
  };
  demand(layer.kernel_size.size() == 2 && layer.strides.size() == 2, layer);
  const size_t kernel = layer.kernel_size[0];
  const size_t stride = layer.strides[0];
  demand(kernel % 2 == 1 && kernel < 8 && (stride == 1 || stride == 2), layer);
  demand(is(layer.kernel_size, kernel) && is(layer.strides, stride) && is(layer.dilations, 1) &&
             is(layer.pads_begin, kernel / 2) && is(layer.pads_end, kernel / 2) &&
             layer.padMode.empty(),
         layer);
  LayerPlan plan;
  plan.channels = sizes.channels;
  plan.kernel = static_cast<int>(kernel);
  plan.stride = static_cast<int>(stride);
  plan.border = static_cast<int>(kernel / 2);
  take_blobs(layer, plan.channels * plan.kernel * plan.kernel, plan);
  sizes = {plan.weights.rows, (sizes.side + plan.stride - 1) / plan.stride};
  return plan;
}

LayerPlan plan_dense(const Layer& layer, Sizes& sizes) {
  LayerPlan plan;
  plan.channels = sizes.channels;
  plan.kernel = sizes.side;
  take_blobs(layer, sizes.channels * sizes.side * sizes.side, plan);
  sizes = {plan.weights.rows, 1};
  return plan;
}

LayerPlan plan_pooling(const cv::dnn::PoolingLayer& layer, Sizes& sizes) {
  const auto all = [](const std::vector<size_t>& both, size_t value) {
    return std::all_of(both.begin(), both.end(), [&](size_t one) { return one == value; });
  };
  constexpr int kMax = 0;  // as OpenCV's importer has it
  demand(layer.type == kMax && !layer.globalPooling && layer.kernel_size.size() == 2, layer);
  demand(all(layer.kernel_size, 2) && all(layer.strides, 2) && all(layer.pads_begin, 0) &&
             all(layer.pads_end, 0) && sizes.side % 2 == 0,
         layer);
  LayerPlan plan;
  plan.kind = LayerPlan::Kind::max_pool_2x2;
  sizes.side /= 2;
  return plan;
}

std::vector<LayerPlan> plan_one(cv::dnn::Net& net, const std::string& output, int side) {
  std::vector<LayerPlan> plans;
  Sizes sizes{1, side};
  for (const cv::Ptr<Layer>& layer : layers_to(net, output)) {
    if (layer->type == "Flatten" || layer->type == "Identity") continue;
    if (layer->type == "ReLU") {
      const auto relu = layer.dynamicCast<cv::dnn::ReLULayer>();
      demand(relu && relu->negativeSlope == 0 && !plans.empty() &&
                 plans.back().kind == LayerPlan::Kind::convolution,
             *layer);
      plans.back().relu = true;
      continue;
    }
    if (const auto convolution = layer.dynamicCast<cv::dnn::ConvolutionLayer>())
      plans.push_back(plan_convolution(*convolution, sizes));
    else if (const auto pooling = layer.dynamicCast<cv::dnn::PoolingLayer>())
      plans.push_back(plan_pooling(*pooling, sizes));
    else if (layer->type == "InnerProduct")
      plans.push_back(plan_dense(*layer, sizes));
    else
      demand(false, *layer);
    plans.back().name = layer->name;
  }
  if (plans.empty() || sizes.side != 1)
    throw std::runtime_error("its output " + output + " is not one row of values");
  return plans;
}

}  // namespace

std::vector<LayerPlan> plan_layers(cv::dnn::Net& net, const std::vector<std::string>& outputs,
                                   int side) {
  std::vector<LayerPlan> plans = plan_one(net, outputs.at(0), side);
  for (size_t i = 1; i < outputs.size(); ++i) {
    const std::vector<LayerPlan> more = plan_one(net, outputs[i], side);
    const auto same = [](const LayerPlan& a, const LayerPlan& b) { return a.name == b.name; };
    if (!std::equal(plans.begin(), plans.end() - 1, more.begin(), more.end() - 1, same) ||
        plans.back().weights.cols != more.back().weights.cols || plans.back().relu ||
        more.back().relu)
      throw std::runtime_error("its outputs " + outputs[0] + " and " + outputs[i] +
                               " have different layers");
    cv::vconcat(plans.back().weights, more.back().weights, plans.back().weights);
    cv::vconcat(plans.back().bias, more.back().bias, plans.back().bias);
  }
  return plans;
}

}  // namespace gridlens
