#include "core/vision/rectify_map.h"

#include <algorithm>
#include <array>
#include <opencv2/core/hal/intrin.hpp>
#include <vector>

#include "core/vision/rectify.h"

namespace gridlens {

namespace {

constexpr double kFlatCells = 0.03;  // a smaller bend is left to the homography
constexpr int kPitch = 8;  // pixels of the fine rectified board between the nodes of the net
// Node i lies at pixel (i - kBefore + 0.5) * kPitch - 0.5; a spline needs one more on each
// side.
constexpr int kBefore = 2;
constexpr int kBeyond = 6;  // nodes that a net has more than its rectified board has pitches
constexpr size_t kLanes = 8;
constexpr float kFarthest = 32000;  // pixels; what lies farther out is the picture's edge as well

// Places as a PlaceRow has them.
cv::v_int32x4 fixed(const cv::v_float32x4& places) {
  const cv::v_float32x4 farthest = cv::v_setall_f32(kFarthest);
  const cv::v_float32x4 near =
      cv::v_max(cv::v_min(places, farthest), cv::v_setzero_f32() - farthest);
  return cv::v_round(near * cv::v_setall_f32(1 << PlaceRow::kBits));
}

// Lengths of rows to work on: whole registers.
size_t padded(int side_px) {
  return (static_cast<size_t>(side_px) + kLanes - 1) / kLanes * kLanes;
}

// Weights of the four nodes around a place `t` beyond the second of them. The constant -0.5 would
// keep straight lines straight, -0.75 (OpenCV's cubic) leaves them by 0.05 of the pitch at most.
// All that judges a rectified board was fitted to the latter, and a few filled boards at the edge
// of certainty depend on it.
std::array<float, 4> cubic_weights(double t) {
  constexpr double kA = -0.75;
  const auto near = [](double x) {
    return static_cast<float>(((kA + 2) * x - (kA + 3)) * x * x + 1);
  };
  const auto far = [](double x) { return static_cast<float>(kA * (((x - 5) * x + 8) * x - 4)); };
  return {far(1 + t), near(t), near(1 - t), far(2 - t)};
}

constexpr size_t kHalf = kPitch / 2;  // one register of pixels

// The places of a fine rectified board's pixels between the nodes: they repeat every pitch, whose
// first half lies before a node and whose second half beyond it.
struct Cubics {
  Cubics() {
    for (size_t i = 0; i < kPitch; ++i) {
      const double at = (static_cast<double>(i) + 0.5) / kPitch + 0.5;
      const std::array<float, 4> four = cubic_weights(at < 1 ? at : at - 1);
      for (size_t k = 0; k < 4; ++k) weights[k][i] = four[k];
    }
  }

  // The first of the four nodes around a pixel.
  static size_t first_node(size_t pixel) { return (pixel / kHalf + 1) / 2; }

