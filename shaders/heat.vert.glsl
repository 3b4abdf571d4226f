// A heat map: one rectangle, four vertices of a triangle strip, no vertex data.
//
// uniform origin, target: as in box.vert.glsl
//         rect   x, y, width, height: pixels of the picture
#version 330 core
uniform vec2 origin;
uniform vec2 target;
uniform vec4 rect;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 at = rect.xy + corner * rect.zw + origin;
  gl_Position = vec4(at.x / target.x * 2.0 - 1.0, 1.0 - at.y / target.y * 2.0, 0.0, 1.0);
}
