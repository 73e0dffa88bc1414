// The contract of `read` and its pipes to the letter, on photographed boards of 4x4 to 25x25 in
// numerals, letters and hexadecimal, with boxes of all kinds. What is expected is made of the
// pictures' truth files, by code of its own.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/faults/expect_end.h"
#include "tests/faults/inputs_cases.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using Matrix = std::vector<std::vector<int>>;

struct Truth {
  int n = 0;
  int rows = 0, cols = 0;  // of a box
  std::vector<std::string> alphabet;
  Matrix clues, solution;
};

Truth truth_of(fs::path image) {
  const Json board = Json::parse(read_whole_file(image.replace_extension(".json")))["boards"].at(0);
  return {board["n"],        board["box"][0], board["box"][1],
          board["alphabet"], board["clues"],  board["solution"]};
}

std::vector<std::string> keys_of(const Json& json) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  return keys;
}

std::string symbols_of(const Truth& truth) {
  const bool numerals =
      truth.alphabet.front() == "1" && truth.alphabet.back() == std::to_string(truth.n);
  return numerals ? "" : ", symbols " + truth.alphabet.front() + "-" + truth.alphabet.back();
}

// One row a line, the symbols right-aligned, bars between boxes and a rule between their rows.
std::string text_of(const Truth& truth, const Matrix& grid) {
  std::size_t width = 0;
  for (const std::string& symbol : truth.alphabet) width = std::max(width, symbol.size());
  std::string text;
  for (int row = 0; row < truth.n; ++row) {
    std::string line;
    for (int col = 0; col < truth.n; ++col) {
      if (col > 0) line += col % truth.cols == 0 ? " | " : " ";
      const int value = grid[static_cast<std::size_t>(row)][static_cast<std::size_t>(col)];
      const std::string symbol =
          value == 0 ? "." : truth.alphabet[static_cast<std::size_t>(value - 1)];
      line += std::string(width - symbol.size(), ' ') + symbol;
    }
    if (row > 0 && row % truth.rows == 0) {
      std::string rule(line.size() + 1, '-');
      for (std::size_t i = 0; i < line.size(); ++i)
        if (line[i] == '|') rule[i] = '+';
      text += rule + "\n";
    }
    text += line + "\n";
  }
  return text;
}

// `RxC:` where the box is not the squarest with R <= C; then symbols up to 9x9, numbers above.
std::string line_of(const Truth& truth, const Matrix& grid, bool empty_as_dot) {
  int rows = 1;
  for (int r = 1; r * r <= truth.n; ++r)
    if (truth.n % r == 0) rows = r;
  std::string line;
  if (empty_as_dot && truth.rows != rows)
    line = std::to_string(truth.rows) + "x" + std::to_string(truth.cols) + ":";
  bool first = true;
  for (const auto& row : grid)
    for (const int value : row) {
      if (!std::exchange(first, false) && truth.n > 9) line += ",";
      line += value == 0 ? "." : std::to_string(value);
    }
  return line;
}

class ContractTest : public MediaTest, public ::testing::WithParamInterface<std::string> {
 protected:
  void SetUp() override {
    MediaTest::SetUp();
    image_ = fs::path(GRIDLENS_IMAGES) / GetParam();
    truth_ = truth_of(image_);
  }
  [[nodiscard]] std::string run(std::vector<std::string> arguments,
                                const std::optional<std::string>& input = {}) const {
    const ProgramEnd end =
        run_program({.arguments = std::move(arguments), .input = input, .folder = folder_});
    EXPECT_EQ(end.status, 0);
    EXPECT_EQ(end.err, "");
    return end.out;
  }

  fs::path image_;
  Truth truth_;
};

TEST_P(ContractTest, Text) {
  const std::string n = std::to_string(truth_.n);
  EXPECT_EQ(run({"read", image_.string()}),
            image_.string() + ": " + n + "x" + n + ", boxes " + std::to_string(truth_.rows) + "x" +
                std::to_string(truth_.cols) + symbols_of(truth_) + ", solved\ngivens\n" +
                text_of(truth_, truth_.clues) + "solution\n" + text_of(truth_, truth_.solution));
}

