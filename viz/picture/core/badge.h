// Badges such as "MODEL" in a pill: they say where a number comes from.
#pragma once

#include <cstdint>
#include <string>

#include "viz/picture/core/canvas.h"

namespace lanescope::picture {

inline constexpr float badge_units = 18;  // height of a badge

// Simulated; timed on this machine's GPU; timed earlier on a named GPU.
enum class Origin : std::uint8_t { model, measured, recorded };

[[nodiscard]] std::string word_of(Origin origin, const text::Texts& texts);
// What the word means.
[[nodiscard]] std::string sentence_of(Origin origin, const text::Texts& texts);
[[nodiscard]] Color color_of(Origin origin, const Palette& palette);

[[nodiscard]] float badge_width(const Canvas& canvas, Origin origin);
// `left`, `middle`: left end and vertical middle of the badge, pixels. `faint`: for a number that
// is no longer current. `units`: height.
void draw_badge(Canvas& canvas, Origin origin, float left, float middle, bool faint = false,
                float units = badge_units);

// "MODEL of the Tesla C1060"; without the name if `machine` is empty.
[[nodiscard]] std::string model_badge_text(const std::string& machine, const text::Texts& texts);
[[nodiscard]] float model_badge_width(const Canvas& canvas, const std::string& machine = {});
// `right`, `middle`: right end and vertical middle of the badge, pixels.
void draw_model_badge(Canvas& canvas, float right, float middle, const std::string& machine = {});

}  // namespace lanescope::picture
