#include <system_error>
#include "app/command_line/commands.h"

namespace lanescope::app {
namespace {

// True if the text is meant as a path, not as a word.
bool looks_like_path(const std::string& text) {
  std::error_code error;
  return text.find_first_of("/.") != std::string::npos || std::filesystem::exists(text, error);
}

}  // namespace

Result window_command(const WindowOptions& options, bool lesson_given, const std::string& commands,
                      const Screen& screen) {
  if (lesson_given) {
    if (const auto lesson = lesson::find(options.lesson); !lesson) {
      const std::string hint =
          looks_like_path(options.lesson)
              ? ""
              : "\n'" + options.lesson + "' is no command either; the commands are " + commands;
      return failure(ExitCode::wrong_input, lesson.error().formatted() + hint);
    }
  }
  if (!screen.open_window) {
    return failure(ExitCode::not_on_this_machine,
                   "this build of lanescope has no window; its commands are " + commands);
  }
  return {screen.open_window(options), {}, {}};
}

}  // namespace lanescope::app
