// Course: a step's questions, the learner's answers, and the true ones.
#include <algorithm>
#include <utility>

#include "app/session/course/course.h"

namespace lanescope::app {
namespace {

// "answer.sectors" -> "sectors"; "choice.faster.yes" -> "faster"; empty for other sections.
std::string question_in(const std::string& section) {
  for (const char* prefix : {"question.", "answer.", "choice."}) {
    const std::string_view start = prefix;
    if (!section.starts_with(start)) {
      continue;
    }
    const std::size_t end = section.find('.', start.size());
    return section.substr(start.size(), end - start.size());
  }
  return {};
}

std::optional<TimeFacts> time_in(const VariantTimes& times) {
  constexpr double us_per_ms = 1000;
  if (times.measured != nullptr) {
    return TimeFacts{times.measured->cold.median * us_per_ms, times.measured->cold_bandwidth()};
  }
  if (times.recorded != nullptr && !times.recorded_of_other_text) {
    return TimeFacts{times.recorded->cold.median * us_per_ms, times.recorded->cold_bandwidth()};
  }
  return std::nullopt;
}

}  // namespace

// Times may change while the step is shown, so they are looked up each time. They belong to the
// default machine's GPU: on another machine the step has none.
void Course::add_machine_and_time(Facts& facts, const TimingKey& key,
                                  const std::optional<OccupancyFacts>& occupancy) const {
  if (occupancy) {
    add_occupancy(facts, *occupancy);
  }
  if (!run_->request.machine.empty()) {
    return;
  }
  if (const auto time = time_in(session_.times_of(key))) {
    add_time(facts, *time);
  }
}

std::optional<Facts> Course::facts_for(const lesson::Question& question) const {
  if (run_ == nullptr) {
    return std::nullopt;
  }
  Facts facts = facts_;
  add_machine_and_time(facts, key_, occupancy_);
  if (!question.against) {
    return facts;
  }
  const AgainstRun* second = against_run_of(question);
  if (second == nullptr || second->run == nullptr) {
    return std::nullopt;
  }
  Facts other = second->facts;
  add_machine_and_time(other, second->key, second->occupancy);
  add_other(facts, other);
  return facts;
}

FactNames Course::names_for(const lesson::Question* question) const {
  FactNames names = names_of_goals(wanted_);
  names.access = true;
  const AgainstRun* second =
      question != nullptr && question->against ? against_run_of(*question) : nullptr;
  names.other = question != nullptr && question->against.has_value();
  if (second != nullptr && second->run != nullptr) {
    for (const auto& [name, value] : second->run->resolved.params) {
      names.other_parameters.insert(name);
    }
  }
  return names;
}

const report::Event* Course::event() const {
  return run_ != nullptr ? event_of(run_->report, selection_) : nullptr;
}

MarkCanvas Course::canvas_for(const lesson::Question& question) const {
  return run_ != nullptr ? canvas_of(question.kind, event(), rules_of(*run_)) : MarkCanvas{};
}

tl::expected<Truth, std::string> Course::truth_for(const lesson::Question& question,
                                                   const Facts& facts) const {
  return truth_of({question, facts, names_for(&question), event(), rules_of(*run_)});
}

const lesson::Question* Course::open_question() const {
  const lesson::Step* step = current();
  if (!active_ || step == nullptr) {
    return nullptr;
  }
  for (const lesson::Question& question : step->questions) {
    if (!lesson_progress().answers.contains(question.name)) {
      return &question;
    }
  }
  return nullptr;
}

std::vector<AskedQuestion> Course::questions() const {
  std::vector<AskedQuestion> all;
  const lesson::Step* step = current();
  if (step == nullptr) {
    return all;
  }
  const lesson::Question* open = open_question();
  for (const lesson::Question& question : step->questions) {
    AskedQuestion& asked = all.emplace_back();
    asked.question = &question;
    asked.canvas = canvas_for(question);
    const auto given = lesson_progress().answers.find(question.name);
    if (given == lesson_progress().answers.end()) {
      asked.state = &question == open ? QuestionState::open : QuestionState::waits;
      continue;
    }
    asked.given = given->second.answer;
    asked.is_right = given->second.is_right;
    asked.state = asked.given.empty() ? QuestionState::skipped : QuestionState::answered;
    const auto facts = facts_for(question);
    if (!facts) {
      asked.failure = failure_of(question);
      continue;
    }
    auto truth = truth_for(question, *facts);
    if (truth) {
      asked.is_right = is_right(*truth, asked.given);
      asked.truth = std::move(*truth);
    } else {
      asked.problem = truth.error();
    }
  }
  return all;
}

std::string Course::failure_of(const lesson::Question& question) const {
  if (run_ == nullptr) {
    return session_.problem() && !session_.running() ? session_.problem()->message : std::string();
  }
  const AgainstRun* second = question.against ? against_run_of(question) : nullptr;
  return second != nullptr && second->problem ? second->problem->message : std::string();
}

bool Course::running() const {
  if (!active_ || current() == nullptr) {
    return false;
  }
  if (run_ == nullptr) {
    return session_.running();
  }
  const lesson::Question* open = open_question();
  if (open != nullptr && mentions_occupancy(*open) && occupancy_worker_.busy()) {
    return true;
  }
  const AgainstRun* second = open != nullptr && open->against ? against_run_of(*open) : nullptr;
  return second != nullptr && second->run == nullptr && !second->problem;
}

Refusal Course::answer(const Answer& answer) {
  const lesson::Question* open = open_question();
  if (open == nullptr) {
    return Refusal::nothing_asked;
  }
  if (answer.empty()) {
    return Refusal::empty;
  }
  if (running()) {
    return Refusal::running;
  }
  const auto facts = facts_for(*open);
  if (!facts) {
    return Refusal::run_failed;
  }
  const auto truth = truth_for(*open, *facts);
  if (!truth) {
    return Refusal::broken;
  }
  const Refusal refusal = refusal_of(*open, answer, canvas_for(*open));
  if (refusal != Refusal::none) {
    return refusal;
  }
  LessonProgress progress = lesson_progress();
  progress.answers[open->name] = {answer, is_right(*truth, answer), truth->is_known};
  progress_.put(lesson_id_, progress);
  return Refusal::none;
}

void Course::skip() {
  if (const lesson::Question* open = open_question()) {
    LessonProgress progress = lesson_progress();
    progress.answers[open->name] = {{}, false, false};
    progress_.put(lesson_id_, progress);
  }
}

void Course::ask_again(const std::string& question) {
  LessonProgress progress = lesson_progress();
  if (progress.answers.erase(question) > 0) {
    progress_.put(lesson_id_, progress);
  }
}

void Course::reset() {
  progress_.reset(lesson_id_);
  grader_.cancel();  // its grade would belong to the deleted progress
  grade_.reset();
  grade_problem_.reset();
  if (guide_ != nullptr && active_) {
    enter(0);
  }
}

GuideProse Course::text(const std::string& section, std::string_view language) const {
  if (guide_ == nullptr) {
    return {};
  }
  const lesson::Prose prose = guide_->text(section, language);
  if (prose.text.find('{') == std::string_view::npos) {
    return {std::string(prose.text), prose.is_fallback};  // nothing to fill in, the usual case
  }
  const std::string name = question_in(section);
  const lesson::Question* question = name.empty() ? nullptr : guide_->question(name);
  std::optional<Facts> facts;
  if (question != nullptr) {
    facts = facts_for(*question);
  }
  if (!facts && run_ != nullptr) {
    facts = facts_;
    add_machine_and_time(*facts, key_, occupancy_);
  }
  return {fill_placeholders(prose.text, facts.value_or(Facts{}), names_for(question)),
          prose.is_fallback};
}

// The sections visible now: those of the step and its questions asked so far, those of the
// exercise, or, before begin(), those that introduce the lesson.
std::vector<std::string> Course::shown_sections() const {
  if (!active_) {
    return {lesson::goal_section};
  }
  std::vector<std::string> shown;
  if (at_exercise()) {
    shown.emplace_back(lesson::exercise_section);
    for (const lesson::Goal& goal : guide_->exercise->goals) {
      shown.push_back(lesson::goal_line_section(goal.name));
    }
    if (grade_ != nullptr && grade_->passed()) {
      shown.emplace_back(lesson::exercise_done_section);
    }
  }
  if (const lesson::Step* step = current()) {
    if (step_ == 0) {
      shown.emplace_back(lesson::goal_section);
    }
    shown.push_back(lesson::step_section(step->name));
  }
  for (const AskedQuestion& asked : questions()) {
    if (asked.state == QuestionState::waits) {
      continue;
    }
    shown.push_back(lesson::question_section(asked.question->name));
    for (const lesson::Choice& choice : asked.question->choices) {
      shown.push_back(lesson::choice_section(asked.question->name, choice.name));
    }
    if (asked.truth) {
      shown.push_back(lesson::answer_section(asked.question->name));
    }
  }
  return shown;
}

bool Course::is_untranslated(std::string_view language) const {
  if (guide_ == nullptr || language == "en") {
    return false;
  }
  const std::vector<std::string> shown = shown_sections();
  return std::any_of(shown.begin(), shown.end(), [&](const std::string& section) {
    return guide_->text(section, language).is_fallback;
  });
}

}  // namespace lanescope::app
