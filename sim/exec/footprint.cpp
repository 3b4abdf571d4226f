#include "sim/exec/footprint.h"

#include <algorithm>
#include <new>

namespace lanescope::exec {

Footprint::Footprint(const GlobalMemory& memory, std::uint32_t granularity_bytes)
    : shift_(granularity_bytes == 1 ? 0 : 2) {
  for (const GlobalMemory::Array& array : memory.arrays()) {
    const std::uint64_t words = (array.bytes >> shift_) / 64 + 2;
    sizes_.push_back(words);
    for (auto* side : {&read_, &written_}) {
      side->emplace_back(static_cast<std::uint64_t*>(std::calloc(words, sizeof(std::uint64_t))));
      if (side->back() == nullptr) throw std::bad_alloc();
    }
  }
}

std::optional<std::size_t> Footprint::first_conflict(const Footprint& other) const {
  for (std::size_t array = 0; array < sizes_.size(); ++array) {
    const std::uint64_t* my_reads = read_[array].get();
    const std::uint64_t* my_writes = written_[array].get();
    const std::uint64_t* reads = other.read_[array].get();
    const std::uint64_t* writes = other.written_[array].get();
    for (std::uint64_t i = 0; i < sizes_[array]; ++i) {
      const std::uint64_t clash =
          (my_writes[i] & (reads[i] | writes[i])) | (writes[i] & my_reads[i]);
      if (clash != 0) return array;
    }
  }
  return std::nullopt;
}

}  // namespace lanescope::exec
