#include "core/print/print_pages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <string>

#include "core/pipeline/read_still.h"
#include "core/puzzle/alphabet.h"
#include "core/resources/resources.h"
#include "puzzle_sets.h"

namespace gridlens {
namespace {

PuzzleDocument document_of(const std::string& set, std::size_t index = 0) {
  for (const PuzzleSet& known : own_puzzle_sets())
    if (known.name == set) {
      PuzzleDocument document(known.puzzles.at(index).shape());
      document.givens = known.puzzles.at(index);
      return document;
    }
  throw std::runtime_error("no set " + set);
}

cv::Mat mat_of(const PagePicture& page) {
  const cv::Mat view(page.height, page.width, CV_8UC3, const_cast<std::uint8_t*>(page.bgr.data()));
  return view.clone();
}

// Where GRIDLENS_TEST_PAGES names a folder, people can look at the pages.
void keep(const cv::Mat& page, const std::string& name) {
  if (const char* folder = std::getenv("GRIDLENS_TEST_PAGES"))
    cv::imwrite(std::string(folder) + "/" + name + ".png", page);
}

class PrintedPages : public ::testing::Test {
 protected:
  // The largest board that GridLens reads on the page, and that it is the only one.
  void expect_read_back(const PuzzleDocument& document, const std::string& name) {
    const cv::Mat page = mat_of(print_picture(document, 120));
    keep(page, name);
    const std::vector<BoardResult> boards = read_still(page, network_, solver_);
    ASSERT_EQ(boards.size(), 1U) << name;
    ASSERT_TRUE(boards[0].clues) << name;
    EXPECT_EQ(*boards[0].clues, document.givens) << name;
  }

  DigitNetwork network_{find_resource("models/digits.onnx")};
  InlineSolveService solver_;
};

TEST_F(PrintedPages, AreReadBackAt120Dpi) {
  expect_read_back(document_of("9x9_box3x3_unique"), "9");
  expect_read_back(document_of("6x6_box2x3_unique"), "6");
  expect_read_back(document_of("16x16_box4x4_unique"), "16");
  expect_read_back(document_of("25x25_box5x5_unique"), "25");
}

TEST_F(PrintedPages, WithLettersAreReadBackAt120Dpi) {
  PuzzleDocument sixteen = document_of("16x16_box4x4_unique", 1);
  sixteen.symbols = Alphabet{AlphabetKind::digits_then_letters, 16}.symbols();
  expect_read_back(sixteen, "16_letters");
  PuzzleDocument twenty_five = document_of("25x25_box5x5_unique", 1);
  twenty_five.symbols = Alphabet{AlphabetKind::letters, 25}.symbols();
  expect_read_back(twenty_five, "25_letters");
}

TEST_F(PrintedPages, EntriesAndMarksAreNoGivens) {
  PuzzleDocument document = document_of("9x9_box3x3_unique");
  document.marks.assign(81, 0);
  for (int cell = 0; cell < 81; ++cell)
    if (document.givens.at(cell) == 0)
      document.marks[static_cast<std::size_t>(cell)] = cell % 3 == 0 ? 0x155U : 0;
  const cv::Mat marked = mat_of(print_picture(document, 120));
  keep(marked, "9_marks");
  const std::vector<BoardResult> boards = read_still(marked, network_, solver_);
  ASSERT_EQ(boards.size(), 1U);
  EXPECT_EQ(boards[0].clues, document.givens);
}

TEST(PrintPages, VariantsAreDrawn) {
  PuzzleDocument x = document_of("9x9_box3x3_x_unique");
  const cv::Mat classic_page = mat_of(print_picture(x, 72));
  x.rules = RuleKind::x;
  x.title = "With both diagonals";
  x.author = "A. Nyone";
  const cv::Mat x_page = mat_of(print_picture(x, 120));
  keep(x_page, "9_x");
  PuzzleDocument jigsaw = document_of("9x9_jigsaw_unique");
  jigsaw.rules = RuleKind::jigsaw;
  for (const PuzzleSet& set : own_puzzle_sets())
    if (set.name == "9x9_jigsaw_unique") {
      jigsaw.regions.resize(81);
      for (std::size_t region = 0; region < 9; ++region)
        for (const int cell : set.rules.units[18 + region].cells)
          jigsaw.regions[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(region);
    }
  jigsaw.entries.set(0, 0, 5);
  jigsaw.title = std::string(300, 'W') + "\xff";
  const cv::Mat jigsaw_page = mat_of(print_picture(jigsaw, 120));
  keep(jigsaw_page, "9_jigsaw");
  // The cell between two diagonals' dark line is not white.
  x.title = x.author = "";
  const cv::Mat x_small = mat_of(print_picture(x, 72));
  EXPECT_GT(cv::norm(classic_page, x_small), 0);
}

TEST(PrintPages, PdfHasAPageForEachPuzzleAndSvgOne) {
  std::vector<PuzzleDocument> documents(3, document_of("9x9_box3x3_unique"));
  documents[1].title = "Two & <three>";
  const std::string pdf = print_pages(documents, PageFormat::pdf);
  EXPECT_EQ(pdf.substr(0, 5), "%PDF-");
  EXPECT_NE(pdf.find("/Count 3"), std::string::npos);
  EXPECT_EQ(pdf.find("/CreationDate"), std::string::npos) << "the bytes are the same every day";
  EXPECT_THROW(print_pages(documents, PageFormat::svg), std::invalid_argument);
  EXPECT_THROW(print_pages({}, PageFormat::pdf), std::invalid_argument);
  const std::string svg = print_pages({documents.data(), 1}, PageFormat::svg);
  EXPECT_NE(svg.find("<svg"), std::string::npos);
  // Letters are outlines: no typeface of the machine is asked for.
  EXPECT_EQ(svg.find("font-family"), std::string::npos);
}

TEST(PrintPages, EveryShapeFits) {
  for (const Shape shape : {Shape{2, 2}, Shape{1, 7}, Shape{6, 6}}) {
    PuzzleDocument document(shape);
    for (int i = 0; i < shape.n(); ++i) document.givens.set(i, i, shape.n() - i);
    PrintOptions options;
    options.max_nodes = 100;
    keep(mat_of(print_picture(document, 100, options)), std::to_string(shape.n()) + "_other");
    EXPECT_GT(print_pages({&document, 1}, PageFormat::pdf, options).size(), 1000U);
  }
  EXPECT_THROW(print_picture(PuzzleDocument(), 0), std::invalid_argument);
}

}  // namespace
}  // namespace gridlens
