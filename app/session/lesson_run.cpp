#include "app/session/lesson_run.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "kernels/lesson_file/folders.h"

namespace lanescope::app {
namespace {

// Parameters with more values than this double and halve.
constexpr std::int64_t most_increments = 64;

std::int64_t clamped(const lesson::Parameter& parameter, std::int64_t value) {
  if (parameter.max) value = std::min(value, *parameter.max);
  if (parameter.min) value = std::max(value, *parameter.min);
  return value;
}

std::int64_t moved(const lesson::Parameter& parameter, std::int64_t value, int direction) {
  const std::int64_t increment = std::max<std::int64_t>(parameter.increment, 1);
  const bool wide = parameter.min && parameter.max && *parameter.min > 0 &&
                    (*parameter.max - *parameter.min) / increment > most_increments;
  if (!wide) return clamped(parameter, value + direction * increment);
  const std::int64_t target = direction > 0 ? value * 2 : value / 2;
  // Rounded to a value that the lesson allows: min + k * increment.
  return clamped(parameter, *parameter.min + (target - *parameter.min) / increment * increment);
}

// Of a name without a folder: the present one.
std::filesystem::path folder_of_file(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

}  // namespace

LessonRun::LessonRun(State& state, const std::optional<LessonCard>& card,
                     const SessionServices& services, Changes changes)
    : state_(state),
      card_(card),
      changes_(std::move(changes)),
      worker_(services.run, services.wake) {}

// ---- what is shown ----

const Problem* LessonRun::problem_of_text() const {
  const bool has_text = problem_ && !problem_->cancelled && !problem_->source_text.empty();
  return has_text ? &*problem_ : nullptr;
}

const LessonCard::Variant* LessonRun::variant_cancelled() const {
  const LessonCard::Variant* variant = variant_of(state_, card_);
  const bool is_other = problem_ && problem_->cancelled && shown_ != nullptr &&
                        variant != nullptr && !variant->source_text.empty() &&
                        variant->source_text != shown_->resolved.source_text;
  return is_other ? variant : nullptr;
}

bool LessonRun::is_shown_text(const Problem& failed) const {
  return shown_ != nullptr && shown_->resolved.source_name == failed.source_name &&
         shown_->resolved.source_text == failed.source_text;
}

bool LessonRun::is_current() const {
  return shown_ && !problem_ && !running() && request() == shown_->request;
}

LessonRun::FileState LessonRun::state_of(std::string_view included) const {
  if (!shown_ || file_states_.empty()) return FileState::same;
  const auto found = std::ranges::find(shown_->included, included, &IncludedFile::name);
  return found == shown_->included.end()
             ? FileState::same
             : file_states_[static_cast<std::size_t>(found - shown_->included.begin())];
}

std::vector<std::filesystem::path> LessonRun::files() const {
  std::vector<std::filesystem::path> files;
  const auto add_headers = [&](const compile::Source& source) {
    for (std::filesystem::path& each : compile::own_headers(source).files)
      files.push_back(std::move(each));
  };
  if (card_) {
    files.push_back(folder_of_file(card_->path));
  } else if (const std::filesystem::path asked = state_.lesson;
             asked.has_parent_path() || asked.has_extension()) {
    files.push_back(folder_of_file(asked));  // a file that cannot be read yet may be mended
    files.push_back(asked);                  // or its folder
  }
  if (shown_) {
    files.push_back(shown_->resolved.source_path);
    if (!shown_->resolved.ptx_path.empty()) files.push_back(shown_->resolved.ptx_path);
    add_headers(source_of(shown_->resolved));
  }
  // A text that does not compile is not shown.
  if (const LessonCard::Variant* chosen = variant_of(state_, card_);
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

// ---- commands ----

void LessonRun::choose_variant(std::size_t index) {
  if (!card_ || index >= card_->variants.size() || card_->variants[index].name == state_.variant)
    return;
  changes_.remember(Change::other);
  state_.variant = card_->variants[index].name;
  changes_.run();
}

void LessonRun::choose_compiler(compile::Compiler compiler) {
  if (compiler != state_.compiler) {
    changes_.remember(Change::other);
    state_.compiler = compiler;
    changes_.run();
  }
}

const lesson::Parameter* LessonRun::parameter(std::string_view name) const {
  const LessonCard::Variant* chosen = variant_of(state_, card_);
  if (chosen == nullptr) return nullptr;
  const auto found = std::ranges::find(chosen->parameters, name, &lesson::Parameter::name);
  return found != chosen->parameters.end() ? &*found : nullptr;
}

std::int64_t LessonRun::value(const lesson::Parameter& parameter) const {
  return value_of(state_, variant_of(state_, card_), parameter);
}

void LessonRun::set_parameter(std::string_view name, std::int64_t value) {
  const lesson::Parameter* parameter = this->parameter(name);
  if (parameter == nullptr) return;
  value = clamped(*parameter, value);
  if (value == this->value(*parameter)) return;
  changes_.remember(Change::parameter);
  state_.overrides[parameter->name] = value;
  changes_.run();
}

void LessonRun::move_parameter(std::string_view name, int direction) {
  if (const lesson::Parameter* parameter = this->parameter(name))
    set_parameter(name, moved(*parameter, value(*parameter), direction));
}

void LessonRun::toggle_parameter(std::string_view name) {
  if (const lesson::Parameter* parameter = this->parameter(name))
    set_parameter(name, value(*parameter) == 0 ? parameter->increment : 0);
}

void LessonRun::forget_problem() {
  if (running()) problem_.reset();
}

// ---- for the session ----

RunRequest LessonRun::request() const {
  static const LessonCard unreadable;
  return request_of(state_, card_ ? *card_ : unreadable);
}

void LessonRun::start() { worker_.start(request()); }

void LessonRun::look_at_files() {
  file_states_.clear();
  if (!shown_) return;
  for (const IncludedFile& each : shown_->included) {
    const auto text = lesson::read_text_file(each.path);
    std::error_code error;
    const bool is_there = text || std::filesystem::exists(each.path, error);
    file_states_.push_back(text && *text == each.text ? FileState::same
                           : is_there                 ? FileState::changed
                                                      : FileState::gone);
  }
}

bool LessonRun::cancel() {
  if (!running()) {
    problem_.reset();
    return false;
  }
  worker_.cancel();
  problem_ = Problem{0, true, "cancelled", "", 0, 0};
  if (shown_) {
    state_.lesson = accepted_.lesson;
    state_.variant = accepted_.variant;
    state_.overrides = accepted_.overrides;
    state_.compiler = accepted_.compiler;
    state_.machine = accepted_.machine;
    state_.selection.block = accepted_.selection.block;
  }
  return true;
}

void LessonRun::accept(OutcomePtr outcome, double wall_ms) {
  shown_ = std::move(outcome);
  file_states_.clear();
  accepted_ = state_;
  problem_.reset();
  wall_ms_ = wall_ms;
}

void LessonRun::fail(Problem problem) {
  problem_ = std::move(problem);
  // Beside the title of this lesson, the picture of another would pass for this one's.
  if (shown_ && shown_->request.lesson != state_.lesson) shown_.reset();
}

bool LessonRun::find_stopped_line() {
  if (!problem_ || !problem_->cancelled || problem_->line != 0) return false;
  problem_->line = worker_.progress()->stopped_line.load();
  return problem_->line != 0;
}

}  // namespace lanescope::app
