// A box: one instance, four vertices of a triangle strip, only instance attributes.
//
// in   rect      x, y, width, height: pixels of the picture, origin top left, y down
//      form      corner radius, border width, hatch period: pixels; w unused
//      cover     x, y, width, height of the part to draw: all of it plus a pixel around, or one
//                side of an outline
//      fill, border, hatch: sRGB with alpha, 0..1, not premultiplied
// uniform origin   of the picture in the target: pixels from the top left
//         target   size of the target: pixels
// out  the instance's values, flat
#version 330 core
layout(location = 0) in vec4 rect;
layout(location = 1) in vec4 form;
layout(location = 2) in vec4 fill;
layout(location = 3) in vec4 border;
layout(location = 4) in vec4 hatch;
layout(location = 5) in vec4 cover;
uniform vec2 origin;
uniform vec2 target;
flat out vec4 box_rect;
flat out vec4 box_form;
flat out vec4 box_fill;
flat out vec4 box_border;
flat out vec4 box_hatch;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 at = cover.xy + corner * cover.zw + origin;
  gl_Position = vec4(at.x / target.x * 2.0 - 1.0, 1.0 - at.y / target.y * 2.0, 0.0, 1.0);
  box_rect = rect;
  box_form = form;
  box_fill = fill;
  box_border = border;
  box_hatch = hatch;
}
