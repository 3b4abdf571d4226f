#include "sim/transfer/schedule.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <numeric>

namespace lanescope::transfer {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr double rounding = 1e-9;  // of a sum of parts of the GPU

constexpr std::array on_engines{Engine::copy_in, Engine::copy_out, Engine::compute};

// A copy fills its engine, also where that is the compute engine.
double part_of(const Operation& operation) {
  return operation.kind == OperationKind::kernel ? operation.fills : 1;
}

// Steps from one event to the next: an operation ends, or the host is free for its next call.
class Simulation {
 public:
  Simulation(const StreamProgram& program, const StreamMachine& machine,
             const std::vector<Dependency>& dependencies)
      : operations_(program.operations),
        machine_(machine),
        placed_(operations_.size()),
        states_(operations_.size(), State::not_issued),
        before_(operations_.size()),
        signals_with_(operations_.size()),
        is_slow_(operations_.size(), false),
        host_free_(machine.call_seconds) {
    for (const Dependency& edge : dependencies) before_[edge.after].push_back(edge);
    for (std::size_t i = 0; i < operations_.size(); ++i)
      placed_[i].engine = engine_of(operations_[i], machine);
    find_signals();
  }

  std::vector<Placed> run() {
    for (double now = 0; now != never; now = next_event()) {
      while (end_running(now) || issue(now) || start(now)) {
      }
      pace_copies(now);
    }
    assert(std::ranges::all_of(states_, [](State state) { return state == State::ended; }));
    return std::move(placed_);
  }

 private:
  enum class State : std::uint8_t { not_issued, waiting, ready, running, ended };

  // The last of the kernels that are signalled together.
  void find_signals() {
    for (std::size_t i = operations_.size(); i-- > 0;) {
      const bool joins_next = machine_.signals_kernels_together && i + 1 < operations_.size() &&
                              operations_[i].kind == OperationKind::kernel &&
                              operations_[i + 1].kind == OperationKind::kernel;
      signals_with_[i] = joins_next ? signals_with_[i + 1] : i;
    }
  }

  [[nodiscard]] double next_event() const {
    double next = never;
    for (std::size_t i = 0; i < operations_.size(); ++i)
      if (states_[i] == State::running) next = std::min(next, placed_[i].end);
    if (next_call_ < operations_.size() && !held_) next = std::min(next, host_free_);
    return next;
  }

  bool end_running(double now) {
    bool changed = false;
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      if (states_[i] != State::running || placed_[i].end > now) continue;
      states_[i] = State::ended;
      changed = true;
      if (held_ == i) {
        held_.reset();
        host_free_ = now + machine_.call_seconds;
      }
    }
    return changed;
  }

  bool issue(double now) {
    if (held_ || next_call_ == operations_.size() || host_free_ > now) return false;
    const std::size_t i = next_call_++;
    placed_[i].issued = now;
    states_[i] = State::waiting;
    if (holds_host(operations_[i]))
      held_ = i;
    else
      host_free_ = now + machine_.call_seconds;
    return true;
  }

  // Whether `before` has ended as far as `after` can tell.
  [[nodiscard]] bool has_signalled(std::size_t before, std::size_t after) const {
    if (operations_[after].kind == OperationKind::kernel) return states_[before] == State::ended;
    for (std::size_t i = before; i <= signals_with_[before]; ++i)
      if (states_[i] != State::ended) return false;
    return true;
  }

