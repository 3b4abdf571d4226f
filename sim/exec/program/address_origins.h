// Finds what an address may have been computed from: data flow from the kernel's parameters and the
// addresses of its variables, through registers, to each load and store. The order of instructions
// is ignored, because compilers give nearly every value its own register. So each register of the
// program must have its own row.
#pragma once

#include <cstdint>
#include <vector>

namespace lanescope::exec {

struct Program;

// The origin of one site's address, for accesses to global and shared memory.
struct AddressOrigin {
  bool lost = true;          // may be any pointer: loaded, from another lane, or not traceable
  bool loaded_part = false;  // a part of a pointer, or an index, was loaded
  // Indices into Program::constants: parameters that may be pointers, and addresses of variables in
  // global or shared memory.
  std::vector<std::uint32_t> constants;
};

// Indexed by site.
[[nodiscard]] std::vector<AddressOrigin> address_origins(const Program& program);

}  // namespace lanescope::exec
