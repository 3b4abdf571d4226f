// A GPU model: its known figures with their sources, and the memory rules that apply to it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/machine/figures.h"
#include "sim/memory/memory_rules.h"
#include "sim/text/localised.h"

namespace lanescope::machine {

// The machine whose memory rules apply when none is named: the rules were measured on it.
inline constexpr std::string_view default_id = "h200";

struct SourcedValue {
  double value = 0;
  std::string source;  // where the figure comes from; never empty
};

// Peak memory bandwidth.
struct Bandwidth {
  double gigabytes_per_second = 0;  // powers of ten
  bool computed = false;            // 2 x clock x width; else the manufacturer's figure
  std::string source;
};

struct Profile {
  std::string id;            // as in the file: "tesla-c1060"
  std::string name;          // "Tesla C1060"
  int major = 0, minor = 0;  // compute capability
  int year = 0;
  memory::MemoryRules memory;
  std::string memory_source;
  // Registers are allocated to whole blocks (1.x), not to warps.
  bool registers_by_block = false;
  // Registers per thread for which the allocation unit is doubled (2.x).
  std::vector<std::uint32_t> doubled_register_unit;
  std::array<std::optional<SourcedValue>, figure_count> figures;
  std::vector<Localised> notes;  // omissions and assumptions

  [[nodiscard]] const std::optional<SourcedValue>& at(Figure figure) const {
    return figures[static_cast<std::size_t>(figure)];
  }
  [[nodiscard]] std::optional<double> value(Figure figure) const;
  // The figure, rounded to a whole number.
  [[nodiscard]] std::optional<std::uint64_t> count(Figure figure) const;
  [[nodiscard]] int architecture() const { return major * 10 + minor; }
  [[nodiscard]] std::optional<Bandwidth> bandwidth() const;
};

}  // namespace lanescope::machine
