// Reads memory at generic addresses for the emulator itself: texts and arguments of printf and
// assert. These are not accesses of the kernel, so they are not counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "sim/exec/memory_unit.h"
#include "sim/exec/state/footprint.h"
#include "sim/exec/state/launch_state.h"

namespace lanescope::exec {

class GenericReader {
 public:
  // `footprint`: marks global bytes as read; nullptr if blocks run one after the other.
  GenericReader(const LaunchState& launch, const BlockMemory& block, Footprint* footprint)
      : launch_(launch), block_(block), footprint_(footprint) {}

  // Returns false and leaves `out` unchanged if any of these bytes does not exist. `thread`: linear
  // index in the block.
  [[nodiscard]] bool read(std::uint64_t address, std::span<std::byte> out,
                          std::uint32_t thread) const;
  // Reads up to the terminating zero or the maximum length. nullopt if the memory can't be read.
  [[nodiscard]] std::optional<std::string> text(std::uint64_t address, std::uint32_t thread) const;

 private:
  const LaunchState& launch_;
  const BlockMemory& block_;
  Footprint* footprint_;
};

}  // namespace lanescope::exec
