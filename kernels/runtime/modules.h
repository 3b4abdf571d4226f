// What the program's device code holds: modules with kernels and variables. PTX is parsed when the
// first of these is used, and a kernel is decoded when it is launched first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "kernels/host_program/fat_binary.h"
#include "kernels/runtime/device_memory.h"
#include "kernels/runtime/include/cuda_runtime.h"
#include "sim/exec/program/program.h"
#include "sim/ptx/module.h"

namespace lanescope::runtime {

struct Module;

struct Kernel {
  Module* module = nullptr;
  const ptx::Module* part = nullptr;  // of Module::parts
  const ptx::Function* entry = nullptr;
  std::string name;                     // as in the source: "reduce<256>"
  std::vector<exec::Program> programs;  // its own, then those it may launch; empty: not decoded yet
  std::vector<std::string> problems;    // why it can't be decoded
  std::vector<std::uint64_t> offsets;   // of the parameters in one buffer
  int max_dynamic_shared = -1;          // cudaFuncSetAttribute; -1: not set
  int carveout = -1;
  bool runs_in_order = false;  // its blocks were found to depend on each other
  bool was_refused = false;    // its problems have been printed
  std::uint64_t launches = 0;
};

struct Variable {
  Module* module = nullptr;
  const ptx::Variable* declared = nullptr;
  // Its memory, 0: not yet. A .const variable has its bytes there, and each launch a copy of them.
  std::uint64_t address = 0;
  bool is_managed = false;
  void** host_pointer = nullptr;  // __managed__: the host's pointer to it
};

struct Module {
  const void* image = nullptr;  // that lasts as long as the program; nullptr: none does
  std::optional<host_program::RegisterCounts> registers;  // in its machine code; none: not read yet
  std::vector<std::string> texts;
  std::string problem;  // why there are none, or why they can't be read
  bool is_parsed = false;
  std::vector<ptx::Module> parts;                                       // one for each text
  std::map<std::string, std::unique_ptr<Kernel>, std::less<>> kernels;  // by PTX name
  std::map<std::string, Variable, std::less<>> variables;  // .global and .const, by PTX name
  std::vector<void**> managed;                             // to be placed when it is parsed
  std::optional<std::uint32_t> recorded;                   // its number in the recording
  bool problem_was_said = false;
};

class Modules {
 public:
  explicit Modules(DeviceMemory& memory) : memory_(memory) {}

  // `image`: see fat_binary.h.
  Module* add(const void* image);
  void remove(Module* module);
  void add_kernel(Module* module, const void* host_function, std::string name);
  void add_variable(Module* module, const void* host_variable, std::string name);
  void add_managed(Module* module, void** host_pointer, std::string name, std::uint64_t bytes);

  // Parses it if that has not been done; false: `problem` says why it can't be.
  bool parse(Module& module);
  // By the address of the host's function, or a handle that is a Kernel*; nullptr: there is none.
  // `problem` receives the module's, if that is why.
  Kernel* kernel(const void* host_function, std::string* problem = nullptr);
  Kernel* kernel(Module& module, std::string_view name);
  // By the address of the host's variable; placed. nullptr: there is none.
  Variable* variable(const void* host_variable);
  Variable* variable(Module& module, std::string_view name);
  // False: the kernel's `problems` say why not. Places the variables that it uses.
  bool decode(Kernel& kernel);
  // Registers per thread of the kernel in the program's machine code for a GPU of this architecture
  // (90: compute capability 9.0). None: there is no such code, only PTX, which does not say it.
  [[nodiscard]] static std::optional<std::uint32_t> registers(const Kernel& kernel,
                                                              int architecture);
  // Gives the variable memory with its initial bytes; false: there is no memory.
  bool place(Variable& variable);
  // Copies what the host wrote to .const variables and bound to references into the kernel's
  // programs.
  void refresh_constants(Kernel& kernel);
  // Variables lose their memory: cudaDeviceReset().
  void forget_memory();

  [[nodiscard]] const std::vector<std::unique_ptr<Module>>& all() const { return modules_; }

 private:
  struct Registered {
    Module* module = nullptr;
    std::string name;
  };
  bool place_used(Kernel& kernel);
  void place_managed(Module& module, void** host_pointer);  // after it was parsed
  [[nodiscard]] std::optional<std::uint64_t> function_address(Module& module,
                                                              std::string_view name);

  DeviceMemory& memory_;
  std::vector<std::unique_ptr<Module>> modules_;
  std::unordered_map<const void*, Registered> functions_;
  std::unordered_map<const void*, Registered> host_variables_;
  std::unordered_map<const void*, Kernel*> handles_;  // each Kernel by its own address
};

}  // namespace lanescope::runtime
