// "MODEL" in a pill: every number says where it comes from.
#pragma once

#include <cstdint>
#include <string>

#include "viz/scene/canvas.h"

namespace lanescope::scene {

inline constexpr float badge_units = 18;  // its height

// Simulated; timed on this machine's GPU; timed on a named one, earlier.
enum class Origin : std::uint8_t { model, measured, recorded };

[[nodiscard]] std::string word_of(Origin origin, const text::Texts& texts);
[[nodiscard]] Color color_of(Origin origin, const Palette& palette);

[[nodiscard]] float badge_width(const Canvas& canvas, Origin origin);
// Its left end and the middle of its height; pixels. `faint`: of something that is not of now.
// `units`: its height.
void draw_badge(Canvas& canvas, Origin origin, float left, float middle, bool faint = false,
                float units = badge_units);

// "MODEL of a Tesla C1060", where a machine was named (else it is empty).
[[nodiscard]] std::string model_words(const std::string& machine, const text::Texts& texts);
[[nodiscard]] float model_badge_width(const Canvas& canvas, const std::string& machine = {});
// Its right end and the middle of its height; pixels.
void draw_model_badge(Canvas& canvas, float right, float middle, const std::string& machine = {});

}  // namespace lanescope::scene
