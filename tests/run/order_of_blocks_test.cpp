// Blocks that access each other's data: the result is that of running them in order, with any
// number of threads.
#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

class OrderOfBlocks : public BothCompilers {
 protected:
  OutcomePtr with_threads(const LessonOnDisk& lesson, int threads) const {
    RunRequest request = lesson.request();
    request.compiler = GetParam();
    request.threads = threads;
    const auto outcome = run(request);
    EXPECT_TRUE(outcome.has_value()) << (outcome ? "" : outcome.error().message);
    return outcome ? *outcome : nullptr;
  }

  // The note that the blocks ran in order, with its line; empty if they did not.
  std::string order_of(const std::string& body, int threads, std::string* hash = nullptr) const {
    const LessonOnDisk lesson("__global__ void k(int* sums, float* floats)\n{\n" + body + "}\n",
                              "[launch]\ngrid = [64]\nblock = [96]\n" + array("sums", "int", "7") +
                                  array("floats", "float", "7"));
    const OutcomePtr outcome = with_threads(lesson, threads);
    EXPECT_NE(outcome, nullptr);
    if (outcome == nullptr) return "failed";
    if (hash != nullptr)
      *hash = outcome->report.arrays[0].fnv1a64 + outcome->report.arrays[1].fnv1a64;
    if (outcome->report.diagnostics.empty()) return "";
    const Diagnostic& note = outcome->report.diagnostics[0];
    return note.message + ", line " + std::to_string(note.place.line);
  }
};

TEST_P(OrderOfBlocks, that_read_what_others_write_does_not_depend_on_threads) {
  // An in-place stencil: block b reads the last element that block b - 1 writes.
  const LessonOnDisk lesson(
      "__global__ void k(int* a)\n{\n    int i = blockIdx.x * 256 + threadIdx.x + 1;\n"
      "    int left = a[i - 1];\n    for (int j = 0; j < 50; ++j) left = left * 3 + j;\n"
      "    __syncthreads();\n    a[i] += left;\n}\n",
      "[launch]\ngrid = [64]\nblock = [256]\n" + array("a", "int", "64 * 256 + 1", "iota"));
  const OutcomePtr one = with_threads(lesson, 1);
  ASSERT_NE(one, nullptr);
  for (const int threads : {2, 5}) {
    const OutcomePtr many = with_threads(lesson, threads);
    ASSERT_NE(many, nullptr);
    EXPECT_EQ(many->report.arrays[0].fnv1a64, one->report.arrays[0].fnv1a64);
    EXPECT_EQ(many->report.totals.global_load, one->report.totals.global_load);
    EXPECT_EQ(many->report.totals.warp_instructions, one->report.totals.warp_instructions);
  }
}

TEST_P(OrderOfBlocks, with_global_atomics_is_kept_and_reported) {
  const LessonOnDisk lesson(
      "__global__ void k(unsigned* ticket, unsigned* mine)\n{\n"
      "    mine[blockIdx.x * 64 + threadIdx.x] = atomicAdd(ticket, 1u);\n}\n",
      "[launch]\ngrid = [8]\nblock = [64]\n" + array("ticket", "uint", "1") +
          array("mine", "uint", "512"));
  std::vector<std::uint32_t> expected(512);
  for (std::uint32_t i = 0; i < 512; ++i) expected[i] = i;
  for (const int threads : {1, 4}) {
    const OutcomePtr outcome = with_threads(lesson, threads);
    ASSERT_NE(outcome, nullptr);
    EXPECT_EQ(outcome->report.arrays[1].fnv1a64, hash_of(expected));
    ASSERT_EQ(outcome->report.diagnostics.size(), 1U);
    EXPECT_EQ(outcome->report.diagnostics[0].kind, DiagnosticKind::blocks_in_order);
    EXPECT_EQ(outcome->report.diagnostics[0].severity, Severity::note);
    // The call, not a line of the header that has atomicAdd.
    EXPECT_EQ(outcome->report.diagnostics[0].place.file, outcome->resolved.source_name);
    EXPECT_EQ(outcome->report.diagnostics[0].place.line, 3);
  }
}

