// An array's contents after the launch, as a file: sim --dump.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/lesson_file/lesson.h"

namespace lanescope::app {

struct ArrayDump {
  std::string array;
  std::filesystem::path file;
};
// "B=out.npy". The error says what is wrong with the text.
[[nodiscard]] tl::expected<ArrayDump, std::string> parse_dump(std::string_view text);

// By the file's ending: .npy is NumPy's format 1.0 with the argument's shape
// (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html); .csv has one line for
// each row, the last extent of the shape (without a shape: for each element), with numbers that
// read back as the same bits, NaN and infinities as "nan" and "inf"; every other ending gets the
// bytes as they are in memory, little-endian. NumPy has no bf16: in .npy its elements are two raw
// bytes each ("|V2"), as NumPy itself writes those of the package ml_dtypes. `bytes`: all of the
// array's.
[[nodiscard]] std::string array_file(const lesson::Argument& array,
                                     std::span<const std::byte> bytes,
                                     const std::filesystem::path& file);

}  // namespace lanescope::app
