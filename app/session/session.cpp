#include "app/session/session.h"

#include <algorithm>
#include <utility>

namespace lanescope::app {

Session::Session(State initial, const ViewRequest& first, Services services)
    : state_(std::move(initial)),
      describe_(std::move(services.describe)),
      history_(state_, [this](State state) { restore(std::move(state)); }),
      run_(state_, card_, services, changes()),
      selector_(state_, run_.shown(), first, changes()),
      times_(state_, card_, run_.worker(), services, changes()),
      sweeps_(state_, card_, services, changes()),
      machines_(state_, run_.shown(), services, changes()),
      transfers_(services) {
  begin_run();  // before the lesson is read, so that compiling starts earlier
  read_lesson();
  times_.find();
  times_.read_recordings(services);
}

Changes Session::changes() {
  return {[this](Change change) {
            history_.remember(change);
            selector_.will_change(change);
          },
          [this] { begin_run(); }};
}

void Session::read_lesson() {
  auto card = describe_(state_.lesson);
  card_.reset();
  if (card) card_ = std::move(*card);
  sweeps_.lesson_read();
}

void Session::begin_run() {
  run_.start();
  times_.begin_run();
}

bool Session::settled() const {
  return !run_.running() && !times_.reading_recordings() && !times_.timings().simulating() &&
         !sweeps_.running() && !machines_.asking_for_registers();
}

bool Session::update() {
  const bool times_changed = times_.update();
  const bool sweep_changed = sweeps_.update();
  const bool registers_changed = machines_.update();
  const bool transfers_changed = transfers_.update();
  std::optional<Finished> finished = run_.take();
  if (!finished) {
    times_.start_due();
    return run_.find_stopped_line() || times_changed || sweep_changed || registers_changed ||
           transfers_changed;
  }
  if (finished->result) {
    selector_.accept(**finished->result);
    run_.accept(*std::move(finished->result), finished->wall_ms);
    times_.accept(*run_.shown());
  } else {
    selector_.run_failed();
    run_.fail(std::move(finished->result).error());
  }
  return true;
}

SweepTable Session::sweep_table() const {
  SweepTitles titles = sweeps_.titles();
  if (const std::string& id = sweeps_.runner().plan().machine; !id.empty()) {
    const auto entry = std::ranges::find(machines_.all(), id, &machine::Entry::id);
    const bool is_whole = entry != machines_.all().end() && entry->profile;
    titles.machine = is_whole ? (*entry->profile)->name : id;
  }
  return table_of(sweeps_.runner(), std::move(titles), {},
                  [&](const TimingKey& key) { return times_.time_of(key); });
}

std::optional<std::size_t> Session::present_point() const {
  const WantedTiming* present = times_.chosen_timing();
  return present != nullptr ? sweeps_.point_of(present->key) : std::nullopt;
}

void Session::choose_lesson(const std::string& lesson) {
  changes().remember(Change::other);
  if (lesson != state_.lesson) state_.selection.block = {};
  state_.lesson = lesson;
  state_.variant.clear();
  state_.overrides.clear();
  times_.cancel();
  read_lesson();
  begin_run();
}

void Session::show_variant_setting(const std::string& variant, const lesson::Values& overrides,
                                   const ViewRequest& view,
                                   const std::optional<std::string>& machine,
                                   std::optional<compile::Compiler> compiler) {
  State wanted = state_;
  wanted.variant = variant;
  wanted.overrides = overrides;
  wanted.selection.block = view.block;
  wanted.selection.warp = view.warp;
  if (machine) wanted.machine = machine::requested_id(*machine);
  wanted.compiler = compiler.value_or(wanted.compiler);
  if (wanted != state_) {
    changes().remember(Change::other);
    state_ = std::move(wanted);
  }
  if (run_.is_current()) {
    selector_.choose_view(view);
  } else {
    selector_.await(view);
    begin_run();
  }
}

void Session::show_state(const State& wanted) {
  State next = wanted;
  next.settings = state_.settings;
  if (next != state_) {
    changes().remember(Change::other);
    restore(std::move(next));
  }
}

void Session::change_settings(const Settings& settings) {
  const bool other_checks = settings.checks != state_.settings.checks;
  state_.settings = settings;
  if (other_checks) begin_run();
}

void Session::reload() {
  machines_.read_again();
  run_.look_at_files();
  read_lesson();
  begin_run();
}

void Session::cancel_run() {
  const std::string lesson = state_.lesson;
  if (!run_.cancel()) return;
  selector_.forget();
  if (run_.shown() == nullptr) return;
  if (state_.lesson != lesson) read_lesson();
  times_.find();
}

void Session::restore(State state) {
  state.settings = state_.settings;
  const RunRequest before = run_.request();
  const bool other_lesson = state.lesson != state_.lesson;
  state_ = std::move(state);
  if (other_lesson) read_lesson();
  const bool needs_run = run_.request() != before;
  selector_.restored(needs_run);
  if (needs_run) begin_run();
}

}  // namespace lanescope::app
