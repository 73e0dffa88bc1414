// PNG through libpng itself, row by row: OpenCV needs memory for whatever size the header claims,
// and lets libpng print lines without a name.
#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <cstring>
#include <vector>

#include "core/capture/picture_decoders.h"

namespace gridlens {
namespace {

// What libpng's C code calls back with; its errors leave it by longjmp, so that no C++ object may
// lie in between.
struct Input {
  PictureBytes left;
  bool ran_out = false;
};

void read_bytes(png_structp png, png_bytep to, size_t count) {
  auto& input = *static_cast<Input*>(png_get_io_ptr(png));
  if (count > input.left.size()) {
    input.ran_out = true;
    png_error(png, "end of file");
  }
  std::memcpy(to, input.left.data(), count);
  input.left = input.left.subspan(count);
}

[[noreturn]] void fail(png_structp png, png_const_charp) {
  png_longjmp(png, 1);
}
void warn(png_structp, png_const_charp) {}  // odd colour profiles and the like

// Means over squares of pixels, from rows that come one by one.
class RowReducer {
 public:
  RowReducer(cv::Size size, int by)
      : by_(by),
        out_((size.height + by - 1) / by, (size.width + by - 1) / by, CV_8UC3),
        sums_(static_cast<size_t>(out_.cols) * 3) {}

  void add(const cv::Mat& bgr_row) {
    const auto* from = bgr_row.ptr<uchar>();
    for (int left = 0, out = 0; left < bgr_row.cols; left += by_, out += 3) {
      unsigned sums[3] = {};
      const int pixels = std::min(by_, bgr_row.cols - left);
      for (int i = 0; i < pixels; ++i, from += 3)
        for (int c = 0; c < 3; ++c) sums[c] += from[c];
      for (int c = 0; c < 3; ++c) sums_[static_cast<size_t>(out + c)] += sums[c];
    }
    ++rows_;
    width_ = bgr_row.cols;
    if (rows_ % by_ == 0) flush();
  }

  cv::Mat finish() {
    if (rows_ % by_ != 0) flush();
    return out_;
  }

 private:
  void flush() {
    const int rows = (rows_ - 1) % by_ + 1;
    auto* to = out_.ptr<uchar>((rows_ - 1) / by_);
    for (int x = 0; x < out_.cols; ++x) {
      const auto pixels = static_cast<unsigned>(rows * std::min(by_, width_ - x * by_));
      for (int c = 0; c < 3; ++c)
        to[3 * x + c] =
            static_cast<uchar>((sums_[static_cast<size_t>(3 * x + c)] + pixels / 2) / pixels);
    }
    std::fill(sums_.begin(), sums_.end(), 0U);
  }

  int by_;
  cv::Mat out_;
  std::vector<unsigned> sums_;
  int rows_ = 0, width_ = 0;
};

class PngDecoder {
 public:
  explicit PngDecoder(PictureBytes file) : input_{file} {
    png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, fail, warn);
    info_ = png_ != nullptr ? png_create_info_struct(png_) : nullptr;
    if (info_ == nullptr) {
      png_destroy_read_struct(&png_, nullptr, nullptr);
      throw PictureFault::no_memory();
    }
    png_set_read_fn(png_, &input_, read_bytes);
  }
  ~PngDecoder() { png_destroy_read_struct(&png_, &info_, nullptr); }
  PngDecoder(const PngDecoder&) = delete;
  PngDecoder& operator=(const PngDecoder&) = delete;

  DecodedPicture decode() {
    require([&] { png_read_info(png_, info_); });
    DecodedPicture picture;
    picture.size = {static_cast<int>(png_get_image_width(png_, info_)),
                    static_cast<int>(png_get_image_height(png_, info_))};
    const bool interlaced = png_get_interlace_type(png_, info_) != PNG_INTERLACE_NONE;
    require_size(picture.size, interlaced ? kMostPixelsWhole : kMostPixels);
    require([&] {
      png_set_expand(png_);
      png_set_scale_16(png_);
      png_set_gray_to_rgb(png_);
      png_set_bgr(png_);
      png_set_interlace_handling(png_);
      png_read_update_info(png_, info_);
    });
    const int type = png_get_channels(png_, info_) == 4 ? CV_8UC4 : CV_8UC3;
    const int by = reduction_for(picture.size);
    if (interlaced || by == 1)
      picture.bgr = reduced(whole(picture.size, type, interlaced));
    else
      picture.bgr = by_rows(picture.size, type, by);
    picture.orientation = orientation();
    return picture;
  }

 private:
  // False where libpng gave up. `step` may hold no C++ object that has a destructor.
  template <typename Step>
  bool attempt(const Step& step) {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    step();
    return true;
  }

  template <typename Step>
  void require(const Step& step) {
    if (attempt(step)) return;
    throw input_.ran_out ? PictureFault::cut_off() : PictureFault::damaged();
  }

  cv::Mat whole(cv::Size size, int type, bool interlaced) {
    cv::Mat pixels(size, type, cv::Scalar::all(0));
    const int passes = interlaced ? 7 : 1;
    const int rows = size.height;
    uchar* const first_row = pixels.data;
    const size_t row_bytes = pixels.step;
    require([&] {
      for (int pass = 0; pass < passes; ++pass)
        for (int y = 0; y < rows; ++y)
          png_read_row(png_, first_row + static_cast<size_t>(y) * row_bytes, nullptr);
    });
    return type == CV_8UC4 ? on_white(pixels) : pixels;
  }

  cv::Mat by_rows(cv::Size size, int type, int by) {
    RowReducer reducer(size, by);
    cv::Mat row(1, size.width, type);
    uchar* const pixels = row.data;
    for (int y = 0; y < size.height; ++y) {
      require([&] { png_read_row(png_, pixels, nullptr); });
      reducer.add(type == CV_8UC4 ? on_white(row) : row);
    }
    return reducer.finish();
  }

  // May also stand behind the picture, whose own end mark may be missing.
  int orientation() {
    attempt([&] { png_read_end(png_, info_); });
    png_bytep exif = nullptr;
    png_uint_32 bytes = 0;
    if (png_get_eXIf_1(png_, info_, &bytes, &exif) == 0 || exif == nullptr) return 1;
    return exif_orientation({exif, bytes});
  }

  Input input_;
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
};

}  // namespace

DecodedPicture decode_png(PictureBytes file) {
  return PngDecoder(file).decode();
}

}  // namespace gridlens
