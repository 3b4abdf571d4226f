// What a stream program guarantees about the order of its operations, and what it does not: races.
//
// Only the program's own rules count here. That an engine happened to be busy orders nothing: on
// another GPU, or with other sizes, it is free.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/transfer/stream_program.h"

namespace lanescope::transfer {

enum class OrderReason : std::uint8_t {
  same_stream,     // a stream works in the order of its calls
  event,           // event_wait, event_sync
  default_stream,  // the legacy default stream and a blocking stream
  host,            // the host made the call only after the earlier operation had ended
  host_waits,      // the host waits for a stream or the device
};
[[nodiscard]] std::string_view name_of(OrderReason reason);  // "same_stream", ...

// `after` begins only when `before` has ended. Indices into StreamProgram::operations; before <
// after.
struct Dependency {
  std::size_t before = 0, after = 0;
  OrderReason reason = OrderReason::same_stream;

  bool operator==(const Dependency&) const = default;
};

// The graph's edges, sorted by `after`, then `before`; at most one for each pair. Those that follow
// from others through a stream's own order are left out.
[[nodiscard]] std::vector<Dependency> dependencies_of(const StreamProgram& program);

// Which operations must have ended before which others begin.
class Order {
 public:
  Order(std::size_t operations, const std::vector<Dependency>& dependencies);
  [[nodiscard]] bool is_before(std::size_t first, std::size_t second) const {
    return before_[second][first];
  }

 private:
  std::vector<std::vector<bool>> before_;  // [operation][an earlier one]
};

// Two operations that use the same data, at least one of them writing, and that nothing orders.
struct Race {
  enum class Kind : std::uint8_t {
    read_before_written,  // such as a copy back that does not wait for the kernel
    written_while_read,   // such as the next copy in over data that a kernel still reads
    written_twice,
  };
  Kind kind = Kind::read_before_written;
  std::size_t first = 0, second = 0;  // in the order of the calls
  std::string data;

  bool operator==(const Race&) const = default;
};
[[nodiscard]] std::string_view name_of(Race::Kind kind);  // "read_before_written", ...

// Sorted by `second`, then `first`. One for each pair of operations and data; where both write it,
// written_twice.
[[nodiscard]] std::vector<Race> races_of(const StreamProgram& program);

}  // namespace lanescope::transfer
