#include "kernels/lesson_file/guide.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

#include <fmt/format.h>

#include "kernels/lesson_file/folders.h"
#include "kernels/lesson_file/names.h"

namespace lanescope::lesson {
namespace {

// nullptr: it has none, or an empty one.
const Section* find_section(const GuideText& text, const std::string& key) {
  const auto found = text.sections.find(key);
  return found == text.sections.end() || found->second.text.empty() ? nullptr : &found->second;
}

const Section* find_section(const Guide& guide, std::string_view language, const std::string& key) {
  const auto text = guide.texts.find(language);
  return text == guide.texts.end() ? nullptr : find_section(text->second, key);
}

std::string_view section_in(const GuideText& text, const std::string& key) {
  const Section* section = find_section(text, key);
  return section == nullptr ? std::string_view{} : section->text;
}

// What is left out in a medium is left out in every language.
bool leaves_out_the_same(const Section& a, const Section& b) {
  return std::ranges::all_of(std::array{Medium::handout, Medium::worksheet}, [&](Medium medium) {
    return (a.in(medium) == a.text) == (b.in(medium) == b.text);
  });
}

int line_in(const GuideText& text, const std::string& key) {
  const auto found = text.sections.find(key);
  return found == text.sections.end() ? 0 : found->second.line;
}

// "guide.zh.md" -> "zh".
std::optional<std::string> language_of(const std::filesystem::path& path) {
  constexpr std::string_view before = "guide.", behind = ".md";
  const std::string name = path.filename().string();
  if (!name.starts_with(before) || !name.ends_with(behind)) return std::nullopt;
  if (name.size() < before.size() + behind.size()) return std::nullopt;
  std::string code = name.substr(before.size(), name.size() - before.size() - behind.size());
  return is_language_code(code) ? std::optional(std::move(code)) : std::nullopt;
}

// A missing file gives an empty text.
tl::expected<GuideText, Error> load_text(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return GuideText{path.string(), {}};
  const auto text = read_text_file(path);
  if (!text) return tl::unexpected(Error{path.string(), 0, "", text.error()});
  return read_guide_text(*text, path.string());
}

// The place in guide.toml of the step, question or exercise that the section belongs to.
Place place_of(const Guide& guide, const std::string& key) {
  for (const GuideStep& step : guide.steps) {
    if (key == step_section(step.name)) return step.place;
    for (const Question& question : step.questions) {
      if (key == question_section(question.name) || key == answer_section(question.name) ||
          key == hint_section(question.name) ||
          key.starts_with(choice_section(question.name, ""))) {
        return question.place;
      }
    }
  }
  if (guide.exercise && key.starts_with(exercise_section)) return guide.exercise->place;
  return {1, ""};
}

void check_titles(const GuideText& text, const std::string& key, std::vector<Error>& problems) {
  const std::string_view section = section_in(text, key);
  if (section.empty()) return;
  if (titled(section).title.empty()) {
    problems.push_back({text.file, line_in(text, key), key,
                        "its title is missing: the section must begin with a line \"## Title\""});
  }
}

}  // namespace

const char* name_of(QuestionKind kind) {
  switch (kind) {
    case QuestionKind::number:
      return "number";
    case QuestionKind::choice:
      return "choice";
    case QuestionKind::sectors:
      return "sectors";
    case QuestionKind::banks:
      break;
  }
  return "banks";
}

std::string step_section(std::string_view name) { return fmt::format("step.{}", name); }
std::string question_section(std::string_view question) {
  return fmt::format("question.{}", question);
}
std::string answer_section(std::string_view question) { return fmt::format("answer.{}", question); }
std::string choice_section(std::string_view question, std::string_view choice) {
  return fmt::format("choice.{}.{}", question, choice);
}
std::string hint_section(std::string_view question) { return fmt::format("hint.{}", question); }
std::string goal_line_section(std::string_view goal) { return fmt::format("exercise.{}", goal); }

TitledProse titled(std::string_view section) {
  if (!section.starts_with("## ")) return {{}, section};
  const std::size_t end = std::min(section.find('\n'), section.size());
  std::string_view title = section.substr(3, end - 3);
  title.remove_prefix(std::min(title.find_first_not_of(' '), title.size()));
  title = title.substr(0, title.find_last_not_of(" \r") + 1);
  std::string_view body = section.substr(end);
  body.remove_prefix(std::min(body.find_first_not_of("\r\n"), body.size()));
  return {title, body};
}

Prose Guide::text(const std::string& key, std::string_view language, Medium medium) const {
  if (const Section* own = find_section(*this, language, key)) return {own->in(medium), false};
  const Section* english = find_section(*this, "en", key);
  return english != nullptr ? Prose{english->in(medium), language != "en"} : Prose{};
}

std::vector<std::string> Guide::needed_sections() const {
  std::vector<std::string> needed{goal_section};
  for (const GuideStep& step : steps) {
    needed.push_back(step_section(step.name));
    for (const Question& question : step.questions) {
      needed.push_back(question_section(question.name));
      for (const Choice& choice : question.choices)
        needed.push_back(choice_section(question.name, choice.name));
      needed.push_back(answer_section(question.name));
    }
  }
  if (exercise) {
    needed.emplace_back(exercise_section);
    for (const Goal& goal : exercise->goals) needed.push_back(goal_line_section(goal.name));
    needed.emplace_back(exercise_done_section);
  }
  return needed;
}

std::vector<std::string> Guide::hint_sections() const {
  std::vector<std::string> sections;
  for (const GuideStep& step : steps) {
    for (const Question& question : step.questions) {
      std::string key = hint_section(question.name);
      const auto has = [&](const auto& text) { return text.second.sections.contains(key); };
      if (std::any_of(texts.begin(), texts.end(), has)) sections.push_back(std::move(key));
    }
  }
  return sections;
}

const Question* Guide::question(std::string_view name) const {
  for (const GuideStep& step : steps) {
    for (const Question& question : step.questions) {
      if (question.name == name) return &question;
    }
  }
  return nullptr;
}

const GuideStep* Guide::step_of(std::string_view question) const {
  for (const GuideStep& step : steps) {
    for (const Question& asked : step.questions) {
      if (asked.name == question) return &step;
    }
  }
  return nullptr;
}

std::optional<std::size_t> Guide::step_number(std::string_view name) const {
  const auto found = std::ranges::find(steps, name, &GuideStep::name);
  if (found == steps.end()) return std::nullopt;
  return static_cast<std::size_t>(found - steps.begin());
}

std::size_t Guide::question_count() const {
  std::size_t count = 0;
  for (const GuideStep& step : steps) count += step.questions.size();
  return count;
}

tl::expected<std::optional<Guide>, Error> load_guide(const std::filesystem::path& folder,
                                                     const LessonSpec& lesson) {
  const std::filesystem::path file = folder / "guide.toml";
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return std::optional<Guide>();
  const auto text = read_text_file(file);
  if (!text) return tl::unexpected(Error{file.string(), 0, "", text.error()});
  auto guide = read_guide(*text, file.string(), lesson);
  if (!guide) return tl::unexpected(guide.error());
  std::set<std::string> languages{"en"};
  for (const auto& [language, title] : lesson.title.by_language) languages.insert(language);
  for (const std::filesystem::path& path : files_in(folder, ".md")) {
    if (auto language = language_of(path)) languages.insert(std::move(*language));
  }
  for (const std::string& language : languages) {
    auto prose = load_text(folder / fmt::format("guide.{}.md", language));
    if (!prose) return tl::unexpected(prose.error());
    guide->texts[language] = std::move(*prose);
  }
  return std::optional(std::move(*guide));
}

std::vector<Error> text_problems(const Guide& guide) {
  std::vector<Error> problems;
  std::vector<std::string> needed = guide.needed_sections();
  const std::vector<std::string> hints = guide.hint_sections();
  needed.insert(needed.end(), hints.begin(), hints.end());
  const std::set<std::string> known(needed.begin(), needed.end());
  for (const std::string& key : needed) {
    const Section* english = find_section(guide, "en", key);
    for (const auto& [language, text] : guide.texts) {
      if (const Section* section = find_section(text, key)) {
        if (english != nullptr && !leaves_out_the_same(*section, *english)) {
          problems.push_back({text.file, section->line, key,
                              "the English section has passages for the window or the answers, "
                              "and this one has not, or the other way round"});
        }
        continue;
      }
      problems.push_back({text.file, 0, "",
                          fmt::format("there is no section \"# {}\"; {}:{} needs it", key,
                                      guide.file, place_of(guide, key).line)});
    }
  }
  for (const auto& [language, text] : guide.texts) {
    for (const auto& [key, section] : text.sections) {
      if (known.contains(key)) continue;
      problems.push_back({text.file, section.line, key,
                          fmt::format("no step uses this section{}", did_you_mean(key, needed))});
    }
    for (const GuideStep& step : guide.steps) check_titles(text, step_section(step.name), problems);
    if (guide.exercise) check_titles(text, exercise_section, problems);
  }
  return problems;
}

int minutes_of(const Guide& guide) {
  constexpr double words_a_minute = 130, question_minutes = 0.75, exercise_minutes = 10;
  constexpr int rounded_to = 5;
  double words = 0;
  for (const std::string& section : guide.needed_sections()) {
    std::istringstream text(std::string(guide.text(section, "en").text));
    words += static_cast<double>(std::distance(std::istream_iterator<std::string>(text), {}));
  }
  const double minutes = words / words_a_minute +
                         static_cast<double>(guide.question_count()) * question_minutes +
                         (guide.exercise ? exercise_minutes : 0);
  return std::max(static_cast<int>(std::ceil(minutes / rounded_to)), 1) * rounded_to;
}

}  // namespace lanescope::lesson
