#include "sim/steps/value.h"

#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "sim/exec/arithmetic/half.h"

namespace lanescope::steps {
namespace {

using exec::BFloat16;
using exec::Binary16;
using exec::widened;
using ptx::Type;

template <class T>
std::string number_text(T value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  return fmt::format("{}", value);  // the shortest text that reads back as the same value
}

std::string pair_text(float low, float high) {
  return fmt::format("({}, {})", number_text(low), number_text(high));
}

std::string floating_text(Type type, const Value& value) {
  const auto low = static_cast<std::uint32_t>(value.low);
  switch (type) {
    case Type::bf16:
      return number_text(widened<BFloat16>(low));
    case Type::f16x2:
      return pair_text(widened<Binary16>(low), widened<Binary16>(low >> 16));
    case Type::bf16x2:
      return pair_text(widened<BFloat16>(low), widened<BFloat16>(low >> 16));
    case Type::f32x2:
      return pair_text(std::bit_cast<float>(low),
                       std::bit_cast<float>(static_cast<std::uint32_t>(value.low >> 32)));
    default:
      break;
  }
  if (ptx::bytes_of(type) == 8) return number_text(std::bit_cast<double>(value.low));
  if (ptx::bytes_of(type) == 2) return number_text(widened<Binary16>(low));
  return number_text(std::bit_cast<float>(low));
}

std::int64_t signed_of(std::uint64_t bits, std::uint32_t bytes) {
  const unsigned unused = 64 - 8 * bytes;
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

}  // namespace

std::string value_text(const Register& reg, const Value& value) {
  const std::uint32_t bytes = ptx::bytes_of(reg.type);
  switch (reg.reading) {
    case Reading::predicate:
      return value.low != 0 ? "true" : "false";
    case Reading::floating:
      return floating_text(reg.number != Type::none ? reg.number : reg.type, value);
    case Reading::signed_integer:
      return fmt::format("{}", signed_of(value.low, bytes));
    case Reading::unsigned_integer:
      return fmt::format("{}", value.low);
    case Reading::address:
      return fmt::format("0x{:x}", value.low);
    case Reading::bits:
      break;
  }
  if (bytes == 16) return fmt::format("0x{:016x}{:016x}", value.high, value.low);
  return fmt::format("0x{:0{}x}", value.low, 2 * bytes);
}

}  // namespace lanescope::steps
