// A picture as plain data: what a renderer draws, what the mouse can meet. No GL, no ImGui, no
// window.
//
// Units: device pixels, origin at the picture's top left, y down. Everything is already scaled.
// Order: shapes in order of the list, later on top; all text above all shapes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::scene {

struct Color {
  float r = 0, g = 0, b = 0, a = 1;  // sRGB, 0..1, not premultiplied
  bool operator==(const Color&) const = default;
};

struct Rect {
  float x = 0, y = 0, w = 0, h = 0;
  [[nodiscard]] bool contains(float px, float py) const {
    return px >= x && px < x + w && py >= y && py < y + h;
  }
  bool operator==(const Rect&) const = default;
};

// A filled rectangle, optionally rounded, outlined and hatched (45 degree stripes over the fill).
struct Box {
  Rect rect;
  float radius = 0;
  Color fill;
  Color border{0, 0, 0, 0};
  float border_width = 0;
  Color hatch{0, 0, 0, 0};  // alpha 0: no hatching
  float hatch_period = 0;   // pixels between stripes
};

// A cubic Bezier stroke.
struct Curve {
  float x[4] = {};
  float y[4] = {};
  float width = 1;
  Color color;
};

enum class FontRole : std::uint8_t { ui, ui_bold, mono, mono_bold };
enum class AlignX : std::uint8_t { left, center, right };
enum class AlignY : std::uint8_t { top, middle, bottom };

struct Label {
  float x = 0, y = 0;  // the anchor that align_x / align_y refer to
  AlignX align_x = AlignX::left;
  AlignY align_y = AlignY::top;
  FontRole font = FontRole::ui;
  float size = 13;  // pixels an em
  Color color;
  std::string text;  // UTF-8, one line
};

// Something that the mouse or keyboard can meet. What it means is the view's business (`kind`),
// which one is `index`.
enum class HitKind : std::uint8_t {
  lane,
  word_cell,
  bank,
  wavefront,
  sector,
  line,
  event,
  code_line,
  variant,
  sample,
  thread,  // of the chosen block
  block,   // of the grid
  point,
  none
};
struct HitArea {
  Rect rect;
  HitKind kind = HitKind::none;
  std::uint64_t index = 0;
  std::string tooltip;  // explains what is there, with its numbers
};

struct Shape {
  enum class Kind : std::uint8_t { box, curve } kind = Kind::box;
  std::uint32_t index = 0;  // into boxes or curves
};

struct DrawList {
  float width = 0, height = 0;
  std::vector<Shape> order;
  std::vector<Box> boxes;
  std::vector<Curve> curves;
  std::vector<Label> labels;
  std::vector<HitArea> hits;  // later ones lie on top

  void add(Box box);
  void add(Curve curve);
  void add(Label label);
  void add(HitArea hit);
  // The topmost hit area under the point, nullptr when there is none.
  [[nodiscard]] const HitArea* hit_at(float px, float py) const;
};

}  // namespace lanescope::scene
