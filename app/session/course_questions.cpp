// Course: a step's questions, the learner's answers, and the true ones.
#include <algorithm>
#include <utility>

#include "app/session/course.h"
#include "kernels/lesson_file/expression.h"
#include "kernels/lesson_file/guide_text.h"
#include "sim/text/source_line.h"

namespace lanescope::app {
namespace {

// "answer.sectors" -> "sectors"; "choice.faster.yes" -> "faster"; empty for other sections.
std::string question_in(const std::string& section) {
  for (const char* prefix : {"question.", "answer.", "choice.", "hint."}) {
    const std::string_view start = prefix;
    if (!section.starts_with(start)) continue;
    const std::size_t end = section.find('.', start.size());
    return section.substr(start.size(), end - start.size());
  }
  return {};
}

// The facts that are times on a GPU, also those of a second run.
bool is_time(std::string_view name) {
  constexpr std::string_view other = "other.";
  if (name.starts_with(other)) name.remove_prefix(other.size());
  return name == "cold_us" || name == "cold_ns" || name == "gb_per_s";
}

bool has_time(const std::string& expression) {
  const auto names = lesson::names_in(expression);
  return std::any_of(names.begin(), names.end(),
                     [](const std::string& name) { return is_time(name); });
}

bool needs_time(const lesson::Question& question) {
  return has_time(question.value.text) ||
         std::any_of(question.choices.begin(), question.choices.end(),
                     [](const lesson::Choice& choice) { return has_time(choice.when.text); });
}

// 0: no line has it.
int line_with(std::string_view source, std::string_view part) {
  const std::vector<std::string_view> lines = lines_of(source);
  const auto found = std::find_if(lines.begin(), lines.end(), [&](std::string_view line) {
    return line.find(part) != std::string_view::npos;
  });
  return found != lines.end() ? static_cast<int>(found - lines.begin()) + 1 : 0;
}

}  // namespace

// Times may change while the step is shown, so they are looked up each time. They belong to the
// default machine's GPU: on another machine the step has none.
void Course::add_machine_and_time(Facts& facts, const TimingKey& key,
                                  const std::optional<OccupancyFacts>& occupancy) const {
  if (occupancy) add_occupancy(facts, *occupancy);
  if (!run_->request.machine.empty()) return;
  constexpr double us_per_ms = 1000;
  if (const auto time = session_.times().time_of(key))
    add_time(facts, {time->cold.median * us_per_ms, time->gb_per_s});
}

int Course::line_of(const lesson::Question& question) const {
  if (run_ == nullptr) return 0;
  if (question.line)
    return question.line->empty() ? 0 : line_with(run_->resolved.source_text, *question.line);
  const bool has_line = view_.page == Page::stage || view_.page == Page::sweep;
  return has_line && !needs_time(question) ? selection_.line : 0;
}

std::optional<int> Course::line_asked() const {
  const lesson::Question* open = open_question();
  return open != nullptr && run_ != nullptr ? std::optional(line_of(*open)) : std::nullopt;
}

std::optional<int> Course::line_answered(const Selection& chosen) const {
  const lesson::GuideStep* step = current();
  if (!active_ || step == nullptr || step->questions.empty() || run_ == nullptr ||
      open_question() != nullptr || chosen != selection_) {
    return std::nullopt;
  }
  const int line = line_of(step->questions.back());
  return line > 0 ? std::optional(line) : std::nullopt;
}

std::optional<Facts> Course::facts_for(const lesson::Question& question) const {
  if (run_ == nullptr) return std::nullopt;
  Facts facts = facts_;
  add_machine_and_time(facts, key_, occupancy_);
  if (!question.against) return facts;
  const AgainstRun* second = against_run_of(question);
  if (second == nullptr || second->run == nullptr) return std::nullopt;
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
    for (const auto& [name, value] : second->run->resolved.params)
      names.other_parameters.insert(name);
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
  const lesson::GuideStep* step = current();
  if (!active_ || step == nullptr) return nullptr;
  for (const lesson::Question& question : step->questions) {
    if (!lesson_progress().answers.contains(question.name)) return &question;
  }
  return nullptr;
}

std::vector<AskedQuestion> Course::questions() const {
  std::vector<AskedQuestion> all;
  const lesson::GuideStep* step = current();
  if (step == nullptr) return all;
  const lesson::Question* open = open_question();
  for (const lesson::Question& question : step->questions) {
    AskedQuestion& asked = all.emplace_back();
    asked.question = &question;
    asked.canvas = canvas_for(question);
    const auto given = lesson_progress().answers.find(question.name);
    if (given == lesson_progress().answers.end()) {
      asked.state = &question == open ? QuestionState::open : QuestionState::waits;
      add_first_try(asked);
      continue;
    }
    asked.given = given->second.answer;
    asked.first = given->second.first;
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

void Course::add_first_try(AskedQuestion& asked) const {
  const auto tried = lesson_progress().first_tries.find(asked.question->name);
  if (asked.state != QuestionState::open || tried == lesson_progress().first_tries.end()) return;
  asked.first = tried->second;
  const auto facts = facts_for(*asked.question);
  if (!facts) return;
  const auto truth = truth_for(*asked.question, *facts);
  if (truth && truth->is_known && !is_right(*truth, asked.first)) {
    asked.hint =
        hint_for({*asked.question, *facts, event(), asked.canvas}, truth->answer, asked.first);
  }
}

Course::Beside Course::beside() const {
  const lesson::Question* open = open_question();
  if (open == nullptr || run_ == nullptr) return {};
  const std::vector<AskedQuestion> all = questions();
  Beside beside;
  for (std::size_t i = 0; i < all.size() && all[i].question != open; ++i) {
    if (!all[i].truth || !all[i].truth->is_known) continue;
    const auto sectors = facts_.find("access.sectors");
    const bool marks_are_sectors =
        sectors == facts_.end() ||
        sectors->second == static_cast<std::int64_t>(all[i].truth->answer.marks.size());
    const Uncovered what =
        uncovered_beside(*open, all[i].question->kind, run_->resolved.params, marks_are_sectors);
    if (what != Uncovered::nothing) beside = {what, i};
  }
  return beside;
}

std::string Course::failure_of(const lesson::Question& question) const {
  if (run_ == nullptr)
    return session_.run().problem() && !session_.run().running() ? session_.run().problem()->message
                                                                 : std::string();
  const AgainstRun* second = question.against ? against_run_of(question) : nullptr;
  return second != nullptr && second->problem ? second->problem->message : std::string();
}

bool Course::running() const {
  if (!active_ || current() == nullptr) return false;
  if (run_ == nullptr) return session_.run().running();
  const lesson::Question* open = open_question();
  if (open != nullptr && mentions_occupancy(*open) && occupancy_worker_.busy()) return true;
  const AgainstRun* second = open != nullptr && open->against ? against_run_of(*open) : nullptr;
  return second != nullptr && second->run == nullptr && !second->problem;
}

Refusal Course::answer(const Answer& answer) {
  const lesson::Question* open = open_question();
  if (open == nullptr) return Refusal::nothing_asked;
  if (answer.empty()) return Refusal::empty;
  if (running()) return Refusal::running;
  const auto facts = facts_for(*open);
  if (!facts) return Refusal::run_failed;
  const auto truth = truth_for(*open, *facts);
  if (!truth) return Refusal::broken;
  const Refusal refusal = refusal_of(*open, answer, canvas_for(*open));
  if (refusal != Refusal::none) return refusal;
  const auto first = lesson_progress().first_tries.find(open->name);
  const bool is_first = first == lesson_progress().first_tries.end();
  if (!is_first && first->second == answer) return Refusal::unchanged;
  const bool is_wrong = truth->is_known && !is_right(*truth, answer);
  if (services_.second_try && is_first && is_wrong) {
    LessonProgress progress = lesson_progress();
    progress.first_tries[open->name] = answer;
    progress_.put(lesson_id_, progress);
    return Refusal::none;
  }
  close(*open, {answer, is_right(*truth, answer), truth->is_known});
  return Refusal::none;
}

// Stores the final answer, with the wrong first try before it.
void Course::close(const lesson::Question& question, AnswerGiven given) {
  LessonProgress progress = lesson_progress();
  if (auto first = progress.first_tries.extract(question.name))
    given.first = std::move(first.mapped());
  progress.again.erase(question.name);
  progress.answers[question.name] = std::move(given);
  progress_.put(lesson_id_, progress);
  // The text of the answer speaks of the step's own values, so the picture is of them, too.
  if (!on_path()) session_.show_variant_setting(wanted_variant_, setting()->set, view_, machine());
}

void Course::skip() {
  if (const lesson::Question* open = open_question()) close(*open, {{}, false, false});
}

// A question that was wrong or skipped stays in the list of those to do again until it is answered.
void Course::ask_again(const std::string& question) {
  LessonProgress progress = lesson_progress();
  const auto given = progress.answers.extract(question);
  if (!given) return;
  if (given.mapped().is_to_do_again()) progress.again.insert(question);
  progress_.put(lesson_id_, progress);
}

void Course::reset() {
  progress_.reset(lesson_id_);
  grader_.cancel();  // its grade would belong to the deleted progress
  grade_.reset();
  grade_problem_.reset();
  if (guide_ != nullptr && active_) enter(0);
}

GuideProse Course::text(const std::string& section, std::string_view language,
                        lesson::Medium medium) const {
  if (guide_ == nullptr) return {};
  const lesson::Prose prose = guide_->text(section, language, medium);
  if (prose.text.find('{') == std::string_view::npos)
    return {std::string(prose.text), prose.is_fallback};  // nothing to fill in, the usual case
  const std::string name = question_in(section);
  const lesson::Question* question = name.empty() ? nullptr : guide_->question(name);
  std::optional<Facts> facts;
  if (question != nullptr) facts = facts_for(*question);
  if (!facts && run_ != nullptr) {
    facts = facts_;
    add_machine_and_time(*facts, key_, occupancy_);
  }
  if (!facts) {  // before the run ends, only the parameters are known
    facts.emplace(wanted_.begin(), wanted_.end());
  }
  // Until the step has been run, its other numbers are still to come.
  const std::string_view absent = run_ == nullptr ? "…" : "—";
  return {fill_placeholders(prose.text, *facts, names_for(question), absent), prose.is_fallback};
}

SectionTimes Course::times_in(const std::string& section) const {
  SectionTimes found;
  if (guide_ == nullptr || run_ == nullptr) return found;
  const std::string name = question_in(section);
  const lesson::Question* question = name.empty() ? nullptr : guide_->question(name);
  const std::string_view english = guide_->text(section, "en").text;
  const auto placeholders = lesson::placeholders_of(english);
  found.needed = (question != nullptr && needs_time(*question)) ||
                 std::any_of(placeholders.begin(), placeholders.end(),
                             [](const lesson::Placeholder& each) { return is_time(each.name); });
  if (!found.needed || !run_->request.machine.empty()) return found;
  const auto add = [&](const TimingKey& key) {
    const auto time = session_.times().time_of(key);
    if (!time) return;
    TimeOrigin origin{time->measured, device::name_with_days(time->gpu, {time->date})};
    if (std::find(found.origins.begin(), found.origins.end(), origin) == found.origins.end())
      found.origins.push_back(std::move(origin));
  };
  add(key_);
  if (question != nullptr && question->against) {
    const AgainstRun* second = against_run_of(*question);
    if (second != nullptr && second->run != nullptr) add(second->key);
  }
  return found;
}

// The sections visible now: those of the step and its questions asked so far, those of the
// exercise, or, before begin(), those that introduce the lesson.
std::vector<std::string> Course::shown_sections() const {
  if (!active_) return {lesson::goal_section};
  std::vector<std::string> shown;
  if (at_exercise()) {
    shown.emplace_back(lesson::exercise_section);
    for (const lesson::Goal& goal : guide_->exercise->goals)
      shown.push_back(lesson::goal_line_section(goal.name));
    if (grade_ != nullptr && grade_->passed()) shown.emplace_back(lesson::exercise_done_section);
  }
  if (const lesson::GuideStep* step = current()) {
    if (step_ == 0) shown.emplace_back(lesson::goal_section);
    shown.push_back(lesson::step_section(step->name));
  }
  for (const AskedQuestion& asked : questions()) {
    if (asked.state == QuestionState::waits) continue;
    shown.push_back(lesson::question_section(asked.question->name));
    for (const lesson::Choice& choice : asked.question->choices)
      shown.push_back(lesson::choice_section(asked.question->name, choice.name));
    if (asked.hint && asked.hint->mistake == Mistake::unexplained)
      shown.push_back(lesson::hint_section(asked.question->name));
    if (asked.truth) shown.push_back(lesson::answer_section(asked.question->name));
  }
  return shown;
}

bool Course::is_untranslated(std::string_view language) const {
  if (guide_ == nullptr || language == "en") return false;
  const std::vector<std::string> shown = shown_sections();
  return std::any_of(shown.begin(), shown.end(), [&](const std::string& section) {
    return guide_->text(section, language).is_fallback;
  });
}

}  // namespace lanescope::app
