#include <libheif/heif.h>

#include <memory>
#include <opencv2/imgproc.hpp>

#include "core/capture/picture_decoders.h"

namespace gridlens {
namespace {

void require_ok(const heif_error& error) {
  if (error.code == heif_error_Ok) return;
  if (error.code == heif_error_Memory_allocation_error) throw PictureFault::no_memory();
  if (error.subcode == heif_suberror_End_of_data) throw PictureFault::cut_off();
  if (error.code == heif_error_Unsupported_filetype || error.code == heif_error_Unsupported_feature)
    throw PictureFault("is of a kind of HEIC that cannot be read");
  throw PictureFault::damaged();
}

}  // namespace

DecodedPicture decode_heif(PictureBytes file) {
  const std::unique_ptr<heif_context, void (*)(heif_context*)> context(heif_context_alloc(),
                                                                       heif_context_free);
  if (!context) throw PictureFault::no_memory();
  require_ok(
      heif_context_read_from_memory_without_copy(context.get(), file.data(), file.size(), nullptr));
  heif_image_handle* raw_handle = nullptr;
  require_ok(heif_context_get_primary_image_handle(context.get(), &raw_handle));
  const std::unique_ptr<heif_image_handle, void (*)(const heif_image_handle*)> handle(
      raw_handle, heif_image_handle_release);
  // The library has turned the picture as the file says; its EXIF block only tells so again.
  DecodedPicture picture;
  picture.size = {heif_image_handle_get_width(handle.get()),
                  heif_image_handle_get_height(handle.get())};
  if (picture.size.width <= 0 || picture.size.height <= 0) throw PictureFault::damaged();
  require_size(picture.size, kMostPixelsWhole);
  const bool alpha = heif_image_handle_has_alpha_channel(handle.get()) != 0;
  const std::unique_ptr<heif_decoding_options, void (*)(heif_decoding_options*)> options(
      heif_decoding_options_alloc(), heif_decoding_options_free);
  if (!options) throw PictureFault::no_memory();
  options->convert_hdr_to_8bit = 1;
  heif_image* raw_image = nullptr;
  require_ok(heif_decode_image(handle.get(), &raw_image, heif_colorspace_RGB,
                               alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB,
                               options.get()));
  const std::unique_ptr<heif_image, void (*)(const heif_image*)> image(raw_image,
                                                                       heif_image_release);
  int stride = 0;
  const std::uint8_t* const pixels =
      heif_image_get_plane_readonly(image.get(), heif_channel_interleaved, &stride);
  const cv::Size size(heif_image_get_width(image.get(), heif_channel_interleaved),
                      heif_image_get_height(image.get(), heif_channel_interleaved));
  if (pixels == nullptr || size.width <= 0 || size.height <= 0) throw PictureFault::damaged();
  picture.size = size;
  const cv::Mat rgb(size, alpha ? CV_8UC4 : CV_8UC3, const_cast<std::uint8_t*>(pixels),
                    static_cast<size_t>(stride));
  cv::Mat bgr;
  cv::cvtColor(rgb, bgr, alpha ? cv::COLOR_RGBA2BGRA : cv::COLOR_RGB2BGR);
  picture.bgr = reduced(alpha ? on_white(bgr) : bgr);
  return picture;
}

}  // namespace gridlens
