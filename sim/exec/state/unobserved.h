// The observer of a run of which nobody wants to know the accesses.
#pragma once

#include <cstdint>

#include "sim/exec/state/observer.h"

namespace lanescope::exec {

// Drops all it is told. It takes accesses with equal steps together, in a count that is dropped
// too, so each worker needs its own.
class Unobserved final : public Observer {
 public:
  [[nodiscard]] bool wants_addresses(std::uint64_t /*block_index*/) const override { return false; }
  void on_access(const AccessRecord& /*record*/) override {}
  AccessCounter on_affine_access(const AffineAccessRecord& /*record*/) override {
    return {.count = &count_, .same_bits = 0};
  }
  void on_barrier(const BarrierRecord& /*record*/) override {}

 private:
  std::uint64_t count_ = 0;
};

}  // namespace lanescope::exec
