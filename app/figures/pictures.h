// A session as pictures of any size: the same pictures that the panels draw.
#pragma once

#include "app/figures/figure_kind.h"
#include "app/figures/page_sources.h"
#include "app/session/session.h"
#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"

namespace lanescope::app {

// Default size in pixels, at scale 1.
struct FigureSize {
  float width = 0, height = 0;
};
[[nodiscard]] FigureSize default_size(FigureKind what, const Session& session,
                                      const picture::Style& style);

// `width`, `height`: pixels. If something is missing (no run, no sweep, no machine, no A), the
// picture says so. Requires has_picture(what).
[[nodiscard]] picture::DrawList picture_of(FigureKind what, const Session& session,
                                           const picture::Style& style, float width, float height,
                                           const PageSources& page_sources = {});

// The compare page with all of its rows, from the first: as high as they need, but not lower than
// `height` would leave the stages.
[[nodiscard]] picture::DrawList whole_comparison(const Session& session,
                                                 const picture::Style& style, float width,
                                                 float height, const PageSources& page_sources);

}  // namespace lanescope::app
