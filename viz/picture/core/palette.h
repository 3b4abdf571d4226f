// The visual style: colours by meaning, text sizes by purpose, distances in steps of 8.
//
// Two meanings have a colour: `good` is blue, `costly` is orange. Each comes with a number or a
// shape too, for colour-blind users. Lanes have an even dark-to-light ramp and their number. Unused
// bytes that are moved anyway are hatched. All text colours have a contrast of at least 4.5:1 on
// their surfaces (a test computes it).
#pragma once

#include <array>
#include <cstdint>

#include "viz/picture/core/draw_list.h"

namespace lanescope::picture {

// `contrast`: for low vision and weak projectors: black background, all edges drawn, text at least
// 7:1.
enum class Theme : std::uint8_t { dark, light, contrast };

struct Palette {
  Theme theme = Theme::dark;

  // Surfaces, from back to front.
  Color background;    // the window
  Color panel;         // a panel on it
  Color panel_raised;  // something on a panel: a button, a field, the row under the mouse
  Color well;          // an area sunk into a panel: the code, a text field
  Color hairline;      // lines between areas, outlines of less important things

  // Text on any of these surfaces.
  Color text;        // read first
  Color text_dim;    // read second
  Color text_faint;  // axis labels, hints

  // Meanings. The `_text` forms are for words and numbers, the plain ones for areas.
  Color good;  // as cheap as possible
  Color good_text;
  Color costly;  // costs more than necessary
  Color costly_text;
  Color good_verdict;  // for the large words: at least 3:1
  Color costly_verdict;
  Color costly_band;  // behind the number of a bank that slows the access; translucent
  Color costly_tint;  // behind that bank's cells: faint enough that the lanes stand out
  Color on_good;      // text on an area of colour `good`
  Color on_costly;
  Color error_text;  // an error in the kernel or the lesson
  Color selection;   // area behind a selected item
  Color selection_border;

  // Colours used only in pictures.
  Color cell;  // a word that no lane requests: empty
  Color cell_border;
  Color waste;                        // stripes on bytes moved, or kept, without use
  Color waste_fill;                   // background of those stripes
  std::array<Color, 32> lane{};       // dark to light, perceptually even
  std::array<Color, 32> lane_text{};  // digits on that colour
  // Separates the darkest lanes (dark theme) or the lightest (light theme) from the background.
  Color lane_border;
};

[[nodiscard]] Palette palette_for(Theme theme);

// A colour of the lanes' ramp; t in 0..1, dark to light. Evenly spaced in lightness (CIE L*), from
// blue to yellow, so that people with red-green colour blindness see the same order.
[[nodiscard]] Color ramp(float t);

// The faintest of the palette's text colours that is readable (4.5:1) on that area; black or white
// if none is.
[[nodiscard]] Color ink_on(const Palette& palette, const Color& area);

// The one with more contrast on that area.
[[nodiscard]] Color black_or_white(const Color& area);

// WCAG 2 contrast ratio of two opaque colours, 1..21.
[[nodiscard]] float contrast(const Color& a, const Color& b);

// `over`, with its alpha multiplied by `amount`, blended on `under`.
[[nodiscard]] Color mixed(const Color& under, const Color& over, float amount);
[[nodiscard]] Color with_alpha(Color color, float alpha);

// A colour channel (0..1, clamped) as 0..255.
[[nodiscard]] std::uint8_t byte_of(float channel);
// 0xRRGGBB
[[nodiscard]] Color rgb(std::uint32_t hex);

// In units; multiply by Style::scale.
inline constexpr float space_unit = 8;
inline constexpr float text_small = 11;
inline constexpr float text_body = 13;
inline constexpr float text_title = 16;
inline constexpr float text_verdict = 24;
// Device pixels: smaller digits are left out; the tooltip has them. See min_digit() in frame.h.
inline constexpr float min_digit_px = 9;

}  // namespace lanescope::picture