  bool start(double now) {
    bool changed = false;
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      if (states_[i] != State::waiting) continue;
      const auto has_ended = [&](const Dependency& edge) { return has_signalled(edge.before, i); };
      if (!std::ranges::all_of(before_[i], has_ended)) continue;
      placed_[i].ready = now;
      states_[i] = State::ready;
      changed = true;
      if (!is_on_engine(operations_[i].kind)) begin(i, now);
    }
    for (const Engine engine : on_engines) {
      for (auto next = next_of(engine); next && has_room(*next); next = next_of(engine)) {
        begin(*next, now);
        changed = true;
      }
    }
    return changed;
  }

  void begin(std::size_t i, double now) {
    placed_[i].begin = now;
    placed_[i].end = now + (placed_[i].engine == Engine::none ? 0 : operations_[i].seconds);
    states_[i] = State::running;
  }

  [[nodiscard]] bool is_at_work(Engine engine) const {
    for (std::size_t i = 0; i < operations_.size(); ++i)
      if (states_[i] == State::running && placed_[i].engine == engine) return true;
    return false;
  }

  // Whatever is left of a copy takes longer while both directions are at work.
  void pace_copies(double now) {
    if (machine_.both_ways == 1) return;  // also not a rounding off
    const bool both = is_at_work(Engine::copy_in) && is_at_work(Engine::copy_out);
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      const Engine engine = placed_[i].engine;
      if (engine != Engine::copy_in && engine != Engine::copy_out) continue;
      if (states_[i] != State::running || is_slow_[i] == both) continue;
      const double left = placed_[i].end - now;
      placed_[i].end = now + (both ? left * machine_.both_ways : left / machine_.both_ways);
      is_slow_[i] = both;
    }
  }

  // Empty: nothing waits for the engine, or what is at the head of its queue is not ready.
  [[nodiscard]] std::optional<std::size_t> next_of(Engine engine) const {
    std::optional<std::size_t> next;
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      if (placed_[i].engine != engine) continue;
      const State state = states_[i];
      if (machine_.queues == Queues::one_per_engine &&
          (state == State::waiting || state == State::not_issued)) {
        return next;
      }
      if (state != State::ready) continue;
      if (machine_.queues == Queues::one_per_engine) return i;
      if (!next || placed_[i].ready < placed_[*next].ready) next = i;
    }
    return next;
  }

  [[nodiscard]] bool has_room(std::size_t next) const {
    double used = part_of(operations_[next]);
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      if (states_[i] == State::running && placed_[i].engine == placed_[next].engine)
        used += part_of(operations_[i]);
    }
    return used <= 1 + rounding;
  }

  const std::vector<Operation>& operations_;
  const StreamMachine machine_;
  std::vector<Placed> placed_;
  std::vector<State> states_;
  std::vector<std::vector<Dependency>> before_;
  std::vector<std::size_t> signals_with_;
  std::vector<bool> is_slow_;  // of running copies: `end` counts with both_ways
  std::size_t next_call_ = 0;
  double host_free_;
  std::optional<std::size_t> held_;  // the operation that the host waits for
};

// ---- who waited for whom ----

// The dependency that ended last. Of several that ended together, the first.
void add_wait_for_order(const std::vector<Dependency>& dependencies, std::size_t index,
                        Timeline& timeline) {
  Placed& placed = timeline.operations[index];
  if (placed.issued >= placed.ready) return;
  const Dependency* last = nullptr;
  for (const Dependency& edge : dependencies) {
    if (edge.after != index) continue;
    const auto end_of = [&](const Dependency& one) { return timeline.operations[one.before].end; };
    if (last == nullptr || end_of(edge) > end_of(*last)) last = &edge;
  }
  if (last == nullptr) return;
  Wait wait{Wait::Cause::order, last->reason, last->before, placed.issued, placed.ready};
  // Events and waits take no time: name the copy or kernel behind them.
  for (const Placed* on = &timeline.operations[wait.on];
       on->engine == Engine::none && !on->waits.empty(); on = &timeline.operations[wait.on]) {
    const Wait& behind = on->waits.back();
    if (wait.reason == OrderReason::same_stream) wait.reason = behind.reason;
    wait.on = behind.on;
  }
  placed.waits.push_back(wait);
}

// From ready to begin: parts in which others had the engine, and parts in which it was idle.
void add_waits_for_engine(std::size_t index, Timeline& timeline) {
  Placed& placed = timeline.operations[index];
  std::vector<std::size_t> earlier;
  for (std::size_t i = 0; i < timeline.operations.size(); ++i) {
    const Placed& other = timeline.operations[i];
    // One that was before it in the queue may have begun together with it.
    const bool is_first = other.begin < placed.begin || (other.begin == placed.begin && i < index);
    if (i != index && other.engine == placed.engine && other.end > placed.ready && is_first)
      earlier.push_back(i);
  }
  std::ranges::stable_sort(earlier, {},
                           [&](std::size_t i) { return timeline.operations[i].begin; });
  double at = placed.ready;
  const auto wait_until = [&](double to, Wait::Cause cause, std::size_t on) {
    const double end = std::min(to, placed.begin);
    if (end > at) placed.waits.push_back({cause, OrderReason::same_stream, on, at, end});
    at = std::max(at, end);
  };
  for (const std::size_t i : earlier) {
    wait_until(timeline.operations[i].begin, Wait::Cause::queue, i);
    wait_until(timeline.operations[i].end, Wait::Cause::engine, i);
  }
}