  std::array<std::array<float, kPitch>, 4> weights{};  // [node][pixel of a pitch]
};

// A net with as many columns as a fine rectified board, still with the net's rows.
cv::Mat between_columns(const cv::Mat& net, const Cubics& cubics, size_t columns) {
  cv::Mat wide(net.rows, static_cast<int>(columns), CV_32F);
  for (size_t from = 0; from < columns; from += kHalf) {
    const auto first = static_cast<int>(Cubics::first_node(from));
    const size_t place = from % kPitch;
    for (int y = 0; y < net.rows; ++y) {
      const float* nodes = net.ptr<float>(y) + first;
      cv::v_float32x4 sum = cv::v_setall_f32(nodes[0]) * cv::v_load(&cubics.weights[0][place]);
      for (size_t k = 1; k < 4; ++k)
        sum += cv::v_setall_f32(nodes[k]) * cv::v_load(&cubics.weights[k][place]);
      cv::v_store(wide.ptr<float>(y) + from, sum);
    }
  }
  return wide;
}

void between_rows(const cv::Mat& wide, const Cubics& cubics, size_t y, std::vector<int>& row) {
  const auto first = static_cast<int>(Cubics::first_node(y));
  const size_t place = y % kPitch;
  const float* nodes[4];
  cv::v_float32x4 weights[4];
  for (int k = 0; k < 4; ++k) {
    nodes[k] = wide.ptr<float>(first + k);
    weights[k] = cv::v_setall_f32(cubics.weights[static_cast<size_t>(k)][place]);
  }
  for (size_t i = 0; i < row.size(); i += 4) {
    cv::v_float32x4 sum = weights[0] * cv::v_load(nodes[0] + i);
    for (int k = 1; k < 4; ++k) sum += weights[k] * cv::v_load(nodes[k] + i);
    cv::v_store(&row[i], fixed(sum));
  }
}

// Pixel of a rectified board to the picture. A pixel's centre (i + 0.5) / over - margin lies at
// that many rectified pixels from the board's corner.
cv::Matx33d image_from_pixel(const cv::Matx33d& image_from_board, int over) {
  const double scale = 1.0 / (over * RectifiedBoard::kCellPx);
  const double shift =
      0.5 * scale - static_cast<double>(RectifiedBoard::kMarginPx) / RectifiedBoard::kCellPx;
  return image_from_board * cv::Matx33d(scale, 0, shift, 0, scale, shift, 0, 0, 1);
}

// Where the nodes of a bent board's net lie in the picture.
struct Net {
  Net(const BoardCandidate& board, int side_px, int over)
      : x(side_px / kPitch + kBeyond, side_px / kPitch + kBeyond, CV_32F), y(x.size(), CV_32F) {
    const auto board_from_node = [over](int i) {
      return ((i - kBefore + 0.5) * kPitch / over - RectifiedBoard::kMarginPx) /
             RectifiedBoard::kCellPx;
    };
    for (int row = 0; row < x.rows; ++row) {
      const double board_y = board_from_node(row);
      const BoardBend::Row bend = board.bend.row(board_y);
      for (int column = 0; column < x.cols; ++column) {
        const double board_x = board_from_node(column);
        const cv::Point2d at =
            board.image_from_board(cv::Point2d(board_x, board_y) + bend(board_x));
        x.ptr<float>(row)[column] = static_cast<float>(at.x);
        y.ptr<float>(row)[column] = static_cast<float>(at.y);
      }
    }
  }

  cv::Mat x, y;
};

const Cubics& cubics() {
  static const Cubics the_cubics;
  return the_cubics;
}

}  // namespace

RectifyRows::RectifyRows(const BoardCandidate& board, int over)
    : side_px_((board.n * RectifiedBoard::kCellPx + 2 * RectifiedBoard::kMarginPx) * over),
      flat_(board.bend.largest() < kFlatCells),
      row_{std::vector<int>(padded(side_px_)), std::vector<int>(padded(side_px_))} {
  if (flat_) {
    image_from_pixel_ = image_from_pixel(board.image_from_board.matrix(), over);
    return;
  }
  const Net net(board, side_px_, over);
  wide_x_ = between_columns(net.x, cubics(), row_.xs.size());
  wide_y_ = between_columns(net.y, cubics(), row_.ys.size());
}

const PlaceRow& RectifyRows::row(int y) {
  flat_ ? set_flat_row(y) : set_bent_row(y);
  return row_;
}

void RectifyRows::set_flat_row(int y) {
  const cv::Matx33d& m = image_from_pixel_;
  const auto all = [](double value) { return cv::v_setall_f32(static_cast<float>(value)); };
  const cv::v_float32x4 steps(0, 1, 2, 3);
  const cv::v_float32x4 x0 = all(m(0, 1) * y + m(0, 2));
  const cv::v_float32x4 y0 = all(m(1, 1) * y + m(1, 2));
  const cv::v_float32x4 w0 = all(m(2, 1) * y + m(2, 2));
  for (size_t x = 0; x < row_.xs.size(); x += 4) {
    const cv::v_float32x4 at = all(static_cast<double>(x)) + steps;
    const cv::v_float32x4 w = w0 + all(m(2, 0)) * at;
    cv::v_store(&row_.xs[x], fixed((x0 + all(m(0, 0)) * at) / w));
    cv::v_store(&row_.ys[x], fixed((y0 + all(m(1, 0)) * at) / w));
  }
}

void RectifyRows::set_bent_row(int y) {
  between_rows(wide_x_, cubics(), static_cast<size_t>(y), row_.xs);
  between_rows(wide_y_, cubics(), static_cast<size_t>(y), row_.ys);
}

}  // namespace gridlens
