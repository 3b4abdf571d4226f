// What tests ask of a draw list.
#pragma once

#include <string>
#include <vector>

#include "viz/scene/draw_list.h"
#include "viz/scene/style.h"

namespace lanescope::samples {

// English, dark, typical text widths.
[[nodiscard]] const scene::Style& plain_style();

// The label with this text, nullptr when there is none.
[[nodiscard]] const scene::Label* label_of(const scene::DrawList& list, const std::string& text);
// The hit area of that kind and index, nullptr when there is none.
[[nodiscard]] const scene::HitArea* hit_of(const scene::DrawList& list, scene::HitKind kind,
                                           std::uint64_t index);
[[nodiscard]] std::size_t count_hits(const scene::DrawList& list, scene::HitKind kind);
// The topmost box whose middle third covers the point, nullptr when there is none.
[[nodiscard]] const scene::Box* box_at(const scene::DrawList& list, float x, float y);
[[nodiscard]] const scene::Box* box_at_middle(const scene::DrawList& list, const scene::Rect& rect);

// What the eye sees of a label: its width, and the part of its height that letters and digits fill.
[[nodiscard]] scene::Rect ink_of(const scene::Label& label, const scene::Style& style);
// Empty when all is well, otherwise which labels leave the picture or cover each other.
[[nodiscard]] std::vector<std::string> label_faults(const scene::DrawList& list,
                                                    const scene::Style& style);
// Empty when all is well, otherwise which boxes or hit areas leave the picture.
[[nodiscard]] std::vector<std::string> shape_faults(const scene::DrawList& list);

}  // namespace lanescope::samples
