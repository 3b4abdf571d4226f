#include "kernels/lesson_file/element_type.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <type_traits>

#include <fmt/format.h>

namespace lanescope::lesson {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays and scalars are little-endian");

// A type's name in lesson files, and its names in C++. CUDA's vectors are made of those without a
// blank: uint4, longlong2.
struct Named {
  ElementType type;
  std::string_view name;
  std::string_view cpp[8];  // empty where there are fewer
};

constexpr Named names[] = {
    {ElementType::i8, "char", {"char", "signed char", "int8_t"}},
    {ElementType::u8, "uchar", {"uchar", "unsigned char", "uint8_t", "bool"}},
    {ElementType::i16, "short", {"short", "short int", "int16_t"}},
    {ElementType::u16, "ushort", {"ushort", "unsigned short", "unsigned short int", "uint16_t"}},
    {ElementType::i32, "int", {"int", "signed", "signed int", "int32_t"}},
    {ElementType::u32, "uint", {"uint", "unsigned", "unsigned int", "uint32_t"}},
    {ElementType::i64,
     "longlong",
     {"longlong", "long", "long int", "long long", "long long int", "int64_t", "ptrdiff_t"}},
    {ElementType::u64,
     "ulonglong",
     {"ulonglong", "ulong", "unsigned long", "unsigned long int", "unsigned long long",
      "unsigned long long int", "uint64_t", "size_t"}},
    {ElementType::f32, "float", {"float"}},
    {ElementType::f64, "double", {"double"}},
    {ElementType::f16, "half", {"half", "__half"}},
    {ElementType::bf16, "bf16", {"bf16", "nv_bfloat16", "__nv_bfloat16"}},
};

template <typename T>
std::vector<std::byte> bytes_of_value(T value) {
  std::vector<std::byte> bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

// "float4" by the name that `find` knows of its elements.
template <typename Find>
std::optional<ValueType> vector_type(std::string_view name, Find find) {
  if (const std::optional<ElementType> element = find(name)) return ValueType{*element, 1};
  if (name.empty() || name.back() < '1' || name.back() > '4') return std::nullopt;
  const std::optional<ElementType> element = find(name.substr(0, name.size() - 1));
  const auto lanes = static_cast<std::uint32_t>(name.back() - '0');
  const bool is_short = element && bytes_of(*element) == 2 && is_real(*element);
  if (!element || (is_short && lanes != 2)) return std::nullopt;
  return ValueType{*element, lanes};
}

}  // namespace

std::uint32_t bytes_of(ElementType type) {
  return with_type(type, [](auto zero) { return static_cast<std::uint32_t>(sizeof zero); });
}

const char* name_of(ElementType type) {
  for (const Named& named : names) {
    if (named.type == type) return named.name.data();
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

std::optional<ElementType> element_type_of_cpp(std::string_view name) {
  if (name.empty()) return std::nullopt;
  for (const Named& named : names) {
    if (std::ranges::find(named.cpp, name) != std::end(named.cpp)) return named.type;
  }
  return std::nullopt;
}

bool is_real(ElementType type) {
  return with_type(type, [](auto zero) { return !std::is_integral_v<decltype(zero)>; });
}

std::optional<ValueType> value_type_of(std::string_view name) {
  return vector_type(name, element_type_of);
}

std::optional<ValueType> value_type_of_cpp(std::string_view name) {
  if (name == "dim3") return ValueType{ElementType::u32, 3};
  return vector_type(name, element_type_of_cpp);
}

std::string name_of(ValueType type) {
  return type.lanes == 1 ? name_of(type.element)
                         : fmt::format("{}{}", name_of(type.element), type.lanes);
}

std::uint32_t bytes_of(ValueType type) { return type.lanes * bytes_of(type.element); }

std::uint32_t alignment_of(ValueType type) {
  return type.lanes == 3 ? bytes_of(type.element) : std::min(bytes_of(type), 16U);
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
