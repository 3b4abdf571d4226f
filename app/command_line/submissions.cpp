#include "app/command_line/submissions.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command_line/progress_line.h"
#include "app/session/export/table.h"
#include "app/session/files/write_file.h"
#include "kernels/compile/process.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t output_limit = std::size_t{4} << 20;

// What one submission came to.
struct Graded {
  std::string name;
  Json grade;         // of `grade --json`; null: there is none
  std::string error;  // why; one line or more
};

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string why_no_grade(const compile::ProcessResult& result, const Submissions& submissions) {
  using Ended = compile::ProcessResult::Ended;
  switch (result.ended) {
    case Ended::timed_out:
      return fmt::format("it did not end within {} s", submissions.deadline.count());
    case Ended::too_much:
      return "it printed too much";
    case Ended::crashed:
      return fmt::format("grading it ended with signal {}: perhaps it needs more than {} MiB",
                         result.exit_status, submissions.memory_mib);
    case Ended::not_started:
      return result.error;
    case Ended::exited:
    case Ended::cancelled:
      break;
  }
  return result.errors.empty() ? fmt::format("grading it ended with {}", result.exit_status)
                               : result.errors;
}

Graded graded(const fs::path& file, const Submissions& submissions) {
  Graded one{file.filename().string(), nullptr, {}};
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  // The shell only sets the limit.
  std::vector<std::string> words{"-c",
                                 "ulimit -v \"$1\"; shift; exec \"$@\"",
                                 "sh",
                                 std::to_string(submissions.memory_mib * 1024),
                                 program.string(),
                                 "grade"};
  words.insert(words.end(), submissions.arguments.begin(), submissions.arguments.end());
  words.insert(words.end(), {"--json", "--kernel", file.string()});
  const compile::ProcessResult result =
      compile::run_process("/bin/sh", words, "", submissions.deadline, {}, {}, output_limit);
  if (result.ended == compile::ProcessResult::Ended::exited)
    one.grade = Json::parse(result.output, nullptr, false);
  if (!one.grade.is_object()) {
    one.grade = nullptr;
    one.error = why_no_grade(result, submissions);
  }
  return one;
}

std::uint64_t number_with(const Json& list, const char* key) {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(list, [&](const Json& each) { return each.at(key) == true; }));
}

Row row_of(const Graded& one) {
  if (one.grade.is_null()) return {one.name, false, {}, {}, {}, {}, {}, first_line(one.error)};
  const Json &goals = one.grade.at("goals"), &arrays = one.grade.at("arrays");
  return {one.name,
          one.grade.at("passed") == true,
          number_with(goals, "met"),
          count_cell(goals.size()),
          number_with(arrays, "kept"),
          count_cell(arrays.size()),
          count_cell(one.grade.at("findings").size()),
          ""};
}

// Markdown.
std::string page_of(const Graded& one) {
  std::string text = fmt::format("# {}\n\n", one.name);
  if (one.grade.is_null()) return text + "Not graded:\n\n```text\n" + one.error + "\n```\n";
  const Json& grade = one.grade;
  text += grade.at("passed") == true ? "Passed.\n\n" : "Not passed yet.\n\n";
  text += "| goal | | figures |\n| --- | --- | --- |\n";
  for (const Json& goal : grade.at("goals")) {
    std::string figures;
    for (const auto& [name, value] : goal.at("figures").items())
      figures += fmt::format("{}{} = {}", figures.empty() ? "" : ", ", name, value.dump());
    text += fmt::format("| `{}` | {} | {} |\n", goal.at("when").get<std::string>(),
                        goal.at("met") == true ? "met" : "**not met**", figures);
  }
  for (const Json& array : grade.at("arrays")) {
    if (array.at("kept") == true) continue;
    text += fmt::format("\nArray `{}`: {} elements differ.\n", array.at("name").get<std::string>(),
                        array.at("wrong").get<std::uint64_t>());
    for (const Json& each : array.at("first_wrong")) {
      text += fmt::format("- `{}`: {} wanted, {} got\n", each.at("element").get<std::string>(),
                          each.at("wanted").get<std::string>(), each.at("got").get<std::string>());
    }
  }
  for (const Json& finding : grade.at("findings"))
    text += fmt::format("\n```text\n{}\n```\n", finding.get<std::string>());
  return text;
}

