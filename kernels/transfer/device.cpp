#include "kernels/transfer/device.h"

#include <array>

namespace lanescope::transfer {

std::string_view name_of(Space space) {
  constexpr std::array<std::string_view, space_count> names{
      "pageable", "pinned", "write_combined", "mapped", "registered", "managed", "device"};
  return names[static_cast<std::size_t>(space)];
}

std::string_view call_of(Space space) {
  constexpr std::array<std::string_view, space_count> calls{"malloc",
                                                            "cudaHostAlloc",
                                                            "cudaHostAlloc, write-combined",
                                                            "cudaHostAlloc, mapped",
                                                            "cudaHostRegister",
                                                            "cudaMallocManaged",
                                                            "cudaMalloc"};
  return calls[static_cast<std::size_t>(space)];
}

std::string_view name_of(Window window) {
  constexpr std::array<std::string_view, 4> names{"none", "aside", "ratio_1", "tuned"};
  return names[static_cast<std::size_t>(window)];
}

std::string_view name_of(NestedBy by) {
  constexpr std::array<std::string_view, 3> names{"thread", "block", "grid"};
  return names[static_cast<std::size_t>(by)];
}

}  // namespace lanescope::transfer
