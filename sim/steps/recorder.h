// Records warps of one block while a launch runs.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/exec/program/program.h"
#include "sim/exec/state/observer.h"
#include "sim/memory/memory_rules.h"
#include "sim/report/access_cost.h"
#include "sim/steps/recording.h"

namespace lanescope::steps {

struct RecordingRequest {
  std::uint64_t block_index = 0;  // number of the block in the grid
  std::uint32_t warps = 1;        // bit w: record warp w of the block
  std::uint32_t threads_per_block = 32;
  std::size_t max_bytes = 256U << 20;  // limit for all recordings together, shared evenly
};

class Recorder final : public exec::Observer {
 public:
  // `machine`: the memory rules.
  Recorder(const exec::Program& program, std::shared_ptr<const Listing> listing,
           const RecordingRequest& request, const memory::MemoryRules& machine = {});
  ~Recorder() override;

  void on_access(const exec::AccessRecord& record) override;
  [[nodiscard]] bool wants_addresses(std::uint64_t block_index) const override {
    return block_index == request_.block_index;
  }
  exec::AccessCounter on_affine_access(const exec::AffineAccessRecord&) override {
    return {&others_, 0};  // counts of other blocks: never read
  }
  void on_barrier(const exec::BarrierRecord& record) override;
  [[nodiscard]] std::uint32_t warps_to_follow(std::uint64_t block_index) const override {
    return block_index == request_.block_index ? request_.warps : 0;
  }
  void on_instruction(const exec::InstructionRecord& record) override;
  void on_result(const exec::InstructionRecord& record) override;

  // The recordings, ascending by warp; empty if the block did not run here. Call once.
  [[nodiscard]] std::vector<Recording> take();

 private:
  class Tape;  // one warp's recording

  Tape* tape_of(std::uint64_t block_index, std::uint32_t warp);
  [[nodiscard]] bool is_last_part(std::uint32_t code) const;

  const exec::Program& program_;
  std::shared_ptr<const Listing> listing_;
  RecordingRequest request_;
  memory::MemoryRules machine_;
  report::CopyPrices copies_;
  std::array<std::unique_ptr<Tape>, 32> tapes_;
  std::uint64_t others_ = 0;
};

}  // namespace lanescope::steps
