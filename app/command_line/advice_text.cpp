#include "app/command_line/advice_text.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command_line/text_table.h"
#include "sim/machine/profile.h"

namespace lanescope::app {
namespace {

using Json = nlohmann::ordered_json;

std::string spoken(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

// The lines of source whose accesses cost more than they need, the costliest first.
struct CostlyLine {
  std::string place;  // "12", "helpers.h:3"
  std::string access;
  AccessPrice price;
};
std::vector<CostlyLine> costly_lines(const report::Report& report) {
  std::vector<CostlyLine> lines;
  for (const report::Site& site : report.sites) {
    const report::CostPair pair = report::cost_pair(site.space, site.counts);
    if (pair.cost <= pair.ideal) continue;
    const std::string access = spoken(report::name_of(report::kind_of(site.space, site.op)));
    const std::string place = report::line_name(report, site.place);
    const auto same = std::ranges::find_if(lines, [&](const CostlyLine& each) {
      return each.place == place && each.access == access;
    });
    CostlyLine& line =
        same != lines.end() ? *same : lines.emplace_back(CostlyLine{place, access, {}});
    line.price.cost += pair.cost;
    line.price.ideal += pair.ideal;
  }
  std::ranges::stable_sort(lines, std::greater{}, [](const CostlyLine& each) {
    return each.price.cost - each.price.ideal;
  });
  return lines;
}

std::string number(double value) {
  if (value == std::floor(value)) return grouped(static_cast<std::uint64_t>(value));
  return fmt::format("{:.1f}", value);
}

std::string numbers_text(const std::vector<ComparedNumber>& numbers, const char* heading) {
  std::string text;
  for (const ComparedNumber& each : numbers) {
    text += fmt::format("     {:7}{}: {} -> {}\n", text.empty() ? heading : "",
                        spoken(each.group + " " + each.name), number(*each.a), number(*each.b));
  }
  return text;
}

Json numbers_json(const std::vector<ComparedNumber>& numbers) {
  Json json = Json::array();
  for (const ComparedNumber& each : numbers) {
    json.push_back(
        {{"group", each.group}, {"name", each.name}, {"before", *each.a}, {"after", *each.b}});
  }
  return json;
}

const char* why_untried(Untried untried) {
  switch (untried) {
    case Untried::no:
      return "";
    case Untried::errors:
      return "The kernel has errors: correct these first (lanescope sim).";
    case Untried::stopped:
      return "The kernel did not run to its end, so it has no counts.";
    case Untried::variables:
      return "Nothing was tried: the kernel has __device__ variables, and what it leaves in these "
             "is "
             "not compared.";
    case Untried::nothing_costs:
      return "No access costs more than it needs, so nothing was tried.";
  }
  return "";
}

Json price_json(const AccessPrice& price) { return {{"cost", price.cost}, {"ideal", price.ideal}}; }

}  // namespace

std::string title_of(const KernelEdit& edit) {
  switch (edit.kind) {
    case EditKind::pad_row:
      return fmt::format("one more element in each row of '{}'", edit.array);
    case EditKind::swizzle_row:
      return fmt::format("'{}' with its second index exclusive-or the first", edit.array);
    case EditKind::swap_threads:
      return "threadIdx.x and threadIdx.y change roles";
  }
  return "";
}

std::string lines_text(const std::vector<ChangedLine>& lines) {
  std::string text;
  for (const ChangedLine& line : lines)
    text += fmt::format("     {:5} - {}\n           + {}\n", line.line, line.before, line.after);
  return text;
}

std::string advice_text(const Advice& advice) {
  const Outcome& outcome = *advice.outcome;
  const report::Report& report = outcome.report;
  std::string text = fmt::format("{}: {}", outcome.resolved.source_name, report.kernel);
  for (const auto& [name, value] : outcome.resolved.params)
    text += fmt::format(", {} = {}", name, value);
  text += fmt::format("\naccesses: {} sectors and wavefronts, at best {}\n",
                      grouped(advice.price.cost), grouped(advice.price.ideal));
  if (const char* why = why_untried(advice.untried); *why != '\0') return text + why + "\n";
  for (const CostlyLine& line : costly_lines(report)) {
    text += fmt::format("  line {}: {}, {} of at best {}\n", line.place, line.access,
                        grouped(line.price.cost), grouped(line.price.ideal));
  }
  const std::string tried =
      fmt::format("{} {} run", advice.tried, advice.tried == 1 ? "change was" : "changes were");
  if (advice.suggestions.empty())
    return text + fmt::format("No advice: {}, and none makes the accesses cheaper.\n", tried);
  text += fmt::format("Advice ({}; all arrays are the same):\n", tried);
  std::size_t count = 0;
  for (const Suggestion& each : advice.suggestions) {
    const std::string title =
        each.edit ? title_of(*each.edit) : fmt::format("{} = {}", each.parameter, each.value);
    text += fmt::format("\n{:2}. {}: {} -> {}\n", ++count, title, grouped(advice.price.cost),
                        grouped(each.price.cost));
    text += lines_text(each.lines);
    text += numbers_text(each.better, "better");
    text += numbers_text(each.worse, "worse");
  }
  return text;
}

std::string advice_json(const Advice& advice) {
  const Outcome& outcome = *advice.outcome;
  Json json;
  json["schema"] = "lanescope.advice/1";
  json["lesson"] = outcome.resolved.lesson_id;
  json["variant"] = outcome.resolved.variant;
  json["kernel"] = outcome.report.kernel;
  json["file"] = outcome.resolved.source_name;
  json["params"] = outcome.resolved.params;
  json["machine"] = machine::file_id(outcome.request.machine);
  json["complete"] = outcome.report.complete;
  json["errors"] = outcome.report.errors_total;
  json["price"] = price_json(advice.price);
  json["tried"] = advice.tried;
  json["advice"] = Json::array();
  for (const Suggestion& each : advice.suggestions) {
    Json one;
    one["change"] = each.edit ? name_of(each.edit->kind) : "parameter";
    one["array"] = each.edit && !each.edit->array.empty() ? Json(each.edit->array) : Json(nullptr);
    one["parameter"] = each.edit ? Json(nullptr) : Json(each.parameter);
    one["value"] = each.edit ? Json(nullptr) : Json(each.value);
    one["lines"] = Json::array();
    for (const ChangedLine& line : each.lines)
      one["lines"].push_back({{"line", line.line}, {"before", line.before}, {"after", line.after}});
    one["price"] = price_json(each.price);
    one["better"] = numbers_json(each.better);
    one["worse"] = numbers_json(each.worse);
    json["advice"].push_back(std::move(one));
  }
  return json.dump(2) + "\n";
}

}  // namespace lanescope::app
