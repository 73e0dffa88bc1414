// JPEG through libjpeg itself: OpenCV hides whether a file was cut off, and decodes whatever size
// its header claims.
#include <csetjmp>
#include <cstdio>
// jpeglib.h needs stdio.h before it.
#include <jerror.h>
#include <jpeglib.h>

#include "core/capture/picture_decoders.h"

namespace gridlens {
namespace {

constexpr int kMostScans = 200;  // usual progressive files have about ten

// libjpeg's C code calls back here; errors leave it by longjmp, so that no C++ object may lie in
// between.
struct Callbacks {
  jpeg_error_mgr errors{};
  jpeg_source_mgr source{};
  jpeg_progress_mgr progress{};
  std::jmp_buf failed{};
  bool ran_out = false;  // the file's end came before its end mark
  bool cut_off = false;  // there is not enough data for the picture
  bool damaged = false;
};

Callbacks& callbacks_of(j_common_ptr info) {
  return *static_cast<Callbacks*>(info->client_data);
}

[[noreturn]] void fail(j_common_ptr info) {
  std::longjmp(callbacks_of(info).failed, 1);
}

void warn(j_common_ptr info, int level) {
  if (level >= 0) return;
  Callbacks& callbacks = callbacks_of(info);
  switch (info->err->msg_code) {
    case JWRN_HIT_MARKER: {
      const auto& decoder = *reinterpret_cast<j_decompress_ptr>(info);
      // Damage inside makes the data a little too short for the picture, too.
      const bool nearly_whole =
          !callbacks.ran_out && decoder.output_scanline >= 0.9 * decoder.output_height;
      if (decoder.unread_marker == JPEG_EOI && !nearly_whole) {
        callbacks.cut_off = true;
        fail(info);  // what is missing would be decoded as grey, however much the header claims
      }
      callbacks.damaged = true;
      break;
    }
    case JWRN_HUFF_BAD_CODE:
    case JWRN_MUST_RESYNC:
      callbacks.damaged = true;
      break;
    default:  // stray bytes between parts and the like: cameras write them
      break;
  }
}

// Called when all bytes are used up: gives an end mark.
boolean at_end(j_decompress_ptr info) {
  static const JOCTET end_mark[2] = {0xff, JPEG_EOI};
  callbacks_of(reinterpret_cast<j_common_ptr>(info)).ran_out = true;
  info->src->next_input_byte = end_mark;
  info->src->bytes_in_buffer = sizeof end_mark;
  return TRUE;
}

void skip(j_decompress_ptr info, long count) {
  if (count <= 0) return;
  jpeg_source_mgr& source = *info->src;
  if (static_cast<size_t>(count) >= source.bytes_in_buffer) {
    at_end(info);
    return;
  }
  source.next_input_byte += count;
  source.bytes_in_buffer -= static_cast<size_t>(count);
}

void watch_scans(j_common_ptr info) {
  if (reinterpret_cast<j_decompress_ptr>(info)->input_scan_number > kMostScans) fail(info);
}

void nothing(j_decompress_ptr) {}
void print_nothing(j_common_ptr) {}

class JpegDecoder {
 public:
  explicit JpegDecoder(PictureBytes file) {
    info_.client_data = &callbacks_;
    info_.err = jpeg_std_error(&callbacks_.errors);
    callbacks_.errors.error_exit = fail;
    callbacks_.errors.emit_message = warn;
    callbacks_.errors.output_message = print_nothing;
    created_ = attempt([&] {
      jpeg_create_decompress(&info_);
      jpeg_save_markers(&info_, JPEG_APP0 + 1, 0xffff);
    });
    if (!created_) throw PictureFault::no_memory();
    callbacks_.source = {file.data(), file.size(), nothing, at_end, skip, jpeg_resync_to_restart,
                         nothing};
    callbacks_.progress.progress_monitor = watch_scans;
    info_.src = &callbacks_.source;
    info_.progress = &callbacks_.progress;
  }
  ~JpegDecoder() { jpeg_destroy_decompress(&info_); }
  JpegDecoder(const JpegDecoder&) = delete;
  JpegDecoder& operator=(const JpegDecoder&) = delete;

  DecodedPicture decode() {
    require([&] { jpeg_read_header(&info_, TRUE); });
    DecodedPicture picture;
    picture.size = {static_cast<int>(info_.image_width), static_cast<int>(info_.image_height)};
    require_size(picture.size, jpeg_has_multiple_scans(&info_) ? kMostPixelsWhole : kMostPixels);
    picture.orientation = orientation();
    const int by = reduction_for(picture.size);
    info_.scale_num = 1;
    info_.scale_denom = by == 1 ? 1 : by == 2 ? 2 : by <= 4 ? 4 : 8;
    const bool cmyk = info_.num_components == 4;
    info_.out_color_space = cmyk ? JCS_CMYK : JCS_EXT_BGR;
    require([&] { jpeg_start_decompress(&info_); });
    cv::Mat pixels(static_cast<int>(info_.output_height), static_cast<int>(info_.output_width),
                   cmyk ? CV_8UC4 : CV_8UC3);
    const size_t row_bytes = pixels.step;
    uchar* const first_row = pixels.data;
    require([&] {
      while (info_.output_scanline < info_.output_height) {
        JSAMPROW row = first_row + info_.output_scanline * row_bytes;
        jpeg_read_scanlines(&info_, &row, 1);
      }
    });
    if (callbacks_.ran_out && jpeg_has_multiple_scans(&info_)) throw PictureFault::cut_off();
    picture.bgr = cmyk ? from_cmyk(pixels) : pixels;
    picture.damaged = callbacks_.damaged;
    return picture;
  }

 private:
  // False where libjpeg gave up. `step` may hold no C++ object that has a destructor.
  template <typename Step>
  bool attempt(const Step& step) {
    if (setjmp(callbacks_.failed) != 0) return false;
    step();
    return true;
  }

  template <typename Step>
  void require(const Step& step) {
    if (attempt(step)) return;
    if (callbacks_.errors.msg_code == JERR_OUT_OF_MEMORY) throw PictureFault::no_memory();
    throw callbacks_.cut_off || callbacks_.ran_out ? PictureFault::cut_off()
                                                   : PictureFault::damaged();
  }

  [[nodiscard]] int orientation() const {
    for (auto* marker = info_.marker_list; marker != nullptr; marker = marker->next) {
      const PictureBytes data(marker->data, marker->data_length);
      if (data.size() > 6 && data[0] == 'E' && data[1] == 'x') return exif_orientation(data);
    }
    return 1;
  }

  // As Adobe's programs write it: inverted.
  static cv::Mat from_cmyk(const cv::Mat& cmyk) {
    cv::Mat bgr(cmyk.size(), CV_8UC3);
    for (int y = 0; y < cmyk.rows; ++y)
      for (int x = 0; x < cmyk.cols; ++x) {
        const auto& from = cmyk.at<cv::Vec4b>(y, x);
        const int black = from[3];
        for (int c = 0; c < 3; ++c)
          bgr.at<cv::Vec3b>(y, x)[2 - c] =
              static_cast<uchar>(black - ((255 - from[c]) * black >> 8));
      }
    return bgr;
  }

  Callbacks callbacks_;
  jpeg_decompress_struct info_{};
  bool created_ = false;
};

}  // namespace

DecodedPicture decode_jpeg(PictureBytes file) {
  return JpegDecoder(file).decode();
}

}  // namespace gridlens
