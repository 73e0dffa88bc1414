#include "app/session/result_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace gridlens {
namespace {

using Json = nlohmann::json;

BoardResult solved_board() {
  BoardResult board;
  board.id = 3;
  board.n = 4;
  board.image_from_board =
      Homography::image_from_board({{cv::Point2d{10, 20}, {90, 20}, {90, 100}, {10, 100}}}, 4);
  board.state = BoardState::solved;
  board.shape = Shape{2, 2};
  board.alphabet = Alphabet{AlphabetKind::numerals, 4};
  board.clues = Grid(Shape{2, 2}, {1, 0, 3, 0, 0, 4, 0, 2, 2, 0, 4, 0, 0, 3, 0, 1});
  board.entries = Grid(Shape{2, 2});
  board.solution = Grid(Shape{2, 2}, {1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1});
  board.confidence = CellMap<float>(16, 0.75f);
  return board;
}

TEST(ResultJsonTest, AFrameLineHoldsTheContract) {
  FrameResult result;
  result.frame.index = 7;
  result.frame.time_ms = 233.3334;
  result.boards = {solved_board()};
  result.stages.read = 2;
  result.stages.warp = 1;
  const std::string line = frame_line(result);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const Json json = Json::parse(line);
  EXPECT_EQ(json["frame"], 7);
  EXPECT_DOUBLE_EQ(json["time_ms"], 233.333);
  EXPECT_FALSE(json.contains("captured_ms"));
  EXPECT_EQ(json["stages_ms"].size(), 5u);
  EXPECT_DOUBLE_EQ(json["stages_ms"]["read"], 3);
  const Json& grid = json["grids"].at(0);
  EXPECT_EQ(grid["id"], 3);
  EXPECT_EQ(grid["corners"], Json::parse("[[10.0,20.0],[90.0,20.0],[90.0,100.0],[10.0,100.0]]"));
  EXPECT_EQ(grid["n"], 4);
  EXPECT_EQ(grid["box"], Json::parse("[2,2]"));
  EXPECT_EQ(grid["alphabet"], Json::parse(R"(["1","2","3","4"])"));
  EXPECT_EQ(grid["clues"][1], Json::parse("[0,4,0,2]"));
  EXPECT_EQ(grid["entries"][0], Json::parse("[0,0,0,0]"));
  EXPECT_EQ(grid["confidence"][3].size(), 4u);
  EXPECT_EQ(grid["state"], "solved");
  EXPECT_EQ(grid["solution"][3], Json::parse("[4,3,2,1]"));
}

TEST(ResultJsonTest, DoubtsMistakesAndHints) {
  BoardResult board = solved_board();
  board.entries->set(0, 1, 2);  // right
  board.entries->set(0, 3, 2);  // wrong
  Json grid = Json::parse(still_line("a", {1, 1}, {1, 1}, {board}, 1, true))["grids"][0];
  EXPECT_EQ(grid["doubtful"], Json::array());
  EXPECT_EQ(grid["mistakes"], Json::parse("[[0,3]]"));
  EXPECT_TRUE(grid["reason"].is_null());
  EXPECT_EQ(grid["hint"], Json::parse(R"({"kind":"wrong_entry","cell":[0,3],"value":2,
      "technique":null,"reason":"r1c4 is not 2: column 4 has its 2 at r2c4, a given",
      "because":[[1,3]]})"));
  board.entries->set(0, 3, 0);
  grid = Json::parse(still_line("a", {1, 1}, {1, 1}, {board}, 1, true))["grids"][0];
  EXPECT_EQ(grid["mistakes"], Json::array());
  EXPECT_EQ(grid["hint"]["kind"], "place");
  EXPECT_EQ(grid["hint"]["technique"], "hidden single");
  EXPECT_FALSE(
      Json::parse(still_line("a", {1, 1}, {1, 1}, {board}, 1))["grids"][0].contains("hint"));

  board.solution.reset();
  board.state = BoardState::unreadable;
  board.message = "1 doubtful cell";
  board.doubtful = {6};
  board.likeliest = CellMap<std::array<int, 2>>(16, {0, 1});
  board.likeliest[6] = {3, 4};
  grid = Json::parse(still_line("a", {1, 1}, {1, 1}, {board}, 1))["grids"][0];
  EXPECT_EQ(grid["doubtful"], Json::parse(R"([{"cell":[1,2],"values":[3,4]}])"));
  // No hint rests on what is not surely read.
  EXPECT_TRUE(
      Json::parse(still_line("a", {1, 1}, {1, 1}, {board}, 1, true))["grids"][0]["hint"].is_null());
  board.likeliest[6] = {0, -1};
  EXPECT_EQ(Json::parse(still_line("a", {1, 1}, {1, 1}, {board}, 1))["grids"][0]["doubtful"],
            Json::parse(R"([{"cell":[1,2],"values":[0]}])"));
  EXPECT_TRUE(grid["mistakes"].is_null());
  EXPECT_EQ(grid["reason"], "1 doubtful cell");
}

TEST(ResultJsonTest, WhatIsNotKnownIsNull) {
  FrameResult result;
  BoardResult board;
  board.id = 1;
  result.boards = {board};
  const Json grid = Json::parse(frame_line(result))["grids"].at(0);
  for (const char* key : {"n", "box", "alphabet", "clues", "entries", "confidence", "solution"})
    EXPECT_TRUE(grid.at(key).is_null()) << key;
  EXPECT_EQ(grid["state"], "reading");
}

TEST(ResultJsonTest, LiveLinesCarryTheirTimes) {
  const Json json = Json::parse(frame_line(FrameResult{}, ShownTimes{10.5, 42.25}));
  EXPECT_DOUBLE_EQ(json["captured_ms"], 10.5);
  EXPECT_DOUBLE_EQ(json["shown_ms"], 42.25);
}

TEST(ResultJsonTest, StillsAndTheirErrors) {
  const Json good =
      Json::parse(still_line("a \"b\".jpg", {640, 480}, {640, 480}, {solved_board()}, 12.3456));
  EXPECT_EQ(good["image"], "a \"b\".jpg");
  EXPECT_EQ(good["width"], 640);
  EXPECT_EQ(good["grids"].size(), 1u);
  EXPECT_DOUBLE_EQ(good["ms"], 12.346);
  const Json bad = Json::parse(still_error_line("\xff.jpg", "no such file"));
  EXPECT_EQ(bad["error"], "no such file");
  EXPECT_TRUE(bad["grids"].empty());
}

TEST(ResultJsonTest, CornersOfAReducedPictureAreThoseOfTheCaptured) {
  // Pixel 10 of a picture at half the size covers pixels 20 and 21: their middle is 20.5.
  const Json still = Json::parse(still_line("a.jpg", {1280, 960}, {640, 480}, {solved_board()}, 1));
  EXPECT_EQ(still["width"], 1280);
  EXPECT_EQ(still["height"], 960);
  EXPECT_EQ(still["grids"][0]["corners"][0], Json::parse("[20.5,40.5]"));
  FrameResult result;
  result.frame.bgr = cv::Mat(480, 640, CV_8UC3);
  result.frame.captured_size = {1280, 960};
  result.boards = {solved_board()};
  EXPECT_EQ(Json::parse(frame_line(result))["grids"][0]["corners"], still["grids"][0]["corners"]);
}

}  // namespace
}  // namespace gridlens
