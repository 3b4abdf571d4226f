// Tables of a session's results: times, sweeps, the machine.
#include <set>

#include <fmt/format.h>

#include "app/session/export/tables.h"

namespace lanescope::app {
namespace {

constexpr double us_per_ms = 1000;

const char* verdict(const Measurement& measurement) {
  if (!measurement.is_right()) return "differ";
  const bool exact = measurement.tolerance.is_exact();
  return exact ? "equal" : "close";
}

class TimesRows {
 public:
  explicit TimesRows(const Session& session) : session_(session) {
    table_.name = "times";
    table_.columns = {
        "variant", "params", "source",   "cold_us",       "cold_low_us", "cold_high_us",
        "warm_us", "runs",   "gb_per_s", "share_of_copy", "arrays",      "same_kernel_text",
        "gpu",     "date",   "sectors",  "ideal_sectors", "wavefronts",  "ideal_wavefronts",
        "kernel",  "grid",   "block"};
    for (const VariantTimes& times : session.times().all()) add(times);
  }
  [[nodiscard]] Table take() { return std::move(table_); }

 private:
  void add(const VariantTimes& times) {
    if (!times.applies) return;
    find_launch(times);
    if (times.measured) {
      const Measurement& m = *times.measured;
      std::vector<Cell> row = begin(times, "MEASURED");
      add_series(row, m.cold, m.warm, m.cold_bandwidth(), m.share_of_copy());
      row.insert(row.end(), {std::string(verdict(m)), true, m.gpu.name, Cell()});
      finish(std::move(row));
    }
    if (times.recorded != nullptr) {
      const device::RecordedPoint& r = *times.recorded;
      std::vector<Cell> row = begin(times, "RECORDED");
      add_series(row, r.cold, r.warm, r.cold_bandwidth(), r.share_of_copy());
      row.emplace_back(std::string(r.equal_to_simulator ? "agree" : "differ"));
      row.emplace_back(!times.recorded_of_other_text);
      if (const RecordingEntry* entry = session_.times().recording();
          entry != nullptr && entry->recording) {
        row.emplace_back((*entry->recording)->gpu.name);
        row.emplace_back(r.date);
      }
      finish(std::move(row));
    }
    if (times.cost) {
      std::vector<Cell> row = begin(times, "MODEL");
      row.resize(14);
      for (const std::uint64_t count : {times.cost->sectors, times.cost->ideal_sectors,
                                        times.cost->wavefronts, times.cost->ideal_wavefronts})
        row.emplace_back(count);
      finish(std::move(row));
    }
  }
  static std::vector<Cell> begin(const VariantTimes& times, const char* source) {
    return {times.variant->name, short_params(times.params), std::string(source)};
  }
  static void add_series(std::vector<Cell>& row, const device::Summary& cold,
                         const device::Summary& warm, double bandwidth, double share) {
    const auto known = [](double value) { return value > 0 ? Cell(value) : Cell(); };
    row.insert(row.end(),
               {cold.median * us_per_ms, cold.median_low * us_per_ms, cold.median_high * us_per_ms,
                warm.count > 0 ? Cell(warm.median * us_per_ms) : Cell(),
                static_cast<std::uint64_t>(cold.count), known(bandwidth), known(share)});
  }
  // The row's own kernel and launch: the table's provenance has only those of the chosen variant.
  void find_launch(const VariantTimes& times) {
    launch_.assign(3, Cell());
    const auto& card = session_.lesson();
    if (!card || !card->resolve) return;
    const auto resolved = card->resolve(times.variant->name, times.params);
    if (!resolved) return;
    const auto dimensions = [](const auto& d) { return fmt::format("{} {} {}", d[0], d[1], d[2]); };
    launch_ = {resolved->kernel, dimensions(resolved->grid), dimensions(resolved->block)};
  }
  void finish(std::vector<Cell> row) {
    row.resize(table_.columns.size() - launch_.size());
    row.insert(row.end(), launch_.begin(), launch_.end());
    table_.rows.push_back(std::move(row));
  }

