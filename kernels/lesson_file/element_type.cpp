#include "kernels/lesson_file/element_type.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace lanescope::lesson {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays and scalars are little-endian");

struct Named {
  ElementType type;
  const char* name;
};

constexpr Named names[] = {{ElementType::i8, "char"},      {ElementType::u8, "uchar"},
                           {ElementType::i16, "short"},    {ElementType::u16, "ushort"},
                           {ElementType::i32, "int"},      {ElementType::u32, "uint"},
                           {ElementType::i64, "longlong"}, {ElementType::u64, "ulonglong"},
                           {ElementType::f32, "float"},    {ElementType::f64, "double"}};

template <typename T>
std::vector<std::byte> bytes_of_value(T value) {
  std::vector<std::byte> bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

}  // namespace

std::uint32_t bytes_of(ElementType type) {
  return with_type(type, [](auto zero) { return static_cast<std::uint32_t>(sizeof zero); });
}

const char* name_of(ElementType type) {
  for (const Named& named : names) {
    if (named.type == type) return named.name;
  }
  return "";
}

std::optional<ElementType> element_type_of(std::string_view name) {
  for (const Named& named : names) {
    if (named.name == name) return named.type;
  }
  return std::nullopt;
}

std::vector<std::string> element_type_names() {
  std::vector<std::string> all;
  for (const Named& named : names) all.emplace_back(named.name);
  return all;
}

std::vector<std::byte> scalar_bytes(ElementType type, std::int64_t value) {
  return with_type(
      type, [value](auto zero) { return bytes_of_value(static_cast<decltype(zero)>(value)); });
}

std::optional<std::vector<std::byte>> scalar_bytes(ElementType type, double value) {
  return with_type(type, [value](auto zero) -> std::optional<std::vector<std::byte>> {
    using T = decltype(zero);
    if constexpr (std::is_integral_v<T>) {
      // Both bounds are 0 or powers of two, so exact as doubles. NaN fails both comparisons.
      const double whole = std::trunc(value);
      const double lowest = static_cast<double>(std::numeric_limits<T>::min());
      const double beyond = std::ldexp(1.0, std::numeric_limits<T>::digits);
      if (!(whole >= lowest && whole < beyond)) return std::nullopt;
    }
    return bytes_of_value(static_cast<T>(value));
  });
}

}  // namespace lanescope::lesson
