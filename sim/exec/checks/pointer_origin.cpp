#include "sim/exec/checks/pointer_origin.h"

#include <cstring>
#include <optional>
#include <set>

namespace lanescope::exec {
namespace {

// The array that a parameter points into, or the array of a variable.
std::optional<std::uint32_t> array_of(const LaunchState& launch, const Constant& constant) {
  std::uint64_t address = 0;
  std::memcpy(&address, launch.constant_rows.data() + constant.offset, constant.lane_bytes);
  // back to the variable's start
  if (constant.kind != Constant::Kind::parameter) address -= constant.value;
  const GlobalMemory::Array* array = launch.memory.find(address, 1);
  if (array == nullptr) array = launch.memory.find(address - 1, 1);  // a pointer to the array's end
  if (array == nullptr) return std::nullopt;
  return static_cast<std::uint32_t>(array - launch.memory.arrays().data());
}

bool is_shared(const Program& program, const Constant& constant) {
  return constant.kind != Constant::Kind::parameter &&
         program.variables[constant.index].space == ptx::StateSpace::shared;
}

PointerOrigin pointer_origin(const LaunchState& launch, const AddressOrigin& origin) {
  PointerOrigin result;
  if (origin.lost) return result;
  std::set<std::uint32_t> arrays;
  std::set<std::uint32_t> shared;
  for (const std::uint32_t index : origin.constants) {
    const Constant& constant = launch.program.constants[index];
    if (is_shared(launch.program, constant)) {
      shared.insert(constant.index);
    } else if (const auto array = array_of(launch, constant)) {
      arrays.insert(*array);
    }
  }
  result.shared.assign(shared.begin(), shared.end());
  if (arrays.empty() && (origin.loaded_part || !shared.empty())) return result;
  result.kind = arrays.empty() ? PointerOrigin::Kind::none : PointerOrigin::Kind::arrays;
  result.arrays.assign(arrays.begin(), arrays.end());
  return result;
}

}  // namespace

std::vector<PointerOrigin> pointer_origins_of_sites(const LaunchState& launch) {
  std::vector<PointerOrigin> result;
  result.reserve(launch.program.address_origins.size());
  for (const AddressOrigin& origin : launch.program.address_origins)
    result.push_back(pointer_origin(launch, origin));
  return result;
}

}  // namespace lanescope::exec
