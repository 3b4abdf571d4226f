#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "app/command_line/command.h"
#include "app/command_line/text_table.h"
#include "kernels/lesson_file/course.h"
#include "kernels/lesson_file/guide.h"
#include "viz/text/languages.h"

namespace lanescope::app {
namespace {

using Json = nlohmann::ordered_json;

// In every language that the program or the text has.
Json to_json(const lesson::Text& text) {
  Json json;
  for (const std::string& language : text::language_codes()) json[language] = text.in(language);
  for (const auto& [language, own] : text.by_language) json[language] = text.in(language);
  return json;
}

Json to_json(const lesson::Parameter& parameter) {
  Json json{{"name", parameter.name}, {"default", parameter.default_value}};
  json["min"] = parameter.min ? Json(*parameter.min) : Json(nullptr);
  json["max"] = parameter.max ? Json(*parameter.max) : Json(nullptr);
  json["step"] = parameter.increment;
  json["label"] = to_json(parameter.label);
  return json;
}

Json to_json(const lesson::Lesson& lesson) {
  Json variants = Json::array();
  for (const lesson::VariantInfo& variant : lesson.variants()) {
    Json parameters = Json::array();
    for (const auto& parameter : lesson.parameters(variant.name))
      parameters.push_back(to_json(parameter));
    variants.push_back({{"name", variant.name},
                        {"title", to_json(variant.title)},
                        {"kernel", variant.kernel},
                        {"parameters", std::move(parameters)}});
  }
  return variants;
}

Json to_json(const lesson::Error& error) {
  return {
      {"file", error.file}, {"line", error.line}, {"key", error.key}, {"message", error.message}};
}

Json to_json(const lesson::CatalogueEntry& entry, const std::string& part,
             const std::vector<std::string>& after) {
  Json json{{"id", entry.id}, {"path", entry.path.string()}};
  json["part"] = part.empty() ? Json(nullptr) : Json(part);
  if (entry.lesson) {
    json["title"] = to_json(entry.lesson->title());
    json["variants"] = to_json(*entry.lesson);
    const std::shared_ptr<const lesson::Guide>& guide = entry.lesson->guide();
    json["steps"] = guide != nullptr ? guide->steps.size() : 0;
    json["questions"] = guide != nullptr ? guide->question_count() : 0;
    json["exercise"] = guide != nullptr && guide->exercise.has_value();
    json["minutes"] = guide != nullptr ? Json(lesson::minutes_of(*guide)) : Json(nullptr);
    json["after"] = after;
    const std::optional<lesson::Error>& problem = entry.lesson->guide_error();
    json["guide_error"] = problem ? to_json(*problem) : Json(nullptr);
  } else {
    json["error"] = to_json(entry.lesson.error());
  }
  return json;
}

// "N = 1024 (32..4096 by 32)"
std::string described(const lesson::Parameter& parameter) {
  const auto bound = [](const std::optional<std::int64_t>& value) {
    return value ? fmt::format("{}", *value) : "";
  };
  std::string text = fmt::format("{} = {}", parameter.name, parameter.default_value);
  const std::string increments =
      parameter.increment == 1 ? "" : fmt::format(" by {}", parameter.increment);
  if (parameter.min || parameter.max)
    text += fmt::format(" ({}..{}{})", bound(parameter.min), bound(parameter.max), increments);
  return text;
}

std::string described(const std::vector<lesson::Parameter>& parameters) {
  std::string text;
  for (const auto& parameter : parameters)
    text += (text.empty() ? "" : ", ") + described(parameter);
  return text;
}

// "transpose: Matrix transpose (8 steps, 12 questions, 30 minutes; after bank-stride)"
std::string heading_of(const lesson::CatalogueEntry& entry, const std::vector<std::string>& after) {
  const lesson::Lesson& lesson = *entry.lesson;
  std::string text = fmt::format("{}: {}", entry.id, lesson.title().in("en"));
  if (lesson.guide() == nullptr) return text;
  text += fmt::format(" ({} steps, {} questions, {} minutes", lesson.guide()->steps.size(),
                      lesson.guide()->question_count(), lesson::minutes_of(*lesson.guide()));
  if (!after.empty()) text += fmt::format("; after {}", fmt::join(after, ", "));
  return text + ")";
}

std::string as_text(const lesson::CourseCatalogue& course_catalogue) {
  TextTable table({Align::left, Align::left, Align::left});
  for (std::size_t i = 0; i < course_catalogue.parts.size(); ++i) {
    const lesson::CataloguePart& part = course_catalogue.parts[i];
    table.add_heading(part.name.empty() ? std::string("In no part")
                                        : fmt::format("Part {}: {}", i + 1, part.title.in("en")));
    for (const lesson::CatalogueEntry& entry : part.lessons) {
      if (!entry.lesson) continue;
      table.add_heading("  " + heading_of(entry, course_catalogue.after_of(entry.id)));
      for (const lesson::VariantInfo& variant : entry.lesson->variants()) {
        table.add_row({"    " + (variant.name.empty() ? variant.kernel : variant.name),
                       variant.title.in("en"), described(entry.lesson->parameters(variant.name))});
      }
    }
  }
  return table.text();
}

// The lessons in the order of the parts, and the names of the parts.
std::string as_json(const lesson::CourseCatalogue& course_catalogue) {
  Json lessons = Json::array(), parts = Json::array();
  for (const lesson::CataloguePart& part : course_catalogue.parts) {
    Json ids = Json::array();
    for (const lesson::CatalogueEntry& entry : part.lessons) {
      lessons.push_back(to_json(entry, part.name, course_catalogue.after_of(entry.id)));
      ids.push_back(entry.id);
    }
    if (part.name.empty()) continue;
    parts.push_back(
        {{"name", part.name}, {"title", to_json(part.title)}, {"lessons", std::move(ids)}});
  }
  return printed({{"schema", "lanescope.list/1"},
                  {"parts", std::move(parts)},
                  {"lessons", std::move(lessons)}});
}

// Problems of the course file, of the lessons and of their guides.
std::vector<lesson::Error> problems_of(const lesson::CourseCatalogue& course_catalogue) {
  std::vector<lesson::Error> problems;
  if (course_catalogue.error) problems.push_back(*course_catalogue.error);
  for (const lesson::CataloguePart& part : course_catalogue.parts) {
    for (const lesson::CatalogueEntry& entry : part.lessons) {
      if (!entry.lesson) {
        problems.push_back(entry.lesson.error());
      } else if (entry.lesson->guide_error()) {
        problems.push_back(*entry.lesson->guide_error());
      }
    }
  }
  return problems;
}

struct ListCommand : Command {
  ListCommand() : Command("list", "List the lessons, their variants and parameters") {
    add("--json", &json, "As JSON");
  }

  // A broken lesson is a finding; the others are still listed.
  Result run(const Screen& /*screen*/) override {
    const lesson::CourseCatalogue course_catalogue = lesson::course_catalogue();
    if (course_catalogue.parts.empty()) {
      return failure(ExitCode::not_on_this_machine,
                     "no lessons found; LANESCOPE_KERNELS can name the folder that holds them");
    }
    Result result = success(json ? as_json(course_catalogue) : as_text(course_catalogue));
    for (const lesson::Error& problem : problems_of(course_catalogue)) {
      result.exit_code = static_cast<int>(ExitCode::finding);
      result.err += problem.formatted() + "\n";
    }
    return result;
  }
};

}  // namespace

std::unique_ptr<Command> make_list() { return std::make_unique<ListCommand>(); }

}  // namespace lanescope::app
