#include "app/command_line/sweep_text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command_line/json_text.h"
#include "app/command_line/text_table.h"
#include "app/session/sweeps/quantity.h"
#include "viz/text/texts.h"

namespace lanescope::app {
namespace {

// "sectors per request"
std::string unit_name(std::string_view quantity) {
  const QuantityUnit unit = unit_of(quantity);
  std::string words = unit.name == "percent" ? "%" : unit.name;
  std::replace(words.begin(), words.end(), '_', ' ');
  if (unit.per_request) return words + " per request";
  if (kind_of_access(quantity).empty()) {
    words = std::string(quantity);
    std::replace(words.begin(), words.end(), '_', ' ');
    std::replace(words.begin(), words.end(), '.', ' ');
  } else if (quantity.find(".ideal_") != std::string_view::npos) {
    words = "ideal " + words;
  } else if (unit.name == "bytes") {
    words = quantity.ends_with("used") ? "bytes used" : "bytes requested";
  } else if (unit.name == "percent") {
    words = "% efficient";
  }
  return words;
}

// "32", "4.53", "2,097,152"
std::string number_text(const std::optional<double>& value) {
  if (!value) return "-";
  if (*value == std::floor(*value)) return grouped(static_cast<std::uint64_t>(*value));
  return text::Texts::rounded(*value, *value < 100 ? 2 : 1);
}

std::string spread_text(const PointTime& time) {
  return fmt::format("{} to {}", duration_text(time.cold.median_low, 4),
                     duration_text(time.cold.median_high, 4));
}

bool has_times(const SweepTable& table) {
  return std::any_of(table.rows.begin(), table.rows.end(),
                     [](const SweepRow& row) { return row.time.has_value(); });
}

// "global load"; "" for a quantity of the whole launch.
std::string kind_name(std::string_view quantity) {
  std::string words(kind_of_access(quantity));
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

// The parameters that are the same at all points of the variant.
lesson::Values fixed_params(const SweepTable& table, const SweepRow& row) {
  lesson::Values params = row.params;
  params.erase(table.sweep.parameter);
  if (table.sweep.by) params.erase(table.sweep.by->parameter);
  return params;
}

std::string heading(const SweepTable& table, std::size_t variant) {
  const auto row = std::find_if(table.rows.begin(), table.rows.end(),
                                [&](const SweepRow& each) { return each.variant == variant; });
  std::string text = table.titles.lesson;
  if (!table.variants[variant].empty()) text += ", " + table.variants[variant];
  text += ": ";
  if (table.sweep.name != table.sweep.parameter) text += table.sweep.name + " ";
  text += "over " + table.sweep.parameter;
  if (table.sweep.by) text += " and " + table.sweep.by->parameter;
  if (row != table.rows.end()) {
    const std::string fixed = short_params(fixed_params(table, *row));
    if (!fixed.empty()) text += " (" + fixed + ")";
  }
  return text;
}

std::string plot_rows(const SweepTable& table, std::size_t variant) {
  const bool times = has_times(table);
  std::vector<Align> columns(1 + table.quantities.size() + (times ? 2 : 0), Align::right);
  columns.push_back(Align::left);  // the error, or the source of a time
  TextTable text(columns);
  // Two heading lines: the quantity and its unit.
  std::vector<std::string> kinds{""};
  std::vector<std::string> units{table.sweep.parameter};
  for (const std::string& name : table.quantities) {
    kinds.push_back(kind_name(name));
    units.push_back(unit_name(name));
  }
  if (times) {
    kinds.insert(kinds.end(), {"", ""});
    units.insert(units.end(), {"cold", "95 % interval"});
  }
  text.add_row(kinds);
  text.add_row(units);
  for (const SweepRow& row : table.rows) {
    if (row.variant != variant) continue;
    std::vector<std::string> cells{fmt::format("{}", row.value)};
    for (const std::optional<double>& value : row.quantities) cells.push_back(number_text(value));
    if (times) {
      cells.push_back(row.time ? duration_text(row.time->cold.median, 4) : "");
      cells.push_back(row.time ? spread_text(*row.time) : "");
    }
    std::string remark = row.time ? (row.time->measured ? "MEASURED" : "RECORDED") : "";
    if (row.time && !row.time->has_interval()) remark += ", range of its runs";
    if (!row.problem.empty()) remark = row.problem.substr(0, row.problem.find('\n'));
    cells.push_back(remark);
    text.add_row(cells);
  }
  return text.text();
}

std::string map_rows(const SweepTable& table, std::size_t variant, std::size_t quantity) {
  const std::size_t across = table.sweep.values.size();
  TextTable text(std::vector<Align>(across + 1, Align::right));
  std::vector<std::string> head{table.sweep.by->parameter + " \\ " + table.sweep.parameter};
  for (const std::int64_t value : table.sweep.values) head.push_back(fmt::format("{}", value));
  text.add_row(head);
  std::vector<std::string> cells;
  for (const SweepRow& row : table.rows) {
    if (row.variant != variant) continue;
    if (cells.empty()) cells.push_back(fmt::format("{}", *row.by));
    const std::string mark = row.problem.empty() ? "" : row.failed() ? "x" : " x";
    cells.push_back((row.failed() ? "" : number_text(row.quantities[quantity])) + mark);
    if (cells.size() == across + 1) {
      text.add_row(cells);
      cells.clear();
    }
  }
  const std::string& name = table.quantities[quantity];
  const std::string kind = kind_name(name);
  return fmt::format("{}{}{}\n{}", kind, kind.empty() ? "" : ": ", unit_name(name), text.text());
}

std::string times_note(const SweepTable& table) {
  const std::string timed = short_params(table.sweep.timed);
  const std::string gpu = names_of_gpus(table.times(), false);
  if (gpu.empty()) return {};
  return fmt::format("Times are RECORDED on {}{}: medians with the L2 cache cold.\n", gpu,
                     timed.empty() ? "" : ", of launches with " + timed);
}

nlohmann::ordered_json time_json(const PointTime& time) {
  return {{"source", time.measured ? "MEASURED" : "RECORDED"},
          {"gpu", time.gpu},
          {"date", time.date},
          {"runs", time.cold.count},
          {"median_ms", time.cold.median},
          {"low_ms", time.cold.median_low},
          {"high_ms", time.cold.median_high},
          {"spread", time.has_interval() ? "95 %" : "range"}};
}

}  // namespace

std::string sweep_text(const SweepTable& table) {
  std::string text;
  for (std::size_t variant = 0; variant < table.variants.size(); ++variant) {
    if (variant > 0) text += '\n';
    text += heading(table, variant) + '\n';
    if (!table.sweep.by) text += plot_rows(table, variant);
    for (std::size_t i = 0; table.sweep.by && i < table.quantities.size(); ++i)
      text += map_rows(table, variant, i);
  }
  return text + "Counts are MODEL: simulated, not measured.\n" + times_note(table);
}

std::string sweep_json(const SweepTable& table) {
  using Json = nlohmann::ordered_json;
  Json points = Json::array();
  for (const SweepRow& row : table.rows) {
    Json quantities = Json::object();
    for (std::size_t i = 0; i < table.quantities.size(); ++i)
      quantities[table.quantities[i]] = row.quantities[i] ? Json(*row.quantities[i]) : Json();
    Json point{{"variant", table.variants[row.variant]},
               {"params", row.params},
               {"quantities", std::move(quantities)},
               {"time", row.time ? time_json(*row.time) : Json()}};
    if (!row.problem.empty()) point["problem"] = row.problem;
    points.push_back(std::move(point));
  }
  Json json{{"schema", "lanescope.sweep/1"},
            {"lesson", table.titles.lesson},
            {"sweep", table.sweep.name},
            {"parameter", table.sweep.parameter}};
  json["by"] = table.sweep.by ? Json(table.sweep.by->parameter) : Json();
  json["timed"] = table.sweep.timed.empty() ? Json() : Json(table.sweep.timed);
  json["points"] = std::move(points);
  return printed(json);
}

}  // namespace lanescope::app
