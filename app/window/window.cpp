#include "app/window/window.h"

#include <chrono>
#include <cstdio>
#include <memory>

#include <fmt/format.h>

#include "app/figures/appearance.h"
#include "app/figures/pages/program_page.h"
#include "app/figures/pages/sweep_page.h"
#include "app/session/files/destination.h"
#include "app/session/files/folder_watch.h"
#include "app/session/files/write_file.h"
#include "app/session/start/launch_lesson.h"
#include "app/session/start/own_program.h"
#include "app/session/start/recent.h"
#include "app/window/audience.h"
#include "app/window/main_view.h"
#include "app/window/options.h"
#include "app/window/output/output_file.h"
#include "app/window/output/view_exporter.h"
#include "app/window/program_follower.h"
#include "app/window/state_file.h"
#include "app/window/teaching.h"
#include "app/window/toolkit/gui.h"
#include "app/window/toolkit/platform.h"
#include "app/window/toolkit/scripted_input.h"
#include "app/window/toolkit/window_icon.h"
#include "kernels/device/worker.h"
#include "kernels/lesson_file/folders.h"
#include "viz/gl/objects.h"

namespace lanescope::app {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

tl::expected<device::GpuList, Problem> gpus(const GpuRequest&, Progress*, std::stop_token stop) {
  auto found = device::find_gpus({}, std::move(stop));
  if (!found)
    return tl::unexpected(Problem{3, false, std::move(found).error().message, "", 0, 0, true});
  return std::move(*found);
}

// The window, from opening to closing.
class Window {
 public:
  Window(Platform& platform, Gui& gui, Session& session, Teaching& teaching, PageContents& contents,
         RecentStore& recent, Settings remembered, Clock::time_point begun,
         ProgramFollower::Runner runner, const std::function<void()>& wake)
      : platform_(platform),
        gui_(gui),
        session_(session),
        teaching_(teaching),
        contents_(contents),
        begun_(begun),
        texts_(texts_of(session.state().settings)),
        language_(session.state().settings.language),
        view_(
            {[this] { platform_.toggle_full_screen(); }, [this] { picture_wanted_ = true; },
             [this] { quit_ = true; }, [this](Format format) { sweep_wanted_ = format; },
             [this](const ExportRequest& export_request) { export_wanted_ = export_request; }, wake,
             runner ? [this](const std::filesystem::path& source) { run_program(source); }
                    : std::function<void(const std::filesystem::path&)>(),
             [this] { program_.cancel(); }, [this] { return run_program_again(); }},
            contents),
        exporter_(platform, gui, session, wake),
        program_(std::move(runner), wake),
        state_file_(lesson::environment("LANESCOPE_STATE_FILE")),
        traces_(!lesson::environment("LANESCOPE_TRACE").empty()),
        remembered_(std::move(remembered)) {
    view_.set_course(teaching.course, teaching.progress, teaching.course_loader);
    view_.set_frame_meter(meter_);
    view_.set_lecture(teaching.lecture, {[this] { view_.say(audience_.toggle_presenter(texts_)); },
                                         [this] { audience_.toggle_freeze(); },
                                         [this](float steps) { audience_.scroll_notes(steps); }});
    view_.set_recent(recent);
    if (input_.is_open()) {
      gui_.set_pointer(input_.pointer());  // wherever the display's pointer is
    }
  }

  void loop();
  void say(std::string notice) { view_.say(std::move(notice)); }
  void show(const ViewRequest& view) { view_.pages().show(view); }
  void open_start(bool goes_on) { view_.open_start(goes_on); }
  void open_path(const std::filesystem::path& path) { view_.open_paths({path}, session_); }

 private:
  void take_input();
  [[nodiscard]] bool passes_unseen() const;
  void draw();
  void draw_clock();
  void settled();
  void show_work();
  void run_program(const std::filesystem::path& source);
  void tell_program_runs();
  bool run_program_again();
  bool open_program_that_ran();
  void open_program_again(const std::filesystem::path& recording);
  void watch_files();
  void report_recordings_problem();
  void save_picture(int width, int height);
  void save_sweep(Format format);
  void export_view(const ExportRequest& export_request, float scale);
  void trace(const char* what) const;
  [[nodiscard]] double time_to_wait(std::optional<double> next_move_s) const;
  [[nodiscard]] bool holds_back(bool updated) const;

