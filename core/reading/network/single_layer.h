#pragma once

#include <opencv2/dnn/all_layers.hpp>
#include <vector>

namespace gridlens {

// How many samples of a batch count, while it lives, for this program's own layers on this thread:
// they leave the others as they are. cv::dnn plans and allocates anew for every size of a batch;
// so a batch keeps its size.
class SamplesInUse {
 public:
  explicit SamplesInUse(int count) { count_ = count; }
  ~SamplesInUse() { count_ = kAll; }
  SamplesInUse(const SamplesInUse&) = delete;
  SamplesInUse& operator=(const SamplesInUse&) = delete;

  // The samples of a stack that count; it shares the memory.
  static cv::Mat of(const cv::Mat& stack) {
    if (stack.size[0] <= count_) return stack;
    std::vector<int> sizes(stack.size.p, stack.size.p + stack.dims);
    sizes[0] = count_;
    return {sizes, stack.type(), stack.data};
  }

 private:
  static constexpr int kAll = 1 << 30;
  static inline thread_local int count_ = kAll;
};

// What this program's own layers of cv::dnn share: one picture stack in, one out.
class SingleLayer : public cv::dnn::Layer {
 public:
  using Layer::forward;
  void forward(cv::InputArrayOfArrays input, cv::OutputArrayOfArrays output,
               cv::OutputArrayOfArrays) final {
    std::vector<cv::Mat> inputs;
    std::vector<cv::Mat> outputs;
    input.getMatVector(inputs);
    output.getMatVector(outputs);
    cv::Mat to = SamplesInUse::of(outputs[0]);
    run(SamplesInUse::of(inputs[0]), to);
  }

 protected:
  explicit SingleLayer(const cv::dnn::LayerParams& params) : Layer(params) {}

  // CV_32F, samples first; `to` has the shape that getMemoryShapes told.
  virtual void run(const cv::Mat& from, cv::Mat& to) = 0;
};

// One that cuts off negative outputs itself, where a plain ReLU follows it.
class RectifyingLayer : public SingleLayer {
 public:
  bool setActivation(const cv::Ptr<cv::dnn::ActivationLayer>& layer) final {
    const auto relu = layer.dynamicCast<cv::dnn::ReLULayer>();
    if (relu_ || !relu || relu->negativeSlope != 0) return false;
    relu_ = true;
    return true;
  }

 protected:
  using SingleLayer::SingleLayer;
  [[nodiscard]] bool rectifies() const { return relu_; }

 private:
  bool relu_ = false;
};

}  // namespace gridlens