  const Session& session_;
  std::vector<Cell> launch_;
  Table table_;
};

const char* unit_of(machine::Unit unit) {
  switch (unit) {
    case machine::Unit::number:
      return "";
    case machine::Unit::bytes:
      return "bytes";
    case machine::Unit::bits:
      return "bits";
    case machine::Unit::megahertz:
      return "MHz";
    case machine::Unit::gigabytes_per_second:
      return "GB/s";
  }
  return "";
}

const char* origin_of(const RegisterCount& registers) {
  switch (registers.origin) {
    case RegisterCount::Origin::compiler:
      return "compiler";
    case RegisterCount::Origin::lesson_file:
      return "lesson file";
    case RegisterCount::Origin::not_known:
      break;
  }
  return "";
}

std::string microseconds(double ms) { return fmt::format("{:.4f}", ms * us_per_ms); }

// `timed_at`: the launch that the time is of, if it is not the simulated one: "N=16777216".
void add_time(std::vector<Cell>& row, const std::optional<PointTime>& time,
              const std::string& timed_at) {
  constexpr std::size_t columns = 9;
  if (!time) {
    row.resize(row.size() + columns);
    return;
  }
  row.insert(
      row.end(),
      {timed_at, microseconds(time->cold.median), microseconds(time->cold.median_low),
       microseconds(time->cold.median_high), std::string(time->has_interval() ? "95 %" : "range"),
       static_cast<std::uint64_t>(time->cold.count),
       std::string(time->measured ? "MEASURED" : "RECORDED"), time->gpu, time->date});
}

}  // namespace

Table times_table(const Session& session) { return TimesRows(session).take(); }

Table machine_table(const machine::Profile& profile,
                    const std::optional<KernelOccupancy>& occupancy) {
  Table table{"machine", {"group", "name", "value", "unit", "stated_by"}, {}};
  const auto add = [&](const char* group, std::string_view name, Cell value, const char* unit,
                       std::string by) {
    table.rows.push_back({std::string(group), std::string(name), std::move(value),
                          std::string(unit), std::move(by)});
  };
  for (const machine::FigureInfo& info : machine::figures()) {
    const auto& known = profile.at(info.figure);
    add("figure", info.key, known ? Cell(known->value) : Cell(), unit_of(info.unit),
        known ? known->source : "");
  }
  if (!occupancy) return table;
  const machine::KernelNeeds& needs = occupancy->launch.kernel;
  add("kernel", "threads_per_block", std::uint64_t{needs.threads_per_block}, "", "");
  add("kernel", "shared_per_block", needs.shared_bytes, "bytes", "");
  add("kernel", "registers_per_thread",
      needs.registers ? Cell(std::uint64_t{*needs.registers}) : Cell(), "",
      origin_of(occupancy->registers));
  if (!occupancy->occupancy) return table;
  const machine::Occupancy& all = *occupancy->occupancy;
  add("occupancy", "complete", all.complete, "", "");
  add("occupancy", "percent", all.percent(), "%", "");
  add("occupancy", "warps", all.warps, "", "");
  add("occupancy", "most_warps", all.max_resident_warps, "", "");
  add("occupancy", "blocks", all.blocks, "", "");
  if (const auto spread = machine::grid_spread(occupancy->launch, all, profile)) {
    add("grid", "blocks", spread->blocks, "", "");
    add("grid", "idle_multiprocessors", spread->idle, "", "");
    add("grid", "waves", spread->waves, "", "");
  }
  for (std::size_t i = 0; i < machine::resource_count; ++i) {
    const auto resource = static_cast<machine::Resource>(i);
    const machine::ResourceLimit& limit = all.at(resource);
    const bool says = limit.known && limit.bounded;
    add("occupancy", fmt::format("blocks_by_{}", machine::name_of(resource)),
        says ? Cell(limit.blocks) : Cell(), "", all.is_limited_by(resource) ? "limits" : "");
  }
  return table;
}

Table sweep_points_table(const SweepTable& sweep) {
  std::set<std::string> params;  // variants may have different parameters
  for (const SweepRow& row : sweep.rows) {
    for (const auto& [name, value] : row.params) params.insert(name);
  }
  Table table{sweep.sweep.name, {"lesson", "sweep", "variant", "machine"}, {}};
  table.columns.insert(table.columns.end(), params.begin(), params.end());
  table.columns.insert(table.columns.end(), sweep.quantities.begin(), sweep.quantities.end());
  for (const char* name : {"timed_at", "cold_us", "cold_low_us", "cold_high_us", "cold_spread",
                           "runs", "source", "gpu", "date", "problem"})
    table.columns.emplace_back(name);
  for (const SweepRow& point : sweep.rows) {
    std::vector<Cell> row{sweep.titles.lesson, sweep.sweep.name, sweep.variants[point.variant],
                          sweep.machine.empty() ? "H200" : sweep.machine};
    for (const std::string& name : params) {
      const auto found = point.params.find(name);
      row.push_back(found == point.params.end() ? Cell() : Cell(found->second));
    }
    for (const std::optional<double>& value : point.quantities)
      row.push_back(value ? Cell(*value) : Cell());
    row.resize(table.columns.size() - 10);  // a failed point has no quantities
    add_time(row, point.time, short_params(sweep.sweep.timed));
    row.emplace_back(point.is_known ? point.problem : std::string("not run"));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace lanescope::app
