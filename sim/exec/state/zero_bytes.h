// Memory that is zero and costs nothing until it is written.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanescope::exec {

// From calloc, for free(); nullptr: there is no memory. It comes in large pages.
[[nodiscard]] std::byte* zero_bytes(std::uint64_t bytes);

// Asks for pages of 2 MiB, where the system lets programs choose (Linux, "Transparent Hugepage
// Support": madvise). A run gets the pages of its arrays anew, and in a virtual machine 4 KiB at a
// time that is most of a large run's time. Above 1 GiB nothing is asked: such an array can be meant
// to be touched here and there, and each touch would take a large page.
void prefer_large_pages(std::byte* data, std::uint64_t bytes);

}  // namespace lanescope::exec
