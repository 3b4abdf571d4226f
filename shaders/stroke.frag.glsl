// A stroke, antialiased across its width.
//
// in   from_middle, half_width   pixels
//      stroke_color              sRGB with alpha, not premultiplied
// out  color                     sRGB, premultiplied
#version 330 core
in float from_middle;
flat in float half_width;
flat in vec4 stroke_color;
out vec4 color;

void main() {
  float alpha = stroke_color.a * clamp(half_width + 0.5 - abs(from_middle), 0.0, 1.0);
  color = vec4(stroke_color.rgb * alpha, alpha);
}
