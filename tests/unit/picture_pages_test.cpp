// Pictures that only some builds read: PDF pages and HEIC.
#include <gtest/gtest.h>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <sstream>
#include <string>

#include "core/capture/capture_error.h"
#include "core/capture/picture.h"
#include "core/pipeline/read_still.h"
#include "core/print/print_pages.h"
#include "core/resources/resources.h"
#include "puzzle_sets.h"
#ifdef GRIDLENS_TEST_HEIF
#include <libheif/heif.h>
#endif

namespace gridlens {
namespace {

std::vector<PuzzleDocument> some_puzzles(const std::string& name, std::size_t count) {
  std::vector<PuzzleDocument> documents;
  for (const PuzzleSet& set : own_puzzle_sets())
    if (set.name == name)
      for (std::size_t i = 0; i < count; ++i) {
        documents.emplace_back(set.puzzles.at(i).shape());
        documents.back().givens = set.puzzles[i];
      }
  return documents;
}

Picture picture_of(const std::string& bytes) {
  std::istringstream in(bytes);
  return read_picture(in, "input");
}

std::string error_of(const std::string& bytes) {
  try {
    picture_of(bytes);
  } catch (const CaptureError& error) {
    return error.what();
  }
  return "";
}

TEST(PdfPicture, APrintedPageIsReadBack) {
  const auto documents = some_puzzles("16x16_box4x4_unique", 2);
  const std::string pdf = print_pages(documents, PageFormat::pdf);
  if (!reads_format(PictureFormat::pdf)) {
    EXPECT_EQ(error_of(pdf),
              "input is a PDF file, and this build reads none (poppler was not there)");
    GTEST_SKIP() << "built without poppler";
  }
  const Picture picture = picture_of(pdf);
  EXPECT_EQ(picture.note, "input has 2 pages, of which the first is read");
  EXPECT_EQ(picture.bgr.size(), picture.size);
  EXPECT_EQ(picture.size.height, 2800);
  DigitNetwork network(find_resource("models/digits.onnx"));
  InlineSolveService solver;
  const std::vector<BoardResult> boards = read_still(picture.bgr, network, solver);
  ASSERT_EQ(boards.size(), 1U);
  EXPECT_EQ(boards[0].clues, documents[0].givens);
}

TEST(PdfPicture, DamagedFilesGiveOneLine) {
  if (!reads_format(PictureFormat::pdf)) GTEST_SKIP() << "built without poppler";
  testing::internal::CaptureStderr();
  EXPECT_EQ(error_of("%PDF-1.5\nnothing"), "input is damaged: its picture cannot be decoded");
  const std::string page =
      "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/"
      "Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/"
      "MediaBox[0 0 20000 10]>>endobj\ntrailer<</Root 1 0 R>>\n";
  EXPECT_EQ(error_of(page), "input is damaged: its picture cannot be decoded");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "") << "the library printed a line";
}

TEST(HeicPicture, WithoutItsLibraryOneLineSaysSo) {
  const std::string start(
      "\0\0\0\x18"
      "ftypheic\0\0\0\0mif1heic",
      24);
  const std::string wanted = reads_format(PictureFormat::heif)
                                 ? "input "
                                 : "input is a HEIC picture, and this build reads none";
  EXPECT_EQ(error_of(start).substr(0, wanted.size()), wanted);
}

#ifdef GRIDLENS_TEST_HEIF
#ifdef __SANITIZE_ADDRESS__
// The encoder, which only this test uses, never frees its tables.
extern "C" const char* __lsan_default_suppressions();  // NOLINT(bugprone-reserved-identifier)
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libx265";
}
#endif

heif_error append(heif_context* /*context*/, const void* data, size_t size, void* bytes) {
  static_cast<std::string*>(bytes)->append(static_cast<const char*>(data), size);
  return {heif_error_Ok, heif_suberror_Unspecified, ""};
}

// The picture as a HEIC file; empty where the library has no encoder.
std::string heic_of(const cv::Mat& bgr) {
  heif_context* context = heif_context_alloc();
  heif_encoder* encoder = nullptr;
  std::string bytes;
  if (heif_context_get_encoder_for_format(context, heif_compression_HEVC, &encoder).code ==
      heif_error_Ok) {
    heif_image* image = nullptr;
    heif_image_create(bgr.cols, bgr.rows, heif_colorspace_RGB, heif_chroma_interleaved_RGB, &image);
    heif_image_add_plane(image, heif_channel_interleaved, bgr.cols, bgr.rows, 8);
    int stride = 0;
    std::uint8_t* pixels = heif_image_get_plane(image, heif_channel_interleaved, &stride);
    cv::Mat rgb(bgr.size(), CV_8UC3, pixels, static_cast<size_t>(stride));
    cv::cvtColor(bgr, rgb, cv::COLOR_BGR2RGB);
    heif_encoder_set_lossy_quality(encoder, 80);
    heif_image_handle* handle = nullptr;
    if (heif_context_encode_image(context, image, encoder, nullptr, &handle).code ==
        heif_error_Ok) {
      heif_writer writer{1, append};
      heif_context_write(context, &writer, &bytes);
      heif_image_handle_release(handle);
    }
    heif_image_release(image);
    heif_encoder_release(encoder);
  }
  heif_context_free(context);
  return bytes;
}

TEST(HeicPicture, ASampleIsReadAsItsOriginalIs) {
  const cv::Mat original = cv::imread(find_resource("assets/samples/tilted_6x6.jpg").string());
  ASSERT_FALSE(original.empty());
  const std::string heic = heic_of(original);
  if (heic.empty()) GTEST_SKIP() << "libheif has no encoder here";
  const Picture picture = picture_of(heic);
  ASSERT_EQ(picture.bgr.size(), original.size());
  EXPECT_LT(
      cv::norm(picture.bgr, original, cv::NORM_L1) / static_cast<double>(original.total() * 3),
      6.0);
  EXPECT_EQ(error_of(heic.substr(0, heic.size() / 2)).substr(0, 6), "input ");
  for (size_t at = 0; at < 400; at += 29) {
    std::string damaged = heic;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    const std::string error = error_of(damaged);  // read, or refused in one line
    EXPECT_EQ(error.find('\n'), std::string::npos);
  }
}
#endif

}  // namespace
}  // namespace gridlens
