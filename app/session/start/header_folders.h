// The folders of the headers that a kernel's file includes and that are not beside it.
//
// A repository's build names its folders of headers, in as many ways as there are build systems.
// But most of these folders are above the file, or have one of a few names there. So a header is
// looked for by its name in these alone: a few checks for each, and no folder is listed.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::app {

// A lesson's `include`, relative to the kernel's folder, the nearest first. For each header that
// the text or such a header includes and that is not there: the first folder that has it, from the
// kernel's up to the top of its repository, else up to four above. Never / or the home folder.
[[nodiscard]] std::vector<std::string> header_folders_for(const std::filesystem::path& kernel_file,
                                                          std::string_view text);

}  // namespace lanescope::app
