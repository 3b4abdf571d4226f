// The shipped lesson on the transpose with short sweeps over small matrices, for tests of what
// shows sweeps, not of the sweeps themselves.
#pragma once

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/paths.h"
#include "tests/temporary_folder.h"

namespace lanescope::testing {

// Writes the lesson into `folder`. LANESCOPE_KERNELS=folder puts it before the shipped one. N is
// 64 unless a variant says otherwise. The sweep "size" has the points N 64 and 128; "padding" has
// PAD 0 to 4, also at the guide's step "how-much".
inline void write_small_transpose(const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  const fs::path own = folder / "transpose";
  fs::create_directories(folder);
  fs::copy(fs::path(LANESCOPE_SOURCE_DIR) / "kernels/lessons/transpose", own,
           fs::copy_options::recursive);
  const std::vector<std::pair<std::string, std::pair<std::string, std::string>>> changes{
      {"lesson.toml", {"N = { default = 1024", "N = { default = 64"}},
      {"lesson.toml", {"from = 1024\nto = 8192", "from = 64\nto = 128"}},
      {"lesson.toml", {"from = 0\nto = 32", "from = 0\nto = 4"}},
      {"guide.toml", {"PAD = 8, N = 4096", "PAD = 4, N = 64"}},
  };
  for (const auto& [name, change] : changes) {
    std::string text = tests::text_of(own / name);
    const std::size_t at = text.find(change.first);
    if (at == std::string::npos)
      throw std::runtime_error("the transpose's " + name + " no longer has " + change.first);
    std::ofstream(own / name) << text.replace(at, change.first.size(), change.second);
  }
}

}  // namespace lanescope::testing
