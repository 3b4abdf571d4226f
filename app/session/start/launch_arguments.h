// The arguments of a recorded launch: their names and types, what they point to, and their values
// as text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kernels/launches/reader.h"
#include "kernels/lesson_file/element_type.h"

namespace lanescope::app {

// Names and types of a launch's arguments, as in its source where the file holds that.
struct NamedArgument {
  std::string name;   // "u", else "arg1"
  std::string type;   // "float*", "int"; empty: not known
  std::string value;  // "1024", "0.1", "0x7f0000001000"; of a structure its words
  bool is_pointer = false;
  std::uint64_t array_bytes = 0;  // of the array that it points into; 0: into none
};
[[nodiscard]] std::vector<NamedArgument> named_arguments(const launches::File& file,
                                                         const launches::Launch& launch);
// The same for many launches: the source is read once for each kernel.
class ArgumentNames {
 public:
  // The file must outlive it.
  explicit ArgumentNames(const launches::File& file) : file_(file) {}
  [[nodiscard]] std::vector<NamedArgument> of(const launches::Launch& launch);

 private:
  const launches::File& file_;
  std::map<std::pair<std::uint32_t, std::string>, std::vector<std::pair<std::string, std::string>>>
      known_;  // names and types by module and symbol
};

// --- what the lesson of a launch is made with ---

// The 8 bytes from there on.
[[nodiscard]] std::uint64_t word_of(const std::byte* at);

// "float const* __restrict__" -> "float": what a pointer's type points to; nullopt: it is none.
[[nodiscard]] std::optional<std::string> pointed_to(std::string type);

// Name and type of each argument. Names are different from each other.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> names_of_arguments(
    const launches::File& file, const launches::Launch& launch);

// A value as in a lesson file: the shortest text that reads back as the same number; of several
// lanes a list.
[[nodiscard]] std::string numbers_text(const lesson::ValueType& type,
                                       const std::vector<std::byte>& bytes);

// A memory range to which pointers may point: an array of the launch, or a variable.
struct LaunchRange {
  std::uint64_t address = 0, bytes = 0;
  std::size_t index = 0;
  bool is_variable = false;
};

class LaunchRanges {
 public:
  explicit LaunchRanges(const launches::Launch& launch) {
    for (std::size_t i = 0; i < launch.arrays.size(); ++i)
      all_.push_back({launch.arrays[i].address, launch.arrays[i].bytes, i, false});
    for (std::size_t i = 0; i < launch.variables.size(); ++i) {
      if (launch.variables[i].address != 0)
        all_.push_back({launch.variables[i].address, launch.variables[i].bytes, i, true});
    }
    std::erase_if(all_, [](const LaunchRange& each) { return each.bytes == 0; });
    std::ranges::sort(all_, {}, &LaunchRange::address);
    if (all_.empty()) return;
    low_ = all_.front().address;
    high_ = all_.back().address + all_.back().bytes;
  }

  // The range that holds the address, or, for `end`, that ends there; nullptr: none.
  [[nodiscard]] const LaunchRange* at(std::uint64_t address, bool end = false) const {
    if (address < low_ || address - low_ > high_ - low_) return nullptr;
    const auto next = std::ranges::upper_bound(all_, address, {}, &LaunchRange::address);
    if (next == all_.begin()) return nullptr;
    const LaunchRange& range = *std::prev(next);
    const std::uint64_t offset = address - range.address;
    return offset < range.bytes || (end && offset == range.bytes) ? &range : nullptr;
  }
  // Calls what(range) for each word that points into one.
  void each_pointer(std::span<const std::byte> bytes, const auto& what) const {
    for (std::size_t i = 0; i + 8 <= bytes.size(); i += 8) {
      const std::uint64_t word = word_of(bytes.data() + i);
      if (word - low_ >= high_ - low_) continue;
      if (const LaunchRange* range = at(word)) what(*range);
    }
  }

 private:
  std::vector<LaunchRange> all_;
  std::uint64_t low_ = 0, high_ = 0;
};

}  // namespace lanescope::app
