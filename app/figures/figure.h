// A session as pictures of any size and as tables, the same that the panels draw, and where their
// numbers come from.
#pragma once

#include <string>

#include "app/figures/figure_kind.h"
#include "app/figures/page_content.h"
#include "app/session/export/tables.h"
#include "app/session/session.h"
#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"
#include "viz/text/texts.h"

namespace lanescope::app {

// Of the style's scale.
[[nodiscard]] FigureSize default_size(FigureKind what, const Session& session,
                                      const picture::Style& style, const PageContents& pages);
// `width`, `height`: pixels. If something is missing (no run, no sweep, no machine, no A), the
// picture says so. Requires has_picture(what).
[[nodiscard]] picture::DrawList picture_of(FigureKind what, const Session& session,
                                           const picture::Style& style, float width, float height,
                                           const PageContents& pages);
// Requires has_table(what). No rows: nothing has run yet.
[[nodiscard]] Table table_of(FigureKind what, const Session& session, const PageContents& pages);

// The session must have run.
[[nodiscard]] Provenance provenance_of(FigureKind what, const Session& session,
                                       const PageContents& pages);
// What a page adds to it.
void add_origin(Provenance& made, const char* origin);
void add_times(Provenance& made, const std::vector<PointTime>& times);

// One line for below a figure, in the language of the texts: "Matrix transpose · Shared tile ·
// kernel transpose_tile · N 1024, PAD 0 · ... · MODEL of the H200 · nvrtc 13.0 · Lanescope 0.1.0".
// For a comparison: both sides and their differences, as "A → B".
[[nodiscard]] std::string caption_of(const Provenance& provenance, const text::Texts& texts);
// A title for the content: "Matrix transpose, Shared tile: chosen access".
[[nodiscard]] std::string title_of(FigureKind what, const Provenance& provenance,
                                   const text::Texts& texts);

}  // namespace lanescope::app
