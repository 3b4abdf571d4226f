// Renders the scenes of a lecture without a window.
#include <memory>
#include <system_error>

#include <fmt/format.h>

#include "app/window/guidance.h"
#include "app/window/main_view.h"
#include "app/window/options.h"
#include "app/window/output/png_file.h"
#include "app/window/toolkit/appearance.h"
#include "app/window/toolkit/gui.h"
#include "app/window/toolkit/platform.h"
#include "app/window/window.h"
#include "viz/gl/objects.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;
using Pixels = std::vector<std::uint8_t>;

tl::unexpected<Problem> problem(int exit_code, std::string message, std::string file = {}) {
  return tl::unexpected(Problem{exit_code, false, std::move(message), std::move(file), 0, 0});
}

// Draws one scene in a session of its own, so that no picture depends on which others were drawn.
tl::expected<Pixels, Problem> draw_scene_picture(const DeckPtr& deck, std::size_t index,
                                                 const SceneShotOptions& options,
                                                 const Settings& settings,
                                                 const std::optional<RecordingEntry>& recording,
                                                 Gui& gui, const gl::Framebuffer& target) {
  const Scene& scene = deck->scenes[index];
  State state;
  state.settings = settings;
  state.lesson = scene.lesson;
  state.variant = scene.variant;
  state.overrides = scene.set;
  state.machine = machine::requested_id(scene.machine);
  state.compiler = scene.compiler.value_or(options.compiler);
  Session session(state, parse_view(scene.view).value_or(ViewRequest{}),
                  services({}, recording, options.device));
  Guidance guidance(session, {}, {});
  Lecture& lecture = guidance.lecture;
  MainView view({[] {}, [] {}, [] {}});
  view.show_times(false);
  view.set_comparison(guidance.comparison);
  LaunchMaps maps({});
  view.set_maps(maps);
  view.set_lecture(lecture, {{},
                             {},
                             [&](const std::string& other) {
                               return compare_with(guidance.comparison, session, other);
                             },
                             {}});
  view.begin_lecture(session, deck, index);
  const auto settle = [&] {
    while (session.update() || guidance.update() || !session.settled() ||
           (lecture.course() != nullptr && lecture.course()->running()) ||
           guidance.comparison.running() || maps.update() || maps.working() ||
           view.pages().update(session) || view.pages().busy()) {
      Platform::wait_events(0.002);
    }
  };
  settle();
  if (session.problem()) {
    Problem failed = *session.problem();
    failed.message = fmt::format("{}:{}: scenes[{}]: {}", deck->path.string(), scene.line_of(""),
                                 index, failed.message);
    return tl::unexpected(std::move(failed));
  }
  if (!lecture.problem().empty()) {
    return problem(2, lecture.problem(), deck->path.string());
  }
  const text::Texts texts = texts_of(settings);
  Gui::Frame frame;
  frame.width = settings.width;
  frame.height = settings.height;
  frame.scale = view.scale_for(settings.width, settings.height, settings, 1);
  frame.palette = palette_of(settings);
  frame.texts = &texts;
  frame.content = [&](Ui& ui) { view.draw(ui, session, 0); };
  const auto draw = [&] {
    target.bind();
    gui.render(frame);
    settle();
  };
  draw();
  while (options.answered && lecture.covered() && !session.problem()) {
    view.reveal();
    draw();
  }
  for (int i = 0; i < 3; ++i) {  // a frame uses what the one before measured or requested
    draw();
  }
  target.bind();
  gui.render(frame);
  // What the view requests but can't have.
  const ComparedSide* other = guidance.comparison.other();
  for (const std::string& input_problem :
       {view.notice(), maps.input_problem(), other != nullptr ? other->problem : std::string()}) {
    if (!input_problem.empty()) {
      return problem(2,
                     fmt::format("{}:{}: scenes[{}].view: {}", deck->path.string(),
                                 scene.line_of("view"), index, input_problem),
                     deck->path.string());
    }
  }
  return target.read();
}

}  // namespace

tl::expected<std::vector<fs::path>, Problem> take_scene_shots(const SceneShotOptions& options) {
  const auto start = start_from(options, Settings{});
  if (!start) {
    return problem(2, start.error());
  }
  const Settings& settings = start->state.settings;
  const auto deck = find_deck(options.deck);
  if (!deck) {
    return problem(2, deck.error().formatted(), deck.error().file);
  }
  const std::size_t count = (*deck)->scenes.size();
  if (options.number && (*options.number < 1 || *options.number > count)) {
    return problem(
        2, fmt::format("scene {}: {} has 1 to {}", *options.number, (*deck)->path.string(), count));
  }
  const auto recording = named_recording(options.recording);
  if (!recording) {
    return problem(2, recording.error(), options.recording);
  }
  auto platform = Platform::create({min_window_width, min_window_height, false});
  if (!platform) {
    return problem(3, platform.error());
  }
  auto gui = Gui::create(*platform, true);
  if (!gui) {
    return problem(3, gui.error());
  }
  auto target = gl::Framebuffer::create(settings.width, settings.height);
  if (!target) {
    return problem(3, target.error());
  }
  struct Picture {
    fs::path path;
    Pixels pixels;
  };
  std::vector<Picture> pictures;
  for (std::size_t i = 0; i < count; ++i) {
    if (options.number && i + 1 != *options.number) continue;
    auto pixels = draw_scene_picture(*deck, i, options, settings, *recording, **gui, *target);
    if (!pixels) {
      return tl::unexpected(std::move(pixels).error());
    }
    pictures.push_back({options.number ? options.output : options.output / picture_name(**deck, i),
                        std::move(*pixels)});
  }
  std::vector<fs::path> written;
  if (!options.number) {
    std::error_code error;
    fs::create_directories(options.output, error);  // an error shows up when writing the file
  }
  for (const Picture& picture : pictures) {
    if (const auto done = write_png(picture.path, settings.width, settings.height, picture.pixels);
        !done) {
      return problem(2, done.error(), picture.path.string());
    }
    written.push_back(picture.path);
  }
  return written;
}

}  // namespace lanescope::app
