// Writes out the lanes of rows that are known only by their forms.
#include <algorithm>

#include "sim/exec/lanes/instruction.h"
#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {
namespace {

template <class T>
LANESCOPE_VECTORISED void fill(T* to, T value) {
  for (int lane = 0; lane < warp_lanes; ++lane) to[lane] = value;
}

template <class T>
LANESCOPE_VECTORISED void fill_line(T* to, T base, T step) {
  for (int lane = 0; lane < warp_lanes; ++lane) {
    to[lane] = static_cast<T>(base + step * static_cast<T>(lane));
  }
}

template <class T>
void write_lanes(std::byte* row, const RowForm& form, std::uint32_t width) {
  T* to = reinterpret_cast<T*>(row);
  const auto base = static_cast<T>(form.base);
  if ((form.known & RowForm::uniform) != 0) return fill(to, base);
  const auto step_x = static_cast<T>(form.step_x);
  const auto step_y = static_cast<T>(form.step_y);
  if (width == warp_lanes) return fill_line(to, base, step_x);
  for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) {
    to[lane] = static_cast<T>(base + step_x * static_cast<T>(lane % width) +
                              step_y * static_cast<T>(lane / width));
  }
}

}  // namespace

void Lanes::write_out(Row row) const {
  RowForm& known = form(row);
  switch (known.bytes) {
    case 2:
      write_lanes<std::uint16_t>(at(row), known, width);
      break;
    case 4:
      write_lanes<std::uint32_t>(at(row), known, width);
      break;
    default:
      write_lanes<std::uint64_t>(at(row), known, width);
      break;
  }
  known.known |= RowForm::lanes;
}

}  // namespace lanescope::exec
