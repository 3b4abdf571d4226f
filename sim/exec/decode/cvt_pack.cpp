// cvt.pack: two integers, saturated and packed (PTX ISA, "cvt.pack").
#include <algorithm>

#include "sim/exec/decode/decoder.h"
#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {

using ptx::Type;

namespace {

using U32 = std::uint32_t;

template <int width, bool is_signed>
U32 saturated_field(std::int64_t value) {
  constexpr std::int64_t low = is_signed ? -(std::int64_t{1} << (width - 1)) : 0;
  constexpr std::int64_t high = (std::int64_t{1} << (is_signed ? width - 1 : width)) - 1;
  return static_cast<U32>(std::clamp(value, low, high)) & ((1U << width) - 1);
}

// {a, b} in the low bits, the low bits of c above them.
template <int width, bool is_signed, class S>
Handler pack_handler(bool takes_third) {
  if (takes_third) {
    if constexpr (width == 16) {
      return nullptr;
    } else {
      return &rare_ternary<U32, S, S, U32, [](S a, S b, U32 c) {
        return c << (2 * width) | saturated_field<width, is_signed>(a) << width |
               saturated_field<width, is_signed>(b);
      }>;
    }
  }
  return width != 16 ? nullptr : &rare_binary<U32, S, S, [](S a, S b) {
    return saturated_field<width, is_signed>(a) << width | saturated_field<width, is_signed>(b);
  }>;
}

template <class S>
Handler pack_handler(const ptx::Instruction& in, bool takes_third) {
  for (const std::string_view suffix : in.modifiers) {
    if (suffix == "u16") return pack_handler<16, false, S>(takes_third);
    if (suffix == "s16") return pack_handler<16, true, S>(takes_third);
    if (suffix == "u8") return pack_handler<8, false, S>(takes_third);
    if (suffix == "s8") return pack_handler<8, true, S>(takes_third);
    if (suffix == "u4") return pack_handler<4, false, S>(takes_third);
    if (suffix == "s4") return pack_handler<4, true, S>(takes_third);
    if (suffix == "u2") return pack_handler<2, false, S>(takes_third);
    if (suffix == "s2") return pack_handler<2, true, S>(takes_third);
  }
  return nullptr;
}

}  // namespace

// cvt.pack.sat.<width>.<s32 or u32>[.b32] d, a, b [, c]
bool Decoder::convert_pack(const In& in) {
  if (!suffixes_known(in, "pack sat u4 s4 u2 s2")) return false;
  const bool takes_third = in.operands.size() == 4;
  const bool has_third = !in.types.empty() && in.types.back() == Type::b32;
  const std::size_t at = in.types.size() - (has_third ? 2 : 1);
  if (at >= in.types.size() || takes_third != has_third || in.operands.size() < 3)
    return refuse(in, "this combination of types and operands is not executed");
  const Handler handler = in.types[at] == Type::u32   ? pack_handler<U32>(in, takes_third)
                          : in.types[at] == Type::s32 ? pack_handler<std::int32_t>(in, takes_third)
                                                      : nullptr;
  return emit(in, handler, 4, 4, 4, takes_third ? 4 : 0);
}

}  // namespace lanescope::exec
