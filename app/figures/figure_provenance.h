// The provenance of a session's picture or table, and the tables themselves.
#pragma once

#include <string>

#include "app/figures/figure_kind.h"
#include "app/figures/page_sources.h"
#include "app/session/export/tables.h"
#include "app/session/session.h"
#include "viz/text/texts.h"

namespace lanescope::app {

// The session must have run.
[[nodiscard]] Provenance provenance_of(FigureKind what, const Session& session,
                                       const PageSources& page_sources = {});

// One line for below a figure, in the language of the texts: "Matrix transpose · Shared tile ·
// kernel transpose_tile · N 1024, PAD 0 · ... · MODEL of an H200 · nvrtc 13.0 · Lanescope 0.1.0".
// For a comparison: both sides and their differences, as "A → B".
[[nodiscard]] std::string caption_of(const Provenance& provenance, const text::Texts& texts);
// A title for the content: "Matrix transpose, Shared tile: chosen access".
[[nodiscard]] std::string title_of(FigureKind what, const Provenance& provenance,
                                   const text::Texts& texts);

// Requires has_table(what). No rows: nothing has run yet.
[[nodiscard]] Table table_of(FigureKind what, const Session& session,
                             const PageSources& page_sources = {});

}  // namespace lanescope::app
