#include <gif_lib.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "core/capture/picture_decoders.h"

namespace gridlens {
namespace {

int read_bytes(GifFileType* gif, GifByteType* to, int count) {
  auto& left = *static_cast<PictureBytes*>(gif->UserData);
  const size_t taken = std::min(left.size(), static_cast<size_t>(count));
  std::memcpy(to, left.data(), taken);
  left = left.subspan(taken);
  return static_cast<int>(taken);
}

class GifDecoder {
 public:
  explicit GifDecoder(PictureBytes file) : left_(file) {
    gif_ = DGifOpen(&left_, read_bytes, nullptr);
    if (gif_ == nullptr) throw fault();
  }
  ~GifDecoder() { DGifCloseFile(gif_, nullptr); }
  GifDecoder(const GifDecoder&) = delete;
  GifDecoder& operator=(const GifDecoder&) = delete;

  DecodedPicture first_picture() {
    for (;;) {
      GifRecordType record = UNDEFINED_RECORD_TYPE;
      require(DGifGetRecordType(gif_, &record));
      if (record == TERMINATE_RECORD_TYPE) throw PictureFault::damaged();
      if (record == EXTENSION_RECORD_TYPE) read_extension();
      if (record == IMAGE_DESC_RECORD_TYPE) return read_picture();
    }
  }

 private:
  [[nodiscard]] PictureFault fault() const {
    return left_.empty() ? PictureFault::cut_off() : PictureFault::damaged();
  }
  void require(int result) const {
    if (result != GIF_OK) throw fault();
  }

  void read_extension() {
    int code = 0;
    GifByteType* block = nullptr;
    require(DGifGetExtension(gif_, &code, &block));
    while (block != nullptr) {
      GraphicsControlBlock control;
      if (code == GRAPHICS_EXT_FUNC_CODE &&
          DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK)
        transparent_ = control.TransparentColor;
      require(DGifGetExtensionNext(gif_, &block));
    }
  }

  // The picture lies somewhere on the animation's screen; white paper around it.
  DecodedPicture read_picture() {
    require(DGifGetImageDesc(gif_));
    const GifImageDesc& part = gif_->Image;
    if (part.Width <= 0 || part.Height <= 0 || part.Left < 0 || part.Top < 0)
      throw PictureFault::damaged();
    DecodedPicture picture;
    picture.size = {std::max<int>(gif_->SWidth, part.Left + part.Width),
                    std::max<int>(gif_->SHeight, part.Top + part.Height)};
    require_size(picture.size, kWorkPixels);
    const ColorMapObject* colours = part.ColorMap != nullptr ? part.ColorMap : gif_->SColorMap;
    if (colours == nullptr) throw PictureFault::damaged();
    picture.bgr = cv::Mat(picture.size, CV_8UC3, cv::Scalar::all(255));
    std::vector<GifByteType> line(static_cast<size_t>(part.Width));
    for (const int y : row_order(part)) {
      require(DGifGetLine(gif_, line.data(), part.Width));
      auto* to = picture.bgr.ptr<cv::Vec3b>(part.Top + y) + part.Left;
      for (size_t x = 0; x < line.size(); ++x) {
        const int index = line[x];
        if (index == transparent_ || index >= colours->ColorCount) continue;
        const GifColorType& colour = colours->Colors[index];
        to[x] = {colour.Blue, colour.Green, colour.Red};
      }
    }
    return picture;
  }

  static std::vector<int> row_order(const GifImageDesc& part) {
    struct Pass {
      int first, step;
    };
    const std::vector<Pass> passes = part.Interlace
                                         ? std::vector<Pass>{{0, 8}, {4, 8}, {2, 4}, {1, 2}}
                                         : std::vector<Pass>{{0, 1}};
    std::vector<int> rows;
    for (const auto& [first, step] : passes)
      for (int y = first; y < part.Height; y += step) rows.push_back(y);
    return rows;
  }

  PictureBytes left_;
  GifFileType* gif_ = nullptr;
  int transparent_ = NO_TRANSPARENT_COLOR;
};

}  // namespace

DecodedPicture decode_gif(PictureBytes file) {
  return GifDecoder(file).first_picture();
}

}  // namespace gridlens
