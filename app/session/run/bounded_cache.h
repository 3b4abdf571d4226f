// A map that drops its oldest entry beyond a limit, so that a window that is open for a week does
// not grow.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

namespace lanescope::app {

template <class Key, class Value>
class BoundedCache {
 public:
  struct Entry {
    Value value;
    std::uint64_t number = 0;  // larger is newer
  };
  explicit BoundedCache(std::size_t limit) : limit_(limit) {}

  // Replaces the key's value; the entry becomes the newest.
  void put(const Key& key, Value value) {
    entries_.insert_or_assign(key, Entry{std::move(value), ++count_});
    if (entries_.size() > limit_) {
      entries_.erase(std::min_element(
          entries_.begin(), entries_.end(),
          [](const auto& a, const auto& b) { return a.second.number < b.second.number; }));
    }
  }
  void erase(const Key& key) { entries_.erase(key); }
  [[nodiscard]] const Value* find(const Key& key) const {  // nullptr: not found
    const auto found = entries_.find(key);
    return found != entries_.end() ? &found->second.value : nullptr;
  }
  // The newest entry for which `wanted(key, value)` is true; nullptr: none.
  template <class Wanted>
  [[nodiscard]] const Value* newest(Wanted wanted) const {
    const Entry* newest = nullptr;
    for (const auto& [key, entry] : entries_) {
      if ((newest == nullptr || entry.number > newest->number) && wanted(key, entry.value))
        newest = &entry;
    }
    return newest != nullptr ? &newest->value : nullptr;
  }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }

 private:
  std::size_t limit_;
  std::uint64_t count_ = 0;
  std::map<Key, Entry> entries_;
};

}  // namespace lanescope::app
