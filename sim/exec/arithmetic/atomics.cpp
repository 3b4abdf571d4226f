#include "sim/exec/arithmetic/atomics.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "sim/exec/arithmetic/half.h"
#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {
namespace {

template <class T, AtomicKind kind>
T combined(T old, T operand, T replacement) {
  using U = std::make_unsigned_t<T>;
  const auto a = static_cast<U>(old);
  const auto b = static_cast<U>(operand);
  switch (kind) {
    case AtomicKind::add:
      return static_cast<T>(static_cast<U>(a + b));
    case AtomicKind::min:
      return std::min(old, operand);
    case AtomicKind::max:
      return std::max(old, operand);
    case AtomicKind::and_:
      return static_cast<T>(a & b);
    case AtomicKind::or_:
      return static_cast<T>(a | b);
    case AtomicKind::xor_:
      return static_cast<T>(a ^ b);
    case AtomicKind::exch:
      return operand;
    case AtomicKind::cas:
      return old == operand ? replacement : old;
    case AtomicKind::inc:
      return static_cast<T>(a >= b ? U{0} : static_cast<U>(a + 1));
    case AtomicKind::dec:
      return static_cast<T>(a == 0 || a > b ? b : static_cast<U>(a - 1));
    case AtomicKind::none:
      break;
  }
  return old;
}

template <class T, AtomicKind kind>
std::uint64_t update(std::byte* word, std::uint64_t operand, std::uint64_t replacement, bool) {
  using U = std::make_unsigned_t<T>;
  U old;
  std::memcpy(&old, word, sizeof old);
  const auto result = static_cast<U>(
      combined<T, kind>(static_cast<T>(old), static_cast<T>(operand), static_cast<T>(replacement)));
  std::memcpy(word, &result, sizeof result);
  return old;
}

// Float additions in global memory flush subnormals (PTX ISA, atom: "flushes subnormal inputs and
// results to sign-preserving zero").
float flushed(float value) {
  return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0F, value) : value;
}

