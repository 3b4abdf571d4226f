// A stroke: triangles along a curve.
//
// in   position    pixels of the picture, origin top left, y down
//      across      x: signed distance from the stroke's middle to this vertex; y: half the
//                  stroke's width; pixels
//      tint        sRGB with alpha, 0..1, not premultiplied
// uniform origin, target: see box.vert.glsl
#version 330 core
layout(location = 0) in vec2 position;
layout(location = 1) in vec2 across;
layout(location = 2) in vec4 tint;
uniform vec2 origin;
uniform vec2 target;
out float from_middle;
flat out float half_width;
flat out vec4 stroke_color;

void main() {
  vec2 at = position + origin;
  gl_Position = vec4(at.x / target.x * 2.0 - 1.0, 1.0 - at.y / target.y * 2.0, 0.0, 1.0);
  from_middle = across.x;
  half_width = across.y;
  stroke_color = tint;
}
