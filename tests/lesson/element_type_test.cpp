#include "kernels/lesson_file/element_type.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace lanescope::lesson::testing {
namespace {

template <typename T>
T value_in(const std::vector<std::byte>& bytes) {
  T value{};
  EXPECT_EQ(bytes.size(), sizeof value);
  if (bytes.size() == sizeof value) std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

TEST(ElementType, every_name_leads_back_to_its_type) {
  const std::vector<std::string> names = element_type_names();
  EXPECT_EQ(names.size(), 12u);
  for (const std::string& name : names) {
    const auto type = element_type_of(name);
    ASSERT_TRUE(type) << name;
    EXPECT_EQ(name_of(*type), name);
  }
}

TEST(ElementType, sizes_are_those_of_cuda) {
  EXPECT_EQ(bytes_of(ElementType::i8), 1u);
  EXPECT_EQ(bytes_of(ElementType::u8), 1u);
  EXPECT_EQ(bytes_of(ElementType::i16), 2u);
  EXPECT_EQ(bytes_of(ElementType::u16), 2u);
  EXPECT_EQ(bytes_of(ElementType::i32), 4u);
  EXPECT_EQ(bytes_of(ElementType::u32), 4u);
  EXPECT_EQ(bytes_of(ElementType::f32), 4u);
  EXPECT_EQ(bytes_of(ElementType::i64), 8u);
  EXPECT_EQ(bytes_of(ElementType::u64), 8u);
  EXPECT_EQ(bytes_of(ElementType::f64), 8u);
}

TEST(ElementType, is_known_by_its_names_in_cpp) {
  EXPECT_EQ(element_type_of_cpp("unsigned int"), ElementType::u32);
  EXPECT_EQ(element_type_of_cpp("size_t"), ElementType::u64);
  EXPECT_EQ(element_type_of_cpp("__half"), ElementType::f16);
  EXPECT_FALSE(element_type_of_cpp("Params"));
  EXPECT_FALSE(element_type_of_cpp(""));
}

TEST(ElementType, vectors_have_two_to_four_lanes) {
  for (const char* name : {"float4", "uchar3", "__half2", "__nv_bfloat162", "dim3", "ulong2"})
    EXPECT_TRUE(value_type_of_cpp(name)) << name;
  for (const char* name : {"float5", "half3", "4", "", "Params2"})
    EXPECT_FALSE(value_type_of_cpp(name)) << name;
  EXPECT_EQ(name_of(value_type_of_cpp("ulong2").value()), "ulonglong2");
}

// From Python: numpy.float16(x).view(numpy.uint16); bf16 are the upper halves of floats.
TEST(ElementType, halves_are_rounded_once_to_nearest_even) {
  const auto half = [](double value) { return Half(value).bits; };
  EXPECT_EQ(half(1), 0x3c00);
  EXPECT_EQ(half(-0.1), 0xae66);
  EXPECT_EQ(half(65519.999), 0x7bff);
  EXPECT_EQ(half(65520), 0x7c00);
  EXPECT_EQ(half(0x1p-25), 0);  // half of the smallest: to even
  EXPECT_EQ(half(0x1.0001p-25), 1);
  // Between 1 and the next half, 1 + 2^-10, just above the middle: by way of float it would be 1.
  EXPECT_EQ(half(1 + 0x1p-11 + 0x1p-40), 0x3c01);
  EXPECT_EQ(half(std::numeric_limits<double>::infinity()), 0x7c00);
  EXPECT_TRUE(std::isnan(static_cast<float>(Half(std::nan("")))));
  EXPECT_EQ(BFloat(1.0).bits, 0x3f80);
  EXPECT_EQ(BFloat(1 + 0x1p-8 + 0x1p-40).bits, 0x3f81);
  // Above the middle by less than a double can say.
  EXPECT_EQ(BFloat((std::int64_t{1} << 60) + (std::int64_t{1} << 52) + 1).bits, 0x5d81);
  EXPECT_EQ(BFloat(-(std::int64_t{1} << 60) - (std::int64_t{1} << 52)).bits, 0xdd80);
  EXPECT_EQ(static_cast<float>(Half(2049)), 2048.0F);
}

TEST(ElementType, integers_wrap_as_in_cpp) {
  EXPECT_EQ(value_in<std::uint8_t>(scalar_bytes(ElementType::u8, std::int64_t{300})), 44);
  EXPECT_EQ(value_in<std::int8_t>(scalar_bytes(ElementType::i8, std::int64_t{200})), -56);
  EXPECT_EQ(value_in<std::uint32_t>(scalar_bytes(ElementType::u32, std::int64_t{-1})), 4294967295u);
  EXPECT_EQ(value_in<std::int64_t>(
                scalar_bytes(ElementType::i64, std::numeric_limits<std::int64_t>::min())),
            std::numeric_limits<std::int64_t>::min());
}

TEST(ElementType, integers_become_floating_point) {
  EXPECT_EQ(value_in<float>(scalar_bytes(ElementType::f32, std::int64_t{16777217})), 16777216.0f);
  EXPECT_EQ(value_in<double>(scalar_bytes(ElementType::f64, std::int64_t{-3})), -3.0);
}

TEST(ElementType, fractions_are_cut_off) {
  EXPECT_EQ(value_in<std::int32_t>(scalar_bytes(ElementType::i32, 2.9).value()), 2);
  EXPECT_EQ(value_in<std::int32_t>(scalar_bytes(ElementType::i32, -2.9).value()), -2);
  EXPECT_EQ(value_in<std::uint8_t>(scalar_bytes(ElementType::u8, -0.9).value()), 0);
  EXPECT_EQ(value_in<float>(scalar_bytes(ElementType::f32, 0.1).value()), 0.1f);
}

TEST(ElementType, what_cpp_leaves_undefined_is_refused) {
  EXPECT_FALSE(scalar_bytes(ElementType::u8, 256.0));
  EXPECT_TRUE(scalar_bytes(ElementType::u8, 255.9));
  EXPECT_FALSE(scalar_bytes(ElementType::u32, -1.0));
  EXPECT_FALSE(scalar_bytes(ElementType::i64, 9223372036854775808.0));
  EXPECT_TRUE(scalar_bytes(ElementType::i64, -9223372036854775808.0));
  EXPECT_FALSE(scalar_bytes(ElementType::i32, std::nan("")));
  EXPECT_FALSE(scalar_bytes(ElementType::i32, std::numeric_limits<double>::infinity()));
}

}  // namespace
}  // namespace lanescope::lesson::testing
