// A box: rounded corners, border and hatching, antialiased from the distance to the edge. Inside of an opaque box on
// whole pixels the colour comes out as it went in.
//
// in   as box.vert.glsl gives them
// uniform origin, target: as there
// out  color     sRGB, premultiplied: blend with ONE, ONE_MINUS_SRC_ALPHA
#version 330 core
flat in vec4 box_rect;
flat in vec4 box_form;
flat in vec4 box_fill;
flat in vec4 box_border;
flat in vec4 box_hatch;
uniform vec2 origin;
uniform vec2 target;
out vec4 color;

vec4 premultiplied(vec4 c) { return vec4(c.rgb * c.a, c.a); }

void main() {
  // Pixel centre in the picture.
  vec2 at = vec2(gl_FragCoord.x, target.y - gl_FragCoord.y) - origin;
  vec2 half_size = box_rect.zw * 0.5;
  float radius = min(box_form.x, min(half_size.x, half_size.y));
  vec2 beyond = abs(at - box_rect.xy - half_size) - half_size + radius;
  // Negative inside: pixels to the edge.
  float edge = min(max(beyond.x, beyond.y), 0.0) + length(max(beyond, 0.0)) - radius;
  float cover = clamp(0.5 - edge, 0.0, 1.0);
  if (cover <= 0.0) discard;

  vec4 inside = premultiplied(box_fill);
  if (box_hatch.a > 0.0 && box_form.z > 0.0) {
    // Stripes at 45 degrees, the period along x; 0.7071 turns it into a distance across the stripe.
    float across = abs(mod(at.x + at.y, box_form.z) - box_form.z * 0.5) * 0.7071;
    float stripe = clamp(box_form.z * 0.15 + 0.5 - across, 0.0, 1.0);
    vec4 line = premultiplied(box_hatch) * stripe;
    inside = line + inside * (1.0 - line.a);
  }
  float outer = box_form.y > 0.0 ? clamp(0.5 + edge + box_form.y, 0.0, 1.0) : 0.0;
  color = mix(inside, premultiplied(box_border), outer) * cover;
}
