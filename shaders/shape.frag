#version 330 core
// A box, plain or rounded, anti-aliased over one pixel at every size and tilt: the derivatives of
// the local place tell how large a pixel is on the plane.
uniform float soak;  // 0: paint lies on the paper; 1: ink, the paper shows through

in vec2 local_place;
flat in vec4 local_box;
flat in vec4 ink;
flat in float corner_radius;
flat in vec3 edge_widths;

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

float rounded(vec2 pixel) {
  vec2 centre = 0.5 * (local_box.xy + local_box.zw);
  vec2 half_size = 0.5 * (local_box.zw - local_box.xy);
  vec2 beyond = abs(local_place - centre) - half_size + corner_radius;
  float outside = length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0) - corner_radius;
  return clamp(0.5 - outside / max(0.5 * (pixel.x + pixel.y), 1e-9), 0.0, 1.0);
}

void main() {
  vec2 dx = dFdx(local_place);
  vec2 dy = dFdy(local_place);
  vec2 pixel = vec2(length(vec2(dx.x, dy.x)), length(vec2(dx.y, dy.y)));
  float sharp = between(local_place.x, local_box.x, local_box.z, pixel.x) *
                between(local_place.y, local_box.y, local_box.w, pixel.y);
  float alpha = ink.a * (corner_radius > 0.0 ? rounded(pixel) : sharp);
  // Light colours would vanish as ink; they stay paint.
  float ink_share = soak * (1.0 - edge_widths.x) * (1.0 - dot(ink.rgb, vec3(0.2126, 0.7152, 0.0722)));
  add = vec4(alpha * (1.0 - ink_share) * ink.rgb, alpha);
  keep = vec4(1.0 - alpha * (1.0 - ink_share * ink.rgb), 1.0 - alpha);
}
