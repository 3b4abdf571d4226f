// Names of element types, and scalars as the bytes of a kernel parameter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/lesson_file/lesson.h"

namespace lanescope::lesson {

[[nodiscard]] std::optional<ElementType> element_type_of(std::string_view name);
[[nodiscard]] std::vector<std::string> element_type_names();

// The value converted as C++ does (integers wrap, fractions are cut off), little-endian.
[[nodiscard]] std::vector<std::byte> scalar_bytes(ElementType type, std::int64_t value);
// nullopt if an integer type cannot hold the value: C++ leaves that undefined.
[[nodiscard]] std::optional<std::vector<std::byte>> scalar_bytes(ElementType type, double value);

// Calls function(T{}) with the C++ type T that corresponds to `type`.
template <typename Function>
decltype(auto) with_type(ElementType type, Function&& function) {
  switch (type) {
    case ElementType::f32:
      return function(float{});
    case ElementType::f64:
      return function(double{});
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
