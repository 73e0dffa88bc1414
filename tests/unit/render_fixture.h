#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

#include "render/gl_error.h"
#include "render/offscreen_context.h"
#include "render/offscreen_target.h"
#include "render/pixel_readback.h"
#include "render/scene_renderer.h"

namespace gridlens {

// One software OpenGL context for all tests of a program; skips where none can be had.
class RenderTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    // The same rasteriser everywhere, also where a graphics card is present.
    setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
    try {
      context_ = std::make_unique<OffscreenContext>();
      scene_ = std::make_unique<SceneRenderer>();
    } catch (const GlError& error) {
      if (context_) throw;  // a context but no drawing: that is no reason to skip
      no_context_ = error.what();
    }
  }
  static void TearDownTestSuite() {
    scene_.reset();
    context_.reset();
  }
  void SetUp() override {
    if (!context_) GTEST_SKIP() << no_context_;
  }

  static SceneRenderer& scene() { return *scene_; }

  static cv::Mat draw(const cv::Mat& picture, const std::vector<PlacedOverlay>& boards,
                      bool mirror = false) {
    OffscreenTarget target;
    target.resize(picture.size());
    target.bind();
    scene_->draw(picture, boards, View::of_picture(picture.size(), mirror));
    PixelReadback readback;
    EXPECT_FALSE(readback.fetch(target, {}).has_value());
    std::optional<ReadPicture> drawn = readback.flush();
    check_gl("test drawing");
    return drawn.value().bgr;
  }

 private:
  static inline std::unique_ptr<OffscreenContext> context_;
  static inline std::unique_ptr<SceneRenderer> scene_;
  static inline std::string no_context_;
};

}  // namespace gridlens
