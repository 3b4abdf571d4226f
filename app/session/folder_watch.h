// Notices that a lesson's files were edited, so that the window can follow an editor beside it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace lanescope::app {

class FolderWatch {
 public:
  // Looks at these files, and at those directly in the folders among them. Starts afresh when they
  // differ from before.
  void follow(std::vector<std::filesystem::path> paths);
  // True when something was written, added or removed since the last call. A handful of stat calls.
  [[nodiscard]] bool changed();

 private:
  [[nodiscard]] std::uint64_t fingerprint() const;

  std::vector<std::filesystem::path> paths_;
  std::uint64_t last_ = 0;
};

}  // namespace lanescope::app
