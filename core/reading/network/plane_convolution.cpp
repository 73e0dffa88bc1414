#include "core/reading/network/plane_convolution.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "core/reading/network/group_convolution.h"
#include "core/reading/network/layer_params.h"
#include "core/reading/network/single_layer.h"
#include "core/reading/network/winograd_convolution.h"

namespace gridlens {

namespace {

using cv::dnn::Layer;
using cv::dnn::LayerParams;
using cv::dnn::MatShape;

int floor_div(int a, int b) {
  return a >= 0 ? a / b : -((b - 1 - a) / b);
}

// Every input channel is laid out once for each column of the kernel, moved aside by so much and
// padded. Then 16 neighbouring outputs need 16 neighbouring inputs, whatever the tap, across the
// ends of rows too. A tap is a constant offset. A stride splits a channel into its phases first.
class PlaneConvolution final : public RectifyingLayer {
 public:
  static bool fits(const LayerParams& params) {
    if (params.blobs.empty() || params.blobs[0].dims != 4 || params.blobs[0].type() != CV_32F)
      return false;
    const int kernel = params.blobs[0].size[2];
    const bool stride_known = is_all(params, "stride", 1, 1) || is_all(params, "stride", 2, 1);
    return kernel % 2 == 1 && params.blobs[0].size[3] == kernel && stride_known &&
           is_all(params, "pad", kernel / 2, 0) && is_all(params, "dilation", 1, 1) &&
           params.get<int>("group", 1) == 1 && params.get<cv::String>("pad_mode", "").empty();
  }

  PlaneConvolution(const LayerParams& params, const ConvolutionKernel& inner)
      : RectifyingLayer(params),
        inner_(inner),
        outputs_(params.blobs[0].size[0]),
        channels_(params.blobs[0].size[1]),
        kernel_(params.blobs[0].size[2]),
        stride_(is_all(params, "stride", 2, 1) ? 2 : 1) {
    lay_out_weights();
    find_planes();
    if (!inner_.grouped) return;
    if (kernel_ == WinogradConvolution::kKernel && stride_ == 1)
      minimal_.emplace(*inner_.grouped, blobs[0], bias_);
    else
      grouped_.emplace(*inner_.grouped, blobs[0], bias_, stride_);
  }

  bool getMemoryShapes(const std::vector<MatShape>& inputs, int, std::vector<MatShape>& outputs,
                       std::vector<MatShape>&) const override {
    CV_Assert(inputs.size() == 1 && inputs[0].size() == 4 && inputs[0][1] == channels_);
    outputs.assign(1, {inputs[0][0], outputs_, (inputs[0][2] + stride_ - 1) / stride_,
                       (inputs[0][3] + stride_ - 1) / stride_});
    return false;
  }

 protected:
  void run(const cv::Mat& from, cv::Mat& to, const BatchLayout& layout) override {
    if (minimal_) minimal_->run(from, to, layout, rectifies());
    if (grouped_) grouped_->run(from, to, layout, rectifies());
    if (layout.first_apart() < layout.count)
      run_directly(from, to, layout.first_apart(), layout.count);
  }

 private:
  void run_directly(const cv::Mat& from, cv::Mat& to, int first_sample, int samples) {
    plan(from.size[2], from.size[3], to.size[2], to.size[3]);

    ConvolutionTile tile{};
    tile.groups = ConvolutionTile::kGroups;
    tile.taps = taps_.data();
    tile.tap_count = static_cast<int>(taps_.size());
    tile.channels = channels_;
    tile.channel_stride = channel_size_;
    tile.weights = weights_.data();
    tile.bias = bias_.data();
    tile.outputs = outputs_;
    tile.relu = rectifies();
    const int pixels = rows_ * columns_;
    tile.target_stride = pixels;
    int groups = 0;
    const auto flush = [&] {
      for (int g = groups; g < ConvolutionTile::kGroups; ++g) {  // what is missing is not written
        tile.sources[g] = tile.sources[0];
        tile.targets[g] = tile.targets[0];
        tile.valid[g] = 0;
      }
      if (groups > 0) inner_.run(tile);
      groups = 0;
    };
    int slot = 0;
    for (int sample = first_sample; sample < samples; ++sample) {
      if (slot == slots_) {
        flush();
        slot = 0;
      }
      float* laid_out = &scratch_[static_cast<size_t>(slot++) * sample_size_];
      lay_out(from.ptr<float>(sample), laid_out);
      for (int first = 0; first < pixels; first += ConvolutionTile::kGroupPx) {
        const auto g = static_cast<size_t>(groups++);
        tile.sources[g] = laid_out + first;
        tile.targets[g] = to.ptr<float>(sample) + first;
        tile.valid[g] = std::min(ConvolutionTile::kGroupPx, pixels - first);
        if (groups == ConvolutionTile::kGroups) flush();
      }
    }
    flush();
  }

  // One phase of a channel moved aside by `columns` outputs.
  struct Plane {
    int row_phase = 0;
    int column_phase = 0;
    int columns = 0;
  };

  void lay_out_weights() {
    std::vector<float> bias;
    if (blobs.size() > 1) bias.assign(blobs[1].ptr<float>(), blobs[1].ptr<float>() + outputs_);
    weights_ = weights_in_blocks(blobs[0], inner_.block);
    bias_ = bias_in_blocks(std::move(bias), outputs_, inner_.block);
  }

