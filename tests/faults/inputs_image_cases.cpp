// The table of pictures for `gridlens read`.
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "tests/faults/inputs_cases.h"
#include "tests/faults/inputs_pictures.h"

namespace gridlens {

cv::Mat photo(int flags) {
  const std::string bytes = sample_photo();
  return cv::imdecode(std::vector<uchar>(bytes.begin(), bytes.end()), flags);
}

std::string cut(const std::string& bytes, int percent) {
  return bytes.substr(0, bytes.size() * static_cast<size_t>(percent) / 100);
}

namespace {

const std::string kSolved = "\"state\":\"solved\"";
const std::string kNoGrids = "\"grids\":\\[\\],\"ms\":[0-9.]+\\}";  // and no error
const std::string kCut = "ends before its picture does";
const std::string kDamaged = "is damaged: its picture cannot be decoded";
const std::string kNone = "is not a picture that can be read";

// A case whose file holds these bytes; they are made by the test that needs them.
InputCase picture(const std::string& name, const std::string& file,
                  const std::function<std::string()>& bytes, const std::string& result) {
  return {name, file, [bytes](const std::string& path) { write_file(path, bytes()); },
          0,    "",   result};
}

InputCase refused(const std::string& name, const std::string& file,
                  const std::function<std::string()>& bytes, const std::string& error) {
  return {name, file,  [bytes](const std::string& path) { write_file(path, bytes()); },
          1,    error, ""};
}

std::string progressive() {
  return encoded(".jpg", photo(), {cv::IMWRITE_JPEG_PROGRESSIVE, 1});
}

cv::Mat with_alpha() {
  cv::Mat bgra;
  cv::cvtColor(photo(), bgra, cv::COLOR_BGR2BGRA);
  return bgra;
}

// Black ink on nothing: only the alpha channel tells the puzzle.
cv::Mat ink_on_nothing() {
  cv::Mat ink = 255 - photo(cv::IMREAD_GRAYSCALE), black = cv::Mat::zeros(ink.size(), CV_8UC1), out;
  cv::merge(std::vector<cv::Mat>{black, black, black, ink}, out);
  return out;
}

cv::Mat deep(const cv::Mat& picture) {
  cv::Mat out;
  picture.convertTo(out, CV_16U, 257);
  return out;
}

std::string turned(int rotation, int orientation) {
  cv::Mat lying;
  cv::rotate(photo(), lying, rotation);
  return with_orientation(encoded(".jpg", lying), orientation);
}

std::string wrong_check_sum() {
  std::string png = encoded(".png", photo());
  png[png.size() / 2] = static_cast<char>(png[png.size() / 2] ^ 0x55);
  return png;
}

std::string header_alone(int width, int height) {
  return white_png(width, 1).substr(0, 16) + std::string{0, 0} +
         std::string{static_cast<char>(width >> 8),  static_cast<char>(width & 255), 0, 0,
                     static_cast<char>(height >> 8), static_cast<char>(height & 255)};
}

}  // namespace

std::vector<InputCase> opened_pictures() {
  std::vector<InputCase> cases{
      picture("Jpeg", "p.jpg", sample_photo, kSolved),
      picture("Progressive", "p.jpg", progressive, kSolved),
      picture(
          "WithoutItsEndMark", "p.jpg",
          [] { return sample_photo().substr(0, sample_photo().size() - 2); }, kSolved),
      picture(
          "BytesBehindTheEnd", "p.jpg", [] { return sample_photo() + "some more"; }, kSolved),
      picture(
          "Cmyk", "p.jpg", [] { return cmyk_jpeg(photo()); }, kSolved),
      picture(
          "GreyJpeg", "p.jpg", [] { return encoded(".jpg", photo(cv::IMREAD_GRAYSCALE)); },
          kSolved),
      picture(
          "Webp", "p.webp", [] { return encoded(".webp", photo()); }, kSolved),
      picture(
          "WebpWithAlpha", "p.webp",
          [] {
            return encoded(".webp", with_alpha(), {cv::IMWRITE_WEBP_QUALITY, 101});
          },
          kSolved),
      picture(
          "AnimatedWebp", "p.webp",
          [] {
            return animated_webp({photo(), 255 - photo()});
          },
          kSolved),
      picture(
          "Gif", "p.gif", [] { return gif({photo(cv::IMREAD_GRAYSCALE)}); }, kSolved),
      picture(
          "AnimatedGif", "p.gif",
          [] {
            const cv::Mat grey = photo(cv::IMREAD_GRAYSCALE);
            return gif({grey, 255 - grey});
          },
          kSolved),
      picture(
          "DeepPng", "p.png", [] { return encoded(".png", deep(photo())); }, kSolved),
      picture(
          "GreyPng", "p.png", [] { return encoded(".png", photo(cv::IMREAD_GRAYSCALE)); }, kSolved),
      picture(
          "OneBitPng", "p.png",
          [] {
            const cv::Mat ink = photo(cv::IMREAD_GRAYSCALE) > 110;
            return encoded(".png", ink, {cv::IMWRITE_PNG_BILEVEL, 1});
          },
          "\"width\":1600"),
      picture(
          "AlphaPng", "p.png", [] { return encoded(".png", with_alpha()); }, kSolved),
      picture(
          "InkOnNothing", "p.png", [] { return encoded(".png", ink_on_nothing()); }, kSolved),
      picture(
          "DeepInkOnNothing", "p.png", [] { return encoded(".png", deep(ink_on_nothing())); },
          kSolved),
      picture(
          "AlphaTiff", "p.tif", [] { return encoded(".tiff", ink_on_nothing()); }, kSolved),
      picture(
          "PngCalledJpg", "p.jpg", [] { return encoded(".png", photo()); }, kSolved),
      picture("JpegCalledPng", "p.png", sample_photo, kSolved),
      picture("JpegCalledTxt", "photo.txt", sample_photo, kSolved),
      picture(
          "Exif3", "p.jpg", [] { return turned(cv::ROTATE_180, 3); },
          "\"width\":1600,\"height\":1200.*" + kSolved),
      picture(
          "Exif6", "p.jpg", [] { return turned(cv::ROTATE_90_COUNTERCLOCKWISE, 6); },
          "\"width\":1600,\"height\":1200.*" + kSolved),
      picture(
          "Exif8", "p.jpg", [] { return turned(cv::ROTATE_90_CLOCKWISE, 8); },
          "\"width\":1600,\"height\":1200.*" + kSolved),
      picture(
          "Exif5Mirrors", "p.jpg", [] { return with_orientation(sample_photo(), 5); },
          "\"width\":1200,\"height\":1600"),
      picture(
          "OddExif", "p.jpg", [] { return with_orientation(sample_photo(), 77); }, kSolved),
      picture("SpacesAndUmlauts", "ein \xc3\xa4 b.jpg", sample_photo, kSolved),
      picture("NoUtf8InItsName", "p\xff\xfe.jpg", sample_photo, kSolved),
      picture("QuoteAndLineEndInItsName", "p\"\n.jpg", sample_photo, kSolved),
      picture("PercentInItsName", "p%04d.jpg", sample_photo, kSolved),
      picture(
          "OnePixelPng", "p.png", [] { return encoded(".png", cv::Mat(1, 1, CV_8UC3)); }, kNoGrids),
      picture(
          "OnePixelJpeg", "p.jpg", [] { return encoded(".jpg", cv::Mat(1, 1, CV_8UC3)); },
          kNoGrids),
      picture(
          "VeryTall", "p.png", [] { return white_png(2, 20000); }, kNoGrids),
      picture(
          "VeryWide", "p.png", [] { return white_png(20000, 2); }, kNoGrids),
      picture(
          "LargeJpeg", "p.jpg",
          [] {
            cv::Mat large;
            cv::resize(photo(), large, {9600, 7200});  // 69 megapixels
            return encoded(".jpg", large);
          },
          "\"width\":9600,\"height\":7200.*" + kSolved),
      picture(
          "HugePng", "p.png", [] { return white_png(16384, 16384); },
          "\"width\":16384,\"height\":16384," + kNoGrids),
  };
  for (const char* ending : {".png", ".bmp", ".tiff", ".ppm", ".jp2", ".ras"})
    cases.push_back(picture(
        "Format_" + std::string(ending + 1), std::string("p") + ending,
        [ending] { return encoded(ending, photo()); }, kSolved));
  // Damage inside a JPEG leaves most of the picture; that is said, and no answer is taken from it
  // that the rest does not bear out.
  cases.push_back({"DamagedInside", "p.jpg",
                   [](const std::string& path) {
                     std::string jpeg = sample_photo();
                     for (size_t i = jpeg.size() - 9000; i < jpeg.size() - 8000; ++i)
                       jpeg[i] = static_cast<char>(i * 7 % 250);
                     write_file(path, jpeg);
                   },
                   0, "p.jpg is damaged in places", "\"width\":1600"});
  return cases;
}

std::vector<InputCase> refused_pictures() {
  std::vector<InputCase> cases{
      {"Missing", "p.jpg", nullptr, 1, "p.jpg: no such file", ""},
      refused(
          "Empty", "p.jpg", [] { return ""; }, "p.jpg is empty"),
      refused(
          "Text", "p.jpg", [] { return "no picture\n"; }, kNone),
      refused(
          "LongText", "p.png", [] { return std::string(75000, 'a'); }, kNone),
      refused(
          "Noise", "p.png", [] { return std::string(5000, '\x81'); }, kNone),
      refused(
          "JpegBeginningAlone", "p.jpg", [] { return sample_photo().substr(0, 300); }, kCut),
      refused(
          "JpegOf3Bytes", "p.jpg", [] { return "\xff\xd8\xff"; }, kCut),
      refused(
          "ProgressiveCut", "p.jpg", [] { return cut(progressive(), 60); }, kCut),
      refused(
          "ProgressiveCutBetweenScans", "p.jpg",
          [] {
            const std::string jpeg = progressive();
            return jpeg.substr(0, jpeg.rfind("\xff\xda"));
          },
          kCut),
      refused(
          "HeaderClaims12000", "p.jpg", [] { return claiming(sample_photo(), 12000, 12000); },
          kCut),
      refused(
          "HeaderClaims32000", "p.jpg", [] { return claiming(sample_photo(), 32000, 32000); },
          "p.jpg is too large: 32000x32000, and 512 megapixels are the limit"),
      refused(
          "HeaderClaims65500", "p.jpg", [] { return claiming(sample_photo(), 65500, 65500); },
          "is too large: 65500x65500"),
      refused(
          "HeaderClaimsNoWidth", "p.jpg", [] { return claiming(sample_photo(), 0, 1200); },
          kDamaged),
      refused(
          "PngHeaderAlone", "p.png", [] { return header_alone(300, 300); }, kCut),
      refused("PngCheckSum", "p.png", wrong_check_sum, kDamaged),
      refused(
          "PngTooLarge", "p.png", [] { return white_png(40000, 40000).substr(0, 4000); },
          "is too large: 40000x40000"),
      refused(
          "BmpTooLarge", "p.bmp",
          [] {
            std::string bmp = encoded(".bmp", cv::Mat(8, 8, CV_8UC3));
            bmp[19] = bmp[23] = 0x70;  // 28680x28680
            return bmp;
          },
          "is too large: 28680x28680, and 200 megapixels are the limit"),
      refused(
          "PnmTooLarge", "p.ppm", [] { return "P6\n99999 99999\n255\nabc"; },
          "is too large: 99999x99999"),
      refused(
          "PnmWithoutSize", "p.ppm", [] { return "P6\n# nothing else at all"; }, kDamaged),
      refused(
          "TiffDirectoryOutside", "p.tif",
          [] { return std::string("II*\0\xff\xff\xff\x7f", 8) + std::string(40, '\0'); }, kDamaged),
      refused(
          "GifWithoutPicture", "p.gif", [] { return cut(gif({cv::Mat(9, 9, CV_8UC1)}), 60); },
          kCut),
      refused(
          "GifCut", "p.gif", [] { return cut(gif({photo(cv::IMREAD_GRAYSCALE)}), 50); }, kCut),
      {"Folder", "p.jpg", [](const std::string& path) { std::filesystem::create_directory(path); },
       1, "folder .*p.jpg holds no pictures", ""},
      {"Device", "p.jpg",
       [](const std::string& path) { std::filesystem::create_symlink("/dev/zero", path); }, 1,
       kNone, ""},
  };
  for (const int percent : {5, 20, 50, 90, 99})
    cases.push_back(refused(
        "JpegCutAt" + std::to_string(percent), "p.jpg",
        [percent] { return cut(sample_photo(), percent); }, kCut));
  for (const char* ending : {".png", ".webp"})
    cases.push_back(refused(
        "HalfA_" + std::string(ending + 1), std::string("p") + ending,
        [ending] { return cut(encoded(ending, photo()), 50); }, kCut));
  for (const char* ending : {".bmp", ".tiff", ".ppm", ".jp2", ".ras"})
    cases.push_back(refused(
        "HalfA_" + std::string(ending + 1), std::string("p") + ending,
        [ending] { return cut(encoded(ending, photo()), 50); }, kDamaged));
  return cases;
}

}  // namespace gridlens
