#include "app/command_line/time_text.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "app/command_line/gpu_runs.h"
#include "app/command_line/text_table.h"
#include "viz/text/texts.h"

namespace lanescope::app {
namespace {

std::string check_text(const Measurement& m) {
  if (!m.is_right()) return "DIFFERS";
  return m.tolerance.is_exact() ? "equal" : fmt::format("within {:.0e}", m.tolerance.relative);
}

// The distribution of the samples between the fastest and the slowest: twelve columns, each as high
// as its number of samples.
std::string histogram(const std::vector<double>& samples, const device::Summary& summary) {
  constexpr std::size_t bins = 12;
  constexpr std::array<const char*, 9> columns{" ",      "\u2581", "\u2582", "\u2583", "\u2584",
                                               "\u2585", "\u2586", "\u2587", "\u2588"};
  std::array<std::size_t, bins> counts{};
  const double width = (summary.maximum - summary.minimum) / bins;
  for (const double sample : samples) {
    const double position = width > 0 ? (sample - summary.minimum) / width : 0;
    ++counts[std::min(bins - 1, static_cast<std::size_t>(position))];
  }
  const std::size_t most =
      std::max<std::size_t>(1, *std::max_element(counts.begin(), counts.end()));
  std::string text;
  for (const std::size_t count : counts)
    text += columns[(count * (columns.size() - 1) + most - 1) / most];
  return text;
}

// "98.2 % of cuBLAS 13.1.0 sgemm (2.67 ms)"
std::string bound_text(const Measurement& m) {
  if (!m.bound_failure.empty()) return "none: " + m.bound_failure;
  if (m.bound_name.empty()) return "";
  return fmt::format("{} % of {} ({})", text::Texts::rounded(100 * m.share_of_bound(), 1),
                     m.bound_name, duration_text(m.bound.median));
}

// "0.497 +- 0.003", in the unit of the mean.
std::string mean_text(const device::Summary& summary) {
  return duration_text(summary.mean) + " +-" + duration_text(summary.deviation);
}

std::string traps_text(const Measurement& m) {
  std::string text;
  for (const device::TimingTrap trap : m.traps)
    text += (text.empty() ? "" : ", ") + std::string(device::name_of(trap));
  return text;
}

// A column of the table: its heading and cell text.
struct TimeColumn {
  std::string heading;
  Align align;
  std::string (*cell)(const Measurement&);
};

std::vector<TimeColumn> columns_of(bool with_bounds) {
  std::vector<TimeColumn> columns{
      {"", Align::left, [](const Measurement& m) { return "  " + variant_name(m); }},
      {"", Align::left, [](const Measurement& m) { return short_params(m.resolved.params); }},
      {"cold", Align::right, [](const Measurement& m) { return duration_text(m.cold.median); }},
      {"", Align::right,
       [](const Measurement& m) {
         const double half = (m.cold.median_high - m.cold.median_low) / 2;
         return "+-" + (half > 0 ? duration_text(half) : "0");
       }},
      {"mean", Align::right, [](const Measurement& m) { return mean_text(m.cold); }},
      {"fast", Align::right, [](const Measurement& m) { return duration_text(m.cold.minimum); }},
      {"to", Align::left, [](const Measurement& m) { return histogram(m.cold_ms, m.cold); }},
      {"slow", Align::left, [](const Measurement& m) { return duration_text(m.cold.maximum); }},
      {"runs", Align::right, [](const Measurement& m) { return std::to_string(m.cold.count); }},
      {"warm", Align::right, [](const Measurement& m) { return duration_text(m.warm.median); }},
      {"GB/s", Align::right,
       [](const Measurement& m) {
         return m.bytes_moved > 0 ? fmt::format("{:.0f}", m.cold_bandwidth()) : "-";
       }},
      {"of copy", Align::right,
       [](const Measurement& m) {
         return m.bytes_moved > 0 ? fmt::format("{:.0f} %", 100 * m.share_of_copy()) : "-";
       }},
      {"arrays", Align::left, check_text}};
  if (with_bounds) columns.push_back({"of bound", Align::left, bound_text});
  columns.push_back({"to know", Align::left, traps_text});
  return columns;
}

std::string table_text(const std::vector<Measurement>& measurements) {
  const bool with_bounds = std::any_of(measurements.begin(), measurements.end(),
                                       [](const Measurement& m) { return !bound_text(m).empty(); });
  const std::vector<TimeColumn> columns = columns_of(with_bounds);
  std::vector<Align> aligns;
  std::vector<std::string> cells;
  for (const TimeColumn& column : columns) {
    aligns.push_back(column.align);
    cells.push_back(column.heading);
  }
  TextTable table(aligns);
  table.add_row(cells);
  std::string lesson;
  for (const Measurement& m : measurements) {
    if (m.resolved.lesson_id != lesson) table.add_heading(m.resolved.lesson_id);
    lesson = m.resolved.lesson_id;
    cells.clear();
    for (const TimeColumn& column : columns) cells.push_back(column.cell(m));
    table.add_row(cells);
  }
  std::string text = table.text();
  if (with_bounds) {
    text +=
        "of bound: speed relative to the library routine for the same work, on the same data, "
        "cold, in the same session (100 %: equally fast).\n";
  }
  return text;
}

// The meaning of each note in the last column, once.
std::string explained_traps(const std::vector<Measurement>& measurements) {
  std::set<device::TimingTrap> traps;
  for (const Measurement& m : measurements) traps.insert(m.traps.begin(), m.traps.end());
  std::string text;
  for (const device::TimingTrap trap : traps)
    text += fmt::format("{}: {}.\n", device::name_of(trap), device::sentence_of(trap));
  return text;
}

}  // namespace

std::string time_text(const std::vector<Measurement>& measurements) {
  std::string text;
  if (!measurements.empty()) {
    const Measurement& first = measurements.front();
    text = gpu_line(first) + "\n" + table_text(measurements);
    text += fmt::format(
        "cold: median with the L2 cache written over before each run, +- half its 95 % interval; "
        "then mean +- deviation, the fastest run, a histogram of the runs, and the slowest, all "
        "cold; warm: median without writing over the cache.\nGB/s: the bytes that the kernel must "
        "move (each read or written once), cold; a copy here moves {:.0f} GB/s.\n",
        first.copy_bandwidth());
    text += explained_traps(measurements);
  }
  for (const Measurement& m : measurements) text += differences_text(m);
  return text;
}

device::Recording recording_of(const std::vector<Measurement>& measurements,
                               const std::string& date) {
  device::Recording recording;
  recording.date = date;
  for (const Measurement& m : measurements) {
    recording.gpu = m.gpu;
    recording.state = m.state;
    recording.compiler = m.compiler_version.empty() ? "the driver" : "NVRTC " + m.compiler_version;
    device::RecordedPoint point;
    point.state = m.state;
    point.compiler = recording.compiler;
    point.date = date;
    point.lesson = m.resolved.lesson_id;
    point.variant = m.resolved.variant;
    point.kernel = m.resolved.kernel;
    point.source_hash = m.source_hash;
    point.params = m.resolved.params;
    point.grid = m.resolved.grid;
    point.block = m.resolved.block;
    point.registers = m.registers;
    point.first_ms = m.first_ms;
    point.cold = m.cold;
    point.warm = m.warm;
    point.bytes_moved = m.bytes_moved;
    point.copy = m.copy;
    point.copy_bytes = m.copy_bytes;
    for (const device::TimingTrap trap : m.traps) point.traps.emplace_back(device::name_of(trap));
    point.equal_to_simulator = m.is_right();
    point.counts = m.counts;
    point.bound_name = m.bound_name;
    point.bound = m.bound;
    recording.points.push_back(std::move(point));
  }
  return recording;
}

}  // namespace lanescope::app
