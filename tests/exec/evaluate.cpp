#include "tests/exec/evaluate.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "tests/exec/ptx_run.h"
#include "tests/repetitions.h"

namespace lanescope::exec {

std::vector<std::uint64_t> evaluate(const std::string& body,
                                    const std::vector<Operands>& operands) {
  constexpr std::size_t block = 256;
  const std::size_t blocks = (operands.size() + block - 1) / block;
  PtxRun run;
  run.config = {{static_cast<std::uint32_t>(blocks), 1, 1}, {block, 1, 1}, 0};
  run.out_words = blocks * block;
  for (const Operands& each : operands) run.in.insert(run.in.end(), {each.a, each.b, each.c});
  run.in.resize(3 * run.out_words);
  run.body = "mul.wide.u32 %rd38, %r1, 24;\nadd.s64 %rd37, %rd2, %rd38;\n";
  for (int i = 0; i < 3; ++i) {
    const std::string n = "1" + std::to_string(i);
    run.body += "ld.global.u64 %rd" + n + ", [%rd37+" + std::to_string(8 * i) + "];\n";
    run.body += "cvt.u32.u64 %r" + n + ", %rd" + n + ";\ncvt.u16.u64 %rs" + n + ", %rd" + n + ";\n";
    run.body += "mov.b32 %f" + n + ", %r" + n + ";\nmov.b64 %fd" + n + ", %rd" + n + ";\n";
  }
  run.body += body + "\nst.global.u64 [%rd3], %rd30;\n";
  PtxResult result = run_ptx(run);
  result.out.resize(operands.size());
  return result.out;
}

std::string from_half(const std::string& text) { return text + "\ncvt.u64.u16 %rd30, %rs30;"; }
std::string from_word(const std::string& text) { return text + "\ncvt.u64.u32 %rd30, %r30;"; }
std::string from_float(const std::string& text) {
  return from_word(text + "\nmov.b32 %r30, %f30;");
}
std::string from_double(const std::string& text) { return text + "\nmov.b64 %rd30, %fd30;"; }
std::string from_predicates(const std::string& text) {
  return text + "\nselp.u64 %rd31, 1, 0, %p1;\nselp.u64 %rd32, 2, 0, %p2;\n" +
         "or.b64 %rd30, %rd31, %rd32;";
}

namespace {

std::vector<std::uint64_t> special_floats(int exponent_bits, int fraction_bits) {
  const auto at = [&](std::int64_t exponent, std::uint64_t fraction) {
    const std::int64_t bias = (std::int64_t{1} << (exponent_bits - 1)) - 1;
    return (static_cast<std::uint64_t>(exponent + bias) << fraction_bits) | fraction;
  };
  const std::uint64_t fraction = (std::uint64_t{1} << fraction_bits) - 1;
  const std::int64_t bias = (std::int64_t{1} << (exponent_bits - 1)) - 1;
  const std::uint64_t infinity = at(bias + 1, 0);
  std::vector<std::uint64_t> found{0,
                                   1,
                                   2,
                                   3,
                                   fraction / 2,
                                   fraction - 1,
                                   fraction,
                                   at(1 - bias, 0),
                                   at(1 - bias, 1),
                                   at(2 - bias, 0),
                                   at(-fraction_bits - 2, 1),
                                   at(-fraction_bits - 1, 0),
                                   at(-fraction_bits - 1, 1),
                                   at(-fraction_bits, 0),
                                   at(-1, 0),
                                   at(-1, 1),
                                   at(-1, fraction),
                                   at(0, 0),
                                   at(0, 1),
                                   at(0, fraction),
                                   at(1, 0),
                                   at(1, 1),
                                   at(bias - 1, fraction),
                                   at(bias, 0),
                                   infinity - 1,
                                   infinity,
                                   infinity + 1,
                                   infinity + 1 + fraction / 2,
                                   infinity + fraction};
  const std::size_t positive = found.size();
  const std::uint64_t sign = std::uint64_t{1} << (exponent_bits + fraction_bits);
  for (std::size_t i = 0; i < positive; ++i) found.push_back(found[i] | sign);
  return found;
}

}  // namespace

std::vector<std::uint64_t> floats_of(int exponent_bits, int fraction_bits, std::size_t count,
                                     std::uint32_t seed) {
  std::vector<std::uint64_t> found = special_floats(exponent_bits, fraction_bits);
  std::mt19937_64 random(seed);
  const int width = 1 + exponent_bits + fraction_bits;
  const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  while (found.size() < tests::repetitions(count)) found.push_back(random() & mask);
  return found;
}

std::vector<Operands> triples_of(int exponent_bits, int fraction_bits, std::size_t count) {
  const std::vector<std::uint64_t> special = special_floats(exponent_bits, fraction_bits);
  std::vector<Operands> found;
  for (std::size_t i = 0; i < special.size(); ++i) {
    for (std::size_t j = 0; j < special.size(); ++j)
      found.push_back({special[i], special[j], special[(7 * i + 3 * j) % special.size()]});
  }
  std::mt19937_64 random(7);
  const int width = 1 + exponent_bits + fraction_bits;
  const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  const std::uint64_t ones = std::uint64_t{(1ULL << (exponent_bits - 1)) - 1} << fraction_bits;
  while (found.size() < tests::repetitions(count)) {
    Operands next{random() & mask, random() & mask, random() & mask};
    // Every second number is near 1, where sums cancel and tie. Some have few bits set.
    if (found.size() % 2 == 0) {
      const std::uint64_t near = (std::uint64_t{8} << fraction_bits) - 1;
      const std::uint64_t sign = std::uint64_t{1} << (width - 1);
      const auto close = [&](std::uint64_t x) { return (x & sign) | (ones + (x & near)); };
      next = {close(next.a), close(next.b), close(next.c)};
      if (found.size() % 4 == 0) {
        next.a &= ~std::uint64_t{0} << (fraction_bits / 2);
        next.b &= ~std::uint64_t{0} << (fraction_bits / 2);
      }
    }
    found.push_back(next);
  }
  return found;
}

}  // namespace lanescope::exec