std::uint64_t add_floats(std::byte* word, std::uint64_t operand, std::uint64_t, bool flushes) {
  std::uint32_t old;
  std::memcpy(&old, word, sizeof old);
  auto a = std::bit_cast<float>(old);
  auto b = std::bit_cast<float>(static_cast<std::uint32_t>(operand));
  float sum = flushes ? flushed(flushed(a) + flushed(b)) : a + b;
  if (std::isnan(sum)) sum = std::bit_cast<float>(0x7fff'ffffU);
  std::memcpy(word, &sum, sizeof sum);
  return old;
}

bool is_nan(std::uint64_t bits) { return (bits & 0x7fff'ffff'ffff'ffffU) > 0x7ff0'0000'0000'0000U; }

// NaNs follow an H200. In global memory: the operand's bits if it is a NaN, else the old value's.
// In shared memory, where it is an ordinary addition: the old value's NaN before the operand's,
// made quiet.
std::uint64_t add_doubles(std::byte* word, std::uint64_t operand, std::uint64_t, bool is_global) {
  std::uint64_t old;
  std::memcpy(&old, word, sizeof old);
  auto sum =
      std::bit_cast<std::uint64_t>(std::bit_cast<double>(old) + std::bit_cast<double>(operand));
  if (is_nan(old) || is_nan(operand)) {
    sum = is_global ? (is_nan(operand) ? operand : old)
                    : (is_nan(old) ? old : operand) | 0x0008'0000'0000'0000U;
  }
  std::memcpy(word, &sum, sizeof sum);
  return old;
}

// f16 and bf16, one or two per word: like add.rn, with subnormals and the canonical NaN, the same
// in global and shared memory (measured on an H200, CUDA 13.0).
template <class F>
std::uint32_t half_sum(std::uint32_t a, std::uint32_t b) {
  return narrowed<F>(widened<F>(a & 0xffff) + widened<F>(b & 0xffff));
}

template <class F, class Word>
std::uint64_t add_halves(std::byte* word, std::uint64_t operand, std::uint64_t, bool) {
  Word old;
  std::memcpy(&old, word, sizeof old);
  const auto b = static_cast<std::uint32_t>(operand);
  std::uint32_t sum = half_sum<F>(old, b);
  if constexpr (sizeof(Word) == 4) sum |= half_sum<F>(old >> 16, b >> 16) << 16;
  const auto result = static_cast<Word>(sum);
  std::memcpy(word, &result, sizeof result);
  return old;
}

// Returns pick.template operator()<kind>().
template <class Pick>
AtomicUpdate by_kind(AtomicKind kind, Pick pick) {
  switch (kind) {
    case AtomicKind::add:
      return pick.template operator()<AtomicKind::add>();
    case AtomicKind::min:
      return pick.template operator()<AtomicKind::min>();
    case AtomicKind::max:
      return pick.template operator()<AtomicKind::max>();
    case AtomicKind::and_:
      return pick.template operator()<AtomicKind::and_>();
    case AtomicKind::or_:
      return pick.template operator()<AtomicKind::or_>();
    case AtomicKind::xor_:
      return pick.template operator()<AtomicKind::xor_>();
    case AtomicKind::exch:
      return pick.template operator()<AtomicKind::exch>();
    case AtomicKind::cas:
      return pick.template operator()<AtomicKind::cas>();
    case AtomicKind::inc:
      return pick.template operator()<AtomicKind::inc>();
    case AtomicKind::dec:
      return pick.template operator()<AtomicKind::dec>();
    case AtomicKind::none:
      break;
  }
  return nullptr;
}

template <class T>
AtomicUpdate integer_update(AtomicKind kind) {
  return by_kind(kind, []<AtomicKind k>() -> AtomicUpdate { return &update<T, k>; });
}

// The same with the host's atomics. The return value has no meaning.
template <class T, AtomicKind kind>
std::uint64_t update_among_others(std::byte* word, std::uint64_t operand, std::uint64_t, bool) {
  using U = std::make_unsigned_t<T>;
  const std::atomic_ref<U> shared(*reinterpret_cast<U*>(word));
  U old = shared.load(std::memory_order_relaxed);
  U next;
  do {
    next = static_cast<U>(combined<T, kind>(static_cast<T>(old), static_cast<T>(operand), T{0}));
  } while (next != old && !shared.compare_exchange_weak(old, next, std::memory_order_relaxed));
  return old;
}

template <class T>
AtomicUpdate reduction_update(AtomicKind kind) {
  return by_kind(kind, []<AtomicKind k>() -> AtomicUpdate {
    if constexpr (k < AtomicKind::exch) return &update_among_others<T, k>;
    return nullptr;
  });
}

// 128 bits: exch and cas, on both halves at once.
void exchange_wide(const AtomicInstruction& in, const Lanes& lanes, int lane, std::byte* word) {
  std::uint64_t old[2] = {0, 0};
  std::uint64_t operand[2];
  std::uint64_t next[2];
  for (int half = 0; half < 2; ++half) {
    operand[half] = read_lane(lanes, in.operands[half], 8, lane);
    next[half] = in.kind == AtomicKind::cas ? read_lane(lanes, in.replacements[half], 8, lane)
                                            : operand[half];
  }
  if (word != nullptr) {
    std::memcpy(old, word, sizeof old);
    const bool same = old[0] == operand[0] && old[1] == operand[1];
    if (in.kind == AtomicKind::exch || same) std::memcpy(word, next, sizeof next);
  }
  for (int half = 0; half < 2; ++half) {
    if (in.results[half].exists()) write_lane(lanes, in.results[half], 8, lane, old[half]);
  }
}

}  // namespace

AtomicUpdate atomic_update(AtomicKind kind, ptx::Type type) {
  using ptx::Type;
  const bool is_swap = kind == AtomicKind::exch || kind == AtomicKind::cas;
  const bool is_logic =
      kind == AtomicKind::and_ || kind == AtomicKind::or_ || kind == AtomicKind::xor_;
  const bool is_count = kind == AtomicKind::inc || kind == AtomicKind::dec;
  switch (type) {
    case Type::b16:
      return kind == AtomicKind::cas ? integer_update<std::uint16_t>(kind) : nullptr;
    case Type::b32:
      return is_swap || is_logic ? integer_update<std::uint32_t>(kind) : nullptr;
    case Type::b64:
      return is_swap || is_logic ? integer_update<std::uint64_t>(kind) : nullptr;
    // Old compilers used the integer type of the word for exchanges and logic.
    case Type::u32:
      return integer_update<std::uint32_t>(kind);
    case Type::s32:
      return is_count ? nullptr : integer_update<std::int32_t>(kind);
    case Type::u64:
      return is_count ? nullptr : integer_update<std::uint64_t>(kind);
    case Type::s64:
      return is_count ? nullptr : integer_update<std::int64_t>(kind);
    case Type::f32:
      return kind == AtomicKind::add ? &add_floats : nullptr;
    case Type::f64:
      return kind == AtomicKind::add ? &add_doubles : nullptr;
    case Type::f16:
      return kind == AtomicKind::add ? &add_halves<Binary16, std::uint16_t> : nullptr;
    case Type::f16x2:
      return kind == AtomicKind::add ? &add_halves<Binary16, std::uint32_t> : nullptr;
    case Type::bf16:
      return kind == AtomicKind::add ? &add_halves<BFloat16, std::uint16_t> : nullptr;
    case Type::bf16x2:
      return kind == AtomicKind::add ? &add_halves<BFloat16, std::uint32_t> : nullptr;
    default:
      return nullptr;
  }
}

Reduction reduction_of(AtomicKind kind, ptx::Type type) {
  using ptx::Type;
  Reduction out;
  switch (type) {
    case Type::u32:
    case Type::b32:
      out.update = reduction_update<std::uint32_t>(kind);
      break;
    case Type::s32:
      out.update = reduction_update<std::int32_t>(kind);
      break;
    case Type::u64:
    case Type::b64:
      out.update = reduction_update<std::uint64_t>(kind);
      break;
    case Type::s64:
      out.update = reduction_update<std::int64_t>(kind);
      break;
    default:
      break;
  }
  if (out.update == nullptr) return out;
  // Only minimum and maximum depend on the sign.
  const bool compares = kind == AtomicKind::min || kind == AtomicKind::max;
  const unsigned variant =
      (ptx::bytes_of(type) == 8 ? 1U : 0U) + (compares && ptx::is_signed(type) ? 2U : 0U);
  out.operation = static_cast<std::uint8_t>(4 * static_cast<unsigned>(kind) + variant);
  return out;
}

void apply_atomics(const AtomicInstruction& in, AtomicScope words, const Lanes& lanes,
                   std::uint32_t mask, std::byte* const* data) {
  const bool is_global = words != AtomicScope::block;
  const AtomicUpdate update = words == AtomicScope::grid_at_once ? in.reduction.update : in.update;
  if (in.elements == 1 && in.element_bytes == 4 && !in.replacements[0].exists()) {  // the commonest
    const std::uint32_t* operands = lanes.read<std::uint32_t>(in.operands[0]);
    std::uint32_t* results =
        in.results[0].exists() ? lanes.row<std::uint32_t>(in.results[0]) : nullptr;
    return for_set_lanes(mask, [&](int l) {
      const std::uint64_t old = data[l] == nullptr ? 0 : update(data[l], operands[l], 0, is_global);
      if (results != nullptr) results[l] = static_cast<std::uint32_t>(old);
    });
  }
  for_set_lanes(mask, [&](int l) {
    if (in.element_bytes == 16) return exchange_wide(in, lanes, l, data[l]);
    for (std::uint32_t i = 0; i < in.elements; ++i) {
      const std::uint64_t operand = read_lane(lanes, in.operands[i], in.element_bytes, l);
      const std::uint64_t other = in.replacements[0].exists()
                                      ? read_lane(lanes, in.replacements[0], in.element_bytes, l)
                                      : 0;
      const std::uint64_t old =
          data[l] == nullptr
              ? 0
              : update(data[l] + std::size_t{i} * in.element_bytes, operand, other, is_global);
      if (in.results[i].exists()) write_lane(lanes, in.results[i], in.element_bytes, l, old);
    }
  });
}

}  // namespace lanescope::exec
