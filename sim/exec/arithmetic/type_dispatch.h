// From a PTX type to the C++ type used to compute with it.
#pragma once

#include <cstdint>

#include "sim/exec/lanes/instruction.h"
#include "sim/ptx/types.h"

namespace lanescope::exec {

// Returns `pick.template operator()<T>()` for the C++ type of an integer type of 16 to 64 bits,
// nullptr for any other type. Untyped bits count as unsigned.
template <class Pick>
Handler by_integer_type(ptx::Type type, Pick pick) {
  using ptx::Type;
  switch (type) {
    case Type::u16:
    case Type::b16:
      return pick.template operator()<std::uint16_t>();
    case Type::u32:
    case Type::b32:
      return pick.template operator()<std::uint32_t>();
    case Type::u64:
    case Type::b64:
      return pick.template operator()<std::uint64_t>();
    case Type::s16:
      return pick.template operator()<std::int16_t>();
    case Type::s32:
      return pick.template operator()<std::int32_t>();
    case Type::s64:
      return pick.template operator()<std::int64_t>();
    default:
      return nullptr;
  }
}

// The same, with 8-bit types.
template <class Pick>
Handler by_integer_or_byte(ptx::Type type, Pick pick) {
  using ptx::Type;
  switch (type) {
    case Type::u8:
    case Type::b8:
      return pick.template operator()<std::uint8_t>();
    case Type::s8:
      return pick.template operator()<std::int8_t>();
    default:
      return by_integer_type(type, pick);
  }
}

}  // namespace lanescope::exec
