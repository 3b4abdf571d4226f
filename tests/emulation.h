// What a test needs to run a kernel in the emulator: the program of a PTX text, arguments with the
// arrays behind them, and observers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "sim/exec/decode/decode.h"
#include "sim/exec/decode/kernel_names.h"
#include "sim/exec/run/launch.h"
#include "sim/ptx/parser.h"

namespace lanescope::tests {

// The kernel of that name, or the last function of the text. Errors: those of parser and decoder.
inline tl::expected<exec::Program, std::vector<Diagnostic>> program_of(
    const std::string& ptx, const std::string& kernel = "") {
  const auto module = ptx::parse(ptx);
  if (!module) return tl::unexpected(std::vector{module.error()});
  if (kernel.empty()) return exec::decode(*module, module->functions.back());
  const ptx::Function* entry = exec::find_kernel(*module, kernel);
  if (entry != nullptr) return exec::decode(*module, *entry);
  Diagnostic missing;
  missing.message = "there is no kernel " + kernel;
  return tl::unexpected(std::vector{missing});
}

// The arguments of a launch, in the order in which they are added.
struct Arguments {
  exec::GlobalMemory memory;
  std::vector<exec::ArgumentBytes> bytes;

  // A pointer to a new array of zeros, whose bytes it returns.
  std::span<std::byte> add_array(const std::string& name, std::uint64_t size) {
    if (!memory.add(name, size)) throw std::bad_alloc();
    add_value(memory.arrays().back().address);
    return memory.bytes_of(memory.arrays().size() - 1);
  }
  // A pointer to a new array with these elements.
  template <class T>
  void add_array(const std::string& name, const std::vector<T>& elements) {
    const auto from = std::as_bytes(std::span(elements));
    std::copy(from.begin(), from.end(), add_array(name, from.size()).begin());
  }
  template <class T>
  void add_value(const T& value) {
    const auto from = std::as_bytes(std::span(&value, 1));
    bytes.emplace_back(from.begin(), from.end());
  }
  // The elements of the array with that number now.
  template <class T = std::byte>
  [[nodiscard]] std::vector<T> elements_of(std::size_t array) const {
    const std::span<std::byte> from = memory.bytes_of(array);
    std::vector<T> elements(from.size() / sizeof(T));
    std::copy(from.begin(), from.end(), std::as_writable_bytes(std::span(elements)).begin());
    return elements;
  }
};

// The observer of tests that need only arrays and counts. It has no state, so all workers may share
// it.
inline exec::Observer* nobody() {
  struct Nobody final : exec::Observer {
    void on_access(const exec::AccessRecord& /*record*/) override {}
    void on_barrier(const exec::BarrierRecord& /*record*/) override {}
  };
  static Nobody nobody;
  return &nobody;
}

// A factory for the call of exec::run in which it stands: makes an observer of each worker from
// these arguments, and keeps it in `all`.
template <class T, class... Values>
exec::ObserverFactory one_each(std::vector<std::unique_ptr<T>>& all, const Values&... values) {
  return [&] { return all.emplace_back(std::make_unique<T>(values...)).get(); };
}

}  // namespace lanescope::tests
