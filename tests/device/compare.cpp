#include "tests/device/compare.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <set>

#include <fmt/format.h>

namespace lanescope::device {
namespace {

struct Format {
  int fraction;     // number of bits
  int smallest;     // exponent of the smallest normal number
  double greatest;  // largest finite number
};

Format format_of(Element element) {
  switch (element) {
    case Element::f16:
    case Element::f16x2:
      return {10, -14, 65504.0};
    case Element::bf16:
    case Element::bf16x2:
      return {7, -126, 0x1.fep127};
    case Element::f64:
      return {52, -1022, 0x1.fffffffffffffp1023};
    default:
      return {23, -126, 0x1.fffffep127};
  }
}

std::uint64_t word(const std::vector<std::byte>& array, std::size_t index, std::size_t bytes) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, array.data() + index * bytes, bytes);
  return bits;
}

bool is_pair(Element element) { return element == Element::f16x2 || element == Element::bf16x2; }

Element half_of(Element element) {
  return element == Element::f16x2    ? Element::f16
         : element == Element::bf16x2 ? Element::bf16
                                      : element;
}

// Whether the bits are equal except for NaN payloads.
bool alike_but_for_payloads(Element element, std::uint64_t a, std::uint64_t b) {
  if (element == Element::bits) return false;
  if (is_pair(element)) {
    for (const unsigned shift : {0U, 16U}) {
      const std::uint64_t x = a >> shift & 0xffff;
      const std::uint64_t y = b >> shift & 0xffff;
      if (x != y && !alike_but_for_payloads(half_of(element), x, y)) return false;
    }
    return true;
  }
  return std::isnan(value_of(element, a)) && std::isnan(value_of(element, b));
}

double flushed(const Form& form, Element element, double value) {
  if (!form.bound.flushes || !(std::fabs(value) < std::ldexp(1.0, format_of(element).smallest)))
    return value;
  return std::copysign(0.0, value);
}

constexpr std::size_t max_samples = 6;

// The kind of each operand of a float instruction: "n" number, "z" zero, "i" infinity, "q" quiet
// NaN, "s" signalling NaN.
std::string kind_of(const Form& form, const std::uint64_t (&operands)[3]) {
  std::string kind;
  for (std::size_t o = 0; o < form.operands.size(); ++o) {
    const Element element = form.operands[o] == Values::f64    ? Element::f64
                            : form.operands[o] == Values::f32  ? Element::f32
                            : form.operands[o] == Values::f16  ? Element::f16
                            : form.operands[o] == Values::bf16 ? Element::bf16
                                                               : Element::bits;
    if (element == Element::bits) continue;
    const double value = value_of(element, operands[o]);
    const bool quiet = (operands[o] >> (format_of(element).fraction - 1) & 1) != 0;
    kind += std::isnan(value)   ? (quiet ? 'q' : 's')
            : std::isinf(value) ? 'i'
            : value == 0        ? 'z'
                                : 'n';
  }
  return kind;
}

std::string sample(const Form& form, std::size_t index, const std::uint64_t (&operands)[3],
                   std::uint64_t theirs, std::uint64_t ours) {
  const int digits = form.d_bytes != 0 ? static_cast<int>(2 * form.d_bytes) : 8;
  std::string text = fmt::format("[{}]", index);
  for (std::size_t o = 0; o < form.operands.size() && form.d_bytes != 0; ++o) {
    text += fmt::format(" {}=0x{:0{}x}", "abc"[o], operands[o],
                        2 * static_cast<int>(bytes_of(form.operands[o])));
  }
  return text + fmt::format(": GPU 0x{:0{}x}, emulator 0x{:0{}x}", theirs, digits, ours, digits);
}

}  // namespace

double value_of(Element element, std::uint64_t bits) {
  switch (element) {
    case Element::f64:
      return std::bit_cast<double>(bits);
    case Element::f32:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    case Element::bf16:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits << 16));
    case Element::f16: {
      const auto exponent = static_cast<int>(bits >> 10 & 31);
      const auto fraction = static_cast<double>(bits & 1023);
      const double sign = (bits & 0x8000) != 0 ? -1 : 1;
      if (exponent == 31) return fraction != 0 ? std::nan("") : sign * HUGE_VAL;
      if (exponent == 0) return sign * std::ldexp(fraction, -24);
      return sign * std::ldexp(1024 + fraction, exponent - 25);
    }
    default:
      return static_cast<double>(bits);
  }
}

