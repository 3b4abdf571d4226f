// Evaluates a variant with chosen parameter values to a launch in numbers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include <tl/expected.hpp>

#include "kernels/lesson_file/spec.h"

namespace lanescope::lesson {

inline constexpr std::int64_t max_block_threads = 1024;
inline constexpr std::int64_t max_block_extents[3] = {1024, 1024, 64};
inline constexpr std::int64_t max_grid_extents[3] = {2147483647, 65535, 65535};
inline constexpr std::int64_t max_block_shared_bytes = 232448;  // 227 KiB per block
inline constexpr std::int64_t max_thread_registers = 255;       // per thread

// Fills everything in Resolved except lesson_id. `folder` is the lesson file's folder, which
// `source` and `file:` are relative to. `base`: where a `source` lies that is not there; may be
// empty.
[[nodiscard]] tl::expected<Resolved, Error> resolve_variant(
    const std::string& file, const std::filesystem::path& folder, const std::filesystem::path& base,
    const VariantSpec& variant, const Values& overrides, std::uint64_t max_array_bytes);

}  // namespace lanescope::lesson
