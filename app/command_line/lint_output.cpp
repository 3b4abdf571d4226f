#include "app/command_line/lint_output.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command_line/text_table.h"
#include "app/session/export/table.h"
#include "app/session/lint/lint_cache.h"
#include "kernels/compile/digest.h"

namespace lanescope::app {
namespace {

using Json = nlohmann::ordered_json;

std::string digest_of_message(const LintMessage& message) {
  return compile::digest_of(message.identity());
}

std::string as_text(const LintOutput& output) {
  std::string text;
  for (const LintMessage& each : output.messages) {
    if (!each.counts()) continue;
    text +=
        fmt::format("{}:{}:{}: {}: {} [{}]\n", each.file.string(), each.line,
                    std::max(each.column, 1), name_of(each.severity), each.whole_text(), each.rule);
    if (!each.code.empty()) text += fmt::format("    {}\n", each.code);
  }
  return text;
}

std::string as_json(const LintOutput& output) {
  Json messages = Json::array();
  for (const LintMessage& each : output.messages) messages.push_back(json_of(each));
  return printed(Json{{"schema", "lanescope.lint/1"},
                      {"lessons", output.lessons},
                      {"kernels", output.kernels},
                      {"gone", output.gone},
                      {"messages", std::move(messages)}});
}

// SARIF 2.1.0, section 3.58: note, warning and error are its words, too.
Json sarif_result(const LintMessage& message) {
  Json region{{"startLine", message.line}};
  if (message.column > 0) region["startColumn"] = message.column;
  if (!message.code.empty()) region["snippet"] = {{"text", message.code}};
  Json result{
      {"ruleId", message.rule},
      {"level", name_of(message.severity)},
      {"message", {{"text", message.whole_text()}}},
      {"locations",
       {{{"physicalLocation",
          {{"artifactLocation", {{"uri", message.file.generic_string()}}}, {"region", region}}}}}},
      {"partialFingerprints", {{"lanescope/v1", digest_of_message(message)}}}};
  if (!message.allowed.empty())
    result["suppressions"] = {{{"kind", "inSource"}, {"justification", message.allowed}}};
  if (message.is_known) result["baselineState"] = "unchanged";
  return result;
}

std::string as_sarif(const LintOutput& output) {
  std::set<std::string> rules;
  Json results = Json::array(), descriptions = Json::array();
  for (const LintMessage& each : output.messages) {
    rules.insert(each.rule);
    results.push_back(sarif_result(each));
  }
  for (const std::string& each : rules)
    descriptions.push_back({{"id", each}, {"shortDescription", {{"text", each}}}});
  std::string version = program_name();
  version = version.substr(version.find(' ') + 1);
  return printed(Json{
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs",
       {{{"tool",
          {{"driver",
            {{"name", "Lanescope"}, {"version", version}, {"rules", std::move(descriptions)}}}}},
         {"columnKind", "unicodeCodePoints"},
         {"results", std::move(results)}}}}});
}

// Workflow commands of GitHub Actions: in a message % and line ends are escaped, in a property also
// the colon and the comma.
std::string escaped_for_github(std::string_view text, bool is_property) {
  std::string out;
  for (const char c : text) {
    const bool is_escaped =
        c == '%' || c == '\n' || c == '\r' || (is_property && (c == ':' || c == ','));
    out += is_escaped ? fmt::format("%{:02X}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return out;
}

std::string as_github(const LintOutput& output) {
  std::string text;
  for (const LintMessage& each : output.messages) {
    if (!each.counts()) continue;
    const char* command = each.severity == Severity::note ? "notice" : name_of(each.severity);
    text += fmt::format("::{} file={},line={},col={},title={}::{}\n", command,
                        escaped_for_github(each.file.generic_string(), true), each.line,
                        std::max(each.column, 1), escaped_for_github(each.rule, true),
                        escaped_for_github(each.whole_text(), false));
  }
  return text;
}

// GitLab's code quality report.
std::string as_gitlab(const LintOutput& output) {
  constexpr std::array<const char*, 3> severities{"info", "minor", "major"};
  Json list = Json::array();
  for (const LintMessage& each : output.messages) {
    if (!each.counts()) continue;
    list.push_back(
        {{"description", each.whole_text()},
         {"check_name", each.rule},
         {"fingerprint", digest_of_message(each)},
         {"severity", severities[static_cast<std::size_t>(each.severity)]},
         {"location", {{"path", each.file.generic_string()}, {"lines", {{"begin", each.line}}}}}});
  }
  return printed(list);
}

struct Format {
  const char* name;
  std::string (*write)(const LintOutput& output);
};
constexpr std::array<Format, 5> formats{{{"text", &as_text},
                                         {"json", &as_json},
                                         {"sarif", &as_sarif},
                                         {"github", &as_github},
                                         {"gitlab", &as_gitlab}}};

}  // namespace

std::vector<std::string> lint_formats() {
  std::vector<std::string> names;
  for (const Format& each : formats) names.emplace_back(each.name);
  return names;
}

std::string lint_text(const LintOutput& output, std::string_view format) {
  for (const Format& each : formats) {
    if (each.name == format) return each.write(output);
  }
  return {};
}

std::string lint_summary(const LintOutput& output) {
  const auto many = [](auto number, const char* what) {
    return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
  };
  const auto of = [&](Severity severity) {
    const auto number = std::ranges::count_if(output.messages, [&](const LintMessage& each) {
      return each.counts() && each.severity == severity;
    });
    return many(number, name_of(severity));
  };
  const auto kept = [&](auto is) { return std::ranges::count_if(output.messages, is); };
  std::string text = fmt::format("{} of {}: {}, {}, {}", many(output.kernels, "kernel"),
                                 many(output.lessons, "lesson"), of(Severity::error),
                                 of(Severity::warning), of(Severity::note));
  const auto allowed = kept([](const LintMessage& each) { return !each.allowed.empty(); });
  const auto known = kept([](const LintMessage& each) { return each.is_known; });
  if (allowed > 0) text += fmt::format("; {} allowed by a comment", allowed);
  if (known > 0) text += fmt::format("; {} in the baseline", known);
  if (output.gone > 0) text += fmt::format("; {} of the baseline are gone", output.gone);
  return text + "\n";
}

}  // namespace lanescope::app
