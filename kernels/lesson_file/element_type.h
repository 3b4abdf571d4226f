// The types of arrays and values: their names, sizes and conversions. One table has them all.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/lesson_file/lesson.h"
#include "sim/exec/arithmetic/half.h"

namespace lanescope::lesson {

[[nodiscard]] std::optional<ElementType> element_type_of(std::string_view name);
[[nodiscard]] std::vector<std::string> element_type_names();
// By a name of C++, as in a kernel's text or demangled: "unsigned int", "size_t", "__half".
[[nodiscard]] std::optional<ElementType> element_type_of_cpp(std::string_view name);
// float, double, half, bf16.
[[nodiscard]] bool is_real(ElementType type);

// An element, or a vector of CUDA's: float4 has the lanes x, y, z, w.
struct ValueType {
  ElementType element = ElementType::f32;
  std::uint32_t lanes = 1;  // 1 to 4
};
// "float", "float4", "half2".
[[nodiscard]] std::optional<ValueType> value_type_of(std::string_view name);
// By a name of C++: "float4", "dim3", "__half2".
[[nodiscard]] std::optional<ValueType> value_type_of_cpp(std::string_view name);
[[nodiscard]] std::string name_of(ValueType type);  // as in the file
[[nodiscard]] std::uint32_t bytes_of(ValueType type);
// Of three lanes one lane's, else the vector's size, at most 16 bytes (CUDA's vector_types.h).
[[nodiscard]] std::uint32_t alignment_of(ValueType type);

// The value converted as C++ does (integers wrap, fractions are cut off), little-endian.
[[nodiscard]] std::vector<std::byte> scalar_bytes(ElementType type, std::int64_t value);
// nullopt if an integer type cannot hold the value: C++ leaves that undefined.
[[nodiscard]] std::optional<std::vector<std::byte>> scalar_bytes(ElementType type, double value);

// The value's upper bits. If any below them are cut off, a bit far behind those that a short format
// keeps is set, so that rounding the double to 8 or 11 bits gives the value itself rounded once.
template <std::integral T>
double to_odd_double(T value) {
  if constexpr (sizeof(T) < 8) {
    return static_cast<double>(value);
  } else {
    const bool is_negative = std::cmp_less(value, 0);
    auto size = static_cast<std::uint64_t>(value);
    if (is_negative) size = 0 - size;
    constexpr std::uint64_t low = 0x7ff;  // below the 53 bits of a number with 64
    if (size >> 53 != 0 && (size & low) != 0) size = (size & ~low) | (low + 1);
    return is_negative ? -static_cast<double>(size) : static_cast<double>(size);
  }
}

// A half or a bf16: its bits. Numbers become one as in CUDA, rounded once to nearest even.
template <class Format>
struct ShortFloat {
  std::uint16_t bits = 0;

  ShortFloat() = default;
  explicit ShortFloat(double value)
      : bits(static_cast<std::uint16_t>(exec::narrowed<Format>(exec::to_odd_float(value)))) {}
  explicit ShortFloat(float value) : ShortFloat(static_cast<double>(value)) {}
  template <std::integral T>
  explicit ShortFloat(T value) : ShortFloat(to_odd_double(value)) {}

  explicit operator float() const { return exec::widened<Format>(bits); }
  bool operator==(const ShortFloat&) const = default;  // of the bits
};
using Half = ShortFloat<exec::Binary16>;
using BFloat = ShortFloat<exec::BFloat16>;
template <class T>
inline constexpr bool is_short_float = std::is_same_v<T, Half> || std::is_same_v<T, BFloat>;

// Calls function(T{}) with the C++ type T that corresponds to `type`.
template <typename Function>
decltype(auto) with_type(ElementType type, Function&& function) {
  switch (type) {
    case ElementType::f32:
      return function(float{});
    case ElementType::f64:
      return function(double{});
    case ElementType::f16:
      return function(Half{});
    case ElementType::bf16:
      return function(BFloat{});
    case ElementType::i8:
      return function(std::int8_t{});
    case ElementType::u8:
      return function(std::uint8_t{});
    case ElementType::i16:
      return function(std::int16_t{});
    case ElementType::u16:
      return function(std::uint16_t{});
    case ElementType::i32:
      return function(std::int32_t{});
    case ElementType::u32:
      return function(std::uint32_t{});
    case ElementType::i64:
      return function(std::int64_t{});
    case ElementType::u64:
      break;
  }
  return function(std::uint64_t{});
}

}  // namespace lanescope::lesson
