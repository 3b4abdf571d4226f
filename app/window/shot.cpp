// Renders the window's picture, and the scenes of a lecture, without a window.
#include <memory>
#include <system_error>

#include <fmt/format.h>

#include "app/figures/appearance.h"
#include "app/figures/pages/sweep_page.h"
#include "app/window/main_view.h"
#include "app/window/options.h"
#include "app/window/output/output_file.h"
#include "app/window/teaching.h"
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

// What draws without a window.
struct Studio {
  std::optional<Platform> platform;
  std::unique_ptr<Gui> gui;
  std::optional<gl::Framebuffer> target;

  [[nodiscard]] static tl::expected<std::unique_ptr<Studio>, Problem> open(
      const Settings& settings) {
    auto studio = std::make_unique<Studio>();
    auto platform = Platform::create({min_window_width, min_window_height, false});
    if (!platform) return problem(3, platform.error());
    studio->platform.emplace(std::move(*platform));
    auto gui = Gui::create(*studio->platform, true);
    if (!gui) return problem(3, gui.error());
    studio->gui = std::move(*gui);
    auto target = gl::Framebuffer::create(settings.width, settings.height);
    if (!target) return problem(3, target.error());
    studio->target.emplace(std::move(*target));
    return studio;
  }
  void draw(const Gui::Frame& frame) {
    target->bind();
    gui->render(frame);
  }
};

Gui::Frame frame_of(MainView& view, Session& session, const text::Texts& texts) {
  const Settings& settings = session.state().settings;
  Gui::Frame frame;
  frame.width = settings.width;
  frame.height = settings.height;
  frame.scale = view.scale_for(settings.width, settings.height, settings, 1);
  frame.palette = palette_of(settings);
  frame.texts = &texts;
  frame.content = [&](Ui& ui) { view.draw(ui, session, 0); };
  return frame;
}

// Draws one scene in a session of its own, so that no picture depends on which others were drawn.
tl::expected<Pixels, Problem> draw_scene_picture(const DeckPtr& deck, std::size_t index,
                                                 const SceneShotOptions& options,
                                                 const Settings& settings,
                                                 const std::optional<RecordingEntry>& recording,
                                                 Studio& studio) {
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
  Teaching teaching(session, {}, {});
  Lecture& lecture = teaching.lecture;
  PageContents contents(session);
  MainView view({[] {}, [] {}, [] {}}, contents);
  view.hide_wall_times();
  view.set_lecture(lecture);
  view.begin_lecture(session, deck, index);
  const auto settle = [&] {
    while (session.update() || teaching.update() || !session.settled() ||
           (lecture.course() != nullptr && lecture.course()->running()) ||
           view.pages().update(session) || contents.busy()) {
      Platform::wait_events(0.002);
    }
  };
  settle();
  if (session.run().problem()) {
    Problem failed = *session.run().problem();
    failed.message = fmt::format("{}:{}: scenes[{}]: {}", deck->path.string(), scene.line_of(""),
                                 index, failed.message);
    return tl::unexpected(std::move(failed));
  }
  if (!lecture.problem().empty()) return problem(2, lecture.problem(), deck->path.string());
  const text::Texts texts = texts_of(settings);
  const Gui::Frame frame = frame_of(view, session, texts);
  const auto draw = [&] {
    studio.draw(frame);
    settle();
  };
  draw();
  while (options.answered && lecture.covered() && !session.run().problem()) {
    view.reveal();
    draw();
  }
  for (int i = 0; i < 3; ++i) {  // a frame uses what the one before measured or requested
    draw();
  }
  studio.draw(frame);
  // What the view requests but can't have.
  for (const std::string& input_problem : {view.notice().text, contents.lack(lecture.view())}) {
    if (!input_problem.empty()) {
      return problem(2,
                     fmt::format("{}:{}: scenes[{}].view: {}", deck->path.string(),
                                 scene.line_of("view"), index, input_problem),
                     deck->path.string());
    }
  }
  return studio.target->read();
}

}  // namespace

