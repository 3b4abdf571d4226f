// The few controls that the window has, drawn in its own style. Rectangles in device pixels.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/window/ui.h"

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
  up
};

struct ButtonLook {
  std::string_view label{};  // beside or instead of the glyph
  Glyph glyph = Glyph::none;
  bool chosen = false;  // lit
  bool raised = true;   // has a ground of its own
  bool enabled = true;
  std::string_view tooltip{};
};
Press button(Ui& ui, const std::string& id, const Rect& rect, const ButtonLook& look);
// Of a button with that label, without glyph.
[[nodiscard]] float button_width(Ui& ui, std::string_view label);

void draw_glyph(Ui& ui, Glyph glyph, const Rect& box, const Color& color);

// Segments side by side, one lit. Returns the one pressed. `tooltips` may be empty.
struct Tabs {
  std::vector<std::string> labels;
  std::vector<std::string> tooltips;
  std::optional<std::size_t> chosen;
};
[[nodiscard]] float tabs_width(Ui& ui, const Tabs& tabs);
std::optional<std::size_t> draw_tabs(Ui& ui, const std::string& id, const Rect& rect,
                                     const Tabs& tabs);

// The big 0 | 1. `value` neither of its sides: none is lit. Returns the one pressed.
std::optional<std::int64_t> draw_switch(Ui& ui, const std::string& id, const Rect& rect,
                                        const std::array<std::int64_t, 2>& sides,
                                        std::int64_t value);

// - value + : returns -1, +1, or 0. The value in between is drawn here; pressing it sets `edit`.
struct StepperResult {
  int step = 0;
  bool edit = false;
};
StepperResult draw_stepper(Ui& ui, const std::string& id, const Rect& rect, std::string_view value,
                           bool can_less, bool can_more, std::string_view tooltip);
[[nodiscard]] float stepper_width(Ui& ui, std::string_view widest_value);

// What a panel, and a thing to press, lies on. With high contrast every edge is drawn as well.
void draw_ground(Ui& ui, const Rect& panel);
void draw_panel_edge(Ui& ui, const Rect& panel);  // alone; only in high contrast
void draw_raised(Ui& ui, const Rect& control, const Color& fill, float radius);

// A word in a rounded frame: where numbers come from. Returns its width.
float draw_badge(Ui& ui, float x, float middle, std::string_view word, const Color& color);
[[nodiscard]] float badge_width(Ui& ui, std::string_view word);
// A key as it looks on a keyboard. Returns its width.
float draw_keycap(Ui& ui, float x, float middle, std::string_view key);
[[nodiscard]] float keycap_width(Ui& ui, std::string_view key);

}  // namespace lanescope::app
