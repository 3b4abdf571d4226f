#include "sim/exec/state/zero_bytes.h"

#include <sys/mman.h>

#include <cstdlib>
#include <memory>

namespace lanescope::exec {

std::byte* zero_bytes(std::uint64_t bytes) {
  auto* const data = static_cast<std::byte*>(std::calloc(bytes, 1));
  if (data != nullptr) prefer_large_pages(data, bytes);
  return data;
}

void prefer_large_pages(std::byte* data, std::uint64_t bytes) {
  constexpr std::uint64_t page = 2ULL << 20;
  constexpr std::uint64_t largest = 1ULL << 30;
  if (bytes > largest) return;
  void* whole = data;
  std::size_t left = bytes;
  // Only whole pages count. The system can refuse: it is advice.
  if (std::align(page, page, whole, left) != nullptr)
    (void)::madvise(whole, left / page * page, MADV_HUGEPAGE);
}

}  // namespace lanescope::exec
