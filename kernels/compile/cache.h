// An in-memory cache of PTX. Evicts the least recently used entries. Thread-safe.
#pragma once

#include <cstddef>
#include <filesystem>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "kernels/compile/compile.h"

namespace lanescope::compile {

// A digest of this folder's files, prelude included: 16 characters. The build computes it
// (front_end_version.cmake), so another release or a change here makes other keys.
extern const std::string_view front_end_version;

// Everything that a compilation depends on, as one string: equal keys, equal PTX. A define whose
// name cannot occur is not in it. `headers` is Headers::digest().
[[nodiscard]] std::string cache_key(const std::string& compiler_fingerprint, const Source& source,
                                    const std::string& headers);

class Cache {
 public:
  explicit Cache(std::size_t limit_bytes) : limit_bytes_(limit_bytes) {}

  [[nodiscard]] std::optional<Ptx> find(const std::string& key);
  void insert(const std::string& key, const Ptx& ptx);
  void clear();
  [[nodiscard]] std::size_t bytes() const;

 private:
  struct Entry {
    std::string key;
    Ptx ptx;
    [[nodiscard]] std::size_t bytes() const { return key.size() + ptx.text.size(); }
  };
  mutable std::mutex mutex_;
  std::size_t limit_bytes_;
  std::size_t bytes_ = 0;
  std::list<Entry> entries_;  // most recently used first
  std::unordered_map<std::string, std::list<Entry>::iterator> by_key_;
};

// PTX kept between runs of the program: one file per entry in $XDG_CACHE_HOME/lanescope/ptx (or
// ~/.cache/...).
//
// It never causes an error. A folder that cannot be written, a truncated or modified file, or an
// entry of another release counts as no entry. Files are written under another name and then
// renamed, so readers see only whole files. Each file contains its whole key, so a hash collision
// cannot give a wrong answer. If there are too many files, the least recently used are removed.
// LANESCOPE_CACHE=off switches the cache off.

class DiskCache {
 public:
  // An entry takes about 7 KB. The tests of all lessons use about 4,700 entries in turn; a smaller
  // cache would evict each before its next use.
  static constexpr std::size_t default_limit = 16'384;

  // An empty folder switches the cache off. Holds about `max_entries` files: a process checks the
  // number with its first entry, and now and then after that.
  explicit DiskCache(std::filesystem::path folder, std::size_t max_entries = default_limit)
      : folder_(std::move(folder)), max_entries_(max_entries) {}
  // Reads the environment variables now.
  [[nodiscard]] static DiskCache from_environment();

  [[nodiscard]] std::optional<std::string> find(std::string_view key) const;
  void insert(std::string_view key, std::string_view ptx) const;
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

 private:
  [[nodiscard]] std::filesystem::path path_of(std::string_view key) const;
  void remove_oldest() const;
  std::filesystem::path folder_;
  std::size_t max_entries_;
};

}  // namespace lanescope::compile
