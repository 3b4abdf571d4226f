// Course: lessons, steps, the exercise, and the runs that belong to them.
#include "app/session/course.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sim/text/number.h"

namespace lanescope::app {
namespace {

// Saved in the progress file; cannot be a step's name, because these have no dots.
constexpr const char* at_exercise_mark = ".exercise";

}  // namespace

Course::Course(Session& session, ProgressStore& progress, Services services)
    : session_(session),
      progress_(progress),
      services_(std::move(services)),
      against_worker_(services_.run, services_.wake),
      occupancy_worker_(answer_of, services_.wake),
      grader_(services_.grade ? services_.grade : app::grade, services_.wake) {
  (void)take_lesson();
}

bool Course::update() {
  const bool lesson_changed = take_lesson();
  const bool run_changed = take_run();
  const bool second_changed = take_against_run();
  const bool occupancy_changed = take_occupancy();
  const bool transfers_changed = take_transfers();
  const bool grade_changed = take_grade();
  return lesson_changed || run_changed || second_changed || occupancy_changed ||
         transfers_changed || grade_changed;
}

bool Course::take_lesson() {
  const std::optional<LessonCard>& card = session_.lesson();
  const std::shared_ptr<const lesson::Guide> guide = card ? card->guide : nullptr;
  const bool is_other = session_.state().lesson != lesson_;
  if (!is_other && guide == guide_) return false;
  lesson_ = session_.state().lesson;
  lesson_id_ = card ? card->id : lesson_;
  guide_ = guide;
  problem_ = card ? card->guide_problem : std::string();
  if (is_other) {
    step_ = 0;
    grade_.reset();
    graded_.reset();
    grade_problem_.reset();
    grader_.cancel();
  }
  forget_run();
  if (guide_ == nullptr) return true;
  if (active_ && is_other) {
    begin();
  } else {  // its files were saved: keep the position if it still exists
    const std::size_t last = steps() - (guide_->exercise ? 0 : 1);
    step_ = std::min(step_, last);
    if (const lesson::GuideStep* step = current(); step != nullptr)
      view_ = parse_view(step->view.text).value_or(ViewRequest{});
    if (active_ && setting() != nullptr && card->resolve) {
      const lesson::VariantSetting shown = setting_to_show();
      if (const auto wanted_setting = card->resolve(shown.variant, shown.set)) {
        wanted_ = wanted_setting->params;
        wanted_variant_ = wanted_setting->variant;
      }
    }
  }
  return true;
}

const lesson::Guide* Course::guide() const { return guide_.get(); }
const std::string& Course::problem() const { return problem_; }
std::size_t Course::steps() const { return guide_ != nullptr ? guide_->steps.size() : 0; }

bool Course::at_exercise() const {
  return guide_ != nullptr && guide_->exercise && step_ == steps();
}

const lesson::GuideStep* Course::current() const {
  return guide_ != nullptr && step_ < steps() ? &guide_->steps[step_] : nullptr;
}

tl::expected<std::size_t, std::string> Course::step_named(const std::string& name) const {
  if (guide_ == nullptr) {
    return tl::unexpected(problem_.empty()
                              ? fmt::format("this lesson has no guide, and so no step '{}'", name)
                              : problem_);
  }
  if (const auto number = guide_->step_number(name)) return *number;
  if (name == "exercise" && guide_->exercise) return steps();
  const auto number = whole_number<std::size_t>(name);  // as the window counts them
  if (number && *number >= 1 && *number <= steps()) return *number - 1;
  std::string names;
  for (const lesson::GuideStep& step : guide_->steps) names += step.name + ", ";
  return tl::unexpected(fmt::format("no step '{}'; the lesson has {}exercise", name, names));
}

const lesson::VariantSetting* Course::setting() const {
  if (at_exercise()) return &guide_->exercise->beginning;
  const lesson::GuideStep* step = current();
  return step != nullptr ? &step->setting : nullptr;
}

bool Course::is_seen(std::size_t step) const {
  if (guide_ == nullptr || step >= steps())
    return lesson_progress().step_name == at_exercise_mark || lesson_progress().exercise_done;
  return lesson_progress().steps_seen.contains(guide_->steps[step].name);
}

GuideStepState Course::state_of_step(std::size_t step) const {
  if (guide_ != nullptr && step < steps()) return state_of(guide_->steps[step], lesson_progress());
  if (lesson_progress().exercise_done) return GuideStepState::done;
  return is_seen(step) ? GuideStepState::seen : GuideStepState::coming;
}

const std::string& Course::machine() const {
  static const std::string usual;
  const lesson::GuideStep* step = current();
  return active_ && step != nullptr ? step->machine : usual;
}

// ---- navigation ----

void Course::begin() {
  (void)take_lesson();
  if (guide_ == nullptr) return;
  active_ = true;
  enter(position_reached());
}

std::size_t Course::position_reached() const {
  const bool at_end = lesson_progress().step_name == at_exercise_mark && guide_->exercise;
  return at_end ? steps() : guide_->step_number(lesson_progress().step_name).value_or(0);
}

void Course::leave() {
  active_ = false;
  against_worker_.cancel();
  against_running_.reset();
}

void Course::go_to(std::size_t step) {
  (void)take_lesson();  // the lesson may have changed or broken since the last update
  const bool is_there =
      guide_ != nullptr && (step < steps() || (step == steps() && guide_->exercise));
  if (is_there) {
    active_ = true;
    enter(step);
  }
}

void Course::next() { go_to(step_ + 1); }

void Course::previous() {
  if (step_ > 0) go_to(step_ - 1);
}

void Course::return_to_step() { go_to(step_); }

void Course::forget_run() {
  run_.reset();
  facts_.clear();
  occupancy_.reset();
  occupancy_worker_.cancel();
  against_runs_.clear();
  against_worker_.cancel();
  against_running_.reset();
}

// The exercise is done in the learner's own copy, and the steps are read in the lesson itself.
// True: the other one was opened, at this step.
bool Course::change_copy_for(std::size_t step) {
  const bool is_exercise = step == steps();
  if (!services_.own_copies || is_exercise == in_own_copy()) return false;
  std::string lesson = lesson_id_;
  if (is_exercise) {
    const auto copy = usable_own_copy(lesson_id_);
    if (!copy) return false;
    lesson = copy->string();
  } else if (!lesson::find(lesson)) {
    return false;
  }
  LessonProgress progress = lesson_progress();
  progress.step_name = is_exercise ? at_exercise_mark : guide_->steps[step].name;
  progress_.put(lesson_id_, progress);
  session_.choose_lesson(lesson);
  (void)take_lesson();  // enters the step that was reached
  return true;
}

lesson::VariantSetting Course::setting_to_show() const {
  lesson::VariantSetting shown = *setting();
  const Solved* last = at_exercise() ? solved() : nullptr;
  const auto& resolve = session_.lesson()->resolve;
  if (last != nullptr && resolve && resolve(last->variant, last->values)) {
    shown.variant = last->variant;
    shown.set = last->values;
  }
  return shown;
}

const Solved* Course::solved() const {
  const std::optional<Solved>& solved = lesson_progress().solved;
  return solved ? &*solved : nullptr;
}

void Course::enter(std::size_t step) {
  if (!session_.lesson() || change_copy_for(step)) return;
  step_ = step;
  forget_run();
  LessonProgress progress = lesson_progress();
  const lesson::GuideStep* at = current();
  progress.step_name = at != nullptr ? at->name : std::string(at_exercise_mark);
  if (at != nullptr) progress.steps_seen.insert(at->name);
  progress_.put(lesson_id_, progress);

  view_ = at != nullptr ? parse_view(at->view.text).value_or(ViewRequest{}) : ViewRequest{};
  const lesson::VariantSetting wanted_setting = setting_to_show();
  wanted_ = wanted_setting.set;
  wanted_variant_ = wanted_setting.variant;
  if (session_.lesson()->resolve) {
    if (const auto resolved =
            session_.lesson()->resolve(wanted_setting.variant, wanted_setting.set)) {
      wanted_ = resolved->params;
      wanted_variant_ = resolved->variant;
    }
  }
  session_.show_variant_setting(wanted_variant_, wanted_setting.set, view_, machine());
  (void)take_run();
}

bool Course::is_step_run(const Outcome& outcome) const {
  const report::Dim3& block = outcome.request.focus_block;
  return outcome.request.lesson == lesson_ &&
         outcome.request.machine == machine::requested_id(machine()) &&
         outcome.resolved.variant == wanted_variant_ && outcome.resolved.params == wanted_ &&
         block == view_.block;
}

bool Course::on_path() const {
  return !active_ || session_.run().shown() == nullptr || session_.run().running() ||
         is_step_run(*session_.run().shown());
}

// ---- runs ----

bool Course::take_run() {
  const OutcomePtr& shown = session_.run().shown();
  if (!active_ || guide_ == nullptr || shown == nullptr || shown == run_ || !is_step_run(*shown))
    return false;
  run_ = shown;
  selection_ = selection_from(view_, run_->report);
  facts_ = facts_of(*run_, selection_);
  add_moving_to(facts_, *run_);
  moving_revision_ = session_.transfers().revision();
  key_ = key_of(run_->resolved, run_->request.compiler);
  against_runs_.clear();
  against_worker_.cancel();
  against_running_.reset();
  if (const lesson::GuideStep* step = current()) {
    for (const lesson::Question& question : step->questions) {
      if (question.against && against_run_of(question) == nullptr)
        against_runs_.push_back({*question.against, nullptr, {}, {}, {}, {}});
    }
  }
  start_against_run();
  start_occupancy();
  return true;
}

void Course::add_moving_to(Facts& facts, const Outcome& outcome) const {
  if (!mentions_moving(*guide_)) return;
  const Transfers& transfers = session_.transfers();
  std::erase_if(facts, [](const auto& fact) { return fact.first.starts_with("moving."); });
  add_moving(facts, outcome, transfers.rows(), transfers.facts());
}

// After measuring, or when another recording was chosen.
bool Course::take_transfers() {
  if (run_ == nullptr || moving_revision_ == session_.transfers().revision()) return false;
  moving_revision_ = session_.transfers().revision();
  add_moving_to(facts_, *run_);
  for (AgainstRun& second : against_runs_) {
    if (second.run != nullptr) add_moving_to(second.facts, *second.run);
  }
  return true;
}

const Course::AgainstRun* Course::against_run_of(const lesson::Question& question) const {
  for (const AgainstRun& second : against_runs_) {
    if (question.against && second.setting == *question.against) return &second;
  }
  return nullptr;
}

void Course::start_against_run() {
  if (against_running_) return;
  for (std::size_t i = 0; i < against_runs_.size(); ++i) {
    if (against_runs_[i].run == nullptr && !against_runs_[i].problem) {
      RunRequest request = run_->request;  // the same compiler, checks and block
      request.variant = against_runs_[i].setting.variant;
      request.overrides = against_runs_[i].setting.set;
      against_running_ = i;
      against_worker_.start(std::move(request));
      return;
    }
  }
}

bool Course::take_against_run() {
  auto finished = against_worker_.take();
  if (!finished || !against_running_) return false;
  AgainstRun& second = against_runs_[*std::exchange(against_running_, std::nullopt)];
  if (finished->result) {
    second.run = *std::move(finished->result);
    second.facts = facts_of(*second.run, selection_from(view_, second.run->report));
    add_moving_to(second.facts, *second.run);
    second.key = key_of(second.run->resolved, second.run->request.compiler);
    start_occupancy();
  } else {
    second.problem = std::move(finished->result).error();
  }
  start_against_run();
  return true;
}

// For all finished runs: the step's first, then those of `against`.
void Course::start_occupancy() {
  const lesson::GuideStep* step = current();
  if (step == nullptr || run_ == nullptr || !mentions_occupancy(*guide_, *step)) return;
  OccupancyQuery query{{run_}, step->machine};
  for (const AgainstRun& second : against_runs_) {
    if (second.run != nullptr) query.runs.push_back(second.run);
  }
  occupancy_worker_.start(std::move(query));
}

bool Course::take_occupancy() {
  auto finished = occupancy_worker_.take();
  if (!finished || !finished->result) return finished.has_value();
  for (std::size_t i = 0; i < finished->request.runs.size(); ++i) {
    const OutcomePtr& run = finished->request.runs[i];
    if (run == run_) occupancy_ = (*finished->result)[i];
    for (AgainstRun& second : against_runs_) {
      if (run == second.run) second.occupancy = (*finished->result)[i];
    }
  }
  return true;
}

// ---- the exercise ----

void Course::check() {
  const LessonCard::Variant* variant = session_.variant();
  if (!at_exercise() || variant == nullptr) return;
  Attempt attempt;
  attempt.lesson = lesson_;
  attempt.variant = variant->name;
  attempt.compiler = session_.state().compiler;
  const OutcomePtr& shown = session_.run().shown();
  // Another block of the same launch has the same grade.
  if (is_same_launch(shown, attempt.compiler)) {
    graded_ = shown;
    return;
  }
  checked_ = shown;
  for (const lesson::Parameter& parameter : variant->parameters)
    attempt.overrides[parameter.name] = session_.value_of(parameter);
  grader_.start(std::move(attempt));
}

bool Course::is_same_launch(const OutcomePtr& shown, compile::Compiler compiler) const {
  return grade_ != nullptr && !checking() && !grade_problem_ && shown != nullptr &&
         grade_->launch == key_of(shown->resolved, compiler);
}

tl::expected<OwnCopy, std::string> Course::own_copy_path() const {
  const auto lesson = lesson::find(in_own_copy() ? lesson_id_ : lesson_);
  if (!lesson) return tl::unexpected(lesson.error().formatted());
  return own_copy_of(*lesson);
}

tl::expected<OwnCopy, std::string> Course::open_own_copy() {
  const auto lesson = lesson::find(lesson_);
  if (!lesson) return tl::unexpected(lesson.error().formatted());
  auto copy = own_copy(*lesson);
  if (copy && !in_own_copy()) {
    const bool was_there = at_exercise();
    const lesson::Values tried = session_.state().overrides;
    session_.choose_lesson(copy->lesson.string());
    go_to_exercise();
    if (was_there) {  // what was already tried stays
      State state = session_.state();
      state.overrides = tried;
      session_.show_state(state);
    }
  }
  return copy;
}

bool Course::in_own_copy() const {
  const std::optional<LessonCard>& card = session_.lesson();
  return card && is_own_copy(card->path);
}

tl::expected<std::filesystem::path, std::string> Course::reset_own_copy() {
  const std::string id = lesson_id_;
  auto aside = put_own_copy_aside(id);
  if (aside && in_own_copy()) {
    session_.choose_lesson(id);
    go_to_exercise();
  }
  return aside;
}

void Course::go_to_exercise() {
  (void)take_lesson();
  go_to(steps());
}

bool Course::take_grade() {
  auto finished = grader_.take();
  if (!finished) return false;
  grade_problem_.reset();
  grade_.reset();
  if (!finished->result) {
    grade_problem_ = std::move(finished->result).error();
    return true;
  }
  grade_ = *std::move(finished->result);
  graded_ = checked_;
  progress_.put(lesson_id_, with_grade(lesson_progress(), *grade_, date_today()));
  return true;
}

}  // namespace lanescope::app
