// Launches as a program makes them, for the tests of the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kernels/launches/reader.h"
#include "kernels/launches/writer.h"

namespace lanescope::tests {

inline constexpr const char* scale_symbol = "_Z5scalePfi";
// A module with that kernel, whose lines are those of `source`.
[[nodiscard]] std::string scale_ptx(const std::string& source = "scale.cu");

[[nodiscard]] launches::Program some_program();

// The bytes of a value.
template <class T>
std::vector<std::byte> bytes_of_value(const T& value) {
  const auto bytes = std::as_bytes(std::span(&value, 1));
  return {bytes.begin(), bytes.end()};
}

// scale<<<blocks, 256>>>(data, n), with `data` at this address.
[[nodiscard]] launches::LaunchStart scale_launch(std::uint32_t module, std::uint32_t blocks,
                                                 std::uint64_t address, std::span<const float> data,
                                                 std::uint64_t version = 0);
[[nodiscard]] launches::Outcome some_outcome(std::uint64_t warp_instructions,
                                             std::uint64_t sectors);

// Fails the test if the file can't be written or read; then there is none to go on with.
[[nodiscard]] std::unique_ptr<launches::Writer> writer_of(
    const std::filesystem::path& path, const launches::WriterOptions& options = {});
[[nodiscard]] launches::File file_at(const std::filesystem::path& path);
[[nodiscard]] std::vector<float> floats_in(const launches::File& file,
                                           const launches::Array& array);

}  // namespace lanescope::tests
