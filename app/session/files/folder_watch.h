// Detects that a lesson's files were edited, so that the window can follow an external editor.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <vector>

namespace lanescope::app {

class FolderWatch {
 public:
  // Watches these files and the files directly in these folders. Of a path that was watched before,
  // a change since the last changed() is still reported.
  void follow(const std::vector<std::filesystem::path>& paths);
  // True if something was written, added or removed since the last call. Costs a few stat calls.
  [[nodiscard]] bool changed();

 private:
  std::map<std::filesystem::path, std::uint64_t> marks_;  // as of the last changed()
};

}  // namespace lanescope::app
