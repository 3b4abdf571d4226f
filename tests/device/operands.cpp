#include "tests/device/operands.h"

#include <bit>
#include <cmath>
#include <random>

namespace lanescope::device {
namespace {

using Bits = std::vector<std::uint64_t>;

// Most useful values first: three operands combine only the first dozen.
const Bits corners_b16 = {0,      1,      0xffff, 0x7fff, 0x8000, 2,      7,      0xfffe,
                          16,     0x00ff, 0x8001, 0x5555, 3,      15,     0x0080, 0x7ffe,
                          0xff80, 0x1234, 31,     32,     0x0100, 0xaaaa, 10,     0xfff0};
const Bits corners_b32 = {0,          1,          0xffffffff, 0x7fffffff, 0x80000000, 2,
                          31,         0xfffffffe, 0x0000ffff, 0x80000001, 0x55555555, 32,
                          3,          7,          8,          15,         16,         33,
                          63,         64,         0x7f,       0x80,       0xff,       0x7fff,
                          0x8000,     0x00010000, 0x00ffffff, 0x007fffff, 0x7ffffffe, 0xaaaaaaaa,
                          0x12345678, 0xdeadbeef, 0xffff0000, 0xffff8000, 0x01000000, 10};
const Bits corners_b64 = {0,
                          1,
                          0xffffffffffffffff,
                          0x7fffffffffffffff,
                          0x8000000000000000,
                          2,
                          0xffffffff,
                          0x80000000,
                          0x100000000,
                          0x5555555555555555,
                          63,
                          0x8000000000000001,
                          3,
                          7,
                          31,
                          32,
                          64,
                          0x7fffffff,
                          0xffffffff80000000,
                          0xffffffff00000000,
                          0xfffffffffffffffe,
                          0x0000ffff0000ffff,
                          0xaaaaaaaaaaaaaaaa,
                          0x123456789abcdef0,
                          10,
                          0x00ff,
                          0x8000,
                          0x7fff,
                          0xfffffffeffffffff,
                          0x7ffffffffffffffe};
const Bits corners_amount = {0, 1, 31, 32, 33, 5,  63, 64, 16,  8,   0xffffffff, 0x80000000,
                             2, 4, 7,  15, 17, 30, 62, 65, 128, 255, 256,        0x101};
const Bits corners_f16 = {0x0000, 0x8000, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 0x0001, 0x7bff,
                          0x03ff, 0x7d01, 0x0400, 0x3800, 0x3e00, 0x8001, 0x83ff, 0xfbff, 0xfe01,
                          0x7fff, 0xffff, 0xfd55, 0x3bff, 0x3c01, 0x4000, 0x4200, 0x4100, 0xb800,
                          0x6400, 0x6800, 0x77ff, 0x7800, 0x0200, 0x5bff, 0x3555, 0x1400, 0x8400};
const Bits corners_bf16 = {0x0000, 0x8000, 0x3f80, 0xbf80, 0x7f80, 0xff80, 0x7fc0, 0x0001, 0x7f7f,
                           0x007f, 0x7f81, 0x0080, 0x3f00, 0x3fc0, 0x8001, 0x807f, 0xff7f, 0xffc1,
                           0x7fff, 0xffff, 0xffaa, 0x3f7f, 0x3f81, 0x4000, 0x4040, 0x4020, 0xbf00,
                           0x4300, 0x4b00, 0x4f00, 0x477f, 0x4780, 0x0040, 0x3eab, 0x2f80, 0x8080};
const Bits corners_f32 = {
    0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x00000001,
    0x7f7fffff, 0x007fffff, 0x7f800001, 0x00800000, 0x3f000000, 0x3fc00000, 0x80000001, 0x807fffff,
    0xff7fffff, 0xffc00001, 0x7fffffff, 0xffffffff, 0xff812345, 0x3f7fffff, 0x3f800001, 0x40000000,
    0x40400000, 0x40200000, 0xbf000000, 0xbfc00000, 0x4f000000, 0x4f800000, 0x5f000000, 0x5f800000,
    0xcf000000, 0xdf000000, 0x4b000000, 0x4b800000, 0x33800000, 0x3effffff, 0x40490fdb, 0x477fe000,
    0x477ff000, 0x477fefff, 0x7f7f8000, 0x00400000, 0x3eaaaaab, 0x80800000, 0x4effffff, 0x437f0000,
    0x43800000, 0x46fffe00, 0x38800000, 0x387fc000, 0x33000000, 0x33000001, 0x7e800000, 0x7e800001};
const Bits corners_f64 = {
    0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000, 0xbff0000000000000,
    0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0x0000000000000001,
    0x7fefffffffffffff, 0x000fffffffffffff, 0x7ff0000000000001, 0x0010000000000000,
    0x3fe0000000000000, 0x3ff8000000000000, 0x8000000000000001, 0x800fffffffffffff,
    0xffefffffffffffff, 0xfff8000000000001, 0x7fffffffffffffff, 0xffffffffffffffff,
    0xfff123456789abcd, 0x3fefffffffffffff, 0x3ff0000000000001, 0x4000000000000000,
    0x4008000000000000, 0x4004000000000000, 0xbfe0000000000000, 0x41e0000000000000,
    0x41f0000000000000, 0x43e0000000000000, 0x43f0000000000000, 0xc1e0000000000000,
    0xc3e0000000000000, 0x4330000000000000, 0x4340000000000000, 0x3ca0000000000000,
    0x3fdfffffffffffff, 0x400921fb54442d18, 0x47efffffe0000000, 0x47efffffefffffff,
    0x47effffff0000000, 0x36a0000000000000, 0x3690000000000000, 0x3690000000000001,
    0x380fffffe0000000, 0x380ffffff0000000, 0x40effc0000000000, 0x40effe0000000000,
    0x41dfffffffc00000, 0x41efffffffe00000, 0xc1e0000000200000, 0x3fd5555555555555};
const Bits corners_small = {0, 1, 2, 3};

// Pairs of halves made from the corners of one half.
Bits pairs_of(const Bits& corners) {
  Bits result;
  for (std::size_t i = 0; i < corners.size(); ++i)
    result.push_back(corners[i] << 16 | corners[(i * 7 + 3) % corners.size()]);
  return result;
}

Bits corners_of(Values values) {
  switch (values) {
    case Values::b16:
      return corners_b16;
    case Values::b32:
      return corners_b32;
    case Values::b64:
      return corners_b64;
    case Values::amount:
      return corners_amount;
    case Values::small:
    case Values::lane:
      return corners_small;
    case Values::f16:
      return corners_f16;
    case Values::bf16:
      return corners_bf16;
    case Values::f32:
    case Values::angle:
      return corners_f32;
    case Values::f64:
      return corners_f64;
    case Values::f16x2:
      return pairs_of(corners_f16);
    case Values::bf16x2:
      return pairs_of(corners_bf16);
    case Values::fp8x2:
      return corners_b16;
  }
  return {};
}

class Random {
 public:
  std::uint64_t below(std::uint64_t n) { return engine_() % n; }
  std::uint64_t bits() { return engine_(); }

