#include "app/session/export/table.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace lanescope::app {
namespace {

using Json = nlohmann::ordered_json;

void add_quoted(std::string& text, const std::string& field) {
  if (field.find_first_of(",\"\r\n") == std::string::npos) {
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

void add_cell(std::string& text, const Cell& cell) {
  const auto add = [&](auto value) { fmt::format_to(std::back_inserter(text), "{}", value); };
  switch (cell.kind) {
    case Cell::Kind::nothing:
      break;
    case Cell::Kind::text:
      return add_quoted(text, cell.text);
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
    add_quoted(end, value);
  }
  end += "\r\n";
  const char* between = "";
  const auto add_name = [&](const std::string& name) {
    text += std::exchange(between, ",");
    add_quoted(text, name);
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

}  // namespace lanescope::app
