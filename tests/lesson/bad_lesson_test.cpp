// Every mistake in a lesson file gives one message that names file, line and key.

#include <gtest/gtest.h>

#include "tests/lesson/lesson_folder.h"

namespace lanescope::lesson::testing {
namespace {

// Expects an error at this place whose message contains `words`.
void expect_error(const std::string& text, int line, const std::string& key,
                  const std::vector<std::string>& words) {
  const Error error = error_of(text);
  EXPECT_EQ(error.line, line) << error.formatted();
  EXPECT_EQ(error.key, key) << error.formatted();
  for (const std::string& word : words) {
    EXPECT_NE(error.message.find(word), std::string::npos)
        << "'" << word << "' is missing in: " << error.formatted();
  }
}

std::string with(const std::string& from, const std::string& to) {
  return changed(minimal_lesson, from, to);
}

TEST(BadLesson, a_file_that_is_not_there) {
  const auto lesson = Lesson::load("/nowhere/lesson.toml");
  ASSERT_FALSE(lesson);
  EXPECT_EQ(lesson.error().formatted(), "/nowhere/lesson.toml: no such file");
  EXPECT_EQ(lesson.error().line, 0);
}

TEST(BadLesson, a_folder_without_a_lesson) {
  const LessonFolder folder;
  std::filesystem::remove(folder.file());
  const auto lesson = Lesson::load(folder.path());
  ASSERT_FALSE(lesson);
  EXPECT_EQ(lesson.error().formatted(), folder.file() + ": no such file");
}

TEST(BadLesson, a_device_is_not_read) {
  const auto lesson = Lesson::load("/dev/zero");
  ASSERT_FALSE(lesson);
  EXPECT_NE(lesson.error().message.find("not a regular file"), std::string::npos);
}

TEST(BadLesson, text_that_is_not_toml) {
  expect_error(with("[launch]", "[launch"), 6, "", {"not TOML"});
}
TEST(BadLesson, a_key_given_twice) {
  expect_error(with("[params]", "kernel = \"b\"\n[params]"), 3, "", {"kernel"});
}
TEST(BadLesson, bytes_that_are_not_text) {
  expect_error("source = \"\xff\xfe\"\n", 1, "", {"not TOML"});
}
TEST(BadLesson, an_empty_file) { expect_error("", 1, "source", {"missing"}); }

TEST(BadLesson, an_unknown_key) {
  expect_error(with("kernel = ", "kernle = "), 2, "kernle", {"unknown key", "'kernel'"});
}
TEST(BadLesson, an_unknown_key_of_the_launch) {
  expect_error(with("block = ", "blocks = "), 8, "launch.blocks", {"unknown key", "'block'"});
}
TEST(BadLesson, an_unknown_key_of_an_argument) {
  expect_error(with("count = ", "cuont = "), 12, "args[0].cuont", {"unknown key", "'count'"});
}
TEST(BadLesson, an_unknown_key_of_a_parameter) {
  expect_error(with("min = 32", "minimum = 32"), 4, "params.N.minimum",
               {"unknown key", "default, min, max"});
}

TEST(BadLesson, a_source_that_is_a_number) {
  expect_error(with("\"kernel.cu\"", "3"), 1, "source", {"text", "an integer"});
}
TEST(BadLesson, a_folder_of_headers_that_is_not_there) {
  expect_error(with("[params]", "include = [\".\", \"nowhere\"]\n[params]"), 3, "include[1]",
               {"no such folder", "nowhere"});
}
TEST(BadLesson, a_flag_that_may_not_be_given) {
  expect_error(with("[params]", "flags = [\"-DX=1\",\n  \"-lcublas\"]\n[params]"), 4, "flags[1]",
               {"'-lcublas'", "--use_fast_math"});
}
TEST(BadLesson, flags_that_are_one_text) {
  expect_error(with("[params]", "flags = \"-DX=1\"\n[params]"), 3, "flags", {"a list of texts"});
}
TEST(BadLesson, a_kernel_that_is_a_table) {
  expect_error(with("\"scale\"", "{}"), 2, "kernel", {"a table"});
}
TEST(BadLesson, params_that_are_a_number) {
  expect_error(
      "params = 3\n" +
          with("[params]\nN = { default = 1024, min = 32, max = 4096, step = 32 }\nPAD = 0\n", ""),
      1, "params", {"table", "an integer"});
}
TEST(BadLesson, a_parameter_with_a_fraction) {
  expect_error(with("PAD = 0", "PAD = 0.5"), 5, "params.PAD", {"integer", "fraction"});
}
TEST(BadLesson, a_parameter_that_is_true) {
  expect_error(with("PAD = 0", "PAD = true"), 5, "params.PAD", {"integer", "true or false"});
}
TEST(BadLesson, a_grid_that_is_a_number) {
  expect_error(with("[\"N / 256\"]", "4"), 7, "launch.grid", {"array"});
}
TEST(BadLesson, a_block_with_a_fraction) {
  expect_error(with("[256]", "[1.5]"), 8, "launch.block[0]", {"integer", "fraction"});
}
TEST(BadLesson, args_that_are_a_table) {
  expect_error(with("[[args]]", "[args]"), 9, "args", {"[[args]]"});
}

TEST(BadLesson, no_source) {
  expect_error(with("source = \"kernel.cu\"", ""), 1, "source", {"missing"});
}
TEST(BadLesson, no_kernel) {
  expect_error(with("kernel = \"scale\"", ""), 1, "kernel", {"missing"});
}
TEST(BadLesson, no_grid) {
  expect_error(with("grid = [\"N / 256\"]", ""), 6, "launch.grid", {"missing"});
}
TEST(BadLesson, no_block) {
  expect_error(with("block = [256]", ""), 6, "launch.block", {"missing"});
}
TEST(BadLesson, no_launch) {
  expect_error(with("[launch]\ngrid = [\"N / 256\"]\nblock = [256]\n", ""), 1, "launch.grid",
               {"missing"});
}
TEST(BadLesson, an_argument_without_a_name) {
  expect_error(with("name = \"A\"", ""), 9, "args[0]", {"name", "missing"});
}
TEST(BadLesson, an_argument_without_a_type) {
  expect_error(with("type = \"float\"", ""), 9, "args[0]", {"type", "missing"});
}
TEST(BadLesson, an_argument_without_count_and_value) {
  expect_error(with("count = \"N\"", ""), 9, "args[0]", {"count", "value", "missing"});
}
TEST(BadLesson, an_argument_with_count_and_value) {
  expect_error(with("count = \"N\"", "count = 3\nvalue = 3"), 9, "args[0]", {"both"});
}
TEST(BadLesson, a_scalar_with_an_init) {
  expect_error(with("count = \"N\"", "value = 3"), 13, "args[0].init", {"arrays"});
}
TEST(BadLesson, an_argument_named_twice) {
  expect_error(minimal_lesson + "[[args]]\nname = \"A\"\ntype = \"int\"\nvalue = 1\n", 16,
               "args[1].name", {"'A'", "line 9"});
}
TEST(BadLesson, an_unknown_type) {
  expect_error(with("\"float\"", "\"flaot\""), 11, "args[0].type",
               {"'flaot'", "'float'", "ulonglong"});
}
TEST(BadLesson, an_unknown_init) {
  expect_error(with("\"iota\"", "\"noise\""), 13, "args[0].init",
               {"'noise'", "uniform:SEED", "random:SEED:M"});
}
TEST(BadLesson, an_init_without_its_number) {
  expect_error(with("\"iota\"", "\"mod\""), 13, "args[0].init", {"mod:M"});
}
TEST(BadLesson, uniform_in_an_integer_type_would_be_all_zeros) {
  for (const char* type : {"uchar", "int", "ulonglong"}) {
    expect_error(
        changed(with("\"iota\"", "\"uniform:7\""), "\"float\"", '"' + std::string(type) + '"'), 13,
        "args[0].init", {type, "random:SEED:M"});
  }
}
TEST(BadLesson, random_without_its_range) {
  expect_error(with("\"iota\"", "\"random:1\""), 13, "args[0].init", {"random:SEED:M"});
  expect_error(with("\"iota\"", "\"random:1:PAD\""), 13, "args[0].init", {"at least 1", "0"});
}
TEST(BadLesson, an_init_with_a_number_too_many) {
  expect_error(with("\"iota\"", "\"iota:3\""), 13, "args[0].init", {"iota"});
}
TEST(BadLesson, a_modulus_of_zero) {
  expect_error(with("\"iota\"", "\"mod:PAD\""), 13, "args[0].init", {"at least 1", "0"});
}
TEST(BadLesson, a_file_of_values_that_is_not_there) {
  expect_error(with("\"iota\"", "\"file:values.bin\""), 13, "args[0].init", {"values.bin"});
}
TEST(BadLesson, a_source_that_is_not_there) {
  expect_error(with("\"kernel.cu\"", "\"kernal.cu\""), 1, "source", {"kernal.cu", "no such file"});
}
TEST(BadLesson, a_source_that_is_a_folder) {
  expect_error(with("\"kernel.cu\"", "\".\""), 1, "source", {"folder"});
}

TEST(BadLesson, a_parameter_that_is_no_identifier) {
  expect_error(with("PAD = 0", "\"P-D\" = 0"), 5, "params.P-D", {"letters"});
}
TEST(BadLesson, a_parameter_named_as_a_word_of_cpp) {
  for (const std::string word : {"int", "while", "co_await", "not_eq", "consteval", "__shared__",
                                 "__LINE__", "defined", "true"}) {
    expect_error(with("PAD = 0", word + " = 0"), 5, "params." + word, {"word of C++"});
  }
}
TEST(BadLesson, a_parameter_named_as_a_function) {
  expect_error(with("PAD = 0", "min = 0"), 5, "params.min", {"function"});
}
TEST(BadLesson, a_parameter_without_default) {
  expect_error(with("default = 1024, ", ""), 4, "params.N", {"default", "missing"});
}
TEST(BadLesson, a_default_below_min) {
  expect_error(with("default = 1024", "default = 0"), 4, "params.N.default", {"32 to 4096", "0"});
}
TEST(BadLesson, a_default_above_max) {
  expect_error(with("default = 1024", "default = 8192"), 4, "params.N.default", {"32 to 4096"});
}
TEST(BadLesson, a_default_off_step) {
  expect_error(with("default = 1024", "default = 1000"), 4, "params.N.default", {"steps of 32"});
}
TEST(BadLesson, a_min_above_max) {
  expect_error(with("max = 4096", "max = 16"), 4, "params.N.min", {"above max"});
}
TEST(BadLesson, a_step_of_zero) {
  expect_error(with("step = 32", "step = 0"), 4, "params.N.step", {"at least 1"});
}
TEST(BadLesson, a_parameter_beyond_exact_numbers) {
  expect_error(with("PAD = 0", "PAD = 9007199254740993"), 5, "params.PAD", {"2^53"});
}

TEST(BadLesson, more_registers_than_a_thread_has) {
  expect_error(with("block = [256]", "block = [256]\nregisters = 256"), 9, "launch.registers",
               {"1 to 255"});
}

TEST(BadLesson, an_unknown_name_in_an_expression) {
  expect_error(with("\"N / 256\"", "\"M / 256\""), 7, "launch.grid[0]", {"'M'", "N, PAD"});
}
TEST(BadLesson, a_division_by_zero) {
  expect_error(with("\"N / 256\"", "\"N / PAD\""), 7, "launch.grid[0]", {"division by zero"});
}
TEST(BadLesson, an_expression_cut_short) {
  expect_error(with("\"N / 256\"", "\"N /\""), 7, "launch.grid[0]", {"N /"});
}
TEST(BadLesson, an_expression_beyond_exact_numbers) {
  expect_error(with("count = \"N\"", "count = \"N*N*N*N*N*N\""), 12, "args[0].count", {"2^53"});
}

TEST(BadLesson, a_grid_of_zero) {
  expect_error(with("\"N / 256\"", "\"N / 2048\""), 7, "launch.grid[0]", {"0", "at least 1"});
}
TEST(BadLesson, a_negative_block) {
  expect_error(with("[256]", "[-1]"), 8, "launch.block[0]", {"-1", "at least 1"});
}
TEST(BadLesson, an_empty_grid) {
  expect_error(with("[\"N / 256\"]", "[]"), 7, "launch.grid", {"empty"});
}
TEST(BadLesson, a_grid_of_four_entries) {
  expect_error(with("[\"N / 256\"]", "[1,1,1,1]"), 7, "launch.grid", {"4", "three"});
}
TEST(BadLesson, a_grid_over_its_limit_in_x) {
  expect_error(with("[\"N / 256\"]", "[2147483648]"), 7, "launch.grid[0]", {"2147483647"});
}
TEST(BadLesson, a_grid_over_its_limit_in_y) {
  expect_error(with("[\"N / 256\"]", "[1, 65536]"), 7, "launch.grid[1]", {"65535"});
}
TEST(BadLesson, a_grid_over_its_limit_in_z) {
  expect_error(with("[\"N / 256\"]", "[1, 1, 65536]"), 7, "launch.grid[2]", {"65535"});
}
TEST(BadLesson, a_block_of_more_than_1024_threads) {
  expect_error(with("[256]", "[33, 32]"), 8, "launch.block", {"1056", "1024"});
}
TEST(BadLesson, a_block_over_its_limit_in_x) {
  expect_error(with("[256]", "[1025]"), 8, "launch.block[0]", {"1024"});
}
TEST(BadLesson, a_block_over_its_limit_in_z) {
  expect_error(with("[256]", "[1, 1, 65]"), 8, "launch.block[2]", {"64", "z"});
}
TEST(BadLesson, too_much_shared_memory) {
  expect_error(with("block = [256]", "block = [256]\ndynamic_shared = 232449"), 9,
               "launch.dynamic_shared", {"232449", "232448", "227 KiB"});
}
TEST(BadLesson, negative_shared_memory) {
  expect_error(with("block = [256]", "block = [256]\ndynamic_shared = -1"), 9,
               "launch.dynamic_shared", {"-1"});
}

TEST(BadLesson, an_empty_array) {
  expect_error(with("count = \"N\"", "count = \"N - N\""), 12, "args[0].count", {"at least 1"});
}
TEST(BadLesson, arrays_too_large_for_memory) {
  expect_error(with("count = \"N\"", "count = 9007199254740992"), 12, "args[0].count",
               {"32 PiB", "at most"});
}
TEST(BadLesson, arrays_whose_size_overflows) {
  expect_error(with("count = \"N\"", "count = 9223372036854775807"), 12, "args[0].count",
               {"16 EiB", "at most"});
}
TEST(BadLesson, a_shape_that_does_not_hold_count_elements) {
  expect_error(with("init = \"iota\"", "shape = [32, 31]"), 13, "args[0].shape",
               {"32 x 31 = 992", "1024"});
}
TEST(BadLesson, written_or_guessed_of_another_word) {
  expect_error(with("init = \"iota\"", "written = \"some\""), 13, "args[0].written",
               {"unknown word 'some'; it is none or file:PATH"});
  expect_error(with("block = [256]", "block = [256]\nguessed = \"maybe\""), 9, "launch.guessed",
               {"unknown word 'maybe'", "indices"});
}

// As files were written until November 2026.
TEST(BadLesson, guessed_of_the_word_nothing_is_still_read) {
  const LessonFolder folder(with("block = [256]", "block = [256]\nguessed = \"nothing\""));
  const auto lesson = Lesson::load(folder.path());
  ASSERT_TRUE(lesson) << lesson.error().formatted();
  EXPECT_EQ(lesson->resolve("", {})->guessed, LaunchGuess::all);
}

TEST(BadLesson, writes_of_another_word) {
  expect_error(with("init = \"iota\"", "writes = \"scrap\""), 13, "args[0].writes",
               {"unknown word 'scrap'; the word is scratch"});
}

TEST(BadLesson, a_shape_whose_product_overflows) {
  expect_error(with("init = \"iota\"", "shape = [4294967296, 4294967296, 2]"), 13, "args[0].shape",
               {"1024"});
}
TEST(BadLesson, a_fraction_too_large_for_an_integer) {
  expect_error(minimal_lesson + "[[args]]\nname = \"n\"\ntype = \"int\"\nvalue = 3e10\n", 18,
               "args[1].value", {"does not fit in int"});
}

TEST(BadLesson, a_title_without_english) {
  expect_error("title = { zh = \"x\" }\n" + minimal_lesson, 1, "title", {"English"});
}
TEST(BadLesson, a_title_in_what_is_no_language) {
  expect_error("title = { en = \"x\", French = \"y\" }\n" + minimal_lesson, 1, "title.French",
               {"unknown key", "en, zh"});
}

const std::string two_variants =
    minimal_lesson +
    "[[variants]]\nname = \"plain\"\n[[variants]]\nname = \"padded\"\nset = { PAD = 1 }\n";

TEST(BadLesson, a_variant_without_a_name) {
  expect_error(changed(two_variants, "name = \"plain\"", ""), 15, "variants[0]",
               {"name", "missing"});
}
TEST(BadLesson, a_variant_named_twice) {
  expect_error(changed(two_variants, "\"plain\"", "\"padded\""), 18, "variants[1].name",
               {"'padded'", "line 15"});
}
TEST(BadLesson, an_unknown_key_of_a_variant) {
  expect_error(changed(two_variants, "set =", "sett ="), 19, "variants[1].sett",
               {"unknown key", "'set'"});
}
TEST(BadLesson, setting_a_parameter_that_is_not_there) {
  expect_error(changed(two_variants, "{ PAD = 1 }", "{ PADD = 1 }"), 19, "variants[1].set.PADD",
               {"'PAD'"});
}
TEST(BadLesson, setting_a_parameter_out_of_range) {
  expect_error(changed(two_variants, "{ PAD = 1 }", "{ N = 16 }"), 19, "variants[1].set.N",
               {"32 to 4096"});
}
TEST(BadLesson, a_later_variant_that_cannot_be_launched) {
  expect_error(changed(two_variants, "set = { PAD = 1 }", "launch = { block = [2048] }"), 19,
               "variants[1].launch.block[0]", {"1024"});
}
TEST(BadLesson, variants_that_are_one_table) {
  expect_error(minimal_lesson + "[variants]\nname = \"a\"\n", 15, "variants", {"[[variants]]"});
}

TEST(LessonError, is_written_as_compilers_write_them) {
  EXPECT_EQ((Error{"a/lesson.toml", 7, "launch.grid[1]", "it is 0"}.formatted()),
            "a/lesson.toml:7: launch.grid[1]: it is 0");
  EXPECT_EQ((Error{"a/lesson.toml", 0, "", "no such file"}.formatted()),
            "a/lesson.toml: no such file");
}

}  // namespace
}  // namespace lanescope::lesson::testing