  // Random bits, but equally often a small number of either sign or one with few significant bits.
  std::uint64_t integer(unsigned width) {
    const std::uint64_t any = bits();
    switch (below(4)) {
      case 0:
        return any >> below(width) % 64;
      case 1:
        return 0 - (any >> (64 - 1 - below(width)));
      case 2:
        return any >> (64 - 1 - below(width));
      default:
        return any;
    }
  }

  // Random bits, a number of moderate size, or one with few bits of fraction: such numbers are
  // close enough to interact in additions, and their results are often halfway between two others.
  std::uint64_t floating(unsigned fraction, unsigned exponent) {
    const unsigned width = 1 + fraction + exponent;
    const std::uint64_t any = bits() >> (64 - width);
    const std::uint64_t bias = (1ULL << (exponent - 1)) - 1;
    std::uint64_t part = bits() & ((1ULL << fraction) - 1);
    const std::uint64_t sign = (bits() & 1) << (width - 1);
    switch (below(4)) {
      case 0:
        return any;
      case 1:
        part = part >> (fraction - fraction / 4) << (fraction - fraction / 4);
        break;
      case 2:
        if (below(2) == 0) part |= (1ULL << (fraction / 2)) - 1;
        break;
      default:
        break;
    }
    const std::uint64_t reach = exponent <= 5 ? 8 : 40;
    return sign | (bias - reach / 2 + below(reach)) << fraction | part;
  }

  std::uint64_t of(Values values) {
    switch (values) {
      case Values::b16:
        return integer(16) & 0xffff;
      case Values::b32:
        return integer(32) & 0xffffffff;
      case Values::b64:
        return integer(64);
      case Values::amount:
        return below(16) == 0 ? bits() & 0xffffffff : below(70);
      case Values::small:
        return below(8);
      case Values::lane:
        return below(32);
      case Values::f16:
        return floating(10, 5);
      case Values::bf16:
        return floating(7, 8);
      case Values::f32:
        return floating(23, 8);
      case Values::f64:
        return floating(52, 11);
      case Values::f16x2:
        return floating(10, 5) << 16 | floating(10, 5);
      case Values::bf16x2:
        return floating(7, 8) << 16 | floating(7, 8);
      case Values::fp8x2:
        return bits() & 0xffff;
      case Values::angle: {
        const double turn = static_cast<double>(bits() >> 11) * 0x1p-53 * 2 - 1;
        const double reach = below(2) == 0 ? 3.1415926535 : 314.15926535;
        return std::bit_cast<std::uint32_t>(static_cast<float>(turn * reach));
      }
    }
    return 0;
  }

 private:
  std::mt19937_64 engine_{20'251'120};
};

}  // namespace

std::size_t bytes_of(Values values) {
  switch (values) {
    case Values::b16:
    case Values::f16:
    case Values::bf16:
    case Values::fp8x2:
      return 2;
    case Values::b64:
    case Values::f64:
      return 8;
    default:
      return 4;
  }
}

std::vector<std::vector<std::uint64_t>> operand_sets(const std::vector<Values>& operands,
                                                     std::size_t count, std::size_t multiple) {
  std::vector<Bits> corners;
  std::size_t combinations = 1;
  for (const Values values : operands) {
    corners.push_back(corners_of(values));
    if (operands.size() > 2 && corners.back().size() > 12) corners.back().resize(12);
    combinations *= corners.back().size();
  }
  const std::size_t length = (std::max(count, combinations) + multiple - 1) / multiple * multiple;
  std::vector<Bits> sets(operands.size(), Bits(length));
  Random random;
  for (std::size_t i = 0; i < length; ++i) {
    std::size_t rest = i;
    for (std::size_t o = 0; o < operands.size(); ++o) {
      if (i < combinations) {
        sets[o][i] = corners[o][rest % corners[o].size()];
        rest /= corners[o].size();
      } else {
        sets[o][i] = random.of(operands[o]);
        // Sometimes a corner meets a random value, or two operands are equal.
        if (random.below(8) == 0) sets[o][i] = corners[o][random.below(corners[o].size())];
        if (o > 0 && operands[o] == operands[0] && random.below(16) == 0) sets[o][i] = sets[0][i];
      }
    }
  }
  return sets;
}

}  // namespace lanescope::device
