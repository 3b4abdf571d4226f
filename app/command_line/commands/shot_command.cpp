#include "app/command_line/commands.h"

namespace lanescope::app {

Result shot_command(const ShotOptions& options, const Screen& screen) {
  if (!screen.take_shot) {
    return failure(ExitCode::not_on_this_machine,
                   "this build of lanescope draws no pictures; it was made without the window");
  }
  if (options.output.extension() != ".png") {
    return failure(ExitCode::wrong_input,
                   options.output.string() + ": the picture is a PNG; name it so: PICTURE.png");
  }
  const auto done = screen.take_shot(options);
  if (!done) return failure(done.error().exit_code, done.error().message);
  return success({});
}

Result scene_shots_command(const SceneShotOptions& options, const Screen& screen) {
  if (!screen.take_scenes) {
    return failure(ExitCode::not_on_this_machine,
                   "this build of lanescope draws no pictures; it was made without the window");
  }
  if (options.number && options.output.extension() != ".png") {
    return failure(ExitCode::wrong_input,
                   options.output.string() + ": the picture is a PNG; name it so: PICTURE.png");
  }
  const auto done = screen.take_scenes(options);
  if (!done) return failure(done.error().exit_code, done.error().message);
  std::string files;
  for (const std::filesystem::path& file : *done) files += file.string() + "\n";
  return success(files);
}

}  // namespace lanescope::app
