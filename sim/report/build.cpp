#include "sim/report/build.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "sim/launch/thread_index.h"
#include "sim/report/activity.h"
#include "sim/report/remarks.h"

namespace lanescope::report {

using memory::Space;

namespace {

// The sites of the report, and the index of each (site of the program, space) among them.
struct Sites {
  std::vector<Site> sites;
  std::vector<std::uint32_t> index_of;
};

Sites collect_sites(const RunFindings& findings) {
  Sites out;
  out.index_of.resize(findings.program.sites.size() * space_count);
  for (std::size_t i = 0; i < findings.program.sites.size(); ++i) {
    const exec::SiteInfo& info = findings.program.sites[i];
    for (int s = 0; s < space_count; ++s) {
      const auto space = static_cast<Space>(s);
      SiteCounts merged;
      for (const auto& collector : findings.collectors) merged.merge(collector->counts(i, space));
      if (!is_listed(info, space, merged.counts.requests)) continue;
      Site site;
      site.index = static_cast<std::uint32_t>(out.sites.size());
      site.place = info.place;
      site.ptx_line = info.ptx_line;
      site.space = space;
      site.op = info.op;
      site.bytes = info.bytes;
      site.counts = merged.counts;
      site.worst_ways = merged.worst_ways;
      site.worst_cost = merged.worst_cost;
      site.worst_at = merged.worst_at;
      site.lanes = merged.lanes;
      out.index_of[i * space_count + static_cast<std::size_t>(s)] = site.index;
      out.sites.push_back(std::move(site));
    }
  }
  return out;
}

std::vector<Line> collect_lines(const std::vector<Site>& sites, const std::string& main_file) {
  std::map<int, Line> lines;
  for (const Site& site : sites) {
    if (site.place.file != main_file || site.place.line == 0) continue;
    Line& line = lines[site.place.line];
    line.line = site.place.line;
    line.requests += site.counts.requests;
    line.worst_ratio = std::max(line.worst_ratio, cost_ratio(site.space, site.counts));
    line.worst_ways = std::max(line.worst_ways, site.worst_ways);
    line.sites.push_back(site.index);
  }
  std::vector<Line> result;
  for (auto& [number, line] : lines) result.push_back(std::move(line));
  return result;
}

// A block that ran without accessing memory has warps without events. A block that did not run has
// no warps. A run that was stopped went through its blocks in order (exec::run), and the block in
// which it stopped has begun.
std::vector<WarpTrace> empty_traces(const RunFindings& findings) {
  if (!findings.traced_block) return {};
  const std::uint64_t index = exec::number_of(*findings.traced_block, findings.config.grid);
  const bool complete = findings.result.status == exec::RunStatus::completed;
  if (index >= findings.result.blocks_run + (complete ? 0 : 1)) return {};
  std::vector<WarpTrace> traces(launch::warps_in(findings.config.block));
  for (std::uint32_t warp = 0; warp < traces.size(); ++warp)
    traces[warp].position = {*findings.traced_block, warp};
  return traces;
}

std::vector<WarpTrace> take_traces(const RunFindings& findings, const Sites& sites,
                                   const BranchIndices& branch_of) {
  for (const auto& collector : findings.collectors) {
    if (collector->traces().empty()) continue;
    std::vector<WarpTrace> traces = std::move(collector->traces());
    for (WarpTrace& trace : traces) {
      for (Event& event : trace.events) {
        if (event.kind != EventKind::access) continue;
        event.site =
            sites.index_of[event.site * space_count + static_cast<std::size_t>(event.access.space)];
      }
      for (BranchStep& execution : trace.branches)
        execution.branch = branch_of.at(execution.branch);
    }
    return traces;
  }
  return empty_traces(findings);
}

// For counted_in_ptx(). Before take_traces().
std::vector<std::uint64_t> shared_bits_of(const RunFindings& findings) {
  std::vector<std::uint64_t> bits(findings.program.sites.size(), 0);
  for (const auto& collector : findings.collectors) {
    for (const WarpTrace& trace : collector->traces()) {
      for (const Event& event : trace.events) {
        if (event.kind != EventKind::access || event.access.space != memory::Space::shared)
          continue;
        for (int lane = 0; lane < memory::warp_lanes; ++lane) {
          if (event.access.lane_is_active(lane))
            bits[event.site] |= event.access.address[static_cast<std::size_t>(lane)];
        }
      }
    }
  }
  return bits;
}

void add_instructions(Totals& totals, const exec::InstructionCounts& counts) {
  totals.warp_instructions += counts.warp_instructions;
  totals.thread_instructions += counts.thread_instructions;
  totals.branches += counts.branches;
  totals.divergent_branches += counts.divergent_branches;
  totals.barriers += counts.barriers;
}

}  // namespace

Report build(const RunFindings& findings) {
  Report report;
  report.kernel = findings.kernel;
  report.main_file = findings.main_file;
  report.grid = findings.config.grid;
  report.block = findings.config.block;
  report.blocks_simulated = findings.result.blocks_run;
  report.blocks_total = launch::blocks_in(report.grid);
  report.shared_bytes = static_cast<std::uint32_t>(findings.program.static_shared_bytes +
                                                   findings.config.dynamic_shared_bytes);
  report.dynamic_shared_bytes = static_cast<std::uint32_t>(findings.config.dynamic_shared_bytes);
  report.complete = findings.result.status == exec::RunStatus::completed;
  const exec::InstructionCounts& counts = findings.result.counts;
  add_instructions(report.totals, counts);
  Sites sites = collect_sites(findings);
  for (const Site& site : sites.sites)
    counts_in(report.totals, kind_of(site.space, site.op)) += site.counts;
  report.lines = collect_lines(sites.sites, findings.main_file);
  BranchIndices branch_of;
  report.branches = collect_branches(findings.program, findings.result, branch_of);
  report.instructions = collect_instructions(findings.program, findings.result);
  report.activity = collect_lines(report.instructions, findings.main_file);
  for (const std::string& file : findings.own_files) {
    IncludedLines included{file, collect_lines(sites.sites, file),
                           collect_lines(report.instructions, file)};
    if (!included.lines.empty() || !included.activity.empty())
      report.included.push_back(std::move(included));
  }
  std::ranges::sort(report.included, {}, &IncludedLines::file);
  report.remarks =
      counted_in_ptx(findings.program, findings.result, [&] { return shared_bits_of(findings); });
  report.traces = take_traces(findings, sites, branch_of);
  report.sites = std::move(sites.sites);
  report.diagnostics = findings.result.diagnostics;
  report.diagnostics_total = findings.result.diagnostics_total;
  report.errors_total = findings.result.errors_total;
  report.printed = findings.result.printed;
  report.printed_is_cut = findings.result.printed_is_cut;
  return report;
}

std::vector<LaunchedKernel> launched_kernels(
    std::span<const exec::Program> programs, const std::vector<exec::NestedRun>& runs,
    std::span<const std::unique_ptr<Collector>> collectors) {
  std::vector<LaunchedKernel> launched;
  std::map<std::size_t, std::size_t> index_of;  // by program
  for (const exec::NestedRun& run : runs) {
    const auto [at, is_new] = index_of.emplace(run.kernel, launched.size());
    if (is_new) launched.emplace_back().kernel = programs[run.kernel].plain_name;
    LaunchedKernel& kernel = launched[at->second];
    ++kernel.launches;
    kernel.blocks += run.blocks_run;
    kernel.depth = std::max(kernel.depth, run.depth);
    add_instructions(kernel.totals, run.counts);
  }
  for (const auto& [program, index] : index_of) {
    if (collectors[program] == nullptr) continue;
    const std::vector<exec::SiteInfo>& sites = programs[program].sites;
    for (std::size_t i = 0; i < sites.size(); ++i) {
      for (int s = 0; s < space_count; ++s) {
        const auto space = static_cast<Space>(s);
        const SiteCounts counts = collectors[program]->counts(i, space);
        if (counts.counts.requests == 0) continue;
        counts_in(launched[index].totals, kind_of(space, sites[i].op)) += counts.counts;
      }
    }
  }
  return launched;
}

void add_launch_tree(std::span<const exec::Program> programs,
                     const std::vector<exec::NestedRun>& runs, Report& report) {
  // Who launched within one group: of each block of each launching grid the first thread.
  struct Launchers {
    std::map<std::pair<std::optional<std::size_t>, Dim3>, Dim3> first_thread;
    std::set<std::optional<std::size_t>> grids;
  };
  std::vector<LaunchGroup>& tree = report.launch_tree;
  std::vector<Launchers> launchers;   // indexed like `tree`
  std::vector<std::size_t> group_of;  // indexed like `runs`; max_launch_groups: left out
  using Key = std::tuple<std::optional<std::size_t>, std::size_t, Dim3, Dim3, std::uint64_t,
                         std::string, int, int, bool>;
  std::map<Key, std::size_t> index_of;
  std::vector<std::uint64_t>& per_depth = report.launches_per_depth;
  if (!runs.empty()) per_depth = {1};
  for (const exec::NestedRun& run : runs) {
    per_depth.resize(std::max<std::size_t>(per_depth.size(), run.depth + 1));
    ++per_depth[run.depth];
    const auto parent = run.parent ? std::optional(group_of[*run.parent]) : std::nullopt;
    const Key key{parent,
                  run.kernel,
                  run.config.grid,
                  run.config.block,
                  run.config.dynamic_shared_bytes,
                  run.place.file,
                  run.place.line,
                  run.place.column,
                  run.is_tail};
    if (parent == max_launch_groups ||
        (tree.size() == max_launch_groups && !index_of.contains(key))) {
      group_of.push_back(max_launch_groups);
      ++report.launches_left_out;
      continue;
    }
    const auto [at, is_new] = index_of.emplace(key, tree.size());
    group_of.push_back(at->second);
    if (is_new) {
      LaunchGroup& group = tree.emplace_back();
      launchers.emplace_back();
      group.parent = parent;
      group.kernel = programs[run.kernel].plain_name;
      group.grid = run.config.grid;
      group.block = run.config.block;
      group.depth = run.depth;
      group.place = run.place;
      group.is_tail = run.is_tail;
    }
    LaunchGroup& group = tree[at->second];
    Launchers& by = launchers[at->second];
    ++group.launches;
    group.blocks += run.blocks_run;
    group.warp_instructions += run.counts.warp_instructions;
    by.grids.insert(run.parent);
    const auto [block, is_first] =
        by.first_thread.emplace(std::pair(run.parent, run.by_block), run.by_thread);
    if (!is_first && block->second != run.by_thread) group.by = LaunchGroup::By::thread;
  }
  for (std::size_t i = 0; i < tree.size(); ++i) {
    tree[i].launching_blocks = launchers[i].first_thread.size();
    if (tree[i].by != LaunchGroup::By::thread &&
        tree[i].launching_blocks > launchers[i].grids.size()) {
      tree[i].by = LaunchGroup::By::block;
    }
  }
}

const char* name_of(LaunchGroup::By by) {
  switch (by) {
    case LaunchGroup::By::thread:
      return "thread";
    case LaunchGroup::By::block:
      return "block";
    case LaunchGroup::By::grid:
      break;
  }
  return "grid";
}

std::string fnv1a64(std::span<const std::byte> bytes) {
  std::uint64_t hash = 0xcbf2'9ce4'8422'2325ULL;
  for (const std::byte byte : bytes) {
    hash ^= static_cast<std::uint64_t>(byte);
    hash *= 0x0000'0100'0000'01b3ULL;
  }
  return fmt::format("{:016x}", hash);
}

}  // namespace lanescope::report
