#include "sim/steps/value.h"

#include <bit>
#include <cmath>

#include <fmt/format.h>

namespace lanescope::steps {
namespace {

using ptx::Type;

template <class T>
std::string number_text(T value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  return fmt::format("{}", value);  // the shortest text that reads back as the same value
}

float from_half(std::uint64_t bits) {
  const auto sign = (bits >> 15 & 1) != 0 ? -1.0F : 1.0F;
  const int exponent = static_cast<int>(bits >> 10 & 0x1f);
  const auto fraction = static_cast<float>(bits & 0x3ff);
  if (exponent == 0x1f) return fraction == 0 ? sign * INFINITY : NAN;
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024.0F + fraction, exponent - 25);
}

float from_brain(std::uint64_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits & 0xffff) << 16);
}

std::string floating_text(Type type, const Value& value) {
  const auto low = static_cast<std::uint32_t>(value.low);
  switch (type) {
    case Type::f16:
      return number_text(from_half(value.low));
    case Type::bf16:
      return number_text(from_brain(value.low));
    case Type::f16x2:
      return fmt::format("({}, {})", number_text(from_half(low & 0xffff)),
                         number_text(from_half(low >> 16)));
    case Type::bf16x2:
      return fmt::format("({}, {})", number_text(from_brain(low & 0xffff)),
                         number_text(from_brain(low >> 16)));
    default:
      break;
  }
  if (ptx::bytes_of(type) == 8) return number_text(std::bit_cast<double>(value.low));
  if (ptx::bytes_of(type) == 2) return number_text(from_half(value.low));
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
      return floating_text(reg.type, value);
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
