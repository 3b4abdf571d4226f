#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/command_line/commands.h"
#include "app/command_line/text_table.h"

namespace lanescope::app {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const lesson::Text& text) { return {{"en", text.in("en")}, {"zh", text.in("zh")}}; }

Json to_json(const lesson::Parameter& parameter) {
  Json json{{"name", parameter.name}, {"default", parameter.default_value}};
  json["min"] = parameter.min ? Json(*parameter.min) : Json(nullptr);
  json["max"] = parameter.max ? Json(*parameter.max) : Json(nullptr);
  json["step"] = parameter.step;
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

Json to_json(const lesson::CatalogueEntry& entry) {
  Json json{{"id", entry.id}, {"path", entry.path.string()}};
  if (entry.lesson) {
    json["title"] = to_json(entry.lesson->title());
    json["variants"] = to_json(*entry.lesson);
  } else {
    const lesson::Error& error = entry.lesson.error();
    json["error"] = {
        {"file", error.file}, {"line", error.line}, {"key", error.key}, {"message", error.message}};
  }
  return json;
}

// "N = 1024 (32..4096 by 32)"
std::string described(const lesson::Parameter& parameter) {
  const auto bound = [](const std::optional<std::int64_t>& value) {
    return value ? fmt::format("{}", *value) : "";
  };
  std::string text = fmt::format("{} = {}", parameter.name, parameter.default_value);
  const std::string step = parameter.step == 1 ? "" : fmt::format(" by {}", parameter.step);
  if (parameter.min || parameter.max) {
    text += fmt::format(" ({}..{}{})", bound(parameter.min), bound(parameter.max), step);
  }
  return text;
}

std::string described(const std::vector<lesson::Parameter>& parameters) {
  std::string text;
  for (const auto& parameter : parameters)
    text += (text.empty() ? "" : ", ") + described(parameter);
  return text;
}

std::string as_text(const std::vector<lesson::CatalogueEntry>& entries) {
  TextTable table({Align::left, Align::left, Align::left});
  for (const lesson::CatalogueEntry& entry : entries) {
    if (!entry.lesson) continue;
    table.add_heading(fmt::format("{}: {}", entry.id, entry.lesson->title().in("en")));
    for (const lesson::VariantInfo& variant : entry.lesson->variants()) {
      table.add_row({"  " + (variant.name.empty() ? variant.kernel : variant.name),
                     variant.title.in("en"), described(entry.lesson->parameters(variant.name))});
    }
  }
  return table.text();
}

std::string as_json(const std::vector<lesson::CatalogueEntry>& entries) {
  Json lessons = Json::array();
  for (const lesson::CatalogueEntry& entry : entries) lessons.push_back(to_json(entry));
  return Json{{"schema", "lanescope.list/1"}, {"lessons", std::move(lessons)}}.dump(2) + "\n";
}

}  // namespace

Result list_command(bool json) {
  const std::vector<lesson::CatalogueEntry> entries = lesson::catalogue();
  if (entries.empty()) {
    return failure(ExitCode::not_on_this_machine,
                   "no lessons found; LANESCOPE_KERNELS can name the folder that holds them");
  }
  Result result = success(json ? as_json(entries) : as_text(entries));
  for (const lesson::CatalogueEntry& entry : entries) {
    if (entry.lesson) continue;
    result.exit_code = static_cast<int>(ExitCode::finding);
    result.err += entry.lesson.error().formatted() + "\n";
  }
  return result;
}

}  // namespace lanescope::app
