// Values as bytes: pointers, vectors and structures, and what is refused in them.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernels/lesson_file/lesson.h"
#include "tests/lesson/lesson_folder.h"

namespace lanescope::lesson::testing {
namespace {

// An [[args]] entry after minimal_lesson, which has the array A of 1024 floats. The entry begins in
// line 15, `rest` in line 17.
std::string with_argument(const std::string& rest) {
  return minimal_lesson + "[[args]]\nname = \"p\"\n" + rest + "\n";
}

// The members are in line 18, `rest` in line 19.
std::string with_structure(const std::string& members, const std::string& rest = "") {
  return with_argument("struct = \"P\"\nmembers = [" + members + "]\n" + rest);
}

Argument argument_of(const std::string& text) {
  const LessonFolder folder(text);
  const auto lesson = loaded(folder);
  if (!lesson) return {};
  const auto resolved = lesson->resolve("", {});
  if (!resolved) {
    ADD_FAILURE() << resolved.error().formatted();
    return {};
  }
  return resolved->args.at(1);
}

template <class T>
T value_at(const Argument& argument, std::size_t at) {
  T value{};
  EXPECT_LE(at + sizeof value, argument.value.size());
  if (at + sizeof value <= argument.value.size())
    std::memcpy(&value, argument.value.data() + at, sizeof value);
  return value;
}

void expect_refused(const std::string& text, int line, const std::string& key,
                    const std::vector<std::string>& words) {
  const Error error = error_of(text);
  EXPECT_EQ(error.line, line) << error.formatted();
  EXPECT_EQ(error.key, key) << error.formatted();
  for (const std::string& word : words)
    EXPECT_NE(error.message.find(word), std::string::npos) << error.formatted();
}

TEST(Argument, a_null_pointer_is_eight_zero_bytes) {
  const Argument pointer = argument_of(with_argument("pointer = \"nullptr\""));
  EXPECT_TRUE(pointer.is_pointer);
  EXPECT_EQ(pointer.value, std::vector<std::byte>(8));
  EXPECT_TRUE(pointer.addresses.empty());
}

TEST(Argument, a_pointer_into_an_array_counts_elements) {
  const Argument pointer = argument_of(with_argument("pointer = \"A + N / 8 - 1\""));
  EXPECT_EQ(pointer.type, ElementType::f32);
  ASSERT_EQ(pointer.addresses.size(), 1U);
  EXPECT_EQ(pointer.addresses[0].array, 0U);
  EXPECT_EQ(pointer.addresses[0].offset, 127U * 4);
}

TEST(Argument, a_pointer_of_another_type_counts_elements_of_that) {
  const Argument pointer = argument_of(with_argument("type = \"float4\"\npointer = \"A + 2\""));
  ASSERT_EQ(pointer.addresses.size(), 1U);
  EXPECT_EQ(pointer.addresses[0].offset, 32U);
}

TEST(Argument, a_pointer_may_stand_behind_the_last_element_and_no_further) {
  EXPECT_EQ(argument_of(with_argument("pointer = \"A + N\"")).addresses.at(0).offset, 4096U);
  expect_refused(with_argument("pointer = \"A + N + 1\""), 17, "args[1].pointer",
                 {"1025", "'A'", "1024"});
  expect_refused(with_argument("pointer = \"A - 1\""), 17, "args[1].pointer", {"-1", "'A'"});
}

TEST(Argument, a_pointer_with_half_an_offset_is_refused) {
  expect_refused(with_argument("pointer = \"A +\""), 17, "args[1].pointer", {"lacks the offset"});
  expect_refused(with_argument("pointer = \"nullptr + 4\""), 17, "args[1].pointer",
                 {"nullptr takes no offset"});
}

TEST(Argument, a_pointer_to_no_array_is_refused_with_the_arrays) {
  expect_refused(with_argument("pointer = \"B\""), 17, "args[1].pointer", {"'B'", "A"});
  expect_refused(with_argument("pointer = \"&A[3]\""), 17, "args[1].pointer", {"A + 128"});
  expect_refused(with_argument("pointer = \"A + M\""), 17, "args[1].pointer", {"'M'", "N"});
  expect_refused(with_argument("type = \"float\"\nvalue = \"nullptr\""), 18, "args[1].value",
                 {"pointer = \"nullptr\""});
}

TEST(Argument, arrays_may_have_no_parameter) {
  const LessonFolder folder(with_argument("pointer = \"B + 1\"") +
                            "[[arrays]]\nname = \"B\"\ntype = \"int\"\ncount = 8\n");
  const auto lesson = loaded(folder);
  ASSERT_TRUE(lesson);
  const auto resolved = lesson->resolve("", {});
  ASSERT_TRUE(resolved) << resolved.error().formatted();
  ASSERT_EQ(resolved->args.size(), 3U);
  EXPECT_TRUE(resolved->args[1].is_parameter);
  EXPECT_EQ(resolved->args[1].type, ElementType::i32);
  EXPECT_EQ(resolved->args[1].addresses.at(0).array, 1U);
  EXPECT_FALSE(resolved->args[2].is_parameter);
  EXPECT_EQ(resolved->array_bytes, 4096U + 32U);
}

TEST(Argument, an_array_has_a_name_of_its_own) {
  expect_refused(minimal_lesson + "[[arrays]]\nname = \"A\"\ntype = \"int\"\ncount = 8\n", 15,
                 "arrays[0]", {"'A'", "line 9"});
}

TEST(Argument, a_vector_has_its_lanes_and_alignment) {
  const Argument vector =
      argument_of(with_argument("type = \"float4\"\nvalue = [1, 2.5, \"N\", -1]"));
  ASSERT_EQ(vector.value.size(), 16U);
  EXPECT_EQ(vector.alignment, 16U);
  EXPECT_EQ(value_at<float>(vector, 4), 2.5F);
  EXPECT_EQ(value_at<float>(vector, 8), 1024.0F);
  EXPECT_EQ(argument_of(with_argument("type = \"short3\"\nvalue = [1, 2, 3]")).alignment, 2U);
  EXPECT_EQ(argument_of(with_argument("type = \"double4\"\nvalue = [1, 2, 3, 4]")).alignment, 16U);
  const Argument halves = argument_of(with_argument("type = \"half2\"\nvalue = [1, -2]"));
  EXPECT_EQ(value_at<std::uint32_t>(halves, 0), 0xc000'3c00U);
}

TEST(Argument, a_vector_with_other_than_its_lanes_is_refused) {
  for (const char* value : {"1", "[1, 2, 3]", "[1, 2, 3, 4, 5]"}) {
    expect_refused(with_argument("type = \"float4\"\nvalue = " + std::string(value)), 18,
                   "args[1].value", {"float4", "4 values"});
  }
  expect_refused(with_argument("type = \"float4\"\ncount = 8"), 17, "args[1].type",
                 {"float", "4 times"});
  expect_refused(with_argument("type = \"half4\"\nvalue = [1, 2, 3, 4]"), 17, "args[1].type",
                 {"'half4'"});
  expect_refused(with_argument("type = \"int\"\nvalue = [1, 2]"), 18, "args[1].value", {"list"});
}

TEST(Argument, a_structure_is_laid_out_as_the_compiler_does) {
  struct Inner {
    char c;
    short s;
  };
  struct alignas(16) Outer {
    int n;
    float* data;
    Inner inner;
    std::uint8_t flag;
    double weights[3];
    char tail;
  };
  const Argument outer = argument_of(with_structure(
      "{ name = \"n\", type = \"int\", value = \"N\" }, { name = \"data\", pointer = \"A + 2\" }, "
      "{ struct = \"Inner\", members = [{ type = \"char\", value = 1 }, { type = \"short\", value "
      "= 2 }] }, { type = \"uchar\", value = 3 }, { type = \"double\", value = [4, 5.5, 6] }, "
      "{ type = \"char\", value = 7 }",
      "align = 16"));
  EXPECT_EQ(outer.structure, "P");
  ASSERT_EQ(outer.value.size(), sizeof(Outer));
  EXPECT_EQ(outer.alignment, alignof(Outer));
  EXPECT_EQ(value_at<int>(outer, offsetof(Outer, n)), 1024);
  EXPECT_EQ(value_at<Inner>(outer, offsetof(Outer, inner)).c, 1);
  EXPECT_EQ(value_at<Inner>(outer, offsetof(Outer, inner)).s, 2);
  EXPECT_EQ(value_at<std::uint8_t>(outer, offsetof(Outer, flag)), 3);
  EXPECT_EQ(value_at<double>(outer, offsetof(Outer, weights) + 8), 5.5);
  EXPECT_EQ(value_at<char>(outer, offsetof(Outer, tail)), 7);
  ASSERT_EQ(outer.addresses.size(), 1U);
  EXPECT_EQ(outer.addresses[0].at, offsetof(Outer, data));
  EXPECT_EQ(outer.addresses[0].offset, 8U);
}

TEST(Argument, an_array_in_a_structure_takes_any_init) {
  const Argument structure = argument_of(
      with_structure("{ type = \"char\", value = 1 }, { type = \"short\", count = \"N / 256\", "
                     "init = \"iota\" }"));
  ASSERT_EQ(structure.value.size(), 10U);
  EXPECT_EQ(value_at<std::int16_t>(structure, 8), 3);
}

TEST(Argument, a_structure_without_members_has_one_byte) {
  const Argument structure = argument_of(with_structure(""));
  EXPECT_EQ(structure.value.size(), 1U);
  EXPECT_EQ(structure.alignment, 1U);
}

TEST(Argument, a_mistake_in_a_member_is_named_with_its_place) {
  expect_refused(with_structure("{ type = \"int\", value = 1 }, { type = \"int\", value = \"M\" }"),
                 18, "args[1].members[1].value", {"'M'"});
  expect_refused(with_structure("{ type = \"int\" }"), 18, "args[1].members[0]", {"missing"});
  expect_refused(with_structure("{ type = \"int\", value = 1, count = 2 }"), 18,
                 "args[1].members[0]", {"both"});
  expect_refused(with_structure("{ type = \"double\", value = 1 }", "align = 4"), 19,
                 "args[1].align", {"8 bytes"});
  expect_refused(with_structure("{ type = \"double\", value = 1 }", "align = 12"), 19,
                 "args[1].align", {"power of two"});
  expect_refused(with_structure("{ name = \"x\", type = \"int\", value = 1 }, { name = \"x\", type "
                                "= \"int\", value = 1 }"),
                 18, "args[1].members[1].name", {"'x'"});
  expect_refused(with_structure("{ type = \"float\", count = 100000 }"), 18,
                 "args[1].members[0].count", {"16384"});
  expect_refused(with_argument("struct = \"P\""), 15, "args[1]", {"members", "missing"});
}

TEST(Argument, a_symbol_may_be_a_structure_but_has_no_address) {
  const std::string symbol = "[[symbols]]\nname = \"s\"\nstruct = \"S\"\nmembers = [";
  const LessonFolder folder(minimal_lesson + symbol +
                            "{ type = \"int\", value = 3 }, { pointer = \"nullptr\" }]\n");
  const auto lesson = loaded(folder);
  ASSERT_TRUE(lesson);
  const auto resolved = lesson->resolve("", {});
  ASSERT_TRUE(resolved);
  EXPECT_EQ(resolved->symbols.at(0).value.size(), 16U);
  expect_refused(minimal_lesson + symbol + "{ pointer = \"A\" }]\n", 18,
                 "symbols[0].members[0].pointer", {"nullptr"});
}

TEST(Argument, a_constant_init_may_be_any_number) {
  const auto with_init = [](const std::string& type, const std::string& init) {
    return with_argument("type = \"" + type + "\"\ncount = 4\ninit = \"" + init + "\"");
  };
  EXPECT_EQ(argument_of(with_init("float", "constant:N / 3")).init, "constant:341");
  EXPECT_EQ(argument_of(with_init("float", "constant:-inf")).init, "constant:-inf");
  EXPECT_EQ(argument_of(with_init("half", "constant:0.5")).init, "constant:0.5");
  expect_refused(with_init("int", "constant:nan"), 19, "args[1].init", {"nan", "int"});
  expect_refused(with_init("int", "constant:M"), 19, "args[1].init", {"'M'"});
  expect_refused(with_init("int", "constant"), 19, "args[1].init", {"constant:V"});
  expect_refused(with_init("int", "normal:1"), 19, "args[1].init", {"int", "random:SEED:M"});
}

// ---- [[before]] ----

// The entry begins in line 15; `launch` is in line 17, `rest` in line 18.
std::string with_earlier(const std::string& launch, const std::string& rest) {
  return minimal_lesson + "[[before]]\nkernel = \"first\"\n" + launch + "\n" + rest + "\n";
}

TEST(EarlierLaunch, has_a_launch_and_arguments_that_point_to_the_lessons_arrays) {
  const LessonFolder folder(with_earlier(
      "launch = { grid = [\"N / 32\", 2], block = [32], dynamic_shared = 64 }",
      "args = [{ pointer = \"A + 1\" }, { name = \"n\", type = \"int\", value = \"N\" }]"));
  const auto lesson = loaded(folder);
  ASSERT_TRUE(lesson);
  const auto resolved = lesson->resolve("", {});
  ASSERT_TRUE(resolved) << resolved.error().formatted();
  ASSERT_EQ(resolved->before.size(), 1U);
  const lesson::EarlierLaunch& launch = resolved->before[0];
  EXPECT_EQ(launch.kernel, "first");
  EXPECT_EQ(launch.kernel_line, 16);
  EXPECT_EQ(launch.launch_line, 17);
  EXPECT_EQ(launch.grid[0], 32);
  EXPECT_EQ(launch.grid[1], 2);
  EXPECT_EQ(launch.block[0], 32);
  EXPECT_EQ(launch.dynamic_shared_bytes, 64U);
  ASSERT_EQ(launch.args.size(), 2U);
  EXPECT_EQ(launch.args[0].name, "argument 1");
  EXPECT_EQ(launch.args[0].type, ElementType::f32);
  ASSERT_EQ(launch.args[0].addresses.size(), 1U);
  EXPECT_EQ(launch.args[0].addresses[0].offset, 4U);
  EXPECT_EQ(value_at<int>(launch.args[1], 0), 1024);
  EXPECT_EQ(resolved->grid[0], 4);
  EXPECT_EQ(resolved->args.size(), 1U);
}

TEST(EarlierLaunch, that_lacks_something_or_has_an_array_is_refused) {
  const std::string launch = "launch = { grid = [1], block = [32] }";
  expect_refused(with_earlier("launch = { grid = [1] }", ""), 17, "before[0].launch",
                 {"block is missing"});
  expect_refused(with_earlier("launch = { grid = [1], block = [2048] }", ""), 17,
                 "before[0].launch.block[0]", {"2048", "1024"});
  expect_refused(with_earlier("launch = { grid = [1], block = [32], registers = 8 }", ""), 17,
                 "before[0].launch.registers", {"lesson's own launch"});
  expect_refused(with_earlier(launch, "args = [{ type = \"int\", count = 4 }]"), 18,
                 "before[0].args[0].count", {});
  expect_refused(with_earlier(launch, "args = [{ pointer = \"B\" }]"), 18,
                 "before[0].args[0].pointer", {"'B'", "A"});
}

}  // namespace
}  // namespace lanescope::lesson::testing
