#include "app/session/export/tables.h"

#include <algorithm>
#include <map>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "app/session/selection/access_names.h"
#include "sim/metrics/metrics.h"
#include "sim/text/source_line.h"

namespace lanescope::app {
namespace {

Cell words(std::string_view text) { return std::string(text); }

void add_names(std::vector<std::string>& columns, std::span<const report::Metric> metrics) {
  for (const report::Metric& metric : metrics) {
    if (metric.is_shown(report::Metric::data)) columns.push_back(metric.data_name());
  }
}

// Counts that the space does not have stay empty: 0 would be a count.
void add_counts(std::vector<Cell>& row, memory::Space space, const report::Counts& counts) {
  for (const report::Metric& metric : report::access_metrics()) {
    if (metric.is_shown(report::Metric::data))
      row.push_back(metric.is_of(space) ? metric.of_counts(counts).as_data<Cell>() : Cell());
  }
}

}  // namespace

Table accesses_table(const report::Report& report) {
  Table table{
      "accesses", {"file", "line", "column", "ptx_line", "space", "op", "bytes_a_lane"}, {}};
  add_names(table.columns, report::access_metrics());
  for (const char* name : {"worst_ways", "worst_cost", "cost_to_ideal"})
    table.columns.emplace_back(name);
  for (const report::Site& site : report.sites) {
    std::vector<Cell> row{words(site.place.file),       line_cell(site.place.line),
                          line_cell(site.place.column), line_cell(site.ptx_line),
                          words(name_of(site.space)),   words(name_of(site.op)),
                          count_cell(site.bytes)};
    add_counts(row, site.space, site.counts);
    row.push_back(site.space == memory::Space::shared ? count_cell(site.worst_ways) : Cell());
    row.push_back(count_cell(site.worst_cost));
    row.emplace_back(site.counts.requests > 0 ? Cell(report::cost_ratio(site.space, site.counts))
                                              : Cell());
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table counts_table(const report::Report& report) {
  Table table{"counts", {"kind"}, {}};
  add_names(table.columns, report::access_metrics());
  table.columns.emplace_back("cost_to_ideal");
  const std::size_t own = table.columns.size();
  add_names(table.columns, report::launch_metrics());
  for (const report::AccessKind& kind : report::access_kinds()) {
    const report::Counts& counts = report::counts_in(report.totals, kind);
    if (counts.requests == 0) continue;
    std::vector<Cell> row{words(name_of(kind))};
    add_counts(row, kind.space, counts);
    row.emplace_back(report::cost_ratio(kind.space, counts));
    row.resize(table.columns.size());
    table.rows.push_back(std::move(row));
  }
  std::vector<Cell> kernel{words("kernel")};
  kernel.resize(own);
  for (const report::Metric& metric : report::launch_metrics()) {
    if (metric.is_shown(report::Metric::data))
      kernel.push_back(metric.of_launch({report.totals}).as_data<Cell>());
  }
  table.rows.push_back(std::move(kernel));
  return table;
}

Table lines_table(const report::Report& report, const std::string& text, const std::string& file) {
  Table table{"code",
              {"file", "line", "text", "requests", "cost_to_ideal", "worst_ways", "instructions",
               "executions", "active_lanes"},
              {}};
  std::map<int, const report::Line*> costs;
  for (const report::Line& line : report::lines_in(report, file)) costs[line.line] = &line;
  std::map<int, const report::Activity*> activity;
  for (const report::Activity& line : report::activity_in(report, file))
    activity[line.place.line] = &line;
  int number_of_line = 0;
  for (const std::string_view line : lines_of(text)) {
    ++number_of_line;
    std::vector<Cell> row{words(file.empty() ? report.main_file : file), line_cell(number_of_line),
                          words(line)};
    const auto cost = costs.find(number_of_line);
    const bool has_cost = cost != costs.end() && cost->second->requests > 0;
    row.push_back(has_cost ? count_cell(accesses_of(report, *cost->second).costliest_requests)
                           : Cell());
    row.push_back(has_cost ? Cell(cost->second->worst_ratio) : Cell());
    row.push_back(has_cost && cost->second->worst_ways > 0 ? count_cell(cost->second->worst_ways)
                                                           : Cell());
    const auto active = activity.find(number_of_line);
    const bool is_active = active != activity.end();
    row.push_back(is_active ? count_cell(active->second->instructions) : Cell());
    row.push_back(is_active ? count_cell(active->second->executions) : Cell());
    row.push_back(is_active ? Cell(active->second->active_lanes()) : Cell());
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table branches_table(const report::Report& report) {
  Table table{"branches",
              {"file", "line", "column", "ptx_line", "executions", "divergent", "all_taken",
               "lanes_taken", "lanes_not_taken", "taken_line", "not_taken_line", "efficiency"},
              {}};
  for (const report::Branch& branch : report.branches) {
    table.rows.push_back({words(branch.place.file), line_cell(branch.place.line),
                          line_cell(branch.place.column), line_cell(branch.ptx_line),
                          count_cell(branch.executions), count_cell(branch.divergent),
                          count_cell(branch.all_taken), count_cell(branch.lanes_taken),
                          count_cell(branch.lanes_not_taken), line_cell(branch.taken_line),
                          line_cell(branch.not_taken_line),
                          report::branch_efficiency(branch.executions, branch.divergent)});
  }
  return table;
}

Table events_table(const report::WarpTrace* trace) {
  Table table{"strip",
              {"event", "block_x", "block_y", "block_z", "warp", "kind", "line", "space", "op",
               "bytes_a_lane", "lanes", "lane_mask", "cost", "ideal", "ways"},
              {}};
  if (trace == nullptr) return table;
  for (std::size_t i = 0; i < trace->events.size(); ++i) {
    const report::Event& event = trace->events[i];
    const bool is_access = event.kind == report::EventKind::access;
    std::vector<Cell> row{count_cell(i + 1),
                          count_cell(trace->position.block[0]),
                          count_cell(trace->position.block[1]),
                          count_cell(trace->position.block[2]),
                          count_cell(trace->position.warp),
                          words(is_access ? "access" : "barrier"),
                          line_cell(event.place.line)};
    if (is_access) {
      const memory::WarpAccess& access = event.access;
      row.push_back(words(name_of(access.space)));
      row.push_back(words(name_of(access.op)));
      row.push_back(count_cell(access.bytes));
      row.push_back(count_cell(__builtin_popcount(access.mask)));
      row.push_back(fmt::format("0x{:08x}", access.mask));
      row.push_back(count_cell(event.cost));
      row.push_back(count_cell(event.ideal));
      row.push_back(access.space == memory::Space::shared ? count_cell(event.ways) : Cell());
    }
    row.resize(table.columns.size());
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table threads_table(const launch::Shape& shape, const launch::Dim3& block) {
  Table table{"index",
              {"index", "block", "thread", "warp", "lane", "blockIdx_x", "blockIdx_y", "blockIdx_z",
               "threadIdx_x", "threadIdx_y", "threadIdx_z"},
              {}};
  const std::uint64_t block_number = launch::block_number(shape.grid, block);
  for (std::uint32_t i = 0; i < launch::threads_in(shape.block); ++i) {
    const launch::Dim3 thread = launch::thread_at(shape.block, i);
    std::vector<Cell> row{count_cell(launch::global_index(shape, {block, thread})),
                          count_cell(block_number), count_cell(i), count_cell(launch::warp_of(i)),
                          count_cell(launch::lane_of(i))};
    for (const launch::Dim3& at : {block, thread}) {
      for (const std::uint32_t axis : at) row.push_back(count_cell(axis));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table numbers_table(const std::vector<ComparedNumber>& numbers) {
  Table table{"compare", {"group", "name", "a", "b", "ratio", "better"}, {}};
  const auto known = [](const std::optional<double>& value) {
    return value ? Cell(*value) : Cell();
  };
  for (const ComparedNumber& number : numbers) {
    table.rows.push_back({number.group, number.name, known(number.a), known(number.b),
                          known(number.ratio()), name_of(number.winner())});
  }
  return table;
}

std::string csv_of(const SweepTable& table) { return csv_of(sweep_points_table(table)); }

}  // namespace lanescope::app
