// An in-memory cache of PTX. Evicts the least recently used entries. Thread-safe.
#pragma once

#include <cstddef>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "kernels/compile/compile.h"

namespace lanescope::compile {

// Everything that a compilation depends on, as one string: equal keys, equal PTX. `headers` is
// Headers::digest().
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

}  // namespace lanescope::compile
