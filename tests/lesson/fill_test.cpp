// Each init against its formula, element by element. The formulas are implemented here again, as
// simply as possible.

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <set>
#include <utility>

#include "kernels/lesson_file/element_type.h"
#include "kernels/lesson_file/lesson.h"
#include "tests/lesson/lesson_folder.h"

namespace lanescope::lesson::testing {
namespace {

constexpr std::byte untouched{0xA5};

Argument array_of(ElementType type, std::uint64_t count, const std::string& init) {
  Argument argument;
  argument.name = "A";
  argument.type = type;
  argument.is_array = true;
  argument.count = count;
  argument.init = init;
  return argument;
}

// The elements of a filled array. Also checks that exactly the array's bytes were written.
template <typename T>
std::vector<T> filled(ElementType type, std::uint64_t count, const std::string& init,
                      const std::filesystem::path& folder = {}) {
  constexpr std::size_t margin = 64;
  std::vector<std::byte> bytes(count * sizeof(T) + margin, untouched);
  const auto result = fill(array_of(type, count, init), folder, bytes.data());
  if (!result) ADD_FAILURE() << result.error().formatted();
  for (std::size_t i = 0; i < margin; ++i) EXPECT_EQ(bytes[count * sizeof(T) + i], untouched);
  std::vector<T> elements(count);
  std::memcpy(elements.data(), bytes.data(), count * sizeof(T));
  return elements;
}

constexpr ElementType all_types[] = {ElementType::f32, ElementType::f64, ElementType::i8,
                                     ElementType::u8,  ElementType::i16, ElementType::u16,
                                     ElementType::i32, ElementType::u32, ElementType::i64,
                                     ElementType::u64, ElementType::f16, ElementType::bf16};

// Compares an array of every type with formula(i), converted as in C++.
template <typename Formula>
void expect_formula(const std::string& init, Formula formula) {
  constexpr std::uint64_t count = 70'001;  // more than 16 bits, not a multiple of any vector width
  for (const ElementType type : all_types) {
    with_type(type, [&](auto zero) {
      using T = decltype(zero);
      const std::vector<T> elements = filled<T>(type, count, init);
      for (std::uint64_t i = 0; i < count; ++i) {
        ASSERT_EQ(elements[i], static_cast<T>(formula(i)))
            << name_of(type) << " " << init << " at " << i;
      }
    });
  }
}

TEST(Fill, zero) {
  expect_formula("zero", [](std::uint64_t) { return 0; });
}
TEST(Fill, iota) {
  expect_formula("iota", [](std::uint64_t i) { return i; });
}
TEST(Fill, mod) {
  for (const std::uint64_t m : {1u, 2u, 7u, 32u, 70'000u, 70'001u, 100'000u})
    expect_formula("mod:" + std::to_string(m), [m](std::uint64_t i) { return i % m; });
}
TEST(Fill, hash) {
  for (const std::uint64_t m :
       {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{100},
        std::uint64_t{65'521}, std::uint64_t{16'777'215}, std::uint64_t{16'777'216},
        std::uint64_t{1} << 40}) {
    expect_formula("hash:" + std::to_string(m), [m](std::uint64_t i) {
      return ((i * 2654435761u) % (std::uint64_t{1} << 32)) / 256 % m;
    });
  }
}

TEST(Fill, random_is_splitmix64_from_the_seed_modulo_its_range) {
  for (const std::uint64_t m : {std::uint64_t{1}, std::uint64_t{256}, std::uint64_t{1} << 40}) {
    expect_formula("random:7:" + std::to_string(m), [m](std::uint64_t i) {
      std::uint64_t z = 7 + (i + 1) * 0x9E3779B97F4A7C15u;
      z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
      z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
      return (z ^ (z >> 31)) % m;
    });
  }
}

TEST(Fill, iota_of_floats_rounds_as_cpp_does) {
  const std::vector<float> elements = filled<float>(ElementType::f32, 16'777'220, "iota");
  EXPECT_EQ(elements[16'777'215], 16'777'215.0f);
  EXPECT_EQ(elements[16'777'217], static_cast<float>(16'777'217));
  EXPECT_EQ(elements[16'777'219], static_cast<float>(16'777'219));
}

TEST(Fill, uniform_lies_in_its_interval_and_in_its_middle) {
  const std::vector<float> elements = filled<float>(ElementType::f32, 100'000, "uniform:1");
  double sum = 0, squares = 0;
  for (const float x : elements) {
    ASSERT_GE(x, -1.0f);
    ASSERT_LT(x, 1.0f);
    sum += x;
    squares += static_cast<double>(x) * x;
  }
  EXPECT_NEAR(sum / 100'000, 0.0, 0.01);             // 5 standard errors: 0.0091
  EXPECT_NEAR(squares / 100'000, 1.0 / 3.0, 0.005);  // ... 0.0047
}

// SplitMix64 as its authors published it: a state that advances, one number per call.
TEST(Fill, uniform_is_splitmix64_from_the_seed) {
  const std::vector<double> elements = filled<double>(ElementType::f64, 1000, "uniform:42");
  std::uint64_t state = 42;
  for (const double element : elements) {
    std::uint64_t z = (state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z = z ^ (z >> 31);
    ASSERT_EQ(element, static_cast<double>(z >> 40) / 8388608.0 - 1.0);
  }
}

TEST(Fill, uniform_of_another_seed_is_another_array) {
  const auto one = filled<float>(ElementType::f32, 1000, "uniform:1");
  const auto two = filled<float>(ElementType::f32, 1000, "uniform:2");
  std::set<float> values(one.begin(), one.end());
  for (const float x : two) values.insert(x);
  EXPECT_GT(values.size(), 1990u);
}

TEST(Fill, uniform_is_the_same_for_float_and_double) {
  const auto floats = filled<float>(ElementType::f32, 1000, "uniform:7");
  const auto doubles = filled<double>(ElementType::f64, 1000, "uniform:7");
  for (std::size_t i = 0; i < floats.size(); ++i)
    ASSERT_EQ(static_cast<double>(floats[i]), doubles[i]);
}

TEST(Fill, constant) {
  expect_formula("constant:3", [](std::uint64_t) { return 3; });
  expect_formula("constant:2.75", [](std::uint64_t) { return 2.75; });
  const auto floats = filled<float>(ElementType::f32, 5, "constant:-inf");
  EXPECT_EQ(floats, std::vector<float>(5, -std::numeric_limits<float>::infinity()));
  for (const double x : filled<double>(ElementType::f64, 5, "constant:nan"))
    EXPECT_TRUE(std::isnan(x));
  EXPECT_EQ(filled<std::uint64_t>(ElementType::u64, 2, "constant:18446744073709551615"),
            std::vector<std::uint64_t>(2, 18446744073709551615U));
  EXPECT_EQ(filled<std::int64_t>(ElementType::i64, 3, "constant:9007199254740993"),
            std::vector<std::int64_t>(3, 9007199254740993));
}

// From Python: statistics.NormalDist().inv_cdf(((number >> 12) + 0.5) / 2**52).
TEST(Fill, normal_is_the_quantile_of_splitmix64) {
  const auto elements = filled<double>(ElementType::f64, 100'000, "normal:5");
  const std::pair<std::size_t, double> expected[] = {
      {0, -0.287752640602643},  {1, 0.6817675150601612},     {2, -0.7299539532791333},
      {3, -1.2853247562845065}, {66977, -4.556087334900178}, {66977, -4.556087334900178}};
  for (const auto& [i, value] : expected)
    EXPECT_NEAR(elements[i], value, 1e-14 * std::fabs(value)) << i;
}

TEST(Fill, normal_has_mean_0_and_variance_1) {
  const std::vector<float> elements = filled<float>(ElementType::f32, 100'000, "normal:1");
  double sum = 0, squares = 0, far = 0;
  for (const float x : elements) {
    sum += x;
    squares += static_cast<double>(x) * x;
    far += std::fabs(x) > 3 ? 1 : 0;
  }
  EXPECT_NEAR(sum / 100'000, 0.0, 0.016);       // 5 standard errors
  EXPECT_NEAR(squares / 100'000, 1.0, 0.0224);  // 5 standard errors
  EXPECT_NEAR(far / 100'000, 0.0027, 0.0009);   // beyond three deviations
}

TEST(Fill, normal_halves_are_the_doubles_rounded_once) {
  const auto doubles = filled<double>(ElementType::f64, 1000, "normal:9");
  const auto halves = filled<Half>(ElementType::f16, 1000, "normal:9");
  for (std::size_t i = 0; i < doubles.size(); ++i) ASSERT_EQ(halves[i], Half(doubles[i]));
}

TEST(Fill, from_a_file) {
  const LessonFolder folder;
  folder.write("values.bin", std::string("\x01\x00\x00\x00\xff\xff\xff\xff", 8));
  EXPECT_EQ(filled<std::int32_t>(ElementType::i32, 2, "file:values.bin", folder.path()),
            (std::vector<std::int32_t>{1, -1}));
}

std::string fill_error(const Argument& argument, const std::filesystem::path& folder = {}) {
  std::vector<std::byte> bytes(argument.count * bytes_of(argument.type));
  const auto result = fill(argument, folder, bytes.data());
  if (result) ADD_FAILURE() << "it was filled";
  return result ? "" : result.error().formatted();
}

TEST(Fill, a_file_that_went_away_is_an_error) {
  const LessonFolder folder;
  EXPECT_NE(fill_error(array_of(ElementType::i32, 2, "file:values.bin"), folder.path())
                .find("values.bin"),
            std::string::npos);
}

TEST(Fill, a_file_of_another_size_is_an_error) {
  const LessonFolder folder;
  folder.write("values.bin", "1234567");
  EXPECT_NE(
      fill_error(array_of(ElementType::i32, 2, "file:values.bin"), folder.path()).find("7 bytes"),
      std::string::npos);
  EXPECT_NE(fill_error(array_of(ElementType::i32, 1, "file:values.bin"), folder.path())
                .find("more bytes"),
            std::string::npos);
}

TEST(Fill, an_init_that_was_not_resolved_is_an_error) {
  for (const char* init : {"mod:N", "mod:0", "hash:", "hash:1.5", "uniform:-1", "random:1",
                           "random:1:0", "random:1:2:3", "constant:N", "constant:inf", "bogus"}) {
    EXPECT_FALSE(fill_error(array_of(ElementType::i32, 2, init)).empty()) << init;
  }
}

}  // namespace
}  // namespace lanescope::lesson::testing
