#include "tests/faults/inputs_pictures.h"

#include <gif_lib.h>
#include <jpeglib.h>
#include <png.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include <cstdlib>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <stdexcept>

namespace gridlens {

std::string encoded(const std::string& ending, const cv::Mat& picture,
                    const std::vector<int>& options) {
  std::vector<uchar> bytes;
  if (!cv::imencode(ending, picture, bytes, options)) throw std::runtime_error("no " + ending);
  return {bytes.begin(), bytes.end()};
}

std::string with_orientation(const std::string& jpeg, int orientation) {
  std::string exif(
      "\xff\xe1\0\x22"
      "Exif\0\0MM\0*\0\0\0\x08\0\x01",
      20);
  exif += std::string("\x01\x12\0\x03\0\0\0\x01\0", 9);
  exif += static_cast<char>(orientation);
  exif += std::string(6, '\0');
  return jpeg.substr(0, 2) + exif + jpeg.substr(2);
}

std::string claiming(std::string jpeg, int width, int height) {
  const size_t frame = jpeg.find("\xff\xc0");
  if (frame == std::string::npos) throw std::runtime_error("no baseline JPEG");
  const auto put = [&](size_t at, int value) {
    jpeg[at] = static_cast<char>(value >> 8);
    jpeg[at + 1] = static_cast<char>(value & 0xff);
  };
  put(frame + 5, height);
  put(frame + 7, width);
  return jpeg;
}

std::string cmyk_jpeg(const cv::Mat& bgr) {
  jpeg_error_mgr errors{};
  jpeg_compress_struct info{};
  info.err = jpeg_std_error(&errors);
  jpeg_create_compress(&info);
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&info, &bytes, &size);
  info.image_width = static_cast<JDIMENSION>(bgr.cols);
  info.image_height = static_cast<JDIMENSION>(bgr.rows);
  info.input_components = 4;
  info.in_color_space = JCS_CMYK;
  jpeg_set_defaults(&info);
  info.write_Adobe_marker = TRUE;
  jpeg_start_compress(&info, TRUE);
  std::vector<JSAMPLE> row(static_cast<size_t>(bgr.cols) * 4, 255);  // inverted: no black
  for (int y = 0; y < bgr.rows; ++y) {
    for (int x = 0; x < bgr.cols; ++x)
      for (int c = 0; c < 3; ++c)
        row[static_cast<size_t>(4 * x + c)] = bgr.at<cv::Vec3b>(y, x)[2 - c];
    JSAMPROW pointer = row.data();
    jpeg_write_scanlines(&info, &pointer, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  std::string result(reinterpret_cast<char*>(bytes), size);
  std::free(bytes);
  return result;
}

std::string white_png(int width, int height) {
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  std::string bytes;
  png_set_write_fn(
      png, &bytes,
      [](png_structp its, png_bytep data, size_t size) {
        static_cast<std::string*>(png_get_io_ptr(its))->append(reinterpret_cast<char*>(data), size);
      },
      nullptr);
  png_set_IHDR(png, info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height), 1,
               PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  const std::vector<png_byte> row(static_cast<size_t>(width + 7) / 8, 0xff);
  for (int y = 0; y < height; ++y) png_write_row(png, row.data());
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return bytes;
}

std::string gif(const std::vector<cv::Mat>& pictures) {
  std::string bytes;
  GifFileType* file = EGifOpen(
      &bytes,
      [](GifFileType* its, const GifByteType* data, int size) {
        static_cast<std::string*>(its->UserData)
            ->append(reinterpret_cast<const char*>(data), static_cast<size_t>(size));
        return size;
      },
      nullptr);
  std::vector<GifColorType> greys(256);
  for (size_t i = 0; i < greys.size(); ++i)
    greys[i].Red = greys[i].Green = greys[i].Blue = static_cast<GifByteType>(i);
  ColorMapObject* map = GifMakeMapObject(256, greys.data());
  const int width = pictures.front().cols, height = pictures.front().rows;
  EGifSetGifVersion(file, true);
  EGifPutScreenDesc(file, width, height, 8, 0, map);
  for (const cv::Mat& picture : pictures) {
    EGifPutImageDesc(file, 0, 0, width, height, false, nullptr);
    for (int y = 0; y < height; ++y)
      EGifPutLine(file, const_cast<GifPixelType*>(picture.ptr<uchar>(y)), width);
  }
  GifFreeMapObject(map);
  EGifCloseFile(file, nullptr);
  return bytes;
}

std::string animated_webp(const std::vector<cv::Mat>& bgr) {
  WebPAnimEncoderOptions options;
  WebPAnimEncoderOptionsInit(&options);
  const cv::Size size = bgr.front().size();
  WebPAnimEncoder* encoder = WebPAnimEncoderNew(size.width, size.height, &options);
  int time_ms = 0;
  for (const cv::Mat& frame : bgr) {
    WebPPicture picture;
    WebPPictureInit(&picture);
    picture.width = size.width;
    picture.height = size.height;
    picture.use_argb = 1;
    WebPPictureImportBGR(&picture, frame.data, static_cast<int>(frame.step));
    WebPAnimEncoderAdd(encoder, &picture, time_ms, nullptr);
    WebPPictureFree(&picture);
    time_ms += 200;
  }
  WebPAnimEncoderAdd(encoder, nullptr, time_ms, nullptr);
  WebPData data;
  WebPDataInit(&data);
  WebPAnimEncoderAssemble(encoder, &data);
  std::string bytes(reinterpret_cast<const char*>(data.bytes), data.size);
  WebPDataClear(&data);
  WebPAnimEncoderDelete(encoder);
  return bytes;
}

}  // namespace gridlens
