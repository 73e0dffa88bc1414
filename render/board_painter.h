#pragma once

#include <opencv2/core/matx.hpp>
#include <span>
#include <vector>

#include "core/image/board_bend.h"
#include "core/image/homography.h"
#include "core/overlay/overlay.h"
#include "render/gl_objects.h"
#include "render/glyph_atlas.h"
#include "render/paint_mesh.h"
#include "render/shader_program.h"
#include "render/view.h"

namespace gridlens {

struct PlacedOverlay {
  Homography image_from_board;  // pixels of the frame as captured
  int n = 9;                    // cells along a side: the label is set beside 0..n
  BoardOverlay overlay;
  BoardBend bend{};  // a point p of the board is painted at image_from_board(p + bend(p))
};

// Paints overlays over a picture that is already drawn. Two draw calls a board: rectangles and
// strokes, then all digits; and two for its label, after all boards.
class BoardPainter {
 public:
  BoardPainter();  // needs a current OpenGL 3.3 core context; throws GlError

  // Into the bound framebuffer, whose viewport is the whole view; clipped to the picture.
  // `ink`: 0 paints opaque colour, 1 soaks dark colours into the paper, whose texture and shadows
  // then show through as under print.
  void paint(std::span<const PlacedOverlay> boards, const Placement& placement, const View& view,
             double ink);

 private:
  // A run of quads that one draw call paints.
  struct Part {
    cv::Matx33d view_from_plane;
    std::size_t first_quad = 0, quads = 0;
    bool glyphs = false;
    int samples = 1;  // of a glyph, per pixel
    double ink = 0;
  };
  struct Program {
    explicit Program(const char* fragment_file);
    ShaderProgram shaders;
    GLint clip_from_plane, soak;
  };

  void add_board(const PlacedOverlay& board, const Placement& placement, const View& view,
                 double ink);
  void add_label(const OverlayLabel& label, const std::vector<cv::Point2f>& outline,
                 const Placement& placement, const View& view);
  void close_part(const cv::Matx33d& view_from_plane, bool glyphs, double ink);
  void upload();
  void draw_parts(const Placement& placement);

  GlyphAtlas atlas_;
  Program shapes_;
  Program glyphs_;
  GLint atlas_texel_ = -1, samples_ = -1;
  GlVertexArray vertex_array_;
  GlBuffer vertices_;
  GlBuffer indices_;
  std::size_t index_quads_ = 0;
  PaintMesh mesh_;
  std::vector<Part> parts_;
  std::vector<std::vector<cv::Point2f>> outlines_;  // of the boards, view pixels; empty: unknown
};

}  // namespace gridlens
