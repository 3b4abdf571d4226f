#include "app/command_line/array_file.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace lanescope::app {
namespace {

lesson::Argument array_of(lesson::ElementType type, std::vector<std::uint64_t> shape,
                          std::uint64_t count) {
  lesson::Argument array;
  array.name = "A";
  array.type = type;
  array.is_array = true;
  array.count = count;
  array.shape = std::move(shape);
  return array;
}

template <typename T, std::size_t n>
std::string written(const std::array<T, n>& values, std::vector<std::uint64_t> shape,
                    lesson::ElementType type, const char* file) {
  return array_file(array_of(type, std::move(shape), n), std::as_bytes(std::span(values)), file);
}

TEST(ArrayFile, csv_has_a_line_for_each_row) {
  const std::array<std::int32_t, 6> values{1, 2, 3, -4, 5, 6};
  EXPECT_EQ(written(values, {2, 3}, lesson::ElementType::i32, "a.csv"), "1,2,3\n-4,5,6\n");
  EXPECT_EQ(written(values, {}, lesson::ElementType::i32, "a.csv"), "1\n2\n3\n-4\n5\n6\n");
}

TEST(ArrayFile, csv_has_bytes_as_numbers) {
  const std::array<std::uint8_t, 2> values{65, 255};
  EXPECT_EQ(written(values, {}, lesson::ElementType::u8, "a.csv"), "65\n255\n");
}

TEST(ArrayFile, csv_has_numbers_that_read_back_and_names_for_those_that_are_none) {
  const std::array<float, 4> values{0.1F, std::numeric_limits<float>::quiet_NaN(),
                                    -std::numeric_limits<float>::infinity(), 1e-45F};
  EXPECT_EQ(written(values, {}, lesson::ElementType::f32, "a.csv"), "0.1\nnan\n-inf\n1e-45\n");
}

// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
TEST(ArrayFile, npy_has_a_header_of_whole_64_bytes_and_then_the_data) {
  const std::array<double, 6> values{1, 2, 3, 4, 5, 6};
  const std::string file = written(values, {2, 3}, lesson::ElementType::f64, "a.npy");
  EXPECT_EQ(file.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  const auto header = static_cast<std::size_t>(static_cast<unsigned char>(file[8])) +
                      256 * static_cast<std::size_t>(static_cast<unsigned char>(file[9]));
  ASSERT_EQ((10 + header) % 64, 0U);
  ASSERT_EQ(file.size(), 10 + header + sizeof values);
  const std::string text = file.substr(10, header);
  EXPECT_EQ(text.find("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3, ), }"), 0U) << text;
  EXPECT_EQ(text.back(), '\n');
  EXPECT_EQ(file.substr(10 + header),
            std::string(reinterpret_cast<const char*>(values.data()), sizeof values));
}

TEST(ArrayFile, npy_of_a_list_has_one_extent) {
  const std::array<std::int8_t, 3> values{1, 2, 3};
  EXPECT_NE(written(values, {}, lesson::ElementType::i8, "a.npy")
                .find("'|i1', 'fortran_order': "
                      "False, 'shape': (3, ), }"),
            std::string::npos);
}

TEST(ArrayFile, halves_are_numbers_and_numpy_gets_bf16_as_raw_bytes) {
  const std::array<std::uint16_t, 2> values{0x3c00, 0xc000};
  EXPECT_EQ(written(values, {}, lesson::ElementType::f16, "a.csv"), "1\n-2\n");
  EXPECT_NE(written(values, {}, lesson::ElementType::f16, "a.npy").find("'<f2'"),
            std::string::npos);
  EXPECT_NE(written(values, {}, lesson::ElementType::bf16, "a.npy").find("'|V2'"),
            std::string::npos);
}

TEST(ArrayFile, any_other_ending_has_the_bytes_alone) {
  const std::array<std::uint16_t, 2> values{0x4241, 0x4443};
  EXPECT_EQ(written(values, {}, lesson::ElementType::u16, "a.bin"), "ABCD");
}

TEST(ParseDump, wants_a_name_and_a_file) {
  const auto dump = parse_dump("B=out/b=1.npy");
  ASSERT_TRUE(dump) << dump.error();
  EXPECT_EQ(dump->array, "B");
  EXPECT_EQ(dump->file, "out/b=1.npy");
  for (const char* wrong : {"B", "=b.npy", "B=", ""}) EXPECT_FALSE(parse_dump(wrong)) << wrong;
}

}  // namespace
}  // namespace lanescope::app
