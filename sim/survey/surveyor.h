// Fills in a survey while a launch runs. Each worker thread has its own Surveyor; the Surveying
// merges their results.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "sim/exec/program/program.h"
#include "sim/exec/state/launch_config.h"
#include "sim/exec/state/observer.h"
#include "sim/report/collector.h"
#include "sim/survey/array_maps.h"
#include "sim/survey/imprint_memo.h"
#include "sim/survey/survey.h"

namespace lanescope::survey {

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
