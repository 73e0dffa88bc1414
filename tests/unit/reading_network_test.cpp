#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <opencv2/core.hpp>

#include "core/puzzle/alphabet.h"
#include "core/reading/observation/orientation.h"
#include "core/resources/resources.h"
#include "tests/unit/reading_scene.h"

namespace gridlens {
namespace {

std::vector<std::uint8_t> base64_decoded(const std::string& text) {
  const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<std::uint8_t> bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    const size_t value = alphabet.find(c);
    if (value == std::string::npos) break;
    bits = (bits << 6) | static_cast<unsigned>(value);
    count += 6;
    if (count >= 8) bytes.push_back(static_cast<std::uint8_t>(bits >> (count -= 8) & 0xFF));
  }
  return bytes;
}

// models/train/export.py writes a synthetic rectified board and what torch makes of some of its
// cells.
TEST(DigitNetwork, AgreesWithTheTrainedNetwork) {
  std::ifstream stream(find_resource("models/digits_reference.json"));
  const nlohmann::json reference = nlohmann::json::parse(stream);
  const int side = reference.at("side").get<int>();
  std::vector<std::uint8_t> pixels = base64_decoded(reference.at("sheet").get<std::string>());
  ASSERT_EQ(pixels.size(), static_cast<size_t>(side * side));
  RectifiedBoard rectified;
  rectified.n = reference.at("n").get<int>();
  rectified.grey = cv::Mat(side, side, CV_8U, pixels.data());
  const InkMap ink = normalise(rectified);
  EXPECT_EQ(static_cast<long>(cv::sum(ink.ink)[0]), reference.at("ink_sum").get<long>());

  const auto cells = reference.at("cells").get<std::vector<int>>();
  const auto scores = reading_scene::network().classify(ink, cells, 0);
  ASSERT_EQ(scores.size(), cells.size());
  // Beyond -20 single precision is good to a millionth of the value.
  const auto expect_near = [](double ours, double theirs) {
    EXPECT_NEAR(ours, theirs, std::max(2e-5, 1e-6 * std::abs(theirs)));
  };
  for (size_t i = 0; i < cells.size(); ++i) {
    for (size_t k = 0; k < scores[i].symbols.size(); ++k)
      expect_near(scores[i].symbols[k], reference.at("symbols")[i][k].get<double>());
    for (size_t k = 0; k < scores[i].kinds.size(); ++k)
      expect_near(scores[i].kinds[k], reference.at("kinds")[i][k].get<double>());
  }
}

TEST(DigitNetwork, GivesNormalisedProbabilities) {
  const RectifiedBoard rectified = reading_scene::draw_rectified("12345678934567891.", 3);
  std::vector<int> cells(9);
  std::iota(cells.begin(), cells.end(), 0);
  for (const CellScores& cell : reading_scene::network().classify(normalise(rectified), cells, 0)) {
    ASSERT_EQ(cell.symbols.size(), DigitNetwork::labels().size());
    double sum = 0;
    for (const float log_p : cell.symbols) sum += std::exp(static_cast<double>(log_p));
    EXPECT_NEAR(sum, 1, 1e-4);
  }
}

// The orientation head tells blank cells from others, and all together which way up a board lies.
TEST(DigitNetwork, TellsBlankCellsAndTheWayUpAtAGlance) {
  const std::string puzzle = "2.4.5.7.3";
  std::vector<int> cells(9);
  std::iota(cells.begin(), cells.end(), 0);
  for (int turns = 0; turns < 4; ++turns) {
    const InkMap ink =
        normalise(reading_scene::turned(reading_scene::draw_rectified(puzzle, 3), turns));
    const std::vector<int> rectified_cells = rectified_cells_of_upright(3, turns);
    const auto scored = reading_scene::network().score_orientation(ink, cells);
    ASSERT_EQ(scored.size(), cells.size());
    std::array<double, 4> orientations{};
    for (size_t i = 0; i < puzzle.size(); ++i) {
      const OrientationScores& head = scored[static_cast<size_t>(rectified_cells[i])];
      EXPECT_EQ(head.blank > 0, puzzle[i] == '.') << i;
      double sum = 0;
      for (size_t way = 0; way < orientations.size(); ++way) {
        sum += std::exp(static_cast<double>(head.orientations[way]));
        if (puzzle[i] != '.') orientations[way] += head.orientations[way];
      }
      EXPECT_NEAR(sum, 1, 1e-4);
    }
    EXPECT_EQ(std::max_element(orientations.begin(), orientations.end()) - orientations.begin(),
              turns);
  }
  EXPECT_TRUE(reading_scene::network().score_orientation(InkMap{}, {}).empty());
}

TEST(DigitNetwork, NamesAFileThatIsMissingOrNoNetwork) {
  try {
    DigitNetwork network("no/such/digits.onnx");
    FAIL() << "nothing thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("no/such/digits.onnx"), std::string::npos);
  }
  const auto path = std::filesystem::temp_directory_path() / "gridlens_not_a_network.onnx";
  std::ofstream(path) << "this is no network";
  EXPECT_THROW(DigitNetwork{path}, std::runtime_error);
  std::filesystem::remove(path);
}

TEST(InkMap, IsTheSameInDimLightAndOnColouredPaper) {
  const std::string puzzle = "1.2.3.4.5";
  const InkMap bright = normalise(reading_scene::draw_rectified(puzzle, 3, 20, 250));
  const InkMap dim = normalise(reading_scene::draw_rectified(puzzle, 3, 8, 100));
  cv::Mat difference;
  cv::absdiff(bright.ink, dim.ink, difference);
  EXPECT_LT(cv::mean(difference)[0], 2);
}

TEST(InkMap, OnlyCellsWithoutInkAreSurelyBlank) {
  const std::string puzzle = "1.2.3.4.7";
  const InkMap ink = normalise(reading_scene::draw_rectified(puzzle, 3));
  for (int cell = 0; cell < 9; ++cell)
    EXPECT_EQ(surely_blank(ink, cell), puzzle[static_cast<size_t>(cell)] == '.') << cell;
}

TEST(Alphabet, PrintsItsValues) {
  EXPECT_EQ((Alphabet{AlphabetKind::numerals, 16}.symbol(12)), "12");
  EXPECT_EQ((Alphabet{AlphabetKind::zero_based, 16}.symbol(1)), "0");
  EXPECT_EQ((Alphabet{AlphabetKind::hexadecimal, 16}.symbol(16)), "F");
  EXPECT_EQ((Alphabet{AlphabetKind::digits_then_letters, 16}.symbol(10)), "A");
  EXPECT_EQ((Alphabet{AlphabetKind::letters, 16}.symbol(16)), "P");
  EXPECT_EQ((Alphabet{AlphabetKind::numerals, 4}.symbols()),
            (std::vector<std::string>{"1", "2", "3", "4"}));
  for (int n = 2; n <= 25; ++n)
    for (const Alphabet& alphabet : possible_alphabets(n))
      for (const std::string& symbol : alphabet.symbols())
        EXPECT_GE(DigitNetwork::label_of(symbol), 0) << n << " " << symbol;
}

}  // namespace
}  // namespace gridlens
