// Steps of run(), each in a file of its own. For the files of this folder only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "app/session/run/run.h"
#include "kernels/lesson_file/lesson.h"
#include "sim/diagnostics/diagnostic.h"
#include "sim/exec/program/program.h"
#include "sim/exec/state/global_memory.h"
#include "sim/exec/state/launch_config.h"
#include "sim/machine/profile.h"
#include "sim/ptx/module.h"
#include "sim/report/report.h"

namespace lanescope::app {

// --- problems.cpp ---
//
// What goes wrong on the way from a lesson to a report, as a Problem (run.h).

// Of the compiler, and of the parser and the decoder: `source_name` is the kernel's file.
[[nodiscard]] Problem problem_of(const compile::Failure& failure, const std::string& source_name);
[[nodiscard]] Problem problem_of(const std::vector<Diagnostic>& diagnostics,
                                 const std::string& source_name);

// --- own_files.cpp ---
//
// Which of the files that a kernel's instructions come from are the user's own.

// The headers that the text includes and other files beside it, as far as they can be read as text;
// not those of the Toolkit, a compiler or the system. By name, as in SourcePlace. Gives each file
// one name in the module's places: a header that is found under two paths is one file, and one that
// is the kernel's text has that text's name.
[[nodiscard]] std::vector<IncludedFile> own_files(const compile::Source& source,
                                                  const std::filesystem::path& source_path,
                                                  ptx::Module& module);

// --- bind_arguments.cpp ---
//
// Checks the lesson's arguments against the kernel's parameters: count, pointer or value, element
// types.

struct BindingError {
  int line = 0;     // of the argument in the lesson file; 0: about all arguments
  std::string key;  // "args[1].type"
  std::string message;
};

// nullopt: the arguments fit. C++ kernel names carry types, so types are compared; for extern "C"
// kernels only sizes.
[[nodiscard]] std::optional<BindingError> check_arguments(
    const std::vector<lesson::Argument>& arguments, const ptx::Function& kernel);

// --- launch_limits.cpp ---
//
// Launches that the emulator could run and a GPU would not.

// More than 48 KiB of shared arrays whose size stands in the kernel's text: ptxas refuses them for
// every GPU. The place is the declaration of the largest, if its line is found in the text.
[[nodiscard]] std::optional<Diagnostic> too_much_static_shared(const exec::Program& program,
                                                               const std::string& source_name,
                                                               std::string_view source_text);

// Why the machine (nullptr: the H200) could not have all blocks of a cooperative launch resident at
// once; empty if it could, or if that is not known. Without the kernel's registers: a GPU may allow
// fewer.
[[nodiscard]] std::optional<std::string> too_many_for_cooperation(const exec::Program& program,
                                                                  const exec::LaunchConfig& config,
                                                                  const machine::Profile* machine);

// Adds to the report's remarks what this machine would do otherwise: refuse the launch, or execute
// atomic operations on shared memory in another way. Other than its memory rules, the emulator
// follows the default machine.
void remark_on_machine(const machine::Profile& machine, const std::string& source_name,
                       report::Report& report);

// --- launch_memory.cpp ---
//
// The device memory of a lesson's launches: its arrays, its variables, and the arguments that point
// to them.

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
