// Elementwise kernels, one thread per element: out[i] = expression of a[i], b[i], c[i]. This file
// writes the kernel's text, so that a test case is only an expression and its reference.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "tests/conformance/kernel_case.h"
#include "tests/conformance/values.h"

namespace lanescope::conformance {

// The type's name in CUDA C++.
template <class T>
constexpr const char* type_name() {
  if constexpr (std::is_same_v<T, signed char>) return "signed char";
  if constexpr (std::is_same_v<T, unsigned char>) return "unsigned char";
  if constexpr (std::is_same_v<T, short>) return "short";
  if constexpr (std::is_same_v<T, unsigned short>) return "unsigned short";
  if constexpr (std::is_same_v<T, int>) return "int";
  if constexpr (std::is_same_v<T, unsigned>) return "unsigned";
  if constexpr (std::is_same_v<T, std::int64_t>) return "long long";
  if constexpr (std::is_same_v<T, std::uint64_t>) return "unsigned long long";
  if constexpr (std::is_same_v<T, float>) return "float";
  if constexpr (std::is_same_v<T, double>) return "double";
}

template <class T>
struct ResultOf {  // result of a reference: one value, or one per expression
  using Element = T;
  static constexpr std::size_t count = 1;
  static const T& at(const T& value, std::size_t) { return value; }
};
template <class T, std::size_t N>
struct ResultOf<std::array<T, N>> {
  using Element = T;
  static constexpr std::size_t count = N;
  static const T& at(const std::array<T, N>& values, std::size_t i) { return values[i]; }
};

struct Map {
  std::vector<std::string> expressions;  // in x, y, z: the elements of the arrays, in order
  double ulps = 0;
  std::string before = {};  // device functions, #includes
};

// The kernel `k`: an array of each operand's type, then `out`, of the result's, then the number of
// threads. Not part of expect_map(), which is compiled for each reference anew.
std::string text_of(const Map& map, std::span<const char* const> operands, const char* result);
// The launch of that kernel, with a thread for each of `count` elements.
KernelCase launch_of(const std::string& text, std::size_t count);

// All arrays have the same size. reference(a[i], b[i], ...) returns one value per expression.
template <class F, class... Ts>
void expect_map(compile::Compiler compiler, const Map& map, F reference,
                const std::vector<Ts>&... arrays) {
  using Result = ResultOf<std::invoke_result_t<F, Ts...>>;
  using R = typename Result::Element;
  ASSERT_EQ(map.expressions.size(), Result::count);
  constexpr const char* operands[] = {type_name<Ts>()...};
  const std::size_t count = std::min({arrays.size()...});
  std::vector<R> expected(count * Result::count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto values = reference(arrays[i]...);
    for (std::size_t j = 0; j < Result::count; ++j)
      expected[i * Result::count + j] = Result::at(values, j);
  }
  KernelCase kernel = launch_of(text_of(map, operands, type_name<R>()), count);
  (kernel.in(arrays), ...);
  kernel.near(expected, map.ulps).value(static_cast<int>(count)).check(compiler);
}

}  // namespace lanescope::conformance
