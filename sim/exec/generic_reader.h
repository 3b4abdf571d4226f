// Memory as a thread sees it at a generic address, for what the emulator itself reads: texts and
// arguments of printf and assert. No accesses of the kernel, so nothing of it is counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "sim/exec/footprint.h"
#include "sim/exec/launch_state.h"
#include "sim/exec/memory_unit.h"

namespace lanescope::exec {

class GenericReader {
 public:
  // `footprint`: marks global bytes read; nullptr when blocks run one after the other anyway.
  GenericReader(const LaunchState& launch, const BlockMemory& block, Footprint* footprint)
      : launch_(launch), block_(block), footprint_(footprint) {}

  // False, with `out` unchanged, when not all of these bytes exist. `thread` is linear in the
  // block.
  [[nodiscard]] bool read(std::uint64_t address, std::span<std::byte> out,
                          std::uint32_t thread) const;
  // Up to its zero, or to as many characters as a text may have. nullopt: it isn't there.
  [[nodiscard]] std::optional<std::string> text(std::uint64_t address, std::uint32_t thread) const;

 private:
  const LaunchState& launch_;
  const BlockMemory& block_;
  Footprint* footprint_;
};

}  // namespace lanescope::exec
