// Queries and checks on draw lists.
#pragma once

#include <string>
#include <vector>

#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"

namespace lanescope::samples {

// English, dark theme, typical text widths.
[[nodiscard]] const picture::Style& plain_style();

// The label with this text; nullptr if there is none.
[[nodiscard]] const picture::Label* label_of(const picture::DrawList& list,
                                             const std::string& text);
// The hit area of that kind and index; nullptr if there is none.
[[nodiscard]] const picture::HitArea* hit_of(const picture::DrawList& list, picture::HitKind kind,
                                             std::uint64_t index);
[[nodiscard]] std::size_t count_hits(const picture::DrawList& list, picture::HitKind kind);
// The topmost box whose middle third covers the point; nullptr if there is none.
[[nodiscard]] const picture::Box* box_at(const picture::DrawList& list, float x, float y);
[[nodiscard]] const picture::Box* box_at_middle(const picture::DrawList& list,
                                                const picture::Rect& rect);

// The visible part of a label: its width, and the part of its height that letters and digits fill.
[[nodiscard]] picture::Rect ink_of(const picture::Label& label, const picture::Style& style);
// Labels that leave the picture or cover each other.
[[nodiscard]] std::vector<std::string> label_faults(const picture::DrawList& list,
                                                    const picture::Style& style);
// Boxes and hit areas that leave the picture.
[[nodiscard]] std::vector<std::string> shape_faults(const picture::DrawList& list);

}  // namespace lanescope::samples
