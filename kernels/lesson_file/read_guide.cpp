// Reads guide.toml and checks it against its lesson.
#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "kernels/lesson_file/guide.h"
#include "kernels/lesson_file/names.h"
#include "kernels/lesson_file/parameter_range.h"
#include "kernels/lesson_file/reader.h"

namespace lanescope::lesson {
namespace {

constexpr std::size_t fewest_choices = 2, max_choices = 6;

// Whether this can name a step, question, choice or goal; names become parts of section keys.
bool is_name(std::string_view name) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
  };
  return !name.empty() && std::all_of(name.begin(), name.end(), is_part);
}

class GuideReader {
 public:
  GuideReader(Reader& reader, const LessonSpec& lesson) : reader_(reader), lesson_(lesson) {}

  Guide read(const toml::table& root) {
    const Table table(reader_, root, Place{1, ""});
    table.allow({"steps", "exercise"});
    Guide guide;
    const auto steps = table.tables("steps");
    if (!steps || steps->empty()) table.fail("steps", "a guide has at least one [[steps]]");
    for (const Table& entry : steps.value_or(std::vector<Table>{}))
      guide.steps.push_back(read_step(entry));
    if (const auto exercise = table.table("exercise")) guide.exercise = read_exercise(*exercise);
    return guide;
  }

 private:
  // The table's name, which must be unique in `names`.
  std::string read_name(const Table& table, std::set<std::string>& names, const char* of) {
    table.require({"name"});
    std::string name = table.text("name").value_or("");
    if (table.has("name") && !is_name(name)) {
      table.fail("name",
                 "a name consists of letters, digits, '-' and '_': the guide's sections use it");
    }
    if (!names.insert(name).second)
      table.fail("name", fmt::format("there is a {} '{}' already", of, name));
    return name;
  }

  // variant = "tile", set = { PAD = 1 }. `fallback`: the variant if none is named.
  VariantSetting read_setting(const Table& table, const std::string& fallback = {}) {
    VariantSetting setting;
    setting.place = table.place();
    setting.variant = table.text("variant").value_or(fallback);
    const VariantSpec* variant = find_variant(lesson_.variants, setting.variant);
    if (variant == nullptr) {
      const std::vector<std::string> names = names_of(lesson_.variants);
      table.fail("variant", fmt::format("no variant '{}'{}; there are {}", setting.variant,
                                        did_you_mean(setting.variant, names), list_of(names)));
      return setting;
    }
    if (const auto set = table.table("set")) {
      for (const std::string& name : set->keys()) read_value(*set, name, *variant, setting);
    }
    return setting;
  }

  static void read_value(const Table& set, const std::string& name, const VariantSpec& variant,
                         VariantSetting& setting) {
    const ParameterSpec* spec = find_parameter(variant.params, name);
    if (spec == nullptr) {
      const std::vector<std::string> names = names_of(variant.params);
      set.fail(name, fmt::format("no such parameter{}; there are {}", did_you_mean(name, names),
                                 list_of(names)));
      return;
    }
    const std::int64_t value = set.integer(name).value_or(0);
    if (set.failed()) return;
    if (const std::string problem = range_problem(spec->parameter, value); !problem.empty())
      set.fail(name, problem);
    setting.set[name] = value;
  }

  GuideStep read_step(const Table& table) {
    table.allow({"name", "variant", "set", "view", "machine", "questions"});
    GuideStep step;
    step.place = table.place();
    step.name = read_name(table, step_names_, "step");
    step.setting = read_setting(table);
    step.view = table.located_text("view").value_or(LocatedText{"", table.place()});
    step.machine = table.text("machine").value_or("");
    if (const auto questions = table.tables("questions")) {
      for (const Table& entry : *questions) step.questions.push_back(read_question(entry, step));
    }
    return step;
  }

  Question read_question(const Table& table, const GuideStep& step) {
    table.allow({"name", "kind", "value", "min", "max", "unit", "choices", "against", "line"});
    Question question;
    question.place = table.place();
    question.name = read_name(table, question_names_, "question");
    question.kind = read_kind(table);
    question.line = table.text("line");
    const bool is_number = question.kind == QuestionKind::number;
    for (const char* key : {"value", "min", "max", "unit"}) {
      if (table.has(key) && !is_number)
        table.fail(key, "only a question of kind \"number\" has it");
    }
    if (table.has("choices") && question.kind != QuestionKind::choice)
      table.fail("choices", "only a question of kind \"choice\" has them");
    if (is_number) read_number(table, question);
    if (question.kind == QuestionKind::choice) read_choices(table, question);
    if (const auto against = table.table("against")) {
      against->allow({"variant", "set"});
      question.against = read_setting(*against, step.setting.variant);
    }
    return question;
  }

