#include "kernels/device/counters.h"

#include <algorithm>
#include <cmath>

namespace lanescope::device {

std::span<const Counter> all_counters() {
  static const std::vector<Counter> counters{
      {"global_load.requests", {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"}},
      {"global_load.sectors", {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"}},
      {"global_load.tag_lookups", {"l1tex__t_set_accesses_pipe_lsu_mem_global_op_ld.sum"}},
      {"global_store.requests", {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"}},
      {"global_store.sectors", {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"}},
      {"global_store.tag_lookups", {"l1tex__t_set_accesses_pipe_lsu_mem_global_op_st.sum"}},
      {"global_atomic.requests",
       {"l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
        "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"}},
      {"global_atomic.sectors",
       {"l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
        "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"}},
      {"shared_load.requests", {"smsp__inst_executed_op_shared_ld.sum"}},
      {"shared_load.wavefronts", {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"}},
      {"shared_load.conflicts", {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"}},
      {"shared_store.requests", {"smsp__inst_executed_op_shared_st.sum"}},
      {"shared_store.wavefronts", {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"}},
      {"shared_store.conflicts", {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"}},
      {"shared_atomic.requests", {"smsp__inst_executed_op_shared_atom.sum"}},
      {"shared_atomic.wavefronts", {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum"}},
      {"shared_atomic.conflicts", {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum"}},
      {"local_load.requests", {"l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum"}},
      {"local_load.sectors", {"l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum"}},
      {"local_store.requests", {"l1tex__t_requests_pipe_lsu_mem_local_op_st.sum"}},
      {"local_store.sectors", {"l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum"}},
      // What no model of a single warp can tell.
      {"machine.warp_instructions", {"smsp__inst_executed.sum"}, false},
      {"machine.l2_sectors_read", {"lts__t_sectors_srcunit_tex_op_read.sum"}, false},
      {"machine.l2_sectors_written", {"lts__t_sectors_srcunit_tex_op_write.sum"}, false},
      {"machine.memory_bytes_read", {"dram__bytes_read.sum"}, false},
      {"machine.memory_bytes_written", {"dram__bytes_write.sum"}, false},
  };
  return counters;
}

std::vector<std::string> all_metrics() {
  std::vector<std::string> metrics;
  for (const Counter& counter : all_counters()) {
    for (const std::string_view metric : counter.metrics) {
      if (std::find(metrics.begin(), metrics.end(), metric) == metrics.end())
        metrics.emplace_back(metric);
    }
  }
  return metrics;
}

Counts counts_of(const std::map<std::string, double>& metrics) {
  Counts counts;
  for (const Counter& counter : all_counters()) {
    double sum = 0;
    bool is_complete = true;
    for (const std::string_view metric : counter.metrics) {
      const auto found = metrics.find(std::string(metric));
      is_complete = is_complete && found != metrics.end() && std::isfinite(found->second);
      if (is_complete) sum += found->second;
    }
    if (is_complete)
      counts[std::string(counter.name)] = static_cast<std::uint64_t>(std::llround(sum));
  }
  return counts;
}

}  // namespace lanescope::device
