// The bytes of a .param variable: arguments and results of calls, which hardware keeps in
// registers.
//
// A structure may be written by bytes and read by words, so the area holds bytes, not rows. It is
// divided into words of 8 bytes, and each word holds the 32 lanes side by side: byte i of lane l is
// at (i / 8) * 256 + l * 8 + i % 8. An aligned element never crosses a word. So every access is a
// base plus 8 bytes per lane, whatever the variable's size, and an area is copied as a whole from
// frame to frame.
#pragma once

#include <cstdint>
#include <cstring>

#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {

inline constexpr std::uint32_t area_word_bytes = 8;
inline constexpr std::uint32_t area_word_row_bytes = area_word_bytes * warp_lanes;

struct ParameterArea {
  std::uint32_t at = 0;     // offset in the frame
  std::uint64_t bytes = 0;  // size of the variable, per lane

  [[nodiscard]] std::uint32_t words() const {
    return static_cast<std::uint32_t>((bytes + area_word_bytes - 1) / area_word_bytes);
  }
  [[nodiscard]] std::uint32_t size() const { return words() * area_word_row_bytes; }
  // Offset in the frame of byte `byte` of lane 0.
  [[nodiscard]] std::uint32_t offset_of(std::uint64_t byte) const {
    return at + static_cast<std::uint32_t>(byte / area_word_bytes * area_word_row_bytes +
                                           byte % area_word_bytes);
  }
};

template <class T>
[[nodiscard]] T read_area(const std::byte* lane_0, int lane) {
  T value;
  std::memcpy(&value, lane_0 + static_cast<std::ptrdiff_t>(lane) * area_word_bytes, sizeof(T));
  return value;
}

template <class T>
void write_area(std::byte* lane_0, int lane, T value) {
  std::memcpy(lane_0 + static_cast<std::ptrdiff_t>(lane) * area_word_bytes, &value, sizeof(T));
}

}  // namespace lanescope::exec
