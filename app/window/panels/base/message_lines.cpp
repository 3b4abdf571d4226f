#include "app/window/panels/base/message_lines.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

namespace lanescope::app {
namespace {

std::string place_text(const Diagnostic& diagnostic) {
  return diagnostic.place.line > 0
             ? fmt::format("{}:{}", diagnostic.place.file, diagnostic.place.line)
             : diagnostic.place.file;
}

// How often a kind was found. A race in shared memory is found at accesses of single lanes.
const char* group_key(DiagnosticKind kind, bool at_least) {
  if (kind == DiagnosticKind::shared_race)
    return at_least ? "error.group_races_at_least" : "error.group_races";
  return at_least ? "error.group_at_least" : "error.group";
}

// "tile.cu:16, 3 times; first: past the end of A"; the message's other lines follow.
void add_finding(const std::vector<Diagnostic>& diagnostics, std::size_t index,
                 const text::Texts& texts, std::vector<MessageLine>& lines) {
  const Diagnostic& finding = diagnostics[index];
  const std::string message = text::Texts::with_grouped_numbers(texts.say(finding.message));
  const std::string where = place_text(finding);
  const std::string text = finding.count > 1
                               ? texts.get(group_key(finding.kind, false), fmt::arg("place", where),
                                           fmt::arg("n", text::Texts::grouped(finding.count)),
                                           fmt::arg("message", message))
                               : fmt::format("{}{}{}", where, where.empty() ? "" : ": ", message);
  const std::size_t first = lines.size();
  for (MessageLine& line : message_lines(text, finding.place.line)) {
    line.finding = index;
    line.severity = finding.severity;
    lines.push_back(std::move(line));
  }
  if (lines.size() == first) return;
  lines[first].title = title_of(finding.kind, texts);
  lines[first].has_other = finding.other && finding.other->place.line > 0;
}

}  // namespace

bool is_in_background(const Diagnostic& remark) {
  return remark.kind == DiagnosticKind::counted_in_ptx ||
         remark.kind == DiagnosticKind::host_code_left_out;
}

std::string notes_summary(const report::Report& report, const text::Texts& texts) {
  const auto is_counted = [](const Diagnostic& each) {
    return each.severity == Severity::note && !is_in_background(each);
  };
  const auto count =
      static_cast<std::uint64_t>(std::ranges::count_if(report.diagnostics, is_counted) +
                                 std::ranges::count_if(report.remarks, is_counted));
  return count > 0 ? texts.count("error.notes", count) : texts.get("error.background");
}

std::string errors_title(const report::Report& report, std::uint64_t errors,
                         const text::Texts& texts) {
  if (!report.complete) return texts.get("error.stopped_title");
  const auto warnings = static_cast<std::uint64_t>(
      std::ranges::count(report.diagnostics, Severity::warning, &Diagnostic::severity) +
      std::ranges::count(report.remarks, Severity::warning, &Diagnostic::severity));
  return texts.count(
      "error.kernel_title", errors,
      fmt::arg("more", warnings > 0 ? texts.count("error.and_warnings", warnings) : std::string()));
}

std::vector<MessageLine> message_lines(std::string_view text, int source_line) {
  std::vector<MessageLine> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string line(text.substr(0, end));
    std::replace(line.begin(), line.end(), '\t', ' ');
    lines.push_back({std::move(line), source_line});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::vector<MessageLine> problem_lines(const Problem& problem, const text::Texts& texts,
                                       bool is_users_file) {
  lesson::Error located{problem.file, problem.line, problem.key, {}};
  const std::string prefix = located.formatted();
  if (problem.file.empty() || !problem.message.starts_with(prefix))
    return message_lines(texts.say(problem.message), 0);
  std::vector<MessageLine> lines =
      message_lines(texts.say(problem.message.substr(prefix.size())), 0);
  if (!is_users_file) return lines;
  const auto without_end = [](std::string text) {
    text.resize(text.size() - std::string_view(": ").size());
    return text;
  };
  located.file = std::filesystem::path(problem.file).filename().string();
  lines.push_back({without_end(located.formatted()), 0});
  lines.back().full = without_end(prefix);
  return lines;
}

std::string title_of(DiagnosticKind kind, const text::Texts& texts) {
  return texts.get("finding." + std::string(name_of(kind)));
}

std::vector<MessageLine> all_messages(const std::vector<Diagnostic>& diagnostics,
                                      const text::Texts& texts) {
  std::vector<MessageLine> lines;
  for (std::size_t i = 0; i < diagnostics.size(); ++i) add_finding(diagnostics, i, texts, lines);
  return lines;
}

std::optional<MessageLine> guesses_line(const RunRequest& request, const lesson::Resolved& resolved,
                                        const text::Texts& texts) {
  if (resolved.guessed == lesson::LaunchGuess::none) return std::nullopt;
  const std::filesystem::path lesson = request.lesson;
  const std::string file =
      lesson.extension() == ".toml" ? lesson.filename().string() : "lesson.toml";
  MessageLine line;
  line.text = texts.get("error.guesses", fmt::arg("file", file));
  line.title = texts.get("error.guesses_title");
  line.severity = Severity::note;
  if (lesson.extension() == ".toml") {
    line.opens = lesson.string();
  } else if (std::error_code ignored; std::filesystem::exists(lesson / file, ignored)) {
    line.opens = (lesson / file).string();
  }
  return line;
}

std::vector<MessageLine> printed_lines(std::string_view printed, bool is_cut,
                                       const text::Texts& texts) {
  std::vector<MessageLine> lines = message_lines(printed, 0);
  if (is_cut) lines.push_back({texts.get("error.printed_cut"), 0});
  for (MessageLine& line : lines) line.severity = Severity::note;
  if (!lines.empty()) lines.front().title = "printf";
  return lines;
}

std::vector<MessageLine> grouped_messages(const std::vector<Diagnostic>& diagnostics,
                                          std::uint64_t total, const text::Texts& texts) {
  struct Group {
    std::size_t first = 0;
    std::size_t findings = 0;
    std::uint64_t count = 0;
  };
  std::vector<Group> groups;
  for (std::size_t i = 0; i < diagnostics.size(); ++i) {
    const Diagnostic& diagnostic = diagnostics[i];
    const auto same = [&](const Group& group) {
      const Diagnostic& first = diagnostics[group.first];
      return first.kind == diagnostic.kind && first.severity == diagnostic.severity &&
             first.place.file == diagnostic.place.file && first.place.line == diagnostic.place.line;
    };
    auto found = std::find_if(groups.begin(), groups.end(), same);
    if (found == groups.end()) {
      groups.push_back({i, 0, 0});
      found = groups.end() - 1;
    }
    ++found->findings;
    found->count += diagnostic.count;
  }
  // The group of a diagnostic that was not kept is unknown unless there is only one group.
  const bool some_missing = total > diagnostics.size();
  if (some_missing && groups.size() == 1)
    groups.front().count = std::max(groups.front().count, total);
  std::vector<MessageLine> lines;
  for (const Group& group : groups) {
    const Diagnostic& first = diagnostics[group.first];
    if (group.findings == 1 && !(some_missing && groups.size() == 1)) {
      add_finding(diagnostics, group.first, texts, lines);
      continue;
    }
    const std::string where = place_text(first);
    const std::string count = text::Texts::grouped(group.count);
    const std::string message = text::Texts::with_grouped_numbers(
        texts.say(std::string_view(first.message).substr(0, first.message.find('\n'))));
    const bool at_least = some_missing && groups.size() > 1;
    MessageLine line;
    line.text = texts.get(group_key(first.kind, at_least), fmt::arg("place", where),
                          fmt::arg("n", count), fmt::arg("message", message));
    line.source_line = first.place.line;
    line.title = title_of(first.kind, texts);
    line.finding = group.first;
    line.severity = first.severity;
    line.has_other = first.other && first.other->place.line > 0;
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace lanescope::app