TEST_P(ContractTest, JsonLine) {
  const std::string out = run({"read", "--json", "--hint", image_.string()});
  ASSERT_EQ(std::count(out.begin(), out.end(), '\n'), 1);
  const Json json = Json::parse(out);
  EXPECT_EQ(keys_of(json), (std::vector<std::string>{"image", "width", "height", "grids", "ms"}));
  EXPECT_EQ(json["image"], image_.string());
  ASSERT_EQ(json["grids"].size(), 1u);
  const Json& grid = json["grids"][0];
  EXPECT_EQ(keys_of(grid),
            (std::vector<std::string>{"id", "corners", "n", "box", "alphabet", "clues", "entries",
                                      "confidence", "state", "solution", "doubtful", "mistakes",
                                      "reason", "hint"}));
  EXPECT_EQ(grid["n"], truth_.n);
  EXPECT_EQ(grid["box"], (Json{truth_.rows, truth_.cols}));
  EXPECT_EQ(grid["alphabet"], Json(truth_.alphabet));
  EXPECT_EQ(grid["clues"], Json(truth_.clues));
  EXPECT_EQ(grid["solution"], Json(truth_.solution));
  EXPECT_EQ(grid["state"], "solved");
  EXPECT_TRUE(grid["reason"].is_null());
  EXPECT_EQ(grid["doubtful"], Json::array());
  EXPECT_EQ(grid["mistakes"], Json::array());
  ASSERT_EQ(grid["corners"].size(), 4u);
  ASSERT_EQ(grid["confidence"].size(), static_cast<std::size_t>(truth_.n));
  for (const Json& row : grid["confidence"]) {
    ASSERT_EQ(row.size(), static_cast<std::size_t>(truth_.n));
    for (const Json& value : row) EXPECT_TRUE(value >= 0 && value <= 1);
  }
  for (const Json& row : grid["entries"])
    for (const Json& value : row) EXPECT_EQ(value, 0);
  const Json& hint = grid["hint"];
  EXPECT_EQ(keys_of(hint),
            (std::vector<std::string>{"kind", "cell", "value", "technique", "reason", "because"}));
  EXPECT_EQ(hint["kind"], "place");
  const std::size_t row = hint["cell"][0], col = hint["cell"][1];
  EXPECT_EQ(truth_.clues.at(row).at(col), 0);
  EXPECT_EQ(truth_.solution.at(row).at(col), hint["value"]);
}

TEST_P(ContractTest, LinesAndPipes) {
  const std::string line = run({"read", "--line", image_.string()});
  EXPECT_EQ(line, line_of(truth_, truth_.clues, true) + "\n");
  const std::string answer = "unique " + line_of(truth_, truth_.solution, false) + "\n";
  EXPECT_EQ(run({"solve", "-"}, line), answer);
  EXPECT_EQ(run({"solve"}, run({"read", image_.string()})), answer);
  EXPECT_EQ(run({"solve", line.substr(0, line.size() - 1)}), answer);
  const Json solved = Json::parse(run({"solve", "--json"}, line));
  EXPECT_EQ(keys_of(solved),
            (std::vector<std::string>{"line", "n", "box", "state", "solutions", "ms"}));
  EXPECT_EQ(solved["state"], "unique");
  EXPECT_EQ(solved["box"], (Json{truth_.rows, truth_.cols}));
  // r4c7 8 hidden-single: reason
  const std::string hint = run({"solve", "--hint"}, line);
  int row = 0, col = 0, value = 0;
  ASSERT_EQ(std::sscanf(hint.c_str(), "r%dc%d %d ", &row, &col, &value), 3) << hint;
  EXPECT_EQ(
      truth_.solution.at(static_cast<std::size_t>(row - 1)).at(static_cast<std::size_t>(col - 1)),
      value);
}

INSTANTIATE_TEST_SUITE_P(
    Boards, ContractTest,
    ::testing::Values("sizes-4-to-8/sizes_010.jpg",     // 4x4, A-D
                      "sizes-4-to-8/sizes_011.jpg",     // 4x4
                      "sizes-4-to-8/sizes_020.jpg",     // 6x6, boxes 2x3, A-F
                      "sizes-4-to-8/sizes_030.jpg",     // 6x6, boxes 3x2
                      "sizes-4-to-8/sizes_041.jpg",     // 8x8
                      "sizes-10-to-25/sizes_050.jpg",   // 10x10, A-J
                      "sizes-10-to-25/sizes_061.jpg",   // 12x12, numerals of two digits
                      "sizes-10-to-25/sizes_070.jpg",   // 16x16, 0-F
                      "sizes-10-to-25/sizes_071.jpg",   // 16x16, numerals
                      "sizes-10-to-25/sizes_080.jpg"),  // 25x25, A-Y
    [](const auto& row) { return row.param.substr(row.param.find("_") + 1, 3); });

}  // namespace
}  // namespace gridlens
