// Ways in: the start page, own kernels, what is dropped on the window, and where the user was.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/figures/appearance.h"
#include "app/session/start/launch_lesson.h"
#include "app/session/start/opening.h"
#include "app/session/start/own_kernel.h"
#include "app/window/main_view.h"
#include "app/window/teaching.h"

namespace lanescope::app {
namespace {

// The names of the buttons that write a lesson file for it: one, or one for each of its kernels.
std::string writing_buttons(const std::filesystem::path& kernel, const text::Texts& texts) {
  constexpr std::size_t most = 3;
  const std::vector<std::string> kernels = kernels_in_file(kernel);
  if (kernels.size() < 2)
    return texts.get("start.button", fmt::arg("name", texts.get("start.write")));
  std::string names = texts.get("start.button", fmt::arg("name", kernels.front()));
  for (std::size_t i = 1; i < std::min(kernels.size(), most); ++i)
    names = texts.get("start.button_or", fmt::arg("buttons", names), fmt::arg("name", kernels[i]));
  return kernels.size() > most ? texts.get("start.button_more", fmt::arg("buttons", names)) : names;
}

}  // namespace

// The shared tile of the transpose: its one switch shows what a bank conflict is.
void MainView::show_padding(Session& session) {
  if (Course* course = guide_.course()) course->leave();
  State state = session.state();
  state.lesson = "transpose";
  state.variant = "tile";
  state.overrides = {{"PAD", 0}};
  state.machine.clear();
  state.selection = {};
  session.show_state(state);
  pages_.show(Page::stage);
  guide_.point_at_padding();
}

void MainView::open_start_page() {
  const bool is_elsewhere = entered_ && is_there(*recent_->last());
  lists_.open_start(true, is_elsewhere ? recent_->last() : std::nullopt);
}

void MainView::go_on(const Visit& where, Session& session) {
  Course* course = guide_.course();
  if (course != nullptr) course->leave();
  State state = session.state();
  put_into(state, where);
  state.selection = {};
  session.show_state(state);
  if (course != nullptr) return_to_step(where, session, *course);
  // Without its page, a place is still one.
  if (const auto view = parse_view(where.view)) static_cast<void>(pages_.open(*view, session));
}

// Without a kernel, a small one to begin with.
void MainView::make_own_kernel(const std::filesystem::path& kernel, const std::string& name,
                               Session& session) {
  if (!kernel.empty()) {
    const text::Texts texts = texts_of(session.state().settings);
    const auto lesson = write_lesson_for(kernel, texts.get("start.guessed"), name);
    if (!lesson) {
      return lists_.open_own_kernels(
          texts.get("open.not_made", fmt::arg("why", texts.say(lesson.error()))));
    }
    open_lesson(*lesson, session);
    return lists_.show_made(*lesson);
  }
  const auto made = lanescope::app::make_own_kernel(session.state().settings.language);
  if (!made) {
    return lists_.open_own_kernels(
        texts_of(session.state().settings).get("open.not_made", fmt::arg("why", made.error())));
  }
  open_lesson(made->lesson, session);
  lists_.show_made(made->kernel);
}

void MainView::open_lesson(const std::filesystem::path& lesson, Session& session) {
  if (lecturing()) lecture_.leave(session, pages_);
  if (Course* course = guide_.course()) {
    course->leave();  // the lesson's own guide is offered, if it has one
  }
  pages_.show(Page::stage);
  guide_.choose_lesson(session, lesson.string(), false);
  // A launch of a recording is in the cache, and goes; the recording is remembered.
  if (recent_ != nullptr && !launch_origin(lesson.string())) recent_->put_kernel(lesson);
}

void MainView::open_paths(const std::vector<std::filesystem::path>& paths, Session& session,
                          const std::filesystem::path& source) {
  const Opening opening = what_opens(paths);
  status_.say({});  // what it said of the lesson before
  if (opening.refusal.empty()) {
    while (lists_.open()) lists_.close(session);
    if (opening.deck == nullptr) {
      open_lesson(opening.lesson, session);
      if (opening.is_program) {
        pages_.show(Page::program);
        remember_kernel(source.empty() ? paths.front() : source);
      }
      return;
    }
    if (recent_ != nullptr) recent_->put_kernel(opening.deck->path);
    return begin_lecture(session, opening.deck);
  }
  // What is open stays until there is something to show.
  if (opening.is_program && host_.run_program && !lecturing())
    return host_.run_program(opening.path);
  const text::Texts texts = texts_of(session.state().settings);
  const bool is_kernel = opening.refusal == "open.kernel_alone" ||
                         opening.refusal == "open.kernel_not_named" ||
                         opening.refusal == "open.program";
  std::string message =
      texts.get(opening.refusal, fmt::arg("name", opening.name), fmt::arg("folder", opening.folder),
                fmt::arg("path", opening.path), fmt::arg("detail", texts.say(opening.detail)),
                fmt::arg("button", is_kernel ? writing_buttons(opening.path, texts) : ""));
  if (lecturing() || recent_ == nullptr) return status_.say(std::move(message));
  lists_.open_own_kernels(std::move(message), is_kernel ? opening.path : std::string());
}

void MainView::offer_lesson_for(const std::filesystem::path& kernel, std::string why) {
  lists_.open_own_kernels(std::move(why), kernel);
}

void MainView::remember_visit(const Session& session) {
  // While the start page is open, the user has chosen nothing yet. A lecture is not a place of the
  // user's own.
  if (recent_ == nullptr || lecturing() || lists_.shown() == Overlay::start || !session.lesson() ||
      session.run().running() || session.run().problem()) {
    return;
  }
  Visit visit = visit_of(session, pages_.view(session));
  if (const Course* course = guide_.course();
      course != nullptr && course->guide() != nullptr && course->active()) {
    visit.step_name = course->at_exercise() ? lesson::exercise_section : course->current()->name;
    visit.on_step = course->on_path();
  }
  if (entered_ &&
      is_untouched(*entered_, visit, guide_.course()->progress().of(entered_->lesson))) {
    return;
  }
  entered_.reset();
  recent_->put_last(visit);
}

}  // namespace lanescope::app
