#include "sim/exec/atomics.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

namespace lanescope::exec {
namespace {

template <class T>
T combined(AtomicKind kind, T old, T operand, T replacement) {
  if (kind == AtomicKind::exch) return operand;
  if (kind == AtomicKind::cas) return old == operand ? replacement : old;
  if (kind == AtomicKind::min) return std::min(old, operand);
  if (kind == AtomicKind::max) return std::max(old, operand);
  using U = std::make_unsigned_t<T>;
  const auto a = static_cast<U>(old);
  const auto b = static_cast<U>(operand);
  switch (kind) {
    case AtomicKind::add:
      return static_cast<T>(static_cast<U>(a + b));
    case AtomicKind::and_:
      return static_cast<T>(a & b);
    case AtomicKind::or_:
      return static_cast<T>(a | b);
    case AtomicKind::xor_:
      return static_cast<T>(a ^ b);
    case AtomicKind::inc:
      return static_cast<T>(a >= b ? U{0} : static_cast<U>(a + 1));
    case AtomicKind::dec:
      return static_cast<T>(a == 0 || a > b ? b : static_cast<U>(a - 1));
    default:
      return old;
  }
}

template <class T, class Bits>
Bits update(AtomicKind kind, std::byte* word, Bits operand, Bits replacement) {
  Bits old_bits;
  std::memcpy(&old_bits, word, sizeof(Bits));
  T result;
  if constexpr (std::is_floating_point_v<T>) {
    result =
        std::bit_cast<T>(old_bits) + std::bit_cast<T>(operand);  // add is the only one of these
  } else {
    result = combined(kind, static_cast<T>(old_bits), static_cast<T>(operand),
                      static_cast<T>(replacement));
  }
  const auto bits = std::bit_cast<Bits>(result);
  std::memcpy(word, &bits, sizeof(Bits));
  return old_bits;
}

}  // namespace

std::uint64_t apply_atomic(const MemoryInstruction& in, std::byte* word, std::uint64_t operand,
                           std::uint64_t replacement) {
  using ptx::Type;
  const auto narrow = static_cast<std::uint32_t>(operand);
  const auto narrow_replacement = static_cast<std::uint32_t>(replacement);
  switch (in.type) {
    case Type::b16:
      return update<std::uint16_t>(in.atomic, word, static_cast<std::uint16_t>(operand),
                                   static_cast<std::uint16_t>(replacement));
    case Type::s32:
      return update<std::int32_t>(in.atomic, word, narrow, narrow_replacement);
    case Type::f32:
      return update<float>(in.atomic, word, narrow, narrow_replacement);
    case Type::s64:
      return update<std::int64_t>(in.atomic, word, operand, replacement);
    case Type::f64:
      return update<double>(in.atomic, word, operand, replacement);
    case Type::u64:
    case Type::b64:
      return update<std::uint64_t>(in.atomic, word, operand, replacement);
    default:
      return update<std::uint32_t>(in.atomic, word, narrow, narrow_replacement);
  }
}

}  // namespace lanescope::exec
