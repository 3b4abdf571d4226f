// What made a picture or table of a session, and the tables themselves.
#pragma once

#include <string>

#include "app/figures/beside.h"
#include "app/figures/what.h"
#include "app/session/export/tables.h"
#include "app/session/session.h"
#include "viz/text/texts.h"

namespace lanescope::app {

// The session has run something.
[[nodiscard]] Provenance provenance_of(What what, const Session& session,
                                       const Beside& beside = {});

// One line for below a figure, in the language of the texts: "Matrix transpose · Shared tile ·
// kernel transpose_tile · N 1024, PAD 0 · ... · MODEL of an H200 · nvrtc 13.0 · Lanescope 0.1.0".
// Of a comparison both sides, and what tells them apart; what differs stands as "A → B".
[[nodiscard]] std::string caption_of(const Provenance& made_by, const text::Texts& texts);
// What it shows, for a title: "Matrix transpose, Shared tile: chosen access".
[[nodiscard]] std::string title_of(What what, const Provenance& made_by, const text::Texts& texts);

// Only for what has_table(). Without rows where there is nothing yet.
[[nodiscard]] Table table_of(What what, const Session& session, const Beside& beside = {});

}  // namespace lanescope::app
