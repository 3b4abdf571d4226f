#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <stop_token>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "app/command_line/command_line.h"
#include "app/command_line/run/program_run.h"
#include "app/command_line/shared_options.h"
#include "app/session/selection/pages.h"
#include "app/session/start/launch_lesson.h"
#include "app/session/start/own_program.h"
#include "kernels/launches/reader.h"
#include "kernels/lesson_file/folders.h"

namespace lanescope::app {
namespace {

// True if the text is meant as a path, not as a word.
bool looks_like_path(const std::string& text) {
  std::error_code error;
  return text.find_first_of("/.") != std::string::npos || std::filesystem::exists(text, error);
}

bool launches_anything(const std::filesystem::path& recording) {
  const auto file = launches::File::open(recording);
  return file && !file->launches().empty();
}

// Runs the program; where its launches are, or why there are none.
tl::expected<std::filesystem::path, std::string> launches_of_program(
    const std::filesystem::path& source, const Screen& screen, const std::stop_token& stop) {
  // The stop is handed on until the run has ended: one that came too early would be lost.
  const std::jthread watch([&stop](const std::stop_token& done) {
    for (; !done.stop_requested(); std::this_thread::sleep_for(std::chrono::milliseconds(20)))
      if (stop.stop_requested()) Signals::end_run();
  });
  const std::filesystem::path recording = recording_of_program(source);
  // Launches of an earlier state of the program can be open: they stay if this run fails.
  std::filesystem::path written = recording;
  written.replace_extension(".new.lanes");
  std::error_code ignored;
  std::filesystem::create_directories(recording.parent_path(), ignored);
  const std::filesystem::path printed = printed_beside(written);
  Result ran = run_command_line(
      {"run", source.string(), "-o", written.string(), "--printed", printed.string()}, screen);
  if (const std::size_t at = ran.err.find(written.string()); at != ran.err.npos)
    ran.err.replace(at, written.string().size(), recording.string());
  std::fputs(ran.err.c_str(), stderr);
  const bool is_kept = launches_anything(written) && !stop.stop_requested();
  if (is_kept) {  // the recording last: it is looked at when it changes
    std::filesystem::rename(printed, printed_beside(recording), ignored);
    std::filesystem::rename(written, recording, ignored);
  }
  std::filesystem::remove(printed, ignored);
  std::filesystem::remove(written, ignored);
  if (is_kept) return recording;
  // What failed, and the first that the compiler says of it, with the names of files as in the
  // source's folder.
  constexpr int most_lines = 4;
  std::size_t end = 0;
  for (int line = 0; line < most_lines && end != ran.err.npos; ++line)
    end = ran.err.find('\n', line == 0 ? 0 : end + 1);
  std::string why = ran.err.substr(0, end);
  const std::string folder = source.parent_path().string() + "/";
  for (std::size_t at = 0; folder.size() > 1 && (at = why.find(folder, at)) != why.npos;)
    why.erase(at, folder.size());
  return tl::unexpected(std::move(why));
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
    options.run_program = [&screen](const std::filesystem::path& source,
                                    const std::stop_token& stop) {
      return launches_of_program(source, screen, stop);
    };
    options.start_page = !names_what_to_show();
    if (const std::string& given = window.state.lesson; !given.empty()) {
      const auto lesson = lesson::find(given);
      std::error_code error;
      if (!lesson && given.ends_with(".cu") && std::filesystem::is_regular_file(given, error)) {
        options.kernel = given;  // a whole program is run when the window is there
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
