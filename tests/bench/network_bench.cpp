// What a cell costs the digit network: batches of 16 cells and single cells, by each instruction
// set of this machine and by OpenCV's own layers, on one core. The columns "cell" are seconds a
// cell.
#include <benchmark/benchmark.h>

#include <opencv2/core/utility.hpp>
#include <opencv2/dnn.hpp>
#include <string>
#include <vector>

#include "core/reading/network/layer_chain.h"
#include "core/resources/resources.h"

namespace {

using namespace gridlens;

constexpr int kSide = 32;

cv::dnn::Net load() {
  return cv::dnn::readNetFromONNX(find_resource("models/digits.onnx").string());
}

void count_cells(benchmark::State& state, int cells) {
  state.counters["cell"] = benchmark::Counter(
      cells, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void run_chain(benchmark::State& state, const NetworkKernels& kernels,
               const std::vector<std::string>& outputs) {
  cv::dnn::Net net = load();
  LayerChain chain(plan_layers(net, outputs, kSide), kSide, kernels);
  cv::RNG random(1);
  for (int cell = 0; cell < LayerChain::kBatch; ++cell)
    for (int i = 0; i < kSide * kSide; ++i)
      chain.input_row(cell, i / kSide)[i % kSide] = random.uniform(0.0F, 0.6F);
  const int cells = static_cast<int>(state.range(0));
  for (auto _ : state) chain.run(cells);
  count_cells(state, cells);
}

void run_opencv(benchmark::State& state) {
  cv::dnn::Net net = load();
  net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
  const int cells = static_cast<int>(state.range(0));
  cv::Mat input(std::vector<int>{cells, 1, kSide, kSide}, CV_32F);
  cv::randu(input, 0, 0.6);
  net.setInput(cv::Mat::zeros(4, std::vector<int>{1, 1, kSide, kSide}.data(), CV_32F), "peek");
  std::vector<cv::Mat> outputs;
  for (auto _ : state) {
    net.setInput(input, "cells");
    net.forward(outputs, std::vector<cv::String>{"symbols", "kinds"});
  }
  count_cells(state, cells);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  cv::setNumThreads(1);
  for (const NetworkKernels* kernels : network_kernels()) {
    const std::string name = kernels->name;
    benchmark::RegisterBenchmark(("reading, " + name).c_str(),
                                 [kernels](benchmark::State& state) {
                                   run_chain(state, *kernels, {"symbols", "kinds"});
                                 })
        ->Arg(LayerChain::kBatch)
        ->Arg(1);
    benchmark::RegisterBenchmark(("orientation, " + name).c_str(), [kernels](
                                                                       benchmark::State& state) {
      run_chain(state, *kernels, {"glance"});
    })->Arg(LayerChain::kBatch);
  }
  benchmark::RegisterBenchmark("reading, OpenCV", run_opencv)->Arg(LayerChain::kBatch)->Arg(1);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