  void find_planes() {
    const int pad = kernel_ / 2;
    first_row_ = floor_div(-pad, stride_);
    more_rows_ = floor_div(pad, stride_) - first_row_;
    for (int row_phase = 0; row_phase < stride_; ++row_phase)
      for (int kx = 0; kx < kernel_; ++kx) {
        const int columns = floor_div(kx - pad, stride_);
        planes_.push_back({row_phase, kx - pad - columns * stride_, columns});
      }
    std::stable_sort(planes_.begin(), planes_.end(), [](const Plane& a, const Plane& b) {
      return std::pair(a.row_phase, a.column_phase) < std::pair(b.row_phase, b.column_phase);
    });
  }

  // Sizes and the offsets of the taps, for planes of this size.
  void plan(int input_rows, int input_columns, int rows, int columns) {
    if (input_rows == input_rows_ && input_columns == input_columns_) return;
    input_rows_ = input_rows;
    input_columns_ = input_columns;
    rows_ = rows;
    columns_ = columns;
    plane_size_ = (rows + more_rows_) * columns;
    channel_size_ = plane_size_ * static_cast<int>(planes_.size());
    sample_size_ = static_cast<size_t>(channel_size_) * static_cast<size_t>(channels_);
    const int groups = (rows * columns + ConvolutionTile::kGroupPx - 1) / ConvolutionTile::kGroupPx;
    slots_ = (ConvolutionTile::kGroups + groups - 1) / groups;
    // The rows above and below stay zero from here on. The last group reads past the end.
    scratch_.assign(static_cast<size_t>(slots_) * sample_size_ + ConvolutionTile::kGroupPx, 0);
    phase_.resize(static_cast<size_t>(rows * columns));
    taps_.clear();
    const int pad = kernel_ / 2;
    for (int ky = 0; ky < kernel_; ++ky)
      for (int kx = 0; kx < kernel_; ++kx) {
        const int row = floor_div(ky - pad, stride_);
        const int column = floor_div(kx - pad, stride_);
        const auto plane = std::find_if(planes_.begin(), planes_.end(), [&](const Plane& one) {
          return one.row_phase == ky - pad - row * stride_ &&
                 one.column_phase == kx - pad - column * stride_ && one.columns == column;
        });
        taps_.push_back(static_cast<int>(plane - planes_.begin()) * plane_size_ +
                        (row - first_row_) * columns);
      }
  }

  void lay_out(const float* input, float* to) {
    for (int channel = 0; channel < channels_; ++channel) {
      const float* picture = input + static_cast<long>(channel) * input_rows_ * input_columns_;
      for (size_t i = 0; i < planes_.size(); ++i, to += plane_size_) {
        const Plane& plane = planes_[i];
        if (stride_ > 1 && (i == 0 || plane.row_phase != planes_[i - 1].row_phase ||
                            plane.column_phase != planes_[i - 1].column_phase))
          take_phase(picture, plane);
        move_aside(stride_ > 1 ? phase_.data() : picture, plane.columns,
                   to - static_cast<long>(first_row_) * columns_);
      }
    }
  }

  void take_phase(const float* picture, const Plane& plane) {
    float* to = phase_.data();
    for (int y = 0; y < rows_; ++y)
      for (int x = 0; x < columns_; ++x, ++to) {
        const int from_y = y * stride_ + plane.row_phase;
        const int from_x = x * stride_ + plane.column_phase;
        *to = from_y < input_rows_ && from_x < input_columns_
                  ? picture[from_y * input_columns_ + from_x]
                  : 0;
      }
  }

  // to(x) = from(x + columns), zero where there is nothing.
  void move_aside(const float* from, int columns, float* to) const {
    const int pixels = rows_ * columns_;
    const int gap = std::min(std::abs(columns), columns_);
    if (gap == 0) {
      std::memcpy(to, from, sizeof(float) * static_cast<size_t>(pixels));
      return;
    }
    const auto bytes = sizeof(float) * static_cast<size_t>(pixels - gap);
    std::memcpy(columns > 0 ? to : to + gap, columns > 0 ? from + gap : from, bytes);
    float* column = columns > 0 ? to + columns_ - gap : to;
    for (int x = 0; x < gap; ++x, ++column)
      for (int at = 0; at < pixels; at += columns_) column[at] = 0;
  }

  ConvolutionKernel inner_;
  int outputs_;
  int channels_;
  int kernel_;
  int stride_;
  std::vector<float> weights_;
  std::vector<float> bias_;
  std::vector<Plane> planes_;  // of every channel
  int first_row_ = 0;          // of a plane: so many rows below the output's first
  int more_rows_ = 0;          // a plane has than the output
  int input_rows_ = 0;
  int input_columns_ = 0;
  int rows_ = 0;
  int columns_ = 0;
  int plane_size_ = 0;
  int channel_size_ = 0;
  size_t sample_size_ = 0;
  int slots_ = 1;  // samples laid out at a time
  std::vector<int> taps_;
  std::vector<float> scratch_;
  std::vector<float> phase_;
  // For samples side by side: one of the two.
  std::optional<WinogradConvolution> minimal_;
  std::optional<GroupConvolution> grouped_;
};

}  // namespace

cv::Ptr<Layer> make_plane_convolution(const LayerParams& params, const ConvolutionKernel& kernel) {
  if (!kernel.run || !PlaneConvolution::fits(params)) return {};
  return cv::makePtr<PlaneConvolution>(params, kernel);
}

}  // namespace gridlens
