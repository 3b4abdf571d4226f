#include <gtest/gtest.h>

#include <cstring>

#include "kernels/lesson_file/lesson.h"
#include "tests/lesson/lesson_folder.h"

namespace lanescope::lesson::testing {
namespace {

// Resolves the lesson in this text. If that fails, the test fails and the result is empty.
Resolved resolved(const std::string& text, const Values& overrides = {}) {
  const LessonFolder folder(text);
  const auto lesson = loaded(folder);
  if (!lesson) return {};
  auto result = lesson->resolve("", overrides);
  if (!result) ADD_FAILURE() << result.error().formatted();
  return result ? std::move(*result) : Resolved{};
}

// The error that these values give.
Error error_with(const Values& overrides, std::uint64_t max_array_bytes = std::uint64_t{1} << 40) {
  const LessonFolder folder;
  const auto lesson = loaded(folder);
  if (!lesson) return {};
  const auto result = lesson->resolve("", overrides, max_array_bytes);
  EXPECT_FALSE(result);
  return result ? Error{} : result.error();
}

TEST(Resolve, everything_becomes_a_number) {
  const Resolved launch = resolved(minimal_lesson);
  EXPECT_EQ(launch.kernel, "scale");
  EXPECT_EQ(launch.source_name, "kernel.cu");
  EXPECT_EQ(launch.source_text, "__global__ void scale(float* A) { A[threadIdx.x] *= 2; }\n");
  EXPECT_EQ(launch.params, (Values{{"N", 1024}, {"PAD", 0}}));
  EXPECT_EQ(launch.grid, (std::array<std::int64_t, 3>{4, 1, 1}));
  EXPECT_EQ(launch.block, (std::array<std::int64_t, 3>{256, 1, 1}));
  EXPECT_EQ(launch.dynamic_shared_bytes, 0u);
  ASSERT_EQ(launch.args.size(), 1u);
  EXPECT_EQ(launch.args[0].name, "A");
  EXPECT_TRUE(launch.args[0].is_array);
  EXPECT_EQ(launch.args[0].count, 1024u);
  EXPECT_EQ(launch.args[0].init, "iota");
  EXPECT_EQ(launch.args[0].line, 9);
  EXPECT_EQ(launch.array_bytes, 4096u);
}

TEST(Resolve, registers_per_thread_are_known_only_if_the_file_states_them) {
  EXPECT_FALSE(resolved(minimal_lesson).registers);
  const std::string text =
      changed(minimal_lesson, "block = [256]", "block = [256]\nregisters = 32");
  EXPECT_EQ(resolved(text).registers, 32U);
}

TEST(Resolve, chosen_values_take_the_place_of_defaults) {
  const Resolved launch = resolved(minimal_lesson, {{"N", 4096}, {"PAD", -3}});
  EXPECT_EQ(launch.params, (Values{{"N", 4096}, {"PAD", -3}}));
  EXPECT_EQ(launch.grid[0], 16);
  EXPECT_EQ(launch.args[0].count, 4096u);
}

TEST(Resolve, a_value_out_of_range_is_an_error_with_the_range) {
  for (const std::int64_t n : {0, 16, 4128, -32}) {
    const Error error = error_with({{"N", n}});
    EXPECT_EQ(error.key, "params.N");
    EXPECT_EQ(error.line, 4);
    EXPECT_NE(error.message.find("32 to 4096"), std::string::npos) << error.message;
  }
}

TEST(Resolve, a_value_off_the_steps_is_an_error_with_the_step) {
  EXPECT_NE(error_with({{"N", 1000}}).message.find("steps of 32"), std::string::npos);
}

TEST(Resolve, a_value_beyond_exact_numbers_is_an_error) {
  EXPECT_NE(error_with({{"PAD", std::int64_t{1} << 60}}).message.find("2^53"), std::string::npos);
}

TEST(Resolve, an_unknown_parameter_is_an_error_that_lists_the_known_ones) {
  const Error error = error_with({{"PDA", 1}});
  EXPECT_EQ(error.key, "PDA");
  EXPECT_NE(error.message.find("did you mean 'PAD'?; there are N, PAD"), std::string::npos)
      << error.message;
}

TEST(Resolve, arrays_over_the_limit_are_an_error_that_says_how_much) {
  const Error error = error_with({{"N", 4096}}, 4096);
  EXPECT_EQ(error.key, "args[0].count");
  EXPECT_EQ(error.line, 12);
  EXPECT_NE(error.message.find("16 KiB"), std::string::npos) << error.message;
  EXPECT_NE(error.message.find("4 KiB"), std::string::npos) << error.message;
}

TEST(Resolve, all_arrays_together_count_against_the_limit) {
  const LessonFolder folder(minimal_lesson +
                            "[[args]]\nname = \"B\"\ntype = \"double\"\ncount = \"N\"\n");
  const auto lesson = loaded(folder);
  ASSERT_TRUE(lesson);
  EXPECT_TRUE(lesson->resolve("", {}, 3 * 4096));
  const auto too_much = lesson->resolve("", {}, 3 * 4096 - 1);
  ASSERT_FALSE(too_much);
  EXPECT_EQ(too_much.error().key, "args[1].count");
}

TEST(Resolve, half_of_the_memory_may_be_arrays) {
  EXPECT_GT(Lesson::default_max_array_bytes(), std::uint64_t{64} << 20);
}

TEST(Resolve, a_launch_is_checked_for_the_chosen_values) {
  const LessonFolder folder(changed(minimal_lesson, "[256]", "[\"N / 4\"]"));
  const auto lesson = loaded(folder);
  ASSERT_TRUE(lesson);
  EXPECT_TRUE(lesson->resolve("", {{"N", 4096}}));
  const LessonFolder larger(changed(minimal_lesson, "[256]", "[\"N / 2\"]"));
  const auto other = loaded(larger);
  ASSERT_TRUE(other);
  const auto result = other->resolve("", {{"N", 4096}});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().key, "launch.block[0]");
}

TEST(Resolve, numbers_of_an_init_may_be_expressions) {
  EXPECT_EQ(resolved(changed(minimal_lesson, "\"iota\"", "\"mod:N / 2\"")).args[0].init, "mod:512");
  EXPECT_EQ(resolved(changed(minimal_lesson, "\"iota\"", "\"uniform:PAD\"")).args[0].init,
            "uniform:0");
  EXPECT_EQ(resolved(changed(minimal_lesson, "\"iota\"", "\"random:PAD:max(N, 2)\"")).args[0].init,
            "random:0:1024");
}

TEST(Resolve, an_array_without_init_is_zero) {
  EXPECT_EQ(resolved(changed(minimal_lesson, "init = \"iota\"", "")).args[0].init, "zero");
}

TEST(Resolve, an_array_may_be_scratch) {
  EXPECT_FALSE(resolved(minimal_lesson).args[0].is_scratch);
  EXPECT_TRUE(resolved(changed(minimal_lesson, "init = \"iota\"", "writes = \"scratch\""))
                  .args[0]
                  .is_scratch);
}

TEST(Resolve, a_shape_is_evaluated) {
  const Resolved launch =
      resolved(changed(minimal_lesson, "init = \"iota\"", "shape = [\"N / 32\", 32]"));
  EXPECT_EQ(launch.args[0].shape, (std::vector<std::uint64_t>{32, 32}));
}

TEST(Resolve, a_file_of_values_must_have_the_arrays_size) {
  const LessonFolder folder(changed(minimal_lesson, "\"iota\"", "\"file:values.bin\""));
  folder.write("values.bin", std::string(4096, 'x'));
  ASSERT_TRUE(loaded(folder));
  folder.write("values.bin", std::string(4095, 'x'));
  const auto lesson = Lesson::load(folder.path());
  ASSERT_FALSE(lesson);
  EXPECT_NE(lesson.error().message.find("4095 bytes; the array has 4096"), std::string::npos);
}

// The scalar of an [[args]] entry with this type and value.
template <typename T>
T scalar(const std::string& type, const std::string& value) {
  const Resolved launch = resolved(minimal_lesson + "[[args]]\nname = \"s\"\ntype = \"" + type +
                                   "\"\nvalue = " + value + "\n");
  T result{};
  if (launch.args.size() != 2 || launch.args[1].value.size() != sizeof result) {
    ADD_FAILURE() << "no scalar of " << sizeof result << " bytes";
    return result;
  }
  EXPECT_FALSE(launch.args[1].is_array);
  std::memcpy(&result, launch.args[1].value.data(), sizeof result);
  return result;
}

TEST(Resolve, scalars_are_converted_as_cpp_would) {
  EXPECT_EQ(scalar<std::int32_t>("int", "\"N\""), 1024);
  EXPECT_EQ(scalar<float>("float", "0.1"), 0.1f);
  EXPECT_EQ(scalar<double>("double", "\"N / 3\""), 341.0);
  EXPECT_EQ(scalar<std::uint8_t>("uchar", "300"), 44);
  EXPECT_EQ(scalar<std::int16_t>("short", "-2.7"), -2);
  EXPECT_EQ(scalar<std::int64_t>("longlong", "9223372036854775807"), 9223372036854775807);
}

TEST(Resolve, a_lesson_without_params_or_args_is_enough) {
  const Resolved launch =
      resolved("source = \"kernel.cu\"\nkernel = \"k\"\nlaunch = { grid = [1], block = [32] }\n");
  EXPECT_TRUE(launch.params.empty());
  EXPECT_TRUE(launch.args.empty());
  EXPECT_EQ(launch.block[0], 32);
}

TEST(Resolve, the_source_is_read_again_each_time) {
  const LessonFolder folder;
  const auto lesson = loaded(folder);
  ASSERT_TRUE(lesson);
  folder.write("kernel.cu", "// edited\n");
  const auto result = lesson->resolve("", {});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->source_text, "// edited\n");
}

}  // namespace
}  // namespace lanescope::lesson::testing
