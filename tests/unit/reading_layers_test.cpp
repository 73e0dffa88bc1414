// The network's layers against those of OpenCV, for every instruction set of this machine.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <opencv2/core.hpp>
#include <opencv2/dnn.hpp>
#include <opencv2/dnn/all_layers.hpp>
#include <string>
#include <vector>

#include "core/reading/network/layer_chain.h"
#include "core/reading/network/layer_plan.h"
#include "core/resources/resources.h"

namespace gridlens {
namespace {

using cv::dnn::LayerParams;

constexpr int kBatch = LayerChain::kBatch;

cv::Mat random_blob(const std::vector<int>& sizes, cv::RNG& random) {
  cv::Mat blob(sizes, CV_32F);
  random.fill(blob, cv::RNG::UNIFORM, -1.0, 1.0);
  return blob;
}

// A network in the making.
struct Made {
  cv::dnn::Net net;
  int layers = 0;

  int add(const std::string& type, LayerParams params) {
    return net.addLayerToPrev(type + std::to_string(layers++), type, params);
  }
  std::string add_convolution(int outputs, int channels, int kernel, int stride, cv::RNG& random) {
    LayerParams params;
    params.set("kernel_size", kernel);
    params.set("stride", stride);
    params.set("pad", kernel / 2);
    params.set("num_output", outputs);
    params.blobs = {random_blob({outputs, channels, kernel, kernel}, random) / (channels * kernel),
                    random_blob({outputs}, random)};
    add("Convolution", params);
    return "Convolution" + std::to_string(layers - 1);
  }
  void add_pooling(const std::string& kind = "max") {
    LayerParams params;
    params.set("pool", kind);
    params.set("kernel_size", 2);
    params.set("stride", 2);
    params.set("ceil_mode", false);
    add("Pooling", params);
  }
  std::string add_dense(int outputs, int inputs, cv::RNG& random) {
    LayerParams params;
    params.set("num_output", outputs);
    params.set("bias_term", true);
    params.blobs = {random_blob({outputs, inputs}, random) / inputs,
                    random_blob({1, outputs}, random)};
    add("InnerProduct", params);
    return "InnerProduct" + std::to_string(layers - 1);
  }
};

// What OpenCV makes of a batch.
cv::Mat by_opencv(cv::dnn::Net net, const cv::Mat& input, const std::string& output) {
  net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
  net.setInput(input);
  return net.forward(output).clone();
}

void set_input(LayerChain& chain, const cv::Mat& input, int first, int count) {
  for (int i = 0; i < count; ++i)
    for (int y = 0; y < input.size[2]; ++y)
      std::copy_n(input.ptr<float>(first + i) + static_cast<std::ptrdiff_t>(y) * input.size[3],
                  input.size[3], chain.input_row(i, y));
}

void expect_outputs(const LayerChain& chain, const cv::Mat& expected, int first, int count) {
  ASSERT_EQ(chain.outputs(), expected.size[1]);
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < expected.size[1]; ++k)
      ASSERT_NEAR(chain.output(i)[static_cast<size_t>(k)], expected.at<float>(first + i, k), 1e-5)
          << i << " " << k;
}

// Two batches, of which the second is smaller: nothing of the first may stay behind.
void expect_as_opencv(cv::dnn::Net net, const std::string& output, int side, cv::RNG& random) {
  const int few = random.uniform(1, kBatch);
  const cv::Mat input = random_blob({kBatch + few, 1, side, side}, random);
  const std::vector<LayerPlan> plans = plan_layers(net, {output}, side);
  const cv::Mat expected = by_opencv(net, input, output);
  for (const NetworkKernels* kernels : network_kernels()) {
    SCOPED_TRACE(kernels->name);
    LayerChain chain(plans, side, *kernels);
    set_input(chain, input, 0, kBatch);
    chain.run(kBatch);
    expect_outputs(chain, expected, 0, kBatch);
    set_input(chain, input, kBatch, few);
    chain.run(few);
    expect_outputs(chain, expected, kBatch, few);
  }
}

TEST(NetworkLayers, GiveWhatOpenCvGives) {
  cv::RNG random(11);
  for (int round = 0; round < 40; ++round) {
    Made made;
    const int side = 4 * random.uniform(1, 7);
    int size = side;
    int channels = 1;
    for (int layer = random.uniform(1, 4); layer > 0; --layer) {
      const int outputs = random.uniform(1, 70);
      const int stride = random.uniform(1, 3);
      made.add_convolution(outputs, channels, 1 + 2 * random.uniform(0, 3), stride, random);
      channels = outputs;
      size = (size + stride - 1) / stride;
      if (random.uniform(0, 2) == 0) made.add("ReLU", {});
      if (random.uniform(0, 2) == 0 && size % 2 == 0) {
        made.add_pooling();
        size /= 2;
      }
    }
    const int hidden = random.uniform(1, 150);
    std::string output = made.add_dense(hidden, channels * size * size, random);
    if (round % 2 == 0) {
      made.add("ReLU", {});
      output = made.add_dense(random.uniform(1, 60), hidden, random);
    }
    SCOPED_TRACE(round);
    expect_as_opencv(made.net, output, side, random);
  }
}

// Convolutions of 3 x 3 by Winograd's transforms, also with channels that fill no whole vector.
TEST(NetworkLayers, GiveWhatOpenCvGivesForKernelsOfThree) {
  cv::RNG random(12);
  for (int round = 0; round < 20; ++round) {
    Made made;
    const int side = 4 * random.uniform(1, 5);
    const int first = random.uniform(1, 70);
    const int second = random.uniform(1, 70);
    made.add_convolution(first, 1, 3, 1, random);
    if (round % 2 == 0) made.add("ReLU", {});
    made.add_convolution(second, first, 3, 1, random);
    if (round % 4 < 2) made.add("ReLU", {});
    const std::string output = made.add_dense(20, second * side * side, random);
    SCOPED_TRACE(round);
    expect_as_opencv(made.net, output, side, random);
  }
}

// A sample's outputs are the same to the bit wherever it lies in a batch.
TEST(NetworkLayers, TakeNoNoticeOfOtherSamples) {
  cv::dnn::Net net = cv::dnn::readNetFromONNX(find_resource("models/digits.onnx").string());
  const std::vector<LayerPlan> plans = plan_layers(net, {"symbols", "kinds"}, 32);
  cv::RNG random(13);
  const cv::Mat input = random_blob({kBatch, 1, 32, 32}, random);
  for (const NetworkKernels* kernels : network_kernels()) {
    LayerChain chain(plans, 32, *kernels);
    set_input(chain, input, 0, kBatch);
    chain.run(kBatch);
    std::vector<std::vector<float>> together;
    for (int i = 0; i < kBatch; ++i)
      together.emplace_back(chain.output(i).begin(), chain.output(i).end());
    for (int i = 0; i < kBatch; ++i) {
      set_input(chain, input, i, 1);
      chain.run(1);
      EXPECT_TRUE(std::equal(chain.output(0).begin(), chain.output(0).end(),
                             together[static_cast<size_t>(i)].begin()))
          << kernels->name << " " << i;
    }
  }
}

// Both networks of the shipped file.
TEST(NetworkLayers, GiveWhatOpenCvGivesForTheShippedNetwork) {
  cv::dnn::Net net = cv::dnn::readNetFromONNX(find_resource("models/digits.onnx").string());
  cv::RNG random(14);
  cv::Mat input(std::vector<int>{kBatch, 1, 32, 32}, CV_32F);
  random.fill(input, cv::RNG::UNIFORM, 0.0, 0.7);
  cv::dnn::Net opencv = net;
  opencv.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
  opencv.setInput(input, "cells");
  opencv.setInput(input, "peek");
  std::vector<cv::Mat> outputs;
  opencv.forward(outputs, std::vector<cv::String>{"symbols", "kinds", "glance"});
  cv::Mat reading;
  cv::hconcat(outputs[0], outputs[1], reading);
  cv::dnn::Net plain = cv::dnn::readNetFromONNX(find_resource("models/digits.onnx").string());
  const auto compare = [&](const std::vector<std::string>& names, const cv::Mat& expected) {
    for (const NetworkKernels* kernels : network_kernels()) {
      SCOPED_TRACE(kernels->name);
      LayerChain chain(plan_layers(plain, names, 32), 32, *kernels);
      set_input(chain, input, 0, kBatch);
      chain.run(kBatch);
      ASSERT_EQ(chain.outputs(), expected.cols);
      for (int i = 0; i < kBatch; ++i)
        for (int k = 0; k < expected.cols; ++k)
          ASSERT_NEAR(chain.output(i)[static_cast<size_t>(k)], expected.at<float>(i, k), 1e-4);
    }
  };
  compare({"symbols", "kinds"}, reading);
  compare({"glance"}, outputs[2]);
}

void expect_refused(Made& made, const std::string& output, const std::string& why) {
  try {
    plan_layers(made.net, {output}, 16);
    FAIL() << "planned: " << output;
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
  }
}

TEST(NetworkLayers, RefuseWhatTheyCannotWorkOut) {
  cv::RNG random(15);
  Made even;
  expect_refused(even, even.add_convolution(4, 1, 4, 1, random), "Convolution0");
  Made wide;
  expect_refused(wide, wide.add_convolution(4, 1, 3, 3, random), "Convolution0");
  Made channels;
  channels.add_convolution(4, 1, 3, 1, random);
  expect_refused(channels, channels.add_convolution(4, 3, 3, 1, random), "Convolution1");
  Made mean;
  mean.add_convolution(4, 1, 3, 1, random);
  mean.add_pooling("ave");
  expect_refused(mean, mean.add_dense(3, 4 * 8 * 8, random), "Pooling1");
  Made sigmoid;
  sigmoid.add("Sigmoid", {});
  expect_refused(sigmoid, sigmoid.add_dense(3, 16 * 16, random), "Sigmoid0");
  Made inputs;
  expect_refused(inputs, inputs.add_dense(3, 100, random), "InnerProduct0");
  Made planes;
  expect_refused(planes, planes.add_convolution(4, 1, 3, 1, random), "not one row of values");
  expect_refused(planes, "no such output", "no such output");
}

}  // namespace
}  // namespace gridlens
