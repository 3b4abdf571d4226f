// The reduction lesson: correct sums with both compilers, and the counts that rank its variants.
#include <algorithm>
#include <map>
#include <numeric>
#include <sstream>

#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace reduction_lesson_test {
namespace {

using Floats = std::vector<float>;

constexpr std::int64_t small = 8192, middle = 40960;  // the second is not a power of two
constexpr std::uint64_t block = 256, warps = block / 32;
// The variants that sum 256 elements per block in shared memory.
constexpr const char* one_load[] = {"shared-halving", "shared-dynamic", "neighbours",
                                    "strided-index"};
constexpr const char* many_loads[] = {"loads-first", "last-warp", "unrolled", "shuffles"};

// The lesson's elements: small integers, so that a sum is exact in any order.
Floats elements(std::int64_t n) {
  Floats all;
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(n); ++i)
    all.push_back(static_cast<float>(i * 2654435761U % (std::uint64_t{1} << 32) / 256 % 16));
  return all;
}

// One sum per `each` elements; the last may cover fewer.
Floats sums_of(const Floats& all, std::size_t each) {
  Floats sums;
  for (std::size_t i = 0; i < all.size(); i += each) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(i);
    const auto count = std::min(each, all.size() - i);
    sums.push_back(std::accumulate(first, first + static_cast<std::ptrdiff_t>(count), 0.0F));
  }
  return sums;
}

class ReductionLesson : public BothCompilers {
 protected:
  static OutcomePtr run_variant(const std::string& variant, const lesson::Values& values) {
    return run_shipped("reduction", variant, values);
  }

  // Expects correct sums and no findings.
  static void expect_sums(const std::string& variant, const lesson::Values& values,
                          std::size_t each) {
    const OutcomePtr outcome = run_variant(variant, values);
    ASSERT_TRUE(outcome) << variant;
    const Floats all = elements(values.at("N"));
    EXPECT_EQ(outcome->report.arrays[1].fnv1a64, hash_of(sums_of(all, each))) << variant;
    if (variant != "global-halving")
      EXPECT_EQ(outcome->report.arrays[0].fnv1a64, hash_of(all)) << variant;
    EXPECT_EQ(outcome->report.diagnostics_total, 0U) << variant;
  }

  static report::Totals totals(const std::string& variant, const lesson::Values& values = {}) {
    lesson::Values all = values;
    all.insert({"N", small});  // default
    const OutcomePtr outcome = run_variant(variant, all);
    return outcome ? outcome->report.totals : report::Totals{};
  }
};

TEST_P(ReductionLesson, every_block_of_256_elements_has_its_sum) {
  for (const std::int64_t n : {small, middle}) {
    expect_sums("global-halving", {{"N", n}}, block);
    for (const char* variant : one_load) expect_sums(variant, {{"N", n}}, block);
  }
}

TEST_P(ReductionLesson, a_block_of_halves_adds_twice_as_many) {
  for (const std::int64_t n : {small, middle}) expect_sums("interleaved", {{"N", n}}, 2 * block);
}

TEST_P(ReductionLesson, a_block_whose_threads_load_several_adds_as_many_times_256) {
  for (const char* variant : many_loads) {
    for (const std::int64_t n : {small, middle}) {
      for (const std::size_t loads : {1U, 8U, 11U, 32U})
        expect_sums(variant, {{"N", n}, {"LOADS", static_cast<std::int64_t>(loads)}},
                    loads * block);
    }
  }
}

TEST_P(ReductionLesson, a_block_sized_at_launch_may_have_any_number_of_threads) {
  for (const std::size_t threads : {32U, 96U, 256U, 352U, 1024U})
    expect_sums("shared-dynamic", {{"N", middle}, {"BLOCK", static_cast<std::int64_t>(threads)}},
                threads);
}