TEST_P(OrderOfBlocks, of_integer_reductions_does_not_matter) {
  std::vector<std::int32_t> expected(7);
  for (int i = 0; i < 64 * 96; ++i) expected[static_cast<std::size_t>(i % 7)] += i;
  for (const int threads : {1, 4}) {
    std::string hash;
    EXPECT_EQ(
        order_of("    int i = blockIdx.x * 96 + threadIdx.x;\n    atomicAdd(sums + i % 7, i);\n",
                 threads, &hash),
        "");
    EXPECT_EQ(hash, hash_of(expected) + hash_of(std::vector<float>(7)));
  }
}

// Timing decides which blocks conflict. The result does not depend on it.
TEST_P(OrderOfBlocks, of_different_reductions_of_a_word_is_kept) {
  const std::string body =
      "    int i = blockIdx.x * 96 + threadIdx.x;\n"
      "    for (int j = 0; j < 20; ++j) {\n"
      "        if ((i + j) % 2) atomicAdd(sums, i); else atomicMax(sums, i * 100);\n    }\n";
  std::string one;
  EXPECT_EQ(order_of(body, 1, &one), "");
  for (const int threads : {2, 4}) {
    std::string many;
    order_of(body, threads, &many);
    EXPECT_EQ(one, many);
  }
}

TEST_P(OrderOfBlocks, of_float_additions_is_kept_and_reported) {
  const std::string note = order_of("    atomicAdd(floats, 1.0f / (threadIdx.x + 1));\n", 4);
  EXPECT_NE(note.find("floating-point"), std::string::npos) << note;
  EXPECT_NE(note.find("line 3"), std::string::npos) << note;
}

TEST_P(OrderOfBlocks, of_exchanges_is_kept_and_reported) {
  const std::string note = order_of("    atomicCAS(sums, 0, blockIdx.x);\n", 4);
  EXPECT_NE(note.find("cas"), std::string::npos) << note;
}

// Measuring requests the arrays like this.
TEST_P(OrderOfBlocks, does_not_change_arrays_that_are_wanted_back) {
  const LessonOnDisk lesson(
      "__global__ void k(int* largest, int* last, float* sum)\n{\n"
      "    int i = blockIdx.x * 64 + threadIdx.x, seen = *largest, before;\n"
      "    do {\n        before = seen;\n"
      "        seen = atomicCAS(largest, before, before > i ? before : i);\n"
      "    } while (seen != before);\n"
      "    atomicExch(last, i);\n    atomicAdd(sum, 0.5f);\n}\n",
      "[launch]\ngrid = [6]\nblock = [64]\n" + array("largest", "int", "1") +
          array("last", "int", "1") + array("sum", "float", "1"));
  RunRequest request = lesson.request();
  request.compiler = GetParam();
  request.want_arrays = true;
  const auto outcome = run(request);
  ASSERT_TRUE(outcome.has_value()) << outcome.error().message;
  ASSERT_EQ((*outcome)->arrays.size(), 3U);
  EXPECT_EQ((*outcome)->report.arrays[0].fnv1a64, hash_of(std::vector{383}));
  EXPECT_EQ((*outcome)->report.arrays[1].fnv1a64, hash_of(std::vector{383}));
  EXPECT_EQ((*outcome)->report.arrays[2].fnv1a64, hash_of(std::vector{192.0F}));
  for (const ArrayContents& each : (*outcome)->arrays) {
    EXPECT_EQ(each.bytes_read, 4U);
    EXPECT_EQ(each.bytes_written, 4U);
  }
}

TEST_P(OrderOfBlocks, is_kept_where_a_block_reads_what_others_reduce) {
  const std::string body =
      "    for (int j = 0; j < 20; ++j) {\n        atomicAdd(sums, 1);\n"
      "        floats[1 + blockIdx.x % 6] = ((volatile int*)sums)[0];\n    }\n";
  std::string one;
  order_of(body, 1, &one);
  for (const int threads : {2, 4}) {
    std::string many;
    order_of(body, threads, &many);
    EXPECT_EQ(one, many);
  }
}

LANESCOPE_BOTH_COMPILERS(OrderOfBlocks);

}  // namespace
}  // namespace lanescope::app
