// A named GPU: what is known of it and from where, and by which rules its memory is priced.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/machine/figures.h"
#include "sim/memory/machine.h"

namespace lanescope::machine {

// Whose memory rules hold when no machine is named: the one that they were measured on.
inline constexpr std::string_view default_id = "h200";

struct Known {
  double value = 0;
  std::string source;  // where it stands; never empty
};

struct Note {
  std::string en, zh;  // zh may be empty
};

// The most that its memory can move.
struct Bandwidth {
  double gigabytes_a_second = 0;  // powers of ten
  bool computed = false;          // 2 x clock x width; else as its maker states it
  std::string source;
};

struct Profile {
  std::string id;            // of the file: "tesla-c1060"
  std::string name;          // "Tesla C1060"
  int major = 0, minor = 0;  // compute capability
  int year = 0;
  memory::Machine memory;
  std::string memory_source;
  // Registers are given to whole blocks (1.x), not to warps.
  bool registers_by_block = false;
  // Registers a thread for which the unit is doubled (2.x).
  std::vector<std::uint32_t> doubled_register_unit;
  std::array<std::optional<Known>, figure_count> figures;
  std::vector<Note> notes;  // what is left out, or assumed

  [[nodiscard]] const std::optional<Known>& at(Figure figure) const {
    return figures[static_cast<std::size_t>(figure)];
  }
  [[nodiscard]] std::optional<double> value(Figure figure) const;
  // A whole number, rounded.
  [[nodiscard]] std::optional<std::uint64_t> count(Figure figure) const;
  [[nodiscard]] int architecture() const { return major * 10 + minor; }
  [[nodiscard]] std::optional<Bandwidth> bandwidth() const;
};

}  // namespace lanescope::machine
