// Detects that a lesson's files were edited, so that the window can follow an external editor.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace lanescope::app {

class FolderWatch {
 public:
  // Watches these files and the files directly in these folders. Starts over if the paths differ
  // from before.
  void follow(std::vector<std::filesystem::path> paths);
  // True if something was written, added or removed since the last call. Costs a few stat calls.
  [[nodiscard]] bool changed();

 private:
  [[nodiscard]] std::uint64_t fingerprint() const;

  std::vector<std::filesystem::path> paths_;
  std::uint64_t last_ = 0;
};

}  // namespace lanescope::app