  Platform& platform_;
  Gui& gui_;
  Session& session_;
  Teaching& teaching_;
  PageContents& contents_;
  Clock::time_point begun_;
  text::Texts texts_;
  std::string language_;
  MainView view_;
  Audience audience_{platform_, gui_, teaching_.lecture};
  ViewExporter exporter_;
  FrameMeter meter_;
  FolderWatch watch_;
  Clock::time_point watched_;
  std::string work_;  // of the exporter
  ProgramFollower program_;
  std::string program_news_;  // that it runs
  std::string state_file_;
  ScriptedInput input_{lesson::environment("LANESCOPE_INPUT")};
  bool traces_;
  bool picture_wanted_ = false;
  std::optional<Format> sweep_wanted_;
  std::optional<ExportRequest> export_wanted_;
  bool quit_ = false;
  bool first_picture_ = true;
  bool first_frame_ = true;
  // After an event ImGui needs a second and third frame to settle hover, focus and sizes.
  static constexpr int frames_to_settle = 3;
  int frames_to_draw_ = frames_to_settle;
  std::uint64_t frame_ = 0;
  const Settings opened_ = session_.state().settings;
  const Settings remembered_;  // of the last start, where an option gave others for this one
  Settings saved_ = opened_;
  Clock::time_point run_begun_ = Clock::now();
  double picture_ms_ = 0;  // from the change to the first frame that shows its result
  double clock_due_s_ = 0;
  bool was_running_ = true;
  bool recordings_reported_ = false;
};

void Window::trace(const char* what) const {
  if (traces_)
    fmt::print(stderr, "lanescope: {:8.1f} ms  {}\n", seconds_since(begun_) * 1000, what);
}

void Window::take_input() {
  for (const std::vector<std::string>& paths : platform_.take_drops())
    view_.open_paths({paths.begin(), paths.end()}, session_);
  while (const auto taken = audience_.next_key(view_.typing() || gui_.typing())) {
    const InputEvent& key = *taken;
    const bool is_repeated = key.kind == InputEvent::Kind::repeat;
    if (!gui_.typing() && view_.editor_key({key.key, key.mods}, gui_.ui(), session_)) continue;
    const auto lecture_key = gui_.typing() ? std::nullopt : lecture_key_for(key.key, key.mods);
    if (lecture_key && !audience_.ignores(Command::lecture) &&
        view_.lecture_key(*lecture_key, gui_.ui()))
      continue;
    if (selects_all(key.key, key.mods) && (view_.typing() || gui_.typing())) {
      gui_.ui().select_all();  // here, because a frame may see neither press nor release
      continue;
    }
    const auto answer = gui_.typing() ? std::nullopt : answer_key_for(key.key, key.mods);
    // A held Enter must not answer the next question.
    const bool is_held = is_repeated && answer && answer->kind == AnswerKey::Kind::answer;
    if (answer && !is_held && view_.answer_key(*answer, gui_.ui(), session_)) continue;
    const auto binding = binding_for(key.key, key.mods);
    if (binding && is_repeated &&
        (!repeats(binding->command) || view_.ignores_repeat_of(*binding, session_))) {
      continue;
    }
    const bool writes =
        view_.filtering() ? writes_character(key.key, key.mods) : view_.typing() || gui_.typing();
    if (binding && audience_.thaw_by(binding->command)) continue;
    if (binding && !writes && binding->command == Command::close && program_.cancel()) continue;
    if (binding && (!writes || binding->works_while_typing) &&
        !audience_.ignores(binding->command)) {
      view_.press(*binding, gui_.ui(), session_);
    }
  }
  if (ImGui::IsAnyMouseDown()) gui_.ui().focus().hide();
}

// Painting takes most of a frame's time with software OpenGL, and a test with scripted input sees
// only what it saves: the state and the pictures it asks for.
bool Window::passes_unseen() const {
  return input_.is_open() && !first_frame_ && !picture_wanted_ && !sweep_wanted_ && !export_wanted_;
}

void Window::draw() {
  const Settings& settings = session_.state().settings;
  if (settings.language != language_) {
    language_ = settings.language;
    texts_ = texts_of(settings);
  }
  const Platform::Size size = platform_.framebuffer_size();
  if (size.width < 1 || size.height < 1) {
    return;  // minimised
  }
  Gui::Frame frame;
  frame.width = size.width;
  frame.height = size.height;
  frame.scale = view_.scale_for(size.width, size.height, settings, platform_.content_scale());
  frame.palette = palette_of(settings);
  frame.texts = &texts_;
  frame.is_painted = !passes_unseen();
  const double waiting_s = session_.run().running() ? seconds_since(run_begun_) : 0;
  frame.content = [&](Ui& ui) { view_.draw(ui, session_, waiting_s); };
  meter_.add(name_of(view_.pages().page()), audience_.draw(frame));
  if (std::exchange(picture_wanted_, false)) {
    save_picture(size.width, size.height);
    frames_to_draw_ = frames_to_settle;
  }
  if (const auto wanted = std::exchange(sweep_wanted_, std::nullopt)) save_sweep(*wanted);
  if (const auto wanted = std::exchange(export_wanted_, std::nullopt))
    export_view(*wanted, frame.scale);
  platform_.end_frame(frame.is_painted);
  audience_.draw_notes(settings, texts_, seconds_since(begun_));
  ++frame_;
  if (std::exchange(first_frame_, false)) trace("first frame");
}

// The presenter's clock runs even if the picture does not change.
void Window::draw_clock() {
  const double now_s = seconds_since(begun_);
  const std::optional<double> tick = audience_.next_tick_s(now_s);
  if (tick && frames_to_draw_ == 0 && now_s >= clock_due_s_) {
    audience_.draw_notes(session_.state().settings, texts_, now_s);
    clock_due_s_ = now_s + *tick;
  }
}

void Window::save_picture(int width, int height) {
  const std::vector<std::uint8_t> pixels = gl::read_pixels(width, height);
  const OutcomePtr& shown = session_.run().shown();
  ExportRequest whole;
  whole.subject = ExportRequest::Subject::window;
  const std::string stem =
      shown ? file_stem(whole, shown->resolved, session_.lesson()) : std::string("lanescope");
  const std::filesystem::path path = free_file(folder_of(session_.state().settings), stem, ".png");
  const auto written = write_png(path, width, height, pixels);
  view_.say(done_or_failed(written.has_value(),
                           written ? texts_.get("app.saved", fmt::arg("path", absolute_text(path)))
                                   : texts_.get("app.not_saved", fmt::arg("why", written.error()))),
            true);
}

void Window::save_sweep(Format format) {
  const SweepTable& table = contents_.get<SweepPage>().points(session_);
  const bool is_csv = format == Format::csv;
  const std::filesystem::path path =
      free_file(folder_of(session_.state().settings), sweep_stem(table.titles.lesson, table.sweep),
                is_csv ? ".csv" : ".png");
  tl::expected<void, std::string> written;
  if (is_csv) {
    written = write_file(path, csv_of(table));
  } else {
    const FigureStyle figure_style{palette_of(session_.state().settings), export_scale, &texts_};
    const picture::SweepInput input = contents_.get<SweepPage>().input(session_, texts_);
    written = write_figure(
        gui_,
        [&](const picture::Style& style) {
          const FigureSize size = default_size(FigureKind::sweep, session_, style, contents_);
          return picture::build_sweep(input, style, size.width, size.height);
        },
        figure_style, path);
    const Platform::Size window = platform_.framebuffer_size();
    gl::Framebuffer::bind_window(window.width, window.height);
  }
  view_.say(
      done_or_failed(written.has_value(),
                     written ? texts_.get("sweep.saved", fmt::arg("path", absolute_text(path)))
                             : texts_.get("sweep.not_saved", fmt::arg("why", written.error()))),
      true);
  frames_to_draw_ = frames_to_settle;
}

void Window::export_view(const ExportRequest& export_request, float scale) {
  ExportContext context;
  const Pages& pages = view_.pages();
  context.view = pages.area();
  context.zooms = !pages.lost_in(pages.view(session_), session_).empty();
  context.texts = &texts_;
  context.palette = palette_of(session_.state().settings);
  context.scale = scale;
  context.pages = &contents_;
  view_.say(exporter_.run(export_request, context), true);
  frames_to_draw_ = frames_to_settle;
}

// The notice of an export follows its work until the user does something else; from then on the
// status line says it where it says nothing else.
void Window::show_work() {
  std::string program;
  if (const auto running = program_.running()) {
    program = texts_.get("program.running", fmt::arg("name", running->source.filename().string()),
                         fmt::arg("s", static_cast<int>(running->seconds)));
  }
  if (program != program_news_) {
    program_news_ = program;
    view_.show_program(std::move(program));
    frames_to_draw_ = std::max(frames_to_draw_, 1);
  }
  std::string work = exporter_.working(texts_);
  if (work == work_) return;
  if (!work.empty() && view_.notice().text == work_) view_.say(work);
  work_ = std::move(work);
  view_.show_work(work_);
  frames_to_draw_ = std::max(frames_to_draw_, 1);
}

void Window::tell_program_runs() {
  if (const auto running = program_.running()) {
    view_.say(
        texts_.get("program.runs_already", fmt::arg("name", running->source.filename().string())),
        true);
  }
}

void Window::run_program(const std::filesystem::path& source) {
  if (!program_.run(source)) tell_program_runs();
}

// True if the open lesson is a launch of a program that ran here.
bool Window::run_program_again() {
  if (view_.lecturing()) return false;
  program_.follow(session_.state().lesson);
  const ProgramFollower::Again again = program_.run_again();
  if (again == ProgramFollower::Again::other_runs) tell_program_runs();
  return again != ProgramFollower::Again::no_program;
}

// The page and what was chosen on it stay. Nothing opens if the user has left for another lesson.
void Window::open_program_again(const std::filesystem::path& recording) {
  const auto origin = launch_origin(session_.state().lesson);
  if (!origin || origin->file != recording || view_.lecturing()) return;
  const auto lesson = same_launch_of(recording, session_.state().lesson);
  if (!lesson) return view_.say(lesson.error(), true);
  State state = session_.state();
  state.lesson = lesson->string();
  session_.show_state(state);
}

// True if there was one.
bool Window::open_program_that_ran() {
  const auto ended = program_.take_ended();
  if (!ended) return false;
  const std::string name = ended->source.filename().string();
  if (ended->cancelled) {
    view_.say(texts_.get("program.cancelled", fmt::arg("name", name)));
  } else if (ended->recorded && ended->again) {
    open_program_again(*ended->recorded);
  } else if (ended->recorded) {
    view_.open_paths({*ended->recorded}, session_, ended->source);
  } else if (ended->again) {  // what is open stays
    view_.say(done_or_failed(false, texts_.get("program.failed_again", fmt::arg("name", name))),
              true);
  } else {
    view_.say({});
    view_.offer_lesson_for(ended->source,
                           texts_.get("program.not_run", fmt::arg("why", ended->recorded.error())));
  }
  return true;
}

// A file is known from the turn on in which its run asks for it, so that no edit is missed; but
// looking at all of them takes some dozens of calls to the system.
void Window::watch_files() {
  constexpr auto pause = std::chrono::milliseconds(100);
  watch_.follow(session_.run().files());
  if (Clock::now() - watched_ < pause) return;
  watched_ = Clock::now();
  if (watch_.changed()) session_.reload();
  program_.follow(session_.state().lesson);
  // On the start page nobody has asked for what was open last.
  if (!view_.lecturing() && view_.lists().shown() != Overlay::start) program_.run_if_changed();
  const FailedProgramRun* failed = program_.failed();
  if (contents_.get<ProgramPage>().show_failed(failed != nullptr ? std::optional(*failed)
                                                                 : std::nullopt)) {
    frames_to_draw_ = frames_to_settle;
  }
}

// Reports recordings that can't be read, once; the list of recordings shows the errors permanently.
void Window::report_recordings_problem() {
  if (recordings_reported_ || session_.times().reading_recordings()) return;
  recordings_reported_ = true;
  for (const RecordingEntry& entry : session_.times().recordings()) {
    if (!entry.recording && view_.notice().empty()) {
      view_.say(texts_.say(entry.recording.error()));
      frames_to_draw_ = frames_to_settle;
    }
  }
}

void Window::settled() {
  // Changes made during a lecture are not saved.
  if (!view_.lecturing() && session_.state().settings != saved_) {
    saved_ = session_.state().settings;
    // Saved now, not only at the end: the program may crash or lose power. A failure is reported at
    // the end.
    static_cast<void>(save_settings(to_remember(saved_, opened_, remembered_), settings_path()));
  }
  view_.remember_visit(session_);
  if (!state_file_.empty()) {
    // Used by tests and assistive tools. A full disk must not end the program.
    static_cast<void>(write_file(
        state_file_,
        state_json(session_, view_, gui_.ui(),
                   {frame_, input_.applied(), picture_ms_, &meter_, audience_.frozen(),
                    audience_.has_presenter(), audience_.notes_scrolled(), platform_.opengl()})));
  }
}

double Window::time_to_wait(std::optional<double> next_move_s) const {
  constexpr double idle_s = 0.7;        // between two checks of the lesson's files
  constexpr double busy_s = 0.05;       // between two updates of the progress bar
  constexpr double blinking_s = 0.2;    // of a text cursor
  constexpr double measuring_s = 0.25;  // between two progress messages
  constexpr double input_s = 0.005;     // between two looks for scripted input
  double wait = session_.run().running() || view_.pages().busy() ? busy_s
                : gui_.blinking()                                ? blinking_s
                                                                 : idle_s;
  if (session_.times().timings().measuring() || session_.sweeps().running())
    wait = std::min(wait, measuring_s);
  if (const auto due = session_.times().due_in_s()) wait = std::min(wait, std::max(*due, 0.001));
  if (const auto tick = audience_.next_tick_s(seconds_since(begun_)))
    wait = std::min(wait, std::max(*tick, 0.001));
  if (next_move_s) wait = std::min(wait, std::max(*next_move_s, 0.001));
  if (input_.is_open()) wait = std::min(wait, input_s);
  return wait;
}

// A run that has just begun is most often done before a frame of the old picture would be drawn,
// and with software OpenGL that frame would take the cores from it: the first frame after a key
// press is then the new picture. A run that takes longer is shown as running.
bool Window::holds_back(bool updated) const {
  constexpr double patience_s = 0.08;
  return !updated && !first_frame_ && !view_.gliding() && session_.run().running() &&
         seconds_since(run_begun_) < patience_s;
}

void Window::loop() {
  while (!platform_.wants_to_close() && !quit_) {
    if (input_.apply_next(platform_, gui_, frame_)) settled();
    if (audience_.take_activity()) frames_to_draw_ = frames_to_settle;
    take_input();
    bool updated = session_.update();
    updated = teaching_.update() || updated;
    updated = open_program_that_ran() || updated;
    show_work();
    if (auto notice = exporter_.update()) {
      view_.say(std::move(*notice), true);
      updated = true;
    }
    updated = view_.pages().update(session_) || updated;
    if (updated || view_.has_news()) frames_to_draw_ = frames_to_settle;
    report_recordings_problem();
    const Selection before = session_.state().selection;
    const std::optional<double> next_move_s = view_.advance(session_, seconds_since(begun_));
    const bool running = session_.run().running();  // what was typed may have begun it just now
    if (running && !was_running_) run_begun_ = Clock::now();
    was_running_ = running;
    if (running || next_move_s || view_.pages().busy() || session_.times().timings().measuring() ||
        session_.sweeps().running() || gui_.blinking() || view_.gliding() ||
        audience_.input_waits_for_frames() ||
        ((view_.editing() || view_.lists().typing_path()) &&
         !gui_.typing()) ||  // the field gets the keyboard two frames later
        session_.state().selection != before) {
      frames_to_draw_ = std::max(frames_to_draw_, 1);
    }
    if (frames_to_draw_ > 0 && !holds_back(updated)) {
      draw();
      --frames_to_draw_;
      if (gui_.ui().take_draw_again()) frames_to_draw_ = std::max(frames_to_draw_, 1);
      if (updated) {
        picture_ms_ = seconds_since(run_begun_) * 1000;
        const bool first = session_.run().shown() && std::exchange(first_picture_, false);
        trace(first ? "first picture" : "new picture");
      }
      if (frames_to_draw_ == 0 && !audience_.input_waits_for_frames()) settled();
    }
    draw_clock();
    watch_files();
    const bool draws_at_once =
        (frames_to_draw_ > 0 || audience_.input_waits_for_frames()) && !holds_back(false);
    Platform::wait_events(draws_at_once ? 0.0001 : time_to_wait(next_move_s));
  }
  if (!exporter_.working(texts_).empty())
    fmt::print(stderr, "lanescope: closed before the export was done; it is not saved\n");
  teaching_.lecture.leave();
}

}  // namespace

