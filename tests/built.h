// What this configuration built, found when the test runs: with paths of the build folder in their
// text, the tests would be compiled again for each configuration.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace lanescope::tests {

// The file or folder with this path in the build folder: built("bin/lanescope") is the program,
// which a test that is defined with STARTS_PROGRAM builds first. Test programs are in bin/
// themselves.
inline std::string built(std::string_view path) {
  static const std::filesystem::path folder =
      std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
  return (folder / path).string();
}

}  // namespace lanescope::tests
