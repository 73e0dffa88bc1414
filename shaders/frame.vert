#version 330 core
// The camera picture: one quad over the picture's place in the view.
uniform mat3 clip_from_image;  // image pixels, integers are pixel centres
uniform vec2 image_size;       // pixels

out vec2 texture_place;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  texture_place = corner;
  vec3 clip = clip_from_image * vec3(corner * image_size - 0.5, 1.0);
  gl_Position = vec4(clip.xy, 0.0, clip.z);
}
