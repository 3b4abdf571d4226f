// PTX kept between runs of the program: one file an entry in $XDG_CACHE_HOME/lanescope/ptx (or
// ~/.cache/...).
//
// Never in the way: a folder that cannot be written, a file cut short or changed by others, an
// entry of another release are all as if nothing were there. A file appears whole (written beside,
// then renamed) and carries its whole key, so a collision of hashes cannot give a wrong answer.
// LANESCOPE_CACHE=off switches it off.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope::compile {

class DiskCache {
 public:
  // An empty folder: switched off.
  explicit DiskCache(std::filesystem::path folder) : folder_(std::move(folder)) {}
  // As the environment says now.
  [[nodiscard]] static DiskCache from_environment();

  [[nodiscard]] std::optional<std::string> find(std::string_view key) const;
  void insert(std::string_view key, std::string_view ptx) const;
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

 private:
  [[nodiscard]] std::filesystem::path path_of(std::string_view key) const;
  void remove_oldest() const;
  std::filesystem::path folder_;
};

}  // namespace lanescope::compile
