// PTX kept between runs of the program: one file an entry in $XDG_CACHE_HOME/lanescope/ptx (or
// ~/.cache/...).
//
// Never in the way: a folder that cannot be written, a file cut short or changed by others, an
// entry of another release are all as if nothing were there. A file appears whole (written beside,
// then renamed) and carries its whole key, so a collision of hashes cannot give a wrong answer.
// Where there are too many, those go that were not used for longest.
// LANESCOPE_CACHE=off switches it off.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace lanescope::compile {

class DiskCache {
 public:
  // An entry takes 7 KB or so. The tests of all lessons ask for some 4,700; a cache that holds
  // less than what is asked for in turn would find none of it.
  static constexpr std::size_t usual_limit = 16'384;

  // An empty folder: switched off. Never more than `most_entries` files.
  explicit DiskCache(std::filesystem::path folder, std::size_t most_entries = usual_limit)
      : folder_(std::move(folder)), most_entries_(most_entries) {}
  // As the environment says now.
  [[nodiscard]] static DiskCache from_environment();

  [[nodiscard]] std::optional<std::string> find(std::string_view key) const;
  void insert(std::string_view key, std::string_view ptx) const;
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

 private:
  [[nodiscard]] std::filesystem::path path_of(std::string_view key) const;
  void remove_oldest() const;
  std::filesystem::path folder_;
  std::size_t most_entries_;
};

}  // namespace lanescope::compile
