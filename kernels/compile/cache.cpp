#include "kernels/compile/cache.h"

#include <string_view>

namespace lanescope::compile {

std::string cache_key(const std::string& compiler_fingerprint, const Source& source,
                      const std::string& headers) {
  // Each part is preceded by its length, so different lists of parts give different keys.
  std::string key;
  const auto add = [&key](std::string_view part) {
    key += std::to_string(part.size());
    key += ':';
    key += part;
  };
  add(compiler_fingerprint);
  add(source.name);
  add(std::to_string(source.defines.size()));
  for (const auto& [name, value] : source.defines) {
    add(name);
    add(value);
  }
  add(source.text);
  if (!headers.empty()) add(headers);
  return key;
}

std::optional<Ptx> Cache::find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return std::nullopt;
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->ptx;
}

void Cache::insert(const std::string& key, const Ptx& ptx) {
  const std::lock_guard lock(mutex_);
  if (by_key_.contains(key)) return;  // two threads compiled the same text
  entries_.push_front({key, ptx});
  by_key_.emplace(key, entries_.begin());
  bytes_ += entries_.front().bytes();
  while (bytes_ > limit_bytes_ && !entries_.empty()) {
    bytes_ -= entries_.back().bytes();
    by_key_.erase(entries_.back().key);
    entries_.pop_back();
  }
}

void Cache::clear() {
  const std::lock_guard lock(mutex_);
  by_key_.clear();
  entries_.clear();
  bytes_ = 0;
}

std::size_t Cache::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

}  // namespace lanescope::compile
