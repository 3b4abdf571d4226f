#include "app/session/export/table.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace lanescope::app {
namespace {

using Json = nlohmann::ordered_json;

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + '"';
}

std::string text_of(const Cell& cell) {
  switch (cell.kind) {
    case Cell::Kind::nothing:
      break;
    case Cell::Kind::text:
      return cell.text;
    case Cell::Kind::whole:
      return fmt::format("{}", cell.whole);
    case Cell::Kind::count:
      return fmt::format("{}", cell.count);
    case Cell::Kind::real:
      return exact_text(cell.real);
    case Cell::Kind::truth:
      return cell.truth ? "true" : "false";
  }
  return {};
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

void end_line(std::string& text, const std::vector<std::string>& fields) {
  // A line of one empty field would read as no line at all.
  if (fields.size() == 1 && fields.front().empty()) text += "\"\"";
  for (std::size_t i = 0; i < fields.size(); ++i) text += (i > 0 ? "," : "") + quoted(fields[i]);
  text += "\r\n";
}

using Columns = std::vector<std::pair<std::string, std::string>>;

std::string csv_with(const Table& table, const Columns& more) {
  std::string text;
  std::vector<std::string> fields = table.columns;
  for (const auto& [name, value] : more) fields.push_back(name);
  end_line(text, fields);
  for (const std::vector<Cell>& row : table.rows) {
    fields.clear();
    for (const Cell& cell : row) fields.push_back(text_of(cell));
    for (const auto& [name, value] : more) fields.push_back(value);
    end_line(text, fields);
  }
  return text;
}

}  // namespace

std::string exact_text(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "";
}

std::string values_list(const lesson::Values& values) {
  std::string text;
  for (const auto& [name, value] : values)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  return text;
}

std::string csv_of(const Table& table) { return csv_with(table, {}); }

std::string csv_of(const Table& table, const Provenance& made_by) {
  Columns more = columns_of(made_by);
  std::erase_if(more, [&](const auto& column) {
    return std::find(table.columns.begin(), table.columns.end(), column.first) !=
           table.columns.end();
  });
  return csv_with(table, more);
}

Json json_of(const Table& table, const Provenance& made_by) {
  Json rows = Json::array();
  for (const std::vector<Cell>& cells : table.rows) {
    Json row = Json::object();
    for (std::size_t i = 0; i < cells.size(); ++i) row[table.columns[i]] = value_of(cells[i]);
    rows.push_back(std::move(row));
  }
  return {{"schema", "lanescope.table/1"},
          {"table", table.name},
          {"made_by", json_of(made_by)},
          {"columns", table.columns},
          {"rows", std::move(rows)}};
}

}  // namespace lanescope::app