TEST_P(ReductionLesson, one_pass_leaves_the_whole_sum_whatever_the_number_of_blocks) {
  for (const std::int64_t n : {small, middle, std::int64_t{1} << 20}) {
    const Floats all = elements(n);
    for (const std::int64_t blocks : {1, 4, 528}) {
      const OutcomePtr outcome = run_variant("one-pass", {{"N", n}, {"BLOCKS", blocks}});
      ASSERT_TRUE(outcome);
      // Blocks take chunks of 8192 elements in turn.
      Floats sums(static_cast<std::size_t>(std::min(n / 8192, blocks)));
      const Floats turns = sums_of(all, 8192);
      for (std::size_t i = 0; i < turns.size(); ++i) sums[i % sums.size()] += turns[i];
      const std::vector<report::ArrayInfo>& arrays = outcome->report.arrays;
      EXPECT_EQ(arrays[1].fnv1a64, hash_of(sums)) << n << " " << blocks;
      EXPECT_EQ(arrays[2].fnv1a64,
                hash_of(std::vector<std::uint32_t>{static_cast<std::uint32_t>(sums.size())}));
      EXPECT_EQ(arrays[3].fnv1a64, hash_of(sums_of(all, all.size()))) << n << " " << blocks;
    }
  }
}

TEST_P(ReductionLesson, one_pass_gets_only_a_note_on_the_order_of_its_blocks) {
  const OutcomePtr outcome = run_variant("one-pass", {{"N", middle}});
  ASSERT_TRUE(outcome);
  for (const Diagnostic& diagnostic : outcome->report.diagnostics)
    EXPECT_EQ(diagnostic.kind, DiagnosticKind::blocks_in_order) << diagnostic.message;
}

TEST_P(ReductionLesson, every_element_is_loaded_once_in_whole_lines) {
  std::vector<std::string> variants(std::begin(one_load), std::end(one_load));
  variants.insert(variants.end(), std::begin(many_loads), std::end(many_loads));
  variants.emplace_back("interleaved");
  for (const std::string& variant : variants) {
    const report::Totals found = totals(variant);
    EXPECT_EQ(found.global_load.bytes_used, 4U * small) << variant;
    EXPECT_EQ(found.global_load.sectors, 4U * small / 32) << variant;
  }
}

TEST_P(ReductionLesson, halving_in_global_memory_goes_there_for_every_step) {
  const report::Totals found = totals("global-halving");
  EXPECT_EQ(found.shared_load.requests + found.shared_store.requests, 0U);
  // 255 additions per block with two words each, and the sum itself.
  EXPECT_EQ(found.global_load.bytes_requested, small / block * (255 * 2 + 1) * 4);
}

TEST_P(ReductionLesson, only_the_strided_index_has_conflicts) {
  for (const char* variant : {"shared-halving", "shared-dynamic", "neighbours", "interleaved",
                              "loads-first", "last-warp", "unrolled", "shuffles", "one-pass"}) {
    const report::Totals found = totals(variant);
    EXPECT_EQ(found.shared_load.conflicts + found.shared_store.conflicts, 0U) << variant;
  }
}

// Conflicts of S[2 s t] in one block: for each warp, the largest number of distinct words in one
// bank, minus one.
std::uint64_t conflicts_of_stride(std::uint64_t s) {
  std::uint64_t conflicts = 0;
  for (std::uint64_t first = 0; 2 * s * first < block; first += 32) {
    std::map<std::uint64_t, std::uint64_t> words;  // by bank
    for (std::uint64_t t = first; t < first + 32 && 2 * s * t < block; ++t) ++words[2 * s * t % 32];
    std::uint64_t most = 0;
    for (const auto& [bank, count] : words) most = std::max(most, count);
    conflicts += most - 1;
  }
  return conflicts;
}

TEST_P(ReductionLesson, the_strided_index_has_those_of_its_strides) {
  std::uint64_t expected = 0;
  for (std::uint64_t s = 1; s < block; s *= 2) expected += conflicts_of_stride(s);
  const report::Totals found = totals("strided-index");
  EXPECT_EQ(found.shared_store.conflicts, small / block * expected);
  EXPECT_EQ(found.shared_load.conflicts, small / block * 2 * expected);  // S[i] and S[i + s]
}

