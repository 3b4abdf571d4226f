#include "app/session/export/table.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/session/run/timing_key.h"

namespace lanescope::app {
namespace {

using Json = nlohmann::ordered_json;

void add_cell(std::string& text, const Cell& cell) {
  const auto add = [&](auto value) { fmt::format_to(std::back_inserter(text), "{}", value); };
  switch (cell.kind) {
    case Cell::Kind::nothing:
      break;
    case Cell::Kind::text:
      return add_csv_field(text, cell.text);
    case Cell::Kind::whole:
      return add(cell.whole);
    case Cell::Kind::count:
      return add(cell.count);
    case Cell::Kind::real:
      if (std::isfinite(cell.real)) add(cell.real);
      return;
    case Cell::Kind::truth:
      return add(cell.truth);
  }
}

Json value_of(const Cell& cell) {
  switch (cell.kind) {
    case Cell::Kind::nothing:
      break;
    case Cell::Kind::text:
      return cell.text;
    case Cell::Kind::whole:
      return cell.whole;
    case Cell::Kind::count:
      return cell.count;
    case Cell::Kind::real:
      return std::isfinite(cell.real) ? Json(cell.real) : Json(nullptr);
    case Cell::Kind::truth:
      return cell.truth;
  }
  return nullptr;
}

using Columns = std::vector<std::pair<std::string, std::string>>;

std::string csv_with(const Table& table, const Columns& more) {
  std::string text;
  std::string end;  // the end of each row
  for (const auto& [name, value] : more) {
    end += ',';
    add_csv_field(end, value);
  }
  end += "\r\n";
  const char* between = "";
  const auto add_name = [&](const std::string& name) {
    text += std::exchange(between, ",");
    add_csv_field(text, name);
  };
  for (const std::string& name : table.columns) add_name(name);
  for (const auto& [name, value] : more) add_name(name);
  text += "\r\n";
  table.each_row([&](const Row& row) {
    const std::size_t begin = text.size();
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) text += ',';
      add_cell(text, row[i]);
    }
    // A line with a single empty field would read as an empty line.
    if (text.size() == begin && more.empty() && row.size() == 1) text += "\"\"";
    text += end;
  });
  return text;
}

}  // namespace

void add_csv_field(std::string& text, std::string_view field) {
  if (field.find_first_of(",\"\r\n") == std::string_view::npos) {
    text += field;
    return;
  }
  text += '"';
  for (const char c : field) {
    if (c == '"') text += '"';
    text += c;
  }
  text += '"';
}

void Table::each_row(const VisitRow& take) const {
  if (make_rows) return make_rows(take);
  for (const Row& row : rows) take(row);
}

std::string csv_of(const Table& table) { return csv_with(table, {}); }

std::string csv_of(const Table& table, const Provenance& provenance) {
  if (table.row_count() > max_rows_with_origin) return csv_of(table);
  Columns more = columns_of(provenance);
  std::erase_if(more, [&](const auto& column) {
    return std::find(table.columns.begin(), table.columns.end(), column.first) !=
           table.columns.end();
  });
  return csv_with(table, more);
}

std::string json_text(const Table& table, const Provenance& provenance) {
  const auto dumped = [](const Json& json, int indent) {
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
  };
  Json head{{"schema", "lanescope.table/1"},
            {"table", table.name},
            {"made_by", json_of(provenance)},
            {"columns", table.columns}};
  if (!table.missing.empty()) head["missing"] = table.missing;
  std::string text = dumped(head, 2);
  text.erase(text.rfind("\n}"));
  text += ",\n  \"rows\": [";
  const char* between = "\n    ";
  table.each_row([&](const Row& cells) {
    Json row = Json::object();
    for (std::size_t i = 0; i < cells.size(); ++i) row[table.columns[i]] = value_of(cells[i]);
    text += std::exchange(between, ",\n    ") + dumped(row, -1);
  });
  return text + "\n  ]\n}\n";
}