tl::expected<void, Problem> take_shot(const ShotOptions& options) {
  const auto start = start_from(options, Settings{});
  if (!start) return problem(2, start.error());
  const Settings& settings = start->state.settings;
  const auto given = named_recording(options.recording);
  if (!given) return problem(2, given.error(), options.recording);
  Session session(start->state, start->view, services({}, *given, options.device));
  auto studio = Studio::open(settings);
  if (!studio) return tl::unexpected(std::move(studio).error());
  Teaching teaching(session, {}, {});  // no progress is stored
  Course& course = teaching.course;
  const bool in_guide = !options.step_name.empty();
  if (in_guide) {
    if (const auto found = go_to_step(course, options.step_name); !found)
      return problem(2, found.error());
    teaching.course_loader.read();
    teaching.course_loader.wait();
  }
  PageContents contents(session);
  if (const auto opened = contents.open(start->view, session); !opened)
    return problem(2, opened.error());
  const auto settle = [&](const auto& page_works) {
    while (session.update() || course.update() || !session.settled() || course.running() ||
           course.checking() || page_works()) {
      Platform::wait_events(0.002);
    }
  };
  const auto before_drawing = [&] {
    contents.follow(session, start->view.page);
    return contents.update(session, start->view.page) || contents.busy();
  };
  settle(before_drawing);
  while (options.answered && course.covered() && !session.run().problem()) {
    course.skip();
    settle(before_drawing);
  }
  if (session.run().problem()) return tl::unexpected(*session.run().problem());
  if (!in_guide && session.run().shown()) {
    const auto lacks = lacking(start->view, session.run().shown()->report);
    if (!lacks.empty()) return problem(2, "--view: " + lacks.front());
  }
  const text::Texts texts = texts_of(settings);
  MainView view({[] {}, [] {}, [] {}}, contents);
  view.hide_wall_times();
  if (in_guide) view.set_course(course, teaching.progress, teaching.course_loader);
  view.pages().show(start->view);
  const Gui::Frame frame = frame_of(view, session, texts);
  for (int i = 0; i < 3; ++i) {  // the second frame uses what the first one measured
    (*studio)->draw(frame);
    // An exercise is checked once it is shown.
    settle([&] { return view.pages().update(session) || contents.busy(); });
  }
  if (!in_guide) {
    if (const std::string lack = contents.lack(start->view); !lack.empty()) return problem(2, lack);
  }
  const auto written =
      write_png(options.output, settings.width, settings.height, (*studio)->target->read());
  if (!written) return problem(2, written.error(), options.output.string());
  return {};
}

tl::expected<std::vector<fs::path>, Problem> take_scene_shots(const SceneShotOptions& options) {
  const auto start = start_from(options, Settings{});
  if (!start) return problem(2, start.error());
  const Settings& settings = start->state.settings;
  const auto deck = find_deck(options.deck);
  if (!deck) return problem(2, deck.error().formatted(), deck.error().file);
  const std::size_t count = (*deck)->scenes.size();
  if (options.number && (*options.number < 1 || *options.number > count)) {
    return problem(
        2, fmt::format("scene {}: {} has 1 to {}", *options.number, (*deck)->path.string(), count));
  }
  const auto recording = named_recording(options.recording);
  if (!recording) return problem(2, recording.error(), options.recording);
  auto studio = Studio::open(settings);
  if (!studio) return tl::unexpected(std::move(studio).error());
  struct Picture {
    fs::path path;
    Pixels pixels;
  };
  std::vector<Picture> pictures;
  for (std::size_t i = 0; i < count; ++i) {
    if (options.number && i + 1 != *options.number) continue;
    auto pixels = draw_scene_picture(*deck, i, options, settings, *recording, **studio);
    if (!pixels) return tl::unexpected(std::move(pixels).error());
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

tl::expected<void, Problem> draw_sweep(const SweepTable& table,
                                       const SweepPictureOptions& options) {
  FigureOptions figure;
  figure.output = options.output;
  figure.theme = theme_from(options.theme).value_or(Theme::dark);
  figure.language = options.language;
  figure.scale_percent = options.scale_percent;
  return draw_figure(
      [&](const picture::Style& style) {
        return picture::build_sweep(sweep_input(table, 0, *style.texts), style,
                                    static_cast<float>(options.width),
                                    static_cast<float>(options.height));
      },
      figure);
}

}  // namespace lanescope::app
