#include "kernels/device/counters.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace lanescope::device {

namespace {

// Counts at the instruction where the GPU can. The alternative counts traffic, which is higher:
// some instructions are issued twice, and at the data banks, passes that had to be repeated because
// of arriving global data count again.
std::vector<Metrics> counted_at_the_instruction(Metrics instruction, Metrics passing) {
  return {std::move(instruction), std::move(passing)};
}

}  // namespace

std::span<const Counter> all_counters() {
  static const std::vector<Counter> counters{
      {"global_load.requests", {{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"}}},
      {"global_load.sectors", {{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"}}},
      {"global_load.tag_lookups", {{"l1tex__t_set_accesses_pipe_lsu_mem_global_op_ld.sum"}}},
      {"global_store.requests", {{"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"}}},
      {"global_store.sectors", {{"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"}}},
      {"global_store.tag_lookups", {{"l1tex__t_set_accesses_pipe_lsu_mem_global_op_st.sum"}}},
      {"global_atomic.requests",
       {{"l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
         "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"}}},
      {"global_atomic.sectors",
       {{"l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
         "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"}}},
      {"shared_load.requests",
       counted_at_the_instruction({"smsp__sass_inst_executed_op_shared_ld.sum"},
                                  {"smsp__inst_executed_op_shared_ld.sum"})},
      {"shared_load.wavefronts",
       counted_at_the_instruction(
           {"smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"},
           {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"})},
      {"shared_load.conflicts", {{"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"}}},
      // Asynchronous copies (LDGSTS) also store.
      {"shared_store.requests",
       counted_at_the_instruction(
           {"smsp__sass_inst_executed_op_shared_st.sum", "smsp__sass_inst_executed_op_ldgsts.sum"},
           {"smsp__inst_executed_op_shared_st.sum"})},
      {"shared_store.wavefronts",
       counted_at_the_instruction(
           {"smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
            "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldgsts.sum"},
           {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"})},
      {"shared_store.conflicts",
       {{"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
         "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ldgsts.sum"},
        {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"}}},
      {"shared_atomic.requests",
       counted_at_the_instruction({"smsp__sass_inst_executed_op_shared_atom.sum"},
                                  {"smsp__inst_executed_op_shared_atom.sum"})},
      {"shared_atomic.wavefronts",
       counted_at_the_instruction(
           {"smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom.sum"},
           {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum"})},
      {"shared_atomic.conflicts", {{"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum"}}},
      {"local_load.requests", {{"l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum"}}},
      {"local_load.sectors", {{"l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum"}}},
      {"local_store.requests", {{"l1tex__t_requests_pipe_lsu_mem_local_op_st.sum"}}},
      {"local_store.sectors", {{"l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum"}}},
      // Counts that no model of a single warp can predict.
      {"machine.warp_instructions", {{"smsp__inst_executed.sum"}}, false},
      {"machine.l2_sectors_read", {{"lts__t_sectors_srcunit_tex_op_read.sum"}}, false},
      {"machine.l2_sectors_written", {{"lts__t_sectors_srcunit_tex_op_write.sum"}}, false},
      {"machine.memory_bytes_read", {{"dram__bytes_read.sum"}}, false},
      {"machine.memory_bytes_written", {{"dram__bytes_write.sum"}}, false},
  };
  return counters;
}

std::vector<std::string> all_metrics() {
  std::vector<std::string> metrics;
  for (const Counter& counter : all_counters()) {
    for (const Metrics& alternative : counter.alternatives) {
      for (const std::string_view metric : alternative) {
        if (std::find(metrics.begin(), metrics.end(), metric) == metrics.end())
          metrics.emplace_back(metric);
      }
    }
  }
  return metrics;
}

namespace {

std::optional<double> sum_of(const Metrics& metrics, const std::map<std::string, double>& values) {
  double sum = 0;
  for (const std::string_view metric : metrics) {
    const auto found = values.find(std::string(metric));
    if (found == values.end() || !std::isfinite(found->second)) return std::nullopt;
    sum += found->second;
  }
  return sum;
}

}  // namespace

Counts counts_of(const std::map<std::string, double>& metrics) {
  Counts counts;
  for (const Counter& counter : all_counters()) {
    for (const Metrics& alternative : counter.alternatives) {
      const std::optional<double> sum = sum_of(alternative, metrics);
      if (!sum) continue;
      counts[std::string(counter.name)] = static_cast<std::uint64_t>(std::llround(*sum));
      break;
    }
  }
  return counts;
}

}  // namespace lanescope::device
