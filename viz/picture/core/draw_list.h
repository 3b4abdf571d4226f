// A picture as plain data: shapes and labels for a renderer, hit areas for the mouse. No GL, no
// ImGui, no window.
//
// Units: device pixels, origin at the picture's top left, y down; everything is already scaled.
// Shapes are drawn in list order, later ones on top; all text is above all shapes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lanescope::picture {

struct Color {
  float r = 0, g = 0, b = 0, a = 1;  // sRGB, 0..1, not premultiplied
  bool operator==(const Color&) const = default;
};

struct Rect {
  float x = 0, y = 0, w = 0, h = 0;
  [[nodiscard]] bool contains(float px, float py) const {
    return px >= x && px < x + w && py >= y && py < y + h;
  }
  [[nodiscard]] bool overlaps(const Rect& other) const {
    return x < other.x + other.w && other.x < x + w && y < other.y + other.h && other.y < y + h;
  }
  // Removes the upper part and returns it.
  Rect take_top(float height) {
    const Rect taken{x, y, w, height};
    y += height;
    h -= height;
    return taken;
  }
  bool operator==(const Rect&) const = default;
};

// A filled rectangle, optionally rounded, outlined and hatched (45 degree stripes over the fill).
struct Box {
  Rect rect;
  float radius = 0;
  Color fill{};
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

struct HeatField;  // viz/picture/core/heat.h

// A grid of cells whose colours a shader looks up, so that millions of cells cost no more than the
// pixels they cover. `x0 .. y1`: the part of the field that the rectangle shows, in cells,
// fractions allowed; nothing is drawn outside the field.
struct HeatMap {
  Rect rect;
  std::shared_ptr<const HeatField> field;  // nullptr: nothing is drawn
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  float low = 0, high = 1;       // values at the ramp's ends
  bool logarithmic = false;      // the ramp is scaled by log(1 + value - low)
  std::vector<Color> ramp;       // from low to high, evenly spaced, at least two
  Color none{0, 0, 0, 0};        // cells without a value (NaN)
  Color none_hatch{0, 0, 0, 0};  // stripes on them
  Color grid{0, 0, 0, 0};        // lines between cells, if they are large enough
  float hatch_from = 0;          // cells of at least this value are striped
  Color hatch{0, 0, 0, 0};       // colour of those stripes; alpha 0: no stripes
  float hatch_period = 0;        // pixels
};

enum class FontRole : std::uint8_t { ui, ui_bold, mono, mono_bold };
[[nodiscard]] constexpr bool is_mono(FontRole role) {
  return role == FontRole::mono || role == FontRole::mono_bold;
}
[[nodiscard]] constexpr bool is_bold(FontRole role) {
  return role == FontRole::ui_bold || role == FontRole::mono_bold;
}
enum class AlignX : std::uint8_t { left, center, right };
enum class AlignY : std::uint8_t { top, middle, bottom };

struct Label {
  float x = 0, y = 0;  // the anchor that align_x / align_y refer to
  AlignX align_x = AlignX::left;
  AlignY align_y = AlignY::top;
  FontRole font = FontRole::ui;
  float size = 13;  // pixels per em
  Color color{};
  std::string text{};  // UTF-8, one line
};

// An area that the mouse or keyboard can reach. The view defines what a `kind` means; `index` says
// which one it is.
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
  thread,  // of the selected block
  block,   // of the grid
  point,
  cell,          // of a heat map: one area for the whole map, the view computes the cell
  pass_group,    // of one access: index into memory::SharedSchedule::groups, or into a machine's
                 // requests
  instruction,   // executed by a warp: index of the step
  register_row,  // of the selected lane
  side,          // of a comparison: 0 is A, 1 is B
  term,          // of the glossary: index into its terms
  launch,        // of kernels: number of a box of their tree
  none
};
struct HitArea {
  Rect rect;
  HitKind kind = HitKind::none;
  std::uint64_t index = 0;
  std::string tooltip{};  // explains the thing under the mouse, with its numbers
};

struct Shape {
  enum class Kind : std::uint8_t { box, curve, heat } kind = Kind::box;
  std::uint32_t index = 0;  // into boxes, curves or heats
};

struct DrawList {
  float width = 0, height = 0;
  std::vector<Shape> order;
  std::vector<Box> boxes;
  std::vector<Curve> curves;
  std::vector<HeatMap> heats;
  std::vector<Label> labels;
  std::vector<HitArea> hits;  // later ones are on top

  void add(Box box);
  void add(Curve curve);
  void add(HeatMap heat);
  void add(Label label);
  void add(HitArea hit);
  // The topmost hit area under the point, or nullptr.
  [[nodiscard]] const HitArea* hit_at(float px, float py) const;
};

// Draws `from` into `to`, on top, with its top left corner at x, y. `to` keeps its size.
void append(DrawList& to, const DrawList& from, float x, float y);

// A picture with named parts, so that it can be animated into another: lane 7's word, bank 3's
// load, the verdict.

struct Part {
  // In the order in which they are drawn during an animation.
  enum class Kind : std::uint8_t {
    rest,  // no name: boxes and labels are matched by index
    ground,
    tint,         // behind bank `id`
    column_line,  // of the grid, before column `id`
    row_line,     // above row `id`
    gap,          // stands for omitted rows
    row_name,     // of row `id`
    bank_name,
    load,         // of bank `id`
    padding,      // word `id`
    chip,         // lane `id`, in a row of lanes
    bracket,      // over lanes: number `id` from the left
    curve,        // from lane `id` to its bytes
    line,         // a sector of a 128-byte line: `id` counts over all shown lines
    marks,        // digits on line `id`
    word,         // requested by `lanes`; `id`: which of several places, in order
    transaction,  // bracket below a line
    pass,         // a group of wavefronts in the stack
    wavefront,
    heading,  // a text that every such picture has: title, verdict ...
    legend,
  };
  Kind kind = Kind::rest;
  std::uint64_t id = 0;
  std::uint32_t lanes = 0;
  // Index of its first item in DrawList::order and in DrawList::labels; it ends where the next part
  // begins.
  std::uint32_t shape = 0, label = 0;
};

// Values of `id` for Part::Kind::heading.
enum class Heading : std::uint8_t {
  title,
  subtitle,
  verdict,
  badge,
  detail,
  explanation,
  axis,
  axes,
  reason,
  stack,
  lanes,
  bytes,
  percent
};

struct PartedList {
  DrawList list;
  // Ascending in `shape` and `label`; items before the first part are `rest`.
  std::vector<Part> parts{};
};

}  // namespace lanescope::picture
