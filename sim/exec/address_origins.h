// What an address can have been made from: data flow from the kernel's parameters and the addresses
// of its variables through the registers to each load and store. Without regard to the order of
// instructions, since compilers give nearly every value a register of its own; so it wants a
// program in which each register has a row of its own.
#pragma once

#include <cstdint>
#include <vector>

namespace lanescope::exec {

struct Program;

// Of one memory site, for accesses to global and shared memory.
struct AddressOrigin {
  bool lost = true;          // may be any pointer: loaded, from another lane, or its way was lost
  bool loaded_part = false;  // half a pointer, or an index, was loaded
  // Indices into Program::constants: parameters that may be pointers, and addresses of variables in
  // global or shared memory.
  std::vector<std::uint32_t> constants;
};

// By site.
[[nodiscard]] std::vector<AddressOrigin> address_origins(const Program& program);

}  // namespace lanescope::exec
