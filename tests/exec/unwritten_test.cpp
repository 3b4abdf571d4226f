// Global memory that nothing has written, as that of cudaMalloc().
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "sim/exec/state/written_bytes.h"
#include "tests/exec/ptx_run.h"

namespace lanescope::exec {
namespace {

// --- which bytes are written ---

using Bits = std::vector<bool>;

std::vector<std::byte> packed(const Bits& bits) {
  std::vector<std::byte> bytes((bits.size() + 7) / 8);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (bits[i]) bytes[i / 8] |= std::byte{1} << i % 8;
  }
  return bytes;
}

TEST(WrittenBytes, of_neighbours_are_one_range) {
  const auto written = WrittenBytes::make(1000);
  written->cover(0, 400);
  EXPECT_FALSE(written->is_all());
  written->mark(400, 500);
  written->settle();
  EXPECT_EQ(written->whole().end, 900U);
  written->cover(900, 100);
  EXPECT_TRUE(written->is_all());
}

TEST(WrittenBytes, are_all_when_the_gaps_of_a_launch_are_filled_by_the_next) {
  const auto written = WrittenBytes::make(4096);
  for (std::uint64_t at = 0; at < 4096; at += 8) written->mark(at, 4);
  written->settle();
  EXPECT_FALSE(written->is_all());
  for (std::uint64_t at = 4; at < 4096; at += 8) written->mark(at, 4);
  written->settle();
  EXPECT_TRUE(written->is_all());
}

TEST(WrittenBytes, are_those_of_a_list_whatever_is_marked_forgotten_and_copied) {
  constexpr std::size_t size = 700;
  std::mt19937 random(1);
  const auto below = [&](std::size_t limit) { return random() % limit; };
  const auto one = WrittenBytes::make(size), other = WrittenBytes::make(size);
  Bits of_one(size), of_other(size);
  for (int i = 0; i < 4000; ++i) {
    const bool is_one = below(2) == 0;
    WrittenBytes& written = is_one ? *one : *other;
    Bits& bits = is_one ? of_one : of_other;
    const std::size_t first = below(size),
                      bytes = below(std::min<std::size_t>(size - first, 200)) + 1;
    const auto set = [&](bool value) {
      for (std::size_t at = first; at < first + bytes; ++at) bits[at] = value;
    };
    switch (below(5)) {
      case 0:
        written.mark(first, bytes);
        set(true);
        break;
      case 1:
        written.cover(first, bytes);
        set(true);
        break;
      case 2:
        written.forget(first, bytes);
        set(false);
        break;
      case 3: {
        const std::size_t from = below(size - bytes + 1);
        written.copy(is_one ? *other : *one, from, first, bytes);
        for (std::size_t at = 0; at < bytes; ++at)
          bits[first + at] = (is_one ? of_other : of_one)[from + at];
        break;
      }
      default:
        written.settle();
    }
    ASSERT_EQ(written.bits(), packed(bits)) << "after step " << i;
    const Bits here(bits.begin() + static_cast<std::ptrdiff_t>(first),
                    bits.begin() + static_cast<std::ptrdiff_t>(first + bytes));
    ASSERT_EQ(written.all(first, bytes), std::ranges::count(here, false) == 0) << "step " << i;
    ASSERT_EQ(written.any(first, bytes), std::ranges::count(here, true) != 0) << "step " << i;
  }
}

// --- what a kernel does with them ---

PtxResult run_unwritten(const std::string& body, std::uint32_t blocks = 1, int threads = 1) {
  PtxRun run;
  run.body = body;
  run.config.grid = {blocks, 1, 1};
  run.in.resize(std::size_t{32} * blocks);
  run.out_words = std::size_t{32} * blocks;
  run.is_unwritten = true;
  run.options.threads = threads;
  return run_ptx(run);
}

std::vector<Diagnostic> unwritten_reads(const PtxResult& result) {
  std::vector<Diagnostic> found;
  for (const Diagnostic& each : result.run.diagnostics) {
    if (each.kind == DiagnosticKind::uninitialised_read) found.push_back(each);
  }
  return found;
}

TEST(UnwrittenMemory, that_is_added_to_is_one_finding_at_the_line_of_the_load) {
  const auto found = unwritten_reads(
      run_unwritten("ld.global.u64 %rd10, [%rd3];\n.loc 1 11 1\nadd.s64 %rd10, %rd10, 1;\n"
                    "st.global.u64 [%rd3], %rd10;",
                    3));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].severity, Severity::error);
  EXPECT_EQ(found[0].place.line, 10);
  EXPECT_EQ(found[0].block, (Dim3{0, 0, 0}));
  EXPECT_EQ(found[0].count, 3U);
  EXPECT_EQ(found[0].message,
            "element 0 of out, of 8 bytes, is read by thread (0,0,0) of block (0,0,0) and 31 more "
            "lanes of its warp, but nothing has written it: on a GPU such memory does not start as "
            "zero");
}

