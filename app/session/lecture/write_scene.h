// Turns the current state into a scene and appends it to a deck's file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "app/session/comparison.h"
#include "app/session/lecture/deck.h"
#include "app/session/session.h"

namespace lanescope::app {

// The shortest text from which parse_view() reads the same view.
[[nodiscard]] std::string view_text(const ViewRequest& view);

// The view from which selection_from() finds `selection` in `report`. Uses the kind of access or
// the line if that is enough, so that the view survives small changes of the kernel. `page`: the
// rest of the view; for a comparison the wavefront is included, as the other side may have more.
[[nodiscard]] ViewRequest view_showing(const Selection& selection, const report::Report& report,
                                       ViewRequest page = {});

// The other side of a comparison as the text for `compare=` in a view of the session's state. None:
// no text can express it (a path with a comma, a kernel text that is no longer in its file).
[[nodiscard]] std::optional<std::string> compare_text(const Session& session,
                                                      const ComparedSide& other);
// The kernel text shown is the one in its file.
[[nodiscard]] bool shows_its_file(const Session& session);

// The session's state as a scene without title and notes. `page`: the open page.
[[nodiscard]] Scene present_scene(const Session& session, const ViewRequest& page);

// "[[scenes]]" and its keys, one per line.
[[nodiscard]] std::string toml_of(const Scene& scene);

// Appends the scene to the file, whose other bytes stay unchanged. A missing file is created with
// `title`. Nothing is written if the result could not be read back: the error says what is wrong
// with the file.
[[nodiscard]] tl::expected<Deck, std::string> append_scene(const std::filesystem::path& file,
                                                           const lesson::Text& title,
                                                           const Scene& scene);

}  // namespace lanescope::app