// In the order of their names.
tl::expected<std::vector<fs::path>, std::string> kernels_in(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> files;
  for (const fs::directory_entry& each : fs::directory_iterator(folder, error)) {
    if (each.path().extension() == ".cu" && each.symlink_status().type() == fs::file_type::regular)
      files.push_back(each.path());
  }
  if (error) return tl::unexpected(fmt::format("{}: {}", folder.string(), error.message()));
  if (files.empty()) return tl::unexpected(folder.string() + ": no .cu files");
  std::ranges::sort(files);
  return files;
}

// The records of a CSV text, each with its end of line.
std::vector<std::string_view> records_of(std::string_view text) {
  std::vector<std::string_view> records;
  std::size_t begin = 0;
  bool in_quotes = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') in_quotes = !in_quotes;
    if (in_quotes || (text[at] != '\n' && at + 1 != text.size())) continue;
    records.push_back(text.substr(begin, at + 1 - begin));
    begin = at + 1;
  }
  return records;
}

}  // namespace

tl::expected<GradedFolder, std::string> grade_folder(const Submissions& submissions) {
  const auto files = kernels_in(submissions.folder);
  if (!files) return tl::unexpected(files.error());
  std::error_code error;
  fs::create_directories(submissions.out, error);
  if (error)
    return tl::unexpected(fmt::format("{}: {}", submissions.out.string(), error.message()));
  Table table{
      "grades",
      {"submission", "passed", "goals_met", "goals", "arrays_kept", "arrays", "findings", "error"},
      {}};
  GradedFolder result;
  const ProgressLine line;
  for (std::size_t i = 0; i < files->size(); ++i) {
    if (!submissions.part.has(i)) continue;
    line.show((*files)[i].filename().string());
    const Graded one = graded((*files)[i], submissions);
    ++result.graded;
    result.passed += !one.grade.is_null() && one.grade.at("passed") == true ? 1 : 0;
    table.rows.push_back(row_of(one));
    const fs::path page = submissions.out / ((*files)[i].stem().string() + ".md");
    if (const auto written = write_file(page, page_of(one)); !written)
      return tl::unexpected(written.error());
  }
  if (const auto written = write_file(submissions.out / "grades.csv", csv_of(table)); !written)
    return tl::unexpected(written.error());
  return result;
}

tl::expected<std::string, std::string> merged_csv(const std::vector<std::string>& names,
                                                  const std::vector<std::string>& parts) {
  std::vector<std::vector<std::string_view>> all;
  std::size_t most = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    all.push_back(records_of(parts[i]));
    if (all.back().empty()) return tl::unexpected(names[i] + ": the file is empty");
    if (all.back().front() != all.front().front()) {
      return tl::unexpected(fmt::format("{}: its columns are not those of {}", names[i], names[0]));
    }
    most = std::max(most, all.back().size());
    // Of a list that is dealt out in turn, an earlier part has as many as a later one, or one more.
    const std::size_t before = i == 0 ? all.back().size() : all[i - 1].size();
    if (all.back().size() > before || all.back().size() + 1 < all.front().size()) {
      return tl::unexpected(fmt::format(
          "{}: {} rows, where {} has {}: name the parts 1 to N of one list, in this order",
          names[i], all.back().size() - 1, names[0], all.front().size() - 1));
    }
  }
  std::string text(all.front().front());
  for (std::size_t row = 1; row < most; ++row) {
    for (const auto& part : all) {
      if (row < part.size()) text += part[row];
    }
  }
  return text;
}

}  // namespace lanescope::app
