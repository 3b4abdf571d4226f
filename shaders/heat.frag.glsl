// A heat map: each pixel looks up the one cell that contains its centre.
// viz/picture/core/heat_color.cpp computes the same on the CPU.
//
// uniform origin, target: see box.vert.glsl; rect: see heat.vert.glsl
//         cells        float texture, one channel: the cells of one level row by row, folded into
//                      rows of 2^fold_shift texels; NaN: a cell without a value; negative
//                      infinity: no cell
//         size         cells of the level across and down
//         first        the cell at the rectangle's top left corner
//         within       the part of that cell, 0..1, left of and above the rectangle. Kept apart
//                      from `first`, so that floats are exact among millions of cells
//         cells_per_px   cells of the level per pixel, across and down
//         ramp         ramp_size colours in a row, from low to high, sRGB
//         range        values at the ramp's ends; logarithmic: scaled by log(1 + value - low)
//         none, none_hatch   colours of cells without a value: sRGB with alpha, not premultiplied
//         grid         colour of the lines at the left and top edges of cells
//         lines_x, lines_y   whether those lines are drawn
//         hatch        stripes on cells of at least hatch_from; alpha 0: none
//         hatch_period pixels
//         hatch_shift  pixels, so that the stripes move with the cells
// out  color     sRGB, premultiplied; nothing is drawn outside the field
#version 330 core
uniform vec2 origin;
uniform vec2 target;
uniform vec4 rect;
uniform sampler2D cells;
uniform int fold_shift;
uniform ivec2 size;
uniform ivec2 first;
uniform vec2 within;
uniform vec2 cells_per_px;
uniform sampler2D ramp;
uniform int ramp_size;
uniform vec2 range;
uniform bool logarithmic;
uniform vec4 none;
uniform vec4 none_hatch;
uniform vec4 grid;
uniform bool lines_x;
uniform bool lines_y;
uniform vec4 hatch;
uniform float hatch_from;
uniform float hatch_period;
uniform float hatch_shift;
out vec4 color;

vec4 premultiplied(vec4 c) { return vec4(c.rgb * c.a, c.a); }

vec4 over(vec4 below, vec4 above, float cover) {
  vec4 top = premultiplied(above) * cover;
  return top + below * (1.0 - top.a);
}

vec3 ramp_at(float t) {
  float place = clamp(t, 0.0, 1.0) * float(ramp_size - 1);
  int from = min(int(place), ramp_size - 2);
  vec3 a = texelFetch(ramp, ivec2(from, 0), 0).rgb;
  vec3 b = texelFetch(ramp, ivec2(from + 1, 0), 0).rgb;
  return mix(a, b, place - float(from));
}

void main() {
  // Pixel centre in the rectangle.
  vec2 at = vec2(gl_FragCoord.x, target.y - gl_FragCoord.y) - origin - rect.xy;
  ivec2 offset = ivec2(floor(within + at * cells_per_px));
  ivec2 cell = first + offset;
  if (any(lessThan(cell, ivec2(0))) || any(greaterThanEqual(cell, size))) discard;

  int number = cell.y * size.x + cell.x;
  float value = texelFetch(cells, ivec2(number & ((1 << fold_shift) - 1), number >> fold_shift), 0).r;
  // Test the bits: a compiler may optimise isnan() and isinf() away.
  if (floatBitsToUint(value) == 0xff800000u) discard;
  bool has_value = (floatBitsToUint(value) & 0x7fffffffu) <= 0x7f800000u;
  vec4 lines = has_value ? hatch : none_hatch;
  if (has_value) {
    float part = range.y > range.x ? (value - range.x) / (range.y - range.x) : 0.0;
    if (logarithmic && range.y > range.x) part = log(1.0 + max(value - range.x, 0.0)) / log(1.0 + range.y - range.x);
    color = vec4(ramp_at(part), 1.0);
  } else {
    color = premultiplied(none);
  }
  if (lines.a > 0.0 && hatch_period > 0.0 && (!has_value || value >= hatch_from)) {
    float across = abs(mod(at.x + at.y + hatch_shift, hatch_period) - hatch_period * 0.5) * 0.7071;
    color = over(color, lines, clamp(hatch_period * 0.15 + 0.5 - across, 0.0, 1.0));
  }
  ivec2 before = ivec2(floor(within + (at - vec2(1.0)) * cells_per_px));
  if ((lines_x && before.x != offset.x) || (lines_y && before.y != offset.y)) color = over(color, grid, 1.0);
}
