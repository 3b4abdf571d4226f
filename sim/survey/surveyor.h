// Fills in a survey while a launch runs. Each worker thread has its own Surveyor; the Surveying
// merges their results.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "sim/exec/program/program.h"
#include "sim/exec/state/launch_config.h"
#include "sim/exec/state/observer.h"
#include "sim/memory/access.h"
#include "sim/report/collector.h"
#include "sim/survey/imprint.h"
#include "sim/survey/survey.h"

namespace lanescope::survey {

// The maps of a launch's arrays while they are being filled. All workers share one set of maps.
// The maps hold integer sums and minima, so the order of the workers does not matter. Internal to
// sim/survey.

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

// The launch to survey.
struct Launch {
  std::vector<exec::SiteInfo> sites;  // exec::Program::sites
  exec::LaunchConfig config;
  std::uint64_t blocks = 0;               // blocks to run: the first ones of the grid
  std::vector<report::ArrayInfo> arrays;  // name, type, count, element_bytes, address, shape
  memory::MemoryRules machine;
  Limits limits;
};

class Surveyor;

class Surveying {
 public:
  explicit Surveying(Launch launch);
  ~Surveying();
  Surveying(const Surveying&) = delete;
  Surveying& operator=(const Surveying&) = delete;

  // Call once for each worker, before the first block runs. The observers live as long as this.
  [[nodiscard]] exec::Observer* observer();
  // Call once, after the run. `in_order`: blocks ran one after the other.
  [[nodiscard]] Survey finish(std::uint64_t blocks_run, bool complete, bool in_order);

 private:
  friend class Surveyor;
  void collect_sites(Survey& survey, std::vector<std::uint32_t>& index_of) const;
  void collect_rows(Survey& survey, const std::vector<std::uint32_t>& index_of);

  Launch launch_;
  std::uint32_t warps_per_block_ = 1;
  ArrayMaps arrays_;
  // A block is run by one worker, so no two workers write to the same entry.
  std::vector<Cost> blocks_;
  std::vector<Cost> warps_;
  std::vector<std::unique_ptr<Surveyor>> surveyors_;
};

class Surveyor final : public exec::Observer {
 public:
  explicit Surveyor(Surveying& surveying);

  void on_access(const exec::AccessRecord& record) override;
  [[nodiscard]] bool wants_addresses(std::uint64_t /*block_index*/) const override { return false; }
  exec::AccessCounter on_affine_access(const exec::AffineAccessRecord& record) override;
  void on_barrier(const exec::BarrierRecord& record) override;
  [[nodiscard]] bool wants_branches(std::uint64_t /*block_index*/) const override { return true; }
  void on_branch(const exec::BranchRecord& record) override;

 private:
  friend class Surveying;
  struct Sums {  // sums of one array
    std::uint64_t reads = 0, writes = 0, moves = 0, used = 0;
  };
  // Sums of one site in one space.
  struct SiteSums {
    std::uint64_t requests = 0;
    std::array<std::uint64_t, memory::banks> bank_words{};
  };
  struct Row {
    std::uint64_t block = 0;
    SharedRow row;  // `site`: program site x spaces; `pattern`: index into `patterns_`
  };
  struct Where {
    std::uint32_t site = 0;
    std::uint64_t block_index = 0;
    std::uint32_t warp = 0;
    memory::Space space = memory::Space::global;
    memory::Op op = memory::Op::load;
  };

  static std::size_t site_index(std::uint32_t site, memory::Space space) {
    return std::size_t{site} * report::space_count + static_cast<std::size_t>(space);
  }
  void enter(std::uint64_t block_index);
  void leave();
  [[nodiscard]] std::uint32_t number_of(const Where& where) const;
  std::uint32_t pattern_index(const BankPattern& pattern);
  // Adds everything except the maps of global memory.
  void note(const Where& where, KnownImprint& known);
  void add_shared(const Where& where, KnownImprint& known);
  // An access inside one array. The imprint's origin is at byte `offset` of the array.
  void add_inside(const Where& where, const Imprint& imprint, std::size_t array,
                  std::int64_t offset);
  void add_scattered(const Where& where, const Imprint& imprint, const memory::WarpAccess& access,
                     const memory::AsyncCopy* copy, std::uint64_t origin);
  void add_sector(const Where& where, std::uint64_t address, const Imprint::Sector& sector);
  [[nodiscard]] ArrayMaps::Touch touch_of(const Where& where, std::size_t array) const;
  void count_touches(const Where& where, std::size_t array, std::uint64_t touches);

  Surveying& surveying_;
  ImprintMemo memo_;
  std::vector<std::size_t> recent_array_;  // one for each entry of Program::sites
  std::optional<std::uint64_t> block_;     // the block that is running
  std::vector<Cost> costs_;                // per warp of the block
  std::vector<std::uint32_t> events_;      // events so far, per warp of the block
  Cost total_;
  std::vector<Sums> sums_;       // one per array
  std::vector<SiteSums> sites_;  // by site of the program and space
  std::uint64_t moves_outside_ = 0;
  std::uint64_t touches_outside_ = 0;
  std::vector<Row> rows_;  // in execution order
  std::uint64_t rows_total_ = 0;
  std::map<BankPattern, std::uint32_t> pattern_index_;
  std::vector<BankPattern> patterns_;
};

}  // namespace lanescope::survey
