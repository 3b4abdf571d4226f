// Races in global memory: small cases of the PTX memory model, each with its verdict and the rule
// of the model that gives it. Sources: PTX ISA 8.8, "Memory Consistency Model": "Morally strong
// operations", "Conflict and data-races", "Release and acquire patterns", "Causality order".
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/exec/grid_barrier.h"
#include "tests/exec/ptx_run.h"

namespace lanescope::exec {
namespace {

// Where the two threads of a case are.
enum class Threads { lanes, warps, blocks };
enum class Verdict { none, note, warning, error };

// The rules, in the words of the PTX ISA where they are in quotes there.
constexpr const char* race =
    "two conflicting operations are in a data race if causality order does not relate them and "
    "they "
    "are not morally strong";
constexpr const char* conflict = "two overlapping operations conflict when at least one is a write";
constexpr const char* strong =
    "morally strong: each operation is strong and specifies a scope that includes the thread "
    "executing the other";
constexpr const char* synchronizes =
    "a release pattern synchronizes with an acquire pattern if a write in the one precedes a read "
    "in the other in observation order, and their ends are morally strong";
constexpr const char* no_release =
    "a release pattern on M is a release operation on M, or a fence followed by a strong write on "
    "M";
constexpr const char* no_acquire =
    "an acquire pattern on M is an acquire operation on M, or a strong read on M followed by a "
    "fence";
constexpr const char* narrow =
    "the first operation of the release pattern and the last of the acquire pattern must be "
    "morally "
    "strong: their scopes include each other's thread";
constexpr const char* observes =
    "observation order: a read observes a write through a sequence of atomic read-modify-write "
    "operations";
constexpr const char* overwritten =
    "a write that is no read-modify-write ends the sequence through which a write is observed";
constexpr const char* program = "operations of one thread are in causality order";
constexpr const char* swap =
    "not of the model: a swap fails if the value that it expects is old, so the read that gave it "
    "counts as strong";
constexpr const char* barrier =
    "a barrier orders the accesses of its participating threads before it and after it";
constexpr const char* coherence =
    "coherence order relates overlapping writes that are morally strong, and a read-modify-write "
    "comes right after the write that it observes; program order puts the store behind it";
constexpr const char* in_scope =
    "an acquire pattern on M is a strong read on M followed by a fence; a barrier is none for "
    "other "
    "blocks";
constexpr const char* cumulative =
    "base causality order: X precedes Z in program order or synchronizes with it, and Z precedes Y";

// Words of the array: data, more data, a flag, a second flag. The rest is for results.
#define X "[%rd1]"
#define Y "[%rd1+8]"
#define FLAG "[%rd1+64]"
#define NEXT "[%rd1+128]"
#define WRITE_X "st.global.u32 " X ", 7;\n"
#define READ_X "ld.global.u32 %r10, " X ";\n"
// Without the flag, the thread does no more.
#define IF_SET "setp.eq.u32 %p5, %r11, 0;\n@%p5 bra END;\n"
#define SEE_VOLATILE "ld.volatile.global.u32 %r11, " FLAG ";\n" IF_SET
#define SEE_RELAXED "ld.relaxed.gpu.global.u32 %r11, " FLAG ";\n" IF_SET
#define SEE_ACQUIRE "ld.acquire.gpu.global.u32 %r11, " FLAG ";\n" IF_SET
#define SEE_ATOMIC "atom.global.add.u32 %r11, " FLAG ", 0;\n" IF_SET
#define SEE_PLAIN "ld.global.u32 %r11, " FLAG ";\n" IF_SET
#define SET_VOLATILE "st.volatile.global.u32 " FLAG ", 1;\n"
#define SET_RELAXED "st.relaxed.gpu.global.u32 " FLAG ", 1;\n"
#define SET_RELEASE "st.release.gpu.global.u32 " FLAG ", 1;\n"
#define SET_ATOMIC "red.global.add.u32 " FLAG ", 1;\n"
#define SET_EXCHANGE "atom.global.exch.b32 %r12, " FLAG ", 1;\nst.global.u32 [%rd1+512], %r12;\n"
#define READ_X_VOLATILE "ld.volatile.global.u32 %r10, " X ";\n"
#define KEEP "st.global.u32 [%rd3+512], %r11;\n"  // the value is used
#define COUNT "atom.global.add.u32 %r11, " FLAG ", 1;\n" KEEP
#define SET_BACK "st.global.u32 " FLAG ", 0;\n"
#define FENCE_BLOCK "membar.cta;\n"
#define FENCE "membar.gl;\n"
#define FENCE_SYSTEM "membar.sys;\n"

struct Case {
  const char* name;
  Threads threads;
  const char* first;   // thread 0, or thread 0 of block 0
  const char* second;  // the other thread
  Verdict verdict;
  const char* rule;
};

constexpr auto lanes = Threads::lanes;
constexpr auto warps = Threads::warps;
constexpr auto blocks = Threads::blocks;
constexpr auto none = Verdict::none;
constexpr auto note = Verdict::note;
constexpr auto warning = Verdict::warning;
constexpr auto error = Verdict::error;

// clang-format off
constexpr Case cases[] = {
    // Without any order.
    {"write_and_read", blocks, WRITE_X, READ_X, error, race},
    {"read_and_write", blocks, READ_X, WRITE_X, error, race},
    {"write_and_write", blocks, WRITE_X, "st.global.u32 " X ", 8;\n", error, race},
    {"write_and_write_of_one_value", blocks, WRITE_X, WRITE_X, note, race},
    {"addition_and_a_write_of_its_result", blocks, "red.global.add.u32 " X ", 1;\n", "st.global.u32 " X ", 1;\n", error, race},
    {"read_and_read", blocks, READ_X, READ_X, none, conflict},
    {"other_words", blocks, WRITE_X, "st.global.u32 " Y ", 8;\n", none, conflict},
    {"neighbouring_bytes", blocks, "st.global.u8 [%rd1], 1;\n", "st.global.u8 [%rd1+1], 2;\n", none, conflict},
    {"one_byte_of_a_word", blocks, WRITE_X, "ld.global.u8 %rs1, [%rd1+3];\n", error, conflict},
    {"half_of_a_vector", blocks, "st.global.v2.u32 [%rd1], {1, 2};\n", "ld.global.u32 %r10, [%rd1+4];\n", error, conflict},
    {"write_and_read_of_warps", warps, WRITE_X, READ_X, error, race},
    {"write_and_read_of_lanes", lanes, WRITE_X, READ_X, warning, race},
    {"write_and_write_of_lanes", lanes, WRITE_X, "st.global.u32 " X ", 8;\n", warning, race},
    {"one_thread", blocks, WRITE_X READ_X WRITE_X, "ld.global.u32 %r10, " Y ";\n", none, program},
    // Strong operations.
    {"two_atomics", blocks, "red.global.add.u32 " X ", 1;\n", "red.global.add.u32 " X ", 1;\n", none, strong},
    {"two_atomics_of_the_system", blocks, "red.sys.global.add.u32 " X ", 1;\n", "red.global.add.u32 " X ", 1;\n", none, strong},
    {"one_atomic_of_a_block", blocks, "red.cta.global.add.u32 " X ", 1;\n", "red.global.add.u32 " X ", 1;\n", error, strong},
    {"the_other_atomic_of_a_block", blocks, "red.global.add.u32 " X ", 1;\n", "red.cta.global.add.u32 " X ", 1;\n", error, strong},
    {"two_atomics_of_a_block", blocks, "red.cta.global.add.u32 " X ", 1;\n", "red.cta.global.add.u32 " X ", 1;\n", error, strong},
    {"two_atomics_of_a_block_within_it", warps, "red.cta.global.add.u32 " X ", 1;\n", "red.cta.global.add.u32 " X ", 1;\n", none, strong},
    {"two_volatile", blocks, "st.volatile.global.u32 " X ", 1;\n", "ld.volatile.global.u32 %r10, " X ";\n", none, strong},
    {"two_relaxed", blocks, "st.relaxed.gpu.global.u32 " X ", 1;\n", "ld.relaxed.gpu.global.u32 %r10, " X ";\n", none, strong},
    {"relaxed_of_a_block", blocks, "st.relaxed.cta.global.u32 " X ", 1;\n", "ld.relaxed.gpu.global.u32 %r10, " X ";\n", error, strong},
    {"relaxed_of_a_block_within_it", warps, "st.relaxed.cta.global.u32 " X ", 1;\n", "ld.relaxed.cta.global.u32 %r10, " X ";\n", none, strong},
    {"volatile_write_and_plain_read", blocks, "st.volatile.global.u32 " X ", 1;\n", READ_X, error, race},
    {"plain_write_and_volatile_read", blocks, WRITE_X, "ld.volatile.global.u32 %r10, " X ";\n", error, race},
    {"atomic_and_volatile_read", blocks, "red.global.add.u32 " X ", 1;\n", "ld.volatile.global.u32 %r10, " X ";\n", none, strong},
    {"atomic_and_plain_write", blocks, "red.global.add.u32 " X ", 1;\n", WRITE_X, error, race},
    {"atomic_and_plain_read", blocks, "red.global.add.u32 " X ", 1;\n", READ_X, warning, race},
    {"plain_read_and_atomic", blocks, READ_X, "red.global.max.u32 " X ", 9;\n", warning, race},
    {"guard_before_an_atomic", blocks,
     READ_X "setp.ge.u32 %p6, %r10, 9;\n@%p6 bra END;\nred.global.max.u32 " X ", 9;\n",
     READ_X "setp.ge.u32 %p6, %r10, 5;\n@%p6 bra END;\nred.global.max.u32 " X ", 5;\n", warning, race},
    {"read_that_a_swap_expects", blocks,
     READ_X "add.u32 %r11, %r10, 1;\natom.global.cas.b32 %r12, " X ", %r10, %r11;\n",
     READ_X "add.u32 %r11, %r10, 2;\natom.global.cas.b32 %r12, " X ", %r10, %r11;\n", none, swap},
    {"store_buffering", blocks, WRITE_X "ld.global.u32 %r10, " Y ";\n", "st.global.u32 " Y ", 1;\n" READ_X, error, race},
    {"store_buffering_volatile", blocks, "st.volatile.global.u32 " X ", 1;\nld.volatile.global.u32 %r10, " Y ";\n",
     "st.volatile.global.u32 " Y ", 1;\nld.volatile.global.u32 %r10, " X ";\n", none, strong},
    // Message passing between blocks.
    {"message_without_fences", blocks, WRITE_X SET_VOLATILE, SEE_VOLATILE READ_X, error, no_release},
    {"message_with_fences", blocks, WRITE_X FENCE SET_VOLATILE, SEE_VOLATILE FENCE READ_X, none, synchronizes},
    {"message_without_the_writers_fence", blocks, WRITE_X SET_VOLATILE, SEE_VOLATILE FENCE READ_X, error, no_release},
    {"message_without_the_readers_fence", blocks, WRITE_X FENCE SET_VOLATILE, SEE_VOLATILE READ_X, error, no_acquire},
    {"message_with_the_fence_before_the_data", blocks, FENCE WRITE_X SET_VOLATILE, SEE_VOLATILE FENCE READ_X, error, no_release},
    {"message_with_the_readers_fence_too_early", blocks, WRITE_X FENCE SET_VOLATILE, FENCE SEE_VOLATILE READ_X, error, no_acquire},
    {"message_with_the_readers_fence_too_late", blocks, WRITE_X FENCE SET_VOLATILE, SEE_VOLATILE READ_X FENCE, error, no_acquire},
    {"message_with_the_writers_fence_after_the_flag", blocks, WRITE_X SET_VOLATILE FENCE, SEE_VOLATILE FENCE READ_X, error, no_release},
    {"message_with_fences_of_the_system", blocks, WRITE_X FENCE_SYSTEM SET_VOLATILE, SEE_VOLATILE FENCE_SYSTEM READ_X, none, synchronizes},
    {"message_with_a_writers_fence_of_its_block", blocks, WRITE_X FENCE_BLOCK SET_VOLATILE, SEE_VOLATILE FENCE READ_X, error, narrow},
    {"message_with_a_readers_fence_of_its_block", blocks, WRITE_X FENCE SET_VOLATILE, SEE_VOLATILE FENCE_BLOCK READ_X, error, narrow},
    {"message_by_a_relaxed_flag", blocks, WRITE_X FENCE SET_RELAXED, SEE_RELAXED FENCE READ_X, none, synchronizes},
    {"message_by_relaxed_alone", blocks, WRITE_X SET_RELAXED, SEE_RELAXED READ_X, error, no_release},
    {"message_by_release_and_acquire", blocks, WRITE_X SET_RELEASE, SEE_ACQUIRE READ_X, none, synchronizes},
    {"message_by_release_and_relaxed", blocks, WRITE_X SET_RELEASE, SEE_RELAXED READ_X, error, no_acquire},
    {"message_by_release_and_relaxed_with_a_fence", blocks, WRITE_X SET_RELEASE, SEE_RELAXED FENCE READ_X, none, synchronizes},
    {"message_by_relaxed_and_acquire", blocks, WRITE_X SET_RELAXED, SEE_ACQUIRE READ_X, error, no_release},
    {"message_by_relaxed_with_a_fence_and_acquire", blocks, WRITE_X FENCE SET_RELAXED, SEE_ACQUIRE READ_X, none, synchronizes},
    {"message_by_release_of_a_block", blocks, WRITE_X "st.release.cta.global.u32 " FLAG ", 1;\n", SEE_ACQUIRE READ_X, error, narrow},
    {"message_by_acquire_of_a_block", blocks, WRITE_X SET_RELEASE, "ld.acquire.cta.global.u32 %r11, " FLAG ";\n" IF_SET READ_X, error, narrow},
    {"message_by_release_of_the_system", blocks, WRITE_X "st.release.sys.global.u32 " FLAG ", 1;\n", "ld.acquire.sys.global.u32 %r11, " FLAG ";\n" IF_SET READ_X, none, synchronizes},
    {"message_by_an_atomic", blocks, WRITE_X FENCE SET_ATOMIC, SEE_ATOMIC FENCE READ_X, none, synchronizes},
    {"message_by_an_atomic_without_fences", blocks, WRITE_X SET_ATOMIC, SEE_ATOMIC READ_X, error, no_release},
    {"message_by_an_exchange", blocks, WRITE_X FENCE SET_EXCHANGE, SEE_VOLATILE FENCE READ_X, none, synchronizes},
    {"message_by_an_atomic_release", blocks, WRITE_X "red.release.gpu.global.add.u32 " FLAG ", 1;\n", "atom.acquire.gpu.global.add.u32 %r11, " FLAG ", 0;\n" IF_SET READ_X, none, synchronizes},
    {"message_by_acq_rel", blocks, WRITE_X "atom.acq_rel.gpu.global.add.u32 %r12, " FLAG ", 1;\nst.global.u32 [%rd1+512], %r12;\n", "atom.acq_rel.gpu.global.add.u32 %r11, " FLAG ", 0;\n" IF_SET READ_X, none, synchronizes},
    {"message_by_an_atomic_of_a_block", blocks, WRITE_X FENCE "red.cta.global.add.u32 " FLAG ", 1;\n", SEE_ATOMIC FENCE READ_X, error, strong},
    {"message_by_a_plain_flag", blocks, WRITE_X FENCE "st.global.u32 " FLAG ", 1;\n", SEE_PLAIN FENCE READ_X, error, race},
    {"message_by_a_plainly_read_flag", blocks, WRITE_X FENCE SET_VOLATILE, SEE_PLAIN FENCE READ_X, error, race},
    {"message_by_another_flag", blocks, WRITE_X FENCE "st.volatile.global.u32 " NEXT ", 1;\n" "st.global.u32 " Y ", 1;\n", "ld.volatile.global.u32 %r11, " FLAG ";\n" READ_X, error, synchronizes},
    {"message_written_to_after_the_flag", blocks, FENCE SET_VOLATILE WRITE_X, SEE_VOLATILE FENCE READ_X, error, no_release},
    {"message_answered_by_a_write", blocks, READ_X FENCE SET_VOLATILE, SEE_VOLATILE FENCE WRITE_X, none, synchronizes},
    {"message_answered_by_a_write_without_fences", blocks, READ_X SET_VOLATILE, SEE_VOLATILE WRITE_X, error, no_release},
    {"fence_sc", blocks, WRITE_X "fence.sc.gpu;\n" SET_RELAXED, SEE_RELAXED "fence.sc.gpu;\n" READ_X, none, synchronizes},
    {"fence_acq_rel", blocks, WRITE_X "fence.acq_rel.gpu;\n" SET_RELAXED, SEE_RELAXED "fence.acq_rel.gpu;\n" READ_X, none, synchronizes},
    {"fence_sc_of_a_block", blocks, WRITE_X "fence.sc.cta;\n" SET_RELAXED, SEE_RELAXED "fence.sc.cta;\n" READ_X, error, narrow},
    {"message_read_by_volatile_without_the_readers_fence", blocks, WRITE_X FENCE SET_VOLATILE, SEE_VOLATILE READ_X_VOLATILE, error, no_acquire},
    {"message_read_by_volatile_behind_a_barrier", blocks, WRITE_X FENCE SET_ATOMIC, SEE_ATOMIC "bar.sync 0;\n" READ_X_VOLATILE, warning, in_scope},
    {"message_read_behind_a_barrier", blocks, WRITE_X FENCE SET_ATOMIC, SEE_ATOMIC "bar.sync 0;\n" READ_X, error, in_scope},
    {"message_read_by_volatile_with_the_barrier_before_the_flag", blocks, WRITE_X FENCE SET_ATOMIC, "bar.sync 0;\n" SEE_ATOMIC READ_X_VOLATILE, error, no_acquire},
    {"message_read_by_volatile_behind_a_barrier_without_the_writers_fence", blocks, WRITE_X SET_ATOMIC, SEE_ATOMIC "bar.sync 0;\n" READ_X_VOLATILE, error, no_release},
    {"message_read_by_volatile_behind_a_barrier_and_a_fence", blocks, WRITE_X FENCE SET_ATOMIC, SEE_ATOMIC "bar.sync 0;\n" FENCE READ_X_VOLATILE, none, synchronizes},
    // A counter that is set back.
    {"counter_set_back_by_who_has_observed_the_other", blocks, COUNT, COUNT SET_BACK, none, coherence},
    {"counter_set_back_before_the_other_counts", blocks, COUNT SET_BACK, COUNT, error, race},
    {"counter_set_back_without_counting", blocks, COUNT, SET_BACK, error, race},
    {"counter_set_back_behind_a_count_that_returns_nothing", blocks, COUNT, SET_ATOMIC SET_BACK, error, race},
    {"counter_set_back_behind_a_read", blocks, COUNT, SEE_RELAXED SET_BACK, error, race},
    {"counter_set_back_behind_a_count_of_the_block", blocks, COUNT, "atom.cta.global.add.u32 %r11, " FLAG ", 1;\n" KEEP SET_BACK, error, strong},
    {"counter_set_back_behind_another_counter", blocks, COUNT, "atom.global.add.u32 %r11, " NEXT ", 1;\n" KEEP SET_BACK, error, race},
    {"counter_read_plainly_by_who_has_observed_the_other", blocks, COUNT, COUNT "ld.global.u32 %r10, " FLAG ";\n", warning, race},
    {"counter_set_back_in_a_block", warps, COUNT, COUNT SET_BACK, none, coherence},
    // Within a block, the scope of a block is enough.
    {"message_between_warps", warps, WRITE_X FENCE_BLOCK SET_VOLATILE, SEE_VOLATILE FENCE_BLOCK READ_X, none, synchronizes},
    {"message_between_warps_without_fences", warps, WRITE_X SET_VOLATILE, SEE_VOLATILE READ_X, error, no_release},
    {"message_between_warps_by_release_and_acquire", warps, WRITE_X "st.release.cta.global.u32 " FLAG ", 1;\n", "ld.acquire.cta.global.u32 %r11, " FLAG ";\n" IF_SET READ_X, none, synchronizes},
    {"message_between_warps_by_wider_fences", warps, WRITE_X FENCE SET_VOLATILE, SEE_VOLATILE FENCE READ_X, none, synchronizes},
    // Locks.
    {"lock_with_fences", blocks,
     "atom.global.cas.b32 %r11, " FLAG ", 0, 1;\n" FENCE WRITE_X FENCE "atom.global.exch.b32 %r12, " FLAG ", 0;\n",
     "atom.global.cas.b32 %r11, " FLAG ", 0, 1;\n" FENCE READ_X FENCE "atom.global.exch.b32 %r12, " FLAG ", 0;\n", none, observes},
    {"lock_without_fences", blocks,
     "atom.global.cas.b32 %r11, " FLAG ", 0, 1;\n" WRITE_X "atom.global.exch.b32 %r12, " FLAG ", 0;\n",
     "atom.global.cas.b32 %r11, " FLAG ", 0, 1;\n" READ_X "atom.global.exch.b32 %r12, " FLAG ", 0;\n", error, no_release},
    {"lock_without_the_fence_before_it_is_given_back", blocks,
     "atom.global.cas.b32 %r11, " FLAG ", 0, 1;\n" FENCE WRITE_X "atom.global.exch.b32 %r12, " FLAG ", 0;\n",
     "atom.global.cas.b32 %r11, " FLAG ", 0, 1;\n" FENCE READ_X "atom.global.exch.b32 %r12, " FLAG ", 0;\n", error, no_release},
    {"flag_overwritten_before_it_is_read", blocks,
     WRITE_X FENCE SET_VOLATILE, "st.volatile.global.u32 " FLAG ", 1;\n" SEE_VOLATILE FENCE READ_X, error, overwritten},
    {"flag_updated_before_it_is_read", blocks,
     WRITE_X FENCE SET_VOLATILE, "red.global.add.u32 " FLAG ", 1;\n" SEE_VOLATILE FENCE READ_X, none, observes},
};
// clang-format on

std::string body_of(const Case& of) {
  const std::string first = of.threads == Threads::blocks
                                ? "setp.ne.u32 %p1, %r37, 0;\n@%p1 bra END;\n"
                                  "setp.ne.u32 %p2, %r38, 0;\n@%p2 bra SECOND;\n"
                                : std::string("setp.eq.u32 %p1, %r37, ") +
                                      (of.threads == Threads::warps ? "32" : "1") +
                                      ";\n@%p1 bra SECOND;\nsetp.ne.u32 %p2, %r37, 0;\n"
                                      "@%p2 bra END;\n";
  return first + of.first + "bra END;\nSECOND:\n" + of.second + "END:";
}

PtxRun run_of(const std::string& body, std::uint32_t blocks_in_grid, std::uint32_t threads) {
  PtxRun run;
  run.body = body;
  run.config = {{blocks_in_grid, 1, 1}, {threads, 1, 1}, 0};
  run.out_words = 1024;
  run.options.threads = 1;
  run.options.max_warp_instructions = 100'000;
  return run;
}

std::vector<Diagnostic> races_in(const PtxRun& run) {
  std::vector<Diagnostic> found = run_ptx(run).run.diagnostics;
  std::erase_if(found, [](const Diagnostic& d) { return d.kind != DiagnosticKind::global_race; });
  return found;
}

Verdict verdict_of(const std::vector<Diagnostic>& races) {
  Verdict worst = Verdict::none;
  for (const Diagnostic& each : races) {
    const Verdict verdict = each.severity == Severity::error     ? Verdict::error
                            : each.severity == Severity::warning ? Verdict::warning
                                                                 : Verdict::note;
    worst = std::max(worst, verdict);
  }
  return worst;
}

class GlobalRaceCase : public testing::TestWithParam<Case> {};

TEST_P(GlobalRaceCase, has_the_verdict_of_the_memory_model) {
  const Case& of = GetParam();
  const bool two_blocks = of.threads == Threads::blocks;
  const auto found =
      races_in(run_of(body_of(of), two_blocks ? 2 : 1, of.threads == Threads::warps ? 64 : 32));
  EXPECT_EQ(verdict_of(found), of.verdict) << of.rule << "\n"
                                           << (found.empty() ? "" : found[0].message);
}

INSTANTIATE_TEST_SUITE_P(Model, GlobalRaceCase, testing::ValuesIn(cases),
                         [](const auto& tested) { return std::string(tested.param.name); });

// The findings of a launch of 8 blocks that is run as a lesson is: once more in order, if blocks
// turn out to depend on each other.
std::vector<Diagnostic> races_with(const std::string& body, int threads) {
  PtxRun run = run_of(body, 8, 64);
  run.options.threads = threads;
  if (run_ptx(run).run.status == RunStatus::blocks_depend) run.options.in_order = true;
  return races_in(run);
}

// Each block does the work of another one. Of the 64 threads of a block, the 32 of its first warp
// do it, unless it says otherwise.
struct Shuffled {
  const char* name;
  const char* body;  // %r38: the number of the work, in place of that of the block
  Verdict verdict;
};

#define FIRST_WARP "setp.ge.u32 %p9, %r37, 32;\n@%p9 bra END;\n"
// %rd10: the address of the block's word for this thread
#define OWN_WORD \
  "mad.lo.u32 %r20, %r38, 64, %r37;\nmul.wide.u32 %rd10, %r20, 4;\nadd.s64 %rd10, %rd10, %rd1;\n"
#define COUNTER "[%rd1+4096]"
#define WRITE_OWN "st.global.u32 [%rd10], %r20;\n"
// Thread 0 of the block counts it; the threads of the last block go on and read all words.
#define LAST_BLOCK_READS                                                          \
  "bar.sync 0;\nmov.u32 %r21, 0;\nsetp.ne.u32 %p3, %r37, 0;\n@%p3 bra COUNTED;\n" \
  "atom.global.add.u32 %r21, " COUNTER                                            \
  ", 1;\nst.shared.u32 [seen], %r21;\nCOUNTED:\n"                                 \
  "bar.sync 0;\nld.shared.u32 %r21, [seen];\nsetp.ne.u32 %p4, %r21, 7;\n@%p4 bra END;\n"
#define SET_COUNTER_BACK \
  "setp.ne.u32 %p3, %r37, 0;\n@%p3 bra KEPT;\nst.global.u32 " COUNTER ", 0;\nKEPT:\n"
#define READ_ALL READ_ALL_BY("ld.global.u32")
#define READ_ALL_VOLATILE READ_ALL_BY("ld.volatile.global.u32")
#define READ_ALL_BY(load)                                            \
  "mov.u32 %r22, 0;\nNEXT_ONE:\nmad.lo.u32 %r23, %r22, 64, %r37;\n"  \
  "mul.wide.u32 %rd11, %r23, 4;\nadd.s64 %rd11, %rd11, %rd1;\n" load \
  " %r24, [%rd11];\n"                                                \
  "add.u32 %r22, %r22, 1;\nsetp.lt.u32 %p6, %r22, 8;\n@%p6 bra NEXT_ONE;\n"

constexpr Shuffled shuffled[] = {
    {"words_of_its_own", OWN_WORD WRITE_OWN "ld.global.u32 %r24, [%rd10];\n", none},
    {"a_word_of_the_next_block",
     OWN_WORD WRITE_OWN "setp.eq.u32 %p3, %r38, 7;\n@%p3 bra END;\nld.global.u32 %r24, "
                        "[%rd10+256];\n",
     error},
    {"one_word_by_all_alike", FIRST_WARP "st.global.u32 [%rd1], 7;\n", note},
    {"one_word_by_all", FIRST_WARP "st.global.u32 [%rd1], %r38;\n", error},
    {"one_atomic_word", "red.global.add.u32 [%rd1], 1;\n", none},
    {"one_atomic_word_in_the_scope_of_blocks", "red.cta.global.add.u32 [%rd1], 1;\n", error},
    {"one_atomic_word_that_is_read", "red.global.add.u32 [%rd1], 1;\nld.global.u32 %r24, [%rd1];\n",
     warning},
    {"the_last_block", OWN_WORD WRITE_OWN "membar.gl;\n" LAST_BLOCK_READS "membar.gl;\n" READ_ALL,
     none},
    {"the_last_block_with_one_fence_behind_the_barrier",
     OWN_WORD WRITE_OWN "bar.sync 0;\nmembar.gl;\n" LAST_BLOCK_READS "membar.gl;\n" READ_ALL, none},
    {"the_last_block_without_a_fence_of_the_others",
     OWN_WORD WRITE_OWN LAST_BLOCK_READS "membar.gl;\n" READ_ALL, error},
    {"the_last_block_without_a_fence_of_its_own",
     OWN_WORD WRITE_OWN "membar.gl;\n" LAST_BLOCK_READS READ_ALL, error},
    {"the_last_block_as_in_the_guide",
     OWN_WORD WRITE_OWN "membar.gl;\n" LAST_BLOCK_READS READ_ALL_VOLATILE SET_COUNTER_BACK,
     warning},
    {"the_last_block_that_sets_its_counter_back",
     OWN_WORD WRITE_OWN "membar.gl;\n" LAST_BLOCK_READS "membar.gl;\n" READ_ALL SET_COUNTER_BACK,
     none},
    {"the_last_block_as_in_the_guide_without_a_fence_of_the_others",
     OWN_WORD WRITE_OWN LAST_BLOCK_READS READ_ALL_VOLATILE SET_COUNTER_BACK, error},
    {"a_counter_that_all_set_back",
     FIRST_WARP "bar.warp.sync -1;\nsetp.ne.u32 %p3, %r37, 0;\n@%p3 bra END;\n"
                "atom.global.add.u32 %r21, " COUNTER ", 1;\nst.global.u32 [%rd3+4160], %r21;\n"
                "st.global.u32 " COUNTER ", 0;\n",
     error},
    {"the_last_block_with_fences_of_blocks",
     OWN_WORD WRITE_OWN "membar.cta;\n" LAST_BLOCK_READS "membar.cta;\n" READ_ALL, error},
};

// The atomic operations of the first warp, the storing thread's own among them, do not hide the
// store from those of the others.
TEST(GlobalRace, of_a_store_and_atomics_of_all_threads_is_found_between_warps_and_blocks) {
  const std::string body =
      "or.b32 %r20, %r37, %r38;\nsetp.eq.u32 %p3, %r20, 0;\n@%p3 st.global.u32 [%rd1], 0;\n"
      "bar.warp.sync -1;\nred.global.add.u32 [%rd1], 1;\n";
  for (const std::uint32_t blocks : {1U, 2U}) {
    const auto found = races_in(run_of(body, blocks, 64));
    ASSERT_EQ(found.size(), blocks);  // within the block, and between the two
    for (const Diagnostic& each : found) EXPECT_EQ(each.severity, Severity::error);
  }
}

class GlobalRaceInAnyOrder : public testing::TestWithParam<Shuffled> {};

TEST_P(GlobalRaceInAnyOrder, is_found_alike_with_any_number_of_threads) {
  // Odd factors: another order of the eight blocks each.
  for (const auto& [factor, offset] : {std::pair{1, 0}, {7, 7}, {3, 2}, {5, 1}}) {
    const std::string body = "mad.lo.u32 %r38, %r38, " + std::to_string(factor) + ", " +
                             std::to_string(offset) + ";\nand.b32 %r38, %r38, 7;\n" +
                             ".shared .align 4 .b32 seen;\n" + GetParam().body + "END:";
    // Which two threads are named depends on how the blocks run beside one another.
    std::set<std::pair<int, int>> one;
    for (const int threads : {1, 2, 5}) {
      std::set<std::pair<int, int>> lines;
      const auto found = races_with(body, threads);
      EXPECT_EQ(verdict_of(found), GetParam().verdict)
          << factor << " " << threads << (found.empty() ? "" : found[0].message);
      for (const Diagnostic& each : found) {
        EXPECT_EQ(each.count, 1U);
        lines.insert(std::minmax(each.ptx_line, each.other ? each.other->ptx_line : 0));
      }
      if (threads == 1) one = lines;
      EXPECT_EQ(lines, one) << factor << " " << threads;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Blocks, GlobalRaceInAnyOrder, testing::ValuesIn(shuffled),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(GlobalRace, names_both_threads_blocks_and_the_element) {
  const auto found =
      races_in(run_of(body_of({"", blocks, ".loc 1 20 1\nst.global.u32 [%rd1+12], 7;\n",
                               ".loc 1 30 1\nld.global.u32 %r10, [%rd1+12];\n", error, race}),
                      2, 32));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].place.line, 30);
  EXPECT_EQ(found[0].block, (Dim3{1, 0, 0}));
  EXPECT_EQ(found[0].thread, (Dim3{0, 0, 0}));
  ASSERT_TRUE(found[0].other.has_value());
  EXPECT_EQ(found[0].other->place.line, 20);
  EXPECT_EQ(found[0].other->block, (Dim3{0, 0, 0}));
  EXPECT_NE(found[0].message.find("race on out[3] (elements of 4 bytes)"), std::string::npos)
      << found[0].message;
}

TEST(GlobalRace, says_which_fence_is_missing) {
  const auto found = races_in(run_of(
      body_of({"", blocks, WRITE_X FENCE SET_VOLATILE, SEE_VOLATILE READ_X, error, no_acquire}), 2,
      32));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NE(found[0].message.find("the flag that hands the data over has been read"),
            std::string::npos)
      << found[0].message;
}

TEST(GlobalRace, of_warps_is_ordered_by_a_barrier_of_the_block) {
  const std::string write = "st.global.u32 [%rd3], 1;\n";
  const std::string read =
      "xor.b32 %r20, %r37, 32;\nmul.wide.u32 %rd10, %r20, 8;\n"
      "add.s64 %rd10, %rd10, %rd1;\nld.global.u32 %r21, [%rd10];\n";
  EXPECT_EQ(verdict_of(races_in(run_of(write + "bar.sync 0;\n" + read, 1, 64))), none) << barrier;
  EXPECT_EQ(verdict_of(races_in(run_of(write + read, 1, 64))), error) << race;
}

TEST(GlobalRace, of_lanes_is_ordered_by_syncwarp) {
  const std::string write = "st.global.u32 [%rd3], 1;\n";
  const std::string read =
      "xor.b32 %r20, %r37, 1;\nmul.wide.u32 %rd10, %r20, 8;\n"
      "add.s64 %rd10, %rd10, %rd1;\nld.global.u32 %r21, [%rd10];\n";
  EXPECT_EQ(verdict_of(races_in(run_of(write + "bar.warp.sync -1;\n" + read, 1, 32))), none)
      << barrier;
  EXPECT_EQ(verdict_of(races_in(run_of(write + read, 1, 32))), warning) << race;
}

// Block 0 hands a word to block 1, which hands it to block 2 by another flag.
TEST(GlobalRace, does_not_lie_between_blocks_that_a_third_one_orders) {
  const auto body = [](const std::string& fence_between) {
    return "setp.ne.u32 %p1, %r37, 0;\n@%p1 bra END;\nsetp.eq.u32 %p2, %r38, 1;\n@%p2 bra ONE;\n"
           "setp.eq.u32 %p3, %r38, 2;\n@%p3 bra TWO;\n" WRITE_X FENCE SET_VOLATILE
           "bra END;\nONE:\n" SEE_VOLATILE +
           fence_between +
           "st.volatile.global.u32 " NEXT
           ", 1;\nbra END;\nTWO:\n"
           "ld.volatile.global.u32 %r11, " NEXT ";\n" IF_SET FENCE READ_X "END:";
  };
  EXPECT_EQ(verdict_of(races_in(run_of(body(FENCE), 3, 32))), none) << cumulative;
  EXPECT_EQ(verdict_of(races_in(run_of(body(""), 3, 32))), error) << no_acquire;
  EXPECT_EQ(verdict_of(races_in(run_of(body(FENCE_BLOCK), 3, 32))), error) << narrow;
}

// Warp 0 of block 1 gets a word from block 0 and hands it to warp 1 by a flag in shared memory.
TEST(GlobalRace, does_not_lie_behind_a_flag_of_the_block) {
  const auto body = [](const std::string& fence) {
    return ".shared .align 4 .b32 seen;\nsetp.eq.u32 %p2, %r38, 1;\n@%p2 bra ONE;\n"
           "setp.ne.u32 %p1, %r37, 0;\n@%p1 bra END;\n" WRITE_X FENCE SET_VOLATILE
           "bra END;\nONE:\nsetp.eq.u32 %p3, %r37, 32;\n@%p3 bra OTHER;\n"
           "setp.ne.u32 %p1, %r37, 0;\n@%p1 bra END;\n" SEE_VOLATILE +
           fence +
           FENCE_BLOCK
           "st.volatile.shared.u32 [seen], 1;\nbra END;\nOTHER:\n"
           "ld.volatile.shared.u32 %r11, [seen];\n" IF_SET FENCE_BLOCK READ_X "END:";
  };
  EXPECT_EQ(verdict_of(races_in(run_of(body(FENCE), 2, 64))), none) << cumulative;
  EXPECT_EQ(verdict_of(races_in(run_of(body(""), 2, 64))), error) << narrow;
}

TEST(GlobalRace, does_not_lie_between_blocks_on_both_sides_of_a_grid_barrier) {
  const std::string write = "st.global.u32 [%rd3], 1;\n";
  const std::string read =
      "add.u32 %r20, %r1, 64;\nand.b32 %r20, %r20, 255;\nmul.wide.u32 %rd12, %r20, 8;\n"
      "add.s64 %rd12, %rd12, %rd1;\nld.global.u32 %r21, [%rd12];\n";
  for (const bool has_barrier : {true, false}) {
    PtxRun run = run_of(write + (has_barrier ? grid_barrier : "") + read, 4, 64);
    run.config.is_cooperative = true;
    EXPECT_EQ(verdict_of(races_in(run)), has_barrier ? none : error);
  }
}

TEST(GlobalRace, is_not_looked_for_if_switched_off) {
  PtxRun run = run_of(body_of({"", blocks, WRITE_X, READ_X, error, race}), 2, 32);
  run.options.checks.set(DiagnosticKind::global_race, false);
  EXPECT_TRUE(races_in(run).empty());
}

}  // namespace
}  // namespace lanescope::exec
