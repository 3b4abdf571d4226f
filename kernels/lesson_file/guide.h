// A lesson's guide: steps to walk through, questions asked on the way, an exercise at the end.
//
// guide.toml holds what is done and asked, guide.en.md and guide.zh.md the prose, in sections that
// `# key` lines begin. The format is documented in README.md, "A lesson's guide". Expressions are
// kept as they are written: what they count is known only to who runs the kernel.
#pragma once

#include <cstdint>
#include <filesystem>
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

// One of the lesson's kernels with its values.
struct Setting {
  std::string variant;  // empty: the lesson's first
  Values set;           // over the variant's defaults
  Place place;
  bool operator==(const Setting& other) const {
    return variant == other.variant && set == other.set;
  }
};

struct Choice {
  std::string name;
  LocatedText when;  // a condition over facts: true for exactly one choice
};

struct Question {
  std::string name;  // unique in the lesson
  QuestionKind kind = QuestionKind::number;
  LocatedText value;                     // number: an expression over facts
  std::optional<std::int64_t> min, max;  // number: what may be answered
  std::string unit;                      // number: one of guide_units(); empty: none
  std::vector<Choice> choices;           // choice: two to six
  std::optional<Setting> against;        // a second run, its facts called `other.`
  Place place;
};

struct Step {
  std::string name;  // unique in the lesson
  Setting setting;
  LocatedText view;     // what `--view` takes
  std::string machine;  // id of a device file; empty: the machine that lessons are seen on
  std::vector<Question> questions;
  Place place;
};

struct Goal {
  std::string name;
  LocatedText when;
};

struct Exercise {
  Setting beginning;
  std::vector<std::string> keeps;  // arrays that must come out as at the beginning
  std::vector<std::string> fixed;  // parameters that may not be changed
  std::vector<Goal> goals;         // at least one
  Setting solution;
  Place place;
};

// Text in the reader's language; `is_fallback`: it is English because nobody translated it.
struct Prose {
  std::string_view text;  // Markdown; empty: nobody wrote it
  bool is_fallback = false;
};

struct Guide {
  std::string file;  // guide.toml, as in messages
  std::vector<Step> steps;
  std::optional<Exercise> exercise;
  GuideText english, chinese;

  // The section in "en" or "zh".
  [[nodiscard]] Prose text(const std::string& key, std::string_view language) const;
  // Sections that have no Chinese text, in the order of needed_sections().
  [[nodiscard]] std::vector<std::string> missing_translations() const;
  // Every section that this guide shows, in the order shown: "goal", "step.aligned", ...
  [[nodiscard]] std::vector<std::string> needed_sections() const;
  // nullptr: there is none of this name.
  [[nodiscard]] const Question* question(std::string_view name) const;
  [[nodiscard]] const Step* step_of(std::string_view question) const;
  [[nodiscard]] std::size_t question_count() const;
};

// Keys of the sections.
inline constexpr const char* goal_section = "goal";
inline constexpr const char* exercise_section = "exercise";
inline constexpr const char* exercise_done_section = "exercise.done";
[[nodiscard]] std::string step_section(std::string_view step);
[[nodiscard]] std::string question_section(std::string_view question);
[[nodiscard]] std::string answer_section(std::string_view question);
[[nodiscard]] std::string choice_section(std::string_view question, std::string_view choice);
[[nodiscard]] std::string goal_line_section(std::string_view goal);

// A section that begins with its title: "## Title", then the rest. No title: empty.
struct TitledProse {
  std::string_view title, body;
};
[[nodiscard]] TitledProse titled(std::string_view section);

// The units that a number may be asked in.
[[nodiscard]] const std::vector<std::string>& guide_units();

// guide.toml alone, checked against the lesson: its variants, parameters and their ranges, its
// arrays. `file`: its name in messages.
[[nodiscard]] tl::expected<Guide, Error> read_guide(std::string_view text, const std::string& file,
                                                    const LessonSpec& lesson);
// With its texts, from the lesson's folder. An empty optional: the lesson has no guide.
[[nodiscard]] tl::expected<std::optional<Guide>, Error> load_guide(
    const std::filesystem::path& folder, const LessonSpec& lesson);

// What is wrong with the texts: sections that are missing in either language, that nothing shows,
// a step's that does not begin with its title. The guide can be used all the same.
[[nodiscard]] std::vector<Error> text_problems(const Guide& guide);

}  // namespace lanescope::lesson
