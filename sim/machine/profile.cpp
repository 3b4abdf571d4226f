#include "sim/machine/profile.h"

#include <cmath>

namespace lanescope::machine {

std::optional<double> Profile::value(Figure figure) const {
  const std::optional<SourcedValue>& known = at(figure);
  return known ? std::optional(known->value) : std::nullopt;
}

std::optional<std::uint64_t> Profile::count(Figure figure) const {
  const std::optional<SourcedValue>& known = at(figure);
  if (!known) return std::nullopt;
  return static_cast<std::uint64_t>(std::llround(known->value));
}

// The formula of NVIDIA's "How to Query Device Properties": memory transfers twice per clock cycle.
std::optional<Bandwidth> Profile::bandwidth() const {
  const std::optional<SourcedValue>& clock = at(Figure::memory_clock_mhz);
  const std::optional<SourcedValue>& width = at(Figure::memory_bus_bits);
  if (clock && width) {
    return Bandwidth{2 * clock->value * width->value / 8 / 1000, true, clock->source};
  }
  if (const std::optional<SourcedValue>& stated = at(Figure::bandwidth_gb_s)) {
    return Bandwidth{stated->value, false, stated->source};
  }
  return std::nullopt;
}

}  // namespace lanescope::machine
