#version 330 core
// Coverage of a box, a rounded box or a glyph, anti-aliased over one pixel at every size and tilt:
// the derivatives of the local place tell how large a pixel is on the plane.
uniform sampler2D glyphs;          // signed distance: 0.5 on the edge, above inside
uniform float glyph_spread;        // texels from the edge to 0 or 1
uniform float soak;                // 0: paint lies on the paper; 1: ink, the paper shows through

in vec2 local_place;
flat in vec4 local_box;
flat in vec4 ink;
flat in float shape_kind;

// result = add + keep * picture: premultiplied alpha with a keep factor for each colour, so that
// paint and ink are the same blend.
layout(location = 0, index = 0) out vec4 add;
layout(location = 0, index = 1) out vec4 keep;

// Share of a pixel of size `pixel` at `place` that lies between the edges `low` and `high`.
float between(float place, float low, float high, float pixel) {
  float inverse = 1.0 / max(pixel, 1e-9);
  return clamp((high - place) * inverse + 0.5, 0.0, 1.0) -
         clamp((low - place) * inverse + 0.5, 0.0, 1.0);
}

float glyph_inside(vec2 texel, float pixel) {
  // Glyph quads of neighbouring atlas places must not see each other: stay in our own box.
  texel = clamp(texel, local_box.xy, local_box.zw);
  float distance_texels =
      (texture(glyphs, texel / vec2(textureSize(glyphs, 0))).r * 2.0 - 1.0) * glyph_spread;
  return clamp(distance_texels / pixel + 0.5, 0.0, 1.0);
}

float glyph_coverage(vec2 dx, vec2 dy) {
  float pixel = max(sqrt(abs(dx.x * dy.y - dx.y * dy.x)), 1e-6);
  if (pixel < 1.5) return glyph_inside(local_place, pixel);
  // Small digits: a pixel spans several texels; four samples keep thin strokes apart.
  float part = pixel * 0.6;
  return 0.25 * (glyph_inside(local_place + dx * 0.125 + dy * 0.375, part) +
                 glyph_inside(local_place - dx * 0.375 + dy * 0.125, part) +
                 glyph_inside(local_place + dx * 0.375 - dy * 0.125, part) +
                 glyph_inside(local_place - dx * 0.125 - dy * 0.375, part));
}

float rounded_coverage(vec2 pixel, float radius) {
  vec2 centre = 0.5 * (local_box.xy + local_box.zw);
  vec2 half_size = 0.5 * (local_box.zw - local_box.xy);
  vec2 beyond = abs(local_place - centre) - half_size + radius;
  float distance_out = length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0) - radius;
  return clamp(0.5 - distance_out / max(0.5 * (pixel.x + pixel.y), 1e-9), 0.0, 1.0);
}

void main() {
  vec2 dx = dFdx(local_place);
  vec2 dy = dFdy(local_place);
  float coverage;
  if (shape_kind < 0.0) {
    coverage = glyph_coverage(dx, dy);
  } else {
    vec2 pixel = vec2(length(vec2(dx.x, dy.x)), length(vec2(dx.y, dy.y)));
    coverage = shape_kind > 0.0
                   ? rounded_coverage(pixel, shape_kind)
                   : between(local_place.x, local_box.x, local_box.z, pixel.x) *
                         between(local_place.y, local_box.y, local_box.w, pixel.y);
  }
  float alpha = ink.a * coverage;
  if (alpha <= 0.0) discard;
  // Light colours would vanish as ink; they stay paint.
  float ink_share = soak * (1.0 - dot(ink.rgb, vec3(0.2126, 0.7152, 0.0722)));
  add = vec4(alpha * (1.0 - ink_share) * ink.rgb, alpha);
  keep = vec4(1.0 - alpha * (1.0 - ink_share * ink.rgb), 1.0 - alpha);
}
