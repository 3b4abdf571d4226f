// The device memory of a lesson's launches: its arrays, its variables, and the arguments that point
// to them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/session/run/run.h"
#include "kernels/lesson_file/lesson.h"
#include "sim/exec/program/program.h"
#include "sim/exec/state/global_memory.h"
#include "sim/exec/state/launch_config.h"
#include "sim/ptx/module.h"

namespace lanescope::app {

class LaunchMemory {
 public:
  // Both must outlive this object. `lesson_path`: of the lesson's file.
  LaunchMemory(const lesson::Resolved& resolved, const std::string& lesson_path)
      : resolved_(resolved), lesson_path_(lesson_path) {}

  // Makes the lesson's [[symbols]] the initial values of the variables, in the programs of all
  // launches. Returns those that they use.
  [[nodiscard]] tl::expected<std::vector<SetSymbol>, lesson::Error> set_symbols(
      const ptx::Module& module, std::span<std::vector<exec::Program>* const> launches) const;

  // Makes the arrays what they are before the first launch, and places the variables of `programs`
  // whose addresses the lesson gives. May be called again.
  [[nodiscard]] tl::expected<void, lesson::Error> fill(const std::vector<exec::Program>& programs,
                                                       const std::stop_token& stop);

  // The lesson's arrays come first, in the order of its arguments.
  [[nodiscard]] exec::GlobalMemory& memory() { return memory_; }
  [[nodiscard]] std::vector<exec::ArgumentBytes> bytes_of(
      const std::vector<lesson::Argument>& arguments) const;

 private:
  using Done = tl::expected<void, lesson::Error>;

  [[nodiscard]] tl::unexpected<lesson::Error> refused(int line, std::string key,
                                                      std::string message) const;
  [[nodiscard]] Done set_variable(exec::ProgramVariable& variable, const lesson::Argument& symbol,
                                  const std::vector<std::byte>& bytes) const;
  [[nodiscard]] Done check_unused(const lesson::Argument& symbol, const ptx::Module& module) const;
  [[nodiscard]] Done fill_array(const lesson::Argument& argument);
  [[nodiscard]] bool add_array(const lesson::Argument& argument, std::uint64_t bytes);
  [[nodiscard]] std::byte* add_at(const std::string& name, std::uint64_t address,
                                  std::uint64_t bytes);
  [[nodiscard]] Done check_addresses(const lesson::Argument& argument) const;
  [[nodiscard]] Done place_symbols(const std::vector<exec::Program>& programs);

  const lesson::Resolved& resolved_;
  const std::string& lesson_path_;
  struct FreeBytes {
    void operator()(std::byte* data) const { std::free(data); }
  };
  std::vector<std::unique_ptr<std::byte, FreeBytes>> given_;  // of arrays at given addresses
  exec::GlobalMemory memory_;
};

}  // namespace lanescope::app
