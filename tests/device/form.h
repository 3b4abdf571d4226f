// One form of one instruction, opcode x type x suffixes: a few lines of PTX that make a result of
// up to three operands, and how results of two machines are to be compared.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/device/kernel_launch.h"
#include "tests/device/operands.h"

namespace lanescope::device {

// What a result is made of: decides what a NaN is and what an ulp is.
enum class Element : std::uint8_t { bits, f16, bf16, f32, f64, f16x2, bf16x2 };

// What PTX promises of an approximate function: max(relative x |exact|, absolute) + the rounding of
// the result's type is not added.
struct Bound {
  double relative = 0;  // of the exact result's magnitude
  double absolute = 0;
  double from = -1e308;  // of the operand (of a division: the magnitude of the divisor); outside
  double to = 1e308;     // nothing is promised but special values
  bool flushes = false;  // subnormal operands and results count as zero
};

struct Form {
  std::string opcode;  // the group in the table: "add"
  std::string text;    // the whole name: "add.sat.s32"
  // With %a, %b, %c (as loaded) and %d to set. At hand: predicates %p %q %s, %h0.. of 16 bits,
  // %t0.. of 32, %u0.. of 64, %i the thread's index in the grid, %tx in the block, %l the lane,
  // %out the address of the results; the module's `globals`.
  std::string body;
  std::uint32_t d_bytes = 4;  // of %d: 2, 4 or 8; 0: the body itself writes to %out
  std::vector<Values> operands;
  Element element = Element::bits;
  double (*exact)(double a, double b) = nullptr;  // of an approximate function; else bit for bit
  Bound bound;
  std::string globals;
  std::size_t count = 4096;  // operand sets, at least
};

inline constexpr std::uint32_t form_block = 128;  // threads

[[nodiscard]] std::string ptx_of(const Form& form);
// Arrays: results (one a thread, or 4 KiB of zeros where the body writes them), then the operands.
[[nodiscard]] KernelLaunch launch_of(const Form& form);

[[nodiscard]] std::vector<Form> integer_forms();
[[nodiscard]] std::vector<Form> bit_forms();
[[nodiscard]] std::vector<Form> compare_forms();
[[nodiscard]] std::vector<Form> float_forms();
[[nodiscard]] std::vector<Form> approximate_forms();
[[nodiscard]] std::vector<Form> half_forms();
[[nodiscard]] std::vector<Form> convert_forms();
[[nodiscard]] std::vector<Form> warp_forms();
[[nodiscard]] std::vector<Form> memory_forms();

// "add.sat.s32 %d, %a, %b;" of as many operands as there are, all with %d's size.
[[nodiscard]] Form simple_form(std::string text, std::uint32_t d_bytes,
                               std::vector<Values> operands, Element element = Element::bits);
// A form whose result is a predicate or several registers: the body as given.
[[nodiscard]] Form form_with_body(std::string text, std::string body, std::uint32_t d_bytes,
                                  std::vector<Values> operands, Element element = Element::bits);

}  // namespace lanescope::device
