// The one visual system: colours by what they mean, type by what it is for, distances in steps
// of 8.
//
// Two meanings, two colours: `good` is blue, `costly` is orange, and each always comes with a
// number or a shape, for those who do not see the difference. Lanes have one even dark-to-light
// ramp and their digit. What is moved for nothing is hatched. All text colours keep at least 4.5:1
// on the surfaces they are meant for (a test computes it).
#pragma once

#include <array>
#include <cstdint>

#include "viz/scene/draw_list.h"

namespace lanescope::scene {

// `contrast`: for weak eyes and weak projectors: black ground, every edge drawn, text at least 7:1.
enum class Theme : std::uint8_t { dark, light, contrast };

struct Palette {
  Theme theme = Theme::dark;

  // Surfaces, from the back to the front.
  Color background;    // the window
  Color panel;         // a panel on it
  Color panel_raised;  // something on a panel: a button, a field, a row under the mouse
  Color well;          // something sunk into a panel: the code, a text field
  Color hairline;      // lines between things, outlines of quiet things

  // Text on any of these surfaces.
  Color text;        // what is read first
  Color text_dim;    // what is read second
  Color text_faint;  // labels of axes, hints

  // Meanings. The `_text` forms are for words and numbers, the plain ones for areas.
  Color good;  // as cheap as it can be
  Color good_text;
  Color costly;  // dearer than it need be
  Color costly_text;
  Color good_verdict;  // the large words: at least 3:1
  Color costly_verdict;
  Color costly_band;  // behind the number of a bank that makes the access slow; translucent
  Color costly_tint;  // behind that bank's cells: so thin that the lanes stay what is seen
  Color on_good;      // text on an area of that colour
  Color on_costly;
  Color error_text;  // something is wrong with the kernel or the lesson
  Color selection;   // the area behind what is chosen
  Color selection_border;

  // The picture's own.
  Color cell;  // a word that nobody wants: empty
  Color cell_border;
  Color waste;                        // the stripes on what is moved, or kept, for nothing
  Color waste_fill;                   // behind the stripes
  std::array<Color, 32> lane{};       // dark to light, perceptually even
  std::array<Color, 32> lane_text{};  // a digit on that colour
  Color lane_border;  // keeps the darkest lanes (dark theme) or the lightest (light theme) off the
                      // ground
};

[[nodiscard]] Palette palette_for(Theme theme);

// A colour of the ramp that the lanes have; t in 0..1, dark to light. Evenly spaced in lightness
// (CIE L*), blue to yellow, so that those who confuse red and green see it as everyone does.
[[nodiscard]] Color ramp(float t);

// The quietest of the palette's text colours that is readable (4.5:1) on that area; black or white
// where none is.
[[nodiscard]] Color ink_on(const Palette& palette, const Color& area);

// WCAG 2 contrast ratio of two opaque colours, 1..21.
[[nodiscard]] float contrast(const Color& a, const Color& b);

// `over` with its alpha multiplied by `amount` laid on `under`.
[[nodiscard]] Color mixed(const Color& under, const Color& over, float amount);
[[nodiscard]] Color with_alpha(Color color, float alpha);

// 0xRRGGBB
[[nodiscard]] Color rgb(std::uint32_t hex);

// In units; multiply by Style::scale.
inline constexpr float space_unit = 8;
inline constexpr float text_small = 11;
inline constexpr float text_body = 13;
inline constexpr float text_title = 16;
inline constexpr float text_verdict = 24;
// Device pixels: digits smaller than this are left out, the tooltip has them.
inline constexpr float least_digit_px = 9;

}  // namespace lanescope::scene
