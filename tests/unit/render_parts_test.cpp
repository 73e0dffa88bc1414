// The renderer's parts: view, shaders, glyphs, read-back.
#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "core/resources/resources.h"
#include "render/glyph_atlas.h"
#include "render/paint_mesh.h"
#include "render/shader_program.h"
#include "tests/unit/render_fixture.h"

namespace gridlens {
namespace {

class RenderParts : public RenderTest {};

cv::Point2d mapped(const cv::Matx33d& map, double x, double y) {
  return Homography(map)({x, y});
}

TEST(View, LetterboxKeepsTheShapeAndMapsEdgesToEdges) {
  View view{{1000, 700}, {0, 0, 800, 700}, false, false, 1};
  const Placement placement = place_picture({1280, 720}, view);
  EXPECT_EQ(placement.picture_px, cv::Rect(0, 125, 800, 450));
  EXPECT_NEAR(mapped(placement.view_from_image, -0.5, -0.5).x, -0.5, 1e-9);
  EXPECT_NEAR(mapped(placement.view_from_image, -0.5, -0.5).y, 124.5, 1e-9);
  EXPECT_NEAR(mapped(placement.view_from_image, 1279.5, 719.5).x, 799.5, 1e-9);
  EXPECT_NEAR(mapped(placement.view_from_image, 1279.5, 719.5).y, 574.5, 1e-9);
  view.mirror = true;
  const Placement mirrored = place_picture({1280, 720}, view);
  EXPECT_NEAR(mapped(mirrored.view_from_image, -0.5, -0.5).x, 799.5, 1e-9);
  EXPECT_NEAR(mapped(mirrored.view_from_image, 1279.5, 719.5).x, -0.5, 1e-9);
}

// As in the window: rows upwards, an area beside the panels. Compared with the recorder's drawing.
TEST_F(RenderParts, WindowAndRecordingShowTheSame) {
  cv::Mat picture(60, 80, CV_8UC3);
  cv::theRNG().state = 3;
  cv::randu(picture, 0, 256);
  PlacedOverlay board{Homography(cv::Matx33d(42, 0, 20, 0, 42, 10, 0, 0, 1)), 1, {}};
  board.overlay.glyphs = {{0.5, 0.5, 0.7, "4", {0, 0, 0, 1}}};
  board.overlay.strokes = {{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, 0.05, true, {1, 0, 0, 1}}};
  for (const bool mirror : {false, true}) {
    const cv::Mat recorded = draw(picture, {board}, mirror);
    OffscreenTarget window;
    window.resize({120, 90});
    window.bind();
    glClearColor(0, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    scene().draw(picture, std::vector{board}, View{{120, 90}, {30, 20, 80, 60}, mirror, false, 1});
    PixelReadback readback;
    readback.fetch(window, {});
    cv::Mat shown = readback.flush()->bgr;
    cv::flip(shown, shown, 0);
    EXPECT_LE(cv::norm(shown(cv::Rect(30, 20, 80, 60)), recorded, cv::NORM_INF), 1);
    // Nothing is drawn outside the picture.
    cv::Mat outside = shown.clone();
    outside(cv::Rect(30, 20, 80, 60)).setTo(cv::Scalar(255, 0, 0));
    EXPECT_EQ(cv::norm(outside, cv::Mat(90, 120, CV_8UC3, cv::Scalar(255, 0, 0)), cv::NORM_INF), 0);
  }
}

// A labelled board at the border: the label never leaves the picture.
TEST_F(RenderParts, LabelStaysInThePicture) {
  const cv::Mat picture(200, 300, CV_8UC3, cv::Scalar::all(255));
  for (const cv::Point2d corner : {cv::Point2d(-30, -40), {250, -20}, {260, 150}, {-40, 160}}) {
    PlacedOverlay board{Homography(cv::Matx33d(8, 0, corner.x, 0, 8, corner.y, 0, 0, 1)), 9, {}};
    board.overlay.label = OverlayLabel{"two of your 7s clash", {1, 1, 1, 1}, {0, 0, 0, 1}};
    cv::Mat dark;
    cv::cvtColor(draw(picture, {board}), dark, cv::COLOR_BGR2GRAY);
    const cv::Rect box = cv::boundingRect(dark < 128);
    EXPECT_GT(box.width, 100);
    EXPECT_GE(box.x, 2);
    EXPECT_GE(box.y, 2);
    EXPECT_LE(box.br().x, 298);
    EXPECT_LE(box.br().y, 198);
  }
}

// A label lies beside its board and all others; where there is no room for it, it is left out.
TEST_F(RenderParts, LabelCoversNoBoard) {
  const cv::Mat picture(240, 320, CV_8UC3, cv::Scalar::all(255));
  const auto board_at = [](double x, double y, double cell_px) {
    PlacedOverlay board{Homography(cv::Matx33d(cell_px, 0, x, 0, cell_px, y, 0, 0, 1)), 9, {}};
    board.overlay.label = OverlayLabel{"two of your 7s clash", {1, 1, 1, 1}, {0, 0, 0, 1}};
    return board;
  };
  const auto dark_in = [&](const std::vector<PlacedOverlay>& boards, const cv::Rect& place) {
    cv::Mat dark;
    cv::cvtColor(draw(picture, boards), dark, cv::COLOR_BGR2GRAY);
    return cv::countNonZero(dark(place) < 128);
  };
  const cv::Rect all({}, picture.size());
  // Room above, below, and at a side alone; then nowhere.
  for (const auto& board : {board_at(70, 40, 20), board_at(70, 4, 22), board_at(2, 18, 22)}) {
    const cv::Point corner(board.image_from_board({0, 0}));
    const int side = static_cast<int>(board.image_from_board({9, 0}).x) - corner.x;
    EXPECT_GT(dark_in({board}, all), 300);
    EXPECT_EQ(dark_in({board}, cv::Rect(corner.x + 1, corner.y + 1, side - 1, side - 1)), 0);
  }
  EXPECT_EQ(dark_in({board_at(-5, -5, 40)}, all), 0);
  // The other board's place is no room either.
  PlacedOverlay above = board_at(10, -60, 12), below = board_at(10, 70, 18);
  above.overlay.label.reset();
  EXPECT_EQ(dark_in({above, below}, cv::Rect(10, 0, 108, 48)), 0);
}

// The strokes' width follows the wish, and the height stays.
TEST_F(RenderParts, DigitsFollowHeightAndStroke) {
  const cv::Mat picture(120, 120, CV_8UC3, cv::Scalar::all(255));
  double before = 0;
  for (const double stroke : {0.05, 0.08, 0.12}) {
    PlacedOverlay board{Homography(cv::Matx33d(100, 0, 9.5, 0, 100, 9.5, 0, 0, 1)), 1, {}};
    OverlayGlyphs glyphs{0.5, 0.5, 0.6, "4", {0, 0, 0, 1}};
    glyphs.stroke = stroke;
    board.overlay.glyphs = {glyphs};
    cv::Mat grey;
    cv::cvtColor(draw(picture, {board}), grey, cv::COLOR_BGR2GRAY);
    EXPECT_NEAR(cv::boundingRect(grey < 128).height, 60, 1.5) << stroke;
    cv::Mat distance;
    cv::distanceTransform(grey < 128, distance, cv::DIST_L2, 5);
    const double ink = cv::countNonZero(grey < 128);
    EXPECT_GT(ink, 1.2 * before) << stroke;
    before = ink;
  }
}

// A halo hides what lies under it near the strokes, softly, and leaves no box behind.
TEST_F(RenderParts, HaloLiesAroundTheStrokesAlone) {
  cv::Mat picture(120, 120, CV_8UC3, cv::Scalar::all(255));
  for (int x = 0; x < 120; x += 4) picture.col(x).setTo(cv::Scalar::all(90));
  PlacedOverlay board{Homography(cv::Matx33d(100, 0, 9.5, 0, 100, 9.5, 0, 0, 1)), 1, {}};
  OverlayGlyphs glyphs{0.5, 0.5, 0.5, "1", {0, 0, 0, 1}};
  board.overlay.glyphs = {glyphs};
  const cv::Mat without = draw(picture, {board});
  board.overlay.glyphs[0].halo = 0.3;  // more than the distance field tells of
  board.overlay.glyphs[0].halo_colour = {1, 1, 1, 1};
  const cv::Mat with = draw(picture, {board});
  cv::Mat change, grey;
  cv::absdiff(with, without, change);
  cv::cvtColor(change, grey, cv::COLOR_BGR2GRAY);
  const cv::Rect changed = cv::boundingRect(grey > 40);
  EXPECT_GT(changed.width, 10);
  EXPECT_LT(changed.height, 85);
  // It ends softly: at the edge of all that changed, little did.
  const cv::Rect box = cv::boundingRect(grey > 0);
  double most = 0;
  cv::minMaxLoc(grey.row(box.y), nullptr, &most);
  EXPECT_LT(most, 40);
  cv::minMaxLoc(grey.col(box.x), nullptr, &most);
  EXPECT_LT(most, 40);
}

// Ink lets the paper's darkness through, paint does not; light colours are paint always.
TEST_F(RenderParts, InkSoaksIntoThePaper) {
  PlacedOverlay board{Homography(), 1, {}};
  const auto painted = [&](int paper, const Rgba& colour, double ink) {
    board.overlay.rects = {{1.5, 1.5, 8, 8, colour}};
    scene().set_ink(ink);
    const cv::Mat drawn = draw(cv::Mat(12, 12, CV_8UC3, cv::Scalar::all(paper)), {board});
    scene().set_ink(0.6);
    return static_cast<int>(drawn.at<cv::Vec3b>(5, 5)[1]);
  };
  const Rgba green{0, 0.6f, 0, 1};
  EXPECT_NEAR(painted(230, green, 0), 153, 1);
  EXPECT_NEAR(painted(40, green, 0), 153, 1);
  EXPECT_NEAR(painted(255, green, 1), 153, 1);  // white paper: the colour itself
  EXPECT_LT(painted(40, green, 1), 110);        // in the shadow: darker
  EXPECT_NEAR(painted(20, {1, 1, 1, 1}, 1), 255, 1);
  EXPECT_NEAR(painted(200, {0, 0, 0, 0.5f}, 0.6), 100, 1);
}

TEST_F(RenderParts, PicturesComeBackLateInOrderAndStayUntouched) {
  OffscreenTarget target;
  PixelReadback readback;
  std::vector<ReadPicture> kept;
  const auto keep = [&](std::optional<ReadPicture> picture) {
    if (picture) kept.push_back(*picture);
  };
  for (int i = 0; i < 6; ++i) {
    // The size changes on the way, as when another camera is chosen.
    const cv::Mat picture(i < 3 ? cv::Size(31, 17) : cv::Size(20, 40), CV_8UC3,
                          cv::Scalar(10 * i, 20 * i, 30 * i));
    target.resize(picture.size());
    target.bind();
    scene().draw(picture, {}, View::of_picture(picture.size()));
    keep(readback.fetch(target, i * 33.0));
    EXPECT_EQ(kept.size(), static_cast<std::size_t>(i));  // always one on its way
  }
  keep(readback.flush());
  EXPECT_FALSE(readback.flush().has_value());
  ASSERT_EQ(kept.size(), 6u);
  for (int i = 0; i < 6; ++i) {
    const ReadPicture& picture = kept[static_cast<std::size_t>(i)];
    EXPECT_EQ(picture.time_ms, i * 33.0);
    EXPECT_EQ(picture.bgr.size(), i < 3 ? cv::Size(31, 17) : cv::Size(20, 40));
    EXPECT_EQ(picture.bgr.at<cv::Vec3b>(3, 4), cv::Vec3b(10 * i, 20 * i, 30 * i)) << i;
  }
}

TEST_F(RenderParts, ReadBackMemoryIsUsedAgainWhenNobodyHoldsIt) {
  OffscreenTarget target;
  target.resize({40, 30});
  PixelReadback readback;
  readback.fetch(target, {});
  const uchar* first = readback.fetch(target, {})->bgr.data;
  EXPECT_EQ(readback.fetch(target, {})->bgr.data, first);
  const std::optional<ReadPicture> held = readback.fetch(target, {});
  EXPECT_NE(readback.fetch(target, {})->bgr.data, held->bgr.data);
}

TEST_F(RenderParts, ShaderErrorsNameTheFileInOneLine) {
  const std::string good = "#version 330 core\nvoid main() { gl_Position = vec4(0.0); }\n";
  try {
    const ShaderProgram broken("some.vert", good, "broken.frag",
                               "#version 330 core\nvoid main() { oops }\n");
    FAIL() << "a broken shader was accepted";
  } catch (const GlError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("broken.frag"), std::string::npos) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
  }
  try {
    const ShaderProgram unfit(
        "some.vert", good, "other.frag",
        "#version 330 core\nout vec4 c; float f(); void main() { c = vec4(f()); }\n");
    FAIL() << "shaders that do not fit were accepted";
  } catch (const GlError& error) {
    EXPECT_NE(std::string(error.what()).find("some.vert + other.frag"), std::string::npos);
  }
  EXPECT_THROW(ShaderProgram("plane.vert", "no_such.frag"), std::runtime_error);
}

TEST_F(RenderParts, PicturesThatCannotBeDrawnAreRefused) {
  EXPECT_THROW(scene().set_picture(cv::Mat()), GlError);
  EXPECT_THROW(scene().set_picture(cv::Mat(4, 4, CV_8UC1)), GlError);
  EXPECT_THROW(scene().set_picture(cv::Mat(1, 40000, CV_8UC3)), GlError);
}

TEST_F(RenderParts, GlyphsHaveTheirMetrics) {
  GlyphAtlas atlas("assets/fonts/Inter-SemiBold.otf");
  EXPECT_NEAR(atlas.glyph('H').ink.height, 1, 0.02);
  EXPECT_NEAR(atlas.glyph('H').ink.y, -1, 0.02);
  EXPECT_GT(atlas.glyph('g').ink.br().y, 0.1);  // below the baseline
  EXPECT_TRUE(atlas.glyph(' ').texels.empty());
  EXPECT_GT(atlas.glyph(' ').advance, 0.1);
  // Enough characters that the atlas must grow, all at places of their own.
  std::vector<cv::Rect2d> places;
  for (char32_t c = 0x21; c < 0x180; ++c) {
    const cv::Rect2d place = atlas.glyph(c).texels;
    for (const cv::Rect2d& other : places) ASSERT_TRUE((place & other).empty());
    if (!place.empty()) places.push_back(place);
  }
  EXPECT_GT(places.size(), 250u);
  EXPECT_GT(atlas.size().height, 512);
  EXPECT_THROW(GlyphAtlas("shaders/plane.vert"), std::runtime_error);
}

TEST(Characters, DecodesUtf8AndSurvivesBrokenBytes) {
  EXPECT_EQ(characters("a7"), (std::vector<char32_t>{'a', '7'}));
  EXPECT_EQ(characters("é€𝟙"), (std::vector<char32_t>{0xE9, 0x20AC, 0x1D7D9}));
  EXPECT_EQ(characters("\xC3"), std::vector<char32_t>{0xFFFD});
  EXPECT_EQ(characters("\x80"
                       "1"),
            (std::vector<char32_t>{0xFFFD, '1'}));
}

TEST(Resources, AreFoundAndMissingOnesNamed) {
  EXPECT_FALSE(read_resource("shaders/plane.vert").empty());
  try {
    find_resource("shaders/no_such_file");
    FAIL() << "found a file that is not there";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("no_such_file"), std::string::npos);
  }
}

}  // namespace
}  // namespace gridlens
