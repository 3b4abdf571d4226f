// Renders the window's picture without a window.
#include <memory>

#include <fmt/format.h>

#include "app/figures/sweep_input.h"
#include "app/session/steps/steps.h"
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

tl::expected<void, Problem> take_shot(const ShotOptions& options) {
  const auto start = start_from(options, Settings{});
  if (!start) {
    return tl::unexpected(Problem{2, false, start.error(), "", 0, 0});
  }
  const Settings& settings = start->state.settings;
  const auto given = named_recording(options.recording);
  if (!given) {
    return tl::unexpected(Problem{2, false, given.error(), options.recording, 0, 0});
  }
  Session session(start->state, start->view, services({}, *given, options.device));
  auto platform = Platform::create({min_window_width, min_window_height, false});
  if (!platform) {
    return tl::unexpected(Problem{3, false, platform.error(), "", 0, 0});
  }
  auto gui = Gui::create(*platform, true);
  if (!gui) {
    return tl::unexpected(Problem{3, false, gui.error(), "", 0, 0});
  }
  auto target = gl::Framebuffer::create(settings.width, settings.height);
  if (!target) {
    return tl::unexpected(Problem{3, false, target.error(), "", 0, 0});
  }
  Guidance guidance(session, {}, {});  // no progress is stored
  Course& course = guidance.course;
  if (!options.step.empty()) {
    if (const auto step = go_to_step(course, options.step); !step) {
      return tl::unexpected(Problem{2, false, step.error(), "", 0, 0});
    }
    guidance.course_loader.read();
    guidance.course_loader.wait();
  }
  Comparison& comparison = guidance.comparison;
  if (const auto other = compare_with(comparison, session, start->view.argument_of(Page::compare));
      !other) {
    return tl::unexpected(Problem{2, false, other.error(), "", 0, 0});
  }
  const Page page = start->view.page;
  const std::string& argument = start->view.page_argument;
  session.times().show(page == Page::times);
  session.machines().show(page == Page::machine);
  if (page == Page::sweep && session.lesson()) {
    if (!session.sweeps().choose(argument)) {
      return tl::unexpected(Problem{2, false, no_such_sweep(session, argument), "", 0, 0});
    }
    session.sweeps().show(true);
  }
  LaunchMaps maps({});
  if (page == Page::map) {
    maps.open(argument);
  }
  const auto settle = [&] {
    while (session.update() || course.update() || !session.settled() || course.running() ||
           course.checking() || comparison.update() || comparison.running() || maps.update() ||
           maps.working()) {
      Platform::wait_events(0.002);
    }
  };
  settle();
  while (options.answered && course.covered() && !session.problem()) {
    course.skip();
    settle();
  }
  if (session.problem()) {
    return tl::unexpected(*session.problem());
  }
  if (options.step.empty() && session.shown()) {
    const auto lacks = lacking(start->view, session.shown()->report);
    if (!lacks.empty()) {
      return tl::unexpected(Problem{2, false, "--view: " + lacks.front(), "", 0, 0});
    }
  }
  if (const ComparedSide* other = comparison.other(); other != nullptr && !other->problem.empty()) {
    return tl::unexpected(Problem{2, false, other->problem, "", 0, 0});
  }
  const text::Texts texts = texts_of(settings);
  MainView view({[] {}, [] {}, [] {}});
  view.show_times(false);
  view.set_comparison(comparison);
  view.set_maps(maps);
  if (!options.step.empty()) {
    view.set_course(course, guidance.progress, guidance.course_loader);
  }
  view.pages().open(start->view);
  Gui::Frame frame;
  frame.width = settings.width;
  frame.height = settings.height;
  frame.scale = static_cast<float>(settings.scale_percent) / 100.0F;
  frame.palette = palette_of(settings);
  frame.texts = &texts;
  frame.content = [&](Ui& ui) { view.draw(ui, session, 0); };
  for (int i = 0; i < 3; ++i) {  // the second frame uses what the first one measured
    target->bind();
    (*gui)->render(frame);
    settle();  // an exercise is checked once it is shown
    while (view.pages().update(session) ||
           view.pages().busy()) {  // and so is the recording of a warp
      Platform::wait_events(0.002);
    }
  }
  if (page == Page::map && !maps.input_problem().empty()) {
    return tl::unexpected(Problem{2, false, maps.input_problem(), "", 0, 0});
  }
  if (const auto& steps = view.pages().panels().steps.follower().steps();
      page == Page::steps && options.step.empty() && steps != nullptr) {
    const std::string lack = lacking(start->view.step, start->view.lane, *steps->recording);
    if (!lack.empty()) return tl::unexpected(Problem{2, false, "--view: " + lack, "", 0, 0});
  }
  target->bind();
  const auto written = write_png(options.output, settings.width, settings.height, target->read());
  if (!written) {
    return tl::unexpected(Problem{2, false, written.error(), options.output.string(), 0, 0});
  }
  return {};
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