Distance distance(const Form& form, Element element, double value, double a, double b) {
  const Format format = format_of(element);
  a = flushed(form, element, a);
  b = flushed(form, element, b);
  const double exact = form.exact(a, b);
  if (std::isnan(exact)) return {std::isnan(value), 0};
  // PTX ISA, div: div.approx gives NaN or zero for divisors out of range.
  if (form.operands.size() == 2 && std::fabs(b) > form.bound.to) return {};
  if (std::isinf(exact)) return {value == exact, 0};
  const double ranged = form.operands.size() == 2 ? std::fabs(b) : a;
  const bool promised = !std::isnan(ranged) && ranged >= form.bound.from && ranged <= form.bound.to;
  if (!promised) return {};
  const double normal = std::ldexp(1.0, format.smallest);
  if (std::isnan(value)) return {false, 0};
  if (std::fabs(exact) > format.greatest * (1 - form.bound.relative))
    return {std::fabs(value) >= format.greatest * (1 - form.bound.relative), 0};
  if (std::fabs(exact) < normal) {
    // Near the subnormal numbers, an error of one step or a flush to zero is allowed.
    const double step =
        form.bound.flushes ? normal : std::ldexp(1.0, format.smallest - format.fraction);
    return {std::fabs(value - exact) <= std::max(step, form.bound.absolute), 0};
  }
  const double error = std::fabs(value - exact);
  const double ulp = std::ldexp(1.0, std::ilogb(exact) - format.fraction);
  // A type with fewer bits than the bound assumes is rounded once more.
  const double rounding = format.fraction < 23 ? ulp / 2 : 0;
  const double allowed =
      std::max(form.bound.relative * std::fabs(exact), form.bound.absolute) + rounding;
  return {error <= allowed * (1 + 1e-6), error / ulp};
}

Tally compare(const Form& form, const std::vector<std::vector<std::byte>>& gpu,
              const std::vector<std::vector<std::byte>>& emulator) {
  Tally tally;
  std::set<std::string> kinds[2];
  const std::size_t bytes = form.d_bytes != 0 ? form.d_bytes : 4;
  tally.compared = gpu[0].size() / bytes;
  for (std::size_t i = 0; i < tally.compared; ++i) {
    const std::uint64_t theirs = word(gpu[0], i, bytes);
    const std::uint64_t ours = word(emulator[0], i, bytes);
    std::uint64_t operands[3] = {};
    if (form.d_bytes != 0) {
      for (std::size_t o = 0; o < form.operands.size(); ++o)
        operands[o] = word(gpu[o + 1], i, bytes_of(form.operands[o]));
    }
    const bool same = theirs == ours;
    bool different = !same;
    if (form.exact != nullptr) {
      different = false;
      const Element element = half_of(form.element);
      for (int half = 0; half < (is_pair(form.element) ? 2 : 1); ++half) {
        const auto part = [&](std::uint64_t bits) {
          return value_of(element, is_pair(form.element) ? bits >> 16 * half & 0xffff : bits);
        };
        const Distance t =
            distance(form, element, part(theirs), part(operands[0]), part(operands[1]));
        const Distance o =
            distance(form, element, part(ours), part(operands[0]), part(operands[1]));
        tally.gpu_ulp = std::max(tally.gpu_ulp, t.ulp);
        tally.emulator_ulp = std::max(tally.emulator_ulp, o.ulp);
        tally.gpu_outside += t.inside ? 0 : 1;
        // Where the hardware exceeds the bound, the emulator may give the same result.
        different = different || (!o.inside && !same);
      }
    }
    const bool payload = different && alike_but_for_payloads(form.element, theirs, ours);
    tally.equal += same ? 1 : 0;
    tally.nan_payloads += payload ? 1 : 0;
    tally.different += different && !payload ? 1 : 0;
    if (!different) continue;
    auto& samples = payload ? tally.payload_samples : tally.samples;
    if (samples.size() < max_samples && kinds[payload].insert(kind_of(form, operands)).second)
      samples.push_back(sample(form, i, operands, theirs, ours));
  }
  return tally;
}

}  // namespace lanescope::device