namespace {

std::string dimensions(const report::Dim3& d) {
  return d[0] == 0 ? std::string() : fmt::format("{} {} {}", d[0], d[1], d[2]);
}

nlohmann::ordered_json known(const report::Dim3& d) {
  return d[0] == 0 ? nlohmann::ordered_json() : nlohmann::ordered_json(d);
}

}  // namespace

std::string program_name() { return "Lanescope " LANESCOPE_VERSION; }

Provenance provenance_of(const Outcome& outcome) {
  Provenance made;
  made.lesson = outcome.resolved.lesson_id;
  made.lesson_title = outcome.lesson_title;
  made.variant = outcome.resolved.variant;
  made.kernel = outcome.report.kernel;
  made.params = outcome.resolved.params;
  made.grid = outcome.report.grid;
  made.block = outcome.report.block;
  made.machine = machine_name(outcome);
  made.origins = {"MODEL"};
  made.compiler = outcome.ptx.compiler + " " + outcome.ptx.compiler_version;
  made.program = program_name();
  return made;
}

std::string differences_list(const std::vector<Difference>& differences) {
  std::vector<std::string> all;
  for (const Difference& each : differences) {
    const std::string name = each.name.empty() ? name_of(each.kind) : each.name;
    const auto or_none = [](const std::string& text) { return text.empty() ? "none" : text; };
    all.push_back(each.kind == DifferenceKind::text
                      ? fmt::format("{}: {} lines", name, each.lines)
                      : fmt::format("{} {} -> {}", name, or_none(each.a), or_none(each.b)));
  }
  return fmt::format("{}", fmt::join(all, ", "));
}

std::vector<std::pair<std::string, std::string>> columns_of(const Provenance& made) {
  std::vector<std::pair<std::string, std::string>> columns = {
      {"lesson", made.lesson},         {"variant", made.variant},
      {"kernel", made.kernel},         {"params", short_params(made.params)},
      {"grid", dimensions(made.grid)}, {"block", dimensions(made.block)},
      {"machine", made.machine},       {"source", fmt::format("{}", fmt::join(made.origins, " "))},
      {"compiler", made.compiler},     {"program", made.program}};
  if (made.against == nullptr) return columns;
  for (const auto& [name, value] : columns_of(*made.against)) {
    if (name != "source" && name != "program") columns.emplace_back("a_" + name, value);
  }
  columns.emplace_back("differences", differences_list(made.differences));
  return columns;
}

nlohmann::ordered_json json_of(const Difference& difference) {
  const auto or_null = [](const std::string& text) {
    return text.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(text);
  };
  nlohmann::ordered_json json{{"kind", name_of(difference.kind)},
                              {"name", difference.name},
                              {"a", or_null(difference.a)},
                              {"b", or_null(difference.b)}};
  if (difference.kind == DifferenceKind::text) json["lines"] = difference.lines;
  return json;
}

nlohmann::ordered_json json_of(const Provenance& made) {
  nlohmann::ordered_json params = nlohmann::ordered_json::object();
  for (const auto& [name, value] : made.params) params[name] = value;
  const nlohmann::ordered_json kernel =
      made.kernel.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(made.kernel);
  nlohmann::ordered_json json{{"lesson", made.lesson},    {"variant", made.variant},
                              {"kernel", kernel},         {"params", std::move(params)},
                              {"grid", known(made.grid)}, {"block", known(made.block)},
                              {"machine", made.machine},  {"source", made.origins}};
  if (!made.measured_on.empty()) json["measured_on"] = made.measured_on;
  if (!made.recorded_on.empty()) json["recorded_on"] = made.recorded_on;
  json["compiler"] = made.compiler;
  json["program"] = made.program;
  if (made.against == nullptr) return json;
  json["a"] = json_of(*made.against);
  json["differences"] = nlohmann::ordered_json::array();
  for (const Difference& each : made.differences) json["differences"].push_back(json_of(each));
  return json;
}

}  // namespace lanescope::app
