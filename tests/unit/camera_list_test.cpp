// What `gridlens cameras` prints, of made-up cameras.
#include "app/cli/camera_list.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace gridlens {
namespace {

const ListedCamera kWebcam{{2, "/dev/video2", "HD Webcam"},
                           {{"MJPG", 1280, 720, 30},
                            {"YUYV", 640, 480, 30},
                            {"YUYV", 640, 480, 15},
                            {"YUYV", 1280, 720, 10},
                            {"H264", 1920, 1080, 60},
                            {"MJPG", 640, 480, 29.97002997}},
                           ""};

TEST(CameraListTest, OneLineWithEachUsableSizeOnce) {
  EXPECT_EQ(camera_line(kWebcam),
            "/dev/video2\tHD Webcam\t640x480 at 30, 29.97, 15 fps; 1280x720 at 30, 10 fps");
}

TEST(CameraListTest, WhatIsUnknownIsTold) {
  EXPECT_EQ(camera_line({{0, "/dev/video0", "Cam"}, {}, ""}), "/dev/video0\tCam\tsizes unknown");
  EXPECT_EQ(camera_line({{0, "/dev/video0", "Cam"}, {}, "no permission to open it"}),
            "/dev/video0\tCam\tsizes unknown: no permission to open it");
  EXPECT_EQ(camera_line({{0, "/dev/video0", "Cam"}, {{"YUYV", 640, 480, 0}}, ""}),
            "/dev/video0\tCam\t640x480");
}

TEST(CameraListTest, ANameKeepsToItsLine) {
  EXPECT_EQ(camera_line({{0, "/dev/video0", "A\tB\nC"}, {}, ""}),
            "/dev/video0\tA B C\tsizes unknown");
}

TEST(CameraListTest, JsonHoldsEveryMode) {
  const auto json = nlohmann::json::parse(camera_json(kWebcam));
  EXPECT_EQ(json["device"], "/dev/video2");
  EXPECT_EQ(json["index"], 2);
  EXPECT_EQ(json["name"], "HD Webcam");
  EXPECT_TRUE(json["error"].is_null());
  ASSERT_EQ(json["modes"].size(), 6u);
  EXPECT_EQ(
      json["modes"][0],
      (nlohmann::json{
          {"format", "MJPG"}, {"width", 1280}, {"height", 720}, {"fps", 30}, {"usable", true}}));
  EXPECT_EQ(json["modes"][4]["usable"], false);
  EXPECT_EQ(json["modes"][5]["fps"], 29.97);
}

TEST(CameraListTest, JsonOfAnyName) {
  const auto json = nlohmann::json::parse(
      camera_json({{0, "/dev/video0", "\xff\"\n"}, {{"YUYV", 640, 480, 0}}, "why"}));
  EXPECT_EQ(json["error"], "why");
  EXPECT_TRUE(json["modes"][0]["fps"].is_null());
}

}  // namespace
}  // namespace gridlens
