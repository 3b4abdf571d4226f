// Random programs of the integer subset: the emulator against an interpreter that executes one
// thread at a time. The two share nothing but the text of the PTX ISA.
#include <gtest/gtest.h>

#include "tests/property/arguments.h"
#include "tests/property/interpreter.h"
#include "tests/repetitions.h"

namespace lanescope::property {
namespace {

// With sanitizers a twentieth: these programs take longest of all tests there.
constexpr std::uint64_t seeds_per_case = tests::has_sanitizers ? 20 : 400;

struct Emulated {
  std::vector<std::byte> out;
  exec::InstructionCounts counts;
  std::string error;
};

Emulated emulate(const Program& program, int threads) {
  Emulated result;
  const auto decoded = tests::program_of(ptx_of(program));
  if (!decoded) {
    result.error = decoded.error().front().text();
    return result;
  }
  tests::Arguments arguments = arguments_of(program);
  exec::RunOptions options;
  options.threads = threads;
  const auto done = exec::run(
      *decoded, {{program.grid, 1, 1}, {program.block[0], program.block[1], program.block[2]}, 0},
      arguments.bytes, arguments.memory, tests::nobody, options);
  if (!done) {
    result.error = done.error().text();
    return result;
  }
  // Two threads may store the same value to one word.
  for (const Diagnostic& each : done->diagnostics) {
    const bool is_same_value =
        each.kind == DiagnosticKind::global_race && each.severity == Severity::note;
    if (result.error.empty() && !is_same_value) result.error = each.text();
  }
  if (done->status != exec::RunStatus::completed) result.error = "the run did not complete";
  result.counts = done->counts;
  result.out = arguments.elements_of(0);
  return result;
}

// The difference as text; empty if emulator and interpreter agree.
std::string disagreement(const Program& program, int threads) {
  const Outcome expected = interpret(program, input_of(program));
  if (!expected.error.empty()) return "the interpreter: " + expected.error;
  const Emulated found = emulate(program, threads);
  if (!found.error.empty()) return "the emulator: " + found.error;
  for (std::size_t i = 0; i < expected.out.size(); ++i) {
    if (found.out[i] == expected.out[i]) continue;
    return "byte " + std::to_string(i) + " of out: expected " +
           std::to_string(std::to_integer<int>(expected.out[i])) + ", found " +
           std::to_string(std::to_integer<int>(found.out[i]));
  }
  if (found.counts.thread_instructions != expected.thread_steps) {
    return "thread instructions: expected " + std::to_string(expected.thread_steps) + ", found " +
           std::to_string(found.counts.thread_instructions);
  }
  return "";
}

// Removes all units it can while the two still disagree.
Program shrunk(const Program& program, int threads) {
  std::vector<bool> kept(static_cast<std::size_t>(program.units), true);
  for (std::size_t size = kept.size(); size > 0; size /= 2) {
    for (std::size_t from = 0; from < kept.size(); from += size) {
      std::vector<bool> fewer = kept;
      for (std::size_t i = from; i < std::min(from + size, fewer.size()); ++i) fewer[i] = false;
      if (fewer == kept) continue;
      const std::string words = disagreement(without(program, fewer), threads);
      if (!words.empty() && !words.starts_with("the interpreter")) kept = fewer;
    }
  }
  return without(program, kept);
}

void expect_agreement(const Program& program, int threads) {
  const std::string words = disagreement(program, threads);
  if (words.empty()) return;
  const Program less = shrunk(program, threads);
  ADD_FAILURE() << "seed " << program.seed << ", " << threads << " threads: " << words
                << "\nshrunk, it says " << disagreement(less, threads) << "\n"
                << ptx_of(less);
}

// Ten cases, so that they can run in parallel.
class RandomPrograms : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomPrograms, give_the_results_of_running_one_thread_at_a_time) {
  const std::uint64_t first = GetParam() * seeds_per_case;
  for (std::uint64_t seed = first; seed < first + seeds_per_case; ++seed) {
    expect_agreement(random_program(seed), 1);
    if (HasFailure()) break;  // one failing program per case is enough
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPrograms,
                         testing::Range(std::uint64_t{0}, std::uint64_t{10}));

TEST(RandomProgram, gives_the_same_arrays_and_counts_on_one_thread_and_on_three) {
  for (std::uint64_t seed = 100'000; seed < 100'000 + tests::repetitions(300); ++seed) {
    Program program = random_program(seed);
    if (program.grid == 1) continue;
    const Emulated one = emulate(program, 1);
    const Emulated three = emulate(program, 3);
    ASSERT_EQ(one.error, "") << ptx_of(program);
    ASSERT_EQ(three.error, "") << ptx_of(program);
    ASSERT_EQ(one.out, three.out) << "seed " << seed << "\n" << ptx_of(program);
    ASSERT_EQ(one.counts, three.counts) << "seed " << seed << "\n" << ptx_of(program);
  }
}

TEST(RandomProgram, is_the_same_for_the_same_seed_and_another_for_another) {
  EXPECT_EQ(ptx_of(random_program(7)), ptx_of(random_program(7)));
  EXPECT_NE(ptx_of(random_program(7)), ptx_of(random_program(8)));
}

// Checks that the seeds cover everything: if the generator no longer made loops, for example, all
// other tests would still pass.
TEST(RandomProgram, has_every_operation_and_every_kind_of_step_somewhere) {
  std::vector<bool> ops(static_cast<std::size_t>(Op::integer_from_float) + 1);
  std::vector<bool> kinds(static_cast<std::size_t>(StepKind::exit) + 1);
  int guarded_branches_back = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Program program = random_program(seed);
    std::vector<int> labels_before;
    for (const Step& step : program.steps) {
      kinds[static_cast<std::size_t>(step.kind)] = true;
      if (step.kind == StepKind::compute) ops[static_cast<std::size_t>(step.op)] = true;
      if (step.kind == StepKind::label) labels_before.push_back(step.number);
      if (step.kind == StepKind::branch && step.guard.exists()) {
        for (const int number : labels_before) guarded_branches_back += number == step.number;
      }
    }
  }
  for (std::size_t i = 0; i < ops.size(); ++i) EXPECT_TRUE(ops[i]) << "operation " << i;
  for (std::size_t i = 0; i < kinds.size(); ++i) EXPECT_TRUE(kinds[i]) << "kind " << i;
  EXPECT_GT(guarded_branches_back, 20);
}

}  // namespace
}  // namespace lanescope::property
