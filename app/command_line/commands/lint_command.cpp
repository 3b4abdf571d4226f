#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command_line/advice_text.h"
#include "app/command_line/progress_line.h"
#include "app/command_line/shared_options.h"
#include "app/command_line/text_table.h"
#include "app/session/export/table.h"
#include "app/session/files/write_file.h"
#include "app/session/lint/baseline.h"
#include "app/session/lint/fix.h"
#include "app/session/lint/lint.h"
#include "app/session/lint/lint_cache.h"
#include "app/session/start/opening.h"
#include "kernels/compile/digest.h"
#include "kernels/lesson_file/folders.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

// --- messages as text, JSON, SARIF 2.1.0, and annotations of forges ---

using Json = nlohmann::ordered_json;

struct LintOutput {
  std::vector<LintMessage> messages;
  std::uint64_t lessons = 0, kernels = 0;
  std::size_t gone = 0;            // messages of the baseline that are no more
  std::size_t without_limits = 0;  // lessons that are judged by their findings alone
};

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

struct LintFormat {
  const char* name;
  std::string (*write)(const LintOutput& output);
};
constexpr std::array<LintFormat, 5> lint_formats{{{"text", &as_text},
                                                  {"json", &as_json},
                                                  {"sarif", &as_sarif},
                                                  {"github", &as_github},
                                                  {"gitlab", &as_gitlab}}};

std::vector<std::string> lint_format_names() {
  std::vector<std::string> names;
  for (const LintFormat& each : lint_formats) names.emplace_back(each.name);
  return names;
}

// What goes to the standard output.
std::string lint_text(const LintOutput& output, std::string_view format) {
  for (const LintFormat& each : lint_formats) {
    if (each.name == format) return each.write(output);
  }
  return {};
}

// One line for the standard error.
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
  if (output.without_limits > 0) {
    text += fmt::format("; {} judged by findings alone: no limits in a {}",
                        many(output.without_limits, "lesson"), lint_rules_file);
  }
  return text + "\n";
}

// --- the command ---

struct LintCommand : Command {
  LintCommand()
      : Command("lint", "Judge kernels by limits and findings, for continuous integration") {
    add("LESSON...", &names,
        "Shipped lessons, folders of lesson files, paths of these or of kernel files that have "
        "one; all shipped lessons when not given");
    add("--rules FILE", &rules_file,
        fmt::format("The limits; if left out, {} beside the lesson or in the nearest folder above "
                    "it",
                    lint_rules_file));
    add("--format FORMAT", &format, "How messages are written").one_of(lint_format_names());
    add("--baseline FILE", &baseline, "Messages that are known: they do not fail");
    add("--write-baseline FILE", &new_baseline, "Make all messages of now known")
        .excludes("--baseline");
    add("--strict", &strict, "Fail for warnings, too");
    add("--shard I/N", &shard, "Only part I of N of the lessons");
    add("--fix", &fixes, "Change kernels' files where that makes them keep their limits")
        .excludes("--baseline")
        .excludes("--write-baseline");
    add("--no-cache", &no_cache, "Run lessons whose files have not changed, too");
    add("--variant NAME", &variant, "Only this variant; all when not given");
    add("--compiler NAME", &compiler, "Which compiler makes the PTX").one_of(compiler_choices());
    add_machine(*this, machine);
    add_threads(*this, threads);
  }

