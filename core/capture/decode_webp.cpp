#include <webp/decode.h>
#include <webp/demux.h>

#include <memory>

#include "core/capture/picture_decoders.h"

namespace gridlens {
namespace {

void require_ok(VP8StatusCode status) {
  if (status == VP8_STATUS_OK) return;
  if (status == VP8_STATUS_OUT_OF_MEMORY) throw PictureFault::no_memory();
  if (status == VP8_STATUS_NOT_ENOUGH_DATA || status == VP8_STATUS_SUSPENDED)
    throw PictureFault::cut_off();
  throw PictureFault::damaged();
}

cv::Mat first_of_animation(PictureBytes file, cv::Size size) {
  require_size(size, kWorkPixels);  // the library holds two whole pictures
  WebPAnimDecoderOptions options;
  WebPAnimDecoderOptionsInit(&options);
  options.color_mode = MODE_BGRA;
  const WebPData data{file.data(), file.size()};
  const std::unique_ptr<WebPAnimDecoder, void (*)(WebPAnimDecoder*)> decoder(
      WebPAnimDecoderNew(&data, &options), WebPAnimDecoderDelete);
  std::uint8_t* pixels = nullptr;
  int time_ms = 0;
  if (!decoder || WebPAnimDecoderGetNext(decoder.get(), &pixels, &time_ms) == 0)
    throw PictureFault::damaged();
  return on_white(cv::Mat(size, CV_8UC4, pixels));
}

}  // namespace

DecodedPicture decode_webp(PictureBytes file) {
  WebPDecoderConfig config;
  if (WebPInitDecoderConfig(&config) == 0) throw PictureFault::damaged();
  require_ok(WebPGetFeatures(file.data(), file.size(), &config.input));
  DecodedPicture picture;
  picture.size = {config.input.width, config.input.height};
  require_size(picture.size, kMostPixels);
  if (config.input.has_animation != 0) {
    picture.bgr = first_of_animation(file, picture.size);
    return picture;
  }
  const int by = reduction_for(picture.size);
  const cv::Size out((picture.size.width + by - 1) / by, (picture.size.height + by - 1) / by);
  const bool alpha = config.input.has_alpha != 0;
  cv::Mat pixels(out, alpha ? CV_8UC4 : CV_8UC3);
  config.options.use_scaling = by > 1 ? 1 : 0;
  config.options.scaled_width = out.width;
  config.options.scaled_height = out.height;
  config.output.colorspace = alpha ? MODE_BGRA : MODE_BGR;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = pixels.data;
  config.output.u.RGBA.stride = static_cast<int>(pixels.step);
  config.output.u.RGBA.size = pixels.total() * pixels.elemSize();
  require_ok(WebPDecode(file.data(), file.size(), &config));
  picture.bgr = alpha ? on_white(pixels) : pixels;
  return picture;
}

}  // namespace gridlens
