#include "app/command_line/screen.h"
#include "app/command_line/shared_options.h"

namespace lanescope::app {
namespace {

Result no_pictures() {
  return failure(ExitCode::not_on_this_machine,
                 "this build of lanescope draws no pictures; it was made without the window");
}

class ShotCommand : public Command {
 public:
  ShotCommand() : Command("shot", "Write the window's picture to a file") {
    window_.add_to(*this);
    add("--answered", &answered_,
        "Of a step or a scene: with what its questions ask for, as if they had been skipped");
    Option& scene = add("--scene FILE", &deck_,
                        "Scenes of a lecture: a deck's file, or the name of a shipped one");
    for (const char* own : {"LESSON", "--variant", "--set", "--machine", "--view", "--step"})
      scene.excludes(own);
    add("--number N", &number_, "Which of them, from 1").positive().needs("--scene");
    add("--all", &all_, "All of them; -o names their folder").needs("--scene").excludes("--number");
    add("-o,--output PICTURE.png", &output_, "The picture to write, or the folder of --all")
        .required();
  }

  Result run(const Screen& screen) override {
    if (!deck_.empty()) return scenes(screen);
    if (window_.state.lesson.empty()) throw WrongUsage{"LESSON, or --scene FILE, is required"};
    const auto options = filled<ShotOptions>();
    if (!screen.take_shot) return no_pictures();
    if (options.output.extension() != ".png") return not_a_picture();
    const auto done = screen.take_shot(options);
    return done ? success({}) : failure(done.error());
  }

 private:
  // Prints the files, one per line.
  [[nodiscard]] Result scenes(const Screen& screen) const {
    if (all_ == number_.has_value()) throw WrongUsage{"One of --number N and --all is required"};
    auto options = filled<SceneShotOptions>();
    options.deck = deck_;
    options.number = number_;
    if (!screen.take_scenes) return no_pictures();
    if (number_ && options.output.extension() != ".png") return not_a_picture();
    const auto done = screen.take_scenes(options);
    if (!done) return failure(done.error());
    std::string files;
    for (const std::filesystem::path& file : *done) files += file.string() + "\n";
    return success(files);
  }

  template <typename Options>
  [[nodiscard]] Options filled() const {
    Options options;
    window_.read(options);
    options.output = output_;
    options.answered = answered_;
    return options;
  }

  [[nodiscard]] Result not_a_picture() const {
    return failure(ExitCode::wrong_input,
                   output_ + ": the picture is a PNG; name it so: PICTURE.png");
  }

  WindowGiven window_;
  std::string deck_, output_;
  std::optional<std::uint64_t> number_;
  bool answered_ = false, all_ = false;
};

}  // namespace

std::unique_ptr<Command> make_shot() { return std::make_unique<ShotCommand>(); }

}  // namespace lanescope::app
