#include <gtest/gtest.h>

#include <opencv2/core.hpp>
#include <opencv2/dnn.hpp>
#include <opencv2/dnn/all_layers.hpp>
#include <opencv2/dnn/shape_utils.hpp>

#include "core/reading/network/fully_connected.h"
#include "core/reading/network/max_pool_2x2.h"
#include "core/reading/network/network_layers.h"
#include "core/reading/network/plane_convolution.h"
#include "core/reading/network/single_layer.h"
#include "core/resources/resources.h"
#include "tests/unit/reading_scene.h"

namespace gridlens {
namespace {

using cv::dnn::Layer;
using cv::dnn::LayerParams;

cv::Mat random_blob(const std::vector<int>& sizes, cv::RNG& random) {
  cv::Mat blob(sizes, CV_32F);
  random.fill(blob, cv::RNG::UNIFORM, -1.0, 1.0);
  return blob;
}

cv::Mat by_opencv(const std::string& type, LayerParams params, const cv::Mat& input, bool relu) {
  cv::dnn::Net net;
  net.addLayerToPrev("layer", type, params);
  LayerParams none;
  if (relu) net.addLayerToPrev("relu", "ReLU", none);
  net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
  net.setInput(input);
  return net.forward().clone();
}

cv::Mat by_own(const cv::Ptr<Layer>& layer, const cv::Mat& input, bool relu) {
  if (relu) {
    LayerParams none;
    EXPECT_TRUE(layer->setActivation(
        cv::dnn::ReLULayer::create(none).dynamicCast<cv::dnn::ActivationLayer>()));
  }
  std::vector<cv::dnn::MatShape> outputs;
  std::vector<cv::dnn::MatShape> internals;
  layer->getMemoryShapes({cv::dnn::shape(input)}, 1, outputs, internals);
  std::vector<cv::Mat> from{input};
  std::vector<cv::Mat> to{cv::Mat(outputs.at(0), CV_32F, cv::Scalar(-100))};
  std::vector<cv::Mat> none;
  layer->forward(from, to, none);
  // A second time: nothing of the first may stay behind.
  to[0].setTo(-100);
  layer->forward(from, to, none);
  return to[0];
}

void expect_same(const cv::Mat& own, const cv::Mat& opencv) {
  ASSERT_EQ(cv::dnn::shape(own), cv::dnn::shape(opencv));
  EXPECT_LT(cv::norm(own.reshape(1, 1), opencv.reshape(1, 1), cv::NORM_INF), 1e-5);
}

LayerParams convolution(int outputs, int channels, int kernel, int stride, cv::RNG& random) {
  LayerParams params;
  params.set("kernel_size", kernel);
  params.set("stride", stride);
  params.set("pad", kernel / 2);
  params.set("num_output", outputs);
  params.blobs = {random_blob({outputs, channels, kernel, kernel}, random) / (channels * kernel),
                  random_blob({outputs}, random)};
  return params;
}

TEST(NetworkLayers, ConvolutionAgreesWithOpenCv) {
  cv::RNG random(11);
  for (const NetworkKernels& kernels : network_kernels())
    for (int round = 0; round < 60; ++round) {
      const int kernel = 1 + 2 * random.uniform(0, 3);
      const int stride = random.uniform(1, 3);
      const int channels = random.uniform(1, 20);
      const LayerParams params =
          convolution(random.uniform(1, 40), channels, kernel, stride, random);
      const cv::Mat input = random_blob(
          {random.uniform(1, 40), channels, random.uniform(1, 33), random.uniform(1, 33)}, random);
      const bool relu = round % 2 == 0;
      SCOPED_TRACE(cv::format("kernel %d stride %d of %d x %d x %d x %d", kernel, stride,
                              input.size[0], channels, input.size[2], input.size[3]));
      const auto layer = make_plane_convolution(params, kernels.convolve);
      ASSERT_TRUE(layer);
      expect_same(by_own(layer, input, relu), by_opencv("Convolution", params, input, relu));
    }
}

TEST(NetworkLayers, PoolingAgreesWithOpenCv) {
  cv::RNG random(12);
  LayerParams params;
  params.set("pool", "max");
  params.set("kernel_size", 2);
  params.set("stride", 2);
  params.set("ceil_mode", false);
  for (const NetworkKernels& kernels : network_kernels())
    for (int round = 0; round < 20; ++round) {
      const cv::Mat input = random_blob({random.uniform(1, 5), random.uniform(1, 9),
                                         random.uniform(2, 33), random.uniform(2, 33)},
                                        random);
      const auto layer = make_max_pool_2x2(params, kernels.pool);
      ASSERT_TRUE(layer);
      expect_same(by_own(layer, input, false), by_opencv("Pooling", params, input, false));
    }
}

TEST(NetworkLayers, DenseLayerAgreesWithOpenCv) {
  cv::RNG random(13);
  for (const NetworkKernels& kernels : network_kernels())
    for (int round = 0; round < 30; ++round) {
      const int inputs = random.uniform(1, 200);
      const int outputs = random.uniform(1, 150);
      LayerParams params;
      params.set("num_output", outputs);
      params.set("bias_term", true);
      params.blobs = {random_blob({outputs, inputs}, random) / inputs,
                      random_blob({1, outputs}, random)};
      const cv::Mat input = random_blob({random.uniform(1, 20), inputs}, random);
      const auto layer = make_fully_connected(params, kernels.multiply);
      ASSERT_TRUE(layer);
      expect_same(by_own(layer, input, round % 2 == 0),
                  by_opencv("InnerProduct", params, input, round % 2 == 0));
    }
}

// A batch as it lies side by side, and back.
cv::Mat grouped(const cv::Mat& apart, const BatchLayout& layout, bool back = false) {
  constexpr int kGroup = BatchLayout::kGroup;
  cv::Mat result = apart.clone();
  const int values = static_cast<int>(apart.total()) / apart.size[0];
  for (int first = 0; first < layout.first_apart(); first += kGroup)
    for (int sample = 0; sample < kGroup; ++sample)
      for (int value = 0; value < values; ++value) {
        const int plain = sample * values + value;
        const int side_by_side = value * kGroup + sample;
        result.ptr<float>(first)[back ? plain : side_by_side] =
            apart.ptr<float>(first)[back ? side_by_side : plain];
      }
  return result;
}

// Of a batch whose samples lie side by side.
void expect_same_in_groups(const cv::Ptr<Layer>& layer, const cv::Mat& input, const cv::Mat& opencv,
                           bool relu) {
  const auto rows = [](const cv::Mat& stack, int to) {
    return stack.reshape(1, stack.size[0]).rowRange(0, to);
  };
  const auto of_own = [&](int count) {
    const BatchLayout layout = BatchLayout::side_by_side(count);
    const SamplesInUse in_use(layout);
    return grouped(by_own(layer, grouped(input, layout), relu && count == 1), layout, true);
  };
  for (const int count : {1, 2, 3, 8, 9, 16, 17, 20, 31, 32}) {
    SCOPED_TRACE(count);
    EXPECT_LT(cv::norm(rows(of_own(count), count), rows(opencv, count), cv::NORM_INF), 1e-5);
  }
}

TEST(NetworkLayers, TakeSamplesSideBySide) {
  cv::RNG random(16);
  for (const NetworkKernels& kernels : network_kernels())
    for (int round = 0; round < 40; ++round) {
      const bool relu = round % 2 == 0;
      const int channels = random.uniform(1, 20);
      const cv::Mat planes =
          random_blob({32, channels, random.uniform(2, 12), random.uniform(2, 12)}, random);
      const LayerParams taps = convolution(random.uniform(1, 30), channels,
                                           1 + 2 * random.uniform(0, 3), 1 + round % 2, random);
      expect_same_in_groups(make_plane_convolution(taps, kernels.convolve), planes,
                            by_opencv("Convolution", taps, planes, relu), relu);
      LayerParams maxima;
      maxima.set("pool", "max");
      maxima.set("kernel_size", 2);
      maxima.set("stride", 2);
      maxima.set("ceil_mode", false);
      expect_same_in_groups(make_max_pool_2x2(maxima, kernels.pool), planes,
                            by_opencv("Pooling", maxima, planes, false), false);
      const int outputs = random.uniform(1, 80);
      LayerParams dense;
      dense.set("num_output", outputs);
      dense.set("bias_term", true);
      dense.blobs = {random_blob({outputs, channels}, random) / channels,
                     random_blob({1, outputs}, random)};
      const cv::Mat samples = random_blob({32, channels}, random);
      expect_same_in_groups(make_fully_connected(dense, kernels.multiply), samples,
                            by_opencv("InnerProduct", dense, samples, relu), relu);
    }
}

// Of a batch only the samples in use are worked out.
TEST(NetworkLayers, LeaveSamplesThatAreNotInUse) {
  cv::RNG random(15);
  for (const NetworkKernels& kernels : network_kernels())
    for (const int count : {1, 6, 16, 32}) {
      const LayerParams params = convolution(11, 5, 3, 1, random);
      const cv::Mat input = random_blob({32, 5, 8, 7}, random);
      const auto layer = make_plane_convolution(params, kernels.convolve);
      const SamplesInUse in_use(BatchLayout::apart(count));
      const cv::Mat own = by_own(layer, input, false);
      const cv::Mat all = by_opencv("Convolution", params, input, false);
      const auto samples = [](const cv::Mat& stack, int from, int to) {
        return stack.reshape(1, stack.size[0]).rowRange(from, to);
      };
      EXPECT_LT(cv::norm(samples(own, 0, count), samples(all, 0, count), cv::NORM_INF), 1e-5);
      if (count < 32) {
        EXPECT_EQ(cv::norm(samples(own, count, 32) + 100, cv::NORM_INF), 0) << count;
      }
    }
}

TEST(NetworkLayers, LeaveOtherKindsToOpenCv) {
  cv::RNG random(14);
  for (const NetworkKernels& kernels : network_kernels()) {
    LayerParams unpadded = convolution(4, 3, 3, 1, random);
    unpadded.set("pad", 0);
    EXPECT_FALSE(make_plane_convolution(unpadded, kernels.convolve));
    LayerParams grouped = convolution(4, 2, 3, 1, random);
    grouped.set("group", 2);
    EXPECT_FALSE(make_plane_convolution(grouped, kernels.convolve));
    EXPECT_FALSE(make_plane_convolution(convolution(4, 3, 4, 1, random), kernels.convolve));
    EXPECT_FALSE(make_plane_convolution(convolution(4, 3, 3, 3, random), kernels.convolve));
    LayerParams mean;
    mean.set("pool", "ave");
    mean.set("kernel_size", 2);
    mean.set("stride", 2);
    mean.set("ceil_mode", false);
    EXPECT_FALSE(make_max_pool_2x2(mean, kernels.pool));
  }
  // Without an instruction set that fits there is no layer of our own.
  EXPECT_FALSE(make_plane_convolution(convolution(4, 3, 3, 1, random), {}));
  // And what does not fit is worked out all the same.
  LayerParams unpadded = convolution(4, 3, 3, 1, random);
  unpadded.set("pad", 0);
  const cv::Mat input = random_blob({2, 3, 9, 9}, random);
  const cv::Mat plain = by_opencv("Convolution", unpadded, input, false);
  const OwnNetworkLayers own;
  expect_same(by_opencv("Convolution", unpadded, input, false), plain);
}

TEST(NetworkLayers, GiveWhatOpenCvGivesForTheShippedNetwork) {
  DigitNetwork own(find_resource("models/digits.onnx"));
  DigitNetwork plain(find_resource("models/digits.onnx"), NetworkLayers::opencv);
  const InkMap ink = normalise(reading_scene::draw_rectified("123456789ABCDE.G", 4));
  std::vector<int> cells;  // more than are read in one go
  for (int i = 0; i < 70; ++i) cells.push_back(i % 16);
  for (int turns = 0; turns < 4; ++turns) {
    const auto a = own.classify(ink, cells, turns);
    const auto b = plain.classify(ink, cells, turns);
    ASSERT_EQ(a.size(), b.size());
    for (size_t i = 0; i < a.size(); ++i) {
      for (size_t k = 0; k < a[i].symbols.size(); ++k)
        ASSERT_NEAR(a[i].symbols[k], b[i].symbols[k], 1e-4);
      for (size_t k = 0; k < a[i].kinds.size(); ++k)
        ASSERT_NEAR(a[i].kinds[k], b[i].kinds[k], 1e-4);
    }
  }
  const auto a = own.score_orientation(ink, cells);
  const auto b = plain.score_orientation(ink, cells);
  for (size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i].blank, b[i].blank, 1e-4);
}

}  // namespace
}  // namespace gridlens
