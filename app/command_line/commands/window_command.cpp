#include <filesystem>
#include <system_error>

#include "app/command_line/command_line.h"
#include "app/command_line/shared_options.h"
#include "app/session/selection/pages.h"
#include "app/session/start/launch_lesson.h"

namespace lanescope::app {
namespace {

// True if the text is meant as a path, not as a word.
bool looks_like_path(const std::string& text) {
  std::error_code error;
  return text.find_first_of("/.") != std::string::npos || std::filesystem::exists(text, error);
}

struct WindowCommand : Command {
  WindowCommand()
      : Command("lanescope",
                "See what every lane of a warp does to memory. Without a command, the window opens "
                "on LESSON, or on the start page.") {
    window.add_to(*this);
    add("--device N", &device, "Which GPU measures, when there are several").not_negative();
  }

  // An unknown lesson may be a misspelt command, so the error lists the commands.
  Result run(const Screen& screen) override {
    if (is_launches_file(window.state.lesson)) {
      const auto lesson = first_launch_lesson(window.state.lesson);
      if (!lesson) return wrong_input(lesson.error());
      window.state.lesson = lesson->string();
      if (window.screen.view.empty()) window.screen.view = name_of(Page::program);
    }
    WindowOptions options;
    window.fill(options);
    options.device = device;
    options.start_page = !names_what_to_show();
    if (const std::string& given = window.state.lesson; !given.empty()) {
      const auto lesson = lesson::find(given);
      std::error_code error;
      if (!lesson && given.ends_with(".cu") && std::filesystem::is_regular_file(given, error)) {
        options.kernel = given;
        options.lesson.clear();
        options.start_page = true;
      } else if (!lesson) {
        const std::string hint =
            looks_like_path(given)
                ? ""
                : "\n'" + given + "' is not a command either; the commands are " + command_names();
        return wrong_input(lesson.error().formatted() + hint);
      }
    }
    if (!screen.open_window) {
      return failure(ExitCode::not_on_this_machine,
                     "this build of lanescope has no window; its commands are " + command_names());
    }
    return {screen.open_window(options), {}, {}};
  }

  [[nodiscard]] bool names_what_to_show() const {
    const StateOptions& state = window.state;
    return !state.lesson.empty() || !state.variant.empty() || !state.set.empty() ||
           !state.machine.empty() || state.compiler != StateOptions{}.compiler ||
           !window.screen.view.empty() || !window.screen.step_name.empty() ||
           !window.screen.recording.empty();
  }

  WindowArguments window;
  std::optional<int> device;
};

}  // namespace

std::unique_ptr<Command> make_window() { return std::make_unique<WindowCommand>(); }

}  // namespace lanescope::app