  Result run(const Screen& /*screen*/) override {
    const Shard part = shard.empty() ? Shard{} : checked(parse_shard(shard), "--shard");
    LintRequest request;
    request.variant = variant;
    request.compiler = compiler_in(compiler);
    request.machine = checked_machine(machine);
    request.threads = threads;
    if (!rules_file.empty()) {
      auto rules = LintRules::read(rules_file);
      if (!rules) return wrong_input(rules.error().formatted());
      request.rules = *std::move(rules);
    }
    if (fixes && names.empty())
      return wrong_input("--fix changes files: name the lessons whose kernels it may change");
    LintOutput output;
    std::string changes;
    const std::vector<std::string> lessons = names.empty() ? shipped() : with_others_in_folders();
    const LintCache cache = no_cache ? LintCache({}) : LintCache::of_user();
    for (std::size_t i = 0; i < lessons.size(); ++i) {
      if (!part.has(i)) continue;
      const auto lesson = lesson_of(lessons[i]);
      if (!lesson) return wrong_input(lesson.error());
      request.lesson = *lesson;
      if (rules_file.empty()) {
        auto rules = rules_near(request.lesson);
        if (!rules) return wrong_input(rules.error().formatted());
        request.rules = *std::move(rules);
      }
      if (!request.rules.has_limits()) ++output.without_limits;
      LintResult result = judged(cache, request);
      if (fixes) changes += fix_files(request, result);
      take(std::move(result), output);
    }
    if (!baseline.empty()) {
      const auto gone = apply_baseline(baseline, output.messages);
      if (!gone) return wrong_input(gone.error());
      output.gone = *gone;
    }
    if (!new_baseline.empty()) {
      const auto written = write_file(new_baseline, baseline_text(output.messages));
      if (!written) return wrong_input(written.error());
      return {static_cast<int>(ExitCode::good), {}, lint_summary(output)};
    }
    Result result = success(lint_text(output, format));
    result.err = changes + lint_summary(output);
    for (const LintMessage& each : output.messages) {
      const bool fails =
          each.severity == Severity::error || (strict && each.severity == Severity::warning);
      if (each.counts() && fails) result.exit_code = static_cast<int>(ExitCode::finding);
    }
    return result;
  }

 private:
  static std::vector<std::string> shipped() {
    std::vector<std::string> ids;
    for (const lesson::CatalogueEntry& each : lesson::catalogue()) ids.push_back(each.id);
    return ids;
  }

  // A folder stands for all of its lesson files: those of its other kernels are NAME.lesson.toml.
  [[nodiscard]] std::vector<std::string> with_others_in_folders() const {
    std::vector<std::string> all;
    for (const std::string& name : names) {
      std::vector<std::string> others;
      for (const fs::path& each : lesson::files_in(name, ".toml"))
        if (each.stem().extension() == ".lesson") others.push_back(each.string());
      std::error_code error;
      if (others.empty() || fs::exists(fs::path(name) / "lesson.toml", error)) all.push_back(name);
      std::move(others.begin(), others.end(), std::back_inserter(all));
    }
    return all;
  }

  // A kernel file stands for the lesson that names it.
  static tl::expected<std::string, std::string> lesson_of(const std::string& name) {
    if (fs::path(name).extension() != ".cu") return name;
    const Opening opening = what_opens({name});
    if (!opening.lesson.empty()) return opening.lesson.string();
    return tl::unexpected(fmt::format(
        "{}: there is no lesson file that names it, so its launch is not known; `lanescope new {}` "
        "writes one",
        name, name));
  }

  static tl::expected<LintRules, lesson::Error> rules_near(const std::string& lesson) {
    const auto found = lesson::find(lesson);
    const fs::path file = found ? rules_file_for(found->path()) : fs::path();
    return file.empty() ? LintRules() : LintRules::read(file);
  }

  static LintResult judged(const LintCache& cache, const LintRequest& request) {
    if (auto kept = cache.find(request)) return *std::move(kept);
    const ProgressLine line;
    line.show(request.lesson);
    LintResult result = lint(request);
    cache.keep(request, result);
    return result;
  }

  // Returns what was changed.
  static std::string fix_files(const LintRequest& request, LintResult& result) {
    const ProgressLine line;
    line.show("changes of " + request.lesson);
    const LintFixes found = fix(request, result);
    std::string text;
    for (const LintFix& each : found.all)
      text += each.file.string() + ": " + title_of(each.edit) + "\n" + lines_text(each.lines);
    for (const std::string& why : found.refused) text += why + "\n";
    return text;
  }

  static void take(LintResult result, LintOutput& output) {
    ++output.lessons;
    output.kernels += result.kernels;
    std::move(result.messages.begin(), result.messages.end(), std::back_inserter(output.messages));
  }

  std::vector<std::string> names;
  std::string rules_file, format = "text", baseline, new_baseline, shard, variant,
                          compiler = "auto", machine;
  int threads = 0;
  bool strict = false, no_cache = false, fixes = false;
};

}  // namespace

std::unique_ptr<Command> make_lint() { return std::make_unique<LintCommand>(); }

}  // namespace lanescope::app
