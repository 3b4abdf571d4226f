// Which of the files that a kernel's instructions come from are the user's own.
#pragma once

#include <filesystem>
#include <vector>

#include "app/session/run/run.h"

namespace lanescope::app {

// The headers that the text includes and other files beside it, as far as they can be read as text;
// not those of the Toolkit, a compiler or the system. By name, as in SourcePlace. Gives each file
// one name in the module's places: a header that is found under two paths is one file, and one that
// is the kernel's text has that text's name.
[[nodiscard]] std::vector<IncludedFile> own_files(const compile::Source& source,
                                                  const std::filesystem::path& source_path,
                                                  ptx::Module& module);

}  // namespace lanescope::app
