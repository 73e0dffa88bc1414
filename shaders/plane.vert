#version 330 core
// Everything painted on one plane (a board, or the view itself for labels): quads in the plane's
// own units, carried to the screen by a homography. The true perspective w makes the interpolated
// places exact on a tilted board.
uniform mat3 clip_from_plane;

layout(location = 0) in vec2 place;    // plane units
layout(location = 1) in vec2 local;    // shape: along, across in plane units; glyph: atlas texels
layout(location = 2) in vec4 box;      // low corner, high corner in local units
layout(location = 3) in vec4 colour;   // straight alpha
layout(location = 4) in float radius;  // shape: rounding of the corners; 0: sharp
layout(location = 5) in vec3 edge;     // glyph: edge moved outwards, width of the edge, width of the
                                       // halo in texels; shape: 1, 0, 0 where it never soaks in
layout(location = 6) in vec3 paper;    // glyph: the ground that its colour was chosen for

layout(location = 7) in vec4 halo;     // glyph: colour of the halo, straight alpha

out vec2 local_place;
flat out vec4 local_box;
flat out vec4 ink;
flat out float corner_radius;
flat out vec3 edge_widths;
flat out vec3 ground;
flat out vec4 halo_colour;

void main() {
  local_place = local;
  local_box = box;
  ink = colour;
  corner_radius = radius;
  edge_widths = edge;
  ground = paper;
  halo_colour = halo;
  vec3 clip = clip_from_plane * vec3(place, 1.0);
  gl_Position = vec4(clip.xy, 0.0, clip.z);
}
