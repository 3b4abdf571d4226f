// What a variable of a module holds before anything has written to it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "sim/ptx/module.h"

namespace lanescope::exec {

// Writes it for a .global or .const variable, a ptx::Variable or a ProgramVariable. `to`: the
// variable's bytes, all zero. `address_of`: that of the variable or function which the item names,
// without its addend; nullopt: there is none. Returns that item; nullptr: everything is written.
template <class AnyVariable, class AddressOf>
const ptx::AddressInitialiser* write_initial_value(const AnyVariable& variable, std::byte* to,
                                                   const AddressOf& address_of) {
  const std::size_t given = std::min<std::uint64_t>(variable.initial.size(), variable.bytes);
  if (given > 0) std::memcpy(to, variable.initial.data(), given);
  for (const ptx::AddressInitialiser& item : variable.addresses) {
    const std::optional<std::uint64_t> of_symbol = address_of(item);
    if (!of_symbol) return &item;
    const std::uint64_t address = *of_symbol + static_cast<std::uint64_t>(item.addend);
    std::memcpy(to + item.offset, &address, item.bytes);
  }
  return nullptr;
}

}  // namespace lanescope::exec