TEST_P(ReductionLesson, neighbours_diverge_in_every_warp_and_the_strided_index_in_the_first) {
  // The five steps within a warp diverge in all eight warps. Then 4, 2 and 1 warps have one lane
  // that adds. One thread stores the sum.
  EXPECT_EQ(totals("neighbours").divergent_branches, small / block * (5 * warps + 4 + 2 + 1 + 1));
  EXPECT_EQ(totals("strided-index").divergent_branches, small / block * (5 + 1));
}

TEST_P(ReductionLesson, the_last_warp_needs_no_barriers_of_the_block_and_does_not_diverge) {
  const report::Totals loop = totals("loads-first"), last = totals("last-warp");
  const std::uint64_t blocks = small / (8 * block);
  EXPECT_EQ(loop.barriers, blocks * warps * (1 + 8));  // after the loads and after each step
  EXPECT_EQ(last.barriers, blocks * warps * (1 + 2));
  EXPECT_EQ(last.divergent_branches, blocks);  // one thread stores the sum
  EXPECT_LT(last.warp_instructions, loop.warp_instructions);
}

TEST_P(ReductionLesson, several_loads_leave_fewer_elements_to_shared_memory) {
  const report::Totals one = totals("loads-first", {{"LOADS", 1}});
  const report::Totals eight = totals("loads-first", {{"LOADS", 8}});
  EXPECT_EQ(one.shared_load.requests, 8 * eight.shared_load.requests);
  EXPECT_EQ(one.barriers, 8 * eight.barriers);
  EXPECT_EQ(one.global_load.bytes_used, eight.global_load.bytes_used);
}

TEST_P(ReductionLesson, a_block_of_halves_does_the_same_work_in_fewer_instructions) {
  EXPECT_LT(3 * totals("interleaved").warp_instructions,
            2 * totals("shared-halving").warp_instructions);
}

// Whether the PTX has a backward jump.
bool has_a_loop(const std::string& ptx) {
  std::istringstream lines(ptx);
  std::vector<std::string> labels;
  for (std::string line; std::getline(lines, line);) {
    if (line.ends_with(":")) labels.push_back(line.substr(0, line.size() - 1));
    const std::size_t jump = line.find("bra");
    if (jump == std::string::npos) continue;
    for (const std::string& label : labels) {
      if (line.find(label + ";", jump) != std::string::npos) return true;
    }
  }
  return false;
}

TEST_P(ReductionLesson, the_unrolled_one_has_no_loop_where_the_halving_has) {
  const OutcomePtr halving = run_variant("shared-dynamic", {{"N", small}});
  const OutcomePtr unrolled = run_variant("unrolled", {{"N", small}});
  ASSERT_TRUE(halving && unrolled);
  EXPECT_TRUE(has_a_loop(halving->ptx.text));
  EXPECT_FALSE(has_a_loop(unrolled->ptx.text));
}

TEST_P(ReductionLesson, shuffles_need_one_word_of_shared_memory_per_warp) {
  const OutcomePtr outcome = run_variant("shuffles", {{"N", small}});
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->report.shared_bytes, 4 * warps);
  const std::uint64_t blocks = small / (8 * block);
  EXPECT_EQ(outcome->report.totals.shared_store.requests, blocks * warps);
  EXPECT_EQ(outcome->report.totals.shared_load.requests, blocks);
  EXPECT_EQ(outcome->report.totals.barriers, blocks * warps);
}

TEST_P(ReductionLesson, one_pass_loads_16_bytes_per_lane_in_whole_lines) {
  const report::Totals found = totals("one-pass", {{"N", middle}});
  // The loads of the elements, and one load of the sums of five blocks.
  const std::uint64_t requests = middle / 4 / 32;
  EXPECT_EQ(found.global_load.requests, requests + 1);
  EXPECT_EQ(found.global_load.sectors, 16 * requests + 1);
  EXPECT_EQ(found.local_load.requests + found.local_store.requests, 0U);
}

LANESCOPE_LESSON(ReductionLesson);

}  // namespace
}  // namespace reduction_lesson_test
}  // namespace lanescope::app
