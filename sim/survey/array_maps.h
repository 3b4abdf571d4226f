// The maps of a launch's arrays while they are being filled. All workers share one set of maps.
// The maps hold integer sums and minima, so the order of the workers does not matter. Internal to
// sim/survey.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "sim/memory/access.h"
#include "sim/survey/imprint.h"
#include "sim/survey/survey.h"

namespace lanescope::survey {

// A map that allocates its memory on the first write.
template <class T>
class LazyMap {
 public:
  T* get(std::uint64_t size) {
    T* data = data_.load(std::memory_order_acquire);
    return data != nullptr ? data : make(size);
  }
  [[nodiscard]] std::vector<T> take() { return std::move(values_); }

 private:
  T* make(std::uint64_t size);

  std::atomic<T*> data_{nullptr};
  std::mutex mutex_;
  std::vector<T> values_;
};

class ArrayMaps {
 public:
  ArrayMaps(const std::vector<report::ArrayInfo>& arrays, std::uint64_t max_bytes);

  [[nodiscard]] std::size_t size() const { return maps_.size(); }
  [[nodiscard]] const report::ArrayInfo& array(std::size_t index) const {
    return maps_[index].array;
  }
  // The array that contains the address. `recent` is tried first.
  [[nodiscard]] std::optional<std::size_t> find(std::uint64_t address, std::size_t recent) const {
    if (recent < maps_.size() && address - maps_[recent].array.address < maps_[recent].bytes)
      return recent;
    for (std::size_t i = 0; i < maps_.size(); ++i) {
      if (address - maps_[i].array.address < maps_[i].bytes) return i;
    }
    return std::nullopt;
  }
  [[nodiscard]] std::uint64_t bytes(std::size_t array) const { return maps_[array].bytes; }

  // One worker's contribution; several workers may add at once. `alone`: only one worker runs, so
  // no atomic operations are needed.
  struct Touch {
    std::size_t array = 0;
    memory::Op op = memory::Op::load;
    std::uint32_t warp = 0;  // WarpNumber + 1
    bool alone = false;
  };
  // Precondition: [first, first + count) are elements of the array.
  void add_elements(const Touch& touch, std::uint64_t first, std::uint64_t count,
                    std::uint32_t threads);
  // Precondition: `sector` is one of the array's sectors.
  void add_sector(const Touch& touch, std::uint64_t sector, std::uint32_t moves,
                  std::uint32_t used);

  // The maps, without the sums. Call once, after all workers are done.
  [[nodiscard]] std::vector<ArraySurvey> take();

 private:
  struct Maps {
    report::ArrayInfo array;
    std::uint64_t bytes = 0;
    std::uint64_t sectors = 0;
    bool is_kept = true;
    LazyMap<std::uint16_t> reads, writes;
    LazyMap<std::uint32_t> first_warp, sector_moves, sector_used;
  };
  std::deque<Maps> maps_;
};

}  // namespace lanescope::survey
