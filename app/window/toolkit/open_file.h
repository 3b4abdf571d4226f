// Opens a file in the user's own editor.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "viz/text/texts.h"

namespace lanescope::app {

struct EditorFailure {
  std::string file;
  std::string program;  // empty: no editor was found
  int exit_code = 0;    // 0: it was not started
  std::string why;      // why it was not started
};

// Where editors are looked for, in order: $VISUAL and $EDITOR, if they are graphical or a terminal
// can be opened for them; then xdg-open. The editor runs in a session of its own and outlives the
// window; no shell is involved. Returns at once.
//
// `failed`: called on another thread if the program ends with an error; may be empty.
[[nodiscard]] tl::expected<void, EditorFailure> open_in_editor(
    const std::filesystem::path& file, std::function<void(EditorFailure)> failed = {});
// The message for the user.
[[nodiscard]] std::string text_of(const EditorFailure& failure, const text::Texts& texts);

// The command that open_in_editor() starts: a program found in $PATH, and its arguments. Empty:
// there is none. `environment`: the value of a variable, empty if it is not set. `find`: the path
// of a program in $PATH, empty if there is none.
[[nodiscard]] std::vector<std::string> editor_command(
    const std::filesystem::path& file,
    const std::function<std::string(const std::string&)>& environment,
    const std::function<std::filesystem::path(const std::string&)>& find);

}  // namespace lanescope::app