TEST(UnwrittenMemory, is_written_by_the_kernels_own_stores) {
  EXPECT_TRUE(unwritten_reads(run_unwritten("st.global.u64 [%rd3], %rd1;\n"
                                            "ld.global.u64 %rd10, [%rd3];\n"
                                            "add.s64 %rd10, %rd10, 1;\n"
                                            "st.global.u64 [%rd3], %rd10;"))
                  .empty());
}

TEST(UnwrittenMemory, may_be_loaded_where_the_value_is_not_used) {
  EXPECT_TRUE(unwritten_reads(run_unwritten("ld.global.u64 %rd10, [%rd4];\nmov.u64 %rd10, 1;\n"
                                            "st.global.u64 [%rd3], %rd10;"))
                  .empty());
}

TEST(UnwrittenMemory, that_is_copied_to_global_memory_is_used) {
  EXPECT_EQ(
      unwritten_reads(run_unwritten("ld.global.u64 %rd10, [%rd4];\nst.global.u64 [%rd3], %rd10;"))
          .size(),
      1U);
}

TEST(UnwrittenMemory, of_which_a_load_reads_a_written_byte_counts_as_written) {
  EXPECT_TRUE(unwritten_reads(run_unwritten("st.global.u8 [%rd3+5], %r1;\n"
                                            "ld.global.u64 %rd10, [%rd3];\n"
                                            "add.s64 %rd10, %rd10, 1;\n"
                                            "st.global.u64 [%rd3], %rd10;"))
                  .empty());
}

// One thread in each warp of the loop reads what the stores before did not reach. The accesses of
// a loop differ only in their bases, and most of them are not looked at one by one.
TEST(UnwrittenMemory, that_a_loop_reads_behind_what_a_loop_wrote_is_found) {
  const auto loop = [](const std::string& access, int times) {
    return "mov.u32 %r10, 0;\nmov.u64 %rd10, %rd1;\nmul.wide.u32 %rd11, %r1, 8;\n"
           "add.s64 %rd10, %rd10, %rd11;\n$" +
           access.substr(0, 2) + ":\n" + access +
           "\nadd.s64 %rd10, %rd10, 256;\nadd.s32 %r10, %r10, 1;\nsetp.lt.u32 %p1, %r10, " +
           std::to_string(times) + ";\n@%p1 bra $" + access.substr(0, 2) + ";\n";
  };
  const auto run_loops = [&](int stores, int loads) {
    PtxRun run;
    run.body = "mov.u64 %rd20, 0;\n" + loop("st.global.u64 [%rd10], %rd1;", stores) +
               loop("ld.global.u64 %rd12, [%rd10];\nadd.s64 %rd20, %rd20, %rd12;", loads) +
               "st.global.u64 [%rd3], %rd20;";
    run.out_words = 32 * 40;
    run.is_unwritten = true;
    return unwritten_reads(run_ptx(run));
  };
  EXPECT_TRUE(run_loops(40, 40).empty());
  const auto found = run_loops(30, 40);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].count, 10U);
  EXPECT_NE(found[0].message.find("element 960 of out"), std::string::npos) << found[0].message;
}

TEST(UnwrittenMemory, that_atomic_operations_add_to_is_one_finding_with_any_number_of_workers) {
  const std::string body =
      "atom.global.add.u64 %rd10, [%rd1], 1;\nld.global.u64 %rd11, [%rd1];\n"
      "add.s64 %rd11, %rd11, 1;\nst.global.u64 [%rd4], %rd11;";
  const std::string only_reduces = "red.global.add.u64 [%rd1], 1;";
  EXPECT_EQ(unwritten_reads(run_unwritten(body)).size(), 1U);
  for (const int threads : {1, 3}) {
    const auto found = unwritten_reads(run_unwritten(only_reduces, 9, threads));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].count, 9U);
    EXPECT_EQ(found[0].block, (Dim3{0, 0, 0}));
  }
}

}  // namespace
}  // namespace lanescope::exec
