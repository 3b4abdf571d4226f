// What a session shows, as pictures of any size: the same scenes that its panels draw.
#pragma once

#include "app/figures/beside.h"
#include "app/figures/what.h"
#include "app/session/session.h"
#include "viz/scene/draw_list.h"
#include "viz/scene/style.h"

namespace lanescope::app {

// Pixels of a picture when nobody says, at a scale of 1.
struct FigureSize {
  float width = 0, height = 0;
};
[[nodiscard]] FigureSize usual_size(What what, const Session& session, const scene::Style& style);

// `width`, `height`: pixels. What is not there (no run, no sweep, no machine, no A) is said in it.
// Only for what has_picture().
[[nodiscard]] scene::DrawList picture_of(What what, const Session& session,
                                         const scene::Style& style, float width, float height,
                                         const Beside& beside = {});

// The page of a view that a lesson's step asks for.
[[nodiscard]] What what_of(const ViewRequest& view);

}  // namespace lanescope::app
