#include "app/command_line/time_text.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "app/command_line/gpu_runs.h"
#include "app/command_line/text_table.h"

namespace lanescope::app {
namespace {

// Three significant digits, in the unit that fits.
std::string duration(double ms) {
  if (ms >= 1000) return fmt::format("{:.3g} s", ms / 1000);
  if (ms >= 1) return fmt::format("{:.3g} ms", ms);
  return fmt::format("{:.3g} us", ms * 1000);
}

std::string check_text(const Measurement& m) {
  if (!m.is_right()) return "DIFFERS";
  const bool exact = m.tolerance.relative == 0 && m.tolerance.absolute == 0;
  return exact ? "equal" : fmt::format("within {:.0e}", m.tolerance.relative);
}

// How the samples lie between the fastest and the slowest: a column for each twelfth, as high as
// there are many.
std::string histogram(const std::vector<double>& samples, const device::Summary& summary) {
  constexpr std::size_t bins = 12;
  constexpr std::array<const char*, 9> columns{" ",      "\u2581", "\u2582", "\u2583", "\u2584",
                                               "\u2585", "\u2586", "\u2587", "\u2588"};
  std::array<std::size_t, bins> counts{};
  const double width = (summary.maximum - summary.minimum) / bins;
  for (const double sample : samples) {
    const double place = width > 0 ? (sample - summary.minimum) / width : 0;
    ++counts[std::min(bins - 1, static_cast<std::size_t>(place))];
  }
  const std::size_t most =
      std::max<std::size_t>(1, *std::max_element(counts.begin(), counts.end()));
  std::string text;
  for (const std::size_t count : counts)
    text += columns[(count * (columns.size() - 1) + most - 1) / most];
  return text;
}

void add_row(TextTable& table, const Measurement& m) {
  const double half = (m.cold.median_high - m.cold.median_low) / 2;
  std::string traps;
  for (const device::Trap trap : m.traps)
    traps += (traps.empty() ? "" : ", ") + std::string(device::name_of(trap));
  const bool moves = m.bytes_moved > 0;
  table.add_row({"  " + variant_name(m), short_params(m.resolved.params), duration(m.cold.median),
                 "+-" + (half > 0 ? duration(half) : "0"), duration(m.warm.median),
                 moves ? fmt::format("{:.0f}", m.cold_bandwidth()) : "-",
                 moves ? fmt::format("{:.0f} %", 100 * m.share_of_copy()) : "-",
                 fmt::format("{}", m.cold.count), histogram(m.cold_ms, m.cold), check_text(m),
                 traps});
}

// The bounds that were wanted, each beside the kernel it was timed with.
std::string bounds_text(const std::vector<Measurement>& measurements) {
  TextTable table({Align::left, Align::left, Align::left, Align::right, Align::right, Align::right,
                   Align::left});
  table.add_row({"", "", "bound", "its time", "the kernel's", "of bound", ""});
  bool has_rows = false;
  for (const Measurement& m : measurements) {
    if (m.bound_name.empty() && m.no_bound.empty()) continue;
    has_rows = true;
    const std::string name = fmt::format("{} {}", m.resolved.lesson_id, variant_name(m));
    if (m.bound_name.empty()) {
      table.add_row({name, short_params(m.resolved.params), "none: " + m.no_bound});
    } else {
      table.add_row({name, short_params(m.resolved.params), m.bound_name, duration(m.bound.median),
                     duration(m.cold.median), fmt::format("{:.1f} %", 100 * m.share_of_bound())});
    }
  }
  if (!has_rows) return {};
  return "\nBounds: what others wrote for the same work, on the same data, cold, in the same "
         "session\n" +
         table.text();
}

// What the words in the last column mean, each once.
std::string explained_traps(const std::vector<Measurement>& measurements) {
  std::set<device::Trap> traps;
  for (const Measurement& m : measurements) traps.insert(m.traps.begin(), m.traps.end());
  std::string text;
  for (const device::Trap trap : traps)
    text += fmt::format("{}: {}.\n", device::name_of(trap), device::sentence_of(trap));
  return text;
}

}  // namespace

std::string time_text(const std::vector<Measurement>& measurements,
                      const std::vector<std::string>& failures) {
  std::string text;
  if (!measurements.empty()) {
    const Measurement& first = measurements.front();
    text = gpu_line(first) + "\n";
    TextTable table({Align::left, Align::left, Align::right, Align::right, Align::right,
                     Align::right, Align::right, Align::right, Align::left, Align::left,
                     Align::left});
    table.add_row(
        {"", "", "cold", "", "warm", "GB/s", "of copy", "runs", "fast..slow", "arrays", "to know"});
    std::string lesson;
    for (const Measurement& m : measurements) {
      if (m.resolved.lesson_id != lesson) table.add_heading(m.resolved.lesson_id);
      lesson = m.resolved.lesson_id;
      add_row(table, m);
    }
    text += table.text();
    text += fmt::format(
        "cold: median with the L2 cache written over before each run, +- half its 95 % interval; "
        "warm: without that.\nGB/s: the bytes that the kernel must move (each read or written "
        "once), cold; a copy here moves {:.0f} GB/s. fast..slow: how many of the cold runs took "
        "how "
        "long.\n",
        first.copy_bandwidth());
    text += explained_traps(measurements);
    text += bounds_text(measurements);
  }
  for (const Measurement& m : measurements) text += differences_text(m);
  for (const std::string& failure : failures) text += failure + "\n";
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
    for (const device::Trap trap : m.traps) point.traps.emplace_back(device::name_of(trap));
    point.equal_to_simulator = m.is_right();
    point.counts = m.counts;
    point.bound_name = m.bound_name;
    point.bound = m.bound;
    recording.points.push_back(std::move(point));
  }
  return recording;
}

}  // namespace lanescope::app