// ---- what could not be less ----

double bound_of(const StreamProgram& program, const Timeline& timeline) {
  const std::vector<Operation>& operations = program.operations;
  const auto length = [&](std::size_t i) {
    return timeline.operations[i].engine == Engine::none ? 0 : operations[i].seconds;
  };
  // The longest chains that end at an operation's begin, and that begin at its end.
  std::vector<double> head(operations.size()), tail(operations.size());
  for (const Dependency& edge : timeline.dependencies)
    head[edge.after] = std::max(head[edge.after], head[edge.before] + length(edge.before));
  for (std::size_t i = timeline.dependencies.size(); i-- > 0;) {
    const Dependency& edge = timeline.dependencies[i];
    tail[edge.before] = std::max(tail[edge.before], tail[edge.after] + length(edge.after));
  }
  double bound = 0;
  for (std::size_t i = 0; i < operations.size(); ++i)
    bound = std::max(bound, head[i] + length(i) + tail[i]);
  for (const Engine engine : on_engines) {
    double work = 0, shortest_head = never, shortest_tail = never;
    for (std::size_t i = 0; i < operations.size(); ++i) {
      if (timeline.operations[i].engine != engine) continue;
      work += length(i) * part_of(operations[i]);
      shortest_head = std::min(shortest_head, head[i]);
      shortest_tail = std::min(shortest_tail, tail[i]);
    }
    if (work > 0) bound = std::max(bound, shortest_head + work + shortest_tail);
  }
  return bound;
}

}  // namespace

StreamMachine tesla_c1060() { return {1, Queues::one_per_engine, false, 0}; }
StreamMachine tesla_c2050() { return {2, Queues::one_per_engine, true, 0}; }
StreamMachine many_queues() { return {2, Queues::many, false, 0}; }

std::string_view name_of(Engine engine) {
  constexpr std::array<std::string_view, engine_count> names{"copy_in", "copy_out", "compute",
                                                             "host", "none"};
  return names[static_cast<std::size_t>(engine)];
}

Engine engine_of(const Operation& operation, const StreamMachine& machine) {
  switch (operation.kind) {
    case OperationKind::copy_in:
      return machine.copy_engines == 0 ? Engine::compute : Engine::copy_in;
    case OperationKind::copy_out:
      if (machine.copy_engines == 0) return Engine::compute;
      return machine.copy_engines == 1 ? Engine::copy_in : Engine::copy_out;
    case OperationKind::kernel:
      return Engine::compute;
    case OperationKind::host_work:
      return Engine::host;
    default:
      return Engine::none;
  }
}

tl::expected<Timeline, ProgramProblem> schedule(const StreamProgram& program,
                                                const StreamMachine& machine) {
  if (const auto good = checked(program); !good) return tl::unexpected(good.error());
  assert(machine.both_ways >= 1 && machine.both_ways <= 2);
  Timeline timeline;
  timeline.dependencies = dependencies_of(program);
  timeline.races = races_of(program);
  timeline.operations = Simulation(program, machine, timeline.dependencies).run();
  for (std::size_t i = 0; i < program.operations.size(); ++i) {
    add_wait_for_order(timeline.dependencies, i, timeline);
    if (is_on_engine(program.operations[i].kind)) add_waits_for_engine(i, timeline);
    timeline.total_seconds = std::max(timeline.total_seconds, timeline.operations[i].end);
    if (timeline.operations[i].engine != Engine::none)
      timeline.sequential_seconds += program.operations[i].seconds;
  }
  timeline.bound_seconds = bound_of(program, timeline);
  return timeline;
}

std::optional<Wait> wait_at(const Timeline& timeline, std::size_t index, double seconds) {
  for (const Wait& wait : timeline.operations.at(index).waits)
    if (wait.from <= seconds && seconds < wait.to) return wait;
  return std::nullopt;
}

}  // namespace lanescope::transfer
