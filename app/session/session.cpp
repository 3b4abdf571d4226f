#include "app/session/session.h"

#include <algorithm>
#include <utility>

#include "app/session/compare/line_match.h"
#include "kernels/lesson_file/places.h"
#include "sim/exec/state/observer.h"

namespace lanescope::app {
namespace {

constexpr std::size_t undo_limit = 200;
// Parameters with more steps than this double and halve instead of stepping.
constexpr std::int64_t most_single_steps = 64;

std::int64_t clamped(const lesson::Parameter& parameter, std::int64_t value) {
  if (parameter.max) value = std::min(value, *parameter.max);
  if (parameter.min) value = std::max(value, *parameter.min);
  return value;
}

std::int64_t stepped(const lesson::Parameter& parameter, std::int64_t value, int direction) {
  const std::int64_t increment = std::max<std::int64_t>(parameter.increment, 1);
  const bool wide = parameter.min && parameter.max && *parameter.min > 0 &&
                    (*parameter.max - *parameter.min) / increment > most_single_steps;
  if (!wide) return clamped(parameter, value + direction * increment);
  const std::int64_t target = direction > 0 ? value * 2 : value / 2;
  // Rounded to a value that the lesson allows: min + k * step.
  return clamped(parameter, *parameter.min + (target - *parameter.min) / increment * increment);
}

// Line numbers of one kernel mean nothing in another.
bool same_kernel(const Outcome& a, const Outcome& b) {
  return a.resolved.source_path == b.resolved.source_path && a.resolved.kernel == b.resolved.kernel;
}

// With the line where the selected one stands in the newer text; as it was if it is gone.
Selection on_moved_line(Selection selection, const Outcome& before, const Outcome& now) {
  const std::string* text_before = text_of_file(before, selection.file);
  const std::string* text_now = text_of_file(now, selection.file);
  if (text_before != nullptr && text_now != nullptr && *text_before != *text_now) {
    const LineMatch match = match_lines(*text_before, *text_now);
    const int line = pair_of_a(match, selection.line).b;
    selection.line = line != 0 ? line : selection.line;
  }
  return selection;
}

// The state was made without a look at its run, so the costliest access is shown.
bool chooses_nothing(const Selection& selection) { return selection.line == 0 && !selection.event; }

}  // namespace

const Problem* failed_text(const Session& session) {
  const std::optional<Problem>& problem = session.problem();
  const bool has_text = problem && !problem->cancelled && !problem->source_text.empty();
  return has_text ? &*problem : nullptr;
}

const LessonCard::Variant* cancelled_text(const Session& session) {
  const OutcomePtr& shown = session.shown();
  const LessonCard::Variant* variant = session.variant();
  const bool is_other = session.problem() && session.problem()->cancelled && shown != nullptr &&
                        variant != nullptr && !variant->source_text.empty() &&
                        variant->source_text != shown->resolved.source_text;
  return is_other ? variant : nullptr;
}

bool is_shown_text(const Problem& failed, const OutcomePtr& run) {
  return run != nullptr && run->resolved.source_name == failed.source_name &&
         run->resolved.source_text == failed.source_text;
}

Session::Session(State initial, const ViewRequest& first, Services services)
    : state_(std::move(initial)),
      first_(first),
      describe_(std::move(services.describe)),
      times_(state_, card_, worker_, services),
      sweeps_(state_, card_, services.run, services.wake),
      machines_(state_, shown_, services),
      transfers_(services),
      worker_(services.run, services.wake) {
  state_.selection.block = first_.block;
  state_.selection.warp = first_.warp;
  run();  // before the lesson is described, so that compiling starts earlier
  describe();
  times_.find();
  times_.read_recordings(services);
}

void Session::describe() {
  auto card = describe_(state_.lesson);
  card_.reset();
  if (card) card_ = std::move(*card);
  sweeps_.lesson_read();
}

const report::WarpTrace* Session::trace() const {
  return shown_ ? trace_of(shown_->report, state_.selection) : nullptr;
}

const report::Event* Session::event() const {
  return shown_ ? event_of(shown_->report, state_.selection) : nullptr;
}

std::uint32_t Session::wavefronts() const {
  return shown_ ? wavefronts_of(shown_->report, state_.selection) : 0;
}

RunRequest Session::request() const {
  static const LessonCard unreadable;
  return request_of(state_, card_ ? *card_ : unreadable);
}

void Session::run() {
  worker_.start(request());
  times_.begin_run();
}

bool Session::update() {
  const bool times_changed = times_.update();
  const bool sweep_changed = sweeps_.update();
  const bool registers_changed = machines_.update();
  const bool transfers_changed = transfers_.update();
  std::optional<Finished> finished = worker_.take();
  if (!finished) {
    times_.start_due();
    return find_stopped_line() || times_changed || sweep_changed || registers_changed ||
           transfers_changed;
  }
  if (finished->result) {
    wall_ms_ = finished->wall_ms;
    accept(*std::move(finished->result));
  } else {
    problem_ = std::move(finished->result).error();
    requested_finding_.reset();
    // Beside the title of this lesson, the picture of another would pass for this one's.
    if (shown_ && shown_->request.lesson != state_.lesson) shown_.reset();
  }
  return true;
}

void Session::accept(OutcomePtr outcome) {
  Selection& selection = state_.selection;
  if (requested_view_) {
    selection = selection_from(*requested_view_, outcome->report);
  } else if (!shown_ && !restored_) {
    selection = selection_from(std::exchange(first_, {}), outcome->report);
  } else if (restored_ && chooses_nothing(*restored_)) {
    selection = default_selection(outcome->report, *restored_, View::automatic);
  } else if (restored_) {
    const Selection wanted = *restored_;
    selection = with_line(outcome->report, wanted, wanted.line);
    const report::Event* event = event_of(outcome->report, wanted);
    if (event != nullptr && event->place.line == wanted.line &&
        report::is_in_file(outcome->report, event->place, wanted.file)) {
      selection = wanted;
    }
  } else if (requested_finding_) {
    selection = at_finding(outcome->report, selection, *requested_finding_);
    found_ = {selection, lane_of_finding(outcome->report, selection, *requested_finding_)};
  } else if (same_kernel(*shown_, *outcome)) {
    selection = carried_over(shown_->report, selection, outcome->report,
                             on_moved_line(selection, *shown_, *outcome));
  } else if (shown_->request.lesson == outcome->request.lesson) {
    selection = default_selection(outcome->report, selection, View::automatic);
  } else {
    // Another lesson begins as if it were opened first: its subject and warp are its own.
    Selection fresh;
    fresh.block = selection.block;
    selection = default_selection(outcome->report, fresh, View::automatic);
  }
  requested_view_.reset();
  restored_.reset();
  requested_finding_.reset();
  problem_.reset();
  shown_ = std::move(outcome);
  file_states_.clear();
  accepted_ = state_;
  times_.accept(*shown_);
}

bool Session::find_stopped_line() {
  if (!problem_ || !problem_->cancelled || problem_->line != 0) return false;
  problem_->line = worker_.progress()->stopped_line.load();
  return problem_->line != 0;
}

void Session::forget_problem() {
  if (running()) problem_.reset();
}

void Session::cancel() {
  if (!worker_.busy()) {
    problem_.reset();
    return;
  }
  worker_.cancel();
  requested_view_.reset();
  restored_.reset();
  requested_finding_.reset();
  problem_ = Problem{0, true, "cancelled", "", 0, 0};
  if (shown_) {
    // Back to the shown state, so that controls and pictures agree.
    const bool other_lesson = state_.lesson != accepted_.lesson;
    const Settings settings = state_.settings;
    const report::Dim3 block = accepted_.selection.block;
    state_.lesson = accepted_.lesson;
    state_.variant = accepted_.variant;
    state_.overrides = accepted_.overrides;
    state_.compiler = accepted_.compiler;
    state_.machine = accepted_.machine;
    state_.selection.block = block;
    if (other_lesson) describe();
    times_.find();
  }
}

void Session::remember(UndoStep change) {
  const bool walking = change != UndoStep::other && change != UndoStep::parameter;
  if (!walking || change != last_undo_step_) {
    past_.push_back(state_);
    if (past_.size() > undo_limit) past_.erase(past_.begin());
  }
  future_.clear();
  requested_finding_.reset();  // a new change cancels going to a finding
  if (change != UndoStep::parameter) requested_view_.reset();
  last_undo_step_ = change;
}

SweepTable Session::sweep_table() const {
  SweepTitles titles = sweeps_.titles();
  if (const std::string& id = sweeps_.runner().plan().machine; !id.empty()) {
    const auto entry = std::ranges::find(machines_.all(), id, &machine::Entry::id);
    const bool is_whole = entry != machines_.all().end() && entry->profile;
    titles.machine = is_whole ? (*entry->profile)->name : id;
  }
  const RecordingEntry* chosen = times_.recording();
  const device::Recording* recorded = chosen != nullptr ? chosen->recording->get() : nullptr;
  return table_of(sweeps_.runner(), std::move(titles), {},
                  [&](const TimingKey& key) { return time_of(key, &times_.timings(), recorded); });
}

std::optional<std::size_t> Session::present_point() const {
  const WantedTiming* present = times_.chosen_timing();
  return present != nullptr ? sweeps_.point_of(present->key) : std::nullopt;
}

// ---- what to run ----

void Session::choose_lesson(const std::string& lesson) {
  remember(UndoStep::other);
  if (lesson != state_.lesson) state_.selection.block = {};
  state_.lesson = lesson;
  state_.variant.clear();
  state_.overrides.clear();
  times_.cancel();
  describe();
  run();
}

void Session::choose_variant(std::size_t index) {
  if (!card_ || index >= card_->variants.size() || card_->variants[index].name == state_.variant)
    return;
  remember(UndoStep::other);
  state_.variant = card_->variants[index].name;
  run();
}

const lesson::Parameter* Session::parameter(std::string_view name) const {
  const LessonCard::Variant* chosen = variant();
  if (chosen == nullptr) return nullptr;
  const auto found = std::ranges::find(chosen->parameters, name, &lesson::Parameter::name);
  return found != chosen->parameters.end() ? &*found : nullptr;
}

void Session::set_parameter(std::string_view name, std::int64_t value) {
  const lesson::Parameter* parameter = this->parameter(name);
  if (parameter == nullptr) return;
  value = clamped(*parameter, value);
  if (value == value_of(*parameter)) return;
  remember(UndoStep::parameter);
  state_.overrides[parameter->name] = value;
  run();
}

void Session::step_parameter(std::string_view name, int direction) {
  if (const lesson::Parameter* parameter = this->parameter(name))
    set_parameter(name, stepped(*parameter, value_of(*parameter), direction));
}

void Session::toggle_parameter(std::string_view name) {
  if (const lesson::Parameter* parameter = this->parameter(name))
    set_parameter(name, value_of(*parameter) == 0 ? parameter->increment : 0);
}

void Session::show_setting(const std::string& variant, const lesson::Values& overrides,
                           const ViewRequest& view, const std::optional<std::string>& machine,
                           std::optional<compile::Compiler> compiler) {
  State wanted = state_;
  wanted.variant = variant;
  wanted.overrides = overrides;
  wanted.selection.block = view.block;
  wanted.selection.warp = view.warp;
  if (machine) wanted.machine = machine::requested_id(*machine);
  wanted.compiler = compiler.value_or(wanted.compiler);
  if (wanted != state_) {
    remember(UndoStep::other);
    state_ = std::move(wanted);
  }
  restored_.reset();
  const bool is_there = shown_ && !problem_ && !running() && request() == shown_->request;
  if (is_there) {
    select(UndoStep::site, selection_from(view, shown_->report));
    return;
  }
  requested_view_ = view;
  run();
}

void Session::show_state(const State& wanted) {
  State next = wanted;
  next.settings = state_.settings;
  if (next != state_) {
    remember(UndoStep::other);
    restore(std::move(next));
  }
}

void Session::choose_compiler(compile::Compiler compiler) {
  if (compiler != state_.compiler) {
    remember(UndoStep::other);
    state_.compiler = compiler;
    run();
  }
}

void Session::choose_machine(const std::string& id) {
  const std::string wanted = machine::requested_id(id);
  if (wanted != state_.machine) {
    remember(UndoStep::other);
    state_.machine = wanted;
    run();
  }
}

void Session::step_machine(int direction) {
  std::vector<std::string> ids;
  for (const machine::Entry& entry : machines_.all()) {
    if (entry.profile) ids.push_back(entry.id);
  }
  if (ids.empty()) return;
  const std::string now = machine::file_id(state_.machine);
  const auto at = static_cast<std::size_t>(std::ranges::find(ids, now) - ids.begin());
  const std::size_t count = ids.size();
  choose_machine(ids[at == count ? 0 : (at + (direction > 0 ? 1 : count - 1)) % count]);
}

void Session::go_to_recorded() {
  const device::RecordedPoint* point = times_.nearest_recorded();
  if (point == nullptr) return;
  remember(UndoStep::other);
  for (const auto& [name, value] : point->params) state_.overrides[name] = value;
  run();
}

void Session::load_sweep_point(std::size_t point) {
  const SweepPlan& plan = sweeps_.runner().plan();
  if (point >= plan.points.size()) return;
  remember(UndoStep::other);
  state_.variant = plan.variants[plan.points[point].variant];
  state_.overrides = plan.points[point].overrides;  // all other parameters return to their defaults
  run();
}

void Session::choose_block(report::Dim3 block) {
  if (!shown_) return;
  block = clamped_to_grid(block, shown_->report.grid);
  if (block != state_.selection.block) {
    remember(UndoStep::block);
    state_.selection.block = block;
    run();
  }
}

void Session::step_block(int direction) {
  if (!shown_) return;
  const report::Dim3& grid = shown_->report.grid;
  const std::uint64_t total = static_cast<std::uint64_t>(grid[0]) * grid[1] * grid[2];
  if (total < 2) return;
  const report::Dim3& at = state_.selection.block;
  const std::uint64_t number = exec::number_of(at, grid);
  const std::uint64_t next = direction > 0 ? number + 1 : number + total - 1;
  choose_block(exec::position_of(next % total, grid));
}

void Session::reload() {
  machines_.read_again();
  file_states_.clear();
  if (shown_) {
    for (const IncludedFile& each : shown_->included) {
      const auto text = lesson::read_text_file(each.path);
      std::error_code error;
      file_states_.push_back(text && *text == each.text                ? FileState::same
                             : text || std::filesystem::exists(each.path, error) ? FileState::changed
                                                                       : FileState::gone);
    }
  }
  describe();
  run();
}

Session::FileState Session::state_of(std::string_view included) const {
  if (!shown_ || file_states_.empty()) return FileState::same;
  const auto found = std::ranges::find(shown_->included, included, &IncludedFile::name);
  return found == shown_->included.end()
             ? FileState::same
             : file_states_[static_cast<std::size_t>(found - shown_->included.begin())];
}

std::vector<std::filesystem::path> Session::files() const {
  std::vector<std::filesystem::path> files;
  const auto add_headers = [&](const compile::Source& source) {
    for (std::filesystem::path& each : compile::own_headers(source).files)
      files.push_back(std::move(each));
  };
  if (card_) {
    files.push_back(card_->path.parent_path());
  } else if (const std::filesystem::path asked = state_.lesson; asked.has_parent_path()) {
    files.push_back(asked.parent_path());  // a file that cannot be read yet may be mended
    files.push_back(asked);                // or its folder
  }
  if (shown_) {
    files.push_back(shown_->resolved.source_path);
    if (!shown_->resolved.ptx_path.empty()) files.push_back(shown_->resolved.ptx_path);
    add_headers(source_of(shown_->resolved));
  }
  // A text that does not compile is not shown.
  if (const LessonCard::Variant* chosen = variant();
      chosen != nullptr && !chosen->source_path.empty()) {
    files.push_back(chosen->source_path);
    add_headers({chosen->source_name,
                 chosen->source_text,
                 {},
                 chosen->source_path.parent_path(),
                 chosen->include});
  }
  // As a rule both are the same: the list must not change when a run ends.
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

void Session::change_settings(const Settings& settings) {
  const bool other_checks = settings.checks != state_.settings.checks;
  state_.settings = settings;
  if (other_checks) run();
}

// ---- undo ----

void Session::restore(State state) {
  state.settings = state_.settings;
  requested_view_.reset();
  const RunRequest before = request();
  const bool other_lesson = state.lesson != state_.lesson;
  state_ = std::move(state);
  last_undo_step_ = UndoStep::none;
  if (other_lesson) describe();
  if (request() != before) {
    restored_ = state_.selection;
    run();
  } else if (shown_ && chooses_nothing(state_.selection)) {
    state_.selection = default_selection(shown_->report, state_.selection, View::automatic);
  }
}

void Session::undo() {
  if (!past_.empty()) {
    future_.push_back(state_);
    State back = std::move(past_.back());
    past_.pop_back();
    restore(std::move(back));
  }
}

void Session::redo() {
  if (!future_.empty()) {
    past_.push_back(state_);
    State forward = std::move(future_.back());
    future_.pop_back();
    restore(std::move(forward));
  }
}

Session::History Session::take_history() {
  last_undo_step_ = UndoStep::none;  // the next change is an undo step of its own
  return {std::exchange(past_, {}), std::exchange(future_, {})};
}

void Session::give_history(History history) {
  last_undo_step_ = UndoStep::none;
  past_ = std::move(history.past);
  future_ = std::move(history.future);
}

}  // namespace lanescope::app
