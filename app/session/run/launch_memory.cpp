#include "app/session/run/parts.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "sim/exec/decode/kernel_names.h"
#include "sim/exec/state/zero_bytes.h"

namespace lanescope::app {
namespace {

void set_handles(const std::vector<lesson::TextureHandle>& places, std::vector<std::byte>& bytes) {
  for (const lesson::TextureHandle& place : places) {
    const std::uint64_t handle =
        exec::GlobalMemory::texture_handle(place.texture, place.is_surface);
    std::memcpy(bytes.data() + place.at, &handle, sizeof handle);
  }
}

bool is_set_by_host(ptx::StateSpace space) {
  return space == ptx::StateSpace::global || space == ptx::StateSpace::constant;
}

std::filesystem::path folder_of(const std::string& lesson_path) {
  return std::filesystem::path(lesson_path).parent_path();
}

}  // namespace

tl::unexpected<lesson::Error> LaunchMemory::refused(int line, std::string key,
                                                    std::string message) const {
  return tl::unexpected(lesson::Error{lesson_path_, line, std::move(key), std::move(message)});
}

// --- symbols ---

tl::expected<std::vector<SetSymbol>, lesson::Error> LaunchMemory::set_symbols(
    const ptx::Module& module, std::span<std::vector<exec::Program>* const> launches) const {
  std::vector<SetSymbol> used;
  for (const lesson::Argument& symbol : resolved_.symbols) {
    std::vector<std::byte> bytes = symbol.value;
    if (symbol.is_array) {
      bytes.resize(symbol.count * lesson::bytes_of(symbol.type));
      const auto filled = lesson::fill(symbol, folder_of(lesson_path_), bytes.data());
      if (!filled) return tl::unexpected(filled.error());
    }
    set_handles(symbol.textures, bytes);
    std::string ptx_name;
    for (std::vector<exec::Program>* programs : launches) {
      for (exec::Program& program : *programs) {
        for (exec::ProgramVariable& variable : program.variables) {
          if (!is_set_by_host(variable.space) || variable.name != symbol.name) continue;
          if (auto set = set_variable(variable, symbol, bytes); !set)
            return tl::unexpected(std::move(set.error()));
          ptx_name = variable.ptx_name;
        }
      }
    }
    if (!ptx_name.empty()) {
      used.push_back({ptx_name, std::move(bytes), symbol.textures});
    } else if (auto known = check_unused(symbol, module); !known) {
      return tl::unexpected(std::move(known.error()));
    }
  }
  return used;
}

LaunchMemory::Done LaunchMemory::set_variable(exec::ProgramVariable& variable,
                                              const lesson::Argument& symbol,
                                              const std::vector<std::byte>& bytes) const {
  if (bytes.size() > variable.bytes) {
    return refused(symbol.line, "symbols",
                   fmt::format("'{}' is set to {} bytes; the variable has {}", symbol.name,
                               bytes.size(), variable.bytes));
  }
  // An array may be set in part. A structure of another size has another layout.
  if (!symbol.structure.empty() && bytes.size() != variable.bytes) {
    return refused(symbol.line, "symbols",
                   fmt::format("'{}' has {} bytes here, and the variable {}", symbol.name,
                               bytes.size(), variable.bytes));
  }
  variable.initial.resize(std::max(variable.initial.size(), bytes.size()));
  std::memcpy(variable.initial.data(), bytes.data(), bytes.size());
  std::erase_if(variable.addresses,
                [&](const ptx::AddressInitialiser& each) { return each.offset < bytes.size(); });
  return {};
}

// A variable that this kernel does not use need not be set, but a name that is nowhere is a
// mistake. Compilers drop variables that no kernel of the file uses, so the text counts, too.
LaunchMemory::Done LaunchMemory::check_unused(const lesson::Argument& symbol,
                                              const ptx::Module& module) const {
  const std::string last = symbol.name.substr(symbol.name.rfind(':') + 1);
  if (resolved_.source_text.find(last) != std::string::npos) return {};
  std::string names;
  for (const ptx::Variable& variable : module.variables) {
    const std::string name = exec::demangled(variable.name);
    if (is_set_by_host(variable.space) && !name.starts_with("__") && !name.starts_with("$"))
      names += (names.empty() ? "" : ", ") + name;
    if (name == symbol.name) return {};
  }
  return refused(symbol.line, "symbols",
                 fmt::format("{} has no __device__ or __constant__ variable '{}'; it has: {}",
                             resolved_.source_name, symbol.name, names.empty() ? "none" : names));
}

// --- arrays ---

LaunchMemory::Done LaunchMemory::fill(const std::vector<exec::Program>& programs,
                                      const std::stop_token& stop) {
  memory_ = exec::GlobalMemory();
  given_.clear();
  for (const lesson::Argument& argument : resolved_.args) {
    if (!argument.is_array) continue;
    if (auto filled = fill_array(argument); !filled) return filled;
    if (stop.stop_requested()) return {};
  }
  if (auto placed = place_symbols(programs); !placed) return placed;
  for (const lesson::TextureView& view : resolved_.textures)
    memory_.add_texture({view.how, view.array, 0});
  return {};
}

LaunchMemory::Done LaunchMemory::fill_array(const lesson::Argument& argument) {
  const std::uint64_t bytes = argument.count * lesson::bytes_of(argument.type);
  if (!add_array(argument, bytes)) {
    return refused(argument.line, "args",
                   fmt::format("no memory for '{}' ({} bytes)", argument.name, bytes));
  }
  if (auto good = check_addresses(argument); !good) return good;
  if (argument.init != "zero") {
    auto filled = lesson::fill(argument, folder_of(lesson_path_), memory_.arrays().back().data);
    if (!filled) return filled;
  }
  if (argument.written.empty()) return {};
  auto bits = lesson::written_bits(argument, folder_of(lesson_path_));
  if (!bits) return tl::unexpected(std::move(bits.error()));
  exec::WrittenBytes* written = memory_.begin_unwritten(memory_.arrays().size() - 1);
  if (written != nullptr) written->set_bits(*bits);
  return {};
}

// False: there is no memory.
bool LaunchMemory::add_array(const lesson::Argument& argument, std::uint64_t bytes) {
  if (!argument.address) return memory_.add(argument.name, bytes);
  return add_at(argument.name, *argument.address, bytes) != nullptr;
}

// Zero bytes at a given address; nullptr: there is no memory.
std::byte* LaunchMemory::add_at(const std::string& name, std::uint64_t address,
                                std::uint64_t bytes) {
  std::unique_ptr<std::byte, FreeBytes> data(exec::zero_bytes((bytes / 64 + 1) * 64));
  if (data == nullptr) return nullptr;
  memory_.add_at(name, address, bytes, data.get());
  given_.push_back(std::move(data));
  return given_.back().get();
}

// The newest array overlaps no other, and no addresses that mean another space.
LaunchMemory::Done LaunchMemory::check_addresses(const lesson::Argument& argument) const {
  const exec::GlobalMemory::Array& added = memory_.arrays().back();
  const std::uint64_t end = added.address + added.bytes;
  const auto refuse = [&](const std::string& with) {
    return refused(argument.line, argument.is_simulators_own ? "simulated_address" : "address",
                   fmt::format("'{}' at 0x{:x} overlaps {}", argument.name, added.address, with));
  };
  const std::uint64_t windows_end = exec::launch_window + exec::window_bytes;
  if (end < added.address || (end > exec::shared_window && added.address < windows_end))
    return refuse("the addresses of shared, local and constant memory");
  for (std::size_t i = 0; i + 1 < memory_.arrays().size(); ++i) {
    const exec::GlobalMemory::Array& other = memory_.arrays()[i];
    if (added.address < other.address + other.bytes && other.address < end)
      return refuse(fmt::format("'{}'", other.name));
  }
  return {};
}

// The variables whose addresses the lesson gives.
LaunchMemory::Done LaunchMemory::place_symbols(const std::vector<exec::Program>& programs) {
  for (const lesson::Argument& symbol : resolved_.symbols) {
    if (!symbol.address) continue;
    const exec::ProgramVariable* variable = nullptr;
    for (const exec::Program& program : programs) {
      for (const exec::ProgramVariable& each : program.variables) {
        if (each.space == ptx::StateSpace::global && each.name == symbol.name) variable = &each;
      }
    }
    if (variable == nullptr) continue;
    std::byte* data = add_at(symbol.name, *symbol.address, variable->bytes);
    if (data == nullptr) {
      return refused(symbol.line, "symbols",
                     fmt::format("no memory for '{}' ({} bytes)", symbol.name, variable->bytes));
    }
    if (auto good = check_addresses(symbol); !good) return good;
    const std::size_t given = std::min<std::size_t>(variable->initial.size(), variable->bytes);
    if (given > 0) std::memcpy(data, variable->initial.data(), given);
    memory_.place_variable(variable->ptx_name.data(), *symbol.address);
  }
  return {};
}

// --- arguments ---

std::vector<exec::ArgumentBytes> LaunchMemory::bytes_of(
    const std::vector<lesson::Argument>& arguments) const {
  std::vector<exec::ArgumentBytes> all;
  std::size_t next = 0;  // of the arrays
  for (const lesson::Argument& argument : arguments) {
    exec::ArgumentBytes bytes = argument.value;
    std::vector<lesson::ArrayAddress> addresses = argument.addresses;
    if (argument.is_array) {
      bytes.resize(sizeof(std::uint64_t));
      addresses = {{0, next++, 0}};
    }
    for (const lesson::ArrayAddress& place : addresses) {
      const std::uint64_t address = memory_.arrays()[place.array].address + place.offset;
      std::memcpy(bytes.data() + place.at, &address, sizeof address);
    }
    set_handles(argument.textures, bytes);
    if (argument.is_parameter) all.push_back(std::move(bytes));
  }
  return all;
}

}  // namespace lanescope::app
