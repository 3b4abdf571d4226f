// A box: rounded corners, border and hatching, antialiased by the distance to the edge. Inside an
// opaque box on whole pixels the output is exactly the input colour.
//
// in   from box.vert.glsl
// uniform origin, target: see box.vert.glsl
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
  // Distance to the edge in pixels, negative inside.
  float edge = min(max(beyond.x, beyond.y), 0.0) + length(max(beyond, 0.0)) - radius;
  float cover = clamp(0.5 - edge, 0.0, 1.0);
  if (cover <= 0.0) discard;

  vec4 inside = premultiplied(box_fill);
  if (box_hatch.a > 0.0 && box_form.z > 0.0) {
    // Stripes at 45 degrees, with the period along x; 0.7071 converts to the distance across the
    // stripe.
    float across = abs(mod(at.x + at.y, box_form.z) - box_form.z * 0.5) * 0.7071;
    float stripe = clamp(box_form.z * 0.15 + 0.5 - across, 0.0, 1.0);
    vec4 line = premultiplied(box_hatch) * stripe;
    inside = line + inside * (1.0 - line.a);
  }
  float outer = box_form.y > 0.0 ? clamp(0.5 + edge + box_form.y, 0.0, 1.0) : 0.0;
  color = mix(inside, premultiplied(box_border), outer) * cover;
}
