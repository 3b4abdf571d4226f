// malloc and free in kernels (CUDA C++ Programming Guide 13.0, "Dynamic Global Memory Allocation
// and Operations").
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "sim/exec/state/device_heap.h"
#include "tests/exec/ptx_run.h"

namespace lanescope::exec {
namespace {

// `to` = malloc(`bytes`).
std::string allocated(const std::string& to, const std::string& bytes) {
  return "{\n.param .b64 a;\n.param .b64 v;\nst.param.b64 [a], " + bytes +
         ";\ncall.uni (v), malloc, (a);\nld.param.b64 " + to + ", [v];\n}\n";
}

std::string freed(const std::string& pointer) {
  return "{\n.param .b64 a;\nst.param.b64 [a], " + pointer + ";\ncall.uni free, (a);\n}\n";
}

PtxRun heap_run(const std::string& body) {
  PtxRun run;
  run.body = body;
  return run;
}

// The findings that are not notes.
std::vector<Diagnostic> findings_of(const PtxResult& result) {
  std::vector<Diagnostic> findings;
  for (const Diagnostic& each : result.run.diagnostics) {
    if (each.severity != Severity::note) findings.push_back(each);
  }
  return findings;
}

// The only finding of a kernel of one thread; an empty one if there is not exactly one.
Diagnostic finding_of(const std::string& body) {
  PtxRun run = heap_run(body);
  run.config.block = {1, 1, 1};
  const std::vector<Diagnostic> findings = findings_of(run_ptx(run));
  EXPECT_EQ(findings.size(), 1U);
  return findings.size() == 1 ? findings[0] : Diagnostic{};
}

bool says(const Diagnostic& finding, const std::string& text) {
  return finding.message.find(text) != std::string::npos;
}

TEST(Heap, gives_each_thread_memory_of_its_own) {
  const PtxResult result = run_ptx(heap_run(
      allocated("%rd10", "24") + "st.global.u32 [%rd10+20], %r1;\nbar.sync 0;\n" +
      "ld.global.u32 %r10, [%rd10+20];\ncvt.u64.u32 %rd11, %r10;\nst.global.u64 [%rd3], %rd11;\n" +
      freed("%rd10")));
  EXPECT_TRUE(findings_of(result).empty());
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(result.out[i], i);
}

TEST(Heap, aligns_addresses_to_16_bytes_and_repeats_them) {
  PtxRun run = heap_run(allocated("%rd10", "5") + "st.global.u64 [%rd3], %rd10;");
  run.config = {{6, 1, 1}, {64, 1, 1}, 0};
  run.out_words = 6 * 64;
  const std::vector<std::uint64_t> first = run_ptx(run).out;
  for (const std::uint64_t address : first) EXPECT_EQ(address % 16, 0U);
  EXPECT_EQ(std::set(first.begin(), first.end()).size(), first.size());
  EXPECT_FALSE(std::set(first.begin(), first.end()).contains(0));
  run.options.threads = 3;
  EXPECT_EQ(run_ptx(run).out, first);
}

TEST(Heap, aligns_further_where_asked) {
  const PtxResult result = run_ptx(
      heap_run("{\n.param .b64 a;\n.param .b64 b;\n.param .b64 v;\nst.param.b64 [a], 40;\n"
               "st.param.b64 [b], 1024;\ncall.uni (v), __nv_aligned_device_malloc, (a, b);\n"
               "ld.param.b64 %rd10, [v];\n}\nst.global.u64 [%rd3], %rd10;"));
  for (const std::uint64_t address : result.out) {
    EXPECT_NE(address, 0U);
    EXPECT_EQ(address % 1024, 0U);
  }
}

TEST(Heap, refuses_an_alignment_that_is_no_power_of_two) {
  const Diagnostic finding = finding_of(
      "{\n.param .b64 a;\n.param .b64 b;\n.param .b64 v;\nst.param.b64 [a], 40;\n"
      "st.param.b64 [b], 24;\ncall.uni (v), __nv_aligned_device_malloc, (a, b);\n}");
  EXPECT_EQ(finding.kind, DiagnosticKind::heap_misuse);
  EXPECT_TRUE(says(finding, "24")) << finding.message;
}

TEST(Heap, returns_null_when_it_is_exhausted_and_notes_it) {
  PtxRun run = heap_run(allocated("%rd10", "3000000") + "st.global.u64 [%rd3], %rd10;");
  run.config.block = {4, 1, 1};
  const PtxResult result = run_ptx(run);
  EXPECT_NE(result.out[0], 0U);
  EXPECT_NE(result.out[1], 0U);
  EXPECT_EQ(result.out[2], 0U);
  EXPECT_EQ(result.out[3], 0U);
  EXPECT_TRUE(findings_of(result).empty());
  bool noted = false;
  for (const Diagnostic& each : result.run.diagnostics)
    noted = noted || (each.kind == DiagnosticKind::model_value && says(each, "3000000 bytes"));
  EXPECT_TRUE(noted);
}

TEST(Heap, lasts_beyond_the_block) {
  // Block 0 leaves the pointer in out[0]; block 1 reads through it. Nothing orders the two: a race.
  PtxRun run = heap_run("setp.ne.u32 %p1, %r1, 0;\n@%p1 bra LATER;\n" + allocated("%rd10", "8") +
                        "st.global.u64 [%rd10], 99;\nst.global.u64 [%rd1], %rd10;\nbra END;\n"
                        "LATER:\nld.global.u64 %rd11, [%rd1];\nld.global.u64 %rd12, [%rd11];\n"
                        "st.global.u64 [%rd3], %rd12;\nEND:");
  run.config = {{2, 1, 1}, {1, 1, 1}, 0};
  run.out_words = 2;
  run.options.checks.set(DiagnosticKind::global_race, false);
  const PtxResult result = run_ptx(run);
  EXPECT_TRUE(findings_of(result).empty());
  EXPECT_EQ(result.out[1], 99U);
}

TEST(Heap, finds_accesses_outside_of_what_was_given) {
  const std::string given = allocated("%rd10", "24");
  const Diagnostic past = finding_of(given + "st.global.u32 [%rd10+24], %r1;");
  EXPECT_EQ(past.kind, DiagnosticKind::out_of_range);
  EXPECT_TRUE(says(past, "0 bytes past the end of 24 bytes that malloc gave")) << past.message;
  const Diagnostic across = finding_of(given + "st.global.u64 [%rd10+24], %rd10;");
  EXPECT_EQ(across.kind, DiagnosticKind::out_of_range);
  const Diagnostic after = finding_of(given + freed("%rd10") + "st.global.u32 [%rd10+4], %r1;");
  EXPECT_EQ(after.kind, DiagnosticKind::out_of_range);
  EXPECT_TRUE(says(after, "4 bytes after the start of 24 bytes that malloc gave")) << after.message;
  EXPECT_TRUE(says(after, "freed at")) << after.message;
}

TEST(Heap, finds_a_wrong_free) {
  const std::string given = allocated("%rd10", "24");
  const Diagnostic twice = finding_of(given + freed("%rd10") + freed("%rd10"));
  EXPECT_EQ(twice.kind, DiagnosticKind::heap_misuse);
  EXPECT_TRUE(says(twice, "again")) << twice.message;
  const Diagnostic inside = finding_of(given + "add.s64 %rd11, %rd10, 8;\n" + freed("%rd11"));
  EXPECT_EQ(inside.kind, DiagnosticKind::heap_misuse);
  EXPECT_TRUE(says(inside, "8 bytes after the start of 24 bytes")) << inside.message;
  const Diagnostic foreign = finding_of(freed("%rd1"));
  EXPECT_EQ(foreign.kind, DiagnosticKind::heap_misuse);
  EXPECT_TRUE(says(foreign, "which malloc did not return")) << foreign.message;
}

TEST(Heap, takes_a_free_of_null) {
  EXPECT_TRUE(findings_of(run_ptx(heap_run("mov.u64 %rd10, 0;\n" + freed("%rd10")))).empty());
}

TEST(Heap, leaves_what_is_never_freed_alone) {
  EXPECT_TRUE(findings_of(run_ptx(heap_run(allocated("%rd10", "24")))).empty());
}

TEST(Heap, finds_the_use_of_what_nothing_has_written) {
  const std::string load = "ld.global.u32 %r10, [%rd10];\nadd.u32 %r10, %r10, 1;\n";
  const Diagnostic fresh = finding_of(allocated("%rd10", "4") + load);
  EXPECT_EQ(fresh.kind, DiagnosticKind::uninitialised_read);
  EXPECT_TRUE(says(fresh, "device heap")) << fresh.message;
  PtxRun run = heap_run(allocated("%rd10", "4") + "st.global.u32 [%rd10], 5;\n" + load);
  EXPECT_TRUE(findings_of(run_ptx(run)).empty());
  const Diagnostic added = finding_of(allocated("%rd10", "4") + "red.global.add.u32 [%rd10], 1;\n");
  EXPECT_EQ(added.kind, DiagnosticKind::uninitialised_read);
}

// --- the allocator ---

TEST(DeviceHeap, gives_freed_memory_out_again_as_late_as_possible) {
  const auto written = WrittenBytes::make(DeviceHeap::usual_bytes);
  DeviceHeap heap(0x1000, DeviceHeap::usual_bytes, *written);
  const std::uint64_t first = heap.allocate(64, 16, {});
  EXPECT_EQ(heap.release(first, {}), "");
  EXPECT_NE(heap.allocate(64, 16, {}), first);
  EXPECT_FALSE(heap.is_live(first, 1));
  std::uint64_t again = 0;
  for (int i = 0; i < 200'000 && again != first; ++i) {
    again = heap.allocate(64, 16, {});
    ASSERT_NE(again, 0U);
    if (again != first) ASSERT_EQ(heap.release(again, {}), "");
  }
  EXPECT_EQ(again, first);
  EXPECT_TRUE(heap.is_live(first, 64));
  EXPECT_FALSE(heap.is_live(first, 65));
}

TEST(DeviceHeap, has_all_its_room_again_when_everything_is_freed) {
  const auto written = WrittenBytes::make(DeviceHeap::usual_bytes);
  DeviceHeap heap(0x1000, DeviceHeap::usual_bytes, *written);
  EXPECT_EQ(heap.allocate(DeviceHeap::usual_bytes, 16, {}), 0U);
  std::vector<std::uint64_t> all;
  while (const std::uint64_t address = heap.allocate(100'000, 16, {})) all.push_back(address);
  EXPECT_EQ(all.size(), DeviceHeap::usual_bytes / (100'000 + 16));
  for (const std::uint64_t address : all) EXPECT_EQ(heap.release(address, {}), "");
  EXPECT_EQ(heap.bytes_in_use(), 0U);
  EXPECT_NE(heap.allocate(DeviceHeap::usual_bytes - 16, 16, {}), 0U);
}

TEST(DeviceHeap, never_gives_a_byte_twice) {
  const auto written = WrittenBytes::make(DeviceHeap::usual_bytes);
  DeviceHeap heap(0x1000, DeviceHeap::usual_bytes, *written);
  std::mt19937 random(7);
  std::map<std::uint64_t, std::uint64_t> live;  // address to bytes
  for (int step = 0; step < 20'000; ++step) {
    if (random() % 3 != 0 || live.empty()) {
      const std::uint64_t bytes = random() % 20'000;
      const std::uint64_t alignment = 16ULL << random() % 8;
      const std::uint64_t address = heap.allocate(bytes, alignment, {});
      if (address == 0) continue;
      ASSERT_EQ(address % alignment, 0U);
      ASSERT_GE(address, 0x1000U);
      ASSERT_LE(address + bytes, 0x1000 + DeviceHeap::usual_bytes);
      const auto next = live.lower_bound(address);
      if (next != live.end()) ASSERT_LE(address + bytes, next->first);
      if (next != live.begin()) {
        const auto before = std::prev(next);
        ASSERT_LE(before->first + before->second, address);
      }
      live[address] = bytes;
    } else {
      const auto victim =
          std::next(live.begin(), static_cast<std::ptrdiff_t>(random() % live.size()));
      ASSERT_EQ(heap.release(victim->first, {}), "");
      live.erase(victim);
    }
  }
}

}  // namespace
}  // namespace lanescope::exec