int open_window(const WindowOptions& options) {
  const Clock::time_point begun = Clock::now();
  LoadedSettings loaded = load_settings(settings_path());
  RecentStore recent(recent_path());
  const bool goes_on = options.start_page && recent.last() && is_there(*recent.last());
  auto start = start_from(options, loaded.settings, goes_on ? recent.last() : std::nullopt);
  if (!start) {
    fmt::print(stderr, "lanescope: {}\n", start.error());
    return 2;
  }
  const Given given{options.scale_percent || loaded.has_scale, options.width || loaded.has_size};
  Settings remembered = loaded.settings;
  if (!loaded.has_scale || !loaded.has_size) {
    if (const auto monitor = Platform::primary_monitor()) {
      Settings& settings = start->state.settings;
      settings = fitted_to(settings, given, *monitor);
      remembered = fitted_to(remembered, {loaded.has_scale, loaded.has_size}, *monitor);
    }
  }
  auto recording = named_recording(options.recording);
  if (!recording) {
    fmt::print(stderr, "lanescope: {}\n", recording.error());
    return 2;
  }
  // Start the run before opening the window: both take time and overlap.
  Waker waker;
  Session::Services all =
      services([&waker] { waker.wake(); }, std::move(*recording), options.device);
  all.find_gpus = gpus;
  auto session = std::make_unique<Session>(start->state, start->view, std::move(all));
  Teaching teaching(
      *session, [&waker] { waker.wake(); }, progress_path());
  if (!options.step_name.empty()) {
    if (const auto found = go_to_step(teaching.course, options.step_name); !found) {
      fmt::print(stderr, "lanescope: {}\n", found.error());
      return 2;
    }
  }
  if (goes_on) return_to_step(*recent.last(), *session, teaching.course);
  PageContents contents(*session, [&waker] { waker.wake(); });
  const auto opened_page = contents.open(start->view, *session);
  if (!opened_page && !goes_on) {
    fmt::print(stderr, "lanescope: {}\n", opened_page.error());
    return 2;
  }
  teaching.course_loader.read();
  Settings opened = start->state.settings;
  if (const auto monitor = Platform::primary_monitor(); monitor && !options.width)
    opened = inside(opened, *monitor);
  auto platform = Platform::create({opened.width, opened.height, true});
  if (!platform) {
    fmt::print(stderr, "lanescope: {}\n", platform.error());
    return 3;
  }
  auto gui = Gui::create(*platform, false);
  if (!gui) {
    fmt::print(stderr, "lanescope: no window: {}\n", gui.error());
    return 3;
  }
  if (const auto icons = draw_icons()) platform->set_icons(*icons);
  const Platform::Size framebuffer = platform->framebuffer_size();
  gl::Framebuffer::bind_window(framebuffer.width, framebuffer.height);
  waker.set_awake(true);
  {
    Window window(*platform, **gui, *session, teaching, contents, recent, remembered, begun,
                  options.run_program, [&waker] { waker.wake(); });
    window.show(start->view);
    if (options.start_page) window.open_start(goes_on);
    if (!options.kernel.empty()) window.open_path(options.kernel);
    if (!opened_page) window.say(opened_page.error());
    if (!loaded.message.empty()) {
      window.say(loaded.message);
    } else if (!(*gui)->fonts().notice().empty()) {
      window.say((*gui)->fonts().notice());
    }
    window.loop();
  }
  waker.set_awake(false);
  Settings settings = session->state().settings;
  const Platform::Size size = platform->windowed_size();
  settings.width = std::max(size.width, min_window_width);
  settings.height = std::max(size.height, min_window_height);
  settings = to_remember(settings, start->state.settings, remembered);
  if (const auto saved = save_settings(settings, settings_path()); !saved)
    fmt::print(stderr, "lanescope: the settings were not saved: {}\n", saved.error());
  return 0;
}

}  // namespace lanescope::app
