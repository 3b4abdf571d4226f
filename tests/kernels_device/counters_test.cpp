#include "kernels/device/counters.h"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

namespace lanescope::device {
namespace {

TEST(Counters, have_names_of_their_own_and_at_least_one_metric) {
  std::set<std::string_view> names;
  for (const Counter& counter : all_counters()) {
    EXPECT_TRUE(names.insert(counter.name).second) << counter.name;
    ASSERT_FALSE(counter.alternatives.empty()) << counter.name;
    for (const Metrics& alternative : counter.alternatives)
      EXPECT_FALSE(alternative.empty()) << counter.name;
  }
}

TEST(Counters, each_metric_is_asked_for_once) {
  const std::vector<std::string> metrics = all_metrics();
  EXPECT_EQ(std::set<std::string>(metrics.begin(), metrics.end()).size(), metrics.size());
  EXPECT_GE(metrics.size(), all_counters().size());
}

TEST(CountsOf, a_figure_is_the_sum_of_its_metrics) {
  const Counts counts = counts_of({{"l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", 3.0},
                                   {"l1tex__t_requests_pipe_lsu_mem_global_op_red.sum", 4.0}});
  EXPECT_EQ(counts, (Counts{{"global_atomic.requests", 7}}));
}

TEST(CountsOf, the_first_alternative_that_the_gpu_has_counts) {
  const char* at_the_instruction = "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum";
  const char* at_the_banks = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum";
  EXPECT_EQ(counts_of({{at_the_instruction, 32.0}, {at_the_banks, 33.0}}),
            (Counts{{"shared_load.wavefronts", 32}}));
  EXPECT_EQ(counts_of({{at_the_banks, 33.0}}), (Counts{{"shared_load.wavefronts", 33}}));
}

TEST(CountsOf, a_figure_that_lacks_a_metric_is_left_out) {
  EXPECT_TRUE(counts_of({{"l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", 3.0}}).empty());
  EXPECT_TRUE(counts_of({{"smsp__inst_executed_op_shared_ld.sum", std::nan("")}}).empty());
}

}  // namespace
}  // namespace lanescope::device
