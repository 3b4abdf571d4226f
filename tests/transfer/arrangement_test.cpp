#include "sim/transfer/arrangement.h"

#include <gtest/gtest.h>

#include "sim/transfer/schedule.h"

namespace lanescope::transfer {
namespace {

Arrangement read(const char* text) {
  const auto arrangement = arrangement_from(text);
  EXPECT_TRUE(arrangement) << text << ": " << (arrangement ? "" : arrangement.error().message());
  return arrangement.value_or(Arrangement{});
}

ArrangementProblem problem_of(const char* text) {
  const auto arrangement = arrangement_from(text);
  EXPECT_FALSE(arrangement) << text;
  return arrangement ? ArrangementProblem{} : arrangement.error();
}

std::vector<Race::Kind> kinds_of_races(const char* text) {
  std::vector<Race::Kind> kinds;
  for (const Race& race : races_of(program_of(read(text), {1, 1, 1, 1})))
    kinds.push_back(race.kind);
  return kinds;
}

TEST(ArrangementText, every_kind_of_call_is_read_and_written_alike) {
  const char* text =
      "per_thread; non_blocking; in A 1; kernel B 2; out C 0; record x 1; wait y 2; sync; sync 3; "
      "sync z; host D";
  EXPECT_EQ(text_of(read(text)), text);
}

TEST(ArrangementText, spaces_new_lines_and_empty_calls_do_not_matter) {
  EXPECT_EQ(text_of(read("  in   A 1 ;;\n kernel A 1\n")), "in A 1; kernel A 1");
  EXPECT_TRUE(read("").calls.empty());
}

TEST(ArrangementText, a_wrong_word_is_named_with_its_call) {
  using Kind = ArrangementProblem::Kind;
  for (const auto& [text, call, word] :
       {std::tuple{"in A 1; kernl A 1", 1U, "kernl"}, std::tuple{"in E 1", 0U, "E"},
        std::tuple{"in A 5", 0U, "5"}, std::tuple{"record A 1", 0U, "A"},
        std::tuple{"sync q", 0U, "q"}, std::tuple{"in A 1 2", 0U, "2"},
        std::tuple{"in A 1; per_thread", 1U, "per_thread"}}) {
    const ArrangementProblem problem = problem_of(text);
    EXPECT_EQ(problem.kind, Kind::no_such_word) << text;
    EXPECT_EQ(problem.call, call) << text;
    EXPECT_EQ(problem.word, word) << text;
  }
  EXPECT_EQ(problem_of("in A").kind, Kind::missing);
  EXPECT_EQ(problem_of("kernel").kind, Kind::missing);
}

TEST(ArrangementText, has_a_greatest_length) {
  std::string text;
  for (std::size_t i = 0; i < most_calls; ++i) text += "sync;";
  EXPECT_EQ(read(text.c_str()).calls.size(), most_calls);
  text += "sync";
  EXPECT_EQ(problem_of(text.c_str()).kind, ArrangementProblem::Kind::too_many);
}

TEST(ArrangedProgram, a_copy_back_on_another_stream_races_with_the_kernel) {
  EXPECT_EQ(kinds_of_races("in A 1; kernel A 1; out A 2"),
            std::vector{Race::Kind::read_before_written});
  EXPECT_TRUE(kinds_of_races("in A 1; kernel A 1; record x 1; wait x 2; out A 2").empty());
}

TEST(ArrangedProgram, the_host_reads_a_result_only_after_waiting) {
  EXPECT_EQ(kinds_of_races("in A 1; kernel A 1; out A 1; host A"),
            std::vector{Race::Kind::read_before_written});
  EXPECT_TRUE(kinds_of_races("in A 1; kernel A 1; out A 1; sync 1; host A").empty());
}

TEST(ArrangedProgram, a_second_copy_in_races_with_the_kernel_that_reads) {
  EXPECT_EQ(kinds_of_races("in A 1; record x 1; wait x 2; kernel A 2; in A 1"),
            std::vector{Race::Kind::written_while_read});
}

TEST(ArrangedProgram, the_default_stream_orders_blocking_streams_only) {
  EXPECT_TRUE(kinds_of_races("in A 1; kernel A 0; out A 2").empty());
  EXPECT_EQ(kinds_of_races("non_blocking; in A 1; kernel A 0; out A 2").size(), 2U);
  EXPECT_EQ(kinds_of_races("per_thread; in A 1; kernel A 0; out A 2").size(), 2U);
}

TEST(ArrangedProgram, has_an_operation_for_each_call_with_its_time) {
  const StreamProgram program =
      program_of(read("in A 1; kernel A 1; out A 1; sync; host A"), {1, 2, 3, 4});
  std::vector<double> seconds;
  for (const Operation& operation : program.operations) seconds.push_back(operation.seconds);
  EXPECT_EQ(seconds, (std::vector<double>{1, 2, 3, 0, 4}));
  EXPECT_EQ(schedule(program, many_queues())->total_seconds, 10);
}

TEST(ShippedArrangements, can_be_read_and_race_where_their_name_says_so) {
  for (const NamedArrangement& each : shipped_arrangements()) {
    EXPECT_EQ(text_of(read(each.text)), each.text);
    const bool is_early = std::string_view(each.name).ends_with("too_early");
    EXPECT_EQ(!kinds_of_races(each.text).empty(), is_early) << each.name;
  }
}

TEST(ArrangementChange, a_call_is_added_removed_and_moved) {
  const Arrangement before = read("in A 1; kernel A 1");
  EXPECT_EQ(text_of(with_call(before, 1, {OperationKind::copy_out, 1, 2, 0})),
            "in A 1; out B 2; kernel A 1");
  EXPECT_EQ(text_of(without_call(before, 0)), "kernel A 1");
  EXPECT_EQ(text_of(without_call(before, 2)), "in A 1; kernel A 1");
  EXPECT_EQ(text_of(with_moved(before, 0, 1, 3)), "kernel A 1; in A 3");
  EXPECT_EQ(text_of(with_moved(read("sync; in A 1"), 0, 1, 3)), "in A 1; sync");
}

TEST(ArrangementChange, a_full_program_takes_no_more) {
  Arrangement full;
  full.calls.resize(most_calls);
  EXPECT_EQ(with_call(full, 0, {OperationKind::copy_in}), full);
}

TEST(CudaText, is_the_call_that_a_program_would_make) {
  EXPECT_EQ(cuda_text({OperationKind::copy_in, 0, 1, 0}),
            "cudaMemcpyAsync(d_A, h_A, bytes, cudaMemcpyHostToDevice, stream[1]);");
  EXPECT_EQ(cuda_text({OperationKind::event_wait, 0, 2, 1}), "cudaStreamWaitEvent(stream[2], y);");
  EXPECT_EQ(cuda_text({OperationKind::kernel, 2, 0, 0}),
            "kernel<<<grid, block, 0, 0>>>(d_C, r_C);");
}

}  // namespace
}  // namespace lanescope::transfer
