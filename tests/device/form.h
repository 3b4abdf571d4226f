// A form of an instruction, opcode x type x suffixes: a few lines of PTX that compute a result from
// up to three operands, and how to compare the results of two machines.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/device/kernel_launch.h"
#include "tests/device/operands.h"

namespace lanescope::device {

// The type of a result's elements. It decides what a NaN and a ulp are.
enum class Element : std::uint8_t { bits, f16, bf16, f32, f64, f16x2, bf16x2 };

// PTX's error bound for an approximate function: max(relative x |exact|, absolute). It does not
// include the rounding to the result's type.
struct Bound {
  double relative = 0;  // relative to the magnitude of the exact result
  double absolute = 0;
  double from = -1e308;  // the operand's range (division: of |divisor|); outside
  double to = 1e308;     // it PTX only defines special values
  bool flushes = false;  // subnormal operands and results count as zero
};

struct Form {
  std::string opcode;  // the table's group: "add"
  std::string text;    // the full name: "add.sat.s32"
  // Computes %d from %a, %b, %c, which are loaded. Available: predicates %p %q %s; registers %h0..
  // (16 bits), %t0.. (32 bits), %u0.. (64 bits); %i = the thread's index in the grid, %tx = in the
  // block, %l = the lane, %out = address of the results; the module's `globals`.
  std::string body;
  std::uint32_t d_bytes = 4;  // size of %d: 2, 4 or 8; 0: the body writes to %out itself
  std::vector<Values> operands;
  Element element = Element::bits;
  double (*exact)(double a, double b) = nullptr;  // nullptr: compare bit for bit
  Bound bound;
  std::string globals;
  std::size_t count = 4096;  // minimum number of operand sets
};

inline constexpr std::uint32_t form_block = 128;  // threads per block

[[nodiscard]] std::string ptx_of(const Form& form);
// The arrays are the results (one per thread, or 4 KiB of zeros if the body writes them), then the
// operands.
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

// "add.sat.s32 %d, %a, %b;" with as many operands as given, all as wide as %d.
[[nodiscard]] Form simple_form(std::string text, std::uint32_t d_bytes,
                               std::vector<Values> operands, Element element = Element::bits);
// A form with its own body, for results that are predicates or several registers.
[[nodiscard]] Form form_with_body(std::string text, std::string body, std::uint32_t d_bytes,
                                  std::vector<Values> operands, Element element = Element::bits);

}  // namespace lanescope::device
