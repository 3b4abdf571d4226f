#include "app/command_line/command_line.h"
#include "app/command_line/shared_options.h"

namespace lanescope::app {
namespace {

Result no_pictures() {
  return failure(ExitCode::not_on_this_machine,
                 "this build of lanescope can't draw pictures, because it has no window");
}

struct ShotCommand : Command {
  ShotCommand() : Command("shot", "Write the window's picture to a file") {
    window.add_to(*this);
    add("--answered", &answered,
        "For a step or a scene: show the answers to its questions, as if they had been skipped");
    Option& scene = add("--scene FILE", &deck,
                        "A lecture's deck of scenes: its file, or the name of a shipped deck");
    for (const char* own : {"LESSON", "--variant", "--set", "--machine", "--view", "--step"})
      scene.excludes(own);
    add("--number N", &number, "Number of the scene, from 1").positive().needs("--scene");
    add("--all", &all, "All scenes; -o names the folder to write them to")
        .needs("--scene")
        .excludes("--number");
    add("-o,--output PICTURE.png", &output, "The picture to write, or the folder of --all")
        .required();
  }

  Result run(const Screen& screen) override {
    if (!deck.empty()) return scenes(screen);
    if (window.state.lesson.empty()) throw WrongUsage{"LESSON, or --scene FILE, is required"};
    const auto options = filled<ShotOptions>();
    if (!screen.take_shot) return no_pictures();
    if (options.output.extension() != ".png") return not_a_picture();
    const auto done = screen.take_shot(options);
    return done ? success({}) : failure(done.error());
  }

  // Prints the files, one per line.
  [[nodiscard]] Result scenes(const Screen& screen) const {
    if (all == number.has_value()) throw WrongUsage{"One of --number N and --all is required"};
    auto options = filled<SceneShotOptions>();
    options.deck = deck;
    options.number = number;
    if (!screen.take_scenes) return no_pictures();
    if (number && options.output.extension() != ".png") return not_a_picture();
    const auto done = screen.take_scenes(options);
    if (!done) return failure(done.error());
    std::string files;
    for (const std::filesystem::path& file : *done) files += file.string() + "\n";
    return success(files);
  }

  template <typename Options>
  [[nodiscard]] Options filled() const {
    Options options;
    window.fill(options);
    options.output = output;
    options.answered = answered;
    return options;
  }

  [[nodiscard]] Result not_a_picture() const {
    return wrong_input(output + ": the picture is a PNG; its name must end in .png");
  }

  WindowArguments window;
  std::string deck, output;
  std::optional<std::uint64_t> number;
  bool answered = false, all = false;
};

}  // namespace

std::unique_ptr<Command> make_shot() { return std::make_unique<ShotCommand>(); }

}  // namespace lanescope::app
