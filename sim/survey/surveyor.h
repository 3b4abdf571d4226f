// Fills in a survey while a launch runs: one Surveyor a worker thread, all of them on one
// Surveying, which puts together what they found.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "sim/exec/launch.h"
#include "sim/exec/observer.h"
#include "sim/exec/program.h"
#include "sim/report/collector.h"
#include "sim/survey/array_maps.h"
#include "sim/survey/imprint_memo.h"
#include "sim/survey/survey.h"

namespace lanescope::survey {

// What is surveyed.
struct Launch {
  std::vector<exec::SiteInfo> sites;  // exec::Program::sites
  exec::LaunchConfig config;
  std::uint64_t blocks = 0;               // how many of the grid's are to run, the first ones
  std::vector<report::ArrayInfo> arrays;  // name, type, count, element_bytes, address, shape
  memory::Machine machine;
  Limits limits;
};

class Surveyor;

class Surveying {
 public:
  explicit Surveying(Launch launch);
  ~Surveying();
  Surveying(const Surveying&) = delete;
  Surveying& operator=(const Surveying&) = delete;

  // One for each worker, all of them before the first block runs. They live as long as this.
  [[nodiscard]] exec::Observer* observer();
  // Once, after the run. `in_order`: blocks ran one after the other.
  [[nodiscard]] Survey finish(std::uint64_t blocks_run, bool complete, bool in_order);

 private:
  friend class Surveyor;
  void collect_sites(Survey& survey, std::vector<std::uint32_t>& index_of) const;
  void collect_rows(Survey& survey, const std::vector<std::uint32_t>& index_of);

  Launch launch_;
  std::uint32_t warps_per_block_ = 1;
  ArrayMaps arrays_;
  // A block is run by one worker, so that workers never meet here.
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
  struct Sums {  // of one array
    std::uint64_t reads = 0, writes = 0, moves = 0, used = 0;
  };
  // Of one site in one space.
  struct SiteSums {
    std::uint64_t requests = 0;
    std::array<std::uint64_t, memory::banks> bank_words{};
  };
  struct Row {
    std::uint64_t block = 0;
    SharedRow row;  // site: of the program x spaces; pattern: of `patterns_`
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
  // Everything but global memory's maps.
  void note(const Where& where, KnownImprint& known);
  void add_shared(const Where& where, KnownImprint& known);
  // An access inside one array, at whose byte `offset` the imprint's origin lies.
  void add_inside(const Where& where, const Imprint& imprint, std::size_t array,
                  std::int64_t offset);
  void add_scattered(const Where& where, const Imprint& imprint, const memory::WarpAccess& access,
                     const memory::AsyncCopy* copy, std::uint64_t origin);
  void add_sector(const Where& where, std::uint64_t address, const Imprint::Sector& sector);
  [[nodiscard]] ArrayMaps::Touch touch_of(const Where& where, std::size_t array) const;
  void count_touches(const Where& where, std::size_t array, std::uint64_t touches);

  Surveying& surveying_;
  ImprintMemo memo_;
  std::vector<std::size_t> recent_array_;  // of Program::sites
  std::optional<std::uint64_t> block_;     // that is being run
  std::vector<Cost> costs_;                // of its warps
  std::vector<std::uint32_t> events_;      // so far, of its warps
  Cost total_;
  std::vector<Sums> sums_;       // of the arrays
  std::vector<SiteSums> sites_;  // of Program::sites x spaces
  std::uint64_t moves_outside_ = 0;
  std::uint64_t touches_outside_ = 0;
  std::vector<Row> rows_;  // in the order executed
  std::uint64_t rows_total_ = 0;
  std::map<BankPattern, std::uint32_t> pattern_index_;
  std::vector<BankPattern> patterns_;
};

}  // namespace lanescope::survey
