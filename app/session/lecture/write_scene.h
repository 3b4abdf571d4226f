// What is on the screen -> a scene -> the end of a deck's file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "app/session/compare/comparison.h"
#include "app/session/lecture/deck.h"
#include "app/session/session.h"

namespace lanescope::app {

// As parse_view reads it; the shortest that says the same.
[[nodiscard]] std::string view_text(const ViewRequest& view);

// The request by which chosen_by() finds `selection` in `report`, by kind of access or by line
// where one is enough: such a view outlives small changes of the kernel. `page`: what else it asks
// for; where that is a comparison its wavefront stays, as the other side may have more.
[[nodiscard]] ViewRequest view_showing(const Selection& selection, const report::Report& report,
                                       ViewRequest page = {});

// The other side of a comparison, as `compare=` names it in the view of what the session shows.
// Nothing: no words make it what it is; a path with a comma, a text that its file has no more.
[[nodiscard]] std::optional<std::string> compare_text(const Session& session,
                                                      const ComparedSide& other);
// What is shown of the kernel is what its file holds.
[[nodiscard]] bool shows_its_file(const Session& session);

// What the session shows, without title and notes. `page`: the page that is open.
[[nodiscard]] Scene present_scene(const Session& session, const ViewRequest& page);

// "[[scenes]]" and its keys, each on a line.
[[nodiscard]] std::string toml_of(const Scene& scene);

// Adds the scene after the last of the file; what else is in it stays as it is, to the byte. A file
// that is not there is made, with `title`. Nothing is written where the whole could not be read
// back: the error says what is wrong with the file.
[[nodiscard]] tl::expected<Deck, std::string> append_scene(const std::filesystem::path& file,
                                                           const lesson::Text& title,
                                                           const Scene& scene);

}  // namespace lanescope::app
