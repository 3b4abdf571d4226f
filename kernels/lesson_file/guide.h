// A lesson's guide: steps with questions, and an exercise at the end.
//
// guide.toml has the structure. guide.en.md and its translations have the prose, divided into
// sections by `# key` lines. docs/lessons.md documents the format. Expressions stay unevaluated,
// because their facts are known only after the kernel has run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/lesson_file/guide_text.h"
#include "kernels/lesson_file/spec.h"

namespace lanescope::lesson {

enum class QuestionKind : std::uint8_t { number, choice, sectors, banks };
[[nodiscard]] const char* name_of(QuestionKind kind);  // as in the file

// One of the lesson's kernels with parameter values.
struct VariantSetting {
  std::string variant;  // empty: the lesson's first
  Values set;           // overrides the variant's defaults
  Place place;
  bool operator==(const VariantSetting& other) const {
    return variant == other.variant && set == other.set;
  }
};

struct Choice {
  std::string name;
  LocatedText when;  // a condition over facts, true for exactly one choice
};

struct Question {
  std::string name;  // unique in the lesson
  QuestionKind kind = QuestionKind::number;
  LocatedText value;                      // number: an expression over facts
  std::optional<std::int64_t> min, max;   // number: the range of answers
  std::string unit;                       // number: one of guide_units(); empty: none
  std::vector<Choice> choices;            // choice: two to six
  std::optional<VariantSetting> against;  // a second run; its facts begin with `other.`
  std::optional<std::string> line;  // part of the line of code that it is about; "": about none
  Place place;
};

struct GuideStep {
  std::string name;  // unique in the lesson
  VariantSetting setting;
  LocatedText view;     // as for `--view`
  std::string machine;  // id of a device file; empty: the default machine
  std::vector<Question> questions;
  Place place;
};

struct Goal {
  std::string name;
  LocatedText when;
};

struct Exercise {
  VariantSetting beginning;
  std::vector<std::string> keeps;  // arrays that must have the same results as at the beginning
  std::vector<std::string> fixed;  // parameters that may not be changed
  std::vector<Goal> goals;         // at least one
  VariantSetting solution;
  Place place;
};

// Text in the reader's language. `is_fallback`: it is English because there is no translation.
struct Prose {
  std::string_view text;  // Markdown; empty if not written
  bool is_fallback = false;
};

struct Guide {
  std::string file;  // guide.toml, as in messages
  std::vector<GuideStep> steps;
  std::optional<Exercise> exercise;
  // By language code. English is always present, and so are the languages of the lesson's title. A
  // missing file gives no sections.
  std::map<std::string, GuideText, std::less<>> texts;

  // The section in this language, or in English if it has none.
  [[nodiscard]] Prose text(const std::string& key, std::string_view language,
                           Medium medium = Medium::window) const;
  // Every section that this guide shows, in order: "goal", "step.aligned", ...
  [[nodiscard]] std::vector<std::string> needed_sections() const;
  // Those of the hints that at least one language has.
  [[nodiscard]] std::vector<std::string> hint_sections() const;
  // nullptr: no such question.
  [[nodiscard]] const Question* question(std::string_view name) const;
  [[nodiscard]] const GuideStep* step_of(std::string_view question) const;
  [[nodiscard]] std::size_t question_count() const;
  // The index of the step with this name; none: no such step.
  [[nodiscard]] std::optional<std::size_t> step_number(std::string_view name) const;
};

// Section keys.
inline constexpr const char* goal_section = "goal";
inline constexpr const char* exercise_section = "exercise";
inline constexpr const char* exercise_done_section = "exercise.done";
[[nodiscard]] std::string step_section(std::string_view name);
[[nodiscard]] std::string question_section(std::string_view question);
[[nodiscard]] std::string answer_section(std::string_view question);
[[nodiscard]] std::string choice_section(std::string_view question, std::string_view choice);
[[nodiscard]] std::string hint_section(std::string_view question);  // optional
[[nodiscard]] std::string goal_line_section(std::string_view goal);

// A section that begins with a title, "## Title". `title` is empty if there is none.
struct TitledProse {
  std::string_view title, body;
};
[[nodiscard]] TitledProse titled(std::string_view section);

// The units that a number question may have.
[[nodiscard]] const std::vector<std::string>& guide_units();

// Reads guide.toml alone and checks it against the lesson's variants, parameters with their ranges,
// and arrays. `file`: its name in messages.
[[nodiscard]] tl::expected<Guide, Error> read_guide(std::string_view text, const std::string& file,
                                                    const LessonSpec& lesson);
// Reads the guide and its texts from the lesson's folder. An empty optional: no guide.
[[nodiscard]] tl::expected<std::optional<Guide>, Error> load_guide(
    const std::filesystem::path& folder, const LessonSpec& lesson);

// Problems in the texts: sections that a language lacks or that nothing shows, steps without a
// title. A hint may be missing, but not in one language alone. The guide is still usable.
[[nodiscard]] std::vector<Error> text_problems(const Guide& guide);

// A learner's minutes: the guide's English text at 130 words a minute, 45 seconds for each
// question, ten minutes for the exercise; rounded up to a multiple of five. The words are counted
// in one language so that a lesson takes as long in all of them.
[[nodiscard]] int minutes_of(const Guide& guide);

}  // namespace lanescope::lesson
