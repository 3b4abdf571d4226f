#include "sim/transfer/order.h"

#include <algorithm>
#include <map>
#include <optional>

namespace lanescope::transfer {
namespace {

using Kind = OperationKind;

// Follows the host's calls and remembers what later operations may have to wait for.
class Calls {
 public:
  explicit Calls(const StreamProgram& program)
      : program_(program), last_in_(program.streams.size()) {}

  std::vector<Dependency> run() {
    for (std::size_t i = 0; i < program_.operations.size(); ++i) add(i);
    return std::move(edges_);
  }

 private:
  using Last = std::optional<std::size_t>;

  void add(std::size_t i) {
    const Operation& operation = program_.operations[i];
    wait_for_host(operation, i);
    switch (operation.kind) {
      case Kind::host_work:
        break;
      case Kind::stream_sync:
        wait_for_stream(operation.stream, i);
        break;
      case Kind::event_sync:
        depend(record_of(operation.event), i, OrderReason::event);
        break;
      case Kind::device_sync:
        for (const Last& last : last_in_) depend(last, i, OrderReason::host_waits);
        break;
      default:
        add_to_stream(i);
    }
    if (holds_host(operation)) held_host_ = i;
    std::sort(edges_.begin() + static_cast<std::ptrdiff_t>(sorted_), edges_.end(),
              [](const Dependency& a, const Dependency& b) { return a.before < b.before; });
    sorted_ = edges_.size();
  }

  // A later operation of the stream would wait through the first one after the host was held.
  void wait_for_host(const Operation& operation, std::size_t i) {
    const bool is_on_stream = is_on_engine(operation.kind) ||
                              operation.kind == Kind::event_record ||
                              operation.kind == Kind::event_wait;
    if (is_on_stream && held_host_ && last_in_[operation.stream] > held_host_) return;
    depend(held_host_, i, OrderReason::host);
  }

  void add_to_stream(std::size_t i) {
    const Operation& operation = program_.operations[i];
    depend(last_in_[operation.stream], i, OrderReason::same_stream);
    wait_for_default_stream(operation.stream, i);
    if (operation.kind == Kind::event_wait)
      depend(record_of(operation.event), i, OrderReason::event);
    if (operation.kind == Kind::event_record) records_[operation.event] = i;
    last_in_[operation.stream] = i;
  }

  // Runtime API, "Stream synchronization behavior", legacy default stream.
  void wait_for_default_stream(std::size_t stream, std::size_t i) {
    if (program_.default_behaviour == DefaultStream::per_thread) return;
    const auto wait_for = [&](std::size_t other) {
      // What is older than this stream's last operation was already waited for by that one.
      if (last_in_[other] > last_in_[stream])
        depend(last_in_[other], i, OrderReason::default_stream);
    };
    if (stream == stream_0) {
      for (std::size_t other = 1; other < last_in_.size(); ++other)
        if (program_.streams[other] == StreamKind::blocking) wait_for(other);
    } else if (program_.streams[stream] == StreamKind::blocking) {
      wait_for(stream_0);
    }
  }

  void wait_for_stream(std::size_t stream, std::size_t i) {
    depend(last_in_[stream], i, OrderReason::host_waits);
    // Waiting for the legacy default stream is itself work of that stream.
    if (stream == stream_0) wait_for_default_stream(stream, i);
  }

  [[nodiscard]] Last record_of(std::size_t event) const {
    const auto found = records_.find(event);
    return found != records_.end() ? Last(found->second) : std::nullopt;
  }

  void depend(const Last& before, std::size_t after, OrderReason reason) {
    if (!before) return;
    const bool is_known = std::any_of(
        edges_.begin() + static_cast<std::ptrdiff_t>(sorted_), edges_.end(),
        [&](const Dependency& edge) { return edge.before == *before && edge.after == after; });
    if (!is_known) edges_.push_back({*before, after, reason});
  }

  const StreamProgram& program_;
  std::vector<Last> last_in_;
  std::map<std::size_t, std::size_t> records_;  // the latest of each event
  Last held_host_;
  std::vector<Dependency> edges_;
  std::size_t sorted_ = 0;  // edges of the operations before
};

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

void add_races(const StreamProgram& program, std::size_t first, std::size_t second,
               std::vector<Race>& races) {
  const Operation& a = program.operations[first];
  const Operation& b = program.operations[second];
  for (const std::string& data : a.writes) {
    if (has(b.writes, data)) {
      races.push_back({Race::Kind::written_twice, first, second, data});
    } else if (has(b.reads, data)) {
      races.push_back({Race::Kind::read_before_written, first, second, data});
    }
  }
  for (const std::string& data : a.reads) {
    if (has(b.writes, data) && !has(a.writes, data))
      races.push_back({Race::Kind::written_while_read, first, second, data});
  }
}

}  // namespace

std::string_view name_of(OrderReason reason) {
  switch (reason) {
    case OrderReason::same_stream:
      return "same_stream";
    case OrderReason::event:
      return "event";
    case OrderReason::default_stream:
      return "default_stream";
    case OrderReason::host:
      return "host";
    case OrderReason::host_waits:
      return "host_waits";
  }
  return "";
}

std::string_view name_of(Race::Kind kind) {
  switch (kind) {
    case Race::Kind::read_before_written:
      return "read_before_written";
    case Race::Kind::written_while_read:
      return "written_while_read";
    case Race::Kind::written_twice:
      return "written_twice";
  }
  return "";
}

std::vector<Dependency> dependencies_of(const StreamProgram& program) {
  return Calls(program).run();
}

Order::Order(std::size_t operations, const std::vector<Dependency>& dependencies)
    : before_(operations, std::vector<bool>(operations)) {
  // Sorted by `after`, so everything before `edge.before` is known.
  for (const Dependency& edge : dependencies) {
    std::vector<bool>& before = before_[edge.after];
    before[edge.before] = true;
    for (std::size_t i = 0; i < edge.before; ++i)
      if (before_[edge.before][i]) before[i] = true;
  }
}

std::vector<Race> races_of(const StreamProgram& program) {
  const Order order(program.operations.size(), dependencies_of(program));
  std::vector<Race> races;
  for (std::size_t second = 0; second < program.operations.size(); ++second) {
    for (std::size_t first = 0; first < second; ++first) {
      if (!order.is_before(first, second)) add_races(program, first, second, races);
    }
  }
  return races;
}

}  // namespace lanescope::transfer
