#version 330 core
// A character from the signed-distance atlas. Kept apart from the shapes: a software rasteriser pays
// for every branch of a shader at every pixel.
uniform sampler2D glyphs;     // 0.5 on the edge, above inside
uniform vec2 atlas_texel;     // 1 / atlas size
uniform float glyph_spread;   // texels from the edge to 0 or 1
uniform int samples;          // 1, or 4 where a pixel spans several texels
uniform float soak;           // as in shape.frag

in vec2 local_place;
flat in vec4 local_box;
flat in vec4 ink;
flat in vec3 edge_widths;
flat in vec3 ground;
flat in vec4 halo_colour;

layout(location = 0, index = 0) out vec4 add;
layout(location = 0, index = 1) out vec4 keep;

// Four places in a pixel, no two in a row or column (rotated grid).
const vec2 kPlaces[4] = vec2[4](vec2(0.125, 0.375), vec2(-0.375, 0.125), vec2(0.375, -0.125),
                                vec2(-0.125, -0.375));

void main() {
  vec2 dx = dFdx(local_place);
  vec2 dy = dFdy(local_place);
  float pixel = max(sqrt(abs(dx.x * dy.y - dx.y * dy.x)), 1e-6);  // texels
  float shrink = samples > 1 ? 1.0 : 0.0;
  float slope = 1.0 / max(pixel * (samples > 1 ? 0.6 : 1.0), edge_widths.y);
  float coverage = 0.0;
  float inside = 0.0;  // texels from the edge
  for (int i = 0; i < samples; ++i) {
    vec2 place = local_place + shrink * (dx * kPlaces[i].x + dy * kPlaces[i].y);
    // Neighbours in the atlas must not see each other.
    place = clamp(place, local_box.xy, local_box.zw);
    inside = (textureLod(glyphs, place * atlas_texel, 0.0).r * 2.0 - 1.0) * glyph_spread +
             edge_widths.x;
    coverage += clamp(inside * slope + 0.5, 0.0, 1.0);
  }
  float alpha = ink.a * coverage / float(samples);
  float halo = 0.0;
  if (edge_widths.z > 0.0)
    halo = halo_colour.a * clamp((inside + edge_widths.z) / max(pixel, 0.4 * edge_widths.z), 0.0, 1.0);
  if (alpha <= 0.0 && halo <= 0.0) discard;
  float ink_share = soak * (1.0 - dot(ink.rgb, vec3(0.2126, 0.7152, 0.0722)));
  // On the ground itself the ink has its very colour; grain and shadows around it show through.
  vec3 taken = ink_share * min(ink.rgb / max(ground, vec3(0.004)), vec3(1.0));
  keep = vec4(1.0 - alpha * (1.0 - taken), 1.0 - alpha);
  add = vec4(alpha * (ink.rgb - taken * ground) + halo * keep.rgb * halo_colour.rgb, alpha);
  keep.rgb *= 1.0 - halo;
}
