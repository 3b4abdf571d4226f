#include "app/command_line/transfers_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "app/command_line/text_table.h"
#include "kernels/transfer/models.h"

namespace lanescope::app {
namespace {

std::string number_text(const std::string& key, double number) {
  if (key.ends_with("_us")) return duration_text(number / 1000);
  const bool is_whole = number == std::floor(number) && number >= 0;
  return is_whole ? grouped(static_cast<std::uint64_t>(number)) : fmt::format("{:.3g}", number);
}

std::vector<std::string> sections_of(const transfer::Rows& rows) {
  std::vector<std::string> sections;
  for (const transfer::Row& row : rows)
    if (std::ranges::find(sections, row.section) == sections.end()) sections.push_back(row.section);
  return sections;
}

// A section's columns: its names, then its numbers, then time, rate and model where a row has one.
class Section {
 public:
  Section(const transfer::Rows& rows, const std::string& section) : all_(rows) {
    for (const transfer::Row* row : rows_with(rows, section)) {
      if (row->message.empty()) rows_.push_back(row);
    }
    for (const transfer::Row* row : rows_) {
      for (const auto& [key, name] : row->names) add(names_, key);
      for (const auto& [key, number] : row->numbers) add(numbers_, key);
      has_time_ = has_time_ || row->us;
      has_model_ = has_model_ || model_us(rows, *row);
    }
    // Where the bytes are moved once in that time.
    constexpr std::array moved{"copy", "small_copies", "managed", "overlap_part", "overlap"};
    has_rate_ = has_time_ && std::ranges::find(moved, section) != moved.end();
  }

  [[nodiscard]] std::string text() const {
    if (rows_.empty()) return {};
    std::vector<Align> columns(names_.size() + 1, Align::left);
    columns.resize(columns.size() + numbers_.size() + 4, Align::right);
    TextTable table(columns);
    table.add_row(heading());
    for (const transfer::Row* row : rows_) table.add_row(cells(*row));
    return table.text();
  }

 private:
  static void add(std::vector<std::string>& keys, const std::string& key) {
    if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
  }

  [[nodiscard]] std::vector<std::string> heading() const {
    std::vector<std::string> cells{""};
    for (const std::vector<std::string>* keys : {&names_, &numbers_}) {
      for (std::string key : *keys) {
        if (key.ends_with("_us")) key.resize(key.size() - 3);
        std::ranges::replace(key, '_', ' ');
        cells.push_back(key);
      }
    }
    if (has_time_) cells.emplace_back("median");
    if (has_rate_) cells.emplace_back("GB/s");
    if (has_model_) cells.insert(cells.end(), {"MODEL", "off"});
    return cells;
  }

  [[nodiscard]] std::vector<std::string> cells(const transfer::Row& row) const {
    std::vector<std::string> cells{""};
    for (const std::string& key : names_) cells.push_back(row.name(key));
    for (const std::string& key : numbers_) {
      const auto number = row.number(key);
      cells.push_back(number ? number_text(key, *number) : "");
    }
    if (!row.us) return cells;
    const double us = row.us->median;
    cells.push_back(duration_text(us / 1000));
    const auto bytes = row.number("bytes");
    if (has_rate_) cells.push_back(bytes && us > 0 ? fmt::format("{:.3g}", *bytes / us / 1e3) : "");
    if (const auto model = model_us(all_, row)) {
      cells.push_back(duration_text(*model / 1000));
      cells.push_back(fmt::format("{:+} %", std::lround(100 * (us / *model - 1))));
    }
    return cells;
  }

  const transfer::Rows& all_;
  std::vector<const transfer::Row*> rows_;
  std::vector<std::string> names_, numbers_;
  bool has_time_ = false, has_rate_ = false, has_model_ = false;
};

std::string interval_text(const transfer::Interval& interval, double unit, const char* name) {
  return fmt::format("{:.3g} {} ({:.3g} to {:.3g})", interval.value / unit, name,
                     interval.low / unit, interval.high / unit);
}

std::string fits_text(const transfer::Rows& rows) {
  TextTable table({Align::left, Align::left, Align::left, Align::left, Align::left, Align::right});
  table.add_row({"", "host", "way", "start-up", "rate", "off at most"});
  for (const transfer::CopyFit& fit : copy_fits(rows)) {
    if (!fit.model) continue;
    table.add_row({"", fit.host, fit.way, interval_text(fit.model->startup_seconds, 1e-6, "us"),
                   interval_text(fit.model->bytes_per_second, 1e9, "GB/s"),
                   fmt::format("{:.0f} %", 100 * fit.model->line.worst)});
  }
  return "\nMODEL of copies: start-up + bytes / rate, with 95 % intervals\n" + table.text();
}

// From how many copies in on pinned or registered memory has paid for itself.
std::string paying_text(const transfer::Rows& rows) {
  std::string text;
  for (const transfer::Row* row : rows_with(rows, "get")) {
    const auto copies = copies_that_pay(rows, *row);
    if (!copies) continue;
    text += fmt::format("  {} memory of {} bytes pays after {} {}\n", row->name("memory"),
                        number_text("bytes", row->number("bytes").value_or(0)), grouped(*copies),
                        *copies == 1 ? "copy in" : "copies in");
  }
  return text.empty()
             ? text
             : "\nMODEL of prices: got, given back, and copied instead of pageable\n" + text;
}

}  // namespace

std::string transfers_text(const transfer::Rows& rows, const std::string& source) {
  if (rows.empty()) return {};
  const transfer::Row& first = rows.front();
  std::string text = fmt::format("{} on {}, driver {}, {}\n", source, first.device, first.driver,
                                 transfer::dates_of(rows));
  std::string messages;
  for (const std::string& section : sections_of(rows)) {
    const std::string table = Section(rows, section).text();
    if (!table.empty()) text += "\n" + section + "\n" + table;
    if (section == "copy" && !table.empty()) text += fits_text(rows);
    if (section == "give_back") text += paying_text(rows);
    for (const transfer::Row* row : rows_with(rows, section))
      if (!row->message.empty()) messages += "  " + section + ": " + row->message + "\n";
  }
  if (!messages.empty()) text += "\nNot measured, or otherwise than planned\n" + messages;
  return text;
}

}  // namespace lanescope::app
