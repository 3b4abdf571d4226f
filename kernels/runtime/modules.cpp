#include "kernels/runtime/modules.h"

#include <algorithm>
#include <cstring>

#include "sim/exec/decode/decode.h"
#include "sim/exec/decode/kernel_names.h"
#include "sim/exec/program/initial_value.h"
#include "sim/ptx/parser.h"

namespace lanescope::runtime {

Module* Modules::add(const void* image) {
  auto module = std::make_unique<Module>();
  auto texts = host_program::ptx_texts_of(image);
  if (texts) {
    module->texts = *std::move(texts);
  } else {
    module->problem = "the program's device code can't be emulated: " + texts.error();
  }
  modules_.push_back(std::move(module));
  return modules_.back().get();
}

void Modules::remove(Module* module) {
  std::erase_if(functions_, [&](const auto& each) { return each.second.module == module; });
  std::erase_if(host_variables_, [&](const auto& each) { return each.second.module == module; });
  for (auto& [name, kernel] : module->kernels) handles_.erase(kernel.get());
  for (auto& [name, variable] : module->variables) {
    memory_.emulated().forget_variable(variable.declared->name.data());
    Allocation* allocation = variable.address != 0 ? memory_.find(variable.address) : nullptr;
    if (allocation != nullptr) memory_.release(*allocation);
  }
  std::erase_if(modules_, [&](const auto& each) { return each.get() == module; });
}

void Modules::add_kernel(Module* module, const void* host_function, std::string name) {
  functions_[host_function] = {module, std::move(name)};
}

void Modules::add_variable(Module* module, const void* host_variable, std::string name) {
  host_variables_[host_variable] = {module, std::move(name)};
}

void Modules::add_managed(Module* module, void** host_pointer, std::string name,
                          std::uint64_t bytes) {
  host_variables_[host_pointer] = {module, name};
  // The host may use it before anything else of the module is used.
  Allocation* made = memory_.allocate(bytes, MemoryKind::managed, managed_variable, name);
  if (made == nullptr) return;
  *host_pointer = made->data;
  if (module->is_parsed) {
    place_managed(*module, host_pointer);
  } else {
    module->managed.push_back(host_pointer);
  }
}

void Modules::place_managed(Module& module, void** host_pointer) {
  Variable* variable = this->variable(module, host_variables_[host_pointer].name);
  if (variable == nullptr) return;
  variable->is_managed = true;
  variable->host_pointer = host_pointer;
  variable->address = reinterpret_cast<std::uint64_t>(*host_pointer);
  const ptx::Variable& declared = *variable->declared;
  std::memcpy(*host_pointer, declared.initial.data(),
              std::min<std::uint64_t>(declared.initial.size(), declared.bytes));
  memory_.emulated().place_variable(declared.name.data(), variable->address);
}

bool Modules::parse(Module& module) {
  if (module.is_parsed) return module.problem.empty();
  module.is_parsed = true;
  for (const std::string& text : module.texts) {
    auto part = ptx::parse(text);
    if (!part) {
      module.problem = "the program's PTX can't be read: " + part.error().text();
      return false;
    }
    module.parts.push_back(*std::move(part));
  }
  for (ptx::Module& part : module.parts) {
    for (const ptx::Function& function : part.functions) {
      if (!function.is_entry || function.is_declaration) continue;
      auto kernel = std::make_unique<Kernel>();
      kernel->module = &module;
      kernel->part = &part;
      kernel->entry = &function;
      kernel->name = exec::kernel_name(function.name).plain;
      std::uint64_t at = 0;
      for (const ptx::Variable& parameter : function.params) {
        at = (at + parameter.alignment - 1) / parameter.alignment * parameter.alignment;
        kernel->offsets.push_back(at);
        at += parameter.bytes;
      }
      handles_[kernel.get()] = kernel.get();
      module.kernels.emplace(std::string(function.name), std::move(kernel));
    }
    for (const ptx::Variable& variable : part.variables) {
      const bool is_set_by_host =
          variable.space == ptx::StateSpace::global || variable.space == ptx::StateSpace::constant;
      if (!is_set_by_host || variable.is_extern) continue;
      module.variables[std::string(variable.name)] = {.module = &module, .declared = &variable};
    }
  }
  for (void** host_pointer : module.managed) place_managed(module, host_pointer);
  return true;
}

Kernel* Modules::kernel(const void* host_function, std::string* problem) {
  const auto handle = handles_.find(host_function);
  if (handle != handles_.end()) return handle->second;
  const auto found = functions_.find(host_function);
  if (found == functions_.end()) return nullptr;
  Module& module = *found->second.module;
  if (!parse(module)) {
    if (problem != nullptr) *problem = module.problem;
    return nullptr;
  }
  return kernel(module, found->second.name);
}

Kernel* Modules::kernel(Module& module, std::string_view name) {
  const auto found = module.kernels.find(name);
  return found != module.kernels.end() ? found->second.get() : nullptr;
}

Variable* Modules::variable(const void* host_variable) {
  const auto found = host_variables_.find(host_variable);
  if (found == host_variables_.end() || !parse(*found->second.module)) return nullptr;
  Variable* variable = this->variable(*found->second.module, found->second.name);
  return variable != nullptr && place(*variable) ? variable : nullptr;
}

Variable* Modules::variable(Module& module, std::string_view name) {
  const auto found = module.variables.find(name);
  if (found != module.variables.end()) return &found->second;
  return nullptr;
}

std::optional<std::uint64_t> Modules::function_address(Module& module, std::string_view name) {
  for (const ptx::Module& part : module.parts) {
    for (std::size_t i = 0; i < part.functions.size(); ++i) {
      if (part.functions[i].name == name && !part.functions[i].is_declaration)
        return exec::address_of_function(i);
    }
  }
  return std::nullopt;
}

std::optional<std::uint32_t> Modules::registers(const Kernel& kernel, int architecture) {
  Module& module = *kernel.module;
  if (!module.registers) module.registers = host_program::registers_in(module.image, architecture);
  const auto found = module.registers->find(kernel.entry->name);
  if (found == module.registers->end()) return std::nullopt;
  return found->second;
}

bool Modules::place(Variable& variable) {
  if (variable.address != 0) return true;
  const ptx::Variable& declared = *variable.declared;
  const std::string name = exec::demangled(declared.name);
  Allocation* made = memory_.allocate(declared.bytes, MemoryKind::variable, name, name);
  if (made == nullptr) return false;
  variable.address = made->address;
  if (declared.space == ptx::StateSpace::global)
    memory_.emulated().place_variable(declared.name.data(), variable.address);
  bool has_memory = true;
  exec::write_initial_value(
      declared, made->data,
      [&](const ptx::AddressInitialiser& item) -> std::optional<std::uint64_t> {
        if (Variable* other = this->variable(*variable.module, item.symbol)) {
          has_memory = has_memory && place(*other);
          return other->address;
        }
        return function_address(*variable.module, item.symbol).value_or(0);
      });
  return has_memory;
}

bool Modules::place_used(Kernel& kernel) {
  for (const exec::Program& program : kernel.programs) {
    for (const exec::ProgramVariable& used : program.variables) {
      if (used.space != ptx::StateSpace::global) continue;
      Variable* variable = this->variable(*kernel.module, used.ptx_name);
      if (variable != nullptr && !place(*variable)) return false;
    }
  }
  return true;
}

bool Modules::decode(Kernel& kernel) {
  if (!kernel.programs.empty()) return true;
  if (!kernel.problems.empty()) return false;
  auto programs = exec::decode_with_launched(*kernel.part, *kernel.entry);
  if (!programs) {
    for (const Diagnostic& problem : programs.error()) kernel.problems.push_back(problem.text());
    return false;
  }
  kernel.programs = *std::move(programs);
  if (place_used(kernel)) return true;
  kernel.programs.clear();
  kernel.problems.emplace_back("there is no memory for its variables");
  return false;
}

void Modules::refresh_constants(Kernel& kernel) {
  for (exec::Program& program : kernel.programs) {
    for (exec::ProgramVariable& used : program.variables) {
      // A reference to a texture is read from the program, too: it is bound between launches.
      if (used.space != ptx::StateSpace::constant && !used.is_reference) continue;
      const Variable* variable = this->variable(*kernel.module, used.ptx_name);
      if (variable == nullptr || variable->address == 0) continue;
      const Allocation* bytes = memory_.find(variable->address);
      if (bytes == nullptr) continue;
      used.initial.resize(used.bytes);
      std::memcpy(used.initial.data(), bytes->data, used.bytes);
      used.addresses.clear();  // its memory has them
    }
  }
}

void Modules::forget_memory() {
  for (const auto& module : modules_) {
    for (auto& [name, variable] : module->variables) {
      if (variable.declared == nullptr) continue;
      memory_.emulated().forget_variable(variable.declared->name.data());
      variable.address = 0;
    }
    for (auto& [name, kernel] : module->kernels) {
      kernel->programs.clear();  // they are placed again
      kernel->max_dynamic_shared = -1;
    }
  }
}

}  // namespace lanescope::runtime