  static QuestionKind read_kind(const Table& table) {
    const std::string kind = table.text("kind").value_or("");
    std::vector<std::string> names;
    for (const QuestionKind known :
         {QuestionKind::number, QuestionKind::choice, QuestionKind::sectors, QuestionKind::banks}) {
      if (kind == name_of(known)) return known;
      names.emplace_back(name_of(known));
    }
    if (!table.has("kind")) {
      table.fail("", fmt::format("kind is missing: {}", list_of(names)));
    } else {
      table.fail("kind", fmt::format("unknown kind '{}'{}; the kinds are {}", kind,
                                     did_you_mean(kind, names), list_of(names)));
    }
    return QuestionKind::number;
  }

  void read_number(const Table& table, Question& question) {
    table.require({"value"});
    question.value = table.located_text("value").value_or(LocatedText{});
    question.min = table.integer("min");
    question.max = table.integer("max");
    if (question.min && question.max && *question.min > *question.max)
      table.fail("min", fmt::format("min is {}, above max, {}", *question.min, *question.max));
    question.unit = table.text("unit").value_or("");
    const std::vector<std::string>& units = guide_units();
    if (table.has("unit") && std::find(units.begin(), units.end(), question.unit) == units.end()) {
      table.fail("unit", fmt::format("unknown unit '{}'{}; the units are {}", question.unit,
                                     did_you_mean(question.unit, units), list_of(units)));
    }
    if (question.unit == "none") question.unit.clear();
  }

  // The tables of a list, with a name and when it holds. `names`: already taken.
  template <class Condition>
  std::vector<Condition> read_conditions(const Table& table, const char* key, const char* what,
                                         std::set<std::string> names) {
    std::vector<Condition> conditions;
    for (const Table& entry : table.tables(key).value_or(std::vector<Table>{})) {
      entry.allow({"name", "when"});
      entry.require({"when"});
      Condition& condition = conditions.emplace_back();
      condition.name = read_name(entry, names, what);
      condition.when = entry.located_text("when").value_or(LocatedText{});
    }
    return conditions;
  }

  void read_choices(const Table& table, Question& question) {
    table.require({"choices"});
    question.choices = read_conditions<Choice>(table, "choices", "choice", {});
    const std::size_t count = question.choices.size();
    if (count < fewest_choices || count > max_choices) {
      table.fail("choices", fmt::format("{} choices; a question has {} to {}", count,
                                        fewest_choices, max_choices));
    }
  }

  Exercise read_exercise(const Table& table) {
    table.allow({"variant", "set", "keeps", "fixed", "goals", "solution"});
    table.require({"goals", "solution"});
    Exercise exercise;
    exercise.place = table.place();
    exercise.beginning = read_setting(table);
    exercise.keeps = table.names("keeps");
    exercise.fixed = table.names("fixed");
    if (const auto* variant = find_variant(lesson_.variants, exercise.beginning.variant)) {
      std::vector<std::string> arrays;
      for (const ArgumentSpec& argument : variant->args) {
        if (argument.count) arrays.push_back(argument.name);
      }
      require_known(table, "keeps", "array", exercise.keeps, arrays);
      require_known(table, "fixed", "parameter", exercise.fixed, names_of(variant->params));
    }
    // "done" is taken by the section exercise.done.
    exercise.goals = read_conditions<Goal>(table, "goals", "goal", {"done"});
    if (exercise.goals.empty()) table.fail("goals", "an exercise has at least one goal");
    if (const auto solution = table.table("solution")) {
      solution->allow({"variant", "set"});
      exercise.solution = read_setting(*solution, exercise.beginning.variant);
    }
    return exercise;
  }

  static void require_known(const Table& table, const char* key, const char* what,
                            const std::vector<std::string>& given,
                            const std::vector<std::string>& known) {
    for (const std::string& name : given) {
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      table.fail(key, fmt::format("no {} '{}'{}; there are {}", what, name,
                                  did_you_mean(name, known), list_of(known)));
    }
  }

  Reader& reader_;
  const LessonSpec& lesson_;
  std::set<std::string> step_names_, question_names_;
};

}  // namespace

const std::vector<std::string>& guide_units() {
  static const std::vector<std::string> units = {
      "lanes", "sectors", "lines",  "wavefronts", "banks",    "bytes",    "percent",
      "times", "threads", "blocks", "warps",      "branches", "requests", "none"};
  return units;
}

tl::expected<Guide, Error> read_guide(std::string_view text, const std::string& file,
                                      const LessonSpec& lesson) {
  const auto root = parse_toml(text, file);
  if (!root) return tl::unexpected(root.error());
  Reader reader(file);
  Guide guide = GuideReader(reader, lesson).read(*root);
  if (reader.error()) return tl::unexpected(*reader.error());
  guide.file = file;
  return guide;
}

}  // namespace lanescope::lesson
