// Checks one small kernel against the host: compiles CUDA C++ with one of the two compilers, runs
// it in the emulator on one thread and on three, and compares every array with the test's own
// result.
//
// Only the compiler, parser, decoder and executor are involved: no lesson, no program. The required
// behaviour is in the CUDA C++ Programming Guide and PTX ISA 9.0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/compile/compile.h"
#include "sim/exec/run/launch.h"

namespace lanescope::conformance {

// The first difference of two arrays: "[5]: 3 expected, 4 found"; "" if they are equal. Compares
// bit for bit, with two exceptions: any NaN equals any other (the host's arithmetic gives other
// payloads than a GPU's), and floating-point numbers may be `ulps` apart.
using Difference = std::string (*)(std::span<const std::byte> expected,
                                   std::span<const std::byte> found, double ulps);
template <class T>
std::string difference(std::span<const std::byte> expected, std::span<const std::byte> found,
                       double ulps);

// The kernel `k`, its launch, and its arguments in parameter order.
class KernelCase {
 public:
  explicit KernelCase(std::string text) : text_(std::move(text)) {}

  KernelCase& grid(std::uint32_t x, std::uint32_t y = 1, std::uint32_t z = 1) {
    config_.grid = {x, y, z};
    return *this;
  }
  KernelCase& block(std::uint32_t x, std::uint32_t y = 1, std::uint32_t z = 1) {
    config_.block = {x, y, z};
    return *this;
  }
  KernelCase& dynamic_shared(std::uint64_t bytes) {
    config_.dynamic_shared_bytes = bytes;
    return *this;
  }
  KernelCase& cooperative() {
    config_.is_cooperative = true;
    return *this;
  }
  KernelCase& kernel(std::string name) {  // default: `k`
    kernel_ = std::move(name);
    return *this;
  }

  // An array that the kernel must not change.
  template <class T>
  KernelCase& in(const std::vector<T>& values) {
    return array(values, values, 0);
  }
  // An array of zeros before the launch, `expected` after it.
  template <class T>
  KernelCase& out(const std::vector<T>& expected) {
    return array(std::vector<T>(expected.size()), expected, 0);
  }
  template <class T>
  KernelCase& inout(const std::vector<T>& before, const std::vector<T>& expected) {
    return array(before, expected, 0);
  }
  // As out(), but each element may be `ulps` units in the last place off.
  template <class T>
  KernelCase& near(const std::vector<T>& expected, double ulps) {
    return array(std::vector<T>(expected.size()), expected, ulps);
  }
  // An argument passed by value.
  template <class T>
  KernelCase& value(const T& value) {
    Argument argument;
    const auto* bytes = reinterpret_cast<const std::byte*>(&value);
    argument.before.assign(bytes, bytes + sizeof value);
    arguments_.push_back(std::move(argument));
    return *this;
  }

  // Fails the test on any message of the parser, the decoder or the run except notes, on a wrong
  // array, and on any result that depends on the number of threads.
  void check(compile::Compiler compiler) const;

 private:
  struct Argument {
    std::vector<std::byte> before;  // for a value: the value itself
    std::vector<std::byte> expected;
    Difference difference = nullptr;  // nullptr for a value
    double ulps = 0;
  };
  struct Outcome;

  template <class T>
  KernelCase& array(const std::vector<T>& before, const std::vector<T>& expected, double ulps) {
    Argument argument;
    const auto bytes_of = [](const std::vector<T>& values) {
      const auto bytes = std::as_bytes(std::span(values));
      return std::vector<std::byte>(bytes.begin(), bytes.end());
    };
    argument.before = bytes_of(before);
    argument.expected = bytes_of(expected);
    argument.difference = &conformance::difference<T>;
    argument.ulps = ulps;
    arguments_.push_back(std::move(argument));
    return *this;
  }
  [[nodiscard]] bool run(const exec::Program& program, int threads, Outcome& outcome) const;
  [[nodiscard]] bool run_once(const exec::Program& program, const exec::RunOptions& options,
                              Outcome& outcome) const;

  std::string text_;
  std::string kernel_ = "k";
  exec::LaunchConfig config_{{1, 1, 1}, {32, 1, 1}, 0};
  std::vector<Argument> arguments_;
};

// A family of cases, each run with NVRTC and with clang. Skipped, with the reason, if the compiler
// is not installed.
class Conformance : public testing::TestWithParam<compile::Compiler> {
 protected:
  void SetUp() override;
};

// Turns off the user's compile cache, because this tests the machine's current compiler. Exception:
// the cache of `./run test` (LANESCOPE_CACHE=on).
void compile_anew();

#define LANESCOPE_CONFORMANCE(Family)                                                        \
  class Family : public ::lanescope::conformance::Conformance {};                            \
  INSTANTIATE_TEST_SUITE_P(                                                                  \
      Compiler, Family,                                                                      \
      ::testing::Values(::lanescope::compile::Compiler::nvrtc,                               \
                        ::lanescope::compile::Compiler::clang),                              \
      [](const auto& tested) {                                                               \
        return std::string(tested.param == ::lanescope::compile::Compiler::nvrtc ? "nvrtc"   \
                                                                                 : "clang"); \
      })

}  // namespace lanescope::conformance

#include "tests/conformance/difference.h"
