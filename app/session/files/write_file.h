// Writes a file that the user named.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace lanescope::app {

// A regular file is replaced at once, so that a reader never sees an incomplete one; it keeps its
// mode and owner. Through a link, the file that it leads to is replaced. Anything else is written
// in place: a device, a pipe, an open descriptor (/dev/stdout, /dev/fd/3), a file with several
// names, or one whose owner could not be kept. A file without permission to write is refused,
// though its folder may let it be replaced. The error names the file and says what failed.
[[nodiscard]] tl::expected<void, std::string> write_file(const std::filesystem::path& path,
                                                         std::string_view content);

// Whether write_file() can create or replace the file. Ask before a simulation, which may take
// minutes.
[[nodiscard]] bool can_write_file(const std::filesystem::path& path);

}  // namespace lanescope::app
