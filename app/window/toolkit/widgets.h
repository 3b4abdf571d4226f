// The window's few controls, drawn in its own style. Rectangles are in device pixels.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/window/toolkit/ui.h"

namespace lanescope::app {

inline constexpr float control_height = 32;  // units

enum class Glyph : std::uint8_t {
  none,
  first,
  back,
  forward,
  last,
  play,
  pause,
  plus,
  minus,
  cross,
  theme,
  down,
  up,
  search,
  more
};

struct ButtonStyle {
  std::string_view label{};  // next to or instead of the glyph
  Glyph glyph = Glyph::none;
  bool chosen = false;  // highlighted
  bool raised = true;   // has its own background
  bool enabled = true;
  bool repeats = false;  // pressed again and again while the mouse holds it
  std::string_view tooltip{};
};
Press button(Ui& ui, const std::string& id, const Rect& rect, const ButtonStyle& button_style);
// Width of a button with this label and no glyph.
[[nodiscard]] float button_width(Ui& ui, std::string_view label);

// A row of buttons, such as in the header of a page.
struct LabelledButton {
  const char* id;
  std::string label, tip;
  bool chosen = false;
  bool enabled = true;  // if not, `tip` says why
};
inline constexpr float button_gap = 6;  // units
// With a gap after each button.
[[nodiscard]] float buttons_width(Ui& ui, const std::vector<LabelledButton>& buttons);
// Drops the last buttons until the others fit into `room`, but keeps `least`.
void drop_to_fit(Ui& ui, std::vector<LabelledButton>& buttons, float room, std::size_t least = 0);
// Draws the buttons from the left end of `row`. Returns the id of the pressed one, or nullptr.
const char* draw_button_row(Ui& ui, const std::vector<LabelledButton>& buttons, const Rect& row);

// A tick on a square.
void draw_tick(Ui& ui, const Rect& box);
void draw_glyph(Ui& ui, Glyph glyph, const Rect& box, const Color& color);

// Segments side by side, one of them highlighted. Returns the index of the pressed one. `tooltips`
// may be empty.
struct Tabs {
  std::vector<std::string> labels;
  std::vector<std::string> tooltips;
  std::optional<std::size_t> chosen;
};
[[nodiscard]] float tabs_width(Ui& ui, const Tabs& tabs);
std::optional<std::size_t> draw_tabs(Ui& ui, const std::string& id, const Rect& rect,
                                     const Tabs& tabs);

// The large 0 | 1 switch. If `value` is neither side, none is highlighted. Returns the pressed
// side.
std::optional<std::int64_t> draw_switch(Ui& ui, const std::string& id, const Rect& rect,
                                        const std::array<std::int64_t, 2>& sides,
                                        std::int64_t value);

// A stepper, "- value +". `change` is -1, +1 or 0; `edit` is set if the value was pressed.
struct StepperResult {
  int change = 0;
  bool edit = false;
};
StepperResult draw_stepper(Ui& ui, const std::string& id, const Rect& rect, std::string_view value,
                           bool can_less, bool can_more, std::string_view tooltip);
[[nodiscard]] float stepper_width(Ui& ui, std::string_view widest_value);

// A text field for a number. `begins`: takes the keyboard, in its first frame. True once the field
// is left. Enter is not handled here: the window calls finish_editing(), because ImGui 1.86 misses
// a key that is pressed and released between two frames.
[[nodiscard]] bool draw_number_field(Ui& ui, const char* id, const Rect& rect, std::string& typed,
                                     bool begins);

// The same for a path. `replaces`: what is typed first replaces the whole path. `completed`: takes
// the place of what is typed, in this frame; nullptr: nothing does.
[[nodiscard]] bool draw_path_field(Ui& ui, const char* id, const Rect& rect, std::string& typed,
                                   bool begins, bool replaces,
                                   const std::string* completed = nullptr);

// Backgrounds of panels and controls. With high contrast, each also has an edge.
void draw_background(Ui& ui, const Rect& panel);
void draw_panel_edge(Ui& ui, const Rect& panel);  // only the edge; only with high contrast
void draw_raised(Ui& ui, const Rect& control, const Color& fill, float radius);

// A word in a rounded frame that says where numbers come from. Returns its width.
float draw_badge(Ui& ui, float x, float middle, std::string_view word, const Color& color);
[[nodiscard]] float badge_width(Ui& ui, std::string_view word);
// A key drawn as on a keyboard. Returns its width.
float draw_keycap(Ui& ui, float x, float middle, std::string_view key);
[[nodiscard]] float keycap_width(Ui& ui, std::string_view key);

}  // namespace lanescope::app
