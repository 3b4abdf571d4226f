#include "app/command_line/time_text.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "app/command_line/text_table.h"

namespace lanescope::app {
namespace {

// Three significant digits, in the unit that fits.
std::string duration(double ms) {
  if (ms >= 1000) return fmt::format("{:.3g} s", ms / 1000);
  if (ms >= 1) return fmt::format("{:.3g} ms", ms);
  return fmt::format("{:.3g} us", ms * 1000);
}

std::string name_of(const Measurement& m) {
  return m.resolved.variant.empty() ? m.resolved.kernel : m.resolved.variant;
}

std::string params_text(const lesson::Values& params) {
  std::string text;
  for (const auto& [name, value] : params)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  return text;
}

std::string check_text(const Measurement& m) {
  if (!m.is_right()) return "DIFFERS";
  const bool exact = m.tolerance.relative == 0 && m.tolerance.absolute == 0;
  return exact ? "equal" : fmt::format("within {:.0e}", m.tolerance.relative);
}

std::string difference_text(const Measurement& m, const ArrayCheck& check) {
  const device::ArrayDifference& difference = *check.difference;
  return fmt::format(
      "{} {}: {} differs first at [{}]: the simulator has {}, the GPU {} ({} of {} elements "
      "differ)\n",
      m.resolved.lesson_id, name_of(m), check.array, difference.index, difference.expected,
      difference.found, grouped(difference.count), grouped(check.count));
}

std::string headline(const Measurement& m) {
  std::string text = fmt::format("MEASURED on {} (compute capability {}.{}, driver {}, CUDA {})",
                                 m.gpu.name, m.gpu.major, m.gpu.minor, m.gpu.driver, m.gpu.runtime);
  if (m.state.clock_mhz > 0) text += fmt::format(", {} MHz", m.state.clock_mhz);
  if (m.state.temperature_celsius > 0)
    text += fmt::format(", {} degrees C", m.state.temperature_celsius);
  return text + "\n";
}

void add_row(TextTable& table, const Measurement& m) {
  const double half = (m.cold.median_high - m.cold.median_low) / 2;
  std::string traps;
  for (const device::Trap trap : m.traps)
    traps += (traps.empty() ? "" : ", ") + std::string(device::name_of(trap));
  const bool moves = m.bytes_moved > 0;
  table.add_row({"  " + name_of(m), params_text(m.resolved.params), duration(m.cold.median),
                 "+-" + (half > 0 ? duration(half) : "0"), duration(m.warm.median),
                 moves ? fmt::format("{:.0f}", m.cold_bandwidth()) : "-",
                 moves ? fmt::format("{:.0f} %", 100 * m.share_of_copy()) : "-",
                 fmt::format("{}", m.cold.count), check_text(m), traps});
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
    text = headline(first);
    TextTable table({Align::left, Align::left, Align::right, Align::right, Align::right,
                     Align::right, Align::right, Align::right, Align::left, Align::left});
    table.add_row({"", "", "cold", "", "warm", "GB/s", "of copy", "runs", "arrays", "to know"});
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
        "once), cold; a copy here moves {:.0f} GB/s.\n",
        first.copy_bandwidth());
    text += explained_traps(measurements);
  }
  for (const Measurement& m : measurements) {
    for (const ArrayCheck& check : m.checks) {
      if (check.difference) text += difference_text(m, check);
    }
  }
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
    point.lesson = m.resolved.lesson_id;
    point.variant = m.resolved.variant;
    point.kernel = m.resolved.kernel;
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
    recording.points.push_back(std::move(point));
  }
  return recording;
}

}  // namespace lanescope::app
