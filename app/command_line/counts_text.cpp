#include "app/command_line/counts_text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command_line/gpu_runs.h"
#include "app/command_line/text_table.h"

namespace lanescope::app {
namespace {

using Json = nlohmann::ordered_json;
using Verdict = CounterComparison::Verdict;

std::string heading(const Measurement& m) {
  return fmt::format("{} {}  {}{}", m.resolved.lesson_id, variant_name(m),
                     short_params(m.resolved.params),
                     m.is_right() ? "" : "  (its arrays DIFFER from the simulator's)");
}

Json point_json(const Measurement& m) {
  return {{"lesson", m.resolved.lesson_id}, {"variant", m.resolved.variant},
          {"kernel", m.resolved.kernel},    {"params", m.resolved.params},
          {"grid", m.resolved.grid},        {"block", m.resolved.block}};
}

std::string whole_json(const char* schema, const Measurement* first, Json points) {
  Json json{{"schema", schema}};
  if (first != nullptr) {
    json["gpu"] = first->gpu.name;
    json["driver"] = first->gpu.driver;
  }
  json["points"] = std::move(points);
  return printed(json);
}

const char* verdict_word(Verdict verdict) {
  switch (verdict) {
    case Verdict::equal:
      return "equal";
    case Verdict::known:
      return "known";
    case Verdict::different:
      return "different";
    case Verdict::listed_equal:
      return "listed_equal";
    case Verdict::not_counted:
      return "not_counted";
  }
  return "";
}

// "+1.1 %": how much the GPU's count exceeds the model's.
std::string share_text(const CounterComparison& comparison) {
  if (comparison.model == 0) return "model 0";
  const double share =
      static_cast<double>(comparison.counted) / static_cast<double>(comparison.model) - 1;
  return std::abs(share) < 0.1 ? fmt::format("{:+.2g} %", 100 * share)
                               : fmt::format("{:+.0f} %", 100 * share);
}

// Numbers the reasons; each is printed once below the table.
class Reasons {
 public:
  std::size_t number_of(const std::string& why) {
    const auto found = std::find(reasons_.begin(), reasons_.end(), why);
    if (found != reasons_.end()) return static_cast<std::size_t>(found - reasons_.begin()) + 1;
    reasons_.push_back(why);
    return reasons_.size();
  }
  [[nodiscard]] std::string text() const {
    std::string text;
    for (std::size_t i = 0; i < reasons_.size(); ++i)
      text += fmt::format("[{}] {}.\n", i + 1, reasons_[i]);
    return text;
  }

 private:
  std::vector<std::string> reasons_;
};

// The mark after the two figures.
std::string mark(const CounterComparison& comparison, Reasons& reasons) {
  switch (comparison.verdict) {
    case Verdict::equal:
      return "=";
    case Verdict::known:
      return fmt::format("!= known [{}] ({})", reasons.number_of(comparison.why.english()),
                         share_text(comparison));
    case Verdict::different:
      return fmt::format("!= DIFFERENT ({})", share_text(comparison));
    case Verdict::listed_equal:
      return "= (but listed as different)";
    case Verdict::not_counted:
      return "? this GPU does not count it";
  }
  return "";
}

}  // namespace

std::string counts_text(const std::vector<Measurement>& measurements) {
  if (measurements.empty()) return {};
  std::string text = gpu_line(measurements.front()) + "\n";
  for (const Measurement& m : measurements) {
    text += heading(m) + "\n";
    TextTable table({Align::left, Align::right});
    for (const device::Counter& counter : device::all_counters()) {
      const auto found = m.counts.find(std::string(counter.name));
      if (found != m.counts.end() && found->second > 0)
        table.add_row({"  " + found->first, grouped(found->second)});
    }
    text += table.text();
  }
  text +=
      "Counts of the GPU's own counters over one launch; the L2 cache was written over before it. "
      "`lanescope validate` shows the simulator's counts beside them.\n";
  for (const Measurement& m : measurements) text += differences_text(m);
  return text;
}

std::string counts_json(const std::vector<Measurement>& measurements) {
  Json points = Json::array();
  for (const Measurement& m : measurements) {
    Json point = point_json(m);
    point["equal_to_simulator"] = m.is_right();
    point["counts"] = m.counts;
    points.push_back(std::move(point));
  }
  return whole_json("lanescope.counts/1", measurements.empty() ? nullptr : &measurements.front(),
                    std::move(points));
}

ValidationSums sums_of(const std::vector<Validation>& validations) {
  ValidationSums sums;
  for (const Validation& validation : validations) {
    bool has_compared = false;
    for (const CounterComparison& comparison : validation.comparisons) {
      has_compared = has_compared || comparison.verdict != Verdict::not_counted;
      sums.not_counted += comparison.verdict == Verdict::not_counted ? 1 : 0;
      sums.equal += comparison.verdict == Verdict::equal ? 1 : 0;
      sums.known += comparison.verdict == Verdict::known ? 1 : 0;
      sums.different += comparison.verdict == Verdict::different ? 1 : 0;
      sums.listed_equal += comparison.verdict == Verdict::listed_equal ? 1 : 0;
    }
    sums.compared_nothing += has_compared ? 0 : 1;
  }
  return sums;
}

std::string validation_text(const std::vector<Validation>& validations) {
  if (validations.empty()) return {};
  std::string text = gpu_line(*validations.front().measurement) + "\n";
  TextTable table({Align::left, Align::right, Align::right, Align::left});
  table.add_row({"", "MODEL", "MEASURED", ""});
  Reasons reasons;
  for (const Validation& validation : validations) {
    table.add_heading(heading(*validation.measurement));
    for (const CounterComparison& comparison : validation.comparisons) {
      const bool is_counted = comparison.verdict != Verdict::not_counted;
      table.add_row({"  " + comparison.name, grouped(comparison.model),
                     is_counted ? grouped(comparison.counted) : "-", mark(comparison, reasons)});
    }
  }
  text += table.text() + reasons.text();
  const ValidationSums sums = sums_of(validations);
  text += fmt::format("{} counters equal, {} different as listed, {} different.\n", sums.equal,
                      sums.known, sums.different);
  if (sums.not_counted > 0)
    text += fmt::format("{} that this GPU does not count.\n", sums.not_counted);
  if (sums.compared_nothing > 0)
    text += fmt::format("For {} launches, nothing could be compared.\n", sums.compared_nothing);
  if (sums.listed_equal > 0) {
    text += fmt::format(
        "{} that are listed as different are equal here: their entries in lesson.toml can be "
        "removed.\n",
        sums.listed_equal);
  }
  for (const Validation& validation : validations)
    text += differences_text(*validation.measurement);
  return text;
}

std::string validation_json(const std::vector<Validation>& validations) {
  Json points = Json::array();
  for (const Validation& validation : validations) {
    Json point = point_json(*validation.measurement);
    Json counters = Json::array();
    for (const CounterComparison& comparison : validation.comparisons) {
      Json counter{
          {"name", comparison.name},
          {"model", comparison.model},
          {"counted",
           comparison.verdict == Verdict::not_counted ? Json(nullptr) : Json(comparison.counted)},
          {"verdict", verdict_word(comparison.verdict)}};
      if (!comparison.why.english().empty()) counter["why"] = comparison.why.english();
      counters.push_back(std::move(counter));
    }
    point["counters"] = std::move(counters);
    points.push_back(std::move(point));
  }
  return whole_json("lanescope.validation/1",
                    validations.empty() ? nullptr : validations.front().measurement,
                    std::move(points));
}

}  // namespace lanescope::app
