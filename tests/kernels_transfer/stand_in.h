// A device that computes its times instead of measuring them: 10 us and 50 GB/s for a copy. It
// lacks whatever a test wants it to lack.
#pragma once

#include <algorithm>
#include <map>
#include <utility>

#include "kernels/transfer/device.h"
#include "kernels/transfer/measure.h"
#include "sim/transfer/schedule.h"

namespace lanescope::transfer {

class StandIn : public Device {
 public:
  static constexpr double bytes_per_us = 50e3;

  StandIn() {
    own.gpu.name = "Stand-in";
    own.gpu.driver = "1.0";
    own.copy_engines = 2;
    own.can_map = own.has_managed = own.can_prefetch = true;
    own.persisting_l2 = 30 << 20;
    own.window_bytes = 128 << 20;
  }

  DeviceTraits own;
  std::uint64_t device_bytes = 64ULL << 30, host_bytes = 64ULL << 30;
  std::map<Space, std::uint64_t> most;  // of one piece; larger ones are refused
  std::map<Memory, std::pair<Space, std::uint64_t>> held;

  [[nodiscard]] const DeviceTraits& traits() const override { return own; }
  [[nodiscard]] std::uint64_t free_device_bytes() override { return device_bytes; }
  [[nodiscard]] std::uint64_t free_host_bytes() override { return host_bytes; }

  Outcome<Got> get(Space space, std::uint64_t bytes) override {
    if (most.contains(space) && bytes > most[space]) {
      return tl::unexpected(
          JobFailure{JobFailure::Kind::out_of_memory, "refused (cudaErrorMemoryAllocation)"});
    }
    held[next_] = {space, bytes};
    return Got{next_++, static_cast<double>(bytes) / 1e3};
  }
  Outcome<double> give_back(Memory memory) override {
    held.erase(memory);
    return 1;
  }
  Outcome<PointerKind> kind_of(Memory memory) override {
    const Space space = held.at(memory).first;
    return PointerKind{space == Space::device ? "device" : "host", true, space != Space::device};
  }
  Outcome<double> copy(Memory from, Memory to, std::uint64_t bytes, unsigned pieces) override {
    if (bytes > held.at(from).second || bytes > held.at(to).second)
      return tl::unexpected(JobFailure{JobFailure::Kind::failed, "out of bounds"});
    return copy_us(bytes) + 2.0 * (pieces - 1);
  }
  Outcome<double> prefetch(Memory, std::uint64_t bytes) override { return copy_us(bytes); }
  Outcome<double> read(Memory, std::uint64_t, unsigned, unsigned times) override { return times; }
  Outcome<double> write(Memory, std::uint64_t) override { return 1; }
  Outcome<double> host_writes(Memory, std::uint64_t) override { return 1; }
  Outcome<double> host_reads_pages(Memory, std::uint64_t) override { return 1; }

  // As the model says, with 1 us for a round on 64 Mi floats. The host reads as fast as copies are.
  Outcome<ProgramTimes> run(const ProgramRun& run) override {
    for (const ProgramRun::Extent& extent : run.extents) {
      for (const Memory memory : {run.host_in, run.on_device, run.host_out}) {
        if (extent.bytes > 0 && extent.offset + extent.bytes > held.at(memory).second)
          return tl::unexpected(JobFailure{JobFailure::Kind::failed, "out of bounds"});
      }
    }
    StreamProgram program = run.program;
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
      Operation& operation = program.operations[i];
      const auto bytes = static_cast<double>(run.extents[i].bytes);
      if (is_copy(operation.kind) || operation.kind == OperationKind::host_work)
        operation.seconds = bytes / bytes_per_us * 1e-6;
      else if (run.rounds > 0)
        operation.seconds = bytes / (256 << 20) * run.rounds * 1e-6;
      else
        operation.fills = 0.01;
    }
    StreamMachine machine;
    machine.copy_engines = own.copy_engines;
    const Timeline timeline = schedule(program, machine).value();
    ProgramTimes times;
    times.total_us = timeline.total_seconds * 1e6;
    for (const Placed& placed : timeline.operations) {
      times.spans.emplace_back();
      if (placed.engine != Engine::none)
        times.spans.back() = {placed.ready * 1e6, placed.end * 1e6};
    }
    return times;
  }
  Outcome<double> launch(unsigned count, bool) override { return count; }
  Outcome<double> reuse(Memory, std::uint64_t, std::uint64_t, std::uint64_t, double) override {
    return 1;
  }
  Outcome<double> nested(NestedBy, unsigned launches) override { return launches; }

 private:
  static double copy_us(std::uint64_t bytes) {
    return 10 + static_cast<double>(bytes) / bytes_per_us;
  }
  Memory next_ = 0;
};

// Everything, measured once on the stand-in.
inline const Rows& measured_rows() {
  static const Rows measured = [] {
    StandIn device;
    MeasurePlan plan;
    plan.samples = plan.small_samples = 1;
    Rows all;
    measure(device, plan, "2026-11-26", [&](const Row& row) { all.push_back(row); });
    return all;
  }();
  return measured;
}

}  // namespace lanescope::transfer
