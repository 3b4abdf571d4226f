#include "app/session/sweeps/csv.h"

#include <set>

#include <fmt/format.h>

#include "app/session/timing_key.h"

namespace lanescope::app {
namespace {

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + '"';
}

class Line {
 public:
  Line& operator<<(const std::string& cell) {
    text_ += (begun_ ? "," : "") + quoted(cell);
    begun_ = true;
    return *this;
  }
  [[nodiscard]] std::string text() const { return text_ + "\r\n"; }

 private:
  std::string text_;
  bool begun_ = false;
};

std::string microseconds(double ms) { return fmt::format("{:.4f}", ms * 1000); }

void add_time(Line& line, const std::optional<PointTime>& time, const std::string& timed_at) {
  if (!time) {
    for (int i = 0; i < 9; ++i) line << "";
    return;
  }
  line << timed_at << microseconds(time->cold.median) << microseconds(time->cold.median_low)
       << microseconds(time->cold.median_high) << (time->has_interval() ? "95 %" : "range")
       << fmt::format("{}", time->cold.count) << (time->measured ? "MEASURED" : "RECORDED")
       << time->gpu << time->date;
}

}  // namespace

std::string exact_text(double value) { return fmt::format("{}", value); }

std::string csv_of(const SweepTable& table) {
  std::set<std::string> params;  // variants may differ in theirs
  for (const SweepRow& row : table.rows) {
    for (const auto& [name, value] : row.params) params.insert(name);
  }
  Line head;
  head << "lesson"
       << "sweep"
       << "variant"
       << "machine";
  for (const std::string& name : params) head << name;
  for (const std::string& name : table.quantities) head << name;
  for (const char* name : {"timed_at", "cold_us", "cold_low_us", "cold_high_us", "cold_spread",
                           "runs", "source", "gpu", "date", "problem"}) {
    head << name;
  }
  std::string text = head.text();
  for (const SweepRow& row : table.rows) {
    Line line;
    line << table.titles.lesson << table.sweep.name << table.variants[row.variant] << table.machine;
    for (const std::string& name : params) {
      const auto found = row.params.find(name);
      line << (found == row.params.end() ? std::string() : fmt::format("{}", found->second));
    }
    for (const std::optional<double>& value : row.quantities)
      line << (value ? exact_text(*value) : std::string());
    add_time(line, row.time, short_params(table.sweep.timed));
    line << (row.is_known ? row.problem : "not run");
    text += line.text();
  }
  return text;
}

}  // namespace lanescope::app
