#version 330 core
uniform sampler2D picture;

in vec2 texture_place;
out vec4 colour;

void main() { colour = vec4(texture(picture, texture_place).rgb, 1.0); }
