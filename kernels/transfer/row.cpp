#include "kernels/transfer/row.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace lanescope::transfer {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* schema = "lanescope.transfers/1";

// A nanosecond of microseconds; a thousandth of a weight or a ratio.
double rounded(double number) { return std::round(number * 1000) / 1000; }

Row row_in(const Json& json) {
  if (json.at("schema") != schema)
    throw std::runtime_error("the schema is " + json.at("schema").dump());
  Row row;
  device::Summary us;
  const std::map<std::string, std::string*> texts{
      {"section", &row.section}, {"method", &row.method}, {"message", &row.message},
      {"device", &row.device},   {"driver", &row.driver}, {"date", &row.date}};
  const std::map<std::string, double*> times{{"us", &us.median},
                                             {"low_us", &us.median_low},
                                             {"high_us", &us.median_high},
                                             {"min_us", &us.minimum}};
  for (const auto& [key, value] : json.items()) {
    if (key == "schema") continue;
    if (const auto text = texts.find(key); text != texts.end()) {
      value.get_to(*text->second);
    } else if (const auto time = times.find(key); time != times.end()) {
      value.get_to(*time->second);
    } else if (key == "n") {
      value.get_to(us.count);
    } else if (value.is_string()) {
      row.names[key] = value;
    } else {
      row.numbers[key] = value.get<double>();
    }
  }
  if (row.section.empty()) throw std::runtime_error("there is no section");
  if (json.contains("us")) row.us = us;
  return row;
}

}  // namespace

std::string Row::name(const std::string& key) const {
  const auto found = names.find(key);
  return found != names.end() ? found->second : std::string();
}

std::optional<double> Row::number(const std::string& key) const {
  const auto found = numbers.find(key);
  return found != numbers.end() ? std::optional(found->second) : std::nullopt;
}

std::string to_json_line(const Row& row) {
  Json json{{"schema", schema}, {"section", row.section}};
  for (const auto& [key, name] : row.names) json[key] = name;
  for (const auto& [key, number] : row.numbers) {
    const auto whole = static_cast<std::int64_t>(number);
    json[key] = static_cast<double>(whole) == number ? Json(whole) : Json(rounded(number));
  }
  if (row.us) {
    json["us"] = rounded(row.us->median);
    json["low_us"] = rounded(row.us->median_low);
    json["high_us"] = rounded(row.us->median_high);
    json["min_us"] = rounded(row.us->minimum);
    json["n"] = row.us->count;
  }
  if (!row.method.empty()) json["method"] = row.method;
  if (!row.message.empty()) json["message"] = row.message;
  json["device"] = row.device;
  json["driver"] = row.driver;
  json["date"] = row.date;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

tl::expected<Rows, std::string> rows_from_json_lines(std::string_view text) {
  Rows rows;
  for (int line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view one = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (one.empty()) continue;
    try {
      rows.push_back(row_in(Json::parse(one)));
    } catch (const std::exception& error) {
      return tl::unexpected(fmt::format("line {}: {}", line, error.what()));
    }
  }
  return rows;
}

std::vector<const Row*> rows_with(const Rows& rows, std::string_view section,
                                  const std::map<std::string, std::string>& names) {
  std::vector<const Row*> found;
  for (const Row& row : rows) {
    const auto agrees = [&](const auto& wanted) { return row.name(wanted.first) == wanted.second; };
    if (row.section == section && std::ranges::all_of(names, agrees)) found.push_back(&row);
  }
  return found;
}

std::string dates_of(const Rows& rows) {
  std::set<std::string> dates;
  for (const Row& row : rows) dates.insert(row.date);
  dates.erase("");
  return fmt::format("{}", fmt::join(dates, ", "));
}

}  // namespace lanescope::transfer
